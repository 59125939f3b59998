"""A canonical text of the document tables, to compare two databases bit for bit."""

from __future__ import annotations

from collections.abc import Iterator

from sqlalchemy import ColumnElement, Connection, Table, select

from ledger.db import canonical_json
from ledger.models import METADATA

TABLES = ("meta", "sources", "claims", "evidence", "relations", "waivers", "pages", "mentions")
HISTORY = ("retired_at", "retired_after_run")


def dump_documents(connection: Connection) -> str:
    """One line a row, ``table<TAB>JSON``, sorted by key; retired rows are history and left out."""
    tables = METADATA.tables
    retired = {
        row[0]
        for row in connection.execute(select(tables["claims"].c.id).where(_is_retired(tables["claims"])))
    }
    return "".join(line for name in TABLES for line in _lines(connection, tables[name], retired))


def _is_retired(table: Table) -> ColumnElement[bool]:
    return table.c.retired_at.is_not(None)


def _lines(connection: Connection, table: Table, retired: set[str]) -> Iterator[str]:
    query = select(*(column for column in table.c if column.name not in HISTORY))
    if "retired_at" in table.c:
        query = query.where(~_is_retired(table))
    rows = [dict(row) for row in connection.execute(query).mappings()]
    if table.name in ("evidence", "relations"):
        rows = [row for row in rows if row["claim_id"] not in retired]
    keys = [column.name for column in table.primary_key]
    for row in sorted(rows, key=lambda row: [row[key] for key in keys]):
        yield f"{table.name}\t{canonical_json(row)}\n"
