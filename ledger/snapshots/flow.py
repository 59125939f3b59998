"""Lines of a page put in reading order and joined into one text."""

from __future__ import annotations

import re
import statistics
from array import array
from collections import Counter
from itertools import pairwise

from ledger.snapshots.layout import CELL_GAP, LEADING, MIN_COLUMN_ROWS, Line
from ledger.snapshots.page import Page, Span

CELL, BREAK, BLOCK = "\t", "\n", "\n\n"
HEADING_LENGTH = 120
SENTENCE_END = re.compile(r"[.!?:;。！？：；][)\]\"'”’]*\Z")


def page_of(number: int, label: str, lines: list[Line], fault: str = "") -> Page:
    """One page's text, roles and boxes from its lines."""
    ordered = _by_column(lines)
    body = _body_size(ordered)
    text, roles, boxes = "", "", array("h")
    spans: list[Span] = []
    for index, line in enumerate(ordered):
        if index:
            gap = _between(ordered[index - 1], line)
            text, roles = text + gap, roles + " " * len(gap)
            boxes.extend([0] * (4 * len(gap)))
        if _is_heading(line, body):
            spans.append(Span(len(text), len(text) + len(line.text), "h"))
        text, roles = text + line.text, roles + line.roles
        for owner in line.owners:
            boxes.extend((0, 0, 0, 0) if owner is None else _tenths(owner.box))
    spans += [Span(m.start(), m.end(), m.group()[0]) for m in re.finditer(r"\^+|_+", roles)]
    spans.sort(key=lambda span: (span.start, span.end))
    return Page(number, text, label, tuple(spans), boxes.tobytes(), fault)


def _tenths(box: tuple[float, float, float, float]) -> tuple[int, ...]:
    return tuple(max(-32768, min(32767, round(10 * side))) for side in box)


def _body_size(lines: list[Line]) -> float:
    widths: Counter[float] = Counter()
    for line in lines:
        widths[round(line.size, 1)] += len(line.text)
    return max(widths, key=lambda size: (widths[size], size)) if widths else 0.0


def _is_heading(line: Line, body: float) -> bool:
    if not 2 <= len(line.text) <= HEADING_LENGTH or line.glyphs[0].turn:
        return False
    drawn = [glyph for glyph in line.glyphs if glyph.text.strip()]
    bold = sum(glyph.bold for glyph in drawn)
    return line.size > 1.08 * body or (line.size > 0.9 * body and 10 * bold >= 9 * len(drawn))


def _same_row(a: Line, b: Line) -> bool:
    return a.glyphs[0].turn == b.glyphs[0].turn and abs(a.v - b.v) < 0.35 * max(a.size, b.size)


def _between(a: Line, b: Line) -> str:
    size = max(a.size, b.size)
    if a.glyphs[0].turn != b.glyphs[0].turn:
        return BLOCK
    if _same_row(a, b) and b.start > a.end - 0.3 * size:
        return BLOCK if a.prose and b.prose else CELL
    drop = a.v - b.v
    if min(a.size, b.size) < 0.87 * size:
        return BLOCK
    if 0 < drop < LEADING * size and b.start < a.end and b.end > a.start - 2 * size:
        return BREAK
    column_break = drop < -3 * size and b.start > (a.start + a.end) / 2
    return BREAK if column_break and a.prose and SENTENCE_END.search(a.text) is None else BLOCK


def _by_column(lines: list[Line]) -> list[Line]:
    """Lines drawn row by row across a gutter between two columns of prose, sorted column by column."""
    pairs = [(a, b) for a, b in pairwise(lines) if a.prose and b.prose and _same_row(a, b)]
    pairs = [(a, b) for a, b in pairs if b.start - a.end > CELL_GAP * max(a.size, b.size) / 2]
    if len(pairs) < MIN_COLUMN_ROWS:
        return lines
    gutter = statistics.median((a.end + b.start) / 2 for a, b in pairs)
    pairs = [(a, b) for a, b in pairs if a.end <= gutter <= b.start]
    if len(pairs) < MIN_COLUMN_ROWS:
        return lines
    top, bottom = max(a.v for a, _ in pairs), min(a.v for a, _ in pairs)
    return _sorted_apart(lines, gutter, top, bottom)


def _sorted_apart(lines: list[Line], gutter: float, top: float, bottom: float) -> list[Line]:
    result: list[Line] = []
    left: list[Line] = []
    right: list[Line] = []
    for line in lines:
        inside = bottom - 0.1 <= line.v <= top + 0.1 and line.glyphs[0].turn == 0
        if inside and line.end <= gutter:
            left.append(line)
        elif inside and line.start >= gutter:
            right.append(line)
        else:
            result += left + right + [line]
            left, right = [], []
    return result + left + right
