"""The report for programs: one JSON object. Its ``version`` is raised when a key changes its meaning.

Keys: ``format`` (``"ledger-check"``), ``version``, ``ledger``, ``verified`` (whether nothing is left to
do), ``run``, ``outcomes`` (verdicts by outcome), ``coverage`` (by page), ``verdicts`` (one a claim),
``problems`` (what must be dealt with), ``findings`` (all), ``warnings``.
"""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from ledger.registry import Finding
from ledger.reports.coverage import coverage
from ledger.reports.printable import json_text
from ledger.reports.report import Report
from ledger.verdicts import ClaimVerdict

VERSION = 1


def render(report: Report, *, colour: bool = False) -> str:
    """See the module's documentation; *colour* has no meaning here."""
    return json_text(as_json(report)) + "\n"


def as_json(report: Report) -> dict[str, Any]:
    """The report as plain values."""
    problems = report.problems()
    verdicts = None if report.verdicts is None else [_verdict(one) for one in report.verdicts.values()]
    return {
        "format": "ledger-check",
        "version": VERSION,
        "ledger": report.ledger.configuration.name,
        "verified": bool(report.findings) and not problems and report.verdicts is not None,
        "run": {
            "checks": list(report.checks),
            "judged": report.due,
            "kept": report.reused,
            "seconds": round(report.seconds, 3),
        },
        "outcomes": {outcome.value: count for outcome, count in sorted(report.by_outcome().items())},
        "coverage": [asdict(page) for page in coverage(report.findings)],
        "verdicts": verdicts,
        "problems": [finding_json(one) for one in problems],
        "findings": [finding_json(one) for one in report.findings],
        "warnings": list(report.warnings),
    }


def finding_json(finding: Finding) -> dict[str, Any]:
    """One finding as plain values."""
    return {
        "check": finding.check,
        "kind": finding.kind.value,
        "subject": finding.subject,
        "outcome": finding.outcome.value,
        "cause": finding.cause,
        "message": finding.message,
        "path": finding.location.path,
        "line": finding.location.line,
        "column": finding.location.column,
        "expected": finding.expected,
        "found": finding.found,
        "hint": finding.hint,
        "details": dict(finding.details),
    }


def _verdict(verdict: ClaimVerdict) -> dict[str, Any]:
    return {
        "claim": verdict.claim,
        "kind": verdict.kind.value,
        "outcome": verdict.outcome.value,
        "cause": verdict.cause,
        "message": verdict.message,
        "checks": list(verdict.checks),
    }
