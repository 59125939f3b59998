"""Tables of HTML made regular: one cell a column in every row.

A cell that spans columns is followed by empty ones; one that spans rows is repeated in each, so that what it
says of a row stands in that row.
"""

from __future__ import annotations

import copy
from collections.abc import Iterator

import lxml.html
from lxml.html import HtmlElement

CELLS = ("td", "th")
MAX_SPAN = 100
MAX_ADDED = 20_000
MAX_REPEATED = 200
"""The longest text, in characters, that is repeated in other rows."""

Hanging = dict[int, tuple[HtmlElement, int]]
"""Column → the cell that hangs into the next row there, and into how many."""


def regular(root: HtmlElement) -> None:
    """Spread the spanning cells of every table below *root*, at most 20,000 of them."""
    left = MAX_ADDED
    for table in root.iter("table"):
        hanging: Hanging = {}
        for row in _rows(table):
            cells = [cell for cell in row if cell.tag in CELLS]
            spread, hanging = _spread(cells, hanging)
            added = len(spread) - len(cells)
            if not added:
                continue
            left -= added
            if left < 0:
                return
            row[:] = spread


def _rows(table: HtmlElement) -> Iterator[HtmlElement]:
    """The rows of a table itself, not those of tables in its cells."""
    for child in table:
        if child.tag == "tr":
            yield child
        elif child.tag in ("thead", "tbody", "tfoot"):
            yield from (row for row in child if row.tag == "tr")


def _spread(cells: list[HtmlElement], hanging: Hanging) -> tuple[list[HtmlElement], Hanging]:
    row: list[HtmlElement] = []
    following: Hanging = {}
    for cell in cells:
        _let_down(row, hanging, following)
        rows = _span(cell, "rowspan")
        for index in range(_span(cell, "colspan")):
            own = _empty() if index else cell
            if rows > 1:
                following[len(row)] = own, rows - 1
            row.append(own)
    _let_down(row, hanging, following)
    return row, following


def _let_down(row: list[HtmlElement], hanging: Hanging, following: Hanging) -> None:
    """Repeat the cells that hang into this row at its next columns."""
    while len(row) in hanging:
        cell, left = hanging.pop(len(row))
        if left > 1:
            following[len(row)] = cell, left - 1
        row.append(_repeated(cell))


def _repeated(cell: HtmlElement) -> HtmlElement:
    if len(cell.text_content()) > MAX_REPEATED:
        return _empty()
    again: HtmlElement = copy.deepcopy(cell)
    again.tail = None
    return again


def _empty() -> HtmlElement:
    return lxml.html.Element("td")


def _span(cell: HtmlElement, name: str) -> int:
    value = (cell.get(name) or "").strip()
    return max(1, min(MAX_SPAN, int(value))) if value.isascii() and value.isdigit() and len(value) < 6 else 1
