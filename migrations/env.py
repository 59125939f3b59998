"""Alembic's environment: migrates over the connection that ``ledger.db`` hands in."""

from __future__ import annotations

from alembic import context

from ledger.models import Base

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=Base.metadata,
    render_as_batch=True,
    compare_type=True,
    transaction_per_migration=False,
)
with context.begin_transaction():
    context.run_migrations()
