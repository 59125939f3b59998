"""A page as read: its text, its marks, and the way back to every character of the file.

Positions count Unicode code points. Lines and columns start at 1; a line ends at ``\\n``. The end of a
span is exclusive.
"""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cached_property
from itertools import accumulate

from ledger.quantities.text import Text


class Format(StrEnum):
    """How a file is read."""

    MARKDOWN = "markdown"
    HTML = "html"
    ASTRO = "astro"
    LATEX = "latex"
    TEXT = "text"


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading: where its text starts in ``Document.text.plain``, its level (1 is the top), its words."""

    start: int
    level: int
    words: str


@dataclass(frozen=True, slots=True)
class BoundSpan:
    """A stretch of plain text that the page binds to a claim, and where the binding stands in the file."""

    claim: str
    start: int
    end: int
    source_start: int
    source_end: int


class Withholding(StrEnum):
    """How a page keeps back what its file says."""

    STRUCK = "struck"
    HIDDEN = "hidden"


@dataclass(frozen=True, slots=True)
class Withheld:
    """A stretch of the file whose text the page strikes out or hides."""

    how: Withholding
    source_start: int
    source_end: int


@dataclass(frozen=True, slots=True)
class Reference:
    """A definition of a link reference (``[label]: target``), and where it begins in the file."""

    label: str
    target: str
    offset: int


@dataclass(frozen=True, slots=True)
class Comment:
    """A comment of the page: its words, where it stands in the file, and the plain text before it.

    ``anchor`` is the offset in ``Document.text.plain`` at which the comment interrupts the text;
    ``inline`` is false when it is a block of its own.
    """

    words: str
    source_start: int
    source_end: int
    anchor: int
    inline: bool


@dataclass(frozen=True)
class OffsetMap:
    """From offsets of the plain text to offsets of the file.

    Piece ``i`` begins at ``plain[i]`` and ``source[i]``. With ``width[i] < 0`` its characters stand in the
    file one for one; otherwise the whole piece (an entity, a decoded escape, a separator) was made from
    ``width[i]`` characters of the file.
    """

    plain: tuple[int, ...]
    source: tuple[int, ...]
    width: tuple[int, ...]

    def start(self, offset: int) -> int:
        """Where the character at plain *offset* starts in the file."""
        piece = bisect_right(self.plain, offset) - 1
        if piece < 0:
            return 0
        if self.width[piece] >= 0:
            return self.source[piece]
        return self.source[piece] + offset - self.plain[piece]

    def end(self, offset: int) -> int:
        """Where the character before plain *offset* ends in the file."""
        if offset <= 0:
            return self.start(0)
        piece = bisect_right(self.plain, offset - 1) - 1
        width = self.width[piece]
        if width >= 0:
            return self.source[piece] + width
        return self.source[piece] + offset - self.plain[piece]

    def span(self, start: int, end: int) -> tuple[int, int]:
        """The file's span of the plain span ``[start, end)``; never reversed."""
        piece = bisect_right(self.plain, start) - 1
        if piece >= 0 and self.width[piece] < 0:
            following = self.plain[piece + 1] if piece + 1 < len(self.plain) else end
            if start < end <= following:
                shift = self.source[piece] - self.plain[piece]
                return start + shift, end + shift
        first = self.start(start)
        return first, max(first, self.end(end))


@dataclass(frozen=True)
class Document:
    """A page.

    Attributes:
        path: as given by the caller.
        format: how it was read.
        source: the file's text, unchanged, but for a byte-order mark.
        text: the plain text and its marks; one line a block, cell separators are tabs.
        offsets: the way back from ``text.plain`` to ``source``.
        headings: in the order of the text.
        bound: the spans bound to claims in the page itself.
        comments: every comment, for directives to the ledger.
        computed: spans of the file that a program turns into text, which nobody can read here.
        withheld: what the page strikes out or hides; it stands in ``text`` all the same.
        references: every definition of a link reference, those that count for nothing included.
    """

    path: str
    format: Format
    source: str = field(repr=False)
    text: Text = field(repr=False)
    offsets: OffsetMap = field(repr=False)
    headings: tuple[Heading, ...] = ()
    bound: tuple[BoundSpan, ...] = ()
    comments: tuple[Comment, ...] = ()
    computed: tuple[tuple[int, int], ...] = ()
    references: tuple[Reference, ...] = ()
    withheld: tuple[Withheld, ...] = ()

    @cached_property
    def _line_starts(self) -> list[int]:
        *lines, _ = self.source.split("\n")
        return list(accumulate((len(line) + 1 for line in lines), initial=0))

    @cached_property
    def _heading_starts(self) -> list[int]:
        return [heading.start for heading in self.headings]

    @cached_property
    def _heading_paths(self) -> list[tuple[str, ...]]:
        paths: list[tuple[str, ...]] = []
        above: list[Heading] = []
        for heading in self.headings:
            while above and above[-1].level >= heading.level:
                above.pop()
            above.append(heading)
            paths.append(tuple(item.words for item in above))
        return paths

    def line_column(self, offset: int) -> tuple[int, int]:
        """The 1-based line and column of a file offset."""
        line = bisect_right(self._line_starts, offset)
        return line, offset - self._line_starts[line - 1] + 1

    def heading_path(self, offset: int) -> tuple[str, ...]:
        """The headings above plain *offset*, from the top; a heading is above its own text."""
        index = bisect_right(self._heading_starts, offset) - 1
        return self._heading_paths[index] if index >= 0 else ()

    def block(self, offset: int) -> tuple[int, int]:
        """The plain span of the block (the line of ``text.plain``) that holds *offset*."""
        start = self.text.plain.rfind("\n", 0, offset) + 1
        end = self.text.plain.find("\n", offset)
        return start, len(self.text.plain) if end < 0 else end
