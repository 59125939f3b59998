"""One page against what is wanted: the windows of the anchors, and the number in or beside each."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ledger.errors import QuantityError
from ledger.quantities import Grade, Quantity, compare, from_fields, parse
from ledger.schema.outcomes import Outcome
from ledger.snapshots.anchors import Window, hits_of, windows_of
from ledger.snapshots.captions import has_caption
from ledger.snapshots.folding import folded_page
from ledger.snapshots.fractions import stacked_formulas
from ledger.snapshots.judged import RANK, Judged, shown
from ledger.snapshots.lettered import lettered, lettered_formulas
from ledger.snapshots.located import Wanted
from ledger.snapshots.mapping import stands_for
from ledger.snapshots.page import Page
from ledger.snapshots.rows import HasNumber, Hit, astray, is_row, line_at, outside, row_of, same_column
from ledger.snapshots.sections import Section
from ledger.snapshots.stated import Weighed, counts, weigh, weighed_formulas, weighed_tokens
from ledger.snapshots.window import Reading, is_broken, reading_of

MAX_DISTANCE = 120
"""How far, in characters, a number may stand from the anchors that do not hold it."""
MAX_AWAY = 200
"""How far before a number the nearest anchor of an earlier sentence may end."""
LINE_COST = 15
"""What a line's end between them adds to the distance."""
BESIDE = "beside"


def judge_page(page: Page, wanted: Wanted, section: Section | None) -> Judged:
    """What the page says; *section* when the window must lie in one."""
    if page.fault:
        return Judged(Outcome.UNCHECKABLE, "page-unreadable", f"page {page.number}: {page.fault}")
    text = folded_page(page)
    missing = [caption for caption in wanted.captions if not has_caption(text, caption)]
    if missing:
        return Judged(Outcome.NOT_FOUND, "no-such-caption", f"page {page.number} has no {missing[0]}")
    windows = windows_of(wanted.anchors, text)
    if not windows:
        return _no_window(page, wanted, text)
    inside = [window for window in windows if section is None or _inside(section, page, window, wanted)]
    if not inside:
        message = f"the anchors stand on page {page.number}, but outside section {wanted.section}"
        return Judged(Outcome.NOT_FOUND, "outside-section", message, windows[0])
    return _undivided([_judge_window(page, window, wanted) for window in inside])


def _inside(section: Section, page: Page, window: Window, wanted: Wanted) -> bool:
    """Inside the section, or, since tables and figures float, on a page next to it."""
    if section.covers(page.number, window.start, window.end):
        return True
    floats = any(caption.startswith(("Table", "Figure")) for caption in wanted.captions)
    return floats and section.start[0] - 1 <= page.number <= section.end[0] + 1


def _no_window(page: Page, wanted: Wanted, text: str) -> Judged:
    absent = [anchor for anchor in wanted.anchors if not hits_of(anchor, text)]
    if absent:
        return Judged(Outcome.NOT_FOUND, "no-anchor", f"page {page.number} does not have {absent[0]!r}")
    message = f"page {page.number} has all anchors, but not in this order close together"
    return Judged(Outcome.NOT_FOUND, "anchors-apart", message)


def _undivided(places: list[Judged]) -> Judged:
    """The best place speaks for all, but a number beside the anchors, not in them, counts only when no
    other place of the same anchors has a different one."""
    best = min(places, key=lambda place: RANK[place.outcome])
    if best.outcome is not Outcome.VERIFIED or best.cause != BESIDE:
        return best
    if any(place.outcome is not Outcome.VERIFIED and place.token is not None for place in places):
        message = "the anchors stand at several places of this page, with different numbers beside them"
        return replace(best, outcome=Outcome.AMBIGUOUS, cause="several-places", message=message)
    return replace(best, cause="")


