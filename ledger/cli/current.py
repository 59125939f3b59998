"""Whether what the database knows is still about the claims as they are now."""

from __future__ import annotations

from sqlalchemy import Connection

from ledger.cli.options import today
from ledger.runner.plan import EVERYTHING, Selection
from ledger.schema.ledger import Ledger


def outdated_claims(
    connection: Connection, ledger: Ledger, selection: Selection = EVERYTHING
) -> frozenset[str]:
    """The claims that changed since they were judged: themselves, or what their verdict rests on."""
    import checks
    from ledger.registry import Context
    from ledger.runner.outdated import outdated
    from ledger.snapshots.store import store_path

    store, day = store_path(ledger.root), today()
    contexts = [Context(store=store, require_snapshots=bytes_too, today=day) for bytes_too in (False, True)]
    loaded = [checks.load(name) for name in checks.CHECKS]
    return outdated(connection, ledger, loaded, contexts, selection)
