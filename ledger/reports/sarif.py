"""The report as SARIF 2.1.0 (OASIS), for code-scanning viewers. Only what must be dealt with is in it."""

from __future__ import annotations

import hashlib
from typing import Any
from urllib.parse import quote

from ledger import __version__
from ledger.registry import Finding
from ledger.reports.printable import json_text
from ledger.reports.report import Report
from ledger.schema.outcomes import Outcome
from ledger.verdicts import UNKNOWN

SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"


def render(report: Report, *, colour: bool = False) -> str:
    """See the module's documentation; *colour* has no meaning here."""
    problems = report.problems()
    rules = sorted({_rule(one) for one in problems})
    run = {
        "tool": {
            "driver": {
                "name": "ledger",
                "version": __version__,
                "rules": [{"id": rule, "shortDescription": {"text": rule}} for rule in rules],
            }
        },
        "columnKind": "unicodeCodePoints",
        "originalUriBaseIds": {"ROOT": {"description": {"text": "The ledger's root directory"}}},
        "invocations": [
            {"executionSuccessful": all(one.outcome is not Outcome.ERROR for one in problems)},
        ],
        "results": [_result(one, rules) for one in problems],
    }
    return json_text({"$schema": SCHEMA, "version": "2.1.0", "runs": [run]}) + "\n"


def _rule(finding: Finding) -> str:
    return f"{finding.check}/{finding.cause or finding.outcome.value}"


def _result(finding: Finding, rules: list[str]) -> dict[str, Any]:
    parts = [f"{finding.subject}: {finding.outcome}: {finding.message}"]
    parts += [f"{label} {text}" for label, text in _labelled(finding) if text]
    identity = "\0".join((finding.check, finding.kind, finding.subject, finding.cause, finding.expected))
    return {
        "ruleId": _rule(finding),
        "ruleIndex": rules.index(_rule(finding)),
        "level": "warning" if finding.outcome in UNKNOWN else "error",
        "kind": "fail",
        "message": {"text": "; ".join(parts)},
        "locations": [{"physicalLocation": _place(finding)}],
        "partialFingerprints": {"ledger/v1": hashlib.sha256(identity.encode("utf-8", "replace")).hexdigest()},
        "properties": {"outcome": finding.outcome.value, "subject": finding.subject},
    }


def _labelled(finding: Finding) -> tuple[tuple[str, str], ...]:
    return (("expected:", finding.expected), ("found:", finding.found), ("do:", finding.hint))


def _place(finding: Finding) -> dict[str, Any]:
    location = finding.location
    place: dict[str, Any] = {"artifactLocation": {"uri": quote(location.path), "uriBaseId": "ROOT"}}
    if location.line:
        place["region"] = {"startLine": location.line}
        if location.column:
            place["region"]["startColumn"] = location.column
    return place
