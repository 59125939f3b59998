"""The columns of tables and their heads, in plain text: a row is a line, and tabs part its cells."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from functools import lru_cache
from typing import NamedTuple

_LONGEST = 200
"""Signs of a head that are looked at."""


class _Rows(NamedTuple):
    """Where lines begin (and what would be the next one), where tabs are, and the number of the line that is
    the first row of each line's table."""

    starts: list[int]
    tabs: list[int]
    tops: list[int]

    def line(self, at: int) -> int:
        return bisect_right(self.starts, at, hi=len(self.tops)) - 1

    def tabs_between(self, start: int, end: int) -> int:
        return bisect_left(self.tabs, end) - bisect_left(self.tabs, start)


def column(plain: str, at: int) -> int:
    """Which column of a table's row holds *at*; 0 outside a table."""
    rows = _rows(plain)
    return rows.tabs_between(rows.starts[rows.line(at)], at)


def width(plain: str, at: int) -> int:
    """How many columns the row has in which *at* stands, but for the first."""
    rows = _rows(plain)
    line = rows.line(at)
    return rows.tabs_between(rows.starts[line], rows.starts[line + 1])


def column_head(plain: str, at: int) -> str:
    """The head of the column in which *at* stands; ``""`` outside a table, and in its first row."""
    rows = _rows(plain)
    line = rows.line(at)
    top = rows.tops[line]
    if top == line:
        return ""
    begin, end = rows.starts[top], rows.starts[top + 1] - 1
    nth = rows.tabs_between(rows.starts[line], at)
    first = bisect_left(rows.tabs, begin)
    begin = begin if nth == 0 else rows.tabs[first + nth - 1] + 1
    end = rows.tabs[first + nth] if first + nth < bisect_left(rows.tabs, end) else end
    return plain[begin : min(end, begin + _LONGEST)]


@lru_cache(maxsize=2)
def _rows(plain: str) -> _Rows:
    """The rows of a page, looked up once; lines of as many cells are one table."""
    rows = _Rows([0], [], [])
    width, top = 0, 0
    for line, text in enumerate(plain.split("\n")):
        start, known = rows.starts[-1], len(rows.tabs)
        at = text.find("\t")
        while at >= 0:
            rows.tabs.append(start + at)
            at = text.find("\t", at + 1)
        cells = len(rows.tabs) - known
        if cells != width or cells == 0:
            top, width = line, cells
        rows.tops.append(top)
        rows.starts.append(start + len(text) + 1)
    return rows
