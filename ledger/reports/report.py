"""A run's findings and verdicts together, and which of them keep CI from being green."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

from ledger.registry import OFFLINE, Finding, SubjectKind
from ledger.schema.ledger import Ledger
from ledger.schema.outcomes import Outcome
from ledger.verdicts import WAIVER_CHECK, ClaimVerdict

POLICY = "policy"
"""The name under which a verdict is reported that no single finding explains."""


@dataclass(frozen=True, slots=True)
class Report:
    """Everything that a report shows.

    Attributes:
        ledger: what was checked.
        checks: the checks that ran, in order.
        findings: all of them, waivers applied.
        verdicts: by claim; ``None`` where only some checks ran, so that no verdict can be given.
        due: how many (check, subject) pairs were judged now.
        reused: how many stood from earlier runs.
        seconds: how long it took.
        warnings: on the run itself (no history kept, …).
    """

    ledger: Ledger
    checks: tuple[str, ...]
    findings: tuple[Finding, ...]
    verdicts: Mapping[str, ClaimVerdict] | None
    due: int = 0
    reused: int = 0
    seconds: float = 0.0
    warnings: tuple[str, ...] = ()

    def problems(self) -> list[Finding]:
        """The findings that must be dealt with, in the order of files and lines.

        With verdicts: what does not pass on a source, on a page, on a waiver, and on each claim whose
        verdict does not pass. Without: whatever does not pass.
        """
        problems = [one for one in self.findings if not one.outcome.passes and self._counts(one)]
        explained = {one.subject for one in problems if one.kind is SubjectKind.CLAIM}
        for verdict in (self.verdicts or {}).values():
            if not verdict.outcome.passes and verdict.claim not in explained:
                problems.append(self._unexplained(verdict))
        return sorted(problems, key=lambda one: (one.location, one.subject, one.check, one.cause))

    def notes(self) -> list[Finding]:
        """What does not pass and yet does not count: another check verified the claim, or we are offline."""
        return [one for one in self.findings if not one.outcome.passes and not self._counts(one)]

    def by_outcome(self) -> Counter[Outcome]:
        """How many claims have each verdict; without verdicts, how many findings each outcome."""
        if self.verdicts is None:
            return Counter(finding.outcome for finding in self.findings)
        return Counter(verdict.outcome for verdict in self.verdicts.values())

    def by_kind(self) -> dict[str, Counter[Outcome]]:
        """Claim kind → how many of its claims have each verdict."""
        kinds: dict[str, Counter[Outcome]] = {}
        for verdict in (self.verdicts or {}).values():
            kinds.setdefault(verdict.kind.value, Counter())[verdict.outcome] += 1
        return kinds

    def by_check(self) -> dict[str, Counter[Outcome]]:
        """Check → how many of its findings have each outcome, in the order of the checks."""
        counts: dict[str, Counter[Outcome]] = {name: Counter() for name in self.checks}
        for finding in self.findings:
            counts.setdefault(finding.check, Counter())[finding.outcome] += 1
        return counts

    def _counts(self, finding: Finding) -> bool:
        if finding.outcome is Outcome.UNCHECKABLE and finding.cause == OFFLINE:
            return False  # being offline is no failure
        if finding.kind is not SubjectKind.CLAIM or finding.check == WAIVER_CHECK or self.verdicts is None:
            return True
        verdict = self.verdicts.get(finding.subject)
        return verdict is None or not verdict.outcome.passes

    def _unexplained(self, verdict: ClaimVerdict) -> Finding:
        return Finding(
            check=POLICY,
            kind=SubjectKind.CLAIM,
            subject=verdict.claim,
            outcome=verdict.outcome,
            cause=verdict.cause,
            message=verdict.message,
            location=self.ledger.where("claim", verdict.claim),
            hint="cite evidence, give a recomputation, or have it waived by name",
        )
