"""Builds the plain text of a page piece by piece, and with it the way back to the file."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator
from typing import NamedTuple

from ledger.documents.document import (
    BoundSpan,
    Comment,
    Document,
    Format,
    Heading,
    OffsetMap,
    Reference,
    Withheld,
)
from ledger.quantities.text import Mark, Role, Text

EXACT = -1
DIRECTIVE = "ledger:"


class Aside(NamedTuple):
    """Text that stands inside a block but is not seen there: it follows the block on its own line."""

    start: int
    end: int
    role: Role
    note: str
    words: str | None


class Builder:
    """Collects pieces of plain text with their places in *source*.

    ``length`` is the number of plain characters so far, the offset at which the next piece will stand.
    """

    def __init__(self, source: str) -> None:
        self.source = source
        self.length = 0
        self.lang: str | None = None
        self.bound: list[BoundSpan] = []
        self.comments: list[Comment] = []
        self.computed: list[tuple[int, int]] = []
        self.references: list[Reference] = []
        self.withheld: list[Withheld] = []
        self._headings: list[tuple[int, int, int]] = []
        self._parts: list[str] = []
        self._marks: list[Mark] = []
        self._plain: list[int] = []
        self._source: list[int] = []
        self._width: list[int] = []
        self._expected = -1
        self._line_start = 0
        self._asides: list[Aside] = []

    def exact(self, start: int, end: int) -> None:
        """Append ``source[start:end]`` as it stands."""
        if end > start:
            self.copy(self.source[start:end], start)

    def copy(self, words: str, start: int) -> None:
        """Append *words*, whose characters stand one for one in the file from *start* on.

        A carriage return becomes a space, so that a file reads the same with either kind of line end.
        """
        if not words:
            return
        if "\r" in words:
            words = words.replace("\r", " ")
        if start != self._expected:
            self._plain.append(self.length)
            self._source.append(start)
            self._width.append(EXACT)
        self._parts.append(words)
        self.length += len(words)
        self._expected = start + len(words)

    def lines(self, text: str, start: int, end: int) -> None:
        """Append ``text[start:end]`` line by line, blank lines left out.

        *text* is the source, or a copy of it of the same length.
        """
        position = start
        while position < end:
            line_end = text.find("\n", position, end)
            stop = end if line_end < 0 else line_end
            line = text[position:stop]
            if line and not (self.at_line_start and line.isspace()):
                self.copy(line, position)
            if line_end >= 0:
                self.newline(line_end)
            position = stop + 1

    def atom(self, words: str, start: int, end: int) -> None:
        """Append *words*, made as a whole from ``source[start:end]``."""
        if not words:
            return
        self._plain.append(self.length)
        self._source.append(start)
        self._width.append(max(0, end - start))
        self._parts.append(words)
        self.length += len(words)
        self._expected = -1

    def mark(self, start: int, end: int, role: Role, note: str = "") -> None:
        """Mark the plain span; an empty one is dropped."""
        if end > start:
            self._marks.append(Mark(start, end, role, note))

    @property
    def plain(self) -> str:
        """The whole plain text so far."""
        return "".join(self._parts)

    @property
    def at_line_start(self) -> bool:
        """Whether nothing has been written on the present line."""
        return self.length == self._line_start

    @property
    def line_start(self) -> int:
        """The plain offset at which the present line started."""
        return self._line_start

    @property
    def last(self) -> str:
        """The last plain character, or a newline at the very start."""
        return self._parts[-1][-1] if self._parts else "\n"

    def newline(self, position: int) -> None:
        """End the present line, if anything stands on it, and write what waited for its end."""
        if self.length != self._line_start:
            self.atom("\n", position, position)
            self._line_start = self.length
        if self._asides:
            self._flush()

    def aside(self, start: int, end: int, role: Role, note: str = "", words: str | None = None) -> None:
        """Keep ``source[start:end]`` (decoded: *words*) for a line of its own after this block."""
        self._asides.append(Aside(start, end, role, note, words))

    def _flush(self) -> None:
        waiting, self._asides = self._asides, []
        for item in waiting:
            begin = self.length
            if item.words is None:
                self.exact(item.start, item.end)
            else:
                self.atom(item.words, item.start, item.end)
            self.mark(begin, self.length, item.role, item.note)
            if self.length != begin:
                self.atom("\n", item.end, item.end)
            self._line_start = self.length

    def words(self, start: int) -> str:
        """The plain text from *start* to the present end; *start* must not be far back."""
        taken: list[str] = []
        remaining = self.length - start
        for part in reversed(self._parts):
            if remaining <= 0:
                break
            taken.append(part)
            remaining -= len(part)
        joined = "".join(reversed(taken))
        return joined[-(self.length - start) :] if self.length > start else ""

    def heading(self, start: int, level: int) -> None:
        """Record the text from *start* on as a heading."""
        self.mark(start, self.length, Role.HEADING, str(level))
        self._headings.append((start, self.length, level))

    def comment(self, words: str, start: int, end: int, *, inline: bool) -> None:
        """Record a comment; one that is not addressed to the ledger is also text that is not seen."""
        self.comments.append(Comment(words, start, end, self.length, inline))
        if not words.startswith(DIRECTIVE):
            self.aside(start, end, Role.COMMENT)

    def finish(self, path: str, form: Format) -> Document:
        """The document of everything written so far."""
        self.newline(len(self.source))
        plain = self.plain
        return Document(
            path=path,
            format=form,
            source=self.source,
            text=Text(plain, tuple(self._marks), self.lang),
            offsets=OffsetMap(tuple(self._plain), tuple(self._source), tuple(self._width)),
            headings=tuple(self._titled(plain)),
            bound=tuple(self.bound),
            comments=tuple(self.comments),
            computed=tuple(self.computed),
            references=tuple(self.references),
            withheld=tuple(self.withheld),
        )

    def _titled(self, plain: str) -> Iterator[Heading]:
        """The headings with their words, which end where another heading begins: one in another, as a page in
        good order has none, would have them copied over and over."""
        starts = sorted({start for start, _, _ in self._headings})
        words: dict[int, str] = {}
        for start, end, level in self._headings:
            if start not in words:
                following = bisect_right(starts, start)
                stop = min(end, starts[following]) if following < len(starts) else end
                words[start] = " ".join(plain[start:stop].split())
            yield Heading(start, level, words[start])
