"""The runner does what is due, re-uses what still holds, and takes no silence for a pass."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from types import MappingProxyType
from typing import Any

import pytest
from sqlalchemy import func, select

from ledger.db import Database, memory_database
from ledger.errors import ConfigurationError, Location, UsageError
from ledger.models import RESULTS, RUNS, VERDICTS
from ledger.registry import Context, Finding
from ledger.runner import Selection, plan, run, run_checks
from ledger.runner.execute import by_source
from ledger.runner.pools import RemotePool, dask_pool, local_pool, sendable
from ledger.runner.records import record_verdicts
from ledger.schema.documents import Claim, ClaimKind
from ledger.schema.ledger import Ledger, Places
from ledger.schema.outcomes import Outcome
from ledger.verdicts import ClaimVerdict
from tests.checks.make import claim, ledger, source
from tests.runner.fakes import FakeCheck, finding

CONTEXT = Context(store=Path("nowhere"), today="2026-11-30")


def book(*ids: str, value: str = "16", line: int = 1, **fields: Any) -> Ledger:
    claims = [claim(id, quantity={"value": value, "unit": "B"}, **fields) for id in ids or ("a.one", "a.two")]
    places = {
        ("claim", one.id): Places("claims/a.yaml", {(): (line, 1), ("quantity", "value"): (line + n, 9)})
        for n, one in enumerate(claims)
    }
    return replace(ledger(source(), *claims), places=MappingProxyType(places))


@pytest.fixture
def database() -> Iterator[Database]:
    opened = memory_database()
    yield opened
    opened.close()


def count(database: Database, model: Any) -> int:
    with database.read() as connection:
        return connection.scalar(select(func.count()).select_from(model)) or 0


def outcomes(findings: Sequence[Finding]) -> dict[str, str]:
    return {one.subject: one.outcome.value for one in findings}


def test_in_memory_everything_runs_and_nothing_is_kept() -> None:
    check = FakeCheck()
    found = run_checks(book(), [check], CONTEXT)
    assert outcomes(found) == {"a.one": "verified", "a.two": "verified"}
    assert check.asked == ["a.one", "a.two"]


def test_a_selection_restricts_the_subjects() -> None:
    found = run_checks(book(), [FakeCheck()], CONTEXT, Selection(claims=frozenset({"a.two"})))
    assert outcomes(found) == {"a.two": "verified"}


def test_an_unchanged_ledger_asks_no_check_again(database: Database) -> None:
    check = FakeCheck(judge=lambda one: Outcome.CONTRADICTED)
    first = run(database, book(), [check], CONTEXT)
    second = run(database, book(), [check], CONTEXT)
    assert (first.due, first.reused, second.due, second.reused) == (2, 0, 0, 2)
    assert check.asked == ["a.one", "a.two"]
    assert second.findings == first.findings
    assert count(database, RUNS) == 2
    assert count(database, RESULTS) == 2


def changed_claim() -> tuple[Ledger, FakeCheck]:
    given = book()
    other = claim("a.two", quantity={"value": "17", "unit": "B"})
    return replace(given, claims=MappingProxyType({**given.claims, "a.two": other})), FakeCheck()


def changed_source() -> tuple[Ledger, FakeCheck]:
    pinned = {"sha256": "d" * 64, "media": "application/pdf", "pages": 24}
    other = MappingProxyType({"paper": source(snapshot=pinned)})
    return replace(book(), sources=other), FakeCheck()


def changed_version() -> tuple[Ledger, FakeCheck]:
    return book(), FakeCheck(version="2")


def changed_input() -> tuple[Ledger, FakeCheck]:
    return book(), FakeCheck(extra={"a.two": "window digest"})


@pytest.mark.parametrize(
    ("change", "due"),
    [(changed_claim, 1), (changed_source, 2), (changed_version, 2), (changed_input, 1)],
)
def test_only_what_changed_is_due(database: Database, change: Any, due: int) -> None:
    run(database, book(), [FakeCheck()], CONTEXT)
    after, check = change()
    assert run(database, after, [check], CONTEXT).due == due
    assert len(check.asked) == due


def test_a_changed_program_makes_everything_due(database: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    run(database, book(), [FakeCheck()], CONTEXT)
    monkeypatch.setattr(plan, "program_digest", lambda: "another")
    assert run(database, book(), [FakeCheck()], CONTEXT).due == 2


def test_the_program_digest_covers_both_packages() -> None:
    assert {"plan.py", "quantity.py"} <= {path.name for path in plan._sources_of("ledger")}
    assert "sources.py" in {path.name for path in plan._sources_of("checks")}


def test_a_wrong_value_turns_red_and_back(database: Database) -> None:
    right, wrong = book(), book(value="18")
    assert set(outcomes(run(database, right, [FakeCheck()], CONTEXT).findings).values()) == {"verified"}
    assert set(outcomes(run(database, wrong, [FakeCheck()], CONTEXT).findings).values()) == {"contradicted"}
    assert set(outcomes(run(database, right, [FakeCheck()], CONTEXT).findings).values()) == {"verified"}


def test_an_error_is_never_re_used(database: Database) -> None:
    run(database, book(), [FakeCheck(judge=lambda one: Outcome.ERROR)], CONTEXT)
    again = FakeCheck()
    assert run(database, book(), [again], CONTEXT).due == 2
    assert again.asked == ["a.one", "a.two"]


def test_a_re_used_problem_stands_where_its_field_stands_now(database: Database) -> None:
    check = FakeCheck(judge=lambda one: Outcome.CONTRADICTED)
    run(database, book(), [check], CONTEXT)
    moved = run(database, book(line=40), [check], CONTEXT)
    assert moved.reused == 2
    assert [one.location for one in moved.findings] == [
        Location("claims/a.yaml", 40, 9),
        Location("claims/a.yaml", 41, 9),
    ]


def test_a_problem_whose_line_is_unknown_is_looked_at_again(database: Database) -> None:
    class Elsewhere(FakeCheck):
        def run(self, ledger: Ledger, subjects: Sequence[str], context: Context) -> Iterator[Finding]:
            for subject in subjects:
                yield finding(
                    outcome=Outcome.CONTRADICTED, subject=subject, location=Location("x.yaml", 9, 9)
                )

    run(database, book(), [Elsewhere()], CONTEXT)
    assert run(database, book(), [Elsewhere()], CONTEXT).due == 2


def test_a_check_that_raises_yields_an_error_on_that_subject_alone() -> None:
    def judge(one: Claim) -> Outcome:
        if one.id == "a.two":
            raise ZeroDivisionError("by nothing")
        return Outcome.VERIFIED

    found = run_checks(book("a.one", "a.two", "a.three"), [FakeCheck(judge=judge)], CONTEXT)
    assert outcomes(found) == {"a.one": "verified", "a.three": "verified", "a.two": "error"}
    broken = next(one for one in found if one.subject == "a.two")
    assert broken.cause == "check-failed"
    assert "ZeroDivisionError: by nothing" in broken.message
    assert "Traceback" in broken.details["traceback"]


def test_silence_is_an_error_not_a_pass() -> None:
    class Silent(FakeCheck):
        def run(self, ledger: Ledger, subjects: Sequence[str], context: Context) -> Iterator[Finding]:
            return iter(())

    assert outcomes(run_checks(book(), [Silent()], CONTEXT)) == {"a.one": "error", "a.two": "error"}


def test_judging_what_was_not_asked_is_an_error() -> None:
    class Stray(FakeCheck):
        def run(self, ledger: Ledger, subjects: Sequence[str], context: Context) -> Iterator[Finding]:
            yield from super().run(ledger, subjects, context)
            yield finding(subject="a.stranger")

    found = run_checks(book(), [Stray()], CONTEXT)
    assert ("a.stranger", Outcome.ERROR) in [(one.subject, one.outcome) for one in found]


@pytest.mark.parametrize("method", ["subjects", "inputs"])
def test_a_check_that_cannot_be_planned_is_an_error(method: str, database: Database) -> None:
    check = FakeCheck()
    setattr(check, method, lambda *_: 1 // 0)
    for _ in range(2):
        found = run(database, book(), [check], CONTEXT).findings
        assert {one.outcome for one in found} == {Outcome.ERROR}


def test_an_interruption_keeps_the_finished_batches(database: Database) -> None:
    def judge(one: Claim) -> Outcome:
        if one.id == "a.c150":
            raise KeyboardInterrupt
        return Outcome.VERIFIED

    many = book(*(f"a.c{n}" for n in range(200)))
    with pytest.raises(KeyboardInterrupt):
        run(database, many, [FakeCheck(judge=judge)], CONTEXT)
    with database.read() as connection:
        assert list(connection.scalars(select(RUNS.c.status))) == ["interrupted"]
    kept = count(database, RESULTS)
    assert kept == 128
    assert run(database, many, [FakeCheck()], CONTEXT).due == 200 - kept


def test_progress_is_told_from_none_to_all(database: Database) -> None:
    told: list[tuple[str, int, int]] = []
    run(database, book(), [FakeCheck()], CONTEXT, progress=lambda *what: told.append(what))
    assert told == [("located", 0, 2), ("located", 2, 2)]


def test_results_carry_the_hashes_they_rest_on(database: Database) -> None:
    run(database, book(), [FakeCheck()], CONTEXT)
    with database.read() as connection:
        rows = connection.execute(select(RESULTS)).mappings().all()
    for row in rows:
        assert len(row["claim_hash"]) == len(row["source_hash"]) == len(row["inputs_hash"]) == 64
        assert row["details"] == {"seen": row["subject"]}
    assert rows[0]["claim_hash"] != rows[1]["claim_hash"]
    assert rows[0]["source_hash"] == rows[1]["source_hash"]


def test_a_verdict_is_recorded_when_it_changes(database: Database) -> None:
    def verdict(outcome: Outcome) -> ClaimVerdict:
        return ClaimVerdict("a.one", ClaimKind.NUMBER, outcome, "", "", ("located",))

    run_id = run(database, book(), [FakeCheck()], CONTEXT).run_id
    for outcome, digest in (("verified", "x"), ("verified", "x"), ("stale", "x"), ("stale", "y")):
        with database.write() as connection:
            record_verdicts(connection, run_id, {"a.one": digest}, [verdict(Outcome(outcome))])
    with database.read() as connection:
        assert list(connection.scalars(select(VERDICTS.c.outcome).order_by(VERDICTS.c.id))) == [
            "verified",
            "stale",
            "stale",
        ]


MANY = tuple(f"a.c{n}" for n in range(70))


def test_processes_find_the_same() -> None:
    database = memory_database()
    context = replace(CONTEXT, jobs=2)
    check = FakeCheck(parallel=True)
    with local_pool(book(*MANY), context) as pool:
        result = run(database, book(*MANY), [check], context, pool=pool)
    assert check.asked == []
    assert list(result.findings) == run_checks(book(*MANY), [FakeCheck()], CONTEXT)
    database.close()


def test_a_source_is_not_read_by_two_workers() -> None:
    places = {f"a.c{n}": [{"source": f"paper-{n % 3}", "page": 1}] for n in range(60)}
    sources = [source(f"paper-{n}") for n in range(3)]
    many = ledger(*sources, *(claim(id, evidence=evidence) for id, evidence in places.items()))
    sent = by_source(FakeCheck(), many, list(places), 16)
    assert sorted(id for some in sent for id in some) == sorted(places)
    assert [{places[id][0]["source"] for id in some} for some in sent] == [{f"paper-{n}"} for n in range(3)]


def test_a_source_with_very_many_claims_is_shared() -> None:
    ids = [f"a.c{n}" for n in range(100)]
    sent = by_source(FakeCheck(), ledger(source(), *map(claim, ids)), ids, 16)
    assert max(map(len, sent)) == 16
    assert [id for some in sent for id in some] == ids


def test_a_check_that_is_not_parallel_stays_here() -> None:
    database = memory_database()
    check = FakeCheck()
    with ThreadPoolExecutor() as executor:
        pool = RemotePool(executor, sendable(book(*MANY)), CONTEXT)
        run(database, book(*MANY), [check], CONTEXT, pool=pool)
    assert len(check.asked) == 70
    database.close()


class LosesWork(Executor):
    """A cluster whose workers die."""

    def submit(self, function: Any, /, *arguments: Any, **options: Any) -> Future[Any]:
        future: Future[Any] = Future()
        future.set_exception(RuntimeError("worker lost"))
        return future


def test_a_cluster_is_used_through_concurrent_futures(database: Database) -> None:
    with ThreadPoolExecutor() as executor:
        pool = RemotePool(executor, sendable(book(*MANY)), CONTEXT)
        result = run(database, book(*MANY), [FakeCheck(parallel=True)], CONTEXT, pool=pool)
    assert set(outcomes(result.findings).values()) == {"verified"}


def test_lost_work_is_an_error_and_not_kept_as_knowledge(database: Database) -> None:
    pool = RemotePool(LosesWork(), sendable(book(*MANY)), CONTEXT)
    result = run(database, book(*MANY), [FakeCheck(parallel=True)], CONTEXT, pool=pool)
    assert set(outcomes(result.findings).values()) == {"error"}
    assert run(database, book(*MANY), [FakeCheck()], CONTEXT).due == 70


@pytest.mark.parametrize("address", ["remote", "dask://", "dask://host", "http://h:1"])
def test_a_wrong_executor_is_refused(address: str) -> None:
    with pytest.raises(UsageError, match="dask://HOST:PORT"), dask_pool(address, book(), CONTEXT):
        pass


def test_a_cluster_without_dask_says_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "distributed", None)
    with (
        pytest.raises(ConfigurationError, match=r"evidence-ledger\[dask\]"),
        dask_pool("dask://127.0.0.1:8786", book(), CONTEXT),
    ):
        pass
