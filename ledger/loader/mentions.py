"""Record where every number of the pages stands and what became of it: a copy of what the pages say."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from sqlalchemy import Connection, delete, insert

from ledger.documents.document import Document
from ledger.documents.known import known_page
from ledger.documents.mentions import Mention, Status
from ledger.documents.page import Page
from ledger.documents.sidecar import heading_of
from ledger.loader.rows import Row
from ledger.models import MENTIONS
from ledger.schema.ledger import Ledger

STATUS = {
    Status.CLAIMED: "claim",
    Status.EXEMPT: "exempt",
    Status.UNCLAIMED: "unclaimed",
    Status.NOT_NEEDED: "free",
}


def record_mentions(
    connection: Connection, ledger: Ledger, told: Callable[[int, int], None] = lambda done, total: None
) -> int:
    """Replace the mentions of every page of *ledger* and return how many there are.

    The caller owns the transaction. A binding to a claim that does not exist is recorded without it. *told*
    is given how many pages are read, of how many.

    Raises:
        DocumentError, DocumentErrors: a page's sidecar cannot be read.
    """
    rows: list[Row] = []
    for done, path in enumerate(ledger.pages, 1):
        rows += _rows(ledger, path, known_page(ledger, path))
        told(done, len(ledger.pages))
    connection.execute(delete(MENTIONS))
    if rows:
        connection.execute(insert(MENTIONS), rows)
    return len(rows)


def _rows(ledger: Ledger, path: str, page: Page) -> Iterator[Row]:
    for position, mention in enumerate(page.mentions):
        yield {"page_path": path, "position": position, **_row(ledger, page.document, mention)}


def _row(ledger: Ledger, document: Document, mention: Mention) -> Row:
    quantity = mention.quantity
    value = None
    if quantity is not None:
        value = quantity.expression if quantity.expression is not None else str(quantity.value)
    return {
        "line": mention.line,
        "col": mention.column,
        "text": mention.surface,
        "kind": mention.kind.value,
        "status": STATUS[mention.status],
        "value": value,
        "unit": None if quantity is None else quantity.unit,
        "comparator": None if quantity is None else quantity.comparator.value,
        "claim_id": mention.claim if mention.claim in ledger.claims else None,
        "reason": mention.exempt or mention.reason,
        "heading": heading_of(document, mention),
    }
