"""The tables.

Three families, told apart because a rebuild treats them differently:

* **documents** (``sources``, ``claims``, ``evidence``, ``relations``, ``waivers``, ``pages``,
  ``mentions``): a copy of what git owns. Rebuilding them from the text gives the same rows. A source,
  claim or page that left git keeps its row, with ``retired_at`` set, because its history refers to it.
* **history** (``runs``, ``results``, ``verdicts``, ``probes``): append-only.
* **people's words** (``reviews``): live in the database alone; no rebuild touches them.

History and reviews name their subject by text and have no foreign key into the documents: they outlive
them. Times are UTC text (``2026-11-30T06:50:23Z``), so that both engines and Datasette read them alike.
No column's name is an SQL keyword: reviewers write queries by hand.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Any

from sqlalchemy import (
    JSON,
    Boolean,
    CheckConstraint,
    Float,
    ForeignKey,
    ForeignKeyConstraint,
    Index,
    Integer,
    MetaData,
    String,
    Text,
)
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column

from ledger.schema.outcomes import Outcome, ProbeOutcome

NAMING = {
    "ix": "ix_%(table_name)s_%(column_0_N_name)s",
    "uq": "uq_%(table_name)s_%(column_0_N_name)s",
    "ck": "ck_%(table_name)s_%(constraint_name)s",
    "fk": "fk_%(table_name)s_%(column_0_N_name)s_%(referred_table_name)s",
    "pk": "pk_%(table_name)s",
}
"""Every constraint has a name, since batch mode cannot drop a nameless one."""

FORMAT = "1"
"""The version of the rows' meaning, in ``meta``; the tables' own version is Alembic's."""


class Base(DeclarativeBase):
    """Base of every table."""

    metadata = MetaData(naming_convention=NAMING)


def _one_of(column: str, values: type[StrEnum]) -> CheckConstraint:
    allowed = ", ".join(f"'{value}'" for value in values)
    return CheckConstraint(f"{column} IN ({allowed})", name=column)


class _Placed:
    """Where a document stands in git, and what it means."""

    path: Mapped[str] = mapped_column(Text)
    line: Mapped[int] = mapped_column(Integer)
    col: Mapped[int] = mapped_column(Integer)
    digest: Mapped[str] = mapped_column(String(64))


class _Retirable:
    """When a document left git, and before which run."""

    retired_at: Mapped[str | None] = mapped_column(String(32))
    retired_after_run: Mapped[int | None] = mapped_column(Integer)


class Meta(Base):
    """Facts on the database itself: the rows' format, the ledger's name, the documents' digest."""

    __tablename__ = "meta"

    key: Mapped[str] = mapped_column(String(64), primary_key=True)
    value: Mapped[str] = mapped_column(Text)


class SourceRow(_Placed, _Retirable, Base):
    """A document that can support a claim."""

    __tablename__ = "sources"

    id: Mapped[str] = mapped_column(String(120), primary_key=True)
    kind: Mapped[str] = mapped_column(String(32), index=True)
    is_primary: Mapped[bool] = mapped_column(Boolean)
    title: Mapped[str] = mapped_column(Text)
    authors: Mapped[list[str]] = mapped_column(JSON)
    published: Mapped[str | None] = mapped_column(String(10))
    url: Mapped[str | None] = mapped_column(Text)
    also: Mapped[list[str]] = mapped_column(JSON)
    version: Mapped[str | None] = mapped_column(Text)
    retrieved: Mapped[str | None] = mapped_column(String(10))
    snapshot_sha256: Mapped[str | None] = mapped_column(String(64))
    snapshot_media: Mapped[str | None] = mapped_column(String(64))
    snapshot_pages: Mapped[int | None] = mapped_column(Integer)
    snapshot_provenance: Mapped[str | None] = mapped_column(Text)
    unavailable: Mapped[str | None] = mapped_column(Text)
    corrects: Mapped[str | None] = mapped_column(Text)
    note: Mapped[str | None] = mapped_column(Text)


class ClaimRow(_Placed, _Retirable, Base):
    """One statement that the ledger stands for."""

    __tablename__ = "claims"

    id: Mapped[str] = mapped_column(String(120), primary_key=True)
    ledger: Mapped[str] = mapped_column(String(8), index=True)
    kind: Mapped[str] = mapped_column(String(32), index=True)
    statement_en: Mapped[str] = mapped_column(Text)
    statement_zh: Mapped[str] = mapped_column(Text)
    entity: Mapped[str] = mapped_column(Text)
    qualifiers: Mapped[dict[str, str]] = mapped_column(JSON)
    value: Mapped[str | None] = mapped_column(Text)
    high: Mapped[str | None] = mapped_column(Text)
    unit: Mapped[str | None] = mapped_column(Text)
    comparator: Mapped[str | None] = mapped_column(String(16))
    symbols: Mapped[dict[str, str]] = mapped_column(JSON)
    conditions: Mapped[str | None] = mapped_column(Text)
    convention: Mapped[str | None] = mapped_column(Text)
    formula: Mapped[str | None] = mapped_column(Text)
    recompute: Mapped[dict[str, Any] | None] = mapped_column(JSON(none_as_null=True))
    unsupported: Mapped[str | None] = mapped_column(Text)
    must_not: Mapped[list[str]] = mapped_column(JSON)
    corrects: Mapped[str | None] = mapped_column(Text)


