"""Fractions set one part over the other: a raised numerator with a lowered denominator right below it.

Extraction yields ``4Ψ + ^12Ψ``, an empty line, ``_Nd``; a reader sees 4Ψ + 12Ψ/N_d. A superscript with a
subscript under it (``x_i²``) hangs on its base and is no fraction; nor is anything whose parts are not
centred on each other.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace

from ledger.errors import QuantityError
from ledger.quantities import Quantity, from_fields
from ledger.snapshots.page import SUBSCRIPT, SUPERSCRIPT, Page, Span
from ledger.snapshots.rows import Hit

OFF_CENTRE = 0.2
"""How far apart the centres of the two parts may be, over the wider part's width."""
SMALLER = 0.9
"""A glyph below this share of the part's tallest is itself raised or lowered."""
_GAP = re.compile(r"\s+\Z")
_BASE = re.compile(r"[^\s=≈<>≤≥+\-−–×·*/(\[{,]")


def stacked_formulas(page: Page, hits: Iterable[Hit]) -> Iterator[tuple[int, int, Quantity]]:
    """Anchors that are formulas with stacked fractions: start, end (denominator included), formula."""
    for start, end in hits:
        spelt = _spelt(page, start, end)
        if spelt is None:
            continue
        stop, text = spelt
        try:
            quantity = from_fields(text, "1")
        except QuantityError:
            continue
        if quantity.expression is not None:
            yield start, stop, replace(quantity, printed=text)


def _spelt(page: Page, start: int, end: int) -> tuple[int, str] | None:
    """Where the formula ends and its text on one line; ``None`` when a script is no part of a fraction."""
    parts, at = [], start
    for span in page.scripts(start, end):
        if span.start < at:
            continue
        below = _denominator(page, span)
        if below is None:
            return None
        top, bottom = _part(page, span.start, span.end), _part(page, below.start, below.end)
        if top is None or bottom is None:
            return None
        parts.append(f"{page.text[at : span.start]}({top})/({bottom})")
        at = below.end
    if not parts:
        return None
    return max(at, end), " ".join("".join([*parts, page.text[at:end]]).split())


def _denominator(page: Page, above: Span) -> Span | None:
    """The lowered stretch right below a raised one that hangs on nothing."""
    if above.role != SUPERSCRIPT or _BASE.match(page.text[max(0, above.start - 1) : above.start]):
        return None
    for span in page.scripts(above.end, above.end + 8):
        if span.role != SUBSCRIPT or not _GAP.match(page.text[above.end : span.start]):
            return None
        return span if _centred(page, above, span) else None
    return None


def _centred(page: Page, above: Span, below: Span) -> bool:
    top, bottom = page.box(above.start, above.end), page.box(below.start, below.end)
    if top is None or bottom is None or top[1] < bottom[3] - (bottom[3] - bottom[1]) / 2:
        return False
    wider = max(top[2] - top[0], bottom[2] - bottom[0])
    return abs(top[0] + top[2] - bottom[0] - bottom[2]) / 2 <= OFF_CENTRE * wider


def _part(page: Page, start: int, end: int) -> str | None:
    """Numerator or denominator with its own indices written out; ``None`` for anything higher."""
    boxes = {at: box for at in range(start, end) if (box := page.box(at, at + 1)) is not None}
    if not boxes:
        return None
    tallest = max(boxes.values(), key=lambda box: box[3] - box[1])
    text, lowered = "", False
    for at in range(start, end):
        box = boxes.get(at)
        small = box is not None and box[3] - box[1] < SMALLER * (tallest[3] - tallest[1])
        if small and box is not None and box[1] >= tallest[1]:
            return None
        text += ("_" if small and not lowered else "") + page.text[at]
        lowered = small
    return text
