"""What makes a page show another number than the one that is read: each is a fault, whatever it hides."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from ledger.documents.document import Document, Format, Withholding
from ledger.documents.mentions import Mention

_OVERRIDE = re.compile("[\u202a-\u202e\u2066-\u2069]")
_TURNED = re.compile(r"<bdo\b|unicode-bidi\s?:\s?[a-z-]{0,10}override", re.IGNORECASE)
_OTHER_DIGIT = re.compile(r"[^\D0-9０-９]")
_MARKUP = (Format.MARKDOWN, Format.HTML, Format.ASTRO)


class Disguise(NamedTuple):
    """One fault: its code, its offset in the file, and what to tell."""

    code: str
    offset: int
    message: str
    hint: str


def disguises(
    document: Document, mentions: Iterable[Mention], bound: Iterable[tuple[int, int]]
) -> Iterator[Disguise]:
    """Characters and markup that turn, hide or strike out digits, and digits that nobody reads.

    Args:
        document: the page.
        mentions: its numbers.
        bound: the spans in its source that are bound, markup inside included.
    """
    yield from _turned(document)
    yield from _unread(document, mentions)
    yield from _kept_back(document, list(bound))


def _turned(document: Document) -> Iterator[Disguise]:
    plain = document.text.plain
    places = {found.start(): found.group() for found in _OVERRIDE.finditer(document.source)}
    for found in _OVERRIDE.finditer(plain):  # a character that the file writes as &#x202e;
        places.setdefault(document.offsets.span(found.start(), found.end())[0], found.group())
    for offset in sorted(places):
        message = f"U+{ord(places[offset]):04X} shows what follows in another order than it is read"
        yield Disguise("direction-override", offset, message, "delete the character")
    if document.format in _MARKUP:
        for tag in _TURNED.finditer(document.source):
            message = f"'{tag.group()}' shows digits in another order than they are read"
            yield Disguise("direction-override", tag.start(), message, "delete it")


def _unread(document: Document, mentions: Iterable[Mention]) -> Iterator[Disguise]:
    """Digits of another script that no number of the page holds."""
    found = list(_OTHER_DIGIT.finditer(document.text.plain))
    if not found:
        return
    held = {at for mention in mentions for at in range(mention.start, mention.end)}
    for digit in found:
        if digit.start() not in held:
            offset = document.offsets.span(digit.start(), digit.end())[0]
            message = (
                f"'{digit.group()}' (U+{ord(digit.group()):04X}) is a digit that is not read as a number"
            )
            yield Disguise("unread-digit", offset, message, "write the digits 0 to 9")
            return


_KEPT_BACK = {
    Withholding.HIDDEN: ("unshown", "is not shown to the reader", "show all of it, or leave it out"),
    Withholding.STRUCK: ("struck-out", "is struck out", "bind what stands, not what is taken back"),
}


def _kept_back(document: Document, bound: Sequence[tuple[int, int]]) -> Iterator[Disguise]:
    for how, (code, told, hint) in _KEPT_BACK.items():
        stretches = Stretches(
            (one.source_start, one.source_end) for one in document.withheld if one.how is how
        )
        for start, end in bound:
            met = stretches.meets(start, end)
            if met is not None:
                whole = met[0] <= start and end <= met[1]
                message = f"{'the bound text' if whole else 'a part of the bound text'} {told}"
                yield Disguise(code, start, message, hint)


class Stretches:
    """Stretches of a file, those that meet made one: each look-up costs the logarithm of their number."""

    def __init__(self, stretches: Iterable[tuple[int, int]]) -> None:
        self._merged: list[tuple[int, int]] = []
        for start, end in sorted(stretches):
            if self._merged and start < self._merged[-1][1]:
                self._merged[-1] = (self._merged[-1][0], max(end, self._merged[-1][1]))
            elif start < end:
                self._merged.append((start, end))

    def meets(self, start: int, end: int) -> tuple[int, int] | None:
        """The first stretch that has a part of ``[start, end)``."""
        at = bisect_right(self._merged, (start, start)) - 1
        for stretch in self._merged[max(0, at) : at + 2]:
            if stretch[0] < end and start < stretch[1]:
                return stretch
        return None
