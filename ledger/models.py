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
    Column,
    Float,
    ForeignKey,
    ForeignKeyConstraint,
    Index,
    Integer,
    MetaData,
    Named,
    String,
    Table,
    Text,
    TypedColumns,
)

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


METADATA = MetaData(naming_convention=NAMING)
"""Every table. They are typed columns of SQLAlchemy's core: nothing here maps objects, and loading what would
takes as long as half of an unchanged check."""


def _one_of(column: str, values: type[StrEnum]) -> CheckConstraint:
    allowed = ", ".join(f"'{value}'" for value in values)
    return CheckConstraint(f"{column} IN ({allowed})", name=column)


def _placed() -> tuple[Column[Any], ...]:
    """Where a document stands in git, and what it means."""
    return (
        Column("path", Text, nullable=False),
        Column("line", Integer, nullable=False),
        Column("col", Integer, nullable=False),
        Column("digest", String(64), nullable=False),
    )


def _retirable() -> tuple[Column[Any], ...]:
    """When a document left git, and before which run."""
    return (Column("retired_at", String(32)), Column("retired_after_run", Integer))


class MetaColumns(TypedColumns):
    """Facts on the database itself: the rows' format, the ledger's name, the documents' digest."""

    key: Named[str] = Column(String(64), primary_key=True)
    value: Named[str] = Column(Text)


META = Table("meta", METADATA, MetaColumns)


class SourceColumns(TypedColumns):
    """A document that can support a claim."""

    id: Named[str] = Column(String(120), primary_key=True)
    kind: Named[str] = Column(String(32), index=True)
    is_primary: Named[bool] = Column(Boolean)
    title: Named[str] = Column(Text)
    authors: Named[list[str]] = Column(JSON)
    published: Named[str | None] = Column(String(10))
    url: Named[str | None] = Column(Text)
    also: Named[list[str]] = Column(JSON)
    version: Named[str | None] = Column(Text)
    retrieved: Named[str | None] = Column(String(10))
    snapshot_sha256: Named[str | None] = Column(String(64))
    snapshot_media: Named[str | None] = Column(String(64))
    snapshot_pages: Named[int | None] = Column(Integer)
    snapshot_provenance: Named[str | None] = Column(Text)
    unavailable: Named[str | None] = Column(Text)
    corrects: Named[str | None] = Column(Text)
    note: Named[str | None] = Column(Text)


SOURCES = Table("sources", METADATA, SourceColumns, *_placed(), *_retirable())


class ClaimColumns(TypedColumns):
    """One statement that the ledger stands for; ``statements`` has it in each language, by its tag."""

    id: Named[str] = Column(String(120), primary_key=True)
    ledger: Named[str] = Column(String(8), index=True)
    kind: Named[str] = Column(String(32), index=True)
    statement_en: Named[str | None] = Column(Text)
    statement_zh: Named[str | None] = Column(Text)
    statements: Named[dict[str, str]] = Column(JSON)
    entity: Named[str] = Column(Text)
    qualifiers: Named[dict[str, str]] = Column(JSON)
    value: Named[str | None] = Column(Text)
    high: Named[str | None] = Column(Text)
    unit: Named[str | None] = Column(Text)
    comparator: Named[str | None] = Column(String(16))
    symbols: Named[dict[str, str]] = Column(JSON)
    conditions: Named[str | None] = Column(Text)
    convention: Named[str | None] = Column(Text)
    formula: Named[str | None] = Column(Text)
    recompute: Named[dict[str, Any] | None] = Column(JSON(none_as_null=True))
    unsupported: Named[str | None] = Column(Text)
    must_not: Named[list[str]] = Column(JSON)
    corrects: Named[str | None] = Column(Text)


CLAIMS = Table("claims", METADATA, ClaimColumns, *_placed(), *_retirable())


