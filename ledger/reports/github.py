"""The report as workflow commands, which GitHub shows as annotations on the changed lines.

Values are escaped as the runner's own toolkit does, so that no text of a document becomes a command.
"""

from __future__ import annotations

from ledger.registry import Finding
from ledger.reports import text
from ledger.reports.printable import printable
from ledger.reports.report import Report
from ledger.verdicts import UNKNOWN


def render(report: Report, *, colour: bool = False) -> str:
    """One annotation a problem, then the summary of the text report; *colour* has no meaning here."""
    lines = [_annotation(problem) for problem in report.problems()]
    lines += [f"ledger: {line}" for line in text.summary(report)]
    return "\n".join(lines) + "\n"


def _annotation(finding: Finding) -> str:
    level = "warning" if finding.outcome in UNKNOWN else "error"
    properties = {"file": finding.location.path}
    if finding.location.line:
        properties["line"] = str(finding.location.line)
    if finding.location.column:
        properties["col"] = str(finding.location.column)
    properties["title"] = f"{finding.subject}: {finding.outcome}"
    labelled = (("expected", finding.expected), ("found", finding.found), ("do", finding.hint))
    message = "\n".join(
        [printable(finding.message), *(f"{label}: {printable(value)}" for label, value in labelled if value)]
    )
    inside = ",".join(f"{name}={_property(printable(value))}" for name, value in properties.items())
    return f"::{level} {inside}::{_data(message)}"


def _data(value: str) -> str:
    return value.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(value: str) -> str:
    return _data(value).replace(":", "%3A").replace(",", "%2C")
