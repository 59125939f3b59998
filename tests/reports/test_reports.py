"""Every format tells the same problems, and no text of a document breaks out of its place."""

from __future__ import annotations

import importlib
import json
from collections.abc import Iterator
from dataclasses import replace
from xml.etree import ElementTree

import pytest

from ledger.registry import OFFLINE
from ledger.reports import FORMATS, Report, render
from ledger.reports.printable import json_text, printable
from ledger.schema.outcomes import Outcome

PROBLEMS = ["a.bad", "a.lost", "a.nothing", "paper", "pages/a.md"]


@pytest.fixture
def green(report: Report) -> Report:
    good = [one for one in report.findings if one.subject == "a.good"]
    verdicts = {"a.good": (report.verdicts or {})["a.good"]}
    return replace(report, findings=tuple(good), verdicts=verdicts, warnings=())


def test_the_problems_are_what_must_be_dealt_with(report: Report) -> None:
    assert sorted(one.subject for one in report.problems()) == sorted(PROBLEMS)
    assert [one.subject for one in report.notes()] == ["a.outweighed", "away"]


def test_without_verdicts_everything_that_does_not_pass_counts(report: Report) -> None:
    partial = replace(report, verdicts=None)
    assert sorted(one.subject for one in partial.problems()) == sorted(
        {*PROBLEMS, "a.outweighed"} - {"a.nothing"}
    )


def test_being_offline_is_a_note_and_no_problem(report: Report) -> None:
    finding = next(one for one in report.findings if one.subject == "paper")
    offline = replace(finding, outcome=Outcome.UNCHECKABLE, cause=OFFLINE)
    one = replace(report, findings=(offline,), verdicts={})
    assert one.problems() == []
    assert one.notes() == [offline]
    assert replace(one, findings=(replace(offline, cause="failing"),)).problems() != []


@pytest.mark.parametrize("name", FORMATS)
def test_every_format_renders_and_ends_with_a_line_break(report: Report, green: Report, name: str) -> None:
    assert importlib.import_module(FORMATS[name]).__doc__
    for one in (report, green):
        assert render(one, name).endswith("\n")
        assert "\x1b" not in render(one, name)
        assert "\x00" not in render(one, name)


def test_text_leads_with_place_subject_outcome_and_cause(report: Report) -> None:
    lines = render(report, "text").splitlines()
    start = next(n for n, line in enumerate(lines) if "a.bad" in line)
    assert lines[start].startswith(
        "claims/a.yaml:3:5: a.bad: contradicted (different-value): ]]></x>\\x1b[2J"
    )
    assert [line.split() for line in lines[start + 1 : start + 4]] == [
        ["expected", "16", "B"],
        ["found", "18", "B"],
        ["do", "mend", "it"],
    ]


def test_text_sums_up(report: Report) -> None:
    text = render(report, "text")
    assert "Book & <Co>: 6 claims, 1 source, 0 pages" in text
    assert "  number          verified 2, contradicted 1, uncheckable 2, waived 1" in text
    assert "40 of 45 numbers bound, 3 exempt, 2 unclaimed, 12 that need none" in text
    assert "check silent    nothing to look at" in text
    assert "warning: no history is kept" in text
    assert "judged 5, kept 3 from earlier runs, in 1.2 s" in text
    assert text.splitlines()[-1] == "not verified: 5 problems"


def test_text_is_short_when_all_is_well(green: Report) -> None:
    lines = render(green, "text").splitlines()
    assert len(lines) < 12
    assert lines[-1] == "verified"
    assert "a.good" not in "".join(lines)


def test_an_empty_run_never_reads_as_verified(green: Report) -> None:
    empty = replace(green, findings=(), verdicts={})
    assert render(empty, "text").splitlines()[-1] == "nothing to verify"
    assert json.loads(render(empty, "json"))["verified"] is False


def test_colour_only_when_asked(report: Report) -> None:
    assert "\x1b[31mcontradicted\x1b[0m" in render(report, "text", colour=True)


def test_json_holds_everything(report: Report, green: Report) -> None:
    data = json.loads(render(report, "json"))
    assert sorted(one["subject"] for one in data["problems"]) == sorted(PROBLEMS)
    assert len(data["findings"]) == len(report.findings)
    assert {one["claim"]: one["outcome"] for one in data["verdicts"]} == {
        "a.good": "verified",
        "a.bad": "contradicted",
        "a.lost": "uncheckable",
        "a.waived": "waived",
        "a.nothing": "uncheckable",
        "a.outweighed": "verified",
    }
    assert data["coverage"] == [{"page": "pages/a.md", "bound": 40, "exempt": 3, "unclaimed": 2, "free": 12}]
    assert data["verified"] is False
    assert json.loads(render(green, "json"))["verified"] is True


