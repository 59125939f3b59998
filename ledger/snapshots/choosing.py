"""What the numbers of a window come to: the claimed one, another, several, or none that can be told."""

from __future__ import annotations

from ledger.quantities import Grade
from ledger.schema.outcomes import Outcome
from ledger.snapshots.anchors import Window
from ledger.snapshots.broken import has_loose_dash, is_broken
from ledger.snapshots.judged import Judged, shown
from ledger.snapshots.page import Page
from ledger.snapshots.rows import Hit
from ledger.snapshots.stated import Weighed

BESIDE = "beside"


def choose(page: Page, window: Window, items: list[Weighed], in_anchor: bool) -> Judged:
    """What *items*, the numbers that the anchors hold (*in_anchor*) or that stand beside them, come to."""
    equal = [item for item in items if item.equal]
    if not equal:
        return _unequal(page, window, items, in_anchor)
    token, found = (equal[0].start, equal[0].end), shown(page, equal[0].start, equal[0].end)
    rivals = [item for item in items if not item.equal and not item.unit_missing]
    if rivals:
        where = "the anchors hold" if in_anchor else "beside the anchors stand"
        message = f"{where} {found!r} and also {shown(page, rivals[0].start, rivals[0].end)!r}"
        return Judged(Outcome.AMBIGUOUS, "several-numbers", message, window, token, found)
    if is_broken(page.text, *token):
        return _broken(window, token, found)
    if has_loose_dash(page.text, token[0]):
        message = f"a dash stands before {found!r}, which may be its sign"
        return Judged(Outcome.AMBIGUOUS, "sign-or-dash", message, window, token, found)
    cause, stated = "" if in_anchor else BESIDE, equal[0].quantity
    message, comparator = "found as stated", stated.comparator.value
    return Judged(Outcome.VERIFIED, cause, message, window, token, found, comparator, stated.unit)


def _broken(window: Window, token: Hit, found: str) -> Judged:
    message = f"a line ends in or right beside {found!r}, so its digits read in more than one way"
    return Judged(Outcome.AMBIGUOUS, "broken-number", message, window, token, found)


def _unequal(page: Page, window: Window, items: list[Weighed], in_anchor: bool) -> Judged:
    if not items:
        message = "the anchors stand there, but no such quantity with them"
        return Judged(Outcome.NOT_FOUND, "no-quantity", message, window)
    item = min(items, key=_unlike)
    token, found = (item.start, item.end), shown(page, item.start, item.end)
    if any(is_broken(page.text, one.start, one.end) for one in items):
        return _broken(window, token, found)
    if any(one.otherwise for one in items):
        message = f"{found!r} is the claim's number only in a language whose points group digits"
        return Judged(Outcome.AMBIGUOUS, "digit-grouping", message, window, token, found)
    if item.unit_missing:
        message = f"the source prints {found!r} without the unit; say what it stands for (printed, unit)"
        return Judged(Outcome.AMBIGUOUS, "unit-not-printed", message, window, token, found)
    if item.head:
        message = f"{found!r} qualifies {item.head!r}, which is what the number counts there"
        return Judged(Outcome.AMBIGUOUS, "compound-noun", message, window, token, found)
    if item.per:
        message = f"the source says {found!r} per {item.per}, the claim does not (unit; or printed, unit)"
        return Judged(Outcome.AMBIGUOUS, "per-unit", message, window, token, found)
    outcome = Outcome.CONTRADICTED if in_anchor else Outcome.NOT_FOUND
    message = f"the source has {found!r} there: {item.grade.value}"
    return Judged(outcome, item.grade.value, message, window, token, found)


def _unlike(item: Weighed) -> tuple[bool, bool, bool]:
    """How far a number is from the claimed one: that of the claim but for one thing comes first, then one
    that only has another comparator, then one that prints its unit."""
    near = item.unit_missing or bool(item.per or item.head)
    return not near, item.grade is not Grade.COMPARATOR, item.quantity.unit == "1"
