"""The history of probes in the database, on both engines."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from ledger.db import Database, open_database
from ledger.probe.outcomes import Cause, Hop, ProbeOutcome, ProbeResult, Validators
from ledger.probe.records import DatabaseHistory
from tests.db.conftest import database_url, postgres_url, sqlite_url  # noqa: F401  # fixtures

START = datetime(2026, 1, 1, tzinfo=UTC)
DAY = timedelta(days=1)
A, B = "http://a.test/x", "http://b.test/"


@pytest.fixture
def database(database_url: str, tmp_path: Path) -> Iterator[Database]:  # noqa: F811  # the fixture above
    opened = open_database(tmp_path, database_url)
    yield opened
    opened.close()


def save(database: Database, *looks: ProbeResult) -> None:
    history = DatabaseHistory(database)
    for look in looks:
        history.record(look)
    history.save()


FULL = ProbeResult(
    A,
    ProbeOutcome.MOVED,
    START,
    final_url="http://a.test/y",
    status=200,
    redirects=(Hop(301, "http://a.test/y"),),
    latency_ms=12.5,
    title="题目",
    cause=Cause.STATUS,
    now_at="http://a.test/y",
    retry_after_s=31622400,
    validators=Validators('"v1"', "yesterday"),
    metadata={"citation_title": ("A", "B")},
)


def test_a_look_comes_back_as_it_was(database: Database) -> None:
    save(database, FULL)
    assert DatabaseHistory(database, [A]).looks(A) == (FULL,)


def test_only_the_last_looks_at_the_asked_urls_are_read(database: Database) -> None:
    looks = [ProbeResult(A, ProbeOutcome.ALIVE, START + n * DAY) for n in range(30)]
    save(database, *looks, ProbeResult(B, ProbeOutcome.GONE, START))
    history = DatabaseHistory(database, [A])
    assert history.looks(A) == tuple(looks[-20:])
    assert history.looks(B) == ()


def test_nothing_is_written_before_saving(database: Database) -> None:
    history = DatabaseHistory(database)
    history.record(FULL)
    assert DatabaseHistory(database, [A]).looks(A) == ()
    history.save()
    history.save()
    assert len(DatabaseHistory(database, [A]).looks(A)) == 1


def test_no_look_leaves_no_row(database: Database) -> None:
    save(database, ProbeResult(A, ProbeOutcome.NOT_PROBED, START))
    assert DatabaseHistory(database, [A]).looks(A) == ()
