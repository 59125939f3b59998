"""The two ways to run checks: in memory, and with a database that remembers."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from ledger.db import Database
from ledger.registry import Check, Context, Finding
from ledger.runner import records
from ledger.runner.execute import Pool, batches
from ledger.runner.plan import EVERYTHING, Plan, Selection, Task, plans
from ledger.schema.ledger import Ledger

Progress = Callable[[str, int, int], None]
"""Called with a check's name, how many of its due subjects are done, and how many there are."""


@dataclass(frozen=True, slots=True)
class Outcomes:
    """What a run found, and how much of it was known before."""

    findings: tuple[Finding, ...]
    run_id: int
    due: int
    reused: int


def run_checks(
    ledger: Ledger,
    checks: Sequence[Check],
    context: Context,
    selection: Selection = EVERYTHING,
    progress: Progress | None = None,
) -> list[Finding]:
    """Every finding of *checks* on *ledger*, with nothing re-used and nothing kept.

    A check that raises yields an ``error`` finding; nothing is raised for it.
    """
    found: list[Finding] = []
    for plan in plans(ledger, checks, context, selection):
        found += plan.faults
        done = 0
        for batch in batches(plan.check, ledger, [task.subject for task in plan.tasks], context):
            found += batch.findings
            done += len(batch.subjects)
            if progress is not None:
                progress(plan.check.name, done, len(plan.tasks))
    return _sorted(found)


def run(
    database: Database,
    ledger: Ledger,
    checks: Sequence[Check],
    context: Context,
    *,
    selection: Selection = EVERYTHING,
    pool: Pool | None = None,
    revision: str | None = None,
    progress: Progress | None = None,
) -> Outcomes:
    """Run what is due, re-use the rest, and keep the results.

    Raises:
        DatabaseError: the results cannot be kept.
        KeyboardInterrupt: passed on, after the finished batches and the run's end are kept.
    """
    known, due = _sorted_out(database, ledger, plans(ledger, checks, context, selection))
    number = sum(len(tasks) for _, tasks in due)
    reused = sum(len(plan.tasks) for plan, _ in due) - number
    with database.write() as connection:
        run_id = records.begin_run(connection, revision, number, reused)
    work = _Work(database, ledger, context, pool, progress, run_id)
    found = [*known, *(work.do(due) if number else ())]
    return Outcomes(tuple(_sorted(found)), run_id, number, reused)


Due = list[tuple[Plan, dict[str, Task]]]
"""Each plan with the tasks of it that must be judged now, by subject."""


def _sorted_out(database: Database, ledger: Ledger, planned: Sequence[Plan]) -> tuple[list[Finding], Due]:
    """What is known already (faults of planning included), and what is due."""
    with database.read() as connection:
        stored = records.latest(connection, [plan.check.name for plan in planned])
    known = [fault for plan in planned for fault in plan.faults]
    due: Due = []
    for plan in planned:
        waiting: dict[str, Task] = {}
        for task in plan.tasks:
            old = stored.get((plan.check.name, plan.check.kind, task.subject))
            findings = records.reusable(old, task, ledger, plan.check)
            if findings is None:
                waiting[task.subject] = task
            else:
                known += findings
        due.append((plan, waiting))
    return known, due


@dataclass(frozen=True, slots=True)
class _Work:
    database: Database
    ledger: Ledger
    context: Context
    pool: Pool | None
    progress: Progress | None
    run_id: int

    def do(self, due: Sequence[tuple[Plan, Mapping[str, Task]]]) -> list[Finding]:
        status = "interrupted"
        try:
            found = [finding for plan, tasks in due if tasks for finding in self._check(plan.check, tasks)]
            status = "complete"
        finally:
            with self.database.write() as connection:
                records.end_run(connection, self.run_id, status)
        return found

    def _check(self, check: Check, tasks: Mapping[str, Task]) -> list[Finding]:
        found: list[Finding] = []
        done = 0
        self._tell(check.name, 0, len(tasks))
        for batch in batches(check, self.ledger, list(tasks), self.context, self.pool):
            with self.database.write() as connection:
                records.append(connection, self.run_id, check, tasks, batch.findings, self.ledger)
            found += batch.findings
            done += len(batch.subjects)
            self._tell(check.name, done, len(tasks))
        return found

    def _tell(self, name: str, done: int, total: int) -> None:
        if self.progress is not None:
            self.progress(name, done, total)


def _sorted(findings: Sequence[Finding]) -> list[Finding]:
    return sorted(findings, key=lambda one: (one.location, one.check, one.subject, one.cause))
