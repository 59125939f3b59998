"""Bring the database up to date with the text and write the published file from it."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from ledger.cli.current import outdated_claims
from ledger.cli.progress import progress
from ledger.db import open_or_memory, utc_now
from ledger.loader import sync
from ledger.loader.mentions import record_mentions
from ledger.publish.build import build
from ledger.reports.counted import counted
from ledger.schema.ledger import Ledger


def unchecked_warning(number: int) -> str:
    """What to say of *number* claims that no run has judged in their present state."""
    return f"{counted(number, 'claim')} not checked in the present state: run 'ledger check'"


def publish(ledger: Ledger, out: Path) -> dict[str, int]:
    """Write *out* and return the rows per table.

    Raises:
        DatabaseError: the ledger's database or *out* cannot be read or written.
    """
    database, _ = open_or_memory(ledger.root)
    try:
        with progress() as told:
            with database.write() as connection:
                sync(connection, ledger)
                record_mentions(connection, ledger, partial(told, "pages"))
            with database.read() as connection:
                return build(
                    connection,
                    out,
                    name=ledger.configuration.name,
                    titles=ledger.configuration.ledgers,
                    languages=ledger.configuration.languages,
                    published_at=utc_now(),
                    outdated=outdated_claims(connection, ledger),
                    told=partial(told, "publish"),
                )
    finally:
        database.close()
