"""From the typed documents into the database: one transaction, nothing dropped with its history."""

from ledger.loader.dump import dump_documents
from ledger.loader.sync import Changes, sync

__all__ = ["Changes", "dump_documents", "sync"]
