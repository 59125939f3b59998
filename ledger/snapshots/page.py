"""What extraction yields: pages of text with roles and boxes, and the document around them.

``Page.text`` is what a reader sees, in reading order, one code point a letter (a ligature is spelt out); what
a PDF holds but does not show is not in it. Its line structure is kept: a newline is a line break inside a
block, an empty line ends a block, a tab parts the cells of a table row (or whatever else stands far apart on
one line).
"""

from __future__ import annotations

import bisect
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, NamedTuple

SUPERSCRIPT = "^"
SUBSCRIPT = "_"

NOTE_LENGTH, NOTE_WORDS = 60, 8
"""A raised stretch of so many characters and words is a note, no exponent."""

Box = tuple[float, float, float, float]
"""Left, bottom, right, top in points, origin at the page's lower left corner."""


class Span(NamedTuple):
    """A half-open stretch of a page's text and what it is: ``"^"``, ``"_"`` or ``"h1"`` … ``"h6"``."""

    start: int
    end: int
    role: str


class Why(StrEnum):
    """Why text that a file holds does not count as what its page says."""

    HIDDEN = "hidden"
    """It makes no difference to the page's picture: unpainted, covered, clipped, in the ground's colour."""
    STRUCK = "struck"
    """A line is drawn through it."""
    RECOGNISED = "recognised"
    """It is not painted, and lies over a picture: a machine read it there."""
    UNSURE = "unsure"
    """Whether it is shown could not be told."""


@dataclass(frozen=True, slots=True)
class Behind:
    """What a page would say if everything in its file counted: text and spans as those of a page, and why
    some of it does not."""

    text: str
    spans: tuple[Span, ...]
    whys: tuple[Why, ...]


@dataclass(frozen=True, slots=True)
class Page:
    """One physical page (a document without pages is one page).

    Attributes:
        number: physical page, from 1.
        text: see the module.
        label: the page's own label (``"iv"``), or ``""``.
        spans: superscripts, subscripts and headings, sorted by start.
        boxes: four signed 16-bit integers a character, tenths of a point; empty when there are none.
        fault: why the text cannot be relied on to be whole, or ``""``; such a page is never searched
            for what is *not* on it.
        behind: what the text would be with what the page does not show; ``None`` where it shows everything.
    """

    number: int
    text: str
    label: str = ""
    spans: tuple[Span, ...] = ()
    boxes: bytes = b""
    fault: str = ""
    behind: Behind | None = None

    def __hash__(self) -> int:
        return hash((self.number, self.text))  # enough to tell pages apart, and text keeps its own hash

    def box(self, start: int, end: int) -> Box | None:
        """The rectangle around ``text[start:end]``, or ``None`` when positions are unknown."""
        numbers = memoryview(self.boxes).cast("h")[4 * start : 4 * end].tolist()
        quads = zip(numbers[::4], numbers[1::4], numbers[2::4], numbers[3::4], strict=True)
        seen = [quad for quad in quads if quad[2] > quad[0] and quad[3] > quad[1]]
        if not seen:
            return None
        left, bottom, right, top = zip(*seen, strict=True)
        return min(left) / 10, min(bottom) / 10, max(right) / 10, max(top) / 10

    def scripts(self, start: int, end: int) -> list[Span]:
        """Superscript and subscript spans that meet ``[start, end)``; a note set small throughout is none."""
        first = max(0, bisect.bisect_right(self.spans, start, key=lambda span: span.start) - 1)
        met = (span for span in self.spans[first:] if span.start < end)
        raised = (span for span in met if span.end > start and span.role in (SUPERSCRIPT, SUBSCRIPT))
        return [span for span in raised if not self._is_note(span)]

    def _is_note(self, span: Span) -> bool:
        """Whether a raised stretch hangs on nothing and is running text."""
        if (
            span.end - span.start < NOTE_LENGTH
            or not self.text[max(0, span.start - 1) : span.start].isspace()
        ):
            return False
        return self.text.count(" ", span.start, span.end) >= NOTE_WORDS


@dataclass(frozen=True, slots=True)
class Bookmark:
    """One entry of a document's outline: title, depth from 0, physical page and height on it."""

    title: str
    depth: int
    page: int
    top: float | None = None


@dataclass(frozen=True, slots=True)
class Document:
    """A snapshot as an extractor read it.

    Attributes:
        digest: SHA-256 of the bytes.
        media: ``application/pdf``, ``text/html``, ``text/markdown`` or ``text/plain``.
        extractor: name and version of what read it.
        pages: in physical order, number 1 first.
        outline: the document's own outline, in its order.
        fault: why there are no pages, or ``""``.
    """

    digest: str
    media: str
    extractor: str
    pages: tuple[Page, ...] = ()
    outline: tuple[Bookmark, ...] = ()
    fault: str = ""
    title: str = ""
    memo: dict[str, Any] = field(default_factory=dict, compare=False, repr=False)
    """What was worked out from the pages, by name, so that it is worked out once."""

    def page(self, number: int) -> Page | None:
        """The physical page *number*, or ``None``."""
        return self.pages[number - 1] if 1 <= number <= len(self.pages) else None

    def labelled(self, label: str) -> tuple[int, ...]:
        """Physical pages that carry *label*; more than one when labels repeat."""
        return tuple(page.number for page in self.pages if page.label == label)
