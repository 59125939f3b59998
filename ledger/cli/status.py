"""``ledger status``: where the ledger stands, from what earlier checks found."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from dataclasses import asdict, dataclass
from datetime import date, timedelta
from pathlib import Path
from typing import TYPE_CHECKING

import click

from ledger.cli.options import find_root, format_option, root_option, today
from ledger.reports.counted import size
from ledger.reports.printable import json_text

if TYPE_CHECKING:
    from sqlalchemy import RowMapping

    from ledger.db import Database
    from ledger.schema.ledger import Ledger

UNCHECKED = "not checked"
"""A claim without a verdict, or with one on another text of it or of what it rests on."""

SOON_DAYS = 30
RUN_FACTS = ("id", "started_at", "status", "revision")


@dataclass(frozen=True, slots=True)
class Status:
    """What ``ledger status`` shows; also its JSON object, with ``format`` and ``version`` added."""

    name: str
    claims: int
    sources: int
    pages: int
    by_ledger: dict[str, dict[str, int]]
    by_kind: dict[str, dict[str, int]]
    snapshots_here: int
    snapshots_missing: list[str]
    unavailable: list[str]
    waivers: int
    waivers_expiring: list[str]
    last_run: dict[str, object] | None
    oldest_results: dict[str, str]


@click.command("status", short_help="Show where the ledger stands: counts, gaps, waivers, age.")
@format_option
@root_option
def command(format_: str, root: Path | None) -> None:
    """Show where the ledger stands: counts, gaps, waivers, age.

    Nothing is checked: a claim that changed since its verdict counts as "not checked".

    \b
    Examples:
      ledger status
      ledger status --format json
    """
    from ledger.db import open_or_memory
    from ledger.schema.read import read_ledger

    ledger = read_ledger(find_root(root))
    database, _ = open_or_memory(ledger.root)
    try:
        status = survey(ledger, database, today())
    finally:
        database.close()
    if format_ == "json":
        facts = {"format": "ledger-status", "version": 1, **asdict(status)}
        click.echo(json_text(facts))
    else:
        click.echo("\n".join(_text(status)))


def current_outcomes(ledger: Ledger) -> dict[str, str]:
    """Each claim's last verdict, or ``UNCHECKED``, from the ledger's database."""
    from ledger.cli.current import outdated_claims
    from ledger.db import open_or_memory
    from ledger.runner.history import newest_verdicts

    database, _ = open_or_memory(ledger.root)
    try:
        with database.read() as connection:
            known = newest_verdicts(connection)
            outdated = outdated_claims(connection, ledger)
    finally:
        database.close()
    return _outcomes(ledger, known, outdated)


def survey(ledger: Ledger, database: Database, day: str) -> Status:
    """Count what the ledger holds and what its database knows, as of *day*."""
    from ledger.cli.current import outdated_claims
    from ledger.runner.history import last_run, newest_verdicts, oldest_results

    with database.read() as connection:
        known = newest_verdicts(connection)
        outdated = outdated_claims(connection, ledger)
        run = last_run(connection)
        oldest = oldest_results(connection)
    outcomes = _outcomes(ledger, known, outdated)
    here, missing = _snapshots(ledger)
    soon = (date.fromisoformat(day) + timedelta(days=SOON_DAYS)).isoformat()
    return Status(
        name=ledger.configuration.name,
        claims=len(ledger.claims),
        sources=len(ledger.sources),
        pages=len(ledger.pages),
        by_ledger=_count(outcomes, ledger.ledger_of),
        by_kind=_count(outcomes, {id: claim.kind.value for id, claim in ledger.claims.items()}),
        snapshots_here=here,
        snapshots_missing=missing,
        unavailable=[id for id, source in ledger.sources.items() if source.snapshot is None],
        waivers=len(ledger.waivers),
        waivers_expiring=[
            f"{one.subject} ({one.check}, {one.expires})" for one in ledger.waivers if one.expires <= soon
        ],
        last_run=None
        if run is None
        else {key: run[key] for key in ("id", "started_at", "status", "revision")},
        oldest_results=oldest,
    )


def _outcomes(ledger: Ledger, known: Mapping[str, RowMapping], outdated: Collection[str]) -> dict[str, str]:
    told = {id: str(row["outcome"]) for id, row in known.items() if id not in outdated}
    return {id: told.get(id, UNCHECKED) for id in ledger.claims}


def _count(outcomes: dict[str, str], group_of: Mapping[str, str]) -> dict[str, dict[str, int]]:
    groups: dict[str, Counter[str]] = {}
    for id, outcome in outcomes.items():
        groups.setdefault(group_of.get(id, ""), Counter())[outcome] += 1
    return {name: dict(groups[name]) for name in sorted(groups)}


def _snapshots(ledger: Ledger) -> tuple[int, list[str]]:
    from ledger.snapshots.store import Store, store_path

    store = Store(store_path(ledger.root))
    pinned = {id: source.snapshot.sha256 for id, source in ledger.sources.items() if source.snapshot}
    missing = [id for id, digest in pinned.items() if not store.has(digest)]
    return len(pinned) - len(missing), missing


def _text(status: Status) -> Iterator[str]:
    yield f"{status.name}: {size(status.claims, status.sources, status.pages)}"
    for title, groups in (("ledger", status.by_ledger), ("kind", status.by_kind)):
        for name, counts in groups.items():
            shown = ", ".join(f"{outcome} {number}" for outcome, number in sorted(counts.items()))
            yield f"  {title:<7} {name:<15} {shown}"
    yield f"  snapshots {status.snapshots_here} here{_some(', missing', status.snapshots_missing)}"
    if status.unavailable:
        yield f"  sources without a snapshot{_some('', status.unavailable)}"
    expiring = _some(f"; within {SOON_DAYS} days expire(d)", status.waivers_expiring)
    yield f"  waivers {status.waivers}{expiring}"
    run = status.last_run
    when = "never checked" if run is None else f"last run {run['id']} at {run['started_at']}, {run['status']}"
    yield f"  {when}"
    for check, oldest in status.oldest_results.items():
        yield f"  oldest result of {check:<12} {oldest}"


def _some(words: str, names: list[str], most: int = 8) -> str:
    if not names:
        return ""
    more = f" and {len(names) - most} more" if len(names) > most else ""
    return f"{words} {len(names)}: {', '.join(names[:most])}{more}"
