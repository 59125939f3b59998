"""Runs and results in the database: what is known already, and what a run adds."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, Row, func, insert, select, tuple_, update

from ledger import __version__
from ledger.db import storable, utc_now
from ledger.errors import Location
from ledger.models import RESULTS, RUNS, VERDICTS
from ledger.registry import Check, Finding, SubjectKind
from ledger.runner.plan import Task, program_digest, subject_location
from ledger.schema.ledger import Ledger
from ledger.schema.outcomes import Outcome
from ledger.verdicts import ClaimVerdict

Subject = tuple[str, SubjectKind, str]
"""Check's name, kind, subject."""


@dataclass(frozen=True, slots=True)
class Stored:
    """The newest results of one check on one subject, all under one key."""

    key: str
    rows: tuple[Row[Any], ...]


def latest(connection: Connection, checks: Iterable[str]) -> dict[Subject, Stored]:
    """The newest results of each check on each subject."""
    column = RESULTS.c
    subject = (column.check_name, column.subject_kind, column.subject)
    newest = (
        select(*subject, func.max(column.run_id))
        .where(column.check_name.in_(list(checks)))
        .group_by(*subject)
    )
    query = select(RESULTS).where(tuple_(*subject, column.run_id).in_(newest)).order_by(column.id)
    rows: dict[Subject, list[Row[Any]]] = defaultdict(list)
    for row in connection.execute(query):
        rows[row.check_name, SubjectKind(row.subject_kind), row.subject].append(row)
    return {key: Stored(found[-1].inputs_hash, tuple(found)) for key, found in rows.items()}


def reusable(stored: Stored | None, task: Task, ledger: Ledger, check: Check) -> list[Finding] | None:
    """The stored findings, where they still hold; ``None`` where the task is due.

    Due are: nothing stored, another key, an ``error`` among them (the check's failure is no knowledge),
    and a problem whose line cannot be told any more.
    """
    if stored is None or stored.key != task.key:
        return None
    findings: list[Finding] = []
    for row in stored.rows:
        location = _location(row, ledger, check)
        if row.inputs_hash != task.key or row.outcome == Outcome.ERROR or location is None:
            return None
        findings.append(_finding(row, location))
    return findings


def _location(row: Row[Any], ledger: Ledger, check: Check) -> Location | None:
    """Where the finding stands today: lines move when a comment is added above."""
    if row.place is not None:
        return ledger.where(check.kind.value, row.subject, *row.place)
    if row.path in ledger.pages or row.line == 0:
        return Location(row.path, row.line, row.col)
    if row.outcome == Outcome.VERIFIED:
        return subject_location(ledger, check.kind, row.subject)
    return None


def _finding(row: Row[Any], location: Location) -> Finding:
    return Finding(
        check=row.check_name,
        kind=SubjectKind(row.subject_kind),
        subject=row.subject,
        outcome=Outcome(row.outcome),
        cause=row.cause,
        message=row.message,
        location=location,
        expected=row.expected,
        found=row.found,
        hint=row.hint,
        details=row.details,
    )


def begin_run(connection: Connection, revision: str | None, due: int, reused: int) -> int:
    """Add a run and return its id; one with nothing due is complete at once."""
    now = utc_now()
    values = {
        "started_at": now,
        "finished_at": None if due else now,
        "status": "running" if due else "complete",
        "version": __version__,
        "program": program_digest(),
        "revision": revision,
        "due": due,
        "reused": reused,
    }
    return int(connection.execute(insert(RUNS).values(values).returning(RUNS.c.id)).scalar_one())


def end_run(connection: Connection, run_id: int, status: str) -> None:
    """Say how the run ended: ``complete`` or ``interrupted``."""
    values = {"finished_at": utc_now(), "status": status}
    connection.execute(update(RUNS).where(RUNS.c.id == run_id).values(values))


def append(
    connection: Connection,
    run_id: int,
    check: Check,
    tasks: Mapping[str, Task],
    findings: Sequence[Finding],
    ledger: Ledger,
) -> None:
    """Add the findings of one batch; *tasks* by subject give the hashes they are stored under."""
    rows = [_row(run_id, check, tasks[one.subject], one, ledger) for one in findings if one.subject in tasks]
    if rows:
        connection.execute(insert(RESULTS), rows)


def _row(run_id: int, check: Check, task: Task, finding: Finding, ledger: Ledger) -> dict[str, Any]:
    return {
        "run_id": run_id,
        "check_name": check.name,
        "check_version": check.version,
        "subject_kind": finding.kind.value,
        "subject": finding.subject,
        "claim_hash": task.claim_hash,
        "source_hash": task.source_hash,
        "inputs_hash": task.key,
        "outcome": finding.outcome.value,
        "cause": finding.cause,
        "message": storable(finding.message),
        "expected": storable(finding.expected),
        "found": storable(finding.found),
        "hint": storable(finding.hint),
        "details": dict(finding.details),
        "path": finding.location.path,
        "line": finding.location.line,
        "col": finding.location.column,
        "place": _place(finding, ledger),
    }


def _place(finding: Finding, ledger: Ledger) -> list[str | int] | None:
    """The field of the subject's document where the finding stands, if it stands there."""
    places = ledger.places.get((finding.kind.value, finding.subject))
    if places is None or places.path != finding.location.path:
        return None
    wanted = (finding.location.line, finding.location.column)
    return next((list(path) for path, at in places.positions.items() if at == wanted), None)


def record_verdicts(
    connection: Connection, run_id: int, hashes: Mapping[str, str], verdicts: Iterable[ClaimVerdict]
) -> None:
    """Add a row for each claim whose verdict, or whose text, is not what the last row says."""
    newest = select(func.max(VERDICTS.c.id)).group_by(VERDICTS.c.claim_id)
    query = select(VERDICTS).where(VERDICTS.c.id.in_(newest))
    known = {
        row["claim_id"]: (row["outcome"], row["cause"], row["claim_hash"], row["checks"])
        for row in connection.execute(query).mappings()
    }
    rows = []
    for verdict in verdicts:
        now = (verdict.outcome.value, verdict.cause, hashes[verdict.claim], list(verdict.checks))
        if known.get(verdict.claim) != now:
            names = ("outcome", "cause", "claim_hash", "checks")
            rows.append({"run_id": run_id, "claim_id": verdict.claim, **dict(zip(names, now, strict=True))})
    if rows:
        connection.execute(insert(VERDICTS), rows)
