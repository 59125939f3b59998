from __future__ import annotations

import struct
import zlib
from pathlib import Path

import pytest

from ledger.errors import SnapshotError
from ledger.snapshots.render import png, render_window
from tests.snapshots.pdfs import Words, pdf


def pixels(data: bytes) -> tuple[int, int, list[bytes]]:
    width, height = struct.unpack(">II", data[16:24])
    start = data.index(b"IDAT") + 4
    (size,) = struct.unpack(">I", data[start - 8 : start - 4])
    raw = zlib.decompress(data[start : start + size])
    row = 3 * width + 1
    return width, height, [raw[y * row + 1 : (y + 1) * row] for y in range(height)]


def test_a_frame_stands_around_the_box(tmp_path: Path) -> None:
    path = tmp_path / "x.pdf"
    path.write_bytes(pdf([Words("Here", 100, 500)]))
    width, height, rows = pixels(render_window(path, 1, (100, 496, 128, 512), scale=1))
    assert (width, height) == (612, 792)
    colour = bytes((220, 30, 30))
    red = [(x, y) for y, row in enumerate(rows) for x in range(width) if row[3 * x : 3 * x + 3] == colour]
    assert (min(x for x, _ in red), max(x for x, _ in red)) == (98, 130)
    assert (min(y for _, y in red), max(y for _, y in red)) == (792 - 514, 792 - 494)


def test_no_box_no_frame(tmp_path: Path) -> None:
    path = tmp_path / "x.pdf"
    path.write_bytes(pdf([Words("Here", 100, 500)]))
    assert bytes((220, 30, 30)) not in b"".join(pixels(render_window(path, 1, None, scale=1))[2])


@pytest.mark.parametrize("page", [0, 2])
def test_a_page_that_is_not_there(tmp_path: Path, page: int) -> None:
    path = tmp_path / "x.pdf"
    path.write_bytes(pdf([Words("Here")]))
    with pytest.raises(SnapshotError, match="cannot be rendered"):
        render_window(path, page, None)


def test_what_is_no_pdf(tmp_path: Path) -> None:
    path = tmp_path / "x.pdf"
    path.write_bytes(b"nothing")
    with pytest.raises(SnapshotError, match="cannot be rendered"):
        render_window(path, 1, None)


def test_png() -> None:
    assert pixels(png([bytearray(b"\x01\x02\x03\x04\x05\x06")])) == (2, 1, [b"\x01\x02\x03\x04\x05\x06"])
