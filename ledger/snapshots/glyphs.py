"""Glyphs of one PDF page, in the order in which the page draws them, from pdfium.

Coordinates are turned so that every glyph's text runs to the right: ``u`` grows along the line and ``v``
upwards, whatever the page's or the text's rotation; ``box`` stays in page space. pdfium spells ligatures out.
"""

from __future__ import annotations

import ctypes
import math
import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import pypdfium2 as pdfium
import pypdfium2.raw as raw

from ledger.snapshots import plain

HYPHEN = 0x02
"""pdfium's mark for a hyphen at the end of a line (``U+FFFE`` in its UTF-16 interface)."""
PLANCK = 0x210E
"""Unicode has the italic h of mathematics outside the block of the other letters."""
UNREADABLE = "\ufffd"
UP, DOWN, LEFT = 90, 270, 180
NAME_BYTES = 96
BOLD = re.compile(r"bold|black|heavy|semibd|medi\b|cmbx|cmssbx|-b\b|libertinet?b", re.IGNORECASE)

Shape = tuple[float, int, bool, int]
"""What all glyphs of one text object share: font size in points, turn in degrees, boldness, its number."""


@dataclass(slots=True)
class Glyph:
    """One drawn glyph; ``text`` is its one or more code points, ``size`` its font size in points,
    ``drawn`` the number of the text object that draws it, ``index`` its own among the page's characters."""

    text: str
    u: float
    v: float
    end: float
    size: float
    turn: int
    box: tuple[float, float, float, float]
    unmapped: bool
    bold: bool
    drawn: int
    index: int


def read_glyphs(textpage: pdfium.PdfTextPage, limit: int) -> tuple[list[Glyph], list[int]]:
    """At most *limit* glyphs of a page, and the addresses of the text objects that draw them, by number.

    Spaces and line ends that pdfium made up are left out.
    """
    objects: dict[int, Shape] = {}
    glyphs = list(_joined(_raw_glyphs(textpage, min(textpage.count_chars(), limit), objects)))
    return glyphs, list(objects)


def _raw_glyphs(
    textpage: pdfium.PdfTextPage, count: int, objects: dict[int, Shape]
) -> Iterator[tuple[int, Glyph]]:
    handle: Any = textpage.raw
    page = plain.address(handle)
    x, y, rect = ctypes.c_double(), ctypes.c_double(), raw.FS_RECTF()
    for index in range(count):
        address = plain.text_object(page, index)
        if address is None:
            continue
        shape = objects.get(address)
        if shape is None:
            shape = objects[address] = _shape(handle, index, len(objects))
        code = raw.FPDFText_GetUnicode(handle, index)
        raw.FPDFText_GetCharOrigin(handle, index, x, y)
        raw.FPDFText_GetLooseCharBox(handle, index, rect)
        box = (rect.left, rect.bottom, rect.right, rect.top)
        unmapped = raw.FPDFText_HasUnicodeMapError(handle, index) == 1
        yield code, _glyph(_character(code, handle, index), x.value, y.value, box, shape, unmapped, index)


def _shape(handle: Any, index: int, number: int) -> Shape:
    matrix = raw.FS_MATRIX()
    raw.FPDFText_GetMatrix(handle, index, matrix)
    size = raw.FPDFText_GetFontSize(handle, index) * math.hypot(matrix.c, matrix.d)
    angle = math.degrees(math.atan2(matrix.b, matrix.a))
    name = ctypes.create_string_buffer(NAME_BYTES)
    raw.FPDFText_GetFontInfo(handle, index, name, NAME_BYTES, None)
    bold = BOLD.search(name.value.decode("latin-1")) is not None
    return abs(size), round(angle / 90) * 90 % 360, bold, number


def _character(code: int, handle: Any, index: int) -> str:
    if code == HYPHEN and raw.FPDFText_IsHyphen(handle, index) == 1:
        return "-"
    if code == PLANCK:
        return "h"
    if code < 0x20 or code in (0xFFFE, 0xFFFF) or 0x7F <= code < 0xA0:
        return UNREADABLE
    return chr(code)


def _glyph(
    text: str,
    x: float,
    y: float,
    box: tuple[float, float, float, float],
    shape: Shape,
    unmapped: bool,
    index: int,
) -> Glyph:
    size, turn, bold, drawn = shape
    left, bottom, right, top = box
    if turn == UP:
        u, v, end = y, -x, top
    elif turn == LEFT:
        u, v, end = -x, -y, -left
    elif turn == DOWN:
        u, v, end = -y, x, -bottom
    else:
        u, v, end = x, y, right
    return Glyph(text, u, v, end, size, turn, box, unmapped, bold, drawn, index)


def _joined(glyphs: Iterator[tuple[int, Glyph]]) -> Iterator[Glyph]:
    """Surrogate halves put together; a lone one, which no encoding can carry, becomes U+FFFD."""
    high: tuple[int, Glyph] | None = None
    for code, glyph in glyphs:
        if 0xD800 <= code < 0xDC00:
            if high is not None:
                yield high[1]
            glyph.text = UNREADABLE
            high = (code, glyph)
        elif 0xDC00 <= code < 0xE000:
            if high is None:
                glyph.text = UNREADABLE
            else:
                glyph.text = plain_letter(chr(0x10000 + ((high[0] - 0xD800) << 10) + (code - 0xDC00)))
                high = None
            yield glyph
        else:
            if high is not None:
                yield high[1]
                high = None
            yield glyph
    if high is not None:
        yield high[1]


def plain_letter(character: str) -> str:
    """A mathematical alphanumeric (``𝑘``, ``𝟏``) as its plain letter or digit; anything else unchanged."""
    if 0x1D400 <= ord(character) <= 0x1D7FF:
        return unicodedata.normalize("NFKC", character)
    return character
