"""The report that people read: every problem with what to do, then one screen of summary."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from ledger.registry import Finding
from ledger.reports.counted import counted, size
from ledger.reports.coverage import Coverage, coverage
from ledger.reports.printable import printable
from ledger.reports.report import Report
from ledger.schema.outcomes import Outcome

Paint = Callable[[str, str], str]

_COLOURS = {
    Outcome.VERIFIED: "32",
    Outcome.WAIVED: "36",
    Outcome.STALE: "33",
    Outcome.UNCHECKABLE: "33",
    Outcome.BLOCKED: "33",
}
_RED = "31"
_WIDTH = 15


def render(report: Report, *, colour: bool = False) -> str:
    """See the module's documentation."""
    paint = _paint if colour else _plain
    lines = [line for problem in report.problems() for line in _problem(problem, paint)]
    if lines:
        lines.append("")
    return "\n".join([*lines, *_summary(report, paint)]) + "\n"


def problem_lines(finding: Finding) -> list[str]:
    """One problem as the report shows it, without colour."""
    return list(_problem(finding, _plain))


def summary(report: Report) -> list[str]:
    """The lines after the problems, without colour."""
    return list(_summary(report, _plain))


def _plain(text: str, code: str) -> str:
    return text


def _paint(text: str, code: str) -> str:
    return f"\x1b[{code}m{text}\x1b[0m"


def _problem(finding: Finding, paint: Paint) -> Iterator[str]:
    outcome = paint(finding.outcome.value, _COLOURS.get(finding.outcome, _RED))
    cause = f" ({printable(finding.cause)})" if finding.cause else ""
    subject = "" if finding.subject == finding.location.path else f" {printable(finding.subject)}:"
    place = printable(str(finding.location))
    yield f"{place}:{subject} {outcome}{cause}: {printable(finding.message)}  [{finding.check}]"
    for label, text in (("expected", finding.expected), ("found", finding.found), ("do", finding.hint)):
        if text:
            yield f"    {label:<9} {printable(text)}"


def _summary(report: Report, paint: Paint) -> Iterator[str]:
    yield _heading(report)
    for kind, counts in sorted(report.by_kind().items()):
        yield f"  {kind:<{_WIDTH}} {_counts(counts, paint)}"
    for page in coverage(report.findings):
        yield f"  {printable(page.page):<{_WIDTH}} {_coverage(page)}"
    for name, counts in report.by_check().items():
        yield f"  check {name:<{_WIDTH - 6}} {_counts(counts, paint) or 'nothing to look at'}"
    notes = len(report.notes())
    if notes:
        told = "what another check outweighs, or only the network could tell (--format json)"
        yield f"  {counted(notes, 'note')}: {told}"
    for warning in report.warnings:
        yield f"  {paint('warning', _COLOURS[Outcome.STALE])}: {printable(warning)}"
    yield f"  judged {report.due}, kept {report.reused} from earlier runs, in {report.seconds:.1f} s"
    yield _bottom_line(report, paint)


def _heading(report: Report) -> str:
    ledger = report.ledger
    checked = len(report.verdicts) if report.verdicts is not None else len(ledger.claims)
    some = f"{checked} of " if checked != len(ledger.claims) else ""
    name = printable(ledger.configuration.name)
    return f"{name}: {some}{size(len(ledger.claims), len(ledger.sources), len(ledger.pages))}"


def _counts(counts: Mapping[Outcome, int], paint: Paint) -> str:
    shown = [(outcome, counts[outcome]) for outcome in Outcome if counts.get(outcome)]
    return ", ".join(f"{paint(outcome.value, _COLOURS.get(outcome, _RED))} {n}" for outcome, n in shown)


def _coverage(page: Coverage) -> str:
    free = f", {page.free} that {'needs' if page.free == 1 else 'need'} none" if page.free else ""
    return (
        f"{page.bound} of {counted(page.denominator, 'number')} bound, {page.exempt} exempt, "
        f"{page.unclaimed} unclaimed{free}"
    )


def _bottom_line(report: Report, paint: Paint) -> str:
    problems = len(report.problems())
    if problems:
        return paint(f"not verified: {counted(problems, 'problem')}", _RED)
    if all(finding.outcome is Outcome.UNCHECKABLE for finding in report.findings) and not report.verdicts:
        return "nothing to verify"
    if report.verdicts is None:
        ran = ", ".join(report.checks)
        return paint(f"no problem found by {ran}; no verdict, since other checks did not run", "32")
    waived = report.by_outcome()[Outcome.WAIVED]
    return paint(f"verified{f', {waived} waived' if waived else ''}", "32")
