from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from shutil import rmtree

import pytest

from tests.cli.conftest import Ran
from tests.cli.test_lock import book

Call = Callable[..., Ran]
__all__ = ["book"]


def test_show_image(call: Call, book: Path, tmp_path: Path) -> None:
    image = tmp_path / "window.png"
    ran = call("show", "a.sixteen", "--image", str(image), "--root", str(book))
    assert ran.code == 0
    assert "paper, page 1: verified" in ran.out
    assert image.read_bytes().startswith(b"\x89PNG\r\n")


def test_absent_bytes_are_asked_for(call: Call, book: Path, tmp_path: Path) -> None:
    rmtree(book / ".ledger")
    ran = call("show", "a.sixteen", "--image", str(tmp_path / "x.png"), "--root", str(book))
    assert ran.code == 2
    assert "run 'ledger fetch paper'" in ran.err
    ran = call("locate", "paper", "--anchor", "recipe", "--root", str(book))
    assert ran.code == 1
    assert ran.out.startswith("uncheckable: ")
    assert "run 'ledger fetch paper'" in ran.out


@pytest.mark.parametrize("kept", ["text/html"])
def test_no_pdf_no_picture(call: Call, book: Path, tmp_path: Path, kept: str) -> None:
    source = book / "sources" / "paper.yaml"
    source.write_text(source.read_text().replace("application/pdf", kept))
    ran = call("show", "a.sixteen", "--image", str(tmp_path / "x.png"), "--root", str(book))
    assert ran.code == 2
    assert "cites no PDF" in ran.err
