"""Links whose words are a number and no more, one beside the other: pages to turn to, works cited."""

from __future__ import annotations

import re

from ledger.documents.builder import Builder
from ledger.quantities.text import Role

_NUMBER = re.compile(r"\s*[\[(]?(\d{1,3})[\])]?\s*")
_BETWEEN = re.compile(r"[\s,，、;；|·/–-]{0,4}(?:(?:and|or|&|和|与) ?)?(?:(\d{1,3})[\s,，、;；|·/–-]{1,4})?")
_LONGEST = 12


class NumberLinks:
    """The last such link, until another one follows it."""

    def __init__(self, builder: Builder) -> None:
        self.builder = builder
        self._last: tuple[int, int] | None = None
        self._run: list[tuple[int, int]] = []

    def link(self, begin: int) -> None:
        """A link ends, whose words begin at plain *begin*.

        Such links that count on, with nothing but signs or a conjunction between them, point; so does a
        number between them that they leave out (the page at which the reader is). Two alone must begin at
        one, or stand in brackets: two figures may have a link each.
        """
        end = self.builder.length
        words = self.builder.words(begin) if end - begin < _LONGEST else ""
        found = _NUMBER.fullmatch(words)
        if found is None:
            return
        value, last = int(found[1]), self._last
        self._last = value, end
        if last is None or not self._follows(value, last, begin):
            self._run = []
        self._run.append((value, begin))
        first, start = self._run[0]
        if len(self._run) > 2 or (len(self._run) == 2 and (first == 1 or words.strip()[0] in "[(")):
            self.builder.mark(start, end, Role.CROSS_REF)

    def _follows(self, value: int, last: tuple[int, int], begin: int) -> bool:
        """Whether a link goes on from the *last* one, whose number and end are given."""
        if begin - last[1] >= _LONGEST:
            return False
        between = _BETWEEN.fullmatch(self.builder.words(last[1])[: begin - last[1]])
        if between is None:
            return False
        if between[1] is None:
            return value == last[0] + 1
        return int(between[1]) == last[0] + 1 == value - 1