class EvidenceColumns(TypedColumns):
    """A claim's link to a place in a source; ``position`` counts from 0 in the claim."""

    claim_id: Named[str] = Column(String(120), ForeignKey("claims.id"), primary_key=True)
    position: Named[int] = Column(Integer, primary_key=True)
    source_id: Named[str] = Column(String(120), ForeignKey("sources.id"), index=True)
    page: Named[int | None] = Column(Integer)
    section: Named[str | None] = Column(Text)
    figure: Named[str | None] = Column(Text)
    table_label: Named[str | None] = Column(Text)
    equation: Named[str | None] = Column(Text)
    anchors: Named[list[str]] = Column(JSON)
    role: Named[str] = Column(String(32))
    depth: Named[str] = Column(String(16))
    supports: Named[str] = Column(String(16))
    printed: Named[str | None] = Column(Text)
    printed_symbols: Named[dict[str, str]] = Column(JSON)
    printed_unit: Named[str | None] = Column(Text)


EVIDENCE = Table("evidence", METADATA, EvidenceColumns)


class RelationColumns(TypedColumns):
    """How a claim names another: ``bounds``, ``conflicts``, ``supersedes``, ``input`` (to recompute)."""

    claim_id: Named[str] = Column(String(120), ForeignKey("claims.id"), primary_key=True)
    kind: Named[str] = Column(String(16), primary_key=True)
    other_id: Named[str] = Column(String(120), ForeignKey("claims.id"), primary_key=True, index=True)


RELATIONS = Table("relations", METADATA, RelationColumns)


class WaiverColumns(TypedColumns):
    """A named acceptance of one check's failure on one subject; ``position`` counts from 0 in the file."""

    position: Named[int] = Column(Integer, primary_key=True, autoincrement=False)
    subject: Named[str] = Column(Text)
    check_name: Named[str] = Column(String(64))
    owner: Named[str] = Column(Text)
    reason: Named[str] = Column(Text)
    expires: Named[str] = Column(String(10), index=True)
    path: Named[str] = Column(Text)
    line: Named[int] = Column(Integer)


WAIVERS = Table("waivers", METADATA, WaiverColumns)


class PageColumns(TypedColumns):
    """A page that readers see."""

    path: Named[str] = Column(String(400), primary_key=True)
    sha256: Named[str] = Column(String(64))


PAGES = Table("pages", METADATA, PageColumns, *_retirable())


class MentionColumns(TypedColumns):
    """One number on a page: bound to a claim, exempt with a reason, not in need of evidence, or unclaimed."""

    page_path: Named[str] = Column(String(400), ForeignKey("pages.path"), primary_key=True)
    position: Named[int] = Column(Integer, primary_key=True)
    line: Named[int] = Column(Integer)
    col: Named[int] = Column(Integer)
    text: Named[str] = Column(Text)
    kind: Named[str] = Column(String(32), index=True)
    status: Named[str] = Column(String(16), index=True)
    value: Named[str | None] = Column(Text)
    unit: Named[str | None] = Column(Text)
    comparator: Named[str | None] = Column(String(16))
    claim_id: Named[str | None] = Column(String(120), index=True)
    reason: Named[str | None] = Column(Text)
    heading: Named[str | None] = Column(Text)


MENTIONS = Table(
    "mentions",
    METADATA,
    MentionColumns,
    CheckConstraint("status IN ('claim', 'exempt', 'free', 'unclaimed')", name="status"),
    ForeignKeyConstraint(["claim_id"], ["claims.id"]),
)


class RunColumns(TypedColumns):
    """One run of checks. ``status``: ``running``, ``complete`` or ``interrupted``."""

    id: Named[int] = Column(Integer, primary_key=True, autoincrement=True)
    started_at: Named[str] = Column(String(32))
    finished_at: Named[str | None] = Column(String(32))
    status: Named[str] = Column(String(16))
    version: Named[str] = Column(String(32))
    program: Named[str] = Column(String(64))
    revision: Named[str | None] = Column(String(64))
    due: Named[int] = Column(Integer)
    reused: Named[int] = Column(Integer)


RUNS = Table(
    "runs",
    METADATA,
    RunColumns,
    CheckConstraint("status IN ('running', 'complete', 'interrupted')", name="status"),
)


