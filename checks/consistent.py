"""Do two claims about the same thing say the same?

What it checks
    Claims with the same entity, qualifiers and convention, whose quantities are of one kind of unit, must
    not disagree. A disagreement that is real (two conventions, two sources) is declared with
    ``conflicts`` in one of the two claims and is then no fault.

Why
    A page that gives two values for one thing is wrong at least once.

Known limits
    Sameness is by the words of entity, qualifiers and convention, case and spaces folded. Quantities whose
    units cannot be converted into each other, and a formula beside a number, are not compared. Comparators
    are not weighed: a bound beside a value is a disagreement only when the numbers differ.

Example
    16 B/parameter and 18 B/parameter for ``entity: Adam recipe`` without qualifiers that tell them apart:
    both claims are ``contradicted (disagrees)``, each naming the other.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from ledger.errors import LedgerError
from ledger.quantities.interval import Grade, compare
from ledger.quantities.quantity import Comparator, Quantity
from ledger.registry import Context, Finding, SubjectKind, Verdict
from ledger.schema.documents import Claim
from ledger.schema.ledger import Ledger, digest
from ledger.schema.outcomes import Outcome

Topic = tuple[str, tuple[tuple[str, str], ...], str]


def judge(claim: Claim, others: Iterable[Claim]) -> Verdict:
    """Whether *claim* disagrees with one of *others*, which are about the same thing."""
    compared = 0
    for other in others:
        if other.id in claim.conflicts or claim.id in other.conflicts:
            continue
        if _disagree(claim, other):
            return Verdict(
                Outcome.CONTRADICTED,
                f"disagrees with '{other.id}' on the same entity, qualifiers and convention",
                "disagrees",
                "correct one of them, tell them apart by qualifiers or convention, or declare 'conflicts'",
                expected=_quantity(claim).text(),
                found=f"{_quantity(other).text()} in {other.id}",
                path=("quantity", "value"),
            )
        compared += 1
    message = (
        f"agrees with {compared} other claim{'s' if compared > 1 else ''} on the same thing"
        if compared
        else "no other claim is on the same thing"
    )
    return Verdict(Outcome.VERIFIED, message, path=("quantity", "value"), details={"compared": compared})


def _disagree(one: Claim, other: Claim) -> bool:
    left, right = (replace(_quantity(claim), comparator=Comparator.EQUAL) for claim in (one, other))
    return compare(left, right).grade in (Grade.INCONSISTENT, Grade.SIGN, Grade.BY_ROUNDING)


def _quantity(claim: Claim) -> Quantity:
    if claim.quantity is None:
        raise LedgerError(f"{claim.id} has no quantity to compare")
    return claim.quantity.read()


def topic(claim: Claim) -> Topic:
    """What a claim is about, so that two claims can be told to be about the same thing."""
    qualifiers = tuple(sorted((_fold(key), _fold(value)) for key, value in claim.qualifiers.items()))
    return _fold(claim.entity), qualifiers, _fold(claim.convention or "")


def _fold(text: str) -> str:
    return " ".join(text.casefold().split())


def _topics(claims: Mapping[str, Claim]) -> Mapping[Topic, list[Claim]]:
    groups: dict[Topic, list[Claim]] = defaultdict(list)
    for claim in claims.values():
        if claim.quantity is not None:
            groups[topic(claim)].append(claim)
    return groups


class ConsistentCheck:
    """See the module's documentation."""

    name = "consistent"
    version = "3"
    kind = SubjectKind.CLAIM

    def __init__(self) -> None:
        self._grouped: tuple[Mapping[str, Claim], Mapping[Topic, list[Claim]]] | None = None

    def subjects(self, ledger: Ledger) -> Iterable[str]:
        """Every claim with a quantity."""
        return (claim.id for claim in ledger.claims.values() if claim.quantity is not None)

    def inputs(self, ledger: Ledger, subject: str, context: Context) -> Sequence[str]:
        """The claim and every claim on the same thing."""
        return [digest(ledger.claims[subject]), *(digest(other) for other in self._others(ledger, subject))]

    def run(self, ledger: Ledger, subjects: Sequence[str], context: Context) -> Iterator[Finding]:
        """One finding a claim; it reads documents only."""
        for subject in subjects:
            verdict = judge(ledger.claims[subject], self._others(ledger, subject))
            yield verdict.finding(self, ledger, subject)

    def _others(self, ledger: Ledger, subject: str) -> list[Claim]:
        if self._grouped is None or self._grouped[0] is not ledger.claims:
            self._grouped = (ledger.claims, _topics(ledger.claims))
        claim = ledger.claims[subject]
        return [other for other in self._grouped[1][topic(claim)] if other.id != subject]


CHECK = ConsistentCheck()
