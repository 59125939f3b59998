"""Reads LaTeX source: prose, mathematics, tables, siunitx, citations, comments, ``\\claim{id}{…}``."""

from __future__ import annotations

import re
from dataclasses import dataclass

from ledger.documents.builder import Builder
from ledger.documents.document import Document, Format
from ledger.documents.names import names
from ledger.documents.prose import Layout, Prose
from ledger.documents.tex import NAMED, mathematics
from ledger.quantities.text import Role

_DOLLARS = re.compile(
    r"\$\$(?P<display>(?:[^$\\]|\\.)*+)\$\$|\$(?P<inline>(?:[^$\\\n]|\\.|\n(?![ \t]*\n))*+)\$", re.DOTALL
)
_MATH = names(
    """equation align alignat gather multline displaymath math eqnarray flalign split aligned gathered"""
)
_VERBATIM = names("verbatim Verbatim lstlisting minted alltt comment filecontents tikzpicture")
_TABLES = names("tabular tabularx tabulary longtable array tabu")
_QUOTES = names("quote quotation")
_LINE_END = re.compile(r"\n[ \t]*+(?!\n)")
_ITEM_LABEL = re.compile(r"[ \t]*\[[^\[\]\n]{0,200}\]")


@dataclass(slots=True)
class _Environment:
    """An open environment: its name, where its text began, the mode outside."""

    name: str
    begin: int
    math: bool


class _Latex(Prose):
    """Reads a LaTeX document or a part of one."""

    comments = True

    def __init__(self, builder: Builder, start: int, end: int, layout: Layout | None = None) -> None:
        super().__init__(builder, start, end, layout)
        self.environments: list[_Environment] = []
        self.table = [-1, 0, 0]
        self.cell = -1

    def special(self, sign: str, start: int) -> None:
        """Comments, mathematics between dollars, cells of a table."""
        if sign == "%":
            self._comment(start)
        elif sign == "$":
            self._dollars(start)
        elif sign == "&" and self.cell >= 0 and not self.math:
            self._end_cell()
            self.builder.atom("\t", start, start + 1)
            self._start_cell(self.table[2] + 1)
        else:
            super().special(sign, start)

    def _comment(self, start: int) -> None:
        stop = self.source.find("\n", start, self.end)
        stop = self.end if stop < 0 else stop
        words = self.source[start:stop].lstrip("%").strip()
        self.builder.comment(words, start, stop, inline=not self.builder.at_line_start)
        swallowed = _LINE_END.match(self.source, stop, self.end)
        self.position = swallowed.end() if swallowed else stop

    def _dollars(self, start: int) -> None:
        found = _DOLLARS.match(self.source, start, self.end)
        if found is None:
            self.builder.exact(start, start + 1)
            return
        kind = found.lastgroup or "inline"
        mathematics(self.builder, *found.span(kind), kind)
        self.position = found.end()

    def line_break(self, start: int) -> None:
        """``\\\\`` ends a row of a table, or a line."""
        if self.cell >= 0 and not self.math:
            self._end_cell()
            self.builder.newline(start)
            self.table[1] += 1
            self._start_cell(0)
        else:
            super().line_break(start)

    def _start_cell(self, column: int) -> None:
        self.table[2] = column
        self.cell = self.builder.length

    def _end_cell(self) -> None:
        note = ":".join(str(number) for number in self.table)
        role = Role.TABLE_HEADER if self.table[1] == 0 else Role.TABLE_CELL
        self.builder.mark(self.cell, self.builder.length, role, note)

    def other(self, name: str, start: int) -> None:
        """List items and verbatim spans; the rest as in any prose."""
        if name == "item" and not self.math:
            self.break_block(start)
            label = _ITEM_LABEL.match(self.source, self.position, self.end)
            if label:
                self.builder.exact(label.start() + 1, label.end() - 1)
                self.builder.atom(" ", label.end() - 1, label.end())
                self.position = label.end()
        elif name in ("verb", "lstinline") and not self.math:
            self._verb(start)
        else:
            super().other(name, start)

    def _verb(self, start: int) -> None:
        delimiter = self.source[self.position : self.position + 1]
        closing = "}" if delimiter == "{" else delimiter
        line_end = self.source.find("\n", self.position, self.end)
        stop = self.source.find(closing, self.position + 1, line_end if line_end >= 0 else self.end)
        if not delimiter.strip() or stop < 0:
            return
        begin = self.builder.length
        self.builder.exact(self.position + 1, stop)
        self.builder.mark(begin, self.builder.length, Role.CODE_SPAN)
        self.position = stop + 1

    def environment(self, name: str, start: int) -> None:
        """``\\begin{…}`` and ``\\end{…}``."""
        found = NAMED.match(self.source, self.position, self.end)
        if found is None:
            return
        self.position = found.end()
        kind = found[1].rstrip("*")
        if name == "end":
            self._end_environment(kind)
        elif kind in _VERBATIM:
            self._verbatim(found[1])
        else:
            self._begin_environment(kind, start)

    def _begin_environment(self, kind: str, start: int) -> None:
        if self.math:
            if kind in _TABLES:
                self.skip_argument()
            return
        self.break_block(start)
        self.option()
        self.environments.append(_Environment(kind, self.builder.length, self.math))
        if kind in _MATH:
            self.math = True
        elif kind in _TABLES:
            self.skip_argument()
            self.skip_argument()
            self.table = [self.table[0] + 1, 0, 0]
            self._start_cell(0)

    def skip_argument(self) -> None:
        """Pass over one braced argument."""
        close = self.group_end()
        if close is not None:
            self.position = close + 1

    def _end_environment(self, kind: str) -> None:
        if not self.environments or self.environments[-1].name != kind:
            return
        ended = self.environments.pop()
        if kind in _MATH:
            self.math = ended.math
            self.builder.mark(ended.begin, self.builder.length, Role.MATH, "display")
        elif kind in _TABLES and self.cell >= 0:
            self._end_cell()
            self.cell = -1
        elif kind in _QUOTES:
            self.builder.mark(ended.begin, self.builder.length, Role.QUOTE)
        self.break_block(self.position)

    def _verbatim(self, name: str) -> None:
        closing = f"\\end{{{name}}}"
        stop = self.source.find(closing, self.position, self.end)
        stop = self.end if stop < 0 else stop
        self.break_block(self.position)
        begin = self.builder.length
        for line in re.finditer(r"[^\n]+", self.source[self.position : stop]):
            self.builder.exact(self.position + line.start(), self.position + line.end())
            self.builder.newline(self.position + line.end())
        self.builder.mark(begin, self.builder.length, Role.CODE_BLOCK, name)
        self.position = min(self.end, stop + len(closing))


def read_latex(path: str, source: str) -> Document:
    """Read LaTeX source; never raises."""
    builder = Builder(source)
    _Latex(builder, 0, len(source)).run()
    return builder.finish(path, Format.LATEX)
