"""Where on a page something stands, told so that two language versions can be held against each other.

Two versions with the same headings, by number and level, have the same sections; two sections with the same
number of blocks (paragraphs, items, rows of a table) have the same blocks. Otherwise it cannot be told.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter

from ledger.documents.document import Document
from ledger.quantities.text import Role

_ASIDE = frozenset(
    (
        Role.COMMENT,
        Role.LINK_TARGET,
        Role.ATTRIBUTE,
        Role.STRING_DATA,
        Role.IMAGE_ALT,
        Role.CITATION,
        Role.CROSS_REF,
        Role.FOOTNOTE_REF,
        Role.CODE,
    )
)
"""What stands on a line of its own in the plain text, and is none of the page's blocks."""


class Placement:
    """The sections and blocks of a page. Sections count from 0, the text above all headings; blocks too."""

    def __init__(self, document: Document) -> None:
        self.levels = tuple(heading.level for heading in document.headings)
        self._headings = [heading.start for heading in document.headings]
        asides = {(mark.start, mark.end) for mark in document.text.marks if mark.role in _ASIDE}
        self._blocks: list[int] = []
        start = 0
        for line in document.text.plain.split("\n"):
            if line.strip() and (start, start + len(line)) not in asides:
                self._blocks.append(start)
            start += len(line) + 1
        self.blocks = Counter(self.section(block) for block in self._blocks)
        """How many blocks each section has."""

    def section(self, offset: int) -> int:
        """The section of a plain *offset*."""
        return bisect_right(self._headings, offset)

    def block(self, offset: int) -> int:
        """Which block of its section holds a plain *offset*."""
        section = self.section(offset)
        first = 0 if section == 0 else bisect_right(self._blocks, self._headings[section - 1] - 1)
        return bisect_right(self._blocks, offset) - 1 - first

    @property
    def starts(self) -> list[int]:
        """Where the blocks begin in the plain text."""
        return self._blocks

    def at(self, offset: int) -> tuple[int, int]:
        """The section and the block of a plain *offset*."""
        return self.section(offset), self.block(offset)

    def same_blocks(self, other: Placement, section: int) -> bool:
        """Whether both pages have as many blocks in a section."""
        return self.blocks[section] == other.blocks[section]

    def compares(self, other: Placement) -> bool:
        """Whether the two pages have the same sections."""
        return self.levels == other.levels
