"""A ledger's page with everything that binds its numbers: the page itself and its sidecar."""

from __future__ import annotations

from functools import lru_cache

from ledger.documents.page import Page, page
from ledger.documents.paths import sidecar_path
from ledger.documents.read import read
from ledger.documents.sidecar import read_sidecar
from ledger.errors import DocumentError, Location
from ledger.schema.ledger import Ledger


def known_page(ledger: Ledger, path: str) -> Page:
    """The page at *path* of *ledger*; the last few stay in memory, since several checks ask for the same.

    Raises:
        DocumentError, DocumentErrors: its sidecar cannot be read.
    """
    return _known(path, ledger.pages[path].text, _sidecar(ledger, path))


@lru_cache(maxsize=8)
def _known(path: str, text: str, sidecar: str | None) -> Page:
    bound = None if sidecar is None else read_sidecar(sidecar, sidecar_path(path))
    return page(read(path, text), bound)


def _sidecar(ledger: Ledger, path: str) -> str | None:
    name = sidecar_path(path)
    file = ledger.root / name
    if not file.is_file():
        return None
    try:
        return file.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as fault:
        raise DocumentError(Location(name), f"cannot be read: {fault}") from fault
