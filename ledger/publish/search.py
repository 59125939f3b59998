"""Words for the full-text index where a script writes none: n-grams of Chinese, Japanese and Korean runs.

SQLite's default tokenizer takes a whole run of Chinese characters as one word, and its trigram
tokenizer finds nothing shorter than three. Every 2 to 6 characters, indexed behind the text, make 带宽,
流水线 and 气泡占比 findable as the plain words that readers type.
"""

from __future__ import annotations

import json
import re
import sqlite3
from collections.abc import Iterable

from ledger.errors import DatabaseError

LONGEST = 6
_RUN = re.compile("[\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af\uf900-\ufaff]+")


def grams(*texts: str | None) -> str:
    """Every run's n-grams of 1 to :data:`LONGEST` characters, once each, separated by spaces."""
    found: dict[str, None] = {}
    for text in texts:
        for run in _RUN.findall(text or ""):
            for length in range(1, min(LONGEST, len(run)) + 1):
                for start in range(len(run) - length + 1):
                    found[run[start : start + length]] = None
    return " ".join(found)


def index_claims(connection: sqlite3.Connection) -> None:
    """Fill ``claims_fts`` from ``claims``; a statement that has a column is not indexed twice."""
    rows = connection.execute(
        "SELECT rowid, id, statement_en, statement_zh, entity, conditions, statements FROM claims"
    ).fetchall()
    connection.executemany(
        "INSERT INTO claims_fts (rowid, id, statement_en, statement_zh, entity, conditions, statements) "
        "VALUES (?, ?, ?, ?, ?, ?, ?)",
        ((*row[:2], *map(_indexed, (*row[2:-1], _others(row[-1])))) for row in rows),
    )


def _others(statements: str) -> str | None:
    """The statements, of those that are stored as JSON, in languages without a column of their own."""
    texts = json.loads(statements)
    return "\n".join(text for language, text in texts.items() if language not in ("en", "zh")) or None


def index_sources(connection: sqlite3.Connection) -> None:
    """Fill ``sources_fts`` from ``sources``."""
    rows = connection.execute("SELECT rowid, id, title, authors FROM sources").fetchall()
    connection.executemany(
        "INSERT INTO sources_fts (rowid, id, title, authors) VALUES (?, ?, ?, ?)",
        ((*row[:2], *map(_indexed, row[2:])) for row in rows),
    )


def _indexed(text: str | None) -> str | None:
    words = grams(text)
    return f"{text} {words}" if words else text


def require_detectable(connection: sqlite3.Connection, tables: Iterable[str]) -> None:
    """Refuse a file whose full-text tables Datasette would not find: its search would return everything.

    Raises:
        DatabaseError: a table's full-text index is missing, or not declared the way Datasette looks for it
            (``detect_fts_sql`` of Datasette 0.65: ``content="table"`` or ``content=[table]``).
    """
    declared = [
        str(row[0]) for row in connection.execute("SELECT sql FROM sqlite_master WHERE sql LIKE '%fts%'")
    ]
    for table in tables:
        if not any(f'content="{table}"' in sql or f"content=[{table}]" in sql for sql in declared):
            raise DatabaseError(
                f"the full-text index of '{table}' is not declared with content=\"{table}\"; "
                "Datasette would not find it and its search would return every row"
            )
