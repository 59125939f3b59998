"""The heads of a table's columns, in the plain text of a page: a row is a line, and tabs part its cells."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import takewhile

_MOST_ROWS = 300


def column_head(plain: str, at: int) -> str:
    """The head of the column in which *at* stands; ``""`` outside a table."""
    line = plain.rfind("\n", 0, at) + 1
    end = plain.find("\n", at)
    columns = plain.count("\t", line, len(plain) if end < 0 else end)
    if columns == 0:
        return ""
    *_, top = (line, *takewhile(lambda low: _columns(plain, low) == columns, _lines_above(plain, line)))
    return "" if top == line else plain[top : plain.find("\n", top)].split("\t")[plain.count("\t", line, at)]


def _lines_above(plain: str, line: int) -> Iterator[int]:
    """Where the lines above the one at *line* begin, upwards: a long table must not cost its square."""
    for _ in range(_MOST_ROWS):
        if line == 0:
            return
        line = plain.rfind("\n", 0, line - 1) + 1
        yield line


def _columns(plain: str, line: int) -> int:
    return plain.count("\t", line, plain.find("\n", line))
