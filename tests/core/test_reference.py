"""The generated reference page: complete, and the one in the repository is current."""

from __future__ import annotations

from ledger.core.formulas import MODULES, all_formulas
from ledger.core.reference import PAGE, page

OWN = [item for item in all_formulas() if item.id.partition(".")[0] in MODULES]


def test_page_in_the_repository_is_current() -> None:
    assert PAGE.read_text(encoding="utf-8") == page(OWN), "run: python -m ledger.core.reference"


def test_page_has_every_formula_once_with_its_source() -> None:
    text = page(OWN)
    for item in OWN:
        assert text.count(f"\n### {item.id}\n") == 1
        section = text.split(f"\n### {item.id}\n")[1].split("\n### ")[0]
        assert str(item.source) in section
        assert item.convention in section
        assert f"ledger compute {item.id} " in section


def test_lines_are_single() -> None:
    """A newline inside a table cell would break the table."""
    for line in page(OWN).splitlines():
        if line.startswith("| `"):
            assert line.count(" | ") >= 4
            assert line.endswith(" |")
