"""One page against what is wanted: the windows of the anchors, and the number in or beside each."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from ledger.quantities import Quantity
from ledger.quantities.reservations import Reservation
from ledger.schema.outcomes import Outcome
from ledger.snapshots.anchors import Window, hits_of, windows_of
from ledger.snapshots.bare import with_unit
from ledger.snapshots.bound import begun_by, beside, bound, names_any, own_words
from ledger.snapshots.captions import has_caption, stands_in
from ledger.snapshots.choosing import BESIDE, choose
from ledger.snapshots.direction import is_term, unheld
from ledger.snapshots.folding import folded_page
from ledger.snapshots.judged import RANK, Judged, shown, weighed_with
from ledger.snapshots.located import Wanted
from ledger.snapshots.marks import mark_of
from ledger.snapshots.measured import otherwise_measured
from ledger.snapshots.page import Page
from ledger.snapshots.printed import judge_printed
from ledger.snapshots.reserved import taken_back
from ledger.snapshots.rows import Hit, cell_at, is_row, line_at, outside, row_of, same_column
from ledger.snapshots.sections import Section
from ledger.snapshots.stated import (
    Weighed,
    counts,
    follows,
    is_value_of,
    weighed_formulas,
    weighed_tokens,
)
from ledger.snapshots.tabled import in_its_row
from ledger.snapshots.twins import twin
from ledger.snapshots.unread import unread
from ledger.snapshots.window import reading_of

MAX_DISTANCE = 120
"""How far, in characters, a number may stand from the anchors that do not hold it."""
LINE_COST = 15
"""What a line's end between them adds to the distance."""
_NAME = re.compile(r"[^\W\d_]{2}")


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
    once = len(windows) == 1
    return _undivided([_heeded(page, _judge_window(page, window, wanted), wanted, once) for window in inside])


def _heeded(page: Page, place: Judged, wanted: Wanted, once: bool) -> Judged:
    """The place, unless its sentence takes back what it seems to say, or its anchors name nothing and do not
    stand there *once*."""
    window = place.window
    if window is None:
        return place
    place = weighed_with(place, lambda place: _captioned(page, place, window, wanted))
    place = weighed_with(place, lambda place: _one_row(page, place, window, wanted))
    place = weighed_with(place, lambda place: _is_named(page, place, window, wanted, once))
    return weighed_with(place, lambda place: _not_taken_back(page, place, window, wanted))


def _captioned(page: Page, place: Judged, window: Window, wanted: Wanted) -> Judged:
    at = place.token or window.hits[0]
    outside = next((caption for caption in wanted.captions if not stands_in(page, at, caption)), None)
    if outside is None:
        return place
    message = f"{shown(page, *at)!r} stands on the page of {outside}, but not in it"
    return replace(place, outcome=Outcome.AMBIGUOUS, cause="another-caption", message=message)


def _one_row(page: Page, place: Judged, window: Window, wanted: Wanted) -> Judged:
    """The place, unless another row of its table has the names that the anchors hold of its own."""
    if not wanted.strict or place.token is None or not is_row(page.text, place.token[0]):
        return place
    other = twin(page, window.hits, place.token)
    if other is None:
        return place
    tells = "what tells" if other.tells is None else f"{shown(page, *other.tells)!r}, which tells"
    message = (
        f"{shown(page, *other.name)!r} stands in another row of the table too;"
        f" let an anchor hold {tells} them apart"
    )
    return replace(
        place,
        outcome=Outcome.AMBIGUOUS,
        cause="same-name",
        message=message,
        asks=other.tells is not None,
        open=other.tells,
    )


def _is_named(page: Page, place: Judged, window: Window, wanted: Wanted, once: bool) -> Judged:
    unit = wanted.quantity.unit if wanted.quantity is not None else "1"
    told = once and unit != "1"
    if not wanted.strict or not place.token or told or names_any(page, window, place.token, unit):
        return place
    message = "the anchors name nothing; let one hold a word that says what the number is"
    return replace(place, outcome=Outcome.UNCHECKABLE, cause="too-few-anchors", message=message, asks=True)


