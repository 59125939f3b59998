"""Rows of a table that the anchors of a number do not tell apart.

``Alpha`` and ``11.3 s`` stand in one row; where the next one is named ``Alpha`` too, and only its second cell
says that it ran on other machines, the two do not say which of them has the number.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ledger.snapshots.page import Page
from ledger.snapshots.rows import Hit, cell_at, cells_of, line_at, rows_around, same_column

_WORD = re.compile(r"\w+")
_DIGIT = re.compile(r"\d")
_WORDED = re.compile(r"[^\W\d_]{2}")
_COUNT = re.compile(r"\s*\d[\d,]{0,9}\s*")


@dataclass(frozen=True, slots=True)
class Twin:
    """What another row has as well: ``name``, its cell in the number's row; ``tells``, the first cell of that
    row that differs, ``None`` when none does."""

    name: Hit
    tells: Hit | None


def twin(page: Page, hits: Sequence[Hit], token: Hit) -> Twin | None:
    """Another row of the table that has all the names that the anchors hold in the row of the number at
    *token*, in the same columns; ``None`` when there is none."""
    text = page.text
    own, row = cell_at(text, token[0]), line_at(text, token[0])
    held = [
        (cell, (max(cell[0], hit[0]), min(cell[1], hit[1])))
        for cell in cells_of(text, row[0])
        if cell != own
        for hit in hits
        if _WORD.search(text, max(cell[0], hit[0]), min(cell[1], hit[1])) is not None
    ]
    if not held:
        return None
    for other in rows_around(page, row):
        parted = any(
            other[1] <= hit[0] and hit[1] <= row[0] for hit in hits
        )  # a line between names these rows
        value = _beside(page, own, row, other)
        if parted or value is None or not _DIGIT.search(text, *value) or _alike(text, own, value):
            continue
        if all(_has(page, cell, part, row, other) for cell, part in held):
            return Twin(held[0][1], _telling(page, row, other, own))
    return None


def _beside(page: Page, cell: Hit, row: Hit, other: Hit) -> Hit | None:
    """The cell of another row in the same column."""
    cells, others = cells_of(page.text, row[0]), cells_of(page.text, other[0])
    if len(cells) == len(others):
        return others[cells.index(cell)]
    if not page.boxes:
        return None
    return next((one for one in others if same_column(page, one, cell)), None)


def _has(page: Page, cell: Hit, part: Hit, row: Hit, other: Hit) -> bool:
    beside = _beside(page, cell, row, other)
    return beside is not None and _holds(_words(page.text, beside), _words(page.text, part))


def _words(text: str, hit: Hit) -> list[str]:
    return [word.casefold() for word in _WORD.findall(text, *hit)]


def _holds(words: Sequence[str], part: Sequence[str]) -> bool:
    size = len(part)
    return any(list(words[at : at + size]) == list(part) for at in range(len(words) - size + 1))


def _alike(text: str, one: Hit, other: Hit) -> bool:
    return _words(text, one) == _words(text, other)


def _telling(page: Page, row: Hit, other: Hit, own: Hit) -> Hit | None:
    """The first cell of the row that the other row has otherwise: of words, or else a count (``64`` cards);
    what was measured names no row."""
    differing = list(_differing(page, row, other, own))
    named = (cell for cell in differing if _WORDED.search(page.text, *cell))
    counted = (cell for cell in differing if _COUNT.fullmatch(page.text, *cell))
    return next(named, next(counted, None))


def _differing(page: Page, row: Hit, other: Hit, own: Hit) -> Iterator[Hit]:
    for cell in cells_of(page.text, row[0]):
        beside = _beside(page, cell, row, other)
        if cell == own or beside is None or not page.text[slice(*cell)].strip():
            continue
        if not _alike(page.text, cell, beside):
            yield cell