def cases(report: Report) -> Iterator[tuple[str, str, str | None]]:
    root = ElementTree.fromstring(render(report, "junit"))
    for suite in root.iter("testsuite"):
        for case in suite.iter("testcase"):
            yield suite.attrib["name"], case.attrib["name"], case[0].tag if len(case) else None


def test_junit_fails_what_could_not_be_checked(report: Report) -> None:
    found = {(suite, name): tag for suite, name, tag in cases(report)}
    assert found["verdicts", "a.good"] is None
    assert found["verdicts", "a.lost"] == "failure"
    assert found["verdicts", "a.nothing"] == "failure"
    assert found["verdicts", "a.waived"] == "skipped"
    assert found["located", "a.lost"] == "failure"
    assert found["located", "a.outweighed"] == "skipped"
    assert found["reachable", "away"] == "skipped"
    assert found["reachable", "paper"] == "error"
    assert found["covered", "pages/a.md"] == "failure"


def test_junit_counts_add_up(report: Report) -> None:
    root = ElementTree.fromstring(render(report, "junit"))
    for element in (root, *root.iter("testsuite")):
        assert int(element.attrib["tests"]) == len(list(element.iter("testcase")))
        assert int(element.attrib["failures"]) == len(list(element.iter("failure")))
        assert int(element.attrib["errors"]) == len(list(element.iter("error")))


def test_sarif_has_a_rule_a_place_and_a_fingerprint_for_each_problem(report: Report) -> None:
    data = json.loads(render(report, "sarif"))
    (run,) = data["runs"]
    assert data["version"] == "2.1.0"
    assert len(run["results"]) == len(PROBLEMS)
    rules = [rule["id"] for rule in run["tool"]["driver"]["rules"]]
    for result in run["results"]:
        assert rules[result["ruleIndex"]] == result["ruleId"]
        assert len(result["partialFingerprints"]["ledger/v1"]) == 64
        assert result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"]
    levels = {result["properties"]["subject"]: result["level"] for result in run["results"]}
    assert levels["a.bad"] == "error"
    assert levels["a.lost"] == "warning"
    regions = {
        result["properties"]["subject"]: result["locations"][0]["physicalLocation"].get("region")
        for result in run["results"]
    }
    assert regions["a.bad"] == {"startLine": 3, "startColumn": 5}
    assert regions["a.lost"] == {"startLine": 9}
    assert regions["paper"] is None


def test_a_fingerprint_survives_a_moved_line(report: Report) -> None:
    moved = replace(
        report,
        findings=tuple(
            replace(one, location=replace(one.location, line=one.location.line + 7))
            for one in report.findings
        ),
    )

    def prints(given: Report) -> set[str]:
        results = json.loads(render(given, "sarif"))["runs"][0]["results"]
        return {result["partialFingerprints"]["ledger/v1"] for result in results}

    assert prints(moved) == prints(report)


def test_no_document_can_give_github_a_command(report: Report) -> None:
    lines = render(report, "github").splitlines()
    commands = [line for line in lines if line.startswith("::")]
    assert len(commands) == len(PROBLEMS)
    assert all(line.startswith(("::error file=", "::warning file=", "ledger: ")) for line in lines)
    bad = next(line for line in commands if "a.bad" in line)
    assert bad.startswith("::error file=claims/a.yaml,line=3,col=5,title=a.bad%3A contradicted::")
    assert "%250A" in bad
    assert bad.endswith("%0Aexpected: 16 B%0Afound: 18 B%0Ado: mend it")


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("plain 数 ≥ 10²⁵", "plain 数 ≥ 10²⁵"),
        ("\x1b[31mred", "\\x1b[31mred"),
        ("two\nlines", "two lines"),
        ("abc\u202edcba", "abc\\u202edcba"),
        ("lone \ud800", "lone \\ud800"),
        ("\x85next", "\\x85next"),
    ],
)
def test_printable(text: str, shown: str) -> None:
    assert printable(text) == shown


@pytest.mark.parametrize("sign", ["\x1b", "\x7f", "\x9b", "\u200b", "\u202e", "\ud800", "\n"])
@pytest.mark.parametrize("indent", [None, 2])
def test_json_shows_no_control_character_and_says_the_same(sign: str, indent: int | None) -> None:
    value = {f"数{sign}": [f"≥ 10²⁵{sign}"]}
    text = json_text(value, indent=indent)
    assert sign not in text.replace("\n", "" if indent else "\n")
    assert "≥ 10²⁵" in text
    assert json.loads(text) == value
