"""Reads LaTeX source: prose, mathematics, tables, siunitx, citations, comments, ``\\claim{id}{…}``."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from ledger.documents.builder import Builder
from ledger.documents.disguise import Stretches
from ledger.documents.document import Comment, Document, Format, Withheld, Withholding
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
_VERBATIM = names("verbatim Verbatim lstlisting minted alltt comment filecontents")
_TWO_ARGUMENTS = names("tabularx tabulary tabular*")
_MEASURE = re.compile(r"\s*(?:[-\d.]*\s*(?:\\[a-zA-Z]+|[a-z]{0,2})|[A-Za-z]{0,3})\s*")
"""An environment's argument that is a length, a number or a letter."""
_NODE = re.compile(
    r"\\node\b[^;{}]{0,200}\{|\bnode\s*(?:\[[^\[\]\n]{0,200}\]|\([^()\n]{0,60}\))*\s*\{"
    r"|\b(?:title|[xyz]label)\s*=\s*\{|\\addlegendentry\s*\{"
)
"""What opens the words of a drawing."""
_TABLES = names("tabular tabularx tabulary longtable array tabu")
_QUOTES = names("quote quotation")
_LINE_END = re.compile(r"\n[ \t]*+(?!\n)")
_COLUMNS = re.compile(r"\s*\{\s*(\d{1,2})\s*\}")
_DEEPEST = 3
"""How deep parts of the page are read within one another."""
_STRIKING = re.compile(r"\\(sout|xout|st|cancel|bcancel|xcancel|phantom|hphantom)\s{0,9}\{")
_NEVER = re.compile(r"\\iffalse(?![A-Za-z])")
_CONDITION = re.compile(
    r"\\(?P<opens>if(?!f(?![A-Za-z@])|thenelse)[A-Za-z@]*)|\\(?:fi|(?P<other>else))(?![A-Za-z@])"
)
"""Conditions of TeX and of classes (``\\ifnum``, ``\\ifdraft``), and what ends them."""
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
        self.spanned = 0

    def special(self, sign: str, start: int) -> None:
        """Comments, mathematics between dollars, cells of a table."""
        if sign == "%":
            self._comment(start)
        elif sign == "$":
            self._dollars(start)
        elif sign == "&" and self.cell >= 0 and not self.math:
            self._end_cell()
            self.builder.atom("\t", start, start + 1)
            self._start_cell(self.table[2] + 1 + self.spanned)
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

    def other(self, name: str, start: int) -> None:
        """List items, verbatim spans, cells over several columns; the rest as in any prose."""
        if name == "item" and not self.math:
            self.break_block(start)
            label = _ITEM_LABEL.match(self.source, self.position, self.end)
            if label:
                self.builder.exact(label.start() + 1, label.end() - 1)
                self.builder.atom(" ", label.end() - 1, label.end())
                self.position = label.end()
        elif name in ("verb", "lstinline") and not self.math:
            self._verb(start)
        elif name == "multicolumn" and self.cell >= 0 and not self.math:
            columns = _COLUMNS.match(self.source, self.position, self.end)
            super().other(name, start)
            self.spanned = int(columns[1]) - 1 if columns else 0
        else:
            super().other(name, start)

    def _start_cell(self, column: int) -> None:
        self.table[2] = column
        self.cell = self.builder.length
        self.spanned = 0

    def _end_cell(self) -> None:
        note = ":".join(str(number) for number in self.table)
        role = Role.TABLE_HEADER if self.table[1] == 0 else Role.TABLE_CELL
        self.builder.mark(self.cell, self.builder.length, role, note)

    def _verb(self, start: int) -> None:
        delimiter = self.source[self.position : self.position + 1]
        closing = "}" if delimiter == "{" else delimiter
        line_end = self.source.find("\n", self.position, self.end)
        stop = self.source.find(closing, self.position + 1, line_end if line_end >= 0 else self.end)
        if not delimiter.strip() or stop < 0:
            return
        begin = self.builder.length
        self.layout.literal.append((self.position, stop))
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
        elif kind == "tikzpicture":
            self._drawing(found[1])
        else:
            self._begin_environment(kind, found[1], start)

    def _begin_environment(self, kind: str, name: str, start: int) -> None:
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
            for _ in range(2 if name in _TWO_ARGUMENTS else 1):
                self.skip_argument()
            self.table = [self.table[0] + 1, 0, 0]
            self._start_cell(0)
        else:
            self._arguments()

    def _arguments(self) -> None:
        """What an environment is given: measures, which are not seen, and words such as its title."""
        while self.source.startswith("{", self.position):
            close = self.group_end()
            if close is None:
                return
            start = self.position + 1
            self.position = close + 1
            if _MEASURE.fullmatch(self.source, start, close):
                self.builder.aside(start, close, Role.CODE, "tex")
            elif self.layout.depth < _DEEPEST:
                self.inner(start, close)
                self.builder.newline(close)
            else:
                self.follow(start, close)

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

    def _drawing(self, name: str) -> None:
        """A drawing is program text, but for the words at its nodes, axes and lines."""
        stop, after = self._environment_end(name)
        at = self.position
        while self.layout.depth < _DEEPEST and (node := _NODE.search(self.source, at, stop)) is not None:
            close = self.layout.groups.get(node.end() - 1, stop)
            start = node.end() if close < stop else close
            self._program(name, at, start, Role.CODE)
            if close < stop:
                self.inner(start, close)
            at = close
        self._program(name, at, stop, Role.CODE)
        self.position = after

    def _verbatim(self, name: str) -> None:
        stop, after = self._environment_end(name)
        self.layout.literal.append((self.position, stop))
        self._program(name, self.position, stop)
        self.position = after

    def _environment_end(self, name: str) -> tuple[int, int]:
        """Where the environment that has just begun closes, and where that command ends."""
        closing = f"\\end{{{name}}}"
        stop = self.source.find(closing, self.position, self.end)
        stop = self.end if stop < 0 else stop
        return stop, min(self.end, stop + len(closing))

    def _program(self, name: str, start: int, stop: int, role: Role = Role.CODE_BLOCK) -> None:
        """Write lines as they stand, as a block of their own."""
        self.break_block(start)
        begin = self.builder.length
        for line in re.finditer(r"[^\n]+", self.source[start:stop]):
            self.builder.exact(start + line.start(), start + line.end())
            self.builder.newline(start + line.end())
        self.builder.mark(begin, self.builder.length, role, name)


