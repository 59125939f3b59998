from __future__ import annotations

from pathlib import Path

import pytest

from ledger.documents.scan import scan_paths
from ledger.errors import UsageError


def test_files_and_folders_in_order(tmp_path: Path) -> None:
    (tmp_path / "sub").mkdir()
    (tmp_path / "sub" / "b.html").write_text("<p>4 GB", "utf-8")
    (tmp_path / "a.md").write_text("16 bytes", "utf-8")
    (tmp_path / "c.bin").write_bytes(b"\x00 5 GB")
    (tmp_path / ".hidden.md").write_text("6 GB", "utf-8")
    found = [(Path(mention.path).name, mention.text) for mention in scan_paths([tmp_path])]
    assert found == [("a.md", "16 bytes"), ("b.html", "4 GB")]


def test_line_ends_and_byte_order_mark_leave_places_right(tmp_path: Path) -> None:
    (tmp_path / "a.md").write_bytes("\ufeff# T\r\n\r\nkeeps 16 bytes\r\n".encode())
    (mention,) = scan_paths([tmp_path / "a.md"])
    assert (mention.line, mention.column, mention.text) == (3, 7, "16 bytes")


@pytest.mark.parametrize("case", ["missing", "binary"])
def test_what_cannot_be_read_is_named(tmp_path: Path, case: str) -> None:
    path = tmp_path / "a.md"
    if case == "binary":
        path.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(UsageError, match=r"a\.md"):
        list(scan_paths([path]))


def test_what_can_not_be_read_is_named_after_what_can(tmp_path: Path) -> None:
    (tmp_path / "a.md").write_bytes(b"\xff 3 GB")
    (tmp_path / "b.md").write_text("16 bytes", "utf-8")
    (tmp_path / "c.md").write_bytes(b"4 GB \xfe")
    numbers = scan_paths([tmp_path])
    assert next(numbers).text == "16 bytes"
    with pytest.raises(
        UsageError, match=r"a\.md: not UTF-8 text \(byte 0\)\n.*c\.md: not UTF-8 text \(byte 5\)"
    ):
        next(numbers)
