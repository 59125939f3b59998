"""Rows of tables: what stands in a row belongs together, what stands in two rows does not.

A line whose cells are parted by tabs is a row; so is one that is mostly numbers, since cells set close
together have no tab between them. A table is the rows above a row, up to running text, a heading or a
caption; its header is its first rows, as far as they have no number of the kind that is looked for.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from itertools import islice

from ledger.snapshots.page import Page

Hit = tuple[int, int]
"""A half-open stretch of the page's text."""

MAX_ROWS = 200
PROSE_WORDS = 6
MIN_NUMBERS = 3
_NUMBER_CELL = re.compile(r"\t[^\w\t]{0,3}\d")
_NUMBER_WORD = re.compile(r"[^\w\s]{0,3}\d(?:[^,;\s]|,\d)*")
"""A cell of a row without tabs; a comma behind a number makes it one of a list."""
_CAPTION = re.compile(r"\s*(?:Table|Tab\.|Figure|Fig\.|表|图)\s*\d")

HasNumber = Callable[[int, int], bool]
"""Whether a stretch of the page has a number of the kind that is looked for."""


def line_at(text: str, at: int) -> Hit:
    """The line around a place, without its end."""
    end = text.find("\n", at)
    return text.rfind("\n", 0, at) + 1, len(text) if end < 0 else end


def is_row(text: str, at: int) -> bool:
    """Whether the line around a place is a row of cells."""
    return _has_cells(text[slice(*line_at(text, at))])


@lru_cache(maxsize=4096)
def _has_cells(line: str) -> bool:
    """Asked several times of most lines that are looked at."""
    if "\t" in line.strip():
        return True
    words = line.split()
    numbers = sum(_NUMBER_WORD.fullmatch(word) is not None for word in words)
    return numbers >= MIN_NUMBERS and 2 * numbers >= len(words)


def row_of(text: str, hits: Sequence[Hit]) -> Hit | None:
    """The lowest row in which one of *hits* ends."""
    rows = [line_at(text, end - 1) for _, end in hits if is_row(text, end - 1)]
    return max(rows, default=None)


def rows_met(text: str, hits: Sequence[Hit]) -> int:
    """In how many rows *hits* stand."""
    lines = {line_at(text, at) for hit in hits for at in (hit[0], hit[1] - 1)}
    return sum(is_row(text, start) for start, _ in lines)


def outside(row: Hit, hits: Sequence[Hit]) -> list[Hit]:
    """The *hits* that do not stand in the row as a whole."""
    return [hit for hit in hits if hit[0] < row[0] or row[1] < hit[1]]


def astray(page: Page, row: Hit, token: Hit, hits: Sequence[Hit], has_number: HasNumber) -> Hit | None:
    """The first of *hits* that stands in another row than *token*, or in the header of another column.

    A hit outside the table (its caption, the text before it) says nothing of rows and is not astray; a hit in
    the header stands over the number, or over a cell that another hit names.
    """
    away = outside(row, hits)
    if not away:
        return None
    table = table_above(page, row)
    header = _header(page.text, table, row, has_number)
    for hit in away:
        if not _inside(page.text, table, row, hit):
            continue
        lines = {line_at(page.text, at) for at in range(*hit) if not page.text[at].isspace()}
        if not lines <= set(header):
            return hit
        named = [cell_at(page.text, other[0]) for other in hits if other not in away]
        stubs = [cell for cell in named if not has_number(*cell)]
        if is_row(page.text, hit[0]) and not any(same_column(page, hit, cell) for cell in (token, *stubs)):
            return hit
    return None


def _inside(text: str, table: Sequence[Hit], row: Hit, hit: Hit) -> bool:
    """Whether a hit meets the table above the row, or a row below it or beside it."""
    if table and table[0][0] < hit[1] and hit[0] < row[1]:
        return True
    return any(is_row(text, at) for at in (hit[0], hit[1] - 1))


def table_above(page: Page, row: Hit) -> list[Hit]:
    """The lines of the table from its top to *row*, that one included."""
    lines: list[Hit] = [row]
    whole = 1
    for line in lines_above(page.text, row[0]):
        if is_row(page.text, line[0]):
            lines.append(line)
            whole = len(lines)
        elif not page.boxes or _ends_table(page, line):
            break
        else:
            lines.append(line)
        if len(lines) >= MAX_ROWS:
            break
    return lines[:whole][::-1]


