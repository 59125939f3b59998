"""Bindings of a page that we may not edit: ``pages/NAME.bindings.yaml``.

::

    bindings:
      - number: "16 bytes"          # as a reader of the page sees it
        heading: ZeRO > Memory      # the headings above it, "" at the top
        occurrence: 1               # which of the same numbers under that heading
        context: "3f2a9c0d11e54b77" # digest of the block around it
        claim: zero.model-state.bytes-per-parameter
    exemptions:
      - {number: "64", heading: "", occurrence: 1, context: "0d11e54b773f2a9c", reason: example size}

An entry holds only while the number still stands at that occurrence and its context is unchanged; nothing is
searched for elsewhere. The context covers the block, the headings, the header of a table's column, and how
many of the same numbers the heading has, so that a look-alike cannot take the place of a number that is gone.
"""

from __future__ import annotations

import hashlib
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from ledger.documents.document import Document
from ledger.documents.mentions import Mention
from ledger.errors import DocumentError, DocumentErrors, Location
from ledger.quantities.text import Role
from ledger.schema import yaml
from ledger.schema.ledger import Places

SUFFIX = ".bindings.yaml"
_BINDING_KEYS = ("number", "heading", "occurrence", "context", "claim")
_EXEMPTION_KEYS = ("number", "heading", "occurrence", "context", "reason")


@dataclass(frozen=True, slots=True)
class Entry:
    """One entry: a binding (``claim``) or an exemption (``reason``)."""

    number: str
    heading: str
    occurrence: int
    context: str
    location: Location
    claim: str | None = None
    reason: str | None = None


@dataclass(frozen=True, slots=True)
class Sidecar:
    """The entries of a sidecar file, in its order."""

    entries: tuple[Entry, ...] = ()


def read_sidecar(text: str, path: str) -> Sidecar:
    """Read a sidecar file.

    Raises:
        DocumentError: not YAML, or one of YAML's traps.
        DocumentErrors: unknown keys, missing keys or values of the wrong type.
    """
    parsed = yaml.parse(text, path)
    places = Places(path, parsed.positions)
    faults: list[DocumentError] = []
    entries = list(_entries(parsed.value, places, faults))
    if faults:
        raise DocumentErrors(faults)
    return Sidecar(tuple(entries))


def _entries(value: Any, places: Places, faults: list[DocumentError]) -> Iterator[Entry]:
    if not isinstance(value, dict):
        hint = "begin the file with 'bindings:' or 'exemptions:', and put the list below that"
        faults.append(DocumentError(places.of(), "must be a mapping with 'bindings' and 'exemptions'", hint))
        return
    for key, wanted in (("bindings", _BINDING_KEYS), ("exemptions", _EXEMPTION_KEYS)):
        items = value.get(key, [])
        if not isinstance(items, list):
            faults.append(
                DocumentError(places.of(key), f"'{key}' must be a list", "begin each entry with '- '")
            )
            continue
        for index, item in enumerate(items):
            entry = _entry(item, wanted, places.of(key, index), faults)
            if entry is not None:
                yield entry
    for key in value.keys() - {"bindings", "exemptions"}:
        faults.append(DocumentError(places.of(key), f"unknown key '{key}'", "write bindings or exemptions"))


def _entry(
    item: Any, wanted: tuple[str, ...], location: Location, faults: list[DocumentError]
) -> Entry | None:
    if not isinstance(item, dict):
        faults.append(DocumentError(location, "must be a mapping", f"write {', '.join(wanted)}"))
        return None
    wrong = [f"unknown key '{key}'" for key in item if key not in wanted]
    wrong += [f"'{key}' is missing" for key in wanted if key not in item]
    wrong += [
        f"'{key}' must be {'a whole number from 1' if key == 'occurrence' else 'text in quotes'}"
        for key in wanted
        if key in item and not _right(key, item[key])
    ]
    faults.extend(DocumentError(location, message) for message in wrong)
    return None if wrong else Entry(location=location, **item)


