from __future__ import annotations

import contextlib
import json
from collections.abc import AsyncIterator, Callable, Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path

import httpx
import pytest

import checks
from checks.reachable import ReachableCheck
from ledger.db import open_database
from ledger.probe.outcomes import ProbeOutcome, ProbeResult
from ledger.probe.records import DatabaseHistory
from ledger.probe.settings import ProbeSettings
from ledger.probe.watch import Watcher
from ledger.registry import Context, Finding
from ledger.schema.ledger import Ledger
from tests.checks.make import ledger, source

NOW = datetime(2026, 3, 10, 12, tzinfo=UTC)
DAY = timedelta(days=1)
URL = "https://h.test/paper"
PAGE = "<title>A Paper</title><p>" + "words " * 300
FAST = ProbeSettings(delay=0.0, timeout=1.0, retries=0)
Handler = Callable[[httpx.Request], httpx.Response]


def check_with(handler: Handler, online: bool = True, now: datetime = NOW) -> ReachableCheck:
    @contextlib.asynccontextmanager
    async def transport(settings: object, policy: object) -> AsyncIterator[httpx.AsyncBaseTransport]:
        yield httpx.MockTransport(handler)

    async def is_online(hosts: Sequence[str]) -> bool:
        return online

    return ReachableCheck(Watcher(FAST, open_transport=transport, is_online=is_online, clock=lambda: now))


def page(request: httpx.Request) -> httpx.Response:
    return httpx.Response(200, html=PAGE)


def never(request: httpx.Request) -> httpx.Response:
    raise AssertionError(f"asked for {request.url}")


def missing(request: httpx.Request) -> httpx.Response:
    return httpx.Response(404)


@pytest.fixture
def root(tmp_path: Path) -> Path:
    open_database(tmp_path).close()
    return tmp_path


def a_ledger(root: Path, **fields: object) -> Ledger:
    return ledger(source(**{"url": URL, **fields}), root=root)


def run(check: ReachableCheck, subject: Ledger, *, offline: bool = False) -> list[Finding]:
    context = Context(store=subject.root, offline=offline)
    return list(check.run(subject, list(check.subjects(subject)), context))


def verdict(finding: Finding) -> tuple[str, str]:
    return finding.outcome.value, finding.cause


def remember(root: Path, *looks: tuple[str, timedelta]) -> None:
    database = open_database(root)
    history = DatabaseHistory(database)
    for outcome, ago in looks:
        history.record(ProbeResult(URL, ProbeOutcome(outcome), NOW - ago))
    history.save()
    database.close()


def test_an_alive_source_is_verified_and_remembered(root: Path) -> None:
    (finding,) = run(check_with(page), a_ledger(root))
    assert verdict(finding) == ("verified", "")
    (again,) = run(check_with(never), a_ledger(root))
    assert verdict(again) == ("verified", "")


def test_a_moved_source_is_verified_with_its_new_address(root: Path) -> None:
    def moved(request: httpx.Request) -> httpx.Response:
        to = {"Location": "https://h.test/new"}
        return page(request) if request.url.path == "/new" else httpx.Response(301, headers=to)

    (finding,) = run(check_with(moved), a_ledger(root))
    assert verdict(finding) == ("verified", "moved")
    assert "now at https://h.test/new" in finding.message


def test_another_document_at_the_address_is_a_contradiction(root: Path) -> None:
    """The planted defect: the address leads to a live page, of something else."""
    (finding,) = run(check_with(page), a_ledger(root, title="Large Scale Distributed Networks"))
    assert verdict(finding) == ("contradicted", "other-document")
    assert (finding.expected, finding.found) == ("Large Scale Distributed Networks", "A Paper")


def test_a_soft_404_is_no_reachable_source(root: Path) -> None:
    (finding,) = run(check_with(lambda request: httpx.Response(200, html="Page not found")), a_ledger(root))
    assert verdict(finding) == ("uncheckable", "failing")