def _judge_window(page: Page, window: Window, wanted: Wanted) -> Judged:
    claimed = wanted.quantity
    if claimed is None:
        return Judged(Outcome.VERIFIED, "", "the terms stand there in order", window)
    if wanted.printed is not None:
        return _judge_printed(page, window, wanted, claimed)
    reading = reading_of(page, window.start, window.end)
    weighed = [item for item in weighed_tokens(reading, claimed, wanted.loose) if _named(page, item, wanted)]
    if claimed.expression is not None:
        weighed += weighed_formulas(page, window.hits, claimed, wanted.loose)
    alike = [item for item in weighed if item.alike]
    within = [item for item in alike if any(_contains(page, hit, item) for hit in window.hits)]
    if within:
        place = _choose(page, window, within, True)
        if place.outcome is not Outcome.VERIFIED:
            return place
        return _bound(page, window, place, alike, claimed)
    if row := row_of(page.text, window.hits):
        return _beside_in_row(page, window, alike, row, claimed)
    return _beside(page, window, weighed, alike, claimed)


def _has_number(page: Page, claimed: Quantity) -> HasNumber:
    """Whether a stretch of the page has a number of the claimed kind."""

    def has(start: int, end: int) -> bool:
        reading = reading_of(page, start, end, reach=False)
        return any(item.alike for item in weighed_tokens(reading, claimed, True))

    return has


def _beside_in_row(
    page: Page, window: Window, alike: Sequence[Weighed], row: Hit, claimed: Quantity
) -> Judged:
    """The number of a table's row that the anchors name: the only one of its kind there, or in the column
    whose header is an anchor."""
    items = [item for item in alike if row[0] <= item.start and item.end <= row[1]]
    heads = [hit for hit in outside(row, window.hits) if hit[0] < row[0] and is_row(page.text, hit[0])]
    named = [item for item in items if any(same_column(page, hit, (item.start, item.end)) for hit in heads)]
    place = _choose(page, window, named or items, False)
    if place.outcome is not Outcome.VERIFIED or place.token is None:
        return place
    if named:
        return _in_its_row(page, window, place, claimed)
    held = [hit for hit in window.hits if _is_number(page, hit)]
    if held:
        return _nearer(page, place, held[0])
    return _in_its_row(page, window, place, claimed)


def _in_its_row(page: Page, window: Window, place: Judged, claimed: Quantity) -> Judged:
    """A number in a row of a table counts only with the anchors of its own row and column."""
    token = place.token or (window.start, window.end)
    if not is_row(page.text, token[0]):
        return place
    row = line_at(page.text, token[0])
    stray = astray(page, row, token, window.hits, _has_number(page, claimed))
    if stray is not None:
        message = f"{shown(page, *stray)!r} stands in another row or column than {place.found!r}"
        return replace(place, outcome=Outcome.AMBIGUOUS, cause="another-row", message=message)
    if len(outside(row, window.hits)) == len(window.hits):
        return _not_in_row(place)
    return place


def _not_in_row(place: Judged) -> Judged:
    message = f"no other anchor stands in the row of {place.found!r}"
    return replace(place, outcome=Outcome.AMBIGUOUS, cause="row-not-anchored", message=message)


def _nearer(page: Page, place: Judged, other: Hit) -> Judged:
    message = f"{shown(page, *other)!r} stands nearer to the anchors; they must hold {place.found!r} itself"
    return replace(place, outcome=Outcome.AMBIGUOUS, cause="not-in-anchor", message=message)


def _beside(
    page: Page, window: Window, weighed: Sequence[Weighed], alike: Sequence[Weighed], claimed: Quantity
) -> Judged:
    """The number that stands nearest to anchors which hold no number themselves."""
    held = [
        hit
        for hit in window.hits
        if _is_number(page, hit) or any(_holds(page, hit, item) for item in weighed)
    ]
    place = _choose(page, window, _nearest(page, window, alike), False)
    if place.outcome is not Outcome.VERIFIED or place.token is None:
        return place
    passed = [item for item in weighed if _stands_between(page, window, item, place.token)]
    if not held and not passed:
        return _in_its_row(page, window, place, claimed)
    return _nearer(page, place, held[0] if held else (passed[0].start, passed[0].end))


