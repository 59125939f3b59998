"""The report as JUnit XML, for CI systems that draw a tree of tests.

One suite ``verdicts`` with a case a claim, and one suite a check with a case a subject. What must be
dealt with is a *failure*, a broken check an *error*. ``skipped`` is only what a person waived and what
another check outweighs: what could not be checked fails, since most viewers show a skip as harmless.
"""

from __future__ import annotations

from collections.abc import Iterable
from xml.etree.ElementTree import Element, SubElement, indent, tostring

from ledger.errors import Location
from ledger.registry import Finding
from ledger.reports.printable import printable
from ledger.reports.report import Report
from ledger.schema.outcomes import Outcome


def render(report: Report, *, colour: bool = False) -> str:
    """See the module's documentation; *colour* has no meaning here."""
    root = Element("testsuites", name=printable(report.ledger.configuration.name))
    if report.verdicts is not None:
        suite = SubElement(root, "testsuite", name="verdicts")
        for verdict in report.verdicts.values():
            case = _case(suite, verdict.kind.value, verdict.claim)
            _place(case, report.ledger.where("claim", verdict.claim))
            _judge(case, verdict.outcome, verdict.cause, verdict.message, counts=True)
    problems = set(map(id, report.problems()))
    checks = dict.fromkeys([*report.checks, *(finding.check for finding in report.findings)])
    for check in checks:
        suite = SubElement(root, "testsuite", name=check)
        for finding in report.findings:
            if finding.check == check:
                _finding(suite, finding, counts=id(finding) in problems)
    for suite in root:
        _count(suite)
    _count(root)
    indent(root)
    return tostring(root, encoding="unicode", xml_declaration=False) + "\n"


def _case(suite: Element, group: str, name: str) -> Element:
    return SubElement(
        suite, "testcase", classname=printable(f"{suite.get('name')}.{group}"), name=printable(name)
    )


def _finding(suite: Element, finding: Finding, *, counts: bool) -> None:
    case = _case(suite, finding.kind.value, finding.subject)
    _place(case, finding.location)
    labelled = (("expected", finding.expected), ("found", finding.found), ("do", finding.hint))
    text = "\n".join(
        [str(finding.location), *(f"{label}: {printable(value)}" for label, value in labelled if value)]
    )
    _judge(case, finding.outcome, finding.cause, finding.message, counts=counts, text=text)


def _place(case: Element, location: Location) -> None:
    case.set("file", printable(location.path))
    case.set("line", str(location.line))


def _judge(
    case: Element, outcome: Outcome, cause: str, message: str, *, counts: bool, text: str = ""
) -> None:
    if outcome is Outcome.VERIFIED:
        return
    kind = f"{outcome}: {cause}" if cause else outcome.value
    if outcome is Outcome.WAIVED or not counts:
        SubElement(case, "skipped", message=printable(f"{kind}: {message}"))
        return
    name = "error" if outcome is Outcome.ERROR else "failure"
    SubElement(case, name, type=printable(kind), message=printable(message)).text = "\n".join(
        printable(line) for line in text.splitlines()
    )


def _count(element: Element) -> None:
    tallies = {"tests": "testcase", "failures": "failure", "errors": "error", "skipped": "skipped"}
    for attribute, tag in tallies.items():
        element.set(attribute, str(_number(element.iter(tag))))


def _number(elements: Iterable[Element]) -> int:
    return sum(1 for _ in elements)
