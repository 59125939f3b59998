"""Reads plain text: a block a line, hard-wrapped lines joined, TeX mathematics and commands understood.

Printed pages come as plain text with ``\\(…\\)``, ``\\[…\\]`` and the commands of their source left in, and
with tables whose cells stand between tabs.
"""

from __future__ import annotations

import re

from ledger.documents.builder import Builder
from ledger.documents.document import Document, Format
from ledger.documents.prose import Prose
from ledger.quantities.text import Role

_WRAPPED = (50, 120)
_COMMAND = re.compile(r"\\[A-Za-z@]+\*?(?:\[[^\[\]\n]{0,200}\])?\{")
_LINE = re.compile(r"[^\n]*")


class _Plain(Prose):
    """Prose in which only commands with arguments and bracketed mathematics are TeX."""

    def special(self, sign: str, start: int) -> None:
        """Signs that are special to TeX mean themselves."""
        self.builder.exact(start, start + 1)

    def script(self, sign: str, start: int) -> None:
        """``^`` and ``_`` mean themselves."""
        self.builder.exact(start, start + 1)

    def dash(self, start: int, end: int) -> None:
        """Hyphens stay hyphens, but between digits."""
        around = self.source[max(0, start - 1) : start] + self.source[end : end + 1]
        if len(around) == 2 and around.isdecimal():
            super().dash(start, end)
        else:
            self.builder.exact(start, end)

    def sign(self, sign: str, start: int, end: int) -> None:
        """A backslash before a sign means itself, unless it opens mathematics."""
        if start in self.layout.maths:
            super().sign(sign, start, end)
        else:
            self.builder.exact(start, end)

    def command(self, name: str, start: int) -> None:
        """Only a command with a braced argument is one."""
        if _COMMAND.match(self.source, start, self.end):
            super().command(name, start)
        else:
            self.builder.exact(start, self.position)

    def environment(self, name: str, start: int) -> None:
        """Environments mean nothing here."""
        self.builder.exact(start, self.position)

    def open_group(self, start: int) -> None:
        """A brace that no command waits for means itself."""
        if self.wanted:
            super().open_group(start)
        else:
            self.builder.exact(start, start + 1)

    def close_group(self) -> None:
        """The same, closing."""
        if self.frames:
            super().close_group()
        else:
            self.builder.exact(self.position - 1, self.position)

    def space(self, start: int, end: int) -> None:
        """A line's end is a block's end, unless the line looks hard-wrapped; tabs part cells."""
        line_end = self.source.find("\n", start, end)
        if line_end < 0:
            self.gap(start, end)
        elif self.source.count("\n", start, end) == 1 and self._wrapped(line_end):
            super(Prose, self).space(start, end)
        else:
            self.break_block(start)

    def gap(self, start: int, end: int) -> None:
        """White space inside a line."""
        if self.source.find("\t", start, end) >= 0:
            self.builder.atom("\t", start, end)
        elif not self.builder.at_line_start:
            self.builder.copy(self.source[start:end], start)

    def _wrapped(self, line_end: int) -> bool:
        begin = self.source.rfind("\n", max(0, line_end - 2 * _WRAPPED[1]), line_end) + 1
        line = self.source[begin:line_end]
        following = _LINE.match(self.source, line_end + 1)
        starts_word = following is not None and following.group()[:1].isalnum()
        return _WRAPPED[0] <= len(line) <= _WRAPPED[1] and "\t" not in line and starts_word and line.isascii()


def read_text(path: str, source: str) -> Document:
    """Read plain text; never raises."""
    builder = Builder(source)
    _Plain(builder, 0, len(source)).run()
    _mark_tables(builder)
    return builder.finish(path, Format.TEXT)


def _mark_tables(builder: Builder) -> None:
    """Mark runs of lines that have the same number of tabs as tables whose first line is the header."""
    plain = builder.plain
    table = row = -1
    tabs = 0
    for line in re.finditer(r"[^\n]+", plain):
        here = line.group().count("\t")
        if here == 0 or here != tabs:
            row = -1
            table += here > 0
        tabs = here
        if here:
            row += 1
            _mark_row(builder, line, f"{table}:{row}", header=row == 0)


def _mark_row(builder: Builder, line: re.Match[str], place: str, *, header: bool) -> None:
    start = line.start()
    for column, cell in enumerate(line.group().split("\t")):
        role = Role.TABLE_HEADER if header else Role.TABLE_CELL
        builder.mark(start, start + len(cell), role, f"{place}:{column}")
        start += len(cell) + 1
