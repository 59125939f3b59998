"""The printed form that evidence gives: whether it stands there, and what it stands for is the claim's."""

from __future__ import annotations

from dataclasses import replace

from ledger.errors import QuantityError
from ledger.quantities import Grade, Quantity, compare, from_fields, parse
from ledger.schema.outcomes import Outcome
from ledger.snapshots.anchors import Window, hits_of
from ledger.snapshots.bare import says_noun, with_unit
from ledger.snapshots.bound import bound
from ledger.snapshots.choosing import choose
from ledger.snapshots.folding import folded_page
from ledger.snapshots.fractions import stacked_formulas
from ledger.snapshots.judged import RANK, Judged, weighed_with
from ledger.snapshots.lettered import lettered, lettered_formulas
from ledger.snapshots.located import Wanted
from ledger.snapshots.mapping import stands_for
from ledger.snapshots.measured import read_otherwise
from ledger.snapshots.page import Page
from ledger.snapshots.stated import head_of, weigh, weighed_tokens
from ledger.snapshots.window import Reading, reading_of


def judge_printed(page: Page, window: Window, wanted: Wanted, claimed: Quantity) -> Judged:
    """What a window comes to for evidence that maps a printed form to the claim's quantity."""
    printed = wanted.printed or ""
    letters = lettered(printed, wanted.where)
    try:
        form = letters if letters is not None else parse(printed)
    except QuantityError as error:
        return Judged(Outcome.UNCHECKABLE, "printed-unreadable", f"printed {printed!r}: {error}", window)
    reading = reading_of(page, window.start, window.end)
    hits = hits_of(printed, folded_page(page))
    places = [(a, b) for a, b in hits if reading.start <= a and b <= reading.end]
    there = [
        (start, end, token.quantity)
        for start, end, token in reading.tokens()
        if token.quantity is not None
        and any(start < b and a < end for a, b in places)
        and _same_form(form, token.quantity, None)
    ]
    matching = [match for match in there if _same_form(form, match[2], wanted.unit)]
    stacked = stacked_formulas(page, window.hits)
    matching += [match for match in stacked if _same_form(form, match[2], wanted.unit)]
    if letters is not None:
        matching += lettered_formulas(page, letters, places)
    if not matching:
        if there and wanted.unit is not None:
            return read_otherwise(page, window, there[0], wanted.unit)
        message = f"{printed!r} does not parse out of the text there"
        return Judged(Outcome.NOT_FOUND, "not-printed", message, window)
    judged = [_judge_mapped(reading, window, wanted, claimed, *match) for match in matching]
    return min(judged, key=lambda place: RANK[place.outcome])


def _judge_mapped(
    reading: Reading,
    window: Window,
    wanted: Wanted,
    claimed: Quantity,
    start: int,
    end: int,
    observed: Quantity,
) -> Judged:
    page = reading.page
    try:
        meant = stands_for(observed, wanted.where, wanted.unit)
    except QuantityError as error:
        return Judged(Outcome.UNCHECKABLE, "mapping", f"printed {wanted.printed!r}: {error}", window)
    head = head_of(page.text, start, end, observed)
    weighed = weigh(page, start, end, meant, claimed, wanted.loose, explained=True)
    if head and weighed.equal:
        weighed = replace(weighed, equal=False, head=head)
    place = choose(page, window, [weighed], True)
    if place.outcome is Outcome.VERIFIED:
        place = with_unit(page, window, place, observed, wanted.unit or "1") if wanted.strict else place
    named = not wanted.strict or observed.expression is not None or says_noun(reading, place, wanted.unit)
    if place.outcome is Outcome.VERIFIED and not named:
        message = f"nothing there says that {place.found!r} counts {wanted.unit}; let an anchor hold it"
        return replace(place, outcome=Outcome.AMBIGUOUS, cause="noun-not-printed", message=message)
    alike = [item for item in weighed_tokens(reading, observed, True) if item.alike]
    return weighed_with(place, lambda place: bound(page, window, place, alike, observed, wanted.strict))


def _same_form(form: Quantity, observed: Quantity, unit: str | None) -> bool:
    """Whether the window's token is the printed form itself: a comparator may stand before it, and a unit
    after it when *unit* says the same of it."""
    bare = observed if form.unit != "1" else replace(observed, unit="1")
    if compare(replace(form, comparator=observed.comparator), bare).grade is not Grade.EXACT:
        return False
    if unit is None or observed.unit == "1":
        return True
    return compare(from_fields("1", unit), from_fields("1", observed.unit)).grade is Grade.EXACT