def _not_taken_back(page: Page, place: Judged, window: Window, wanted: Wanted) -> Judged:
    word = taken_back(page, window, place.token, _ignored(wanted))
    if word is None:
        return _turned(page, place, window, wanted)
    message = (
        f"{shown(page, word.start, word.end)!r} makes it {word.kind.value};"
        " if the claim says so, let an anchor hold that word"
    )
    said = page.text[word.start : word.end].lower()
    asks = word.kind is Reservation.ASCRIBED or (word.kind is Reservation.SUPPOSED and said == "may")
    place = replace(place, outcome=Outcome.AMBIGUOUS, cause=word.kind.cause, message=message, asks=asks)
    return weighed_with(place, lambda place: _turned(page, place, window, wanted))


def _turned(page: Page, place: Judged, window: Window, wanted: Wanted) -> Judged:
    """The place, unless a word that no anchor holds turns what its number says."""
    if place.token is None or not wanted.strict:
        return place
    if is_term(page, place.token):
        message = f"{place.found!r} is a term of something larger that is written out there"
        return replace(place, outcome=Outcome.AMBIGUOUS, cause="term", message=message)
    if (mark := mark_of(page, place.token)) is not None:
        message = f"{place.found!r} seems to be {mark}, no quantity"
        return replace(place, outcome=Outcome.AMBIGUOUS, cause="mark", message=message)
    unit = "1" if wanted.quantity is None else wanted.quantity.unit
    turn = unheld(page, window.hits, place.token, unit)
    if turn is None:
        return _read(page, place, window.hits, place.token, unit)
    message = f"{shown(page, *turn.word)!r} tells what {place.found!r} says; let an anchor hold that word"
    return replace(
        place,
        outcome=Outcome.AMBIGUOUS,
        cause="direction",
        message=message,
        asks=turn.shows,
        open=turn.word,
    )


def _read(page: Page, place: Judged, hits: Sequence[Hit], token: Hit, unit: str) -> Judged:
    """The place, unless a word beside its anchors may turn it that no anchor holds."""
    left = unread(page, hits, token, unit)
    if left is None:
        return place
    message = f"{shown(page, *left.word)!r} {left.where.value} {place.found!r}; let an anchor hold it"
    return replace(
        place, outcome=Outcome.AMBIGUOUS, cause="unread", message=message, asks=True, open=left.word
    )


def _ignored(wanted: Wanted) -> set[Reservation]:
    """What is not asked for: whose finding it is, and how sure the source is of it."""
    ignored = set() if wanted.own else {Reservation.ASCRIBED}
    return ignored | {Reservation.SUPPOSED} if not wanted.strict else ignored


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
    best = min(places, key=lambda place: (RANK[place.outcome], not place.asks))
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
        return judge_printed(page, window, wanted, claimed)
    reading = reading_of(page, window.start, window.end)
    weighed = [item for item in weighed_tokens(reading, claimed, wanted.loose) if _named(page, item, wanted)]
    if claimed.expression is not None:
        formulas = weighed_formulas(page, window.hits, claimed, wanted.loose)
        weighed += [item for item in formulas if _named(page, item, wanted)]
    place = _judge_weighed(page, window, weighed, wanted, claimed)
    observed = next((item.quantity for item in weighed if (item.start, item.end) == place.token), None)
    if place.outcome is not Outcome.VERIFIED or observed is None:
        return place
    return with_unit(page, window, place, observed, claimed.unit) if wanted.strict else place


def _judge_weighed(
    page: Page, window: Window, weighed: Sequence[Weighed], wanted: Wanted, claimed: Quantity
) -> Judged:
    weighed = [item for item in weighed if item.equal or not _names_row(page, item)]
    alike = [item for item in weighed if item.alike]
    within = [item for item in alike if any(_contains(page, hit, item) for hit in window.hits)]
    if within:
        place = choose(page, window, _without_beginnings(page, window, within), True)
        if place.outcome is not Outcome.VERIFIED:
            return place
        return bound(page, window, place, alike, claimed, wanted.strict)
    if row := row_of(page.text, window.hits):
        place = _beside_in_row(page, window, alike, row, claimed)
    else:
        place = _beside(page, window, weighed, alike, wanted)
    if place.outcome is not Outcome.NOT_FOUND:
        return place
    held = [item for item in weighed if any(_contains(page, hit, item) for hit in window.hits)]
    return otherwise_measured(page, place, held, claimed)


