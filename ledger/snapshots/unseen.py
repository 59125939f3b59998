"""The glyphs of a PDF page that its reader does not see, told apart from those that he sees.

A number in text that is not shown must never speak for a claim. What may be unseen is told from the way it
is painted (:mod:`ledger.snapshots.suspects`), what is so from the page's picture with and without it.
"""

from __future__ import annotations

import ctypes
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from itertools import groupby
from typing import Any

import pypdfium2 as pdfium
import pypdfium2.raw as raw

from ledger.snapshots.contrast import Budget, Picture, TooSlow
from ledger.snapshots.glyphs import Glyph
from ledger.snapshots.page import Box, Why
from ledger.snapshots.painted import UNPAINTED, Text, read_painted
from ledger.snapshots.strikes import Strike, strikes
from ledger.snapshots.suspects import is_light, suspects

MAX_PICTURE = 64_000_000
"""Pixels of the largest picture on a page that is painted: unpacked it must fit into the worker's memory."""
MAX_LAYERS = 4
"""How many texts over one another are told apart."""
SMALL = 16.0
"""Ink of less than this, in square points, is looked at from nearer before it is given up."""
NEARER, MAX_NEARER = 10.0, 100
"""How near, in pixels a point, and for how many texts of a page."""
FLAT = 0.02
"""A glyph less than this wide or high, in points, has no ink that is known."""
CELL, MAX_SIDE, MAX_CELLS = 8.0, 100, 400_000
STRUCK = "\u200b"
"""Stands between the digits that a lost one parted; a reader of numbers calls them ambiguous."""
TOUCHING = 0.2
"""Glyphs closer than this many font sizes touch."""


def unseen_glyphs(
    page: pdfium.PdfPage,
    textpage: pdfium.PdfTextPage,
    glyphs: list[Glyph],
    addresses: list[int],
    budget: Budget,
) -> dict[int, Why]:
    """The glyphs that are not seen, by :attr:`Glyph.index`, and why.

    Args:
        page, textpage: the open page.
        glyphs: what it draws.
        addresses: of the text objects that draw them, by number.
        budget: the time for pictures.
    """
    if not glyphs:
        return {}
    look = _Look(page.raw, textpage.raw, glyphs, addresses, budget)
    look.at_modes()
    look.at_notes()
    look.at_pictures()
    look.at_blanks()
    return look.found


def seen_of(glyphs: list[Glyph], unseen: Mapping[int, Why]) -> list[Glyph]:
    """The glyphs that are seen; where one was lost between two that are not a word's end, a mark stands."""
    kept: list[Glyph] = []
    runs = [(lost, list(run)) for lost, run in groupby(glyphs, lambda glyph: glyph.index in unseen)]
    for place, (lost, run) in enumerate(runs):
        if not lost:
            kept += run
            continue
        before = kept[-1] if kept else None
        after = runs[place + 1][1][0] if place + 1 < len(runs) else None
        left, right = _touch(before, run[0]), _touch(run[-1], after)
        digits = before is not None and before.text.isdigit() and after is not None and after.text.isdigit()
        struck = any(unseen[glyph.index] is Why.STRUCK for glyph in run)
        if (struck and (left or right)) or (digits and left and right):
            kept.append(replace(run[0], text=STRUCK))
    return kept


def _touch(one: Glyph | None, other: Glyph | None) -> bool:
    """Whether two glyphs stand side by side without a space."""
    if one is None or other is None or one.turn != other.turn or not (one.text + other.text).split():
        return False
    if one.text.isspace() or other.text.isspace():
        return False
    size = max(one.size, other.size)
    return abs(other.u - one.end) < TOUCHING * size and abs(other.v - one.v) < size / 2


