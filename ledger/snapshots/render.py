"""A picture of a page with the window marked, for the author's eyes; it is never published."""

from __future__ import annotations

import os
import struct
import subprocess
import sys
import tempfile
import zlib
from pathlib import Path

from ledger.errors import SnapshotError
from ledger.snapshots.page import Box

SCALE = 2.0
"""Pixels a point; reduced where the page would be larger than ``MAX_SIDE``."""
MAX_SIDE = 4000
SECONDS = 60
MEMORY = 1 << 30
_MARGIN = 2.0
_COLOUR = (220, 30, 30)


def render_window(path: Path, page: int, box: Box | None, scale: float = SCALE) -> bytes:
    """A PNG of the physical *page* with a frame around *box* (points), made in a process of its own.

    Raises:
        SnapshotError: the page cannot be rendered within the limits.
    """
    corners = ",".join(map(str, box)) if box is not None else ""
    with tempfile.TemporaryDirectory(prefix="ledger-") as folder:
        out = Path(folder) / "page.png"
        command = [sys.executable, "-m", "ledger.snapshots.render", os.fspath(path), str(page)]
        command += [corners, str(scale), os.fspath(out)]
        root = os.fspath(Path(__file__).resolve().parents[2])
        try:
            quiet = subprocess.DEVNULL
            subprocess.run(
                command, check=True, timeout=SECONDS, stdin=quiet, stdout=quiet, stderr=quiet,
                env={"PATH": os.environ.get("PATH", ""), "PYTHONPATH": root},
            )  # fmt: skip
            return out.read_bytes()
        except (subprocess.SubprocessError, OSError) as error:
            raise SnapshotError(f"page {page} cannot be rendered: {type(error).__name__}") from error


def _draw(path: str, page: int, box: Box | None, scale: float) -> bytes:
    import pypdfium2 as pdfium

    document = pdfium.PdfDocument(path)
    sheet = document[page - 1]
    width, height = sheet.get_size()
    scale = min(scale, MAX_SIDE / max(width, height))
    bitmap = sheet.render(scale=scale, rev_byteorder=True, draw_annots=False)
    pixels, stride, channels = bytearray(bitmap.buffer), bitmap.stride, bitmap.n_channels
    rows = [
        bytearray(_rgb(pixels[y * stride : y * stride + bitmap.width * channels], channels))
        for y in range(bitmap.height)
    ]
    if box is not None:
        _frame(rows, _to_pixels(sheet, box, scale, bitmap.width, bitmap.height))
    return png(rows)


def _rgb(row: bytes | bytearray, channels: int) -> bytes:
    if channels == 3:
        return bytes(row)
    out = bytearray(3 * (len(row) // channels))
    for channel in range(3):
        out[channel::3] = row[min(channel, channels - 1) :: channels]
    return bytes(out)


def _to_pixels(sheet: object, box: Box, scale: float, width: int, height: int) -> tuple[int, int, int, int]:
    """The frame in pixels, whatever the page's rotation and origin."""
    left, bottom, right, top = box
    origin_x, origin_y, end_x, end_y = sheet.get_cropbox()  # type: ignore[attr-defined]  # an untyped library
    turn = sheet.get_rotation() % 360  # type: ignore[attr-defined]  # an untyped library
    wide, tall = end_x - origin_x, end_y - origin_y
    x0, y0 = _turned(turn, left - origin_x, bottom - origin_y, wide, tall)
    x1, y1 = _turned(turn, right - origin_x, top - origin_y, wide, tall)
    low_x, high_x = sorted((x0, x1))
    low_y, high_y = sorted((y0, y1))
    return (
        max(0, int((low_x - _MARGIN) * scale)),
        max(0, int((low_y - _MARGIN) * scale)),
        min(width - 1, int((high_x + _MARGIN) * scale)),
        min(height - 1, int((high_y + _MARGIN) * scale)),
    )


def _turned(turn: int, x: float, y: float, wide: float, tall: float) -> tuple[float, float]:
    """A point of the unrotated page, measured from the top left of the page as it is shown."""
    if turn == 90:
        return y, x
    if turn == 180:
        return wide - x, y
    if turn == 270:
        return tall - y, wide - x
    return x, tall - y


def _frame(rows: list[bytearray], frame: tuple[int, int, int, int]) -> None:
    left, top, right, bottom = frame
    for y in range(top, bottom + 1):
        whole = y - top < 2 or bottom - y < 2
        columns = range(left, right + 1) if whole else (left, left + 1, right - 1, right)
        for x in columns:
            rows[y][3 * x : 3 * x + 3] = bytes(_COLOUR)


def png(rows: list[bytearray]) -> bytes:
    """A PNG of rows of RGB bytes (ISO 15948)."""
    width = len(rows[0]) // 3
    head = struct.pack(">IIBBBBB", width, len(rows), 8, 2, 0, 0, 0)
    data = zlib.compress(b"".join(b"\x00" + bytes(row) for row in rows), 6)
    chunks = ((b"IHDR", head), (b"IDAT", data), (b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(_chunk(kind, body) for kind, body in chunks)


def _chunk(kind: bytes, body: bytes) -> bytes:
    return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))


def main(arguments: list[str]) -> int:
    """``PATH PAGE [LEFT,BOTTOM,RIGHT,TOP] SCALE OUT``, inside its own limits."""
    import resource

    path, page, corners, scale, out = arguments
    resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS + 1))
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    box = None
    if corners:
        left, bottom, right, top = map(float, corners.split(","))
        box = left, bottom, right, top
    Path(out).write_bytes(_draw(path, int(page), box, float(scale)))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
