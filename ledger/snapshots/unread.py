"""Words beside the anchors that nobody may have read, and that may turn what the number says.

``Alpha`` and ``7 goals`` stand in ``Alpha conceded 7 goals`` too, in ``the goal for Alpha is 7 ms`` and in
``Alpha takes 7 ms (sic)``. So every word between the anchors of a sentence, of the phrase that they stand in,
right behind them, and in the names of the number's row and column is known to turn nothing
(:mod:`ledger.snapshots.neutral`), or stands in an anchor, where a reviewer reads it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import Enum
from itertools import chain, islice, pairwise, takewhile

from ledger.quantities.lexicon import FUNCTION_EN
from ledger.quantities.units import resolve
from ledger.snapshots.headed import told
from ledger.snapshots.neutral import unknown_in
from ledger.snapshots.page import Page
from ledger.snapshots.remarks import NOTE_MARK, around
from ledger.snapshots.rows import (
    Hit,
    cell_at,
    cells_of,
    is_row,
    line_at,
    lines_below,
    stands_over,
    table_above,
)
from ledger.snapshots.stated import same_noun
from ledger.snapshots.switched import switched_off
from ledger.snapshots.tails import behind
from ledger.snapshots.telling import SAYING, told_by
from ledger.snapshots.window import reading_of
from ledger.snapshots.words import words_of

_SYMBOL = re.compile(r"[^\W_]['′]?\s?[=≈≤≥<>⩽⩾]")
_BREAK = re.compile(r"[,，、;；]|\b(?:and|or|but)\b|[和与并且而但]")
_INFINITIVE = re.compile(r"\b(?:to|will|would|should|must|shall|can)\b(?! ?\d)")
_ASIDE = re.compile(r"\s?,\s(?:which|who)\b[^,.:;()]{1,120},")
"""A relative clause that is over before the number."""
_CLAUSE = re.compile(
    r"[;；:：。！？!?,，(（)）]|\.(?=\s)|\n\n|\b(?:and|but|or|while|whereas|which|that|when|where|because|since)\b"
)
_PLACED = re.compile(r"\b(?:on|in|at|for|with|by|from|over|across|using|within|per)\b")
_SUBJECT = re.compile(
    r"(?:\A|[.:;,]\s|\n)\W{0,3}(?:(?:the|an?|our|its|their)\s)?(?P<words>(?:[^\W\d_]{1,30}[\s-]){1,3})"
    r"(?:for|of|in|on|by|at|with|behind|about)\s(?:(?:the|an?|our|its|their)\s)?\Z",
    re.IGNORECASE,
)
"""``The goal for`` Alpha: what the sentence is about, and only belongs to what is named."""
_OPENER = re.compile(
    r"(?:\A|[;.:]\s|\n)\W{0,3}(?P<words>(?:[^\W\d_]{1,30}[ -]?){1,3}(?=:)|[\u4e00-\u9fff]{1,8}(?=[,:，：])"
    r"|(?:(?:on|in|by|at|as|once|under|for|with|per)\s(?!this\b|these\b)(?:[^\W\d_]{1,30}[ -]?){1,3}"
    r"|[^\W\d_]{3,30})(?=,))[,:，：]\W{0,3}(?:the\s|an?\s)?\Z",
    re.IGNORECASE,
)
"""``On paper,``; ``Target:``."""
_FRONTED = re.compile(
    r"(?:\A|[.;:]\s)\W{0,3}(?!(?i:instead|rather|unlike|without|besides|apart)\b)"
    r"(?![^,，]{0,40}\b(?i:this|these|our)\b)(?P<words>[^,，.;:!?()（）\d]{3,80})[,，]\s?(?:(?:the|an?|our|its|their)\s)?\Z"
)
"""``Two versions ago,``, ``Back in the old days,``: all that a comma parts from what follows, but what
:mod:`ledger.quantities.reservations` reads and what points back (``under this plan,``)."""
_TOLD_THAT = re.compile(r"(?P<words>[^\W\d_]{1,30})\sthat\s(?:(?:the|an?|our|its|their)\s)?\Z", re.IGNORECASE)
_FINITE = frozenset({"is", "are", "was", "were", "has", "have", "had"})
"""In what opens a sentence: then it is one of its own."""
_BEFORE, _BEHIND = 120, 160
"""How far from the anchors is looked, in characters."""


class Where(Enum):
    """Where a word stands that no anchor holds, for people."""

    BETWEEN = "stands between the anchors of"
    BEFORE = "stands before the anchors of"
    BEHIND = "stands behind the anchors of"
    BESIDE = "remarks on"
    TABLE = "is what the table says of"


@dataclass(frozen=True, slots=True)
class Unread:
    """A word of the page that no anchor holds."""

    word: Hit
    where: Where


def unread(page: Page, hits: Sequence[Hit], token: Hit, unit: str) -> Unread | None:
    """The first word beside the anchors that may turn the number at *token*; ``None`` when there is none.

    Args:
        page: the page.
        hits: the anchors.
        token: the number.
        unit: of the claim; its noun turns nothing.
    """
    nouns = [] if unit == "1" else [base.removeprefix("#") for base, _ in resolve(unit).dims]
    off = switched_off(page.text, token)
    if off is not None and not any(hit[0] <= off[0] < hit[1] for hit in hits):
        return Unread(off, Where.BEFORE if off[0] < token[0] else Where.BEHIND)
    find = _in_table if is_row(page.text, token[0]) else _in_sentence
    for found in find(page, hits, token):
        word = page.text[slice(*found.word)]
        if not any(same_noun(word.lower(), noun) for noun in nouns):
            return found
    return None


def _in_table(page: Page, hits: Sequence[Hit], token: Hit) -> Iterator[Unread]:
    """In the names of its column and row, and in its cell; a unit is no such word."""
    text, units = page.text, None
    label, own = cell_at(text, line_at(text, token[0])[0]), cell_at(text, token[0])
    for cell in dict.fromkeys((*_names(page, token), own)):
        held = sorted(hit for hit in (*hits, token) if hit[0] < cell[1] and cell[0] < hit[1])
        ends = [cell[0], *(hit[1] for hit in held)]
        for low, high in zip(ends, [*(hit[0] for hit in held), cell[1]], strict=True):
            for word in unknown_in(text, low, high):
                units = told(page, token) if units is None else units
                if not any(one.unit and one.hit[0] <= word[0] and word[1] <= one.hit[1] for one in units):
                    yield Unread(word, Where.TABLE)
            rest = _NAMES_MORE if cell == label and len(held) > (own == label) else _TURNS_CELL
            found = rest.search(text, low, high)
            mark = NOTE_MARK.match(text, low, high) if low > cell[0] else None
            for other in (found, mark):
                if other is not None:
                    yield Unread(other.span(), Where.TABLE)
    for cell in _notes(page, own):
        if not any(hit[0] < cell[1] and cell[0] < hit[1] for hit in hits):
            words = unknown_in(text, *cell) if _WORDED.search(text, *cell) else [cell]
            yield from (Unread(word, Where.TABLE) for word in words)


def _notes(page: Page, own: Hit) -> Iterator[Hit]:
    """The cells of words beside a number whose columns have few numbers: *Note*, *Status*, *Source*."""
    text, row = page.text, line_at(page.text, own[0])
    table = table_above(page, row)[-_MOST_ROWS:]
    if len(table) < 2:
        return
    below = islice(lines_below(text, row[1]), _MOST_ROWS)
    others = [*table[:-1], *takewhile(lambda line: is_row(text, line[0]), below)]
    for index, cell in enumerate(cells_of(text, own[0])):
        if index == 0 or cell == own or _NOTE.fullmatch(text, *cell) is None:
            continue
        column = (cells_of(text, line[0]) for line in others)
        alike = [cells[index] for cells in column if index < len(cells)]
        numbers = sum(_NUMBER_FIRST.match(text, *other) is not None for other in alike)
        said = numbers == 0 or _SAID.search(text, *cell) is not None
        if said and 2 * numbers < len(alike):
            yield cell


_WORDED = re.compile(r"[^\W\d_]{2}")
_SAID = re.compile(r"[a-z]{3}|[\u3400-\u9fff]{2}")
"""What no symbol of a formula is."""
_MOST_ROWS = 60
_NUMBER_FIRST = re.compile(r"[^\w\t]{0,3}\d")
_NOTE = re.compile(r"[^\n\t]{0,3}[^\W\d_]{2}[^\n\t]{0,80}|\s?[✗✘❌✖☒☐🚫⛔❓?]\ufe0f?\s?")
"""A cell that begins with words (``Retracted in 2021``, ``guess``), or has a mark that denies."""
_NAMES_MORE = re.compile(r"(?<!\[)(?<![^\W_])[^\W_]++['′]?(?!\])|['′ΔδσΣ±∂√+−→/]")
"""In the name of a row that an anchor holds in part: all of it makes the name."""
_TURNS_CELL = re.compile(r"[ΔδσΣ±∂√→](?![^\W\d_])|\b(?:SD|SE|sd|std|x)\b|[Δδσ](?=[A-Z])")
"""Beside the name of a column or the number of a cell: what makes it a change, a spread, or void."""


def _names(page: Page, token: Hit) -> Iterator[Hit]:
    """What stands over the column, in the first line of the header and those that name no row; the row."""
    row = line_at(page.text, token[0])
    for index, line in enumerate(table_above(page, row)[:-1]):
        if index == 0 or not page.text[slice(*cell_at(page.text, line[0]))].strip():
            yield from (cell for cell in cells_of(page.text, line[0]) if stands_over(page, cell, token))
    yield cell_at(page.text, row[0])


def _in_sentence(page: Page, hits: Sequence[Hit], token: Hit) -> Iterator[Unread]:
    text, home = page.text, reading_of(page, *token)
    inside = (hit for hit in hits if hit[0] < home.end and home.start < hit[1])  # it may go on behind it
    held = _merged([token, *((max(home.start, low), min(home.end, high)) for low, high in inside)])
    whole = next(hit for hit in held if hit[0] <= token[0] and token[1] <= hit[1])
    last = held[-1][1]
    behind_it = behind(text, token[1] if held[-1] == whole else last, last, min(home.end, last + _BEHIND))
    yield from (Unread(word, Where.BEHIND) for word in behind_it)
    for one, other in pairwise(held):
        low = _clause(text, one[1], whole, token) if other == whole else one[1]
        aside = _ASIDE.match(text, low, other[0])
        words = unknown_in(text, low if aside is None else aside.end(), other[0])
        yield from (Unread(word, Where.BETWEEN) for word in words)
    before = _before(text, home.start, held[0], token, held[0] == whole)
    yield from (Unread(word, Where.BEFORE) for word in before)
    for word in around(page, home.start, home.end):
        if not any(hit[0] <= word[0] and word[1] <= hit[1] for hit in hits):
            yield Unread(word, Where.BESIDE)


def _merged(hits: Sequence[Hit]) -> list[Hit]:
    """The hits in order, those that touch put together."""
    merged: list[Hit] = []
    for hit in sorted(hits):
        if merged and hit[0] <= merged[-1][1]:
            merged[-1] = merged[-1][0], max(merged[-1][1], hit[1])
        else:
            merged.append(hit)
    return merged


def _clause(text: str, low: int, whole: Hit, token: Hit) -> int:
    """Where the clause begins that a number's own anchor opens (``is cheap, but`` *takes 7 ms*), or *low*."""
    if not _says(text, whole, token):
        return low
    *_, last = (None, *_BREAK.finditer(text, low, whole[0]))
    end = last.end() if last is not None else whole[0] if _BREAK.match(text, *whole) else low
    promised = _INFINITIVE.search(text, low, end) is not None  # was to win and take 7 ms
    return low if promised or any(unknown_in(text, end, whole[0])) else end


