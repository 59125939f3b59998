"""How much of each page is bound: the denominators that the ``covered`` check counts."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from ledger.registry import Finding, SubjectKind


@dataclass(frozen=True, slots=True)
class Coverage:
    """The numbers of one page, by what became of them."""

    page: str
    bound: int
    exempt: int
    unclaimed: int
    free: int

    @property
    def denominator(self) -> int:
        """The numbers that need evidence: bound, exempt or unclaimed."""
        return self.bound + self.exempt + self.unclaimed


def coverage(findings: Iterable[Finding]) -> list[Coverage]:
    """One row a page, from the ``coverage`` entry of findings' details."""
    rows: dict[str, Coverage] = {}
    for finding in findings:
        counts = finding.details.get("coverage")
        if finding.kind is SubjectKind.PAGE and isinstance(counts, dict):
            names = ("bound", "exempt", "unclaimed", "free")
            rows[finding.subject] = Coverage(finding.subject, *(int(counts.get(name, 0)) for name in names))
    return [rows[page] for page in sorted(rows)]