class EvidenceRow(Base):
    """A claim's link to a place in a source; ``position`` counts from 0 in the claim."""

    __tablename__ = "evidence"

    claim_id: Mapped[str] = mapped_column(ForeignKey("claims.id"), primary_key=True)
    position: Mapped[int] = mapped_column(Integer, primary_key=True)
    source_id: Mapped[str] = mapped_column(ForeignKey("sources.id"), index=True)
    page: Mapped[int | None] = mapped_column(Integer)
    section: Mapped[str | None] = mapped_column(Text)
    figure: Mapped[str | None] = mapped_column(Text)
    table_label: Mapped[str | None] = mapped_column(Text)
    equation: Mapped[str | None] = mapped_column(Text)
    anchors: Mapped[list[str]] = mapped_column(JSON)
    role: Mapped[str] = mapped_column(String(32))
    depth: Mapped[str] = mapped_column(String(16))
    printed: Mapped[str | None] = mapped_column(Text)
    printed_symbols: Mapped[dict[str, str]] = mapped_column(JSON)
    printed_unit: Mapped[str | None] = mapped_column(Text)


class RelationRow(Base):
    """How a claim names another: ``bounds``, ``conflicts``, ``supersedes``, ``input`` (to recompute)."""

    __tablename__ = "relations"

    claim_id: Mapped[str] = mapped_column(ForeignKey("claims.id"), primary_key=True)
    kind: Mapped[str] = mapped_column(String(16), primary_key=True)
    other_id: Mapped[str] = mapped_column(ForeignKey("claims.id"), primary_key=True, index=True)


class WaiverRow(Base):
    """A named acceptance of one check's failure on one subject; ``position`` counts from 0 in the file."""

    __tablename__ = "waivers"

    position: Mapped[int] = mapped_column(Integer, primary_key=True, autoincrement=False)
    subject: Mapped[str] = mapped_column(Text)
    check_name: Mapped[str] = mapped_column(String(64))
    owner: Mapped[str] = mapped_column(Text)
    reason: Mapped[str] = mapped_column(Text)
    expires: Mapped[str] = mapped_column(String(10), index=True)
    path: Mapped[str] = mapped_column(Text)
    line: Mapped[int] = mapped_column(Integer)


class PageRow(_Retirable, Base):
    """A page that readers see."""

    __tablename__ = "pages"

    path: Mapped[str] = mapped_column(String(400), primary_key=True)
    sha256: Mapped[str] = mapped_column(String(64))


class MentionRow(Base):
    """One number on a page: bound to a claim, exempt with a reason, not in need of evidence, or unclaimed."""

    __tablename__ = "mentions"
    __table_args__ = (
        CheckConstraint("status IN ('claim', 'exempt', 'free', 'unclaimed')", name="status"),
        ForeignKeyConstraint(["claim_id"], ["claims.id"]),
    )

    page_path: Mapped[str] = mapped_column(ForeignKey("pages.path"), primary_key=True)
    position: Mapped[int] = mapped_column(Integer, primary_key=True)
    line: Mapped[int] = mapped_column(Integer)
    col: Mapped[int] = mapped_column(Integer)
    text: Mapped[str] = mapped_column(Text)
    kind: Mapped[str] = mapped_column(String(32), index=True)
    status: Mapped[str] = mapped_column(String(16), index=True)
    value: Mapped[str | None] = mapped_column(Text)
    unit: Mapped[str | None] = mapped_column(Text)
    comparator: Mapped[str | None] = mapped_column(String(16))
    claim_id: Mapped[str | None] = mapped_column(String(120), index=True)
    reason: Mapped[str | None] = mapped_column(Text)
    heading: Mapped[str | None] = mapped_column(Text)


class RunRow(Base):
    """One run of checks. ``status``: ``running``, ``complete`` or ``interrupted``."""

    __tablename__ = "runs"
    __table_args__ = (CheckConstraint("status IN ('running', 'complete', 'interrupted')", name="status"),)

    id: Mapped[int] = mapped_column(Integer, primary_key=True, autoincrement=True)
    started_at: Mapped[str] = mapped_column(String(32))
    finished_at: Mapped[str | None] = mapped_column(String(32))
    status: Mapped[str] = mapped_column(String(16))
    version: Mapped[str] = mapped_column(String(32))
    program: Mapped[str] = mapped_column(String(64))
    revision: Mapped[str | None] = mapped_column(String(64))
    due: Mapped[int] = mapped_column(Integer)
    reused: Mapped[int] = mapped_column(Integer)


