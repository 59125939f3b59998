"""Alembic's migrations; run by ``ledger.db``, never by hand."""