def _says(text: str, whole: Hit, token: Hit) -> bool:
    """Whether the anchor of a number says before it what the number is: *takes 7 ms*, *K = 12*."""
    before = text[whole[0] : token[0]]
    return words_of(before) > 0 or _SYMBOL.search(before) is not None


def _before(text: str, start: int, first: Hit, token: Hit, alone: bool) -> Iterator[Hit]:
    """Before the first anchor: what opens the sentence, what its subject is, who says so; where it stands
    *alone*, as the anchor of the number, the words that the number follows."""
    low = max(start, first[0] - _BEFORE)
    said = text[low : first[0]].replace("\n", " ")
    told = _TOLD_THAT.search(said)
    if told is not None and SAYING.fullmatch(told["words"]) is None:
        yield from unknown_in(text, low + told.start("words"), low + told.end("words"))
    yield from told_by(text, low, first, token)
    for pattern in (_SUBJECT, _OPENER, _FRONTED):
        found = pattern.search(said)
        if found is None or (found.start() == 0 and low > start):
            continue
        words = found["words"].lower().split()
        barred = FUNCTION_EN if pattern is _SUBJECT else _FINITE
        if not any(word in barred for word in words):
            yield from unknown_in(text, low + found.start("words"), low + found.end("words"))
    if alone and not _says(text, first, token):
        breaks = chain(_CLAUSE.finditer(text, low, first[0]), _PLACED.finditer(text, low, first[0]))
        yield from unknown_in(text, max((found.end() for found in breaks), default=low), first[0])
