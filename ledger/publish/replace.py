"""What a published file may replace: nothing, an empty file, or an earlier published file."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

from ledger.errors import DatabaseError

_OWN = frozenset({"meta", "ledgers", "claims", "mentions"})
_OF_THE_LEDGER = "alembic_version"


def require_replaceable(destination: Path) -> None:
    """Refuse to write over anything that *destination* may hold and that is not made again by publishing.

    Raises:
        DatabaseError: a directory, a device, somebody's document, or the ledger's own database is there.
    """
    if not destination.exists():
        return
    if not destination.is_file():
        raise DatabaseError(f"{destination} is no file; name the file to write, for example build/ledger.db")
    if destination.stat().st_size > 0 and not _is_published(destination):
        raise DatabaseError(
            f"{destination} is no published file and would be lost; remove it, or name another file"
        )


def require_published(path: Path) -> None:
    """Refuse a file that ``ledger publish`` did not write.

    Raises:
        DatabaseError: it is something else.
    """
    if not _is_published(path):
        raise DatabaseError(f"{path} is no published file; 'ledger publish FILE' writes one")


def _is_published(path: Path) -> bool:
    try:
        with closing(sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro&immutable=1", uri=True)) as file:
            tables = {row[0] for row in file.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
    except sqlite3.Error:
        return False
    return tables >= _OWN and _OF_THE_LEDGER not in tables
