"""Statements in any language.

Revision: 0003, after 0002.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    with op.batch_alter_table("claims") as batch_op:
        batch_op.add_column(sa.Column("statements", sa.JSON(), nullable=True))
    op.execute("UPDATE claims SET statements = '{}'")  # the next sync writes them from the documents
    with op.batch_alter_table("claims") as batch_op:
        batch_op.alter_column("statements", existing_type=sa.JSON(), nullable=False)
        batch_op.alter_column("statement_en", existing_type=sa.Text(), nullable=True)
        batch_op.alter_column("statement_zh", existing_type=sa.Text(), nullable=True)


def downgrade() -> None:
    for column in ("statement_en", "statement_zh"):
        op.execute(f"UPDATE claims SET {column} = '' WHERE {column} IS NULL")
    with op.batch_alter_table("claims") as batch_op:
        batch_op.alter_column("statement_zh", existing_type=sa.Text(), nullable=False)
        batch_op.alter_column("statement_en", existing_type=sa.Text(), nullable=False)
        batch_op.drop_column("statements")
