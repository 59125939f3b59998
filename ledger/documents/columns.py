"""The heads of a table's columns, in the plain text of a page: a row is a line, and tabs part its cells."""

from __future__ import annotations

from functools import lru_cache


def column_head(plain: str, at: int) -> str:
    """The head of the column in which *at* stands; ``""`` outside a table, and in its first row."""
    if "\t" not in plain:
        return ""
    line = plain.rfind("\n", 0, at) + 1
    top = _tops(plain).get(line, line)
    return "" if top == line else plain[top : plain.find("\n", top)].split("\t")[plain.count("\t", line, at)]


@lru_cache(maxsize=2)
def _tops(plain: str) -> dict[int, int]:
    """Where the first row of its table begins, by where a row does: lines of as many cells are one table."""
    found: dict[int, int] = {}
    line, top, width = 0, 0, 0
    for text in plain.split("\n"):
        cells = text.count("\t")
        if cells != width:
            top, width = line, cells
        if cells:
            found[line] = top
        line += len(text) + 1
    return found
