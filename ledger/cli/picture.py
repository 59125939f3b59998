"""``ledger show CLAIM --image FILE``: the cited page with the window marked, from the local snapshot."""

from __future__ import annotations

from pathlib import Path

from ledger.cli.options import bytes_absent
from ledger.errors import UsageError
from ledger.schema.documents import Claim
from ledger.schema.ledger import Ledger
from ledger.snapshots.evidence import extractor_for, look
from ledger.snapshots.render import render_window
from ledger.snapshots.store import store_path


def write_picture(ledger: Ledger, claim: Claim, path: Path) -> str:
    """Draw the page of the claim's first evidence in a PDF, and say what is on it.

    Raises:
        UsageError: no evidence of the claim is in a PDF, or that PDF's bytes are not here.
        SnapshotError: the page cannot be drawn.
    """
    extractor = extractor_for(store_path(ledger.root))
    for evidence in claim.evidence:
        snapshot = ledger.sources[evidence.source].snapshot
        if snapshot is None or snapshot.media != "application/pdf":
            continue
        if not extractor.store.has(snapshot.sha256):
            raise UsageError(bytes_absent(evidence.source))
        located = look(extractor, claim, evidence, snapshot)
        page = located.page or evidence.page or 1
        file = extractor.store.require(snapshot.sha256)
        path.write_bytes(render_window(file, page, located.box))
        return f"{path}: {evidence.source}, page {page}: {located.outcome.value}"
    raise UsageError(f"{claim.id} cites no PDF whose snapshot could be drawn")
