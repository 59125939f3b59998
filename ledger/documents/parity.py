"""Compares two language versions of a page: the same claims, with the same numbers."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass

from ledger.documents.page import Binding, Page
from ledger.errors import Location
from ledger.quantities.quantity import Quantity


@dataclass(frozen=True, slots=True)
class Disparity:
    """One difference between two versions of a page.

    ``code`` is ``claim-missing`` (bound in one version only) or ``number-differs`` (other numbers, or another
    count of them). ``location`` is in the page that ``path`` names: the one that lacks the claim, or the
    second one.
    """

    code: str
    claim: str
    location: Location
    message: str


def parity(first: Page, second: Page) -> list[Disparity]:
    """Every claim that the two pages do not bind alike, in the order of their ids."""
    ours, theirs = _by_claim(first), _by_claim(second)
    found: list[Disparity] = []
    for claim in sorted(ours.keys() | theirs.keys()):
        if claim not in theirs:
            found.append(_missing(claim, ours[claim][0], second))
        elif claim not in ours:
            found.append(_missing(claim, theirs[claim][0], first))
        else:
            found.extend(_numbers(claim, ours[claim], theirs[claim]))
    return found


def _by_claim(page: Page) -> dict[str, list[Binding]]:
    found: dict[str, list[Binding]] = defaultdict(list)
    for binding in page.bindings:
        found[binding.claim].append(binding)
    return dict(found)


def _missing(claim: str, there: Binding, here: Page) -> Disparity:
    path = here.document.path
    message = f"'{claim}' is bound at {there.location} but nowhere in {path}"
    return Disparity("claim-missing", claim, Location(path), message)


def _numbers(claim: str, ours: list[Binding], theirs: list[Binding]) -> list[Disparity]:
    first, second = _stated(ours), _stated(theirs)
    if first == second:
        return []
    message = f"'{claim}' is {_words(ours)} at {ours[0].location} and {_words(theirs)} here"
    return [Disparity("number-differs", claim, theirs[0].location, message)]


def _stated(bindings: list[Binding]) -> frozenset[tuple[object, ...]]:
    """What the bindings state: the set of different statements, as order and repetition are style."""
    return frozenset(_statement(quantity) for binding in bindings for quantity in binding.quantities)


def _statement(quantity: Quantity) -> tuple[object, ...]:
    return (quantity.value, quantity.high, quantity.unit, quantity.comparator, quantity.expression)


def _words(bindings: list[Binding]) -> str:
    return " and ".join(dict.fromkeys(f'"{binding.text.strip()}"' for binding in bindings)) or "unbound"
