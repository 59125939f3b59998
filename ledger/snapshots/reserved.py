"""Whether the source takes back, at a place, what the place seems to say.

Anchors and number may all stand in a sentence that denies them (``does not take 7 GB``), only supposes them,
asks for them, or reports them of others. Such a word is accounted for when an anchor holds it: then the
author has seen it, and a reader of the evidence does.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from functools import lru_cache

from ledger.quantities.reservations import Reservation, Reserve, reserves
from ledger.snapshots.anchors import Window
from ledger.snapshots.page import Page
from ledger.snapshots.rows import Hit
from ledger.snapshots.window import reading_of

REACH = 1_000
"""How far a sentence is read either way, in characters."""


@dataclass(frozen=True, slots=True)
class TakenBack:
    """The place on the page of a word that takes something back, and how."""

    start: int
    end: int
    kind: Reservation


def taken_back(
    page: Page, window: Window, token: Hit | None, ignored: Collection[Reservation]
) -> TakenBack | None:
    """The first word that takes back what stands there and that no anchor holds.

    Args:
        page: the page.
        window: the anchors.
        token: the number; ``None`` for terms alone.
        ignored: what makes no difference.
    """
    for place in (*([] if token is None else [token]), *window.hits):
        for word in _reaching(page, place):
            if word.kind in ignored:
                continue
            if token is not None and token[0] <= word.start < token[1]:
                continue  # the grammar has read it: no more than 7
            if not any(hit[0] <= word.start and word.end <= hit[1] for hit in window.hits):
                return word
    return None


@lru_cache(maxsize=512)
def _reserves(sentence: str) -> tuple[Reserve, ...]:
    """The anchors and the number of a claim mostly stand in one sentence, and so do several claims."""
    return tuple(reserves(sentence))


def _reaching(page: Page, place: Hit) -> Iterator[TakenBack]:
    """The words of the sentence around a place that reach it."""
    reading = reading_of(page, *place, REACH)
    plain = reading.text.plain
    start, end = (bisect_left(reading.offsets, offset, hi=len(plain)) for offset in place)
    for word in _reserves(plain):
        if word.reach[0] < end and start < word.reach[1]:
            yield TakenBack(reading.offsets[word.start], reading.offsets[word.end - 1] + 1, word.kind)