def _stands_between(page: Page, window: Window, item: Weighed, token: Hit) -> bool:
    """Whether a number (no raised mark) stands between the anchors and *token*."""
    low, high = (window.end, token[0]) if token[0] >= window.end else (token[1], window.start)
    raised = any(
        span.start <= item.start and item.end <= span.end for span in page.scripts(item.start, item.end)
    )
    return low <= item.start and item.end <= high and not raised


def _contains(page: Page, hit: Hit, item: Weighed) -> bool:
    """Whether an anchor has all digits of a number, or the whole of one in words."""
    digits = [at for at in range(item.start, item.end) if page.text[at].isdigit()]
    first, last = (digits[0], digits[-1] + 1) if digits else (item.start, item.end)
    return hit[0] <= first and last <= hit[1]


def _is_number(page: Page, hit: Hit) -> bool:
    """Whether an anchor is a number and nothing else but a short unit."""
    text = page.text[slice(*hit)]
    return not text[0].isalpha() and any(map(str.isdigit, text)) and sum(map(str.isalpha, text)) < 3


def _holds(page: Page, hit: Hit, item: Weighed) -> bool:
    """Whether an anchor states the number, rather than having it in a name (``line 3``)."""
    if not _contains(page, hit, item):
        return False
    return item.quantity.unit != "1" or not _has_words(page, hit, (item.start, item.end))


def _named(page: Page, item: Weighed, wanted: Wanted) -> bool:
    """Whether the words asked for after the number stand there."""
    return all(counts(page.text, item.end, noun) for noun in wanted.nouns)


def _nearest(page: Page, window: Window, items: Sequence[Weighed]) -> list[Weighed]:
    """The numbers that stand with the anchors: all between them; else the nearest, and the next one too
    when it is less than twice as far."""
    between = [item for item in items if window.start < item.start and item.end < window.end]
    if between:
        return between
    far = [(_distance(page, window, item), item) for item in items]
    near = sorted((pair for pair in far if pair[0] <= MAX_DISTANCE), key=lambda pair: pair[0])
    return [item for distance, item in near if distance < 2 * max(near[0][0], 1) or distance == near[0][0]]


def _distance(page: Page, window: Window, item: Weighed) -> int:
    gap = (window.end, item.start) if item.start >= window.end else (item.end, window.start)
    return max(0, gap[1] - gap[0]) + LINE_COST * page.text.count("\n", *gap)


def _bound(page: Page, window: Window, place: Judged, alike: Sequence[Weighed], observed: Quantity) -> Judged:
    """A number that an anchor holds must belong to the other anchors: one of them, or the words of its own
    anchor, stand in its sentence or row; those after it all do; those of earlier sentences stand near it in
    the same block, with no other number of its kind between. A displayed formula has its own block; in a
    table no anchor stands in another row, nor in the header of another column."""
    place = _in_its_row(page, window, place, observed)
    if place.outcome is not Outcome.VERIFIED:
        return place
    token = place.token or (window.start, window.end)
    own = [hit for hit in window.hits if hit[0] < token[1] and token[0] < hit[1]]
    others = [hit for hit in window.hits if hit not in own]
    home = reading_of(page, *token)
    away = [hit for hit in others if hit[0] < home.start or home.end < hit[1]]
    if any(hit[0] >= home.end for hit in away):
        message = f"an anchor stands after the sentence or row of {place.found!r}"
        return replace(place, outcome=Outcome.AMBIGUOUS, cause="anchor-after", message=message)
    if not away or len(away) < len(others) or any(_has_words(page, hit, token) for hit in own):
        return place
    if "\t" in page.text[home.start : home.end]:
        return _not_in_row(place)
    low = max(hit[1] for hit in away)
    between = [item for item in alike if low <= item.start and item.end <= token[0]]
    apart = observed.expression is None and "\n\n" in page.text[low : token[0]]
    if between or apart or token[0] - low > MAX_AWAY:
        other = shown(page, between[0].start, between[0].end) if between else "the end of a block"
        message = f"{other!r} stands between the anchors and {place.found!r}"
        return replace(place, outcome=Outcome.AMBIGUOUS, cause="another-between", message=message)
    return place


