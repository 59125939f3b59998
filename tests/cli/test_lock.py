from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from ledger.snapshots.store import Store
from tests.cli.conftest import Ran
from tests.snapshots.pdfs import lines, pdf

Call = Callable[..., Ran]
SOURCE = """id: paper
kind: paper
primary: true
title: A Paper
version: v1
snapshot: {{sha256: {digest}, media: application/pdf, pages: 1}}
"""
CLAIM = """ledger: L1
claims:
  - id: a.sixteen
    kind: number
    statement: {en: Sixteen., zh: 十六。}
    entity: A recipe
    quantity: {value: "16", unit: B/parameter}
    evidence: [{source: paper, page: 1, anchors: ["recipe keeps", "16 bytes"]}]
"""


@pytest.fixture
def book(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.delenv("LEDGER_SNAPSHOTS", raising=False)
    root = tmp_path / "locked"
    for folder in ("sources", "claims"):
        (root / folder).mkdir(parents=True)
    (root / "pyproject.toml").write_text('[tool.ledger]\nname = "B"\n')
    page = pdf(lines("The recipe keeps 16 bytes per parameter."))
    digest = Store(root / ".ledger" / "snapshots").add_bytes(page)
    (root / "sources" / "paper.yaml").write_text(SOURCE.format(digest=digest))
    (root / "claims" / "l1.yaml").write_text(CLAIM)
    return root


def test_lock_is_made_checked_and_kept_without_bytes(call: Call, book: Path) -> None:
    lock = book / "sources" / "evidence.lock"
    assert call("lock", "--check", "--root", str(book)).code == 1
    assert call("lock", "--root", str(book)).out == "sources/evidence.lock: 1 line\n"
    assert call("lock", "--check", "--root", str(book)).code == 0
    text = lock.read_text()
    for blob in (book / ".ledger" / "snapshots" / "blobs").rglob("*"):
        if blob.is_file():
            blob.unlink()
    assert call("lock", "--root", str(book)).code == 0
    assert lock.read_text() == text
    lock.write_text(text.replace('"page":1', '"page":2'))
    said = call("lock", "--root", str(book)).out
    assert "0 lines" in said
    away = "1 cited place of sources whose bytes are not here ('ledger fetch' brings them): paper"
    assert said.splitlines()[1:] == ["without a line: " + away]


def test_a_claim_that_is_not_found_gets_no_line(call: Call, book: Path) -> None:
    claims = book / "claims" / "l1.yaml"
    claims.write_text(claims.read_text().replace('value: "16"', 'value: "17"'))
    ran = call("lock", "--root", str(book))
    assert "0 lines" in ran.out
    assert (
        "without a line: 1 cited place not found as stated; 'ledger check --only located' tells why"
        in ran.out
    )


def test_check_says_what_the_lock_lacks(call: Call, book: Path) -> None:
    check = ("check", "--only", "located", "--root", str(book))
    said = "1 place found that sources/evidence.lock does not have: 'ledger lock' adds them"
    first, kept = call(*check), call(*check)
    assert (first.code, kept.code) == (0, 0)
    assert said in first.out
    assert said in kept.out
    call("lock", "--root", str(book))
    assert "warning" not in call(*check).out


def cut(text: str) -> str:
    return text[: len(text) // 2]


def repeated(text: str) -> str:
    return text * 2


def conflicting(text: str) -> str:
    return f"<<<<<<< HEAD\n{text}=======\n{text}>>>>>>> other\n"


@pytest.mark.parametrize("damage", [cut, repeated, conflicting])
@pytest.mark.parametrize("command", [("check",), ("check", "--jobs", "2"), ("mutate",), ("lock", "--check")])
def test_a_damaged_lock_is_one_fault_of_a_document(
    call: Call, book: Path, damage: Callable[[str], str], command: tuple[str, ...]
) -> None:
    lock = book / "sources" / "evidence.lock"
    call("lock", "--root", str(book))
    lock.write_text(damage(lock.read_text()))
    ran = call(*command, "--root", str(book))
    assert ran.code == 2
    assert ran.err.startswith("ledger: sources/evidence.lock:")
    assert ran.err.endswith("; remake it with 'ledger lock'\n")
    assert ran.err.count("\n") == 1


def test_what_was_checked_before_its_line_was_written_is_not_out_of_date(call: Call, book: Path) -> None:
    root = ("--root", str(book))
    assert call("check", "--offline", "--only", "located", *root).code == 0
    assert call("lock", *root).code == 0
    shown = call("show", "a.sixteen", *root).out
    assert "located      verified" in shown
    assert "out of date" not in shown
    lock = book / "sources" / "evidence.lock"
    lock.write_text(lock.read_text().replace('"page":1', '"page":2'))  # by another hand than the command's
    assert "out of date" in call("show", "a.sixteen", *root).out


def test_what_had_changed_before_its_line_was_written_stays_out_of_date(call: Call, book: Path) -> None:
    root = ("--root", str(book))
    assert call("check", "--offline", "--only", "located", *root).code == 0
    claims = book / "claims" / "l1.yaml"
    claims.write_text(claims.read_text().replace("entity: A recipe", "entity: The recipe"))
    assert call("lock", *root).code == 0
    assert "out of date" in call("show", "a.sixteen", *root).out
