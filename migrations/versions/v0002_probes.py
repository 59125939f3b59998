"""The history of probes.

Revision: 0002, after 0001.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None

OUTCOMES = (
    "outcome IN ('alive', 'moved', 'gone', 'broken', 'blocked', "
    "'timeout', 'unreachable', 'refused', 'unsupported', 'not-probed')"
)


def upgrade() -> None:
    op.create_table(
        "probes",
        sa.Column("id", sa.Integer(), autoincrement=True, nullable=False),
        sa.Column("url", sa.Text(), nullable=False),
        sa.Column("host", sa.String(length=260), nullable=False),
        sa.Column("checked_at", sa.String(length=32), nullable=False),
        sa.Column("outcome", sa.String(length=16), nullable=False),
        sa.Column("cause", sa.String(length=32), nullable=True),
        sa.Column("status", sa.Integer(), nullable=True),
        sa.Column("final_url", sa.Text(), nullable=True),
        sa.Column("now_at", sa.Text(), nullable=True),
        sa.Column("redirects", sa.JSON(), nullable=False),
        sa.Column("latency_ms", sa.Float(), nullable=True),
        sa.Column("title", sa.Text(), nullable=True),
        sa.Column("error", sa.Text(), nullable=True),
        sa.Column("retry_after_s", sa.Integer(), nullable=True),
        sa.Column("etag", sa.Text(), nullable=True),
        sa.Column("last_modified", sa.Text(), nullable=True),
        sa.Column("page_metadata", sa.JSON(), nullable=False),
        sa.CheckConstraint(OUTCOMES, name=op.f("ck_probes_outcome")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_probes")),
    )
    with op.batch_alter_table("probes", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_probes_checked_at"), ["checked_at"], unique=False)
        batch_op.create_index(batch_op.f("ix_probes_host"), ["host"], unique=False)
        batch_op.create_index(batch_op.f("ix_probes_outcome"), ["outcome"], unique=False)
        batch_op.create_index(batch_op.f("ix_probes_url_id"), ["url", "id"], unique=False)


def downgrade() -> None:
    op.drop_table("probes")
