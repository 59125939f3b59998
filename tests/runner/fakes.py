"""Checks whose behaviour a test decides."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from ledger.errors import Location
from ledger.registry import Context, Finding, SubjectKind
from ledger.schema.documents import Claim
from ledger.schema.ledger import Ledger, digest
from ledger.schema.outcomes import Outcome


def finding(
    check: str = "located",
    outcome: Outcome = Outcome.VERIFIED,
    subject: str = "a.claim",
    kind: SubjectKind = SubjectKind.CLAIM,
    **fields: object,
) -> Finding:
    cause = "" if outcome is Outcome.VERIFIED else "planted"
    given = {"message": "said so", "location": Location("claims/a.yaml", 3, 5), "cause": cause, **fields}
    return Finding(check=check, kind=kind, subject=subject, outcome=outcome, **given)  # type: ignore[arg-type]


def by_value(claim: Claim) -> Outcome:
    """Verified when the value is 16."""
    right = claim.quantity is not None and claim.quantity.value == "16"
    return Outcome.VERIFIED if right else Outcome.CONTRADICTED


@dataclass
class FakeCheck:
    """Judges claims with *judge*, and counts what it was asked."""

    name: str = "located"
    version: str = "1"
    kind: SubjectKind = SubjectKind.CLAIM
    judge: Callable[[Claim], Outcome] = by_value
    parallel: bool = False
    asked: list[str] = field(default_factory=list)
    extra: Mapping[str, str] = field(default_factory=dict)

    def subjects(self, ledger: Ledger) -> Iterable[str]:
        return list(ledger.claims)

    def inputs(self, ledger: Ledger, subject: str, context: Context) -> Sequence[str]:
        return [digest(ledger.claims[subject]), self.extra.get(subject, "")]

    def run(self, ledger: Ledger, subjects: Sequence[str], context: Context) -> Iterator[Finding]:
        for subject in subjects:
            self.asked.append(subject)
            yield finding(
                self.name,
                self.judge(ledger.claims[subject]),
                subject,
                location=ledger.where("claim", subject, "quantity", "value"),
                details={"seen": subject},
            )