class ResultColumns(TypedColumns):
    """One finding of one check on one subject, before any waiver.

    ``inputs_hash`` is the key of re-use: check, version, program and everything that the verdict
    depends on. ``place`` is the field path of the location in the subject's document, if it has one.
    """

    id: Named[int] = Column(Integer, primary_key=True, autoincrement=True)
    run_id: Named[int] = Column(ForeignKey("runs.id"), index=True)
    check_name: Named[str] = Column(String(64))
    check_version: Named[str] = Column(String(32))
    subject_kind: Named[str] = Column(String(16))
    subject: Named[str] = Column(Text, index=True)
    claim_hash: Named[str | None] = Column(String(64))
    source_hash: Named[str | None] = Column(String(64))
    inputs_hash: Named[str] = Column(String(64))
    outcome: Named[str] = Column(String(16), index=True)
    cause: Named[str] = Column(String(64))
    message: Named[str] = Column(Text)
    expected: Named[str] = Column(Text)
    found: Named[str] = Column(Text)
    hint: Named[str] = Column(Text)
    details: Named[dict[str, Any]] = Column(JSON)
    path: Named[str] = Column(Text)
    line: Named[int] = Column(Integer)
    col: Named[int] = Column(Integer)
    place: Named[list[str | int] | None] = Column(JSON(none_as_null=True))


RESULTS = Table(
    "results",
    METADATA,
    ResultColumns,
    _one_of("outcome", Outcome),
    Index(None, "check_name", "subject_kind", "subject", "run_id"),
)


class VerdictColumns(TypedColumns):
    """A claim's verdict under the policy, waivers included; a row each time that it changes."""

    id: Named[int] = Column(Integer, primary_key=True, autoincrement=True)
    run_id: Named[int] = Column(ForeignKey("runs.id"), index=True)
    claim_id: Named[str] = Column(String(120))
    claim_hash: Named[str] = Column(String(64))
    outcome: Named[str] = Column(String(16), index=True)
    cause: Named[str] = Column(String(64))
    checks: Named[list[str]] = Column(JSON)


VERDICTS = Table(
    "verdicts", METADATA, VerdictColumns, _one_of("outcome", Outcome), Index(None, "claim_id", "id")
)


class ProbeColumns(TypedColumns):
    """One look at one URL (:mod:`ledger.probe`); a look that did not happen has no row."""

    id: Named[int] = Column(Integer, primary_key=True, autoincrement=True)
    url: Named[str] = Column(Text)
    host: Named[str] = Column(String(260), index=True)
    checked_at: Named[str] = Column(String(32), index=True)
    outcome: Named[str] = Column(String(16), index=True)
    cause: Named[str | None] = Column(String(32))
    status: Named[int | None] = Column(Integer)
    final_url: Named[str | None] = Column(Text)
    now_at: Named[str | None] = Column(Text)
    redirects: Named[list[dict[str, Any]]] = Column(JSON)
    latency_ms: Named[float | None] = Column(Float)
    title: Named[str | None] = Column(Text)
    error: Named[str | None] = Column(Text)
    retry_after_s: Named[int | None] = Column(Integer)
    etag: Named[str | None] = Column(Text)
    last_modified: Named[str | None] = Column(Text)
    page_metadata: Named[dict[str, list[str]]] = Column(JSON)


PROBES = Table("probes", METADATA, ProbeColumns, _one_of("outcome", ProbeOutcome), Index(None, "url", "id"))


class ReviewColumns(TypedColumns):
    """A reviewer's note on a subject; kept whatever happens to the documents."""

    id: Named[int] = Column(Integer, primary_key=True, autoincrement=True)
    subject_kind: Named[str] = Column(String(16))
    subject: Named[str] = Column(Text, index=True)
    reviewer: Named[str] = Column(Text)
    note: Named[str] = Column(Text)
    written_at: Named[str] = Column(String(32))


REVIEWS = Table("reviews", METADATA, ReviewColumns)
