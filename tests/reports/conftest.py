"""One report with every kind of line in it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from ledger.errors import Location
from ledger.registry import SubjectKind
from ledger.reports import Report
from ledger.schema.documents import Configuration
from ledger.schema.outcomes import Outcome
from ledger.verdicts import verdicts
from tests.checks.make import claim, ledger, source
from tests.runner.fakes import finding

HOSTILE = "]]></x>\x1b[2J\n::error::%0A<script>\x00"


@pytest.fixture
def report() -> Report:
    claims = [claim(id) for id in ("a.good", "a.bad", "a.lost", "a.waived", "a.nothing", "a.outweighed")]
    book = replace(ledger(source(), *claims), configuration=Configuration(name="Book & <Co>"))
    findings = [
        finding(subject="a.good"),
        finding(
            "recompute",
            Outcome.CONTRADICTED,
            "a.bad",
            cause="different-value",
            message=HOSTILE,
            expected="16 B",
            found="18 B",
            hint="mend it",
        ),
        finding("located", Outcome.UNCHECKABLE, "a.lost", location=Location("claims/a.yaml", 9)),
        finding("located", Outcome.WAIVED, "a.waived"),
        finding("located", Outcome.UNCHECKABLE, "a.outweighed"),
        finding("recompute", Outcome.VERIFIED, "a.outweighed"),
        finding("reachable", Outcome.UNCHECKABLE, "away", SubjectKind.SOURCE, cause="offline"),
        finding("reachable", Outcome.ERROR, "paper", SubjectKind.SOURCE, location=Location("sources/p.yaml")),
        finding(
            "covered",
            Outcome.NOT_FOUND,
            "pages/a.md",
            SubjectKind.PAGE,
            cause="unclaimed",
            location=Location("pages/a.md", 2, 3),
            details={"coverage": {"bound": 40, "exempt": 3, "unclaimed": 2, "free": 12}},
        ),
    ]
    checks = ("located", "recompute", "reachable", "covered", "silent")
    return Report(
        book, checks, tuple(findings), verdicts(book, findings), 5, 3, 1.25, ("no history is kept",)
    )
