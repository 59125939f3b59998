"""Names that one language version of a page has in a block, and the other has another one in its place.

A name in Latin letters with a capital or a digit inside (``GPipe``, ``FP16``, ``DeepSeek-V3``) is written
alike in every language; beside Chinese so is any other one that begins with a capital (``Megatron``). One
version may leave a name out that is plain from what it says; but where each of two versions has a name in a
block more often than the other does, one of the two speaks of another thing.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

from ledger.documents.names import names
from ledger.documents.page import Page
from ledger.documents.placement import Placement
from ledger.quantities import Kind

_WORD = re.compile(r"(?<![A-Za-z0-9])[A-Za-z0-9]+(?:[-.][A-Za-z0-9]+)*(?![A-Za-z0-9])")
_LONGEST = 40
_MOST = 500
"""Names of a block that are looked for within the words of the other one."""
_NO_NAME = (Kind.REFERENCE, Kind.DATE)
"""``Figure 2``, ``May 2024``: another language has words of its own for these."""
_HAN = re.compile("[\u4e00-\u9fff]")
_CAPITAL = re.compile(r"[A-Z][A-Za-z]{2,}")
_CALENDAR = names(
    """January February March April May June July August September October November December
    Monday Tuesday Wednesday Thursday Friday Saturday Sunday"""
)
"""Capitals of English that other languages have words of their own for."""
_GOES_ON = re.compile(r"[\w,)’] ")
"""Behind this a capital begins no sentence."""
_TAIL = re.compile(r"(?:-[a-z]+)+\Z|(?<=[A-Z0-9])s\Z")
"""What a sentence puts behind a name: ``FP8-aware``, ``GPUs``."""
_JOINTS = re.compile(r"[^\w.]+|_")


class Named(NamedTuple):
    """A name and where it begins in the page's plain text."""

    name: str
    start: int


class _Block(NamedTuple):
    """A block: its words and its whole text, folded, its names, and its capitals that may be names too."""

    words: Counter[str]
    text: str
    names: list[Named]
    capitals: list[Named]
    chinese: bool

    def lacking(self, other: _Block) -> Named | None:
        """The first name that stands here more often than in *other*."""
        capitals = self.capitals if self.chinese != other.chinese else []
        both = sorted((*self.names, *capitals), key=lambda one: one.start)
        counts = Counter(_folded(one.name) for one in both)
        first = {_folded(one.name): one for one in reversed(both)}
        rarer = [name for name, often in counts.items() if other.words[name] < often][:_MOST]
        return next((first[name] for name in rarer if other.count(name) < counts[name]), None)

    def count(self, folded: str) -> int:
        """How often a name stands here; one without a digit may be a part of a word (``AllReduce``)."""
        whole = self.words[folded]
        return whole if any(map(str.isdecimal, folded)) else max(whole, self.text.count(folded))


def other_names(
    first: Page, second: Page, ours: Placement, theirs: Placement
) -> Iterator[tuple[Named, Named]]:
    """Of every block that both pages have, and in which the first binds a claim: the first name of each that
    it has more often than the other, where both have one."""
    bound = {ours.at(binding.start) for binding in first.bindings}
    blocks = _by_block(second, theirs)
    for place, block in _by_block(first, ours).items():
        if place not in bound or place not in blocks or not ours.same_blocks(theirs, place[0]):
            continue
        here, there = block.lacking(blocks[place]), blocks[place].lacking(block)
        if here is not None and there is not None:
            yield here, there


def _by_block(page: Page, placement: Placement) -> dict[tuple[int, int], _Block]:
    plain = page.document.text.plain
    starts = placement.starts
    numbers = [(one.start, one.end) for one in page.mentions if one.needs_evidence or one.kind in _NO_NAME]
    found: dict[tuple[int, int], _Block] = {}
    for start, end in zip(starts, [*starts[1:], len(plain)], strict=True):
        words = [Named(_name(one[0]), one.start()) for one in _WORD.finditer(plain, start, end)]
        free = [one for one in words if not _is_within(numbers, one.start)]
        chinese = _HAN.search(plain, start, end) is not None
        capitals = [
            one
            for one in free
            if _CAPITAL.fullmatch(one.name) is not None
            and not _is_name(one.name)
            and one.name not in _CALENDAR
            and (chinese or _GOES_ON.match(plain, max(start, one.start - 2), one.start) is not None)
        ]
        certain = [one for one in free if _is_name(one.name)]
        folded = Counter(_folded(one.name) for one in words)
        found[placement.at(start)] = _Block(folded, _folded(plain[start:end]), certain, capitals, chinese)
    return found


def _name(word: str) -> str:
    """A word without its tail; a long one is no name anyway, and its tail is not looked for."""
    return _TAIL.sub("", word) if len(word) <= _LONGEST else word


def _is_name(word: str) -> bool:
    """Whether a word can only be a name: with a capital or a digit behind a letter."""
    letters = sum(map(str.isalpha, word))
    inside = any(sign.isupper() or sign.isdecimal() for sign in word[1:])
    return inside and len(word) <= _LONGEST and letters > (0 if word[:1].isalpha() else 1)


def _is_within(spans: list[tuple[int, int]], at: int) -> bool:
    """Whether *at* stands in a number that is held to its claim anyway (``16GB``), or in one that points."""
    place = bisect_right(spans, (at, at)) - 1
    return any(start <= at < end for start, end in spans[max(0, place) : place + 2])


def _folded(text: str) -> str:
    return _JOINTS.sub("", text).casefold()
