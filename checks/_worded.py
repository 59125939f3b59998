"""Numbers in words where a claim states no quantity: the wording of the page against that of the claim."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from ledger import quantities
from ledger.quantities.quantity import Comparator, Quantity
from ledger.quantities.units import conversion, resolve
from ledger.schema.documents import Claim


def said(claim: Claim) -> tuple[Quantity, ...]:
    """Every number that the claim's statement has, in any language."""
    return tuple(quantity for text in claim.statement.texts.values() for quantity in _read(text))


def prints(claim: Claim, stated: Quantity) -> bool:
    """Whether the claim's statement prints a number to the very digits of *stated*."""
    return any(
        quantities.compare(one, stated).grade is quantities.Grade.EXACT and one.quantum == stated.quantum
        for one in said(claim)
    )


@lru_cache(maxsize=1024)
def _read(text: str) -> tuple[Quantity, ...]:
    return tuple(token.quantity for token in quantities.scan(text) if token.quantity is not None)


def is_article(quantity: Quantity) -> bool:
    """``one``, ``一个``: no more than the wording of a sentence."""
    plain = quantity.comparator is Comparator.EQUAL and quantity.high is None
    return plain and quantity.value == 1 and resolve(quantity.unit).counts


def repeats(quantity: Quantity, stated: Iterable[Quantity]) -> bool:
    """Whether one of *stated* is the same number of the same kind; a count may name its things otherwise."""
    return any(
        (one.value, one.high, one.comparator) == (quantity.value, quantity.high, quantity.comparator)
        and _same_kind(one.unit, quantity.unit)
        for one in stated
    )


def _same_kind(one: str, other: str) -> bool:
    left, right = resolve(one), resolve(other)
    return (left.counts and right.counts) or conversion(left, right) == 1
