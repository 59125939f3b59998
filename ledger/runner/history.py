"""Questions to the history: the last run, a subject's results, a claim's verdicts."""

from __future__ import annotations

from sqlalchemy import Connection, RowMapping, func, select

from ledger.models import ResultRow, ReviewRow, RunRow, VerdictRow
from ledger.registry import SubjectKind


def last_run(connection: Connection) -> RowMapping | None:
    """The newest run; ``None`` before the first."""
    query = select(RunRow.__table__).order_by(RunRow.id.desc()).limit(1)
    return connection.execute(query).mappings().first()


def newest_verdicts(connection: Connection) -> dict[str, RowMapping]:
    """The newest verdict on each claim, by its id."""
    newest = select(func.max(VerdictRow.id)).group_by(VerdictRow.claim_id)
    query = select(VerdictRow.__table__).where(VerdictRow.id.in_(newest))
    return {row["claim_id"]: row for row in connection.execute(query).mappings()}


def verdict_history(connection: Connection, claim: str, limit: int = 20) -> list[RowMapping]:
    """The claim's verdicts with their runs' times, newest first."""
    query = (
        select(VerdictRow.__table__, RunRow.started_at, RunRow.revision)
        .join(RunRow, RunRow.id == VerdictRow.run_id)
        .where(VerdictRow.claim_id == claim)
        .order_by(VerdictRow.id.desc())
        .limit(limit)
    )
    return list(connection.execute(query).mappings())


def newest_results(connection: Connection, kind: SubjectKind, subject: str) -> list[RowMapping]:
    """The newest results of each check on one subject, with their runs' times."""
    here = (ResultRow.subject_kind == kind.value, ResultRow.subject == subject)
    newest = (
        select(ResultRow.check_name, func.max(ResultRow.run_id).label("run_id"))
        .where(*here)
        .group_by(ResultRow.check_name)
        .subquery()
    )
    query = (
        select(ResultRow.__table__, RunRow.started_at)
        .join(RunRow, RunRow.id == ResultRow.run_id)
        .join(
            newest,
            (newest.c.check_name == ResultRow.check_name) & (newest.c.run_id == ResultRow.run_id),
        )
        .where(*here)
        .order_by(ResultRow.id)
    )
    return list(connection.execute(query).mappings())


def oldest_results(connection: Connection) -> dict[str, str]:
    """Check → when the oldest of its newest results was found."""
    newest = (
        select(ResultRow.check_name, func.max(ResultRow.run_id).label("run_id"))
        .group_by(ResultRow.check_name, ResultRow.subject_kind, ResultRow.subject)
        .subquery()
    )
    query = (
        select(newest.c.check_name, func.min(RunRow.started_at))
        .join(RunRow, RunRow.id == newest.c.run_id)
        .group_by(newest.c.check_name)
        .order_by(newest.c.check_name)
    )
    return {row[0]: row[1] for row in connection.execute(query)}


def reviews(connection: Connection, kind: SubjectKind, subject: str) -> list[RowMapping]:
    """What reviewers wrote of one subject, oldest first."""
    query = (
        select(ReviewRow.__table__)
        .where(ReviewRow.subject_kind == kind.value, ReviewRow.subject == subject)
        .order_by(ReviewRow.id)
    )
    return list(connection.execute(query).mappings())