def _right(key: str, value: Any) -> bool:
    if key == "occurrence":
        return isinstance(value, int) and not isinstance(value, bool) and value >= 1
    return isinstance(value, str) and (key == "heading" or bool(value.strip()))


def heading_of(document: Document, mention: Mention) -> str:
    """The headings above a mention, as an entry writes them."""
    return " > ".join(document.heading_path(mention.start))


class Anchors:
    """Where the numbers of a page stand, as entries tell it."""

    def __init__(self, document: Document, found: Sequence[Mention]) -> None:
        self.document = document
        self.found = found
        self._places: dict[tuple[str, str], list[int]] = defaultdict(list)
        for at, mention in enumerate(found):
            self._places[_folded(mention.surface), heading_of(document, mention)].append(at)
        cells = [mark for mark in document.text.marks if mark.role in (Role.TABLE_CELL, Role.TABLE_HEADER)]
        cells.sort(key=lambda mark: mark.start)
        self._cells = [mark for mark in cells if mark.role is Role.TABLE_CELL]
        self._cell_starts = [mark.start for mark in self._cells]
        self._headers: dict[tuple[str, str], list[str]] = defaultdict(list)
        for mark in cells:
            if mark.role is Role.TABLE_HEADER:
                table, _, column = mark.note.split(":")
                self._headers[table, column].append(document.text.plain[mark.start : mark.end])

    def occurrences(self, number: str, heading: str) -> Sequence[int]:
        """Where in ``found`` the mentions of *number* under *heading* are."""
        return self._places.get((_folded(number), heading), ())

    def digest(self, mention: Mention, occurrence: int, total: int) -> str:
        """Sixteen hexadecimal digits over everything that the meaning of *mention* hangs on in its page."""
        start, end = self.document.block(mention.start)
        material = (
            self.document.text.plain[start:end],
            heading_of(self.document, mention),
            self._column_header(mention),
            mention.surface,
            str(mention.start - start),
            f"{occurrence}/{total}",
        )
        joined = "\0".join(_folded(part) for part in material)
        return hashlib.sha256(joined.encode("utf-8", "surrogatepass")).hexdigest()[:16]

    def _column_header(self, mention: Mention) -> str:
        at = bisect_right(self._cell_starts, mention.start) - 1
        if at < 0 or mention.start >= self._cells[at].end:
            return ""
        table, _, column = self._cells[at].note.split(":")
        return " / ".join(self._headers.get((table, column), ()))

    def locate(self, entry: Entry) -> int | str:
        """Where in ``found`` the mention of *entry* is, or why the entry is orphaned."""
        places = self.occurrences(entry.number, entry.heading)
        if len(places) < entry.occurrence:
            where = f"under '{entry.heading}'" if entry.heading else "before the first heading"
            return f'"{entry.number}" stands {len(places)} times {where}, not {entry.occurrence}'
        at = places[entry.occurrence - 1]
        if self.digest(self.found[at], entry.occurrence, len(places)) != entry.context:
            return f'the text around "{entry.number}" has changed since it was bound'
        return at

    def entry(self, mention: Mention, claim: str) -> str:
        """The ready-to-paste entry that binds *mention* to *claim*."""
        heading = heading_of(self.document, mention)
        places = self.occurrences(mention.surface, heading)
        ranks = (rank for rank, at in enumerate(places, 1) if self.found[at].start == mention.start)
        occurrence = next(ranks, 1)
        digest = self.digest(mention, occurrence, len(places))
        return (
            f"- number: {_quoted(mention.surface)}\n  heading: {_quoted(heading)}\n"
            f'  occurrence: {occurrence}\n  context: "{digest}"\n  claim: {claim}\n'
        )


def _quoted(words: str) -> str:
    return '"' + _folded(words).replace("\\", "\\\\").replace('"', '\\"') + '"'


def _folded(words: str) -> str:
    return " ".join(words.split())
