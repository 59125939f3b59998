"""Write the published file: the ledger's database, made flat and searchable for readers.

The file is written beside its destination and moved there when it is whole, so that a reader never
opens half of one and an interrupted build leaves the old one as it was.
"""

from __future__ import annotations

import json
import os
import sqlite3
import tempfile
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from importlib.resources import files
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Table, select

from ledger.errors import DatabaseError
from ledger.models import (
    CLAIMS,
    EVIDENCE,
    MENTIONS,
    META,
    PAGES,
    PROBES,
    RELATIONS,
    RESULTS,
    REVIEWS,
    RUNS,
    SOURCES,
    VERDICTS,
    WAIVERS,
)
from ledger.publish import search
from ledger.publish.replace import require_replaceable
from ledger.quantities import from_fields

Row = Mapping[str, Any]

NO_VERDICT = ("unchecked", "never-checked")
"""Outcome and cause of a claim that no run has judged yet."""


OUTDATED = ("unchecked", "changed-since")
"""Outcome and cause of a claim that the last verdict is not about any more."""


def build(
    connection: Connection,
    destination: Path,
    *,
    name: str,
    published_at: str,
    titles: Mapping[str, str] | None = None,
    languages: Sequence[str] = (),
    outdated: Collection[str] = (),
    told: Callable[[int, int], None] = lambda done, total: None,
) -> dict[str, int]:
    """Write *destination* from the ledger's database and return the rows per table.

    Args:
        connection: a read connection to the ledger's database.
        destination: the file to write; an existing one is replaced at the end, or left as it was.
        name: the ledger's name.
        published_at: UTC text for ``meta``.
        titles: what each ledger accounts for; one without a title is shown by its name.
        languages: those of the statements, in the order in which readers see them.
        outdated: the claims whose stored results are about an earlier text; no verdict of theirs is told.
        told: is given how many tables are written, of how many.

    The counts also hold how many claims are ``unchecked``.

    Raises:
        DatabaseError: the file cannot be written, it would not be searchable, or what stands there is no
            published file.
    """
    destination = destination.resolve()  # a link stays a link
    require_replaceable(destination)
    try:
        destination.parent.mkdir(parents=True, exist_ok=True)
        handle, draft = tempfile.mkstemp(prefix=f".{destination.name}.", dir=destination.parent)
        os.close(handle)
    except OSError as fault:
        raise DatabaseError(f"{destination} cannot be written: {fault.strerror}") from fault
    try:
        with closing(sqlite3.connect(draft)) as out:
            counts = _fill(
                out,
                connection,
                {"name": name, "published_at": published_at},
                titles or {},
                languages,
                outdated,
                told,
            )
        os.chmod(draft, 0o644)
        os.replace(draft, destination)
    except (OSError, sqlite3.OperationalError) as fault:
        raise DatabaseError(f"{destination} cannot be written: {fault}") from fault
    finally:
        Path(draft).unlink(missing_ok=True)
    return counts


def _fill(
    out: sqlite3.Connection,
    connection: Connection,
    meta: Mapping[str, str],
    titles: Mapping[str, str],
    languages: Sequence[str],
    outdated: Collection[str],
    told: Callable[[int, int], None],
) -> dict[str, int]:
    out.executescript(files("ledger.publish").joinpath("schema.sql").read_text("utf-8"))
    out.execute("PRAGMA foreign_keys = ON")
    counts: dict[str, int] = {}
    with out:
        tables = [*_tables(connection, meta, titles, languages, outdated)]
        for done, (table, rows) in enumerate(tables, 1):
            counts[table] = _insert(out, table, rows)
            told(done, len(tables))
        unchecked = out.execute("SELECT count(*) FROM claims WHERE outcome = ?", NO_VERDICT[:1])
        counts["unchecked"] = unchecked.fetchone()[0]
        search.index_claims(out)
        search.index_sources(out)
    search.require_detectable(out, ("claims", "sources"))
    out.execute("ANALYZE")
    out.commit()
    return counts


