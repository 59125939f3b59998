"""A ledger's page with everything that binds its numbers: the page itself and its sidecar."""

from __future__ import annotations

from ledger.documents.page import Page, page
from ledger.documents.paths import sidecar_path
from ledger.documents.read import read
from ledger.documents.sidecar import Sidecar, read_sidecar
from ledger.errors import DocumentError, Location
from ledger.schema.ledger import Ledger


def known_page(ledger: Ledger, path: str) -> Page:
    """The page at *path* of *ledger*.

    Raises:
        DocumentError, DocumentErrors: its sidecar cannot be read.
    """
    return page(read(path, ledger.pages[path].text), _sidecar(ledger, path))


def _sidecar(ledger: Ledger, path: str) -> Sidecar | None:
    name = sidecar_path(path)
    file = ledger.root / name
    if not file.is_file():
        return None
    try:
        return read_sidecar(file.read_text(encoding="utf-8"), name)
    except (OSError, UnicodeDecodeError) as fault:
        raise DocumentError(Location(name), f"cannot be read: {fault}") from fault
