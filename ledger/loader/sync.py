"""Bring the document tables to what git holds, in the caller's transaction."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Table, bindparam, delete, func, insert, select, update

from ledger.db import canonical_json, utc_now
from ledger.loader import rows
from ledger.loader.rows import DEPENDENT, TABLES, Row
from ledger.models import CLAIMS, FORMAT, MENTIONS, META, PAGES, RUNS, WAIVERS
from ledger.schema.ledger import Ledger, digest

CHUNK = 500
"""Keys in one IN list: far below every engine's limit on bound parameters."""


@dataclass(frozen=True, slots=True)
class Changes:
    """How many documents came, changed (or came back), and left."""

    added: int = 0
    changed: int = 0
    retired: int = 0

    def __bool__(self) -> bool:
        return bool(self.added or self.changed or self.retired)


@dataclass(frozen=True, slots=True)
class _Difference:
    added: list[Row]
    changed: list[Row]
    gone: list[str]


def sync(connection: Connection, ledger: Ledger, *, rebuild: bool = False) -> Changes:
    """Make the document tables hold *ledger*; history and reviews are not touched.

    What left git is retired: its row stays, with the time and the last run before. A claim that comes
    back is un-retired. With *rebuild*, every row is written again whatever the digests say.

    The caller owns the transaction (:meth:`ledger.db.Database.write`), so all of it is kept or nothing.
    """
    fingerprint = _fingerprint(ledger)
    if not rebuild and _meta(connection).get("documents") == fingerprint:
        return Changes()
    wanted = [(table, list(rows_of(ledger))) for table, rows_of in TABLES]
    stamp = {"retired_at": utc_now(), "retired_after_run": connection.scalar(select(func.max(RUNS.c.id)))}
    totals = Changes()
    for table, found in wanted:
        difference = _compare(connection, table, found, rebuild)
        _apply(connection, table, difference, stamp)
        if table is CLAIMS:
            _write_dependents(connection, ledger, difference)
        if table is PAGES:
            _forget_mentions(connection, difference)
        totals = Changes(
            totals.added + len(difference.added),
            totals.changed + len(difference.changed),
            totals.retired + len(difference.gone),
        )
    _replace(connection, WAIVERS, list(rows.waiver_rows(ledger)))
    facts = {"format": FORMAT, "name": ledger.configuration.name, "documents": fingerprint}
    _replace(connection, META, [{"key": key, "value": value} for key, value in facts.items()])
    return totals


def _fingerprint(ledger: Ledger) -> str:
    """SHA-256 over all that the rows are made of: the documents, their places, and how rows are made."""
    documents = [
        [kind, id, digest(document), ledger.ledger_of.get(id), str(ledger.where(kind, id))]
        for kind, found in (("source", ledger.sources), ("claim", ledger.claims))
        for id, document in found.items()
    ]
    pages = [[page.path, page.sha256] for page in ledger.pages.values()]
    parts = [FORMAT, _program(), ledger.configuration.name, documents, list(rows.waiver_rows(ledger)), pages]
    return hashlib.sha256(canonical_json(parts).encode("utf-8", "surrogatepass")).hexdigest()


@cache
def _program() -> str:
    return hashlib.sha256(Path(rows.__file__).read_bytes()).hexdigest()


def _meta(connection: Connection) -> Mapping[str, str]:
    return {row.key: row.value for row in connection.execute(select(META.c.key, META.c.value))}


def _compare(connection: Connection, table: Table, rows: list[Row], rebuild: bool) -> _Difference:
    (key,) = (column.name for column in table.primary_key)
    found: dict[str, Any] = {row[key]: row for row in connection.execute(select(table)).mappings()}
    wanted = {row[key] for row in rows}
    known = [(row, found[row[key]]) for row in rows if row[key] in found]
    return _Difference(
        added=[row for row in rows if row[key] not in found],
        changed=[row for row, old in known if rebuild or _differs(row, old)],
        gone=[id for id, old in found.items() if id not in wanted and old["retired_at"] is None],
    )


def _differs(row: Row, old: Mapping[str, Any]) -> bool:
    return old["retired_at"] is not None or any(old[name] != value for name, value in row.items())


def _apply(connection: Connection, table: Table, difference: _Difference, stamp: Row) -> None:
    (key,) = table.primary_key
    if difference.added:
        connection.execute(insert(table), difference.added)
    if difference.changed:
        names = [name for name in difference.changed[0] if name != key.name]
        values: dict[str, Any] = {name: bindparam(f"new_{name}") for name in names} | dict.fromkeys(stamp)
        parameters = [{f"new_{name}": value for name, value in row.items()} for row in difference.changed]
        connection.execute(
            update(table).where(key == bindparam(f"new_{key.name}")).values(values), parameters
        )
    for some in _chunks(difference.gone):
        connection.execute(update(table).where(key.in_(some)).values(stamp))


def _write_dependents(connection: Connection, ledger: Ledger, difference: _Difference) -> None:
    touched = [row["id"] for row in (*difference.added, *difference.changed)]
    for table, rows_of in DEPENDENT:
        for some in _chunks(touched):
            connection.execute(delete(table).where(table.c.claim_id.in_(some)))
        wanted = [row for id in touched for row in rows_of(ledger.claims[id])]
        if wanted:
            connection.execute(insert(table), wanted)


def _forget_mentions(connection: Connection, difference: _Difference) -> None:
    """Where a changed page's numbers stand is no longer known; a gone page has none."""
    paths = [row["path"] for row in difference.changed] + difference.gone
    for some in _chunks(paths):
        connection.execute(delete(MENTIONS).where(MENTIONS.c.page_path.in_(some)))


def _replace(connection: Connection, table: Table, rows: list[Row]) -> None:
    connection.execute(delete(table))
    if rows:
        connection.execute(insert(table), rows)


def _chunks(keys: list[str]) -> Iterable[list[str]]:
    return (keys[start : start + CHUNK] for start in range(0, len(keys), CHUNK))