def _insert(out: sqlite3.Connection, table: str, rows: Iterable[Row]) -> int:
    count = 0
    for row in rows:
        names = ", ".join(row)
        marks = ", ".join("?" * len(row))
        out.execute(
            f"INSERT INTO {table} ({names}) VALUES ({marks})", [_plain(value) for value in row.values()]
        )
        count += 1
    return count


def _plain(value: Any) -> Any:
    """Lists and mappings as JSON text, truth values as 0 and 1."""
    if isinstance(value, list | dict | tuple):
        return json.dumps(value, ensure_ascii=False)
    return int(value) if isinstance(value, bool) else value


def _tables(
    connection: Connection,
    meta: Mapping[str, str],
    titles: Mapping[str, str],
    languages: Sequence[str],
    outdated: Collection[str],
) -> Iterator[tuple[str, Iterable[Row]]]:
    """Every table's rows, in an order that foreign keys allow."""
    claims = [row for row in _rows(connection, CLAIMS) if row["retired_at"] is None]
    verdicts = [*_rows(connection, VERDICTS)]
    latest = {row["claim_id"]: (row["outcome"], row["cause"]) for row in verdicts}
    latest |= {id: OUTDATED for id in outdated if id in latest}
    alive = {row["id"] for row in claims}
    mentions = [*_rows(connection, MENTIONS)]
    yield "ledgers", _ledgers(claims, titles, latest)
    yield "sources", (_source(row) for row in _rows(connection, SOURCES) if row["retired_at"] is None)
    yield "claims", (_claim(row, latest.get(row["id"], NO_VERDICT), languages) for row in claims)
    yield "evidence", (_evidence(row) for row in _rows(connection, EVIDENCE) if row["claim_id"] in alive)
    yield (
        "relations",
        (
            {"claim": row["claim_id"], "relation": row["kind"], "other": row["other_id"]}
            for row in _rows(connection, RELATIONS)
            if row["claim_id"] in alive and row["other_id"] in alive
        ),
    )
    yield "pages", (_page(row, mentions) for row in _rows(connection, PAGES) if row["retired_at"] is None)
    yield "mentions", (_mention(row, alive) for row in mentions)
    yield "runs", ({name: row[name] for name in _RUN_COLUMNS} for row in _rows(connection, RUNS))
    yield "results", _results([*_rows(connection, RESULTS)])
    yield (
        "verdicts",
        (
            {"claim": row["claim_id"], "outcome": row["outcome"], "cause": row["cause"], "run": row["run_id"]}
            for row in verdicts
            if row["claim_id"] in alive
        ),
    )
    yield "waivers", (_waiver(row) for row in _rows(connection, WAIVERS))
    yield "reviews", _rows(connection, REVIEWS)
    yield "probes", _probes([*_rows(connection, PROBES)])
    stored = {row["key"]: row["value"] for row in _rows(connection, META)}
    yield "meta", ({"key": key, "value": value} for key, value in sorted({**stored, **meta}.items()))


_RUN_COLUMNS = ("id", "started_at", "finished_at", "status", "revision", "version", "due", "reused")


def _rows(connection: Connection, table: Table) -> Iterator[Row]:
    keys = [column for column in table.columns if column.primary_key]
    return (dict(row) for row in connection.execute(select(table).order_by(*keys)).mappings())


def _ledgers(
    claims: list[Row], titles: Mapping[str, str], latest: Mapping[str, tuple[str, str]]
) -> Iterator[Row]:
    total = Counter(row["ledger"] for row in claims)
    verified = Counter(row["ledger"] for row in claims if latest.get(row["id"], NO_VERDICT)[0] == "verified")
    for id in sorted(total):
        yield {"id": id, "title": titles.get(id, id), "claims": total[id], "verified": verified[id]}


_SOURCE_COLUMNS = ("id", "title", "kind", "is_primary", "published", "version", "url", "snapshot_sha256")
_SOURCE_TEXTS = ("snapshot_media", "snapshot_pages", "snapshot_provenance", "unavailable", "corrects", "note")


def _source(row: Row) -> Row:
    return {
        **{name: row[name] for name in (*_SOURCE_COLUMNS, *_SOURCE_TEXTS)},
        "authors": ", ".join(row["authors"]),
        "at_hand": row["snapshot_sha256"] is not None,
    }