class _Look:
    """One page, looked at in several ways; what is found is in ``found``."""

    def __init__(
        self, page: Any, textpage: Any, glyphs: list[Glyph], addresses: list[int], budget: Budget
    ) -> None:
        self.found: dict[int, Why] = {}
        self._page, self._textpage, self._budget = page, textpage, budget
        self._glyphs = glyphs
        self._painted = read_painted(page, addresses)
        self._texts = [self._painted.texts[address] for address in addresses]
        read = set(addresses)
        self._unread = [text for address, text in self._painted.texts.items() if address not in read]
        self._drawn: dict[int, list[Glyph]] = {}
        rect = raw.FS_RECTF()
        raw.FPDF_GetPageBoundingBox(page, rect)
        self._shown: Box = (rect.left, rect.bottom, rect.right, rect.top)

    def at_modes(self) -> None:
        """Text that paints nothing: over a picture it is what a machine read there."""
        pictures = [area.box for area in self._painted.areas if area.kind == raw.FPDF_PAGEOBJ_IMAGE]
        for text in self._texts:
            if text.mode == raw.FPDF_TEXTRENDERMODE_CLIP:
                self._lose(self._of(text), Why.UNSURE)  # something else may be painted through it
            elif text.mode == raw.FPDF_TEXTRENDERMODE_INVISIBLE:
                for glyph in self._of(text):
                    over = any(_holds(box, *_middle(glyph.box)) for box in pictures)
                    self.found[glyph.index] = Why.RECOGNISED if over else Why.HIDDEN

    def at_notes(self) -> None:
        """Text that a note strikes out."""
        if self._painted.struck:
            self._lose(
                (
                    glyph
                    for glyph in self._glyphs
                    if any(_holds(box, *_middle(glyph.box)) for box in self._painted.struck)
                ),
                Why.STRUCK,
            )

    def at_pictures(self) -> None:
        """Text that makes no difference to the page's picture, and lines through text that make one."""
        painted = [text for text in self._texts if text.mode not in UNPAINTED]
        doubtful = suspects(self._painted, painted, self._shown)
        lines = strikes(self._painted, painted, self._of, self._ink)
        glyphs = [glyph for text in doubtful for glyph in self._of(text) if self._is_inked(glyph)]
        part = _around([glyph.box for glyph in glyphs] + [line.box for line in lines], self._shown)
        if part is None:
            self._lose(glyphs, Why.HIDDEN)
            return
        try:
            if self._painted.pixels > MAX_PICTURE:
                raise TooSlow
            picture = Picture(self._page, self._shown, part, self._budget)
            as_it_is = picture.paint()
            if glyphs:
                self._at_text(picture, as_it_is, doubtful, glyphs)
            if lines:
                self._at_lines(picture, as_it_is, lines)
        except TooSlow:
            self._lose(glyphs, Why.UNSURE)
            self._lose((glyph for line in lines for glyph in line.glyphs), Why.UNSURE)

    def _at_text(self, picture: Picture, as_it_is: bytes, doubtful: list[Text], glyphs: list[Glyph]) -> None:
        # what pdfium reads once though it is painted twice must go twice
        without = picture.paint(text.handle for text in (*doubtful, *self._unread))
        inks = {glyph.index: self._ink(glyph) for glyph in glyphs}
        kept = {glyph.index for glyph in glyphs if picture.differ(as_it_is, without, inks[glyph.index])}
        lost = [glyph for glyph in glyphs if glyph.index not in kept]
        kept |= self._at_points(doubtful, lost, inks)
        self._lose((glyph for glyph in lost if glyph.index not in kept), Why.HIDDEN)
        seen = [glyph for glyph in glyphs if glyph.index in kept]
        self._at_layers(picture, as_it_is, seen, inks)
        self._at_wipers(seen, inks)

    def _at_points(self, doubtful: list[Text], lost: list[Glyph], inks: Mapping[int, Box]) -> set[int]:
        """Those of *lost* whose ink is too small for the page's picture and that are seen from nearer."""
        small: dict[int, list[Glyph]] = defaultdict(list)
        for glyph in lost:
            left, bottom, right, top = inks[glyph.index]
            if (right - left) * (top - bottom) < SMALL:
                small[glyph.drawn].append(glyph)
        seen = set()
        gone = [text.handle for text in (*doubtful, *self._unread)]
        for glyphs in list(small.values())[:MAX_NEARER]:
            part = _around([inks[glyph.index] for glyph in glyphs], self._shown)
            if part is not None:
                nearer = Picture(self._page, self._shown, part, self._budget, NEARER)
                with_them, without = nearer.paint(), nearer.paint(gone)
                seen |= {
                    glyph.index for glyph in glyphs if nearer.differ(with_them, without, inks[glyph.index])
                }
        return seen

    def _at_wipers(self, glyphs: list[Glyph], inks: Mapping[int, Box]) -> None:
        """Light signs on a letter or digit are seen by what they wipe out of it: neither can be read."""
        light = [
            glyph for glyph in glyphs if glyph.index not in self.found and is_light(self._texts[glyph.drawn])
        ]
        if not light:
            return
        others = _Cells()
        for glyph in self._glyphs:
            if glyph.index not in self.found and glyph.text.isalnum():
                others.add(glyph, (*_middle(glyph.box), *_middle(glyph.box)))
        for glyph in light:
            for other in list(others.within(inks[glyph.index])):
                below = self._texts[other.drawn].order < self._texts[glyph.drawn].order
                if other.drawn != glyph.drawn and (other.text != glyph.text or below):
                    self._lose([glyph, other] if below else [glyph], Why.UNSURE)

    def _at_layers(self, picture: Picture, base: bytes, glyphs: list[Glyph], inks: Mapping[int, Box]) -> None:
        """Texts over one another, the lowest first: each must make a difference of its own."""
        over = _overlaps(glyphs, inks)
        levels: dict[int, int] = {}
        for number in sorted(over, key=lambda number: self._texts[number].order):
            below = [levels[other] for other in over[number] if other in levels]
            levels[number] = 1 + max(below, default=0)
        laid: dict[int, list[Glyph]] = defaultdict(list)
        for glyph in glyphs:
            if glyph.drawn in levels:
                laid[glyph.drawn].append(glyph)
        gone: list[int] = []
        for level in range(1, max(levels.values(), default=0) + 1):
            numbers = [number for number in levels if levels[number] == level]
            if level > MAX_LAYERS:
                self._lose((glyph for number in numbers for glyph in laid[number]), Why.UNSURE)
                continue
            without = picture.paint([*gone, *(self._texts[number].handle for number in numbers)])
            lost = []
            for number in numbers:
                unseen = [
                    glyph for glyph in laid[number] if not picture.differ(base, without, inks[glyph.index])
                ]
                self._lose(unseen, Why.HIDDEN)
                if len(unseen) == len(laid[number]):
                    lost.append(self._texts[number].handle)
            if lost:
                gone += lost
                base = picture.paint(gone)

    def _at_lines(self, picture: Picture, as_it_is: bytes, lines: list[Strike]) -> None:
        without = picture.paint({line.handle for line in lines})
        for line in lines:
            for glyph in line.glyphs:
                crossing = _around([self._ink(glyph)], line.box)
                if crossing is not None and picture.differ(as_it_is, without, crossing):
                    self._lose(line.glyphs, Why.STRUCK)
                    break

    def at_blanks(self) -> None:
        """A blank is lost with the glyphs before it in its text, or, where none is, with those behind."""
        if not self.found:
            return
        for drawn in {glyph.drawn for glyph in self._glyphs if glyph.index in self.found}:
            run = self._of(self._texts[drawn])
            why: Why | None = next(
                (self.found.get(glyph.index) for glyph in run if not glyph.text.isspace()), None
            )
            for glyph in run:
                if not glyph.text.isspace():
                    why = self.found.get(glyph.index)
                elif why is not None:
                    self.found.setdefault(glyph.index, why)

    def _lose(self, glyphs: Iterable[Glyph], why: Why) -> None:
        for glyph in glyphs:
            self.found.setdefault(glyph.index, why)

    def _of(self, text: Text) -> list[Glyph]:
        """What a text draws."""
        if not self._drawn:
            drawn = defaultdict(list)
            for glyph in self._glyphs:
                drawn[self._texts[glyph.drawn].order].append(glyph)
            self._drawn = drawn
        return self._drawn.get(text.order, [])

    def _is_inked(self, glyph: Glyph) -> bool:
        """Whether it should be seen: a blank, or a sign that draws nothing and is no letter, should not."""
        return not glyph.text.isspace() and (glyph.text.isalnum() or not _is_flat(self._tight(glyph)))

    def _ink(self, glyph: Glyph) -> Box:
        """The box of a glyph's ink; of its place where no ink is known."""
        box = self._tight(glyph)
        return glyph.box if _is_flat(box) else box

    def _tight(self, glyph: Glyph) -> Box:
        left, right, bottom, top = (ctypes.c_double() for _ in range(4))
        raw.FPDFText_GetCharBox(self._textpage, glyph.index, left, right, bottom, top)
        return left.value, bottom.value, right.value, top.value


