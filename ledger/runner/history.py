"""Questions to the history: the last run, a subject's results, a claim's verdicts."""

from __future__ import annotations

from sqlalchemy import Connection, RowMapping, func, select

from ledger.models import RESULTS, REVIEWS, RUNS, VERDICTS
from ledger.registry import SubjectKind


def last_run(connection: Connection) -> RowMapping | None:
    """The newest run; ``None`` before the first."""
    query = select(RUNS).order_by(RUNS.c.id.desc()).limit(1)
    return connection.execute(query).mappings().first()


def newest_verdicts(connection: Connection) -> dict[str, RowMapping]:
    """The newest verdict on each claim, by its id."""
    newest = select(func.max(VERDICTS.c.id)).group_by(VERDICTS.c.claim_id)
    query = select(VERDICTS).where(VERDICTS.c.id.in_(newest))
    return {row["claim_id"]: row for row in connection.execute(query).mappings()}


def verdict_history(connection: Connection, claim: str, limit: int = 20) -> list[RowMapping]:
    """The claim's verdicts with their runs' times, newest first."""
    query = (
        select(VERDICTS, RUNS.c.started_at, RUNS.c.revision)
        .join(RUNS, RUNS.c.id == VERDICTS.c.run_id)
        .where(VERDICTS.c.claim_id == claim)
        .order_by(VERDICTS.c.id.desc())
        .limit(limit)
    )
    return list(connection.execute(query).mappings())


def newest_results(connection: Connection, kind: SubjectKind, subject: str) -> list[RowMapping]:
    """The newest results of each check on one subject, with their runs' times."""
    here = (RESULTS.c.subject_kind == kind.value, RESULTS.c.subject == subject)
    newest = (
        select(RESULTS.c.check_name, func.max(RESULTS.c.run_id).label("run_id"))
        .where(*here)
        .group_by(RESULTS.c.check_name)
        .subquery()
    )
    query = (
        select(RESULTS, RUNS.c.started_at)
        .join(RUNS, RUNS.c.id == RESULTS.c.run_id)
        .join(
            newest,
            (newest.c.check_name == RESULTS.c.check_name) & (newest.c.run_id == RESULTS.c.run_id),
        )
        .where(*here)
        .order_by(RESULTS.c.id)
    )
    return list(connection.execute(query).mappings())


def oldest_results(connection: Connection) -> dict[str, str]:
    """Check → when the oldest of its newest results was found."""
    newest = (
        select(RESULTS.c.check_name, func.max(RESULTS.c.run_id).label("run_id"))
        .group_by(RESULTS.c.check_name, RESULTS.c.subject_kind, RESULTS.c.subject)
        .subquery()
    )
    query = (
        select(newest.c.check_name, func.min(RUNS.c.started_at))
        .join(RUNS, RUNS.c.id == newest.c.run_id)
        .group_by(newest.c.check_name)
        .order_by(newest.c.check_name)
    )
    return {row[0]: row[1] for row in connection.execute(query)}


def reviews(connection: Connection, kind: SubjectKind, subject: str) -> list[RowMapping]:
    """What reviewers wrote of one subject, oldest first."""
    query = (
        select(REVIEWS)
        .where(REVIEWS.c.subject_kind == kind.value, REVIEWS.c.subject == subject)
        .order_by(REVIEWS.c.id)
    )
    return list(connection.execute(query).mappings())
