"""Glyphs → lines → reading order: superscripts from positions, word gaps, columns, rows of tables.

The order in which a page draws its text is kept, since typesetters draw a column, a caption, a row of a
table as one; lines that are drawn across two columns of prose are sorted apart. What stands far to the
right on the same line follows after a tab; what stands elsewhere follows after an empty line, so that no
window of evidence grows into unrelated text by accident.
"""

from __future__ import annotations

import statistics
from collections import Counter
from dataclasses import dataclass, field

from ledger.snapshots.glyphs import Glyph
from ledger.snapshots.page import SUBSCRIPT, SUPERSCRIPT

CELL_GAP = 1.05
"""A gap wider than this many font sizes parts two cells (justified prose stays below)."""
SCRIPT_CELL_GAP = 1.5
DIGIT_CELL_GAP = 0.6
"""Digits further apart than this are two cells, never one number grouped by spaces."""
WORD_GAP = 0.14
"""A gap wider than this many font sizes inside one text object parts two words."""
SLANTED_GAP = 0.19
"""The same after an f: its italic correction with a kern takes 0.17, TeX's smallest word space 0.19."""
PIECE_GAP = 0.11
"""The same between two text objects, which a page that draws each word alone sets close together."""
DIGIT_GAP = 0.15
LEADING = 1.95
"""Lines further apart than this many font sizes belong to different blocks."""
PROSE_WORDS = 4
MIN_COLUMN_ROWS = 3


@dataclass(slots=True)
class Line:
    """Glyphs on one baseline without a wide gap, in drawing order; ``size`` and ``v`` are the main ones."""

    glyphs: list[Glyph] = field(default_factory=list)
    v: float = 0.0
    size: float = 0.0
    start: float = 0.0
    end: float = 0.0
    text: str = ""
    roles: str = ""
    owners: list[Glyph | None] = field(default_factory=list)

    @property
    def prose(self) -> bool:
        """Whether it reads like running text rather than a table's cell."""
        words = [word for word in self.text.split() if word.isalpha() and len(word) > 1]
        return len(words) >= PROSE_WORDS


def lines_of(glyphs: list[Glyph]) -> list[Line]:
    """The page's lines in drawing order, upright text first, spelt out with roles."""
    turns = Counter(glyph.turn for glyph in glyphs)
    lines: list[Line] = []
    for turn, _ in sorted(turns.items(), key=lambda item: (item[0] != 0, -item[1], item[0])):
        lines += _split([glyph for glyph in glyphs if glyph.turn == turn])
    for line in lines:
        _settle(line)
        _spell(line)
    return [line for line in lines if line.text]


def _split(glyphs: list[Glyph]) -> list[Line]:
    lines: list[Line] = []
    current: Line | None = None
    for glyph in glyphs:
        if current is None or not _continues(current, glyph):
            current = Line(v=glyph.v, size=glyph.size, start=glyph.u)
            lines.append(current)
        elif glyph.size > 1.12 * current.size:
            current.v, current.size = glyph.v, glyph.size
        current.glyphs.append(glyph)
        current.end = glyph.end
    return lines


def _continues(line: Line, glyph: Glyph) -> bool:
    last = line.glyphs[-1]
    if glyph.u == last.u and glyph.v == last.v:
        return True  # the parts of a ligature share its place
    size = max(line.size, glyph.size, 0.1)
    gap = glyph.u - line.end
    wide = SCRIPT_CELL_GAP if last.size < 0.9 * size and glyph.text.isalpha() else CELL_GAP
    if last.text.isdigit() and glyph.text.isdigit():
        wide = DIGIT_CELL_GAP
    if not -0.7 * size < gap < wide * size:
        return False
    rise = glyph.v - line.v
    if glyph.size < 0.9 * line.size:
        return -0.5 * size < rise < 0.8 * size
    if line.size < 0.9 * glyph.size:
        return -0.8 * size < rise < 0.5 * size
    return abs(rise) < 0.3 * size or (abs(rise) < 0.6 * size and gap < 0.3 * size)


def _settle(line: Line) -> None:
    """The main size and baseline: those of the greatest share of the line's width."""
    widths: Counter[tuple[float, float]] = Counter()
    for glyph in line.glyphs:
        widths[round(glyph.size, 1), round(glyph.v, 1)] += 1 + round(10 * max(0.0, glyph.end - glyph.u))
    largest = max(size for size, _ in widths)
    main = {key: width for key, width in widths.items() if key[0] >= 0.9 * largest} or widths
    line.size, line.v = max(main, key=lambda key: main[key])
    line.size = max(line.size, 0.1)
    line.start = min(glyph.u for glyph in line.glyphs)
    line.end = max(glyph.end for glyph in line.glyphs)


def _role(line: Line, glyph: Glyph) -> str:
    rise, small = (glyph.v - line.v) / line.size, glyph.size < 0.9 * line.size
    if rise >= 0.25 or (small and rise >= 0.14):
        return SUPERSCRIPT
    if rise <= -0.25 or (small and rise <= -0.07):
        return SUBSCRIPT
    return " "


def _spell(line: Line) -> None:
    usual = _usual_gap(line)
    previous: Glyph | None = None
    for glyph in line.glyphs:
        if glyph.text.isspace():
            _put(line, " ", " ", None)
        else:
            if previous is not None and _word_gap(previous, glyph, line.size, usual):
                _put(line, " ", " ", None)
            _put(line, glyph.text, _role(line, glyph), glyph)
        previous = glyph
    kept = len(line.text.rstrip(" "))
    line.text, line.roles, line.owners = line.text[:kept], line.roles[:kept], line.owners[:kept]


def _put(line: Line, text: str, role: str, owner: Glyph | None) -> None:
    if text == " " and (not line.text or line.text[-1] == " "):
        return
    line.text += text
    line.roles += role * len(text)
    line.owners += [owner] * len(text)


def _usual_gap(line: Line) -> float:
    """The usual gap between neighbours, in font sizes: above 0 where text is drawn letter-spaced."""
    gaps = [b.u - a.end for a, b in zip(line.glyphs, line.glyphs[1:], strict=False)]
    small = [gap for gap in gaps if gap < 0.5 * line.size]
    return max(0.0, statistics.median(small) / line.size) if len(small) >= 4 else 0.0


def _word_gap(a: Glyph, b: Glyph, size: float, usual: float) -> bool:
    gap = (b.u - a.end) / size
    if a.text[-1:].isdigit() and b.text[:1].isdigit():
        return gap > usual + DIGIT_GAP
    if a.drawn != b.drawn:
        return gap > usual + PIECE_GAP
    return gap > usual + (SLANTED_GAP if a.text == "f" else WORD_GAP)
