"""Compares two language versions of a page: the same claims, with the same numbers."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass

from ledger.documents.page import Binding, Page
from ledger.errors import Location
from ledger.quantities import Grade, compare
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


def parity(
    first: Page, second: Page, claimed: Mapping[str, Quantity | None] | None = None
) -> list[Disparity]:
    """Every claim that the two pages do not bind alike, in the order of their ids.

    *claimed* gives the claims' own quantities: a formula is then read as a whole, and number words in text
    bound to a claim without a quantity (``None``) are style.
    """
    known = claimed or {}
    ours, theirs = _by_claim(first), _by_claim(second)
    found: list[Disparity] = []
    for claim in sorted(ours.keys() | theirs.keys()):
        if claim not in theirs:
            found.append(_missing(claim, ours[claim][0], second))
        elif claim not in ours:
            found.append(_missing(claim, theirs[claim][0], first))
        elif claim not in known or known[claim] is not None:
            found.extend(_numbers(claim, ours[claim], theirs[claim], known.get(claim)))
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


def _numbers(
    claim: str, ours: list[Binding], theirs: list[Binding], claimed: Quantity | None
) -> list[Disparity]:
    first, second = _stated(ours, claimed), _stated(theirs, claimed)
    if _restated(first, second) and _restated(second, first):
        return []
    message = f"'{claim}' is {_words(ours)} at {ours[0].location} and {_words(theirs)} here"
    return [Disparity("number-differs", claim, theirs[0].location, message)]


def _stated(bindings: list[Binding], claimed: Quantity | None) -> list[Quantity]:
    """What the bindings state; order and repetition are style."""
    return [
        quantity
        for binding in bindings
        for quantity in (binding.quantities if claimed is None else binding.stated(claimed))
    ]


def _restated(some: list[Quantity], others: list[Quantity]) -> bool:
    """Whether every statement stands among the others; one may leave out the noun that it counts."""
    return all(any(_same(one, other) for other in others) for one in some)


def _same(one: Quantity, other: Quantity) -> bool:
    return Grade.EXACT in (compare(one, other).grade, compare(other, one).grade)


def _words(bindings: list[Binding]) -> str:
    return " and ".join(dict.fromkeys(f'"{binding.text.strip()}"' for binding in bindings)) or "unbound"
