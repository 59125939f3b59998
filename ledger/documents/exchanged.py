"""Two claims of one block that have exchanged their bindings, as far as the words around them tell.

Where two claims state the same number, or none, each may stand bound in the other's place and nothing that is
read out of the page differs. But the words beside a binding, and the head of its column, are mostly words of
its claim. Two bindings are taken for exchanged where the words that only one of the places has are words that
only the other place's claim has, and hardly any of its own.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from ledger.documents.columns import column_head
from ledger.documents.page import Binding, Page
from ledger.documents.placement import Placement
from ledger.documents.suggest import ClaimFacts
from ledger.quantities import restates

_WORD = re.compile(r"[^\W\d_\u4e00-\u9fff][^\W_\u4e00-\u9fff]*|\d+|[\u4e00-\u9fff]+")
_ENDINGS = ("ing", "ies", "ed", "es", "s")
_STEM = 3
"""Letters that an ending leaves at least."""
_APART = re.compile(r"[\n\t,，;；:：。()（）]|\.\s|\b(?:and|or|but|while|versus|against)\b|[和与及或而]")
"""What parts the words of one binding from those of the next."""
_REACH = 200
_NEXT = 12
"""How many of the following bindings of its block one is held against."""
_LEAST, _TIMES = 2, 3
"""How many words must speak for the exchange, and how much more than against it."""


class Exchange(NamedTuple):
    """Two bindings of which each seems to be the other's."""

    one: Binding
    other: Binding


def exchanged(known: Page, claims: Mapping[str, ClaimFacts]) -> Iterator[Exchange]:
    """Every two bindings of one block of *known* whose claims seem to have changed places."""
    vocabulary: dict[str, frozenset[str]] = {}
    placement = Placement(known.document)
    blocks: dict[tuple[int, int], list[Binding]] = defaultdict(list)
    for binding in known.bindings:
        if binding.claim in claims:
            blocks[placement.section(binding.start), placement.block(binding.start)].append(binding)
    for block in blocks.values():
        if len(block) > 1:
            yield from _of_block(known.document.text.plain, block, claims, vocabulary)


def _of_block(
    plain: str,
    block: Sequence[Binding],
    claims: Mapping[str, ClaimFacts],
    vocabulary: dict[str, frozenset[str]],
) -> Iterator[Exchange]:
    for binding in block:
        if binding.claim not in vocabulary:
            vocabulary[binding.claim] = words(claims[binding.claim].words)
    beside = [_beside(plain, block, at) for at in range(len(block))]
    for at, one in enumerate(block):
        for to in range(at + 1, min(len(block), at + 1 + _NEXT)):
            other = block[to]
            if one.claim == other.claim:
                continue
            first, second = vocabulary[one.claim], vocabulary[other.claim]
            here, there = beside[at] - beside[to], beside[to] - beside[at]
            stands = len(here & first - second) + len(there & second - first)
            turned = len(here & second - first) + len(there & first - second)
            likely = turned >= _LEAST and turned > _TIMES * stands
            if likely and _may_change(one, other, claims):
                yield Exchange(one, other)


def _may_change(one: Binding, other: Binding, claims: Mapping[str, ClaimFacts]) -> bool:
    """Whether each of two bindings states both claims alike."""
    first, second = claims[one.claim].quantity, claims[other.claim].quantity
    if first is None or second is None:
        return first is second
    stated = [(claimed, binding.stated(claimed)) for claimed in (first, second) for binding in (one, other)]
    return all(len(said) == 1 and restates(claimed, said[0]).agrees for claimed, said in stated)


@lru_cache(maxsize=4096)
def words(text: str) -> frozenset[str]:
    """The words of a text without their endings, numbers, and every two neighbouring signs of Chinese."""
    found: set[str] = set()
    for word in _WORD.findall(text):
        if "\u4e00" <= word[0] <= "\u9fff":
            found.update(word[at : at + 2] for at in range(len(word) - 1))
        else:
            found.add(_stem(word.lower()))
    return frozenset(found)


def _stem(word: str) -> str:
    for ending in _ENDINGS:
        if word.endswith(ending) and len(word) - len(ending) >= _STEM:
            return word[: -len(ending)]
    return word


def _beside(plain: str, block: Sequence[Binding], at: int) -> frozenset[str]:
    """The words of a binding and beside it, as far as no other binding and no other phrase begins, and those
    at the head of its column."""
    start, end = block[at].start, block[at].start + len(block[at].text)
    low, high = max(0, start - _REACH), min(len(plain), end + _REACH)
    if at > 0:
        low = max(low, min(start, block[at - 1].start + len(block[at - 1].text)))
    if at + 1 < len(block):
        high = min(high, max(end, block[at + 1].start))
    low = max((found.end() for found in _APART.finditer(plain, low, start)), default=low)
    parted = _APART.search(plain, end, high)
    return words(f"{plain[low : high if parted is None else parted.start()]} {column_head(plain, start)}")
