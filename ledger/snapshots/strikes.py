"""Lines that are drawn through text: what a page strikes out, it withdraws.

Only straight, unbroken lines along the text are known. One that runs on far beyond the text (a grid line of
a chart) strikes nothing out, nor does the side of a frame. Whether the line itself is seen, another must say
(:mod:`ledger.snapshots.contrast`).
"""

from __future__ import annotations

import ctypes
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass

import pypdfium2.raw as raw

from ledger.snapshots import plain
from ledger.snapshots.glyphs import Glyph
from ledger.snapshots.page import Box
from ledger.snapshots.painted import THICK, Matrix, Painted, Text, is_rule, moved
from ledger.snapshots.suspects import TooMany, meetings

MIDDLE = 0.2, 0.8
"""Where, between a glyph's foot and its head, a line through it stands."""
HEAVY = 0.5
"""A bar thicker than this share of a glyph does not strike it out, it covers it."""
COVERED = 0.6
"""How much of its length a striking line must be over text."""
JOINT = 0.5
"""Lines whose ends are closer than this, in points, continue each other."""
MAX_SEGMENTS = 64
"""Segments of one path that are looked at: more is a drawing, not a list of lines."""
MAX_DRAWINGS = 2_000
MAX_STRIKES = 1_000


@dataclass(slots=True)
class Strike:
    """A line, the object that draws it, and the glyphs that it goes through."""

    handle: int
    box: Box
    glyphs: list[Glyph]


def strikes(
    painted: Painted,
    texts: Sequence[Text],
    glyphs_of: Callable[[Text], list[Glyph]],
    ink_of: Callable[[Glyph], Box],
) -> list[Strike]:
    """The lines of a page that go through text, if they are seen.

    Args:
        painted: the page's objects.
        texts: its texts.
        glyphs_of: what a text draws.
        ink_of: the box of a glyph's ink.
    """
    rules = [*painted.rules, *_lines(painted, texts)]
    crossed: dict[int, list[Glyph]] = defaultdict(list)
    with suppress(TooMany):
        for place, text in meetings([box for _, box in rules], texts):
            crossed[place] += _crossed(rules[place][1], glyphs_of(text), ink_of)
    found: list[Strike] = []
    levels = _Levels([box for _, box in rules])
    for place, glyphs in crossed.items():
        handle, box = rules[place]
        over = sum(glyph.end - glyph.u for glyph in glyphs)
        if not glyphs or over < COVERED * (_end(box) - _start(box)) or plain.dashes(handle) > 0:
            continue
        if over >= COVERED * levels.length(box):
            found.append(Strike(handle, box, glyphs))
            if len(found) >= MAX_STRIKES:
                break
    return found


class _Levels:
    """Rules by the level, across or up the page, on which they lie."""

    def __init__(self, rules: list[Box]) -> None:
        self._bands: dict[tuple[bool, int], list[Box]] = defaultdict(list)
        for rule in rules:
            self._bands[_is_flat(rule), int(_level(rule) // THICK)].append(rule)

    def length(self, rule: Box) -> float:
        """Of the straight line that a rule makes with those that continue it: a table's lines are often
        drawn cell by cell."""
        flat, level = _is_flat(rule), _level(rule)
        near = (box for band in (-1, 0, 1) for box in self._bands[flat, int(level // THICK) + band])
        pieces = sorted((_start(box), _end(box)) for box in near if abs(_level(box) - level) <= JOINT)
        start, end = _start(rule), _end(rule)
        for low, high in pieces:
            if low <= end + JOINT and high > end:
                end = high
        for low, high in reversed(pieces):
            if high >= start - JOINT and low < start:
                start = low
        return end - start


def _is_flat(rule: Box) -> bool:
    return rule[2] - rule[0] > rule[3] - rule[1]


def _level(rule: Box) -> float:
    return (rule[1] + rule[3]) / 2 if _is_flat(rule) else (rule[0] + rule[2]) / 2


def _start(rule: Box) -> float:
    return rule[0] if _is_flat(rule) else rule[1]


def _end(rule: Box) -> float:
    return rule[2] if _is_flat(rule) else rule[3]


def _crossed(rule: Box, glyphs: list[Glyph], ink_of: Callable[[Glyph], Box]) -> list[Glyph]:
    """The glyphs that a rule goes over, if it goes through the middle of any letter or digit among them."""
    along, up = (0, 1) if _is_flat(rule) else (1, 0)
    thick, height = rule[up + 2] - rule[up], _level(rule)
    over = [
        glyph
        for glyph in glyphs
        if (glyph.turn in (0, 180)) == (along == 0)
        and rule[along] <= (glyph.box[along] + glyph.box[along + 2]) / 2 <= rule[along + 2]
        and glyph.box[up] < height < glyph.box[up + 2]
    ]
    for glyph in over:
        if glyph.text.isalnum():
            ink = ink_of(glyph)
            tall = ink[up + 2] - ink[up]
            low, high = (ink[up] + share * tall for share in MIDDLE)
            if low < height < high and thick <= HEAVY * tall:
                return over
    return []


def _lines(painted: Painted, texts: Sequence[Text]) -> Iterator[tuple[int, Box]]:
    """The straight lines inside drawings that meet text."""
    met: set[int] = set()
    with suppress(TooMany):
        for place, _ in meetings([box for _, box, _ in painted.drawings], texts):
            met.add(place)
            if len(met) >= MAX_DRAWINGS:
                break
    for place in sorted(met):
        handle, _, matrix = painted.drawings[place]
        yield from ((handle, line) for line in _straight(handle, matrix))


def _straight(handle: int, matrix: Matrix) -> Iterator[Box]:
    """The parts of a path that are thin straight lines; the sides of a frame are none."""
    count = plain.path_segments(handle)
    if not 2 <= count <= MAX_SEGMENTS:
        return
    own = raw.FS_MATRIX()
    plain.matrix(handle, own)
    inner = own.a, own.b, own.c, own.d, own.e, own.f
    for part in _parts(handle, count):
        across, up = [x for x, _ in part], [y for _, y in part]
        box = moved(moved((min(across), min(up), max(across), max(up)), inner), matrix)
        if is_rule(box):
            yield box


def _parts(handle: int, count: int) -> Iterator[list[tuple[float, float]]]:
    """The points of each connected part of a path; a part with curves is left out."""
    x, y = ctypes.c_float(), ctypes.c_float()
    part: list[tuple[float, float]] = []
    curved = False
    for index in range(count):
        segment = plain.path_segment(handle, index)
        kind = plain.segment_kind(segment)
        plain.segment_point(segment, x, y)
        if kind == raw.FPDF_SEGMENT_MOVETO:
            if not curved and len(part) > 1:
                yield part
            part, curved = [], False
        curved = curved or kind == raw.FPDF_SEGMENT_BEZIERTO
        part.append((x.value, y.value))
        if plain.segment_closes(segment) and part:
            part.append(part[0])
    if not curved and len(part) > 1:
        yield part