def test_an_address_that_is_none_is_a_contradiction(root: Path) -> None:
    (finding,) = run(check_with(never), a_ledger(root, url="https://xn--/"), offline=True)
    assert verdict(finding) == ("contradicted", "malformed")


def test_a_wall_is_neither_pass_nor_failure(root: Path) -> None:
    (finding,) = run(check_with(lambda request: httpx.Response(403)), a_ledger(root))
    assert verdict(finding) == ("blocked", "blocked")


def test_one_failure_is_not_death(root: Path) -> None:
    remember(root, ("alive", 2 * DAY))
    (finding,) = run(check_with(missing), a_ledger(root))
    assert verdict(finding) == ("uncheckable", "failing")


def test_the_third_day_of_failure_is_death_and_a_copy_is_proposed(root: Path) -> None:
    copy = "http://web.archive.org/web/2020/https://h.test/paper"
    closest = {"available": True, "url": copy, "status": "200"}

    def dead(request: httpx.Request) -> httpx.Response:
        if request.url.host == "archive.org":
            return httpx.Response(200, content=json.dumps({"archived_snapshots": {"closest": closest}}))
        return httpx.Response(404)

    remember(root, ("broken", 2 * DAY), ("timeout", DAY))
    (finding,) = run(check_with(dead), a_ledger(root))
    assert verdict(finding) == ("not-found", "dead")
    assert copy in finding.hint
    assert finding.details["failed_days"] == 3


def test_a_failure_is_due_again_and_a_pass_is_not(root: Path) -> None:
    subject = a_ledger(root)
    context = Context(store=root, offline=False)
    check = check_with(missing)
    assert check.inputs(subject, "paper", context) != check.inputs(subject, "paper", context)
    remember(root, ("alive", DAY / 2))
    fresh = check_with(never)
    assert fresh.inputs(subject, "paper", context) == fresh.inputs(subject, "paper", context)
    later = check_with(never, now=NOW + DAY)
    assert later.inputs(subject, "paper", context) != later.inputs(subject, "paper", context)


@pytest.mark.parametrize(
    ("looks", "expected"),
    [
        ([], ("uncheckable", "offline")),
        ([("alive", 5 * DAY)], ("verified", "")),
        ([("alive", 40 * DAY)], ("stale", "stale")),
        ([("alive", 5 * DAY), ("broken", DAY)], ("uncheckable", "failing")),
        ([("broken", 3 * DAY), ("broken", 2 * DAY), ("broken", DAY)], ("not-found", "dead")),
    ],
    ids=["never", "young", "old", "failing", "dead"],
)
@pytest.mark.parametrize("how", ["asked to be", "no name resolves"])
def test_offline_the_last_known_state_counts(
    root: Path, how: str, looks: list[tuple[str, timedelta]], expected: tuple[str, str]
) -> None:
    remember(root, *looks)
    asked = how == "asked to be"
    (finding,) = run(check_with(never, online=asked), a_ledger(root), offline=asked)
    assert verdict(finding) == expected


def test_every_address_has_its_own_finding(root: Path) -> None:
    def half(request: httpx.Request) -> httpx.Response:
        return page(request) if request.url.path == "/paper" else httpx.Response(410)

    findings = run(check_with(half), a_ledger(root, also=["https://h.test/copy", URL]))
    assert [verdict(finding) for finding in findings] == [("verified", ""), ("uncheckable", "failing")]


def test_a_source_without_address_is_no_subject() -> None:
    assert list(checks.load("reachable").subjects(ledger(source()))) == []


def test_without_a_database_nothing_is_kept_or_made(tmp_path: Path) -> None:
    (finding,) = run(check_with(page), a_ledger(tmp_path))
    assert verdict(finding) == ("verified", "")
    assert list(tmp_path.iterdir()) == []


def test_a_fault_of_the_prober_is_an_error(root: Path) -> None:
    def broken(request: httpx.Request) -> httpx.Response:
        raise RuntimeError("a bug")

    (finding,) = run(check_with(broken), a_ledger(root))
    assert verdict(finding) == ("error", "not-probed")
