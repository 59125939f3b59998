"""What the plugin shows: the front page's figures, a claim's page, badges and links in table cells."""

from __future__ import annotations

import json
from importlib.resources import files
from typing import Any
from urllib.parse import quote

from markupsafe import Markup

from ledger.schema.outcomes import Outcome

ORDER = (*(outcome.value for outcome in Outcome), "unchecked")
"""Outcomes in the order of every figure and legend."""


async def front_page(datasette: Any) -> dict[str, Any]:
    """Claims by ledger and outcome, pages by status; empty where the database is not one of ours."""
    database = _published(datasette)
    if database is None or not await database.table_exists("claims"):
        return {"ledger_bars": []}
    bars = await database.execute(
        "SELECT ledgers.id, ledgers.title, claims.outcome, count(*) AS number FROM claims "
        "JOIN ledgers ON ledgers.id = claims.ledger GROUP BY ledgers.id, claims.outcome"
    )
    pages = await database.execute(
        "SELECT id, need_evidence, claimed, exempt, unclaimed FROM pages ORDER BY id"
    )
    last = await database.execute("SELECT max(finished_at) FROM runs WHERE status = 'complete'")
    counted = await database.execute("SELECT outcome, count(*) FROM claims GROUP BY outcome")
    totals = {row[0]: row[1] for row in counted.rows}
    name = await database.execute("SELECT value FROM meta WHERE key = 'name'")
    return {
        "ledger_name": name.first()[0],
        "ledger_database": database.name,
        "ledger_bars": _bars([tuple(row) for row in bars.rows]),
        "ledger_totals": [(name, totals[name]) for name in ORDER if name in totals],
        "ledger_unchecked": totals.get("unchecked", 0),
        "ledger_waived": totals.get("waived", 0),
        "ledger_pages": [dict(row) for row in pages.rows],
        "ledger_last_run": last.rows[0][0],
    }


def _published(datasette: Any) -> Any:
    names = [name for name in datasette.databases if not name.startswith("_")]
    return datasette.databases[names[0]] if names else None


def _bars(rows: list[tuple[Any, ...]]) -> list[dict[str, Any]]:
    """One bar a ledger: its segments with position and width in per cent of the longest."""
    totals: dict[tuple[str, str], dict[str, int]] = {}
    for id, title, outcome, number in rows:
        totals.setdefault((id, title), {})[outcome] = number
    longest = max((sum(counts.values()) for counts in totals.values()), default=1)
    return [_bar(id, title, counts, longest) for (id, title), counts in sorted(totals.items())]


def _bar(id: str, title: str, counts: dict[str, int], longest: int) -> dict[str, Any]:
    segments, start = [], 0
    for outcome in ORDER:
        number = counts.get(outcome, 0)
        if number:
            segments.append(
                {
                    "outcome": outcome,
                    "number": number,
                    "x": f"{100 * start / longest:.2f}",
                    "width": f"{100 * number / longest:.2f}",
                }
            )
            start += number
    return {"id": id, "title": title, "total": start, "segments": segments}


def cell(datasette: Any, value: Any, column: str, table: str | None, database: str) -> Markup | None:
    """A cell's HTML where it is an outcome, a claim's or a source's id; ``None`` leaves it to Datasette."""
    if not isinstance(value, str):
        return None
    if column == "outcome" and value in ORDER:
        return Markup('<span class="outcome outcome-{0}">{0}</span>').format(value)
    if (table, column) in CLAIM_COLUMNS:
        return Markup('<a href="{}">{}</a>').format(datasette.urls.path(f"/claim/{quote(value)}"), value)
    if (table, column) == ("source_status", "source"):
        link = f"{datasette.urls.database(database)}/claims_of_a_source?source={quote(value)}"
        return Markup('<a href="{}">{}</a>').format(link, value)
    return None


CLAIM_COLUMNS = {("claims", "id"), ("claim_status", "claim"), (None, "claim")}
"""Where a claim's id leads to its page: (table, column); ``None`` for a query's result."""


async def style_sheet(request: Any) -> Any:
    """The package's own style sheet."""
    from datasette.utils.asgi import Response

    text = files("ledger.publish").joinpath("static/ledger.css").read_text("utf-8")
    return Response(text, content_type="text/css; charset=utf-8", headers={"cache-control": "max-age=3600"})


async def claim_row(datasette: Any, request: Any) -> Any:
    """From the row of a claim, as Datasette's tables link it, to the claim's page."""
    from datasette.utils import tilde_decode
    from datasette.utils.asgi import Response

    id = tilde_decode(request.url_vars["row"])
    return Response.redirect(datasette.urls.path(f"/claim/{quote(id, safe='')}"))


async def claim_page(datasette: Any, request: Any) -> Any:
    """One claim with its evidence, results, relations and places on pages."""
    from datasette.utils import tilde_encode
    from datasette.utils.asgi import NotFound, Response

    database = _published(datasette)
    id = request.url_vars["claim"]
    found = (
        await database.execute("SELECT * FROM claims WHERE id = ?", [id]) if database is not None else None
    )
    if found is None or not found.rows:
        raise NotFound(f"No claim is called {id}")
    claim = dict(found.rows[0])
    context = {
        "claim": claim,
        "row": tilde_encode(claim["id"]),
        "database": database.name,
        "qualifiers": json.loads(claim["qualifiers"]),
        "symbols": json.loads(claim["symbols"]),
        "must_not": json.loads(claim["must_not"]),
        "statements": json.loads(claim["statements"]),
        **{name: await _rows(database, sql, id) for name, sql in _PARTS.items()},
    }
    for bound in context["bounded_by"]:
        bound["statements"] = json.loads(bound["statements"])
    html = await datasette.render_template("claim.html", context, request=request)
    return Response.html(html)


_PARTS = {
    "evidence": (
        "SELECT evidence.*, sources.title, sources.url, sources.at_hand FROM evidence "
        "JOIN sources ON sources.id = evidence.source WHERE evidence.claim = ? ORDER BY evidence.id"
    ),
    "results": (
        "SELECT results.*, runs.started_at FROM results JOIN runs ON runs.id = results.run "
        "WHERE subject_kind = 'claim' AND subject = ? AND is_latest ORDER BY results.id"
    ),
    "waivers": (
        "SELECT check_name, owner, reason, expires FROM waivers WHERE subject = ? ORDER BY check_name"
    ),
    "bounded_by": (
        "SELECT claims.id, claims.statements FROM relations "
        "JOIN claims ON claims.id = relations.claim WHERE relation = 'bounds' AND other = ?"
    ),
    "relations": (
        "SELECT relation, other, claims.statement FROM relations "
        "JOIN claims ON claims.id = relations.other WHERE claim = ? ORDER BY relation, other"
    ),
    "mentions": "SELECT page, line, number, heading FROM mentions WHERE claim = ? ORDER BY page, line, col",
    "history": (
        "SELECT verdicts.outcome, verdicts.cause, runs.started_at FROM verdicts "
        "JOIN runs ON runs.id = verdicts.run WHERE verdicts.claim = ? ORDER BY verdicts.id DESC LIMIT 20"
    ),
}


async def _rows(database: Any, sql: str, id: str) -> list[dict[str, Any]]:
    return [dict(row) for row in (await database.execute(sql, [id])).rows]