def rows_around(page: Page, row: Hit) -> Iterator[Hit]:
    """The other rows of the table that has *row*."""
    yield from (line for line in table_above(page, row)[:-1] if is_row(page.text, line[0]))
    for line in islice(lines_below(page.text, row[1]), MAX_ROWS):
        if is_row(page.text, line[0]):
            yield line
        elif not page.boxes or _ends_table(page, line):
            return


def lines_above(text: str, at: int) -> Iterator[Hit]:
    """The lines above a place that are not empty, the nearest first."""
    while at > 0:
        line = line_at(text, at - 1)
        at = line[0]
        if text[slice(*line)].strip():
            yield line


def lines_below(text: str, at: int) -> Iterator[Hit]:
    """The lines below the one that ends there that are not empty, the nearest first."""
    while at < len(text):
        line = line_at(text, at + 1)
        at = line[1]
        if text[slice(*line)].strip():
            yield line


def is_prose(page: Page, line: Hit) -> bool:
    """Whether a line is running text or a heading, and no row."""
    if is_row(page.text, line[0]):
        return False
    words = [word for word in page.text[slice(*line)].split() if word.isalpha() and len(word) > 1]
    heading = any(span.start == line[0] and span.role[0] == "h" for span in page.spans)
    return heading or len(words) >= PROSE_WORDS


def _ends_table(page: Page, line: Hit) -> bool:
    return is_prose(page, line) or _CAPTION.match(page.text, *line) is not None


def _header(text: str, table: Sequence[Hit], row: Hit, has_number: HasNumber) -> list[Hit]:
    """The first row, and those after it that have no cell of a number at all."""
    header: list[Hit] = []
    for line in table:
        if line == row or has_number(*line) or (header and _NUMBER_CELL.search(text, *line)):
            break
        header.append(line)
    return header


def cell_at(text: str, at: int) -> Hit:
    """The cell around a place of a row."""
    start, end = line_at(text, at)
    stop = text.find("\t", at, end)
    return max(start, text.rfind("\t", start, at) + 1), end if stop < 0 else stop


def same_column(page: Page, head: Hit, cell: Hit) -> bool:
    """Whether the header's cell at *head* is the one over *cell*: where positions are known, the one that
    overlaps it and lies nearest to its middle; else by counting cells (an empty one belongs to the one before
    it); where that cannot be told it is not."""
    own, name = _sides(page, cell_at(page.text, cell[0])), cell_at(page.text, head[0])
    if own is not None:
        over = {other: sides for other in cells_of(page.text, head[0]) if (sides := _sides(page, other))}
        middle = (own[0] + own[1]) / 2
        far = {other: max(0.0, low - middle, middle - high) for other, (low, high) in over.items()}
        if name not in far or far[name] > min(far.values()):
            return False
        return over[name][0] < own[1] and own[0] < over[name][1]
    heads, cells = cells_of(page.text, head[0]), cells_of(page.text, cell[0])
    if len(heads) != len(cells):
        return False
    at = cells.index(cell_at(page.text, cell[0]))
    while at and not page.text[slice(*heads[at])].strip():
        at -= 1
    return heads[at] == name


def stands_over(page: Page, hit: Hit, cell: Hit) -> bool:
    """Whether a hit above the row of *cell* names its column: as a cell of a header's row, or, where
    positions are known, as words over this cell and over no other."""
    if is_row(page.text, hit[0]):
        return same_column(page, hit, cell)
    name = _sides(page, hit)
    if name is None:
        return False
    row = [sides for other in cells_of(page.text, cell[0]) if (sides := _sides(page, other)) is not None]
    under = [sides for sides in row if name[0] < sides[1] and sides[0] < name[1]]
    return under == [_sides(page, cell_at(page.text, cell[0]))]


def cells_of(text: str, at: int) -> list[Hit]:
    """The cells of the row around a place."""
    start, end = line_at(text, at)
    cells: list[Hit] = []
    while start <= end:
        cells.append(cell_at(text, start))
        start = cells[-1][1] + 1
    return cells


def _sides(page: Page, cell: Hit) -> tuple[float, float] | None:
    box = page.box(*cell) if page.boxes else None
    return None if box is None else (box[0], box[2])