def _without_beginnings(page: Page, window: Window, items: Sequence[Weighed]) -> list[Weighed]:
    """The numbers without the one that a change sets out from, when an anchor tells the change to its end."""
    equal = [item for item in items if item.equal]
    begun = [begun_by(page.text, (item.start, item.end), window.hits) for item in equal]
    return [
        item
        for item in items
        if item.equal or not any(one and one[0] <= item.start and item.end <= one[1] for one in begun)
    ]


def _names_row(page: Page, item: Weighed) -> bool:
    """Whether a number is part of the name of a table's row: ``MoE(2048E, 36L)``."""
    text = page.text
    if not is_row(text, item.start):
        return False
    row, cell = line_at(text, item.start), cell_at(text, item.start)
    others = f"{text[cell[0] : item.start]}\t{text[item.end : cell[1]]}"
    return cell[1] < row[1] and _NAME.search(others) is not None and not _NAME.search(text, row[0], cell[0])


def _beside_in_row(
    page: Page, window: Window, alike: Sequence[Weighed], row: Hit, claimed: Quantity
) -> Judged:
    """The number of a table's row that the anchors name: the only one of its kind there, or in the column
    whose header is an anchor."""
    items = [item for item in alike if row[0] <= item.start and item.end <= row[1]]
    heads = [hit for hit in outside(row, window.hits) if hit[0] < row[0] and is_row(page.text, hit[0])]
    named = [item for item in items if any(same_column(page, hit, (item.start, item.end)) for hit in heads)]
    place = choose(page, window, named or items, False)
    if place.outcome is not Outcome.VERIFIED or place.token is None:
        return place
    if named:
        return in_its_row(page, window, place, claimed)
    held = [hit for hit in window.hits if _is_number(page, hit)]
    if held:
        return _nearer(page, place, held[0])
    return in_its_row(page, window, place, claimed)


def _nearer(page: Page, place: Judged, other: Hit) -> Judged:
    message = f"{shown(page, *other)!r} stands nearer to the anchors; they must hold {place.found!r} itself"
    return replace(place, outcome=Outcome.AMBIGUOUS, cause="not-in-anchor", message=message)


def _beside(
    page: Page, window: Window, weighed: Sequence[Weighed], alike: Sequence[Weighed], wanted: Wanted
) -> Judged:
    """The number that stands nearest to anchors which hold no number themselves."""
    held = [
        hit
        for hit in window.hits
        if _is_number(page, hit) or any(_holds(page, hit, item) for item in weighed)
    ]
    place = choose(page, window, _nearest(page, window, alike), False)
    if place.outcome is not Outcome.VERIFIED or place.token is None:
        return place
    passed = [item for item in weighed if _stands_between(page, window, item, place.token)]
    if not held and not passed:
        if wanted.quantity is not None:
            place = in_its_row(page, window, place, wanted.quantity)
        return beside(page, window, place, wanted.strict) if place.outcome is Outcome.VERIFIED else place
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
    if hit[1] < item.start or item.end < hit[0]:
        return False  # most
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
    return item.quantity.unit != "1" or not own_words(page, [hit], (item.start, item.end))


def _named(page: Page, item: Weighed, wanted: Wanted) -> bool:
    """Whether the words asked for around the number stand there, and the symbol before it."""
    if not (wanted.nouns or wanted.lead or wanted.symbol):
        return True
    named = all(counts(page.text, item.end, noun) for noun in wanted.nouns)
    token = item.start, item.end
    led = not wanted.lead or follows(page.text, token, wanted.lead)
    return named and led and is_value_of(page.text, token, wanted.symbol)


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
