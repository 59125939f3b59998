"""Runs, results and verdicts on both engines, whatever text a broken document brings."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from ledger.db import Database, canonical_json, open_database, storable
from ledger.registry import Context, Finding, SubjectKind
from ledger.runner import run
from ledger.runner.history import (
    last_run,
    newest_results,
    newest_verdicts,
    oldest_results,
    reviews,
    verdict_history,
)
from ledger.runner.records import record_verdicts
from ledger.schema.documents import ClaimKind
from ledger.schema.ledger import Ledger
from ledger.schema.outcomes import Outcome
from ledger.verdicts import ClaimVerdict
from tests.checks.make import claim, ledger, source
from tests.runner.fakes import FakeCheck, finding

CONTEXT = Context(store=Path("nowhere"), today="2026-11-30")
BOOK = ledger(source(), claim("a.one"), claim("a.two", quantity={"value": "17", "unit": "B"}))
BROKEN = "NUL \0, lone \ud800, 数 ≥ 10²⁵"


@pytest.fixture
def database(database_url: str, tmp_path: Path) -> Iterator[Database]:
    opened = open_database(tmp_path, database_url)
    yield opened
    opened.close()


class Broken(FakeCheck):
    """A check whose findings carry text that no engine takes as it is."""

    def run(self, ledger: Ledger, subjects: Sequence[str], context: Context) -> Iterator[Finding]:
        for subject in subjects:
            yield finding(
                outcome=Outcome.VERIFIED,
                subject=subject,
                message=BROKEN,
                found=BROKEN,
                details={"text": BROKEN},
            )


def test_a_run_is_kept_and_re_used(database: Database) -> None:
    first = run(database, BOOK, [FakeCheck()], CONTEXT, revision="f" * 40)
    again = run(database, BOOK, [FakeCheck()], CONTEXT)
    assert (first.due, again.due, again.reused) == (2, 0, 2)
    assert [one.outcome for one in again.findings] == [one.outcome for one in first.findings]
    with database.read() as connection:
        newest = last_run(connection)
        (one,) = newest_results(connection, SubjectKind.CLAIM, "a.two")
        oldest = oldest_results(connection)
    assert newest is not None
    assert (newest["id"], newest["status"], newest["due"], newest["reused"]) == (
        again.run_id,
        "complete",
        0,
        2,
    )
    assert (one["outcome"], one["details"]) == ("contradicted", {"seen": "a.two"})
    assert list(oldest) == ["located"]


def test_broken_text_is_kept_and_read_back(database: Database) -> None:
    run(database, BOOK, [Broken()], CONTEXT)
    again = run(database, BOOK, [Broken()], CONTEXT)
    assert again.reused == 2
    assert again.findings[0].message == "NUL \ufffd, lone ?, 数 ≥ 10²⁵"
    assert again.findings[0].details == {"text": BROKEN}


def test_verdicts_over_time(database: Database) -> None:
    run_id = run(database, BOOK, [FakeCheck()], CONTEXT).run_id
    for outcome in (Outcome.UNCHECKABLE, Outcome.UNCHECKABLE, Outcome.VERIFIED):
        verdict = ClaimVerdict("a.one", ClaimKind.NUMBER, outcome, "", "", ("located",))
        with database.write() as connection:
            record_verdicts(connection, run_id, {"a.one": "x" * 64}, [verdict])
    with database.read() as connection:
        assert newest_verdicts(connection)["a.one"]["outcome"] == "verified"
        history = verdict_history(connection, "a.one")
        assert [row["outcome"] for row in history] == ["verified", "uncheckable"]
        assert reviews(connection, SubjectKind.CLAIM, "a.one") == []


@pytest.mark.parametrize("text", ["plain", "数", BROKEN, "\ud800"])
def test_stored_text_is_utf_8(text: str) -> None:
    assert storable(text).encode("utf-8")
    assert canonical_json({"b": text, "a": 1}).encode("utf-8").startswith(b'{"a":1,"b":"')
