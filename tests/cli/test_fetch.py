from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from ledger.snapshots.store import Store
from tests.cli.conftest import Ran
from tests.snapshots.pdfs import Words, pdf

Call = Callable[..., Ran]
PAPER = pdf([Words("A paper")])


@pytest.fixture
def book(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.delenv("LEDGER_SNAPSHOTS", raising=False)
    root = tmp_path / "fetched"
    for folder in ("sources", "claims"):
        (root / folder).mkdir(parents=True)
    (root / "pyproject.toml").write_text('[tool.ledger]\nname = "B"\n')
    digest = Store(tmp_path / "scratch").add_bytes(PAPER)
    (root / "sources" / "paper.yaml").write_text(
        "id: paper\nkind: paper\nprimary: true\ntitle: A Paper\nversion: v1\n"
        f"snapshot: {{sha256: {digest}, media: application/pdf}}\n"
    )
    return root


def test_from_a_folder(call: Call, book: Path, tmp_path: Path) -> None:
    (tmp_path / "papers").mkdir()
    ran = call("fetch", "--from", str(tmp_path / "papers"), "--root", str(book))
    assert ran.code == 1
    assert "missing 1: paper" in ran.out
    (tmp_path / "papers" / "a.pdf").write_bytes(PAPER)
    ran = call("fetch", "--from", str(tmp_path / "papers"), "--root", str(book))
    assert ran.code == 0
    assert ran.out.startswith("paper: ")
    assert call("fetch", "--root", str(book)).code == 0


def test_provenance(call: Call, book: Path, tmp_path: Path) -> None:
    path = tmp_path / "new.pdf"
    path.write_bytes(pdf([Words("Another")]))
    ran = call("fetch", "--from", str(path), "--provenance", "by hand", "--root", str(book))
    assert ran.code == 0
    assert "application/pdf" in ran.out
    assert "provenance: by hand" in ran.out


@pytest.mark.parametrize("arguments", [("nobody",), ("--provenance", "x"), ("--from", "/nonexistent")])
def test_wrong_calls(call: Call, book: Path, arguments: tuple[str, ...]) -> None:
    assert call("fetch", *arguments, "--root", str(book)).code in (2, 3)