def _is_flat(box: Box) -> bool:
    return box[2] - box[0] < FLAT or box[3] - box[1] < FLAT


class _Cells:
    """Glyphs by the parts of the page that they are in; beyond a number of parts none is taken in."""

    def __init__(self) -> None:
        self._cells: dict[tuple[int, int], list[Glyph]] = defaultdict(list)
        self._boxes: dict[int, Box] = {}
        self._left = MAX_CELLS

    def add(self, glyph: Glyph, box: Box) -> None:
        """Take in a glyph with its box."""
        places = list(self._places(box))
        self._left -= len(places)
        if self._left >= 0:
            self._boxes[glyph.index] = box
            for place in places:
                self._cells[place].append(glyph)

    def at(self, x: float, y: float) -> Iterator[Glyph]:
        """The glyphs in whose box a point is."""
        for glyph in self._cells.get((int(x // CELL), int(y // CELL)), ()):
            if _holds(self._boxes[glyph.index], x, y):
                yield glyph

    def within(self, box: Box) -> Iterator[Glyph]:
        """The glyphs whose box's middle is in a box."""
        for place in self._places(box):
            for glyph in self._cells.get(place, ()):
                if _holds(box, *_middle(self._boxes[glyph.index])):
                    yield glyph

    def _places(self, box: Box) -> Iterator[tuple[int, int]]:
        left, bottom, right, top = (int(side // CELL) for side in box)
        columns, rows = min(right + 1, left + MAX_SIDE), min(top + 1, bottom + MAX_SIDE)
        return ((x, y) for x in range(left, columns) for y in range(bottom, rows))


def _overlaps(glyphs: list[Glyph], inks: Mapping[int, Box]) -> dict[int, set[int]]:
    """Texts of which a glyph's middle lies in the ink of another text's glyph, with those others."""
    cells = _Cells()
    for glyph in glyphs:
        cells.add(glyph, inks[glyph.index])
    found: dict[int, set[int]] = defaultdict(set)
    for glyph in glyphs:
        for other in cells.at(*_middle(inks[glyph.index])):
            if other.drawn != glyph.drawn:
                found[glyph.drawn].add(other.drawn)
                found[other.drawn].add(glyph.drawn)
    return found


def _middle(box: Box) -> tuple[float, float]:
    return (box[0] + box[2]) / 2, (box[1] + box[3]) / 2


def _holds(box: Box, x: float, y: float) -> bool:
    return box[0] <= x <= box[2] and box[1] <= y <= box[3]


def _around(boxes: list[Box], within: Box) -> Box | None:
    """The box around *boxes*, as far as it lies within another; ``None`` where nothing does."""
    if not boxes:
        return None
    left, bottom = max(within[0], min(box[0] for box in boxes)), max(within[1], min(box[1] for box in boxes))
    right, top = min(within[2], max(box[2] for box in boxes)), min(within[3], max(box[3] for box in boxes))
    return (left, bottom, right, top) if left <= right and bottom <= top else None
