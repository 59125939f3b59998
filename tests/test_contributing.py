"""Every worked example of CONTRIBUTING.md, executed as it is printed."""

from __future__ import annotations

import importlib.metadata
import importlib.util
import re
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

import checks
from ledger.documents.mentions import mentions
from ledger.registry import Context, Finding
from ledger.runner import run_checks
from ledger.schema.ledger import Ledger
from ledger.schema.outcomes import Outcome
from ledger.schema.read import read_ledger
from tests.checks import make

GUIDE = Path(__file__).parents[1] / "CONTRIBUTING.md"
BLOCK = re.compile(r"^```\w+ file=(?P<name>\S+)\n(?P<body>.*?)^```$", re.DOTALL | re.MULTILINE)
EXAMPLES = {match["name"]: match["body"] for match in BLOCK.finditer(GUIDE.read_text(encoding="utf-8"))}


def load(folder: Path, name: str) -> ModuleType:
    path = folder / name
    path.write_text(EXAMPLES[name], encoding="utf-8")
    spec = importlib.util.spec_from_file_location(path.stem, path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture
def example(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Ledger:
    """The guide's ledger, with its formula plugged in as an entry point would."""
    (tmp_path / "pyproject.toml").write_text('[tool.ledger]\nname = "Example"\n')
    for name, body in EXAMPLES.items():
        if name.endswith((".yaml", ".md")):
            path = tmp_path / name
            path.parent.mkdir(exist_ok=True)
            path.write_text(body, encoding="utf-8")
    module = load(tmp_path, "example_formulas.py")

    class Entry:
        name = "example"

        def load(self) -> ModuleType:
            return module

    def entry_points(group: str) -> list[Any]:
        return [Entry()] if group == "ledger.formulas" else list(importlib.metadata.entry_points(group=group))

    monkeypatch.setattr("ledger.core.formulas.entry_points", entry_points)
    return read_ledger(tmp_path)


def by_check(ledger: Ledger, *names: str) -> dict[str, Finding]:
    context = Context(store=ledger.root / "snapshots", today="2026-01-01")
    return {
        finding.check: finding
        for finding in run_checks(ledger, [checks.load(name) for name in names], context)
    }


def test_source_claim_formula_and_page_check_together(example: Ledger) -> None:
    found = by_check(example, "sources", "recompute", "consistent", "covered")
    assert {name: finding.outcome for name, finding in found.items()} == dict.fromkeys(
        ("sources", "recompute", "consistent", "covered"), Outcome.VERIFIED
    )


def test_what_a_plugged_in_formula_computed_is_due_when_its_file_changes(example: Ledger) -> None:
    check, context = checks.load("recompute"), Context(store=example.root)
    (claim,) = check.subjects(example)
    before = check.inputs(example, claim, context)
    assert check.inputs(example, claim, context) == before
    with (example.root / "example_formulas.py").open("a", encoding="utf-8") as file:
        file.write("# another rule\n")
    assert check.inputs(example, claim, context) != before


def test_claim_without_bytes_is_uncheckable_where_it_would_be_located(example: Ledger) -> None:
    assert by_check(example, "located")["located"].outcome is Outcome.UNCHECKABLE


def test_check(tmp_path: Path) -> None:
    module = load(tmp_path, "checks_example.py")
    ledger = make.ledger(
        make.claim("calm"), make.claim("loud", statement={"en": "It is 16!", "zh": "是十六。"}), make.source()
    )
    found = run_checks(ledger, [module.CHECK], Context(store=tmp_path))
    assert {finding.subject: finding.cause for finding in found} == {"calm": "", "loud": "shouts"}
    for heading in ("What it checks", "Why", "Known limits", "Example"):
        assert heading in (module.__doc__ or "")


def test_page_format(tmp_path: Path) -> None:
    module = load(tmp_path, "example_reader.py")
    source = "; a comment with 99 GB\nIt takes 16 GB.\n"
    (mention,) = mentions(module.read_notes("a.notes", source))
    assert (mention.line, mention.column, mention.text) == (2, 10, "16 GB")


def test_every_example_is_executed_here() -> None:
    assert set(EXAMPLES) == {
        "sources/example-2024.yaml",
        "claims/example.yaml",
        "pages/example.md",
        "example_formulas.py",
        "checks_example.py",
        "example_reader.py",
    }
