"""A claim's number that the source prints in another unit: which one, the author is told."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from ledger.quantities import Grade, Quantity, compare
from ledger.schema.outcomes import Outcome
from ledger.snapshots.anchors import Window
from ledger.snapshots.judged import Judged, shown
from ledger.snapshots.page import Page
from ledger.snapshots.stated import Weighed


def otherwise_measured(page: Page, place: Judged, held: Iterable[Weighed], claimed: Quantity) -> Judged:
    """The *place* where the claim's number is not found, or the one that an anchor holds in another unit.

    Without this, ``170 billion examples`` in an anchor is passed over for a claim without a unit, and the
    next number of the sentence is reported in its place.
    """
    for item in held:
        if item.grade is Grade.UNIT and item.quantity.unit != "1" and _same_value(claimed, item.quantity):
            token = item.start, item.end
            found = shown(page, *token)
            has = "has none" if claimed.unit == "1" else f"has {claimed.unit!r}"
            message = f"the anchors hold {found!r}, whose unit is {item.quantity.unit!r}; the claim {has}"
            return replace(place, cause="another-unit", message=message, token=token, found=found)
    return place


def read_otherwise(page: Page, window: Window, there: tuple[int, int, Quantity], unit: str) -> Judged:
    """The printed form, which stands *there* in another *unit* than the evidence gives it."""
    start, end, observed = there
    found = shown(page, start, end)
    message = f"the source prints {found!r}, whose unit is {observed.unit!r}; the evidence has {unit!r}"
    return Judged(Outcome.NOT_FOUND, "another-unit", message, window, (start, end), found)


def _same_value(claimed: Quantity, observed: Quantity) -> bool:
    return compare(replace(claimed, unit=observed.unit), observed).grade is Grade.EXACT
