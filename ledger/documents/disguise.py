"""What makes a page show another number than the one that is read: each is a fault, whatever it hides."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from ledger.documents.document import Document, Format
from ledger.documents.mentions import Mention

_OVERRIDE = re.compile("[\u202a-\u202e\u2066-\u2069]")
_TURNED = re.compile(r"<bdo\b|unicode-bidi\s?:\s?[a-z-]{0,10}override", re.IGNORECASE)
_UNSHOWN = re.compile(
    r"<[^<>]*?(?:\shidden\b|display\s?:\s?none|visibility\s?:\s?hidden|font-size\s?:\s?0|opacity\s?:\s?0(?![.\d]))",
    re.IGNORECASE,
)
_STRUCK_TAG = re.compile(r"<(?:del|s|strike)[\s>]", re.IGNORECASE)
_STRUCK_IN = {
    Format.MARKDOWN: re.compile(rf"~~|{_STRUCK_TAG.pattern}", re.IGNORECASE),
    Format.HTML: _STRUCK_TAG,
    Format.ASTRO: _STRUCK_TAG,
    Format.LATEX: re.compile(r"\\(?:sout|xout|st|cancel|bcancel|xcancel|phantom|hphantom)\b"),
}
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
    yield from _within(document, list(bound))


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


def _within(document: Document, bound: Sequence[tuple[int, int]]) -> Iterator[Disguise]:
    """Each kind is looked for once on the page, so that spans nested in spans cannot add up to its square."""
    if not bound:
        return
    unshown = _starts(_UNSHOWN if document.format in _MARKUP else None, document.source)
    struck = _starts(_STRUCK_IN.get(document.format), document.source)
    for start, end in bound:
        if _any(unshown, start, end):
            message = "a part of the bound text is not shown to the reader"
            yield Disguise("unshown", start, message, "show all of it, or leave it out")
        if _any(struck, start, end):
            message = "a part of the bound text is struck out or left blank"
            yield Disguise("struck-out", start, message, "bind what stands, not what is taken back")


def _starts(pattern: re.Pattern[str] | None, source: str) -> list[int]:
    return [] if pattern is None else [found.start() for found in pattern.finditer(source)]


def _any(starts: Sequence[int], start: int, end: int) -> bool:
    """Whether one of the ascending *starts* lies in ``[start, end)``."""
    at = bisect_left(starts, start)
    return at < len(starts) and starts[at] < end