def _withheld(source: str, layout: Layout, comments: Iterable[Comment]) -> Iterator[Withheld]:
    """What commands strike out or leave blank, and what a condition that never holds leaves out."""
    aside = [(one.source_start, one.source_end) for one in comments]
    literal = Stretches((*layout.literal, *aside))
    for command in _commands(_STRIKING, source, 0, literal):
        close = layout.groups.get(command.end() - 1)
        if close is not None:
            how = Withholding.HIDDEN if "phantom" in command[1] else Withholding.STRUCK
            yield Withheld(how, command.start(), close + 1)
    position, skipped = 0, Stretches(aside)  # what is skipped is not read as program text
    while (opened := next(_commands(_NEVER, source, position, literal), None)) is not None:
        position = _condition_end(source, opened.end(), skipped)
        yield Withheld(Withholding.HIDDEN, opened.start(), position)


def _condition_end(source: str, start: int, comments: Stretches) -> int:
    """Where what a condition leaves out ends, which opens at *start*: conditions in it end first."""
    depth = 0
    for command in _commands(_CONDITION, source, start, comments):
        if command["opens"] is not None:
            depth += 1
        elif depth == 0:
            return command.end()
        elif command["other"] is None:
            depth -= 1
    return len(source)


def _commands(
    pattern: re.Pattern[str], source: str, start: int, literal: Stretches
) -> Iterator[re.Match[str]]:
    """The commands from *start* on that are none of comments or program text, nor behind a backslash."""
    for found in pattern.finditer(source, start):
        before = found.start()
        while before > 0 and source[before - 1] == "\\":
            before -= 1
        if (found.start() - before) % 2 == 0 and literal.meets(*found.span()) is None:
            yield found


def read_latex(path: str, source: str) -> Document:
    """Read LaTeX source; never raises."""
    builder = Builder(source)
    reader = _Latex(builder, 0, len(source))
    reader.run()
    builder.withheld += _withheld(source, reader.layout, builder.comments)
    return builder.finish(path, Format.LATEX)
