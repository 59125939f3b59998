"""One page against what is wanted: the windows of the anchors, and the number in or beside each."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from ledger.errors import QuantityError
from ledger.quantities import Grade, Quantity, compare, from_fields, parse
from ledger.schema.outcomes import Outcome
from ledger.snapshots.anchors import Hit, Window, hits_of, windows_of
from ledger.snapshots.folding import folded_page
from ledger.snapshots.fractions import stacked_formulas
from ledger.snapshots.lettered import lettered, lettered_formulas
from ledger.snapshots.located import Wanted
from ledger.snapshots.mapping import stands_for
from ledger.snapshots.page import Page
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


@dataclass(frozen=True, slots=True)
class Judged:
    """What one window, or one page, comes to; ``token`` is the number's place, ``found`` its text."""

    outcome: Outcome
    cause: str
    message: str
    window: Window | None = None
    token: Hit | None = None
    found: str = ""


RANK = {
    outcome: rank
    for rank, outcome in enumerate(
        (Outcome.VERIFIED, Outcome.AMBIGUOUS, Outcome.CONTRADICTED, Outcome.UNCHECKABLE, Outcome.NOT_FOUND)
    )
}
"""The order in which one of several places speaks for all."""


def judge_page(page: Page, wanted: Wanted, section: Section | None) -> Judged:
    """What the page says; *section* when the window must lie in one."""
    if page.fault:
        return Judged(Outcome.UNCHECKABLE, "page-unreadable", f"page {page.number}: {page.fault}")
    text = folded_page(page)
    missing = [caption for caption in wanted.captions if not _has_caption(text, caption)]
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


def _has_caption(text: str, caption: str) -> bool:
    kind, _, number = caption.partition(" ")
    number = re.sub(r"^\(?(?:tables?|tab|figures?|fig|equations?|eq)?\.? *", "", number, flags=re.IGNORECASE)
    forms = [form.format(number.rstrip(")")) for form in _CAPTIONS[kind]]
    return any(hits_of(form, text) for form in forms)


_CAPTIONS = {
    "Table": ("Table {}", "Tab. {}", "表 {}", "表{}"),
    "Figure": ("Figure {}", "Fig. {}", "图 {}", "图{}"),
    "Equation": ("({})", "Equation {}", "Eq. {}"),
}


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
        return _bound(page, window, place, alike, claimed.expression is not None)
    return _beside(page, window, weighed, alike)


def _beside(page: Page, window: Window, weighed: Sequence[Weighed], alike: Sequence[Weighed]) -> Judged:
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
        return place
    other = shown(page, *held[0]) if held else shown(page, passed[0].start, passed[0].end)
    message = f"{other!r} stands nearer to the anchors; they must hold {place.found!r} itself"
    return replace(place, outcome=Outcome.AMBIGUOUS, cause="not-in-anchor", message=message)


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


def _bound(
    page: Page, window: Window, place: Judged, alike: Sequence[Weighed], formula: bool = False
) -> Judged:
    """A number that an anchor holds must belong to the other anchors: one of them, or the words of its own
    anchor, stand in its sentence or row; those after it all do; those of earlier sentences stand near it in
    the same block, with no other number of its kind between. A displayed *formula* has its own block."""
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
        message = f"no other anchor stands in the row of {place.found!r}"
        return replace(place, outcome=Outcome.AMBIGUOUS, cause="row-not-anchored", message=message)
    low = max(hit[1] for hit in away)
    between = [item for item in alike if low <= item.start and item.end <= token[0]]
    apart = not formula and "\n\n" in page.text[low : token[0]]
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
    return Judged(Outcome.VERIFIED, "" if in_anchor else BESIDE, "found as stated", window, token, found)


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


def shown(page: Page, start: int, end: int) -> str:
    """A stretch of a page for people: white space folded, raised and lowered signs written out."""
    parts, at = [], start
    for span in page.scripts(start, end):
        first, last = max(at, span.start), min(end, span.end)
        parts += [page.text[at:first], span.role, page.text[first:last]]
        at = last
    return " ".join("".join([*parts, page.text[at:end]]).split())


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
    return _bound(page, window, place, alike, observed.expression is not None)


def _same_form(form: Quantity, observed: Quantity, unit: str | None) -> bool:
    """Whether the window's token is the printed form itself: a comparator may stand before it, and a unit
    after it when *unit* says the same of it."""
    bare = observed if form.unit != "1" else replace(observed, unit="1")
    if compare(replace(form, comparator=observed.comparator), bare).grade is not Grade.EXACT:
        return False
    if unit is None or observed.unit == "1":
        return True
    return compare(from_fields("1", unit), from_fields("1", observed.unit)).grade is Grade.EXACT