def _has_words(page: Page, hit: Hit, token: Hit) -> bool:
    """Whether an anchor has words of its own beside the number that it holds."""
    beside = page.text[hit[0] : max(hit[0], token[0])] + page.text[min(hit[1], token[1]) : hit[1]]
    return sum(character.isalpha() for character in beside) >= 3


def _choose(page: Page, window: Window, items: list[Weighed], in_anchor: bool) -> Judged:
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
    cause, comparator = "" if in_anchor else BESIDE, equal[0].quantity.comparator.value
    return Judged(Outcome.VERIFIED, cause, "found as stated", window, token, found, comparator)


def _broken(window: Window, token: Hit, found: str) -> Judged:
    message = f"a line ends in or right beside {found!r}, so its digits read in more than one way"
    return Judged(Outcome.AMBIGUOUS, "broken-number", message, window, token, found)


def _unequal(page: Page, window: Window, items: list[Weighed], in_anchor: bool) -> Judged:
    if not items:
        message = "the anchors stand there, but no such quantity with them"
        return Judged(Outcome.NOT_FOUND, "no-quantity", message, window)
    item = next((item for item in items if item.unit_missing), items[0])
    token, found = (item.start, item.end), shown(page, item.start, item.end)
    if any(is_broken(page.text, one.start, one.end) for one in items):
        return _broken(window, token, found)
    if item.unit_missing:
        message = f"the source prints {found!r} without the unit; say what it stands for (printed, unit)"
        return Judged(Outcome.AMBIGUOUS, "unit-not-printed", message, window, token, found)
    outcome = Outcome.CONTRADICTED if in_anchor else Outcome.NOT_FOUND
    message = f"the source has {found!r} there: {item.grade.value}"
    return Judged(outcome, item.grade.value, message, window, token, found)


def _judge_printed(page: Page, window: Window, wanted: Wanted, claimed: Quantity) -> Judged:
    printed = wanted.printed or ""
    letters = lettered(printed, wanted.where)
    try:
        form = letters if letters is not None else parse(printed)
    except QuantityError as error:
        return Judged(Outcome.UNCHECKABLE, "printed-unreadable", f"printed {printed!r}: {error}", window)
    reading = reading_of(page, window.start, window.end)
    hits = hits_of(printed, folded_page(page))
    places = [(a, b) for a, b in hits if reading.start <= a and b <= reading.end]
    matching = [
        (start, end, token.quantity)
        for start, end, token in reading.tokens()
        if token.quantity is not None
        and any(start < b and a < end for a, b in places)
        and _same_form(form, token.quantity, wanted.unit)
    ]
    stacked = stacked_formulas(page, window.hits)
    matching += [match for match in stacked if _same_form(form, match[2], wanted.unit)]
    if letters is not None:
        matching += lettered_formulas(page, letters, places)
    if not matching:
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
    place = _choose(page, window, [weigh(page, start, end, meant, claimed, wanted.loose)], True)
    if place.outcome is not Outcome.VERIFIED:
        return place
    alike = [item for item in weighed_tokens(reading, observed, True) if item.alike]
    return _bound(page, window, place, alike, observed)


def _same_form(form: Quantity, observed: Quantity, unit: str | None) -> bool:
    """Whether the window's token is the printed form itself: a comparator may stand before it, and a unit
    after it when *unit* says the same of it."""
    bare = observed if form.unit != "1" else replace(observed, unit="1")
    if compare(replace(form, comparator=observed.comparator), bare).grade is not Grade.EXACT:
        return False
    if unit is None or observed.unit == "1":
        return True
    return compare(from_fields("1", unit), from_fields("1", observed.unit)).grade is Grade.EXACT