_CLAIM_COLUMNS = ("id", "statement_en", "statement_zh", "ledger", "kind", "entity", "value", "high", "unit")
_CLAIM_TEXTS = ("comparator", "qualifiers", "conditions", "convention", "symbols", "formula", "unsupported")


def _claim(row: Row, verdict: tuple[str, str], languages: Sequence[str]) -> Row:
    quantity = None
    given = row["statements"]
    statements = {language: given[language] for language in (*languages, *given) if language in given}
    if row["value"] is not None:
        quantity = from_fields(row["value"], row["unit"], row["comparator"], row["high"]).text()
    return {
        **{name: row[name] for name in (*_CLAIM_COLUMNS, *_CLAIM_TEXTS)},
        "quantity": quantity,
        "outcome": verdict[0],
        "cause": verdict[1],
        "must_not": row["must_not"],
        "corrects": row["corrects"],
        "place": f"{row['path']}:{row['line']}",
        "statement": next(iter(statements.values())),
        "statements": statements,
    }


def _evidence(row: Row) -> Row:
    items = (("figure", row["figure"]), ("table", row["table_label"]), ("equation", row["equation"]))
    return {
        "claim": row["claim_id"],
        "source": row["source_id"],
        "page": row["page"],
        "section": row["section"],
        "item": ", ".join(f"{word} {label}" for word, label in items if label is not None) or None,
        "anchors": " … ".join(row["anchors"]),
        "printed": row["printed"],
        "role": row["role"],
        "depth": row["depth"],
        "supports": row["supports"],
    }


def _page(row: Row, mentions: list[Row]) -> Row:
    status = Counter(mention["status"] for mention in mentions if mention["page_path"] == row["path"])
    return {
        "id": row["path"],
        "sha256": row["sha256"],
        "numbers": status.total(),
        "need_evidence": status["claim"] + status["exempt"] + status["unclaimed"],
        "claimed": status["claim"],
        "exempt": status["exempt"],
        "unclaimed": status["unclaimed"],
    }


def _mention(row: Row, alive: set[str]) -> Row:
    return {
        "page": row["page_path"],
        "line": row["line"],
        "col": row["col"],
        "number": row["text"],
        "kind": row["kind"],
        "status": row["status"],
        "claim": row["claim_id"] if row["claim_id"] in alive else None,
        "reason": row["reason"],
        "heading": row["heading"],
    }


def _results(rows: list[Row]) -> Iterator[Row]:
    """All results; the newest run's on each (check, subject) are marked as the latest."""
    newest: dict[tuple[str, str, str], int] = defaultdict(int)
    for row in rows:
        key = (row["check_name"], row["subject_kind"], row["subject"])
        newest[key] = max(newest[key], row["run_id"])
    for row in rows:
        key = (row["check_name"], row["subject_kind"], row["subject"])
        yield {
            **{name: row[name] for name in _RESULT_COLUMNS},
            "place": f"{row['path']}:{row['line']}:{row['col']}",
            "run": row["run_id"],
            "is_latest": row["run_id"] == newest[key],
        }


_RESULT_COLUMNS = (
    "subject",
    "subject_kind",
    "check_name",
    "outcome",
    "cause",
    "message",
    "expected",
    "found",
    "hint",
    "details",
    "check_version",
)


_PROBE_COLUMNS = (
    *("id", "url", "host", "checked_at", "outcome", "cause", "status", "final_url", "now_at"),
    *("redirects", "latency_ms", "title", "error"),
)


def _probes(rows: list[Row]) -> Iterator[Row]:
    """All looks at all URLs; the last one at each is marked as the latest."""
    newest = {row["url"]: row["id"] for row in rows}
    for row in rows:
        is_latest = row["id"] == newest[row["url"]]
        yield {**{name: row[name] for name in _PROBE_COLUMNS}, "is_latest": is_latest}


def _waiver(row: Row) -> Row:
    return {
        **{name: row[name] for name in ("subject", "check_name", "owner", "reason", "expires")},
        "place": f"{row['path']}:{row['line']}",
    }
