"""The first tables.

Revision: 0001, after none.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None

OUTCOMES = (
    "outcome IN ('verified', 'contradicted', 'not-found', 'ambiguous', "
    "'uncheckable', 'blocked', 'stale', 'waived', 'error')"
)


def upgrade() -> None:
    op.create_table(
        "claims",
        sa.Column("id", sa.String(length=120), nullable=False),
        sa.Column("ledger", sa.String(length=8), nullable=False),
        sa.Column("kind", sa.String(length=32), nullable=False),
        sa.Column("statement_en", sa.Text(), nullable=False),
        sa.Column("statement_zh", sa.Text(), nullable=False),
        sa.Column("entity", sa.Text(), nullable=False),
        sa.Column("qualifiers", sa.JSON(), nullable=False),
        sa.Column("value", sa.Text(), nullable=True),
        sa.Column("high", sa.Text(), nullable=True),
        sa.Column("unit", sa.Text(), nullable=True),
        sa.Column("comparator", sa.String(length=16), nullable=True),
        sa.Column("symbols", sa.JSON(), nullable=False),
        sa.Column("conditions", sa.Text(), nullable=True),
        sa.Column("convention", sa.Text(), nullable=True),
        sa.Column("formula", sa.Text(), nullable=True),
        sa.Column("recompute", sa.JSON(none_as_null=True), nullable=True),
        sa.Column("unsupported", sa.Text(), nullable=True),
        sa.Column("must_not", sa.JSON(), nullable=False),
        sa.Column("corrects", sa.Text(), nullable=True),
        sa.Column("path", sa.Text(), nullable=False),
        sa.Column("line", sa.Integer(), nullable=False),
        sa.Column("col", sa.Integer(), nullable=False),
        sa.Column("digest", sa.String(length=64), nullable=False),
        sa.Column("retired_at", sa.String(length=32), nullable=True),
        sa.Column("retired_after_run", sa.Integer(), nullable=True),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_claims")),
    )
    with op.batch_alter_table("claims", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_claims_kind"), ["kind"], unique=False)
        batch_op.create_index(batch_op.f("ix_claims_ledger"), ["ledger"], unique=False)

    op.create_table(
        "meta",
        sa.Column("key", sa.String(length=64), nullable=False),
        sa.Column("value", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("key", name=op.f("pk_meta")),
    )
    op.create_table(
        "pages",
        sa.Column("path", sa.String(length=400), nullable=False),
        sa.Column("sha256", sa.String(length=64), nullable=False),
        sa.Column("retired_at", sa.String(length=32), nullable=True),
        sa.Column("retired_after_run", sa.Integer(), nullable=True),
        sa.PrimaryKeyConstraint("path", name=op.f("pk_pages")),
    )
    op.create_table(
        "reviews",
        sa.Column("id", sa.Integer(), autoincrement=True, nullable=False),
        sa.Column("subject_kind", sa.String(length=16), nullable=False),
        sa.Column("subject", sa.Text(), nullable=False),
        sa.Column("reviewer", sa.Text(), nullable=False),
        sa.Column("note", sa.Text(), nullable=False),
        sa.Column("written_at", sa.String(length=32), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_reviews")),
    )
    with op.batch_alter_table("reviews", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_reviews_subject"), ["subject"], unique=False)

    op.create_table(
        "runs",
        sa.Column("id", sa.Integer(), autoincrement=True, nullable=False),
        sa.Column("started_at", sa.String(length=32), nullable=False),
        sa.Column("finished_at", sa.String(length=32), nullable=True),
        sa.Column("status", sa.String(length=16), nullable=False),
        sa.Column("version", sa.String(length=32), nullable=False),
        sa.Column("program", sa.String(length=64), nullable=False),
        sa.Column("revision", sa.String(length=64), nullable=True),
        sa.Column("due", sa.Integer(), nullable=False),
        sa.Column("reused", sa.Integer(), nullable=False),
        sa.CheckConstraint("status IN ('running', 'complete', 'interrupted')", name=op.f("ck_runs_status")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_runs")),
    )
    op.create_table(
        "sources",
        sa.Column("id", sa.String(length=120), nullable=False),
        sa.Column("kind", sa.String(length=32), nullable=False),
        sa.Column("is_primary", sa.Boolean(), nullable=False),
        sa.Column("title", sa.Text(), nullable=False),
        sa.Column("authors", sa.JSON(), nullable=False),
        sa.Column("published", sa.String(length=10), nullable=True),
        sa.Column("url", sa.Text(), nullable=True),
        sa.Column("also", sa.JSON(), nullable=False),
        sa.Column("version", sa.Text(), nullable=True),
        sa.Column("retrieved", sa.String(length=10), nullable=True),
        sa.Column("snapshot_sha256", sa.String(length=64), nullable=True),
        sa.Column("snapshot_media", sa.String(length=64), nullable=True),
        sa.Column("snapshot_pages", sa.Integer(), nullable=True),
        sa.Column("snapshot_provenance", sa.Text(), nullable=True),
        sa.Column("unavailable", sa.Text(), nullable=True),
        sa.Column("corrects", sa.Text(), nullable=True),
        sa.Column("note", sa.Text(), nullable=True),
        sa.Column("path", sa.Text(), nullable=False),
        sa.Column("line", sa.Integer(), nullable=False),
        sa.Column("col", sa.Integer(), nullable=False),
        sa.Column("digest", sa.String(length=64), nullable=False),
        sa.Column("retired_at", sa.String(length=32), nullable=True),
        sa.Column("retired_after_run", sa.Integer(), nullable=True),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_sources")),
    )
    with op.batch_alter_table("sources", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_sources_kind"), ["kind"], unique=False)

    op.create_table(
        "waivers",
        sa.Column("position", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("subject", sa.Text(), nullable=False),
        sa.Column("check_name", sa.String(length=64), nullable=False),
        sa.Column("owner", sa.Text(), nullable=False),
        sa.Column("reason", sa.Text(), nullable=False),
        sa.Column("expires", sa.String(length=10), nullable=False),
        sa.Column("path", sa.Text(), nullable=False),
        sa.Column("line", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("position", name=op.f("pk_waivers")),
    )
    with op.batch_alter_table("waivers", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_waivers_expires"), ["expires"], unique=False)

    op.create_table(
        "evidence",
        sa.Column("claim_id", sa.String(length=120), nullable=False),
        sa.Column("position", sa.Integer(), nullable=False),
        sa.Column("source_id", sa.String(length=120), nullable=False),
        sa.Column("page", sa.Integer(), nullable=True),
        sa.Column("section", sa.Text(), nullable=True),
        sa.Column("figure", sa.Text(), nullable=True),
        sa.Column("table_label", sa.Text(), nullable=True),
        sa.Column("equation", sa.Text(), nullable=True),
        sa.Column("anchors", sa.JSON(), nullable=False),
        sa.Column("role", sa.String(length=32), nullable=False),
        sa.Column("depth", sa.String(length=16), nullable=False),
        sa.Column("printed", sa.Text(), nullable=True),
        sa.Column("printed_symbols", sa.JSON(), nullable=False),
        sa.Column("printed_unit", sa.Text(), nullable=True),
        sa.ForeignKeyConstraint(["claim_id"], ["claims.id"], name=op.f("fk_evidence_claim_id_claims")),
        sa.ForeignKeyConstraint(["source_id"], ["sources.id"], name=op.f("fk_evidence_source_id_sources")),
        sa.PrimaryKeyConstraint("claim_id", "position", name=op.f("pk_evidence")),
    )
    with op.batch_alter_table("evidence", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_evidence_source_id"), ["source_id"], unique=False)

    op.create_table(
        "mentions",
        sa.Column("page_path", sa.String(length=400), nullable=False),
        sa.Column("position", sa.Integer(), nullable=False),
        sa.Column("line", sa.Integer(), nullable=False),
        sa.Column("col", sa.Integer(), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("kind", sa.String(length=32), nullable=False),
        sa.Column("status", sa.String(length=16), nullable=False),
        sa.Column("value", sa.Text(), nullable=True),
        sa.Column("unit", sa.Text(), nullable=True),
        sa.Column("comparator", sa.String(length=16), nullable=True),
        sa.Column("claim_id", sa.String(length=120), nullable=True),
        sa.Column("reason", sa.Text(), nullable=True),
        sa.Column("heading", sa.Text(), nullable=True),
        sa.CheckConstraint(
            "status IN ('claim', 'exempt', 'free', 'unclaimed')", name=op.f("ck_mentions_status")
        ),
        sa.ForeignKeyConstraint(["claim_id"], ["claims.id"], name=op.f("fk_mentions_claim_id_claims")),
        sa.ForeignKeyConstraint(["page_path"], ["pages.path"], name=op.f("fk_mentions_page_path_pages")),
        sa.PrimaryKeyConstraint("page_path", "position", name=op.f("pk_mentions")),
    )
    with op.batch_alter_table("mentions", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_mentions_claim_id"), ["claim_id"], unique=False)
        batch_op.create_index(batch_op.f("ix_mentions_kind"), ["kind"], unique=False)
        batch_op.create_index(batch_op.f("ix_mentions_status"), ["status"], unique=False)

    op.create_table(
        "relations",
        sa.Column("claim_id", sa.String(length=120), nullable=False),
        sa.Column("kind", sa.String(length=16), nullable=False),
        sa.Column("other_id", sa.String(length=120), nullable=False),
        sa.ForeignKeyConstraint(["claim_id"], ["claims.id"], name=op.f("fk_relations_claim_id_claims")),
        sa.ForeignKeyConstraint(["other_id"], ["claims.id"], name=op.f("fk_relations_other_id_claims")),
        sa.PrimaryKeyConstraint("claim_id", "kind", "other_id", name=op.f("pk_relations")),
    )
    with op.batch_alter_table("relations", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_relations_other_id"), ["other_id"], unique=False)

    op.create_table(
        "results",
        sa.Column("id", sa.Integer(), autoincrement=True, nullable=False),
        sa.Column("run_id", sa.Integer(), nullable=False),
        sa.Column("check_name", sa.String(length=64), nullable=False),
        sa.Column("check_version", sa.String(length=32), nullable=False),
        sa.Column("subject_kind", sa.String(length=16), nullable=False),
        sa.Column("subject", sa.Text(), nullable=False),
        sa.Column("claim_hash", sa.String(length=64), nullable=True),
        sa.Column("source_hash", sa.String(length=64), nullable=True),
        sa.Column("inputs_hash", sa.String(length=64), nullable=False),
        sa.Column("outcome", sa.String(length=16), nullable=False),
        sa.Column("cause", sa.String(length=64), nullable=False),
        sa.Column("message", sa.Text(), nullable=False),
        sa.Column("expected", sa.Text(), nullable=False),
        sa.Column("found", sa.Text(), nullable=False),
        sa.Column("hint", sa.Text(), nullable=False),
        sa.Column("details", sa.JSON(), nullable=False),
        sa.Column("path", sa.Text(), nullable=False),
        sa.Column("line", sa.Integer(), nullable=False),
        sa.Column("col", sa.Integer(), nullable=False),
        sa.Column("place", sa.JSON(none_as_null=True), nullable=True),
        sa.CheckConstraint(
            OUTCOMES,
            name=op.f("ck_results_outcome"),
        ),
        sa.ForeignKeyConstraint(["run_id"], ["runs.id"], name=op.f("fk_results_run_id_runs")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_results")),
    )
    with op.batch_alter_table("results", schema=None) as batch_op:
        batch_op.create_index(
            batch_op.f("ix_results_check_name_subject_kind_subject_run_id"),
            ["check_name", "subject_kind", "subject", "run_id"],
            unique=False,
        )
        batch_op.create_index(batch_op.f("ix_results_outcome"), ["outcome"], unique=False)
        batch_op.create_index(batch_op.f("ix_results_run_id"), ["run_id"], unique=False)
        batch_op.create_index(batch_op.f("ix_results_subject"), ["subject"], unique=False)

    op.create_table(
        "verdicts",
        sa.Column("id", sa.Integer(), autoincrement=True, nullable=False),
        sa.Column("run_id", sa.Integer(), nullable=False),
        sa.Column("claim_id", sa.String(length=120), nullable=False),
        sa.Column("claim_hash", sa.String(length=64), nullable=False),
        sa.Column("outcome", sa.String(length=16), nullable=False),
        sa.Column("cause", sa.String(length=64), nullable=False),
        sa.Column("checks", sa.JSON(), nullable=False),
        sa.CheckConstraint(
            OUTCOMES,
            name=op.f("ck_verdicts_outcome"),
        ),
        sa.ForeignKeyConstraint(["run_id"], ["runs.id"], name=op.f("fk_verdicts_run_id_runs")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_verdicts")),
    )
    with op.batch_alter_table("verdicts", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_verdicts_claim_id_id"), ["claim_id", "id"], unique=False)
        batch_op.create_index(batch_op.f("ix_verdicts_outcome"), ["outcome"], unique=False)
        batch_op.create_index(batch_op.f("ix_verdicts_run_id"), ["run_id"], unique=False)


def downgrade() -> None:
    with op.batch_alter_table("verdicts", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_verdicts_run_id"))
        batch_op.drop_index(batch_op.f("ix_verdicts_outcome"))
        batch_op.drop_index(batch_op.f("ix_verdicts_claim_id_id"))

    op.drop_table("verdicts")
    with op.batch_alter_table("results", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_results_subject"))
        batch_op.drop_index(batch_op.f("ix_results_run_id"))
        batch_op.drop_index(batch_op.f("ix_results_outcome"))
        batch_op.drop_index(batch_op.f("ix_results_check_name_subject_kind_subject_run_id"))

    op.drop_table("results")
    with op.batch_alter_table("relations", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_relations_other_id"))

    op.drop_table("relations")
    with op.batch_alter_table("mentions", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_mentions_status"))
        batch_op.drop_index(batch_op.f("ix_mentions_kind"))
        batch_op.drop_index(batch_op.f("ix_mentions_claim_id"))

    op.drop_table("mentions")
    with op.batch_alter_table("evidence", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_evidence_source_id"))

    op.drop_table("evidence")
    with op.batch_alter_table("waivers", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_waivers_expires"))

    op.drop_table("waivers")
    with op.batch_alter_table("sources", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_sources_kind"))

    op.drop_table("sources")
    op.drop_table("runs")
    with op.batch_alter_table("reviews", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_reviews_subject"))

    op.drop_table("reviews")
    op.drop_table("pages")
    op.drop_table("meta")
    with op.batch_alter_table("claims", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_claims_ledger"))
        batch_op.drop_index(batch_op.f("ix_claims_kind"))

    op.drop_table("claims")
