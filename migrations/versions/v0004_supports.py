"""What a place supports: the claim's statement, or its conditions.

Revision: 0004, after 0003.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    with op.batch_alter_table("evidence") as batch_op:
        batch_op.add_column(sa.Column("supports", sa.String(length=16), nullable=True))
    op.execute("UPDATE evidence SET supports = 'statement'")  # what every place supported before
    with op.batch_alter_table("evidence") as batch_op:
        batch_op.alter_column("supports", existing_type=sa.String(length=16), nullable=False)


def downgrade() -> None:
    with op.batch_alter_table("evidence") as batch_op:
        batch_op.drop_column("supports")
