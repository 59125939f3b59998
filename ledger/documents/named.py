"""Names that one language version of a page has in a block, and the other has another one in its place.

A name in Latin letters with a capital or a digit inside (``GPipe``, ``FP16``, ``DeepSeek-V3``) is written
alike in every language. One version may leave a name out that is plain from what it says; but where each of
two versions has a name in a block that the other lacks, one of the two speaks of another thing.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator
from typing import NamedTuple

from ledger.documents.page import Page
from ledger.documents.placement import Placement

_WORD = re.compile(r"(?<![A-Za-z0-9])[A-Za-z0-9]+(?:[-.][A-Za-z0-9]+)*(?![A-Za-z0-9])")
_LONGEST = 40
_TAIL = re.compile(r"(?:-[a-z]+)+\Z|(?<=[A-Z0-9])s\Z")
"""What a sentence puts behind a name: ``FP8-aware``, ``GPUs``."""
_JOINTS = re.compile(r"[^\w.]+|_")


class Named(NamedTuple):
    """A name and where it begins in the page's plain text."""

    name: str
    start: int


class _Block(NamedTuple):
    """A block: its words and its whole text, folded, and its names."""

    words: frozenset[str]
    text: str
    names: list[Named]

    def lacks(self, name: str) -> bool:
        """Whether *name* is none of the words; one without a digit may be a part of one (``AllReduce``)."""
        folded = _folded(name)
        whole = folded in self.words
        return not whole and (folded not in self.text or any(map(str.isdecimal, folded)))


def other_names(
    first: Page, second: Page, ours: Placement, theirs: Placement
) -> Iterator[tuple[Named, Named]]:
    """Of every block that both pages have, and in which the first binds a claim: the first name of each that
    the other lacks, where each lacks one."""
    bound = {ours.at(binding.start) for binding in first.bindings}
    blocks = _by_block(second, theirs)
    for place, block in _by_block(first, ours).items():
        if place not in bound or place not in blocks or not ours.same_blocks(theirs, place[0]):
            continue
        here = next((one for one in block.names if blocks[place].lacks(one.name)), None)
        there = next((one for one in blocks[place].names if block.lacks(one.name)), None)
        if here is not None and there is not None:
            yield here, there


def _by_block(page: Page, placement: Placement) -> dict[tuple[int, int], _Block]:
    plain = page.document.text.plain
    starts = placement.starts
    numbers = [(one.start, one.end) for one in page.mentions if one.needs_evidence]
    found: dict[tuple[int, int], _Block] = {}
    for start, end in zip(starts, [*starts[1:], len(plain)], strict=True):
        words = [Named(_TAIL.sub("", one[0]), one.start()) for one in _WORD.finditer(plain, start, end)]
        names = [one for one in words if _is_name(one.name) and not _is_within(numbers, one.start)]
        folded = frozenset(_folded(one.name) for one in words)
        found[placement.at(start)] = _Block(folded, _folded(plain[start:end]), names)
    return found


def _is_name(word: str) -> bool:
    """Whether a word can only be a name: with a capital or a digit behind a letter."""
    letters = sum(map(str.isalpha, word))
    inside = any(sign.isupper() or sign.isdecimal() for sign in word[1:])
    return inside and len(word) <= _LONGEST and letters > (0 if word[:1].isalpha() else 1)


def _is_within(spans: list[tuple[int, int]], at: int) -> bool:
    """Whether *at* stands in a number that is held to its claim anyway (``16GB``)."""
    place = bisect_right(spans, (at, at)) - 1
    return any(start <= at < end for start, end in spans[max(0, place) : place + 2])


def _folded(text: str) -> str:
    return _JOINTS.sub("", text).casefold()
