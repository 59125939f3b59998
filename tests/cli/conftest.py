"""A small ledger on disk, and a way to call the command line as a user does."""

from __future__ import annotations

import textwrap
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

from ledger.cli.app import run

POLICY = """\
    [tool.ledger]
    name = "A small ledger"
    pages = ["pages/*.md"]

    [tool.ledger.policy]
    number = { any = ["sources"] }
    configuration = { any = ["sources"] }
    formula = { all = ["sources"] }
    mechanism = { all = ["sources"] }
    boundary = { all = ["sources"] }
    """
SOURCE = """\
    id: paper
    kind: paper
    primary: true
    title: "A Paper"
    version: v1
    snapshot: {sha256: %s, media: application/pdf, pages: 24}
    """
CLAIMS = """\
    ledger: L1
    claims:
      - id: a.sixteen
        kind: number
        statement: {en: "It is sixteen.", zh: "是十六。"}
        entity: A recipe
        quantity: {value: "16", unit: B/parameter}
        evidence:
          - {source: paper, page: 8, anchors: ["16"]}
    """


@dataclass
class Ran:
    code: int
    out: str
    err: str


@pytest.fixture
def root(tmp_path: Path) -> Path:
    folder = tmp_path / "book"
    files = {
        "pyproject.toml": POLICY,
        "sources/paper.yaml": SOURCE % ("a" * 64),
        "claims/l1.yaml": CLAIMS,
        "pages/a.md": "# A page\n\nNothing to count.\n",
    }
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(textwrap.dedent(text), encoding="utf-8")
    return folder


@pytest.fixture
def call(
    root: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Callable[..., Ran]:
    """Run ``ledger`` in the small ledger's directory."""
    monkeypatch.chdir(root)
    monkeypatch.delenv("LEDGER_DATABASE_URL", raising=False)
    monkeypatch.delenv("LEDGER_DEBUG", raising=False)

    def ledger(*arguments: str) -> Ran:
        code = run(arguments)
        captured = capsys.readouterr()
        return Ran(code, captured.out, captured.err)

    return ledger
