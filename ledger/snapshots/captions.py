"""Captions of tables, figures and equations, and what stands in each.

A caption opens a block (``Table 3: Times.``, not ``Table 3 shows``). What belongs to it are the lines above
and below, up to running text, a heading or another caption; of two captions around a place the page's own
way, captions above or below, tells whose it is.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

from ledger.snapshots.anchors import hits_of
from ledger.snapshots.page import Page
from ledger.snapshots.rows import Hit, is_prose, is_row, line_at, lines_above, lines_below

_OPENING = re.compile(
    r"(?:\A|(?<=\n\n))[ \t]{0,20}(?:(?P<Table>Table|Tab\.|表)|(?P<Figure>Figure|Fig\.|图))[ \t\u00a0]?"
    r"(?P<number>[A-Z]?\.?\d{1,3}(?:[.-]\d{1,3})?)(?=[ \t]*(?:[:.：。|—–-]|\n|\Z)|[ \t]+[^\Wa-z])"
)
_EQUATION = re.compile(r"\((?P<number>[A-Z]?\.?\d{1,3}(?:\.\d{1,3})?[a-z]?)\)[ \t]*(?=\n|\Z)")
CAPTION_REACH = 1_500
"""The longest caption, in characters."""
EQUATION_REACH = 300
"""How far before its number what belongs to an equation may begin."""


def has_caption(text: str, caption: str) -> bool:
    """Whether a folded page has a caption such as ``Table 3``."""
    kind, number = _parts(caption)
    forms = [form.format(number) for form in _CAPTIONS[kind]]
    return any(hits_of(form, text) for form in forms)


def stands_in(page: Page, place: Hit, caption: str) -> bool:
    """Whether a place of the page stands in what has the caption; a page where no block opens with that
    caption, nor another one stands around the place, does not tell, and counts."""
    kind, number = _parts(caption)
    if kind == "Equation":
        return _in_equation(page.text, place, number)
    around = _around(page, place)
    if around:
        return {(one.kind, one.number) for one in around} == {(kind, number)}
    return not any((one.kind, one.number) == (kind, number) for one in _captions(page))


def captions_of(page: Page, place: Hit) -> list[Hit]:
    """The blocks of the captions around a place; two where the page does not tell which is its own."""
    return [one.block for one in _around(page, place)]


@dataclass(frozen=True, slots=True)
class _Caption:
    """A caption and its block."""

    kind: str
    number: str
    block: Hit


@lru_cache(maxsize=64)
def _captions(page: Page) -> tuple[_Caption, ...]:
    found = []
    for match in _OPENING.finditer(page.text):
        end = page.text.find("\n\n", match.end())
        end = min(match.start() + CAPTION_REACH, len(page.text) if end < 0 else end)
        kind = "Figure" if match["Table"] is None else "Table"
        found.append(_Caption(kind, match["number"], (match.start(), end)))
    return tuple(found)


def _around(page: Page, place: Hit) -> list[_Caption]:
    """The caption whose block has the place; else that of the table or figure that has it, or those between
    which the page does not tell."""
    captions = _captions(page)
    inside = [one for one in captions if one.block[0] <= place[0] < one.block[1]]
    if inside or not captions:
        return inside
    here = line_at(page.text, place[0])
    if is_prose(page, here):
        return []
    above = _first(page, lines_above(page.text, here[0]))
    below = _first(page, lines_below(page.text, here[1]))
    around = [one for one in (above, below) if one is not None]
    own = "Table" if is_row(page.text, place[0]) else "Figure"
    around = [one for one in around if one.kind == own] or around
    if len(around) == 2:
        way = _captions_are_above(page, own)
        return around if way is None else around[:1] if way else around[1:]
    return around


def _first(page: Page, lines: Iterable[Hit]) -> _Caption | None:
    """The first caption among *lines*, before any running text."""
    for line in lines:
        for one in _captions(page):
            if one.block[0] <= line[0] <= one.block[1]:
                return one
        if is_prose(page, line):
            return None
    return None


def _captions_are_above(page: Page, kind: str) -> bool | None:
    """Whether the page has its captions above the tables or below them; ``None`` if it does not tell."""
    ways = set()
    for one in _captions(page):
        over = next(iter(lines_above(page.text, one.block[0])), None)
        under = next(iter(lines_below(page.text, one.block[1])), None)
        has_over = over is not None and is_row(page.text, over[0])
        has_under = under is not None and is_row(page.text, under[0])
        if one.kind == kind and has_over is not has_under:
            ways.add(has_under)
    return ways.pop() if len(ways) == 1 else None


def _in_equation(text: str, place: Hit, number: str) -> bool:
    """Whether the next equation's number is the one that is named, and near."""
    found = _EQUATION.search(text, place[0], place[1] + EQUATION_REACH)
    if found is None:
        return not any(one["number"] == number for one in _EQUATION.finditer(text))
    return found["number"] == number


def _parts(caption: str) -> tuple[str, str]:
    kind, _, number = caption.partition(" ")
    number = re.sub(r"^\(?(?:tables?|tab|figures?|fig|equations?|eq)?\.? *", "", number, flags=re.IGNORECASE)
    return kind, number.rstrip(")")


_CAPTIONS = {
    "Table": ("Table {}", "Tab. {}", "表 {}", "表{}"),
    "Figure": ("Figure {}", "Fig. {}", "图 {}", "图{}"),
    "Equation": ("({})", "Equation {}", "Eq. {}"),
}
