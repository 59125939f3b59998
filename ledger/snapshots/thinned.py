"""Anchors that hold several numbers, or none, made to hold the one that is meant.

What stands before the number stays, since it may be the name of what the number is of (``1.3B (24 layers``),
and so does what is one of several with it (``0 or 1``, ``5 ms, 7 ms``): only what follows behind a comma or a
bracket and is of something else is left out.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from ledger.snapshots.page import Page
from ledger.snapshots.rows import Hit
from ledger.snapshots.window import reading_of

_PARTED = re.compile(r"[,;:()，；：（）]")
_WORD = re.compile(r"[^\W\d_]{3}|[\u4e00-\u9fff]{2}")


def thinned(page: Page, hits: Sequence[Hit], token: Hit) -> tuple[Hit, ...]:
    """Stretches of the anchors *hits* that may hold one number, *token*; empty where there are no others."""
    own = next((hit for hit in hits if hit[0] <= token[0] and token[1] <= hit[1]), None)
    if own is None:
        return tuple(sorted([*hits, token]))
    end = _before_the_next(page, own, token)
    return () if end is None else tuple((hit[0], end) if hit == own else hit for hit in hits)


def _before_the_next(page: Page, own: Hit, token: Hit) -> int | None:
    """Where what belongs to *token* ends, when a number of something else follows in its anchor."""
    units = {
        (start, end): one.quantity.unit for start, end, one in reading_of(page, *own).tokens() if one.quantity
    }
    behind = [at for at in units if token[1] <= at[0] < own[1]]
    if not behind or token not in units:
        return None
    other = min(behind)
    between = page.text[token[1] : other[0]]
    parted = next(_PARTED.finditer(between), None)
    alike = units[other] == units[token] and _WORD.search(between) is None
    return None if parted is None or alike else token[1] + parted.start()
