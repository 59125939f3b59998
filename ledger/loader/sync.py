"""Bring the document tables to what git holds, in the caller's transaction."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, Table, bindparam, delete, func, insert, select, update

from ledger.db import canonical_json, utc_now
from ledger.loader.rows import DEPENDENT, TABLES, WAIVERS, Row
from ledger.models import FORMAT, Base, ClaimRow, MentionRow, Meta, PageRow, RunRow
from ledger.schema.ledger import Ledger

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
    wanted = [(model, list(rows(ledger))) for model, rows in TABLES]
    waivers = list(WAIVERS[1](ledger))
    digest = _digest([*wanted, (WAIVERS[0], waivers)])
    if not rebuild and _meta(connection).get("documents") == digest:
        return Changes()
    stamp = {"retired_at": utc_now(), "retired_after_run": connection.scalar(select(func.max(RunRow.id)))}
    totals = Changes()
    for model, rows in wanted:
        difference = _compare(connection, model, rows, rebuild)
        _apply(connection, model, difference, stamp)
        if model is ClaimRow:
            _write_dependents(connection, ledger, difference)
        if model is PageRow:
            _forget_mentions(connection, difference)
        totals = Changes(
            totals.added + len(difference.added),
            totals.changed + len(difference.changed),
            totals.retired + len(difference.gone),
        )
    _replace(connection, _table(WAIVERS[0]), waivers)
    facts = {"format": FORMAT, "name": ledger.configuration.name, "documents": digest}
    _replace(connection, _table(Meta), [{"key": key, "value": value} for key, value in facts.items()])
    return totals


def _table(model: type[Base]) -> Table:
    return Base.metadata.tables[model.__tablename__]


def _digest(tables: Iterable[tuple[type[Base], list[Row]]]) -> str:
    text = canonical_json([FORMAT, [[model.__tablename__, rows] for model, rows in tables]])
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def _meta(connection: Connection) -> Mapping[str, str]:
    rows = connection.execute(select(Meta.key, Meta.value))
    return {row.key: row.value for row in rows}


def _compare(connection: Connection, model: type[Base], rows: list[Row], rebuild: bool) -> _Difference:
    table = _table(model)
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


def _apply(connection: Connection, model: type[Base], difference: _Difference, stamp: Row) -> None:
    table = _table(model)
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
    for model, rows_of in DEPENDENT:
        table = _table(model)
        for some in _chunks(touched):
            connection.execute(delete(table).where(table.c.claim_id.in_(some)))
        rows = [row for id in touched for row in rows_of(ledger.claims[id])]
        if rows:
            connection.execute(insert(table), rows)


def _forget_mentions(connection: Connection, difference: _Difference) -> None:
    """Where a changed page's numbers stand is no longer known; a gone page has none."""
    paths = [row["path"] for row in difference.changed] + difference.gone
    for some in _chunks(paths):
        connection.execute(delete(MentionRow).where(MentionRow.page_path.in_(some)))


def _replace(connection: Connection, table: Table, rows: list[Row]) -> None:
    connection.execute(delete(table))
    if rows:
        connection.execute(insert(table), rows)


def _chunks(keys: list[str]) -> Iterable[list[str]]:
    return (keys[start : start + CHUNK] for start in range(0, len(keys), CHUNK))
