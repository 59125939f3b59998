"""Numbers in rows of tables: they count only with the anchors of their own row and column."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from ledger.quantities import Grade, Quantity, compare
from ledger.schema.outcomes import Outcome
from ledger.snapshots.anchors import Window
from ledger.snapshots.judged import Judged, another, shown
from ledger.snapshots.page import Page
from ledger.snapshots.parting import has_name
from ledger.snapshots.rows import (
    HasNumber,
    Hit,
    astray,
    cell_at,
    is_row,
    line_at,
    outside,
    stands_over,
    table_above,
)
from ledger.snapshots.stated import Weighed, weighed_tokens
from ledger.snapshots.window import Reading, reading_of
from ledger.snapshots.words import words_of

_NAME = re.compile(r"[^\W\d_]+-\d+")


def has_number(page: Page, claimed: Quantity) -> HasNumber:
    """Whether a stretch of the page has a number of the claimed kind."""

    def has(start: int, end: int) -> bool:
        reading = reading_of(page, start, end, reach=0)
        return any(
            item.alike and _has_digits(page.text, item) for item in weighed_tokens(reading, claimed, True)
        )

    return has


def _has_digits(text: str, item: Weighed) -> bool:
    """Whether a number is one, and no scale that a header gives (``Assets (billion)``), nor a name that has
    one (``Top-1``)."""
    said = text[item.start : item.end]
    scale = text[item.start - 1 : item.start] in ("(", "[", "（") and said.isalpha()
    return not scale and _NAME.fullmatch(said) is None


def in_its_row(page: Page, window: Window, place: Judged, claimed: Quantity) -> Judged:
    """A number in a row of a table counts only with the anchors of its own row and column."""
    token = place.token or (window.start, window.end)
    if not is_row(page.text, token[0]):
        return place
    row = line_at(page.text, token[0])
    stray = astray(page, row, token, window.hits, has_number(page, claimed))
    if stray is not None:
        message = f"{shown(page, *stray)!r} stands in another row or column than {place.found!r}"
        return replace(place, outcome=Outcome.AMBIGUOUS, cause="another-row", message=message)
    if len(outside(row, window.hits)) == len(window.hits):
        return not_in_row(place)
    unheld = _unheld_in_cell(page, row, token, window.hits)
    return place if unheld is None else another(page, place, unheld)


def _unheld_in_cell(page: Page, row: Hit, token: Hit, hits: Sequence[Hit]) -> Hit | None:
    """What stands before a number in its cell (``n/a (Beta: 7 ms)``), or the name behind it (``7 ms for
    Beta``), and in no anchor; the first cell is the row's name."""
    cell = cell_at(page.text, token[0])
    if cell[0] == row[0]:
        return None
    at = max([cell[0], *(hit[1] for hit in hits if cell[0] < hit[1] <= token[0])])
    held = any(hit[0] <= at and token[0] <= hit[1] for hit in hits)
    before = min((hit[0] for hit in hits if at <= hit[0] <= token[0]), default=token[0])
    if not held and words_of(page.text[at:before]):
        return at, before
    end = max([token[1], *(hit[1] for hit in hits if token[0] < hit[1] <= cell[1])])
    return (end, cell[1]) if has_name(page.text[end : cell[1]]) else None


def in_column(page: Page, window: Window, place: Judged, home: Reading, observed: Quantity) -> Judged:
    """A number of a row that has others of its kind counts only with an anchor over its column, or when the
    anchors read the row from its beginning to the number."""
    token = place.token or (window.start, window.end)
    rivals = [item for item in weighed_tokens(home, observed, False) if is_rival(item, token, observed)]
    top = line_at(page.text, token[0])[0]
    heads = [hit for hit in window.hits if hit[1] <= top and not _is_cut(page.text, hit)]
    over = [hit for hit in heads if stands_over(page, hit, token)]
    spanned = [item for item in rivals if all(stands_over(page, hit, (item.start, item.end)) for hit in over)]
    if not spanned:
        return place
    before = [item for item in rivals if cell_at(page.text, top)[1] <= item.start < token[0]]
    read = before and all(_is_held(item, window.hits) for item in before)
    if place.outcome is not Outcome.VERIFIED or read:
        return place
    message = f"no anchor tells the column of {place.found!r}, whose row has other numbers of its kind"
    return replace(place, outcome=Outcome.AMBIGUOUS, cause="column-not-anchored", message=message)


def _is_held(item: Weighed, hits: Sequence[Hit]) -> bool:
    return any(hit[0] <= item.start and item.end <= hit[1] for hit in hits)


def _is_cut(text: str, hit: Hit) -> bool:
    """Whether a name goes on behind an anchor: ``1F1B`` of ``1F1B-I``."""
    return re.match(r"[-\u2010\u2011+_/]\w", text[hit[1] : hit[1] + 2]) is not None


def labels_of(page: Page, token: Hit) -> list[Hit]:
    """The name of the row of a number, and what stands over its column."""
    row = line_at(page.text, token[0])
    found = [cell_at(page.text, row[0])]
    for line in table_above(page, row)[:-1]:
        at = line[0]
        while at <= line[1]:
            cell = cell_at(page.text, at)
            if stands_over(page, cell, token):
                found.append(cell)
            at = cell[1] + 1
    return found


def not_in_row(place: Judged) -> Judged:
    """The *place*, undecided, since none but the number's own anchor stands in its row."""
    message = f"no other anchor stands in the row of {place.found!r}"
    return replace(place, outcome=Outcome.AMBIGUOUS, cause="row-not-anchored", message=message)


def is_rival(item: Weighed, token: Hit, observed: Quantity) -> bool:
    """Whether *item* is another number of the kind."""
    if not item.alike or (item.start < token[1] and token[0] < item.end):
        return False
    comparator = item.quantity.comparator
    if comparator is not observed.comparator:
        observed = replace(observed, comparator=comparator)
    return compare(observed, item.quantity).grade is not Grade.EXACT