class ResultRow(Base):
    """One finding of one check on one subject, before any waiver.

    ``inputs_hash`` is the key of re-use: check, version, program and everything that the verdict
    depends on. ``place`` is the field path of the location in the subject's document, if it has one.
    """

    __tablename__ = "results"
    __table_args__ = (
        _one_of("outcome", Outcome),
        Index(None, "check_name", "subject_kind", "subject", "run_id"),
    )

    id: Mapped[int] = mapped_column(Integer, primary_key=True, autoincrement=True)
    run_id: Mapped[int] = mapped_column(ForeignKey("runs.id"), index=True)
    check_name: Mapped[str] = mapped_column(String(64))
    check_version: Mapped[str] = mapped_column(String(32))
    subject_kind: Mapped[str] = mapped_column(String(16))
    subject: Mapped[str] = mapped_column(Text, index=True)
    claim_hash: Mapped[str | None] = mapped_column(String(64))
    source_hash: Mapped[str | None] = mapped_column(String(64))
    inputs_hash: Mapped[str] = mapped_column(String(64))
    outcome: Mapped[str] = mapped_column(String(16), index=True)
    cause: Mapped[str] = mapped_column(String(64))
    message: Mapped[str] = mapped_column(Text)
    expected: Mapped[str] = mapped_column(Text)
    found: Mapped[str] = mapped_column(Text)
    hint: Mapped[str] = mapped_column(Text)
    details: Mapped[dict[str, Any]] = mapped_column(JSON)
    path: Mapped[str] = mapped_column(Text)
    line: Mapped[int] = mapped_column(Integer)
    col: Mapped[int] = mapped_column(Integer)
    place: Mapped[list[str | int] | None] = mapped_column(JSON(none_as_null=True))


class VerdictRow(Base):
    """A claim's verdict under the policy, waivers included; a row each time that it changes."""

    __tablename__ = "verdicts"
    __table_args__ = (_one_of("outcome", Outcome), Index(None, "claim_id", "id"))

    id: Mapped[int] = mapped_column(Integer, primary_key=True, autoincrement=True)
    run_id: Mapped[int] = mapped_column(ForeignKey("runs.id"), index=True)
    claim_id: Mapped[str] = mapped_column(String(120))
    claim_hash: Mapped[str] = mapped_column(String(64))
    outcome: Mapped[str] = mapped_column(String(16), index=True)
    cause: Mapped[str] = mapped_column(String(64))
    checks: Mapped[list[str]] = mapped_column(JSON)


class ProbeRow(Base):
    """One look at one URL (:mod:`ledger.probe`); a look that did not happen has no row."""

    __tablename__ = "probes"
    __table_args__ = (_one_of("outcome", ProbeOutcome), Index(None, "url", "id"))

    id: Mapped[int] = mapped_column(Integer, primary_key=True, autoincrement=True)
    url: Mapped[str] = mapped_column(Text)
    host: Mapped[str] = mapped_column(String(260), index=True)
    checked_at: Mapped[str] = mapped_column(String(32), index=True)
    outcome: Mapped[str] = mapped_column(String(16), index=True)
    cause: Mapped[str | None] = mapped_column(String(32))
    status: Mapped[int | None] = mapped_column(Integer)
    final_url: Mapped[str | None] = mapped_column(Text)
    now_at: Mapped[str | None] = mapped_column(Text)
    redirects: Mapped[list[dict[str, Any]]] = mapped_column(JSON)
    latency_ms: Mapped[float | None] = mapped_column(Float)
    title: Mapped[str | None] = mapped_column(Text)
    error: Mapped[str | None] = mapped_column(Text)
    retry_after_s: Mapped[int | None] = mapped_column(Integer)
    etag: Mapped[str | None] = mapped_column(Text)
    last_modified: Mapped[str | None] = mapped_column(Text)
    page_metadata: Mapped[dict[str, list[str]]] = mapped_column(JSON)


class ReviewRow(Base):
    """A reviewer's note on a subject; kept whatever happens to the documents."""

    __tablename__ = "reviews"

    id: Mapped[int] = mapped_column(Integer, primary_key=True, autoincrement=True)
    subject_kind: Mapped[str] = mapped_column(String(16))
    subject: Mapped[str] = mapped_column(Text, index=True)
    reviewer: Mapped[str] = mapped_column(Text)
    note: Mapped[str] = mapped_column(Text)
    written_at: Mapped[str] = mapped_column(String(32))
