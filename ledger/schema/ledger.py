"""All documents of one ledger together, frozen, with the place of each in its file."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from pydantic import BaseModel

from ledger.errors import Location
from ledger.schema.documents import Claim, Configuration, Source, Waiver

Position = tuple[int, int]
"""1-based line and column."""


@dataclass(frozen=True, slots=True)
class Places:
    """Where a document and its fields stand: a file, and positions by field path.

    The path ``("evidence", 0, "page")`` leads to the position of that value; the nearest known
    ancestor answers for a path that has no position of its own.
    """

    path: str
    positions: Mapping[tuple[str | int, ...], Position]

    def of(self, *path: str | int) -> Location:
        """The location of the field at *path* (the document itself for no path)."""
        for length in range(len(path), -1, -1):
            if path[:length] in self.positions:
                line, column = self.positions[path[:length]]
                return Location(self.path, line, column)
        return Location(self.path)


@dataclass(frozen=True, slots=True)
class Page:
    """A page as bytes on disk: its path below the root, its text, its SHA-256."""

    path: str
    text: str
    sha256: str


@dataclass(frozen=True, slots=True)
class Ledger:
    """Everything that git owns, validated and cross-referenced."""

    root: Path
    configuration: Configuration
    sources: Mapping[str, Source]
    claims: Mapping[str, Claim]
    waivers: tuple[Waiver, ...]
    pages: Mapping[str, Page]
    places: Mapping[tuple[str, str], Places]
    """("claim" | "source" | "waiver", id) → where; a waiver's id is its index as text."""
    ledger_of: Mapping[str, str] = field(default_factory=dict)
    """Claim id → the name of its ledger (``L1`` …)."""
    unmatched: tuple[str, ...] = ()
    """What the configuration names as pages, and no file is."""

    def where(self, kind: str, id: str, *path: str | int) -> Location:
        """The location of a field of a document."""
        places = self.places.get((kind, id))
        return places.of(*path) if places is not None else Location(id)


_digests: dict[int, tuple[BaseModel, str]] = {}
"""By identity; holding the document keeps its identity from being given to another."""

_MOST_DIGESTS = 100_000
_CANONICAL = json.JSONEncoder(sort_keys=True, ensure_ascii=False, separators=(",", ":"))


def digest(document: BaseModel) -> str:
    """SHA-256 of a document's meaning: key order, comments and layout do not count.

    Documents are frozen, so each one's digest is computed once.
    """
    known = _digests.get(id(document))
    if known is not None and known[0] is document:
        return known[1]
    canonical = _CANONICAL.encode(document.model_dump(mode="json", by_alias=True, exclude_defaults=True))
    found = hashlib.sha256(canonical.encode("utf-8", "surrogatepass")).hexdigest()
    if len(_digests) >= _MOST_DIGESTS:
        _digests.clear()
    _digests[id(document)] = (document, found)
    return found
