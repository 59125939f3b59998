"""What one place of a page comes to."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from ledger.schema.outcomes import Outcome
from ledger.snapshots.anchors import Window
from ledger.snapshots.page import Page
from ledger.snapshots.rows import Hit


@dataclass(frozen=True, slots=True)
class Judged:
    """What one window, or one page, comes to; ``token`` is the number's place, ``found`` its text, ``unit``
    its own, ``comparator`` the one that the source puts before it. ``asks``: nothing speaks against the
    place, but the anchors of a claim must hold more; ``claim``: what, when the place is taken all the same;
    ``open``: what no anchor holds and one should."""

    outcome: Outcome
    cause: str
    message: str
    window: Window | None = None
    token: Hit | None = None
    found: str = ""
    comparator: str = ""
    unit: str = ""
    asks: bool = False
    claim: str = ""
    open: Hit | None = None


RANK = {
    outcome: rank
    for rank, outcome in enumerate(
        (Outcome.VERIFIED, Outcome.AMBIGUOUS, Outcome.CONTRADICTED, Outcome.UNCHECKABLE, Outcome.NOT_FOUND)
    )
}
"""The order in which one of several places speaks for all."""


def weighed_with(place: Judged, judge: Callable[[Judged], Judged]) -> Judged:
    """The *place*, and what *judge* says of it: a reason against it outweighs what is only asked for."""
    if place.outcome is Outcome.VERIFIED:
        return judge(place)
    if not place.asks:
        return place
    other = judge(replace(place, outcome=Outcome.VERIFIED, cause="", asks=False))
    return place if other.outcome is Outcome.VERIFIED or other.asks else other


def shown(page: Page, start: int, end: int) -> str:
    """A stretch of a page for people: white space folded, raised and lowered signs written out."""
    parts, at = [], start
    for span in page.scripts(start, end):
        first, last = max(at, span.start), min(end, span.end)
        parts += [page.text[at:first], span.role, page.text[first:last]]
        at = last
    return " ".join("".join([*parts, page.text[at:end]]).split())


def another(page: Page, place: Judged, between: Hit, sure: bool = True) -> Judged:
    """The *place*, undecided, since what stands *between* number and anchors may be what it is said of."""
    said = shown(page, *between)
    message = f"the anchors leave out {said!r}, and {place.found!r} may be said of that"
    return another_thing(place, message, between, not sure)


def another_thing(place: Judged, message: str, unheld: Hit, asks: bool = False) -> Judged:
    """The *place*, undecided: *message*, and the stretch *unheld* that an anchor had better hold."""
    hint = f"{message}; let an anchor hold it"
    return replace(
        place, outcome=Outcome.AMBIGUOUS, cause="another-thing", message=hint, asks=asks, open=unheld
    )
