"""Alembic's environment: migrates over the connection that ``ledger.db`` hands in."""

from __future__ import annotations

from alembic import context

from ledger.models import METADATA

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=METADATA,
    render_as_batch=True,
    compare_type=True,
    transaction_per_migration=False,
)
with context.begin_transaction():
    context.run_migrations()
