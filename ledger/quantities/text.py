"""The seam between documents and the grammar: plain text as a reader sees it, plus structural marks.

A document reader (Markdown, HTML, Astro, LaTeX, a PDF page) makes one :class:`Text`, or several, and
keeps its own map from offsets of ``plain`` back to the file. The grammar knows nothing of file formats.

What a reader does when it makes ``plain``:

* Entities are decoded, tags and markup characters (``**``, back-ticks, braces) are gone. Any character
  that stays keeps its own code point: nothing is normalised (full-width digits, minus signs and thin
  spaces are the grammar's business).
* A soft line break inside a paragraph becomes one space. ``\\n`` ends a block, a line of code, a table
  row; ``\\t`` ends a table cell. No quantity reaches across ``\\n`` or ``\\t``.
* Superscripts and subscripts keep their characters under a ``SUPERSCRIPT`` or ``SUBSCRIPT`` mark:
  ``10<sup>25</sup>`` is ``"1025"`` with ``"25"`` marked, and is never read as 1025. TeX's ``2^{20}`` is
  ``"220"`` with ``"20"`` marked; ``N_d`` is ``"Nd"`` with ``"d"`` marked. Unicode ``²`` needs no mark.
* Mathematics is linear text under a ``MATH`` mark: ``\\frac{2(N-1)}{N}`` is ``"(2(N-1))/(N)"`` (brackets
  may be left away where they change nothing), ``\\times`` is ``×``, ``\\le`` is ``≤``, ``\\approx`` is
  ``≈``, ``\\sqrt{x}`` is ``√(x)``; other commands become their name as a word (``log``, ``max``).
* What stands inline but is not seen (link targets, attribute values, comments) does not stand between the
  words that it interrupts: it follows its block on a line of its own, marked. The map back to the file
  need not be monotonic.
* Program text (scripts, styles, template expressions, front-matter code) stands on lines of its own under
  a ``CODE`` mark; a string literal in it that a reader of the page will see is marked ``STRING_DATA``
  over the literal's decoded content, and is then read as prose.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Role(StrEnum):
    """What a stretch of text is in its document."""

    CODE = "code"
    """Program text: scripts, styles, template expressions; ``note`` is the language where known."""
    CODE_BLOCK = "code-block"
    """A fenced or indented block; ``note`` is its info string (``"python"``, ``"text"``, ``""``)."""
    CODE_SPAN = "code-span"
    """Inline code, without the back-ticks."""
    STRING_DATA = "string-data"
    """A string inside ``CODE`` or ``FRONT_MATTER`` that the page shows; ``note`` is its key, if any."""
    MATH = "math"
    """Mathematics; ``note`` is ``"inline"`` or ``"display"``."""
    SUPERSCRIPT = "superscript"
    SUBSCRIPT = "subscript"
    URL = "url"
    """A web address that is itself visible text."""
    LINK_TARGET = "link-target"
    """A link's or an image's destination."""
    ATTRIBUTE = "attribute"
    """A markup attribute's value; ``note`` is the attribute's name."""
    HEADING = "heading"
    """A whole heading; ``note`` is its level, ``"1"`` to ``"6"``."""
    HEADING_NUMBER = "heading-number"
    """The number before a heading's words, where the format tells it."""
    LIST_MARKER = "list-marker"
    """``1.`` or ``-`` before an item."""
    LIST_ITEM = "list-item"
    """One whole item, its marker not included."""
    FOOTNOTE_REF = "footnote-ref"
    CITATION = "citation"
    CROSS_REF = "cross-ref"
    """A number or label that the document itself resolves to another place in it."""
    FRONT_MATTER = "front-matter"
    """A metadata value; ``note`` is its key."""
    COMMENT = "comment"
    TABLE_HEADER = "table-header"
    """One header cell; ``note`` is ``"TABLE:ROW:COLUMN"``, counted from 0."""
    TABLE_CELL = "table-cell"
    """One body cell; ``note`` as for ``TABLE_HEADER``, rows counted on from the header's."""
    DATA_ROWS = "data-rows"
    """A list in program text that the page shows; ``note`` is how many entries it has."""
    CAPTION = "caption"
    QUOTE = "quote"
    """A block quotation."""
    IMAGE_ALT = "image-alt"


@dataclass(slots=True)
class Mark:
    """A half-open span ``[start, end)`` of ``Text.plain`` and its role. Marks may nest and overlap."""

    start: int
    end: int
    role: Role
    note: str = ""


@dataclass(frozen=True, slots=True)
class Text:
    """A stretch of plain text with its marks.

    Attributes:
        plain: the text (see the module's rules).
        marks: in any order.
        lang: a BCP 47 tag such as ``"en"`` or ``"zh"`` where the document says; else ``None``.
    """

    plain: str
    marks: tuple[Mark, ...] = ()
    lang: str | None = None
