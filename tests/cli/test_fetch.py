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


NOTES = "id: notes\nkind: web\nprimary: true\ntitle: Notes\nunavailable: not fetched yet\n"


@pytest.fixture
def notes(book: Path, tmp_path: Path) -> Path:
    """A file whose source pins nothing yet."""
    (book / "sources" / "notes.yaml").write_text(NOTES)
    path = tmp_path / "notes.html"
    path.write_text("<html><title>Notes</title><p>It takes 16 bytes.</p></html>")
    return path


def test_bytes_of_a_source_without_a_pin_come_with_the_pin_to_write(
    call: Call, book: Path, notes: Path
) -> None:
    ran = call("fetch", "notes", "--from", str(notes), "--provenance", "our: own", "--root", str(book))
    assert ran.code == 0, ran.err
    said = ran.out.splitlines()
    assert said[1] == "to pin it, write in sources/notes.yaml, in the place of 'unavailable':"
    pinned = NOTES.replace("unavailable: not fetched yet\n", "\n".join([*said[2:], ""]))
    (book / "sources" / "notes.yaml").write_text(pinned)
    again = call("fetch", "notes", "--root", str(book))
    assert (again.code, again.out) == (0, "nothing to fetch: the bytes of 1 pinned source are here\n")
    located = call("locate", "notes", "--anchor", "takes", "--quantity", "16 bytes", "--root", str(book))
    assert located.code == 0, located.err


def test_what_cannot_be_read_gets_no_pin(call: Call, book: Path, notes: Path) -> None:
    notes.write_bytes(b"GIF89a\x00\x01")
    ran = call("fetch", "notes", "--from", str(notes.rename(notes.with_suffix(".gif"))), "--root", str(book))
    assert "cannot be read" in ran.out
    assert "snapshot:" not in ran.out


def test_a_source_without_an_address_says_how_its_bytes_come(call: Call, book: Path, notes: Path) -> None:
    ran = call("fetch", "notes", "--root", str(book))
    assert ran.code == 1
    assert ran.out == "missing 1: notes\n"
    assert "bring its bytes with 'ledger fetch notes --from FILE'" in ran.err


def test_a_pinned_file_is_known_by_its_digest(call: Call, book: Path, tmp_path: Path) -> None:
    (tmp_path / "any.name").write_bytes(PAPER)
    ran = call("fetch", "--from", str(tmp_path / "any.name"), "--root", str(book))
    assert ran.code == 0
    assert ran.out.startswith("paper: ")
    assert "to pin it" not in ran.out


@pytest.mark.parametrize(
    ("names", "said"),
    [
        ((), "no source pins {file}, whose digest is "),
        (("paper",), "but paper pins "),
        (("paper", "notes"), "none of paper, notes pins {file}"),
    ],
)
def test_a_file_that_nobody_pins_is_not_passed_over(
    call: Call, book: Path, notes: Path, names: tuple[str, ...], said: str
) -> None:
    ran = call("fetch", *names, "--from", str(notes), "--root", str(book))
    assert ran.code == 2
    assert said.format(file=notes) in ran.err


def test_a_folder_cannot_tell_what_has_no_pin(call: Call, book: Path, notes: Path) -> None:
    ran = call("fetch", "notes", "--from", str(notes.parent), "--root", str(book))
    assert ran.code == 2
    assert "name the FILE" in ran.err


def test_provenance(call: Call, book: Path, tmp_path: Path) -> None:
    path = tmp_path / "new.pdf"
    path.write_bytes(pdf([Words("Another")]))
    ran = call("fetch", "--from", str(path), "--provenance", "by hand", "--root", str(book))
    assert ran.code == 0
    assert "application/pdf" in ran.out
    assert "provenance: by hand" in ran.out


@pytest.mark.parametrize("arguments", [("nobody",), ("--provenance", "x"), ("--from", "/nonexistent")])
def test_wrong_calls(call: Call, book: Path, arguments: tuple[str, ...]) -> None:
    assert call("fetch", *arguments, "--root", str(book)).code == 2
