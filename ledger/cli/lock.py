"""``ledger lock``: remake ``sources/evidence.lock`` from the snapshots at hand."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import click

from ledger.cli.options import find_root, root_option, today
from ledger.cli.progress import progress

if TYPE_CHECKING:
    from ledger.registry import Context
    from ledger.schema.documents import Source
    from ledger.schema.ledger import Ledger
    from ledger.snapshots.extract import Extractor
    from ledger.snapshots.lock import Key, Record
    from ledger.snapshots.store import Store


@click.command("lock", short_help="Remake the lock of found evidence.")
@click.option("--check", "check_only", is_flag=True, help="Change nothing; exit 1 if it is out of date.")
@click.option("--jobs", type=click.IntRange(1, 256), default=2, show_default=True, help="Processes to use.")
@root_option
def command(check_only: bool, jobs: int, root: Path | None) -> int:
    """Remake the lock of found evidence.

    Evidence whose snapshot is here is looked up in it; of evidence whose snapshot is not here the
    line is kept if it is unchanged. Evidence that is not found gets no line.

    \b
    Examples:
      ledger lock
      ledger lock --check
    """
    from ledger.registry import Context
    from ledger.reports.counted import counted
    from ledger.schema.read import read_ledger
    from ledger.snapshots.lock import LOCK, lock_text, write_lock
    from ledger.snapshots.store import store_path

    folder = find_root(root)
    ledger = read_ledger(folder)
    context = Context(store=store_path(folder), today=today(), jobs=jobs)
    with progress() as told:
        records = list(_records(ledger, context, told))
    path = folder / LOCK
    if check_only:
        current = path.read_text(encoding="utf-8", errors="replace") if path.is_file() else ""
        same = current == lock_text(records)
        click.echo(f"{LOCK.as_posix()} is {'up to date' if same else 'not up to date'}")
        return 0 if same else 1
    known = _outdated(ledger)
    changed = write_lock(folder, records)
    if changed:
        _judge_anew(ledger, context, _outdated(ledger) - known)
    click.echo(f"{LOCK.as_posix()}: {counted(len(records), 'line')}{'' if changed else ', unchanged'}")
    bare = _places(ledger)
    for record in records:
        bare.pop(record.key, None)
    for line in _without(bare, ledger, context):
        click.echo(line)
    return 0


def _outdated(ledger: Ledger) -> frozenset[str]:
    """The claims whose stored results are about something else than what is there now."""
    from ledger.cli.current import outdated_claims
    from ledger.db import open_or_memory

    database, _ = open_or_memory(ledger.root)
    try:
        with database.read() as connection:
            return outdated_claims(connection, ledger)
    finally:
        database.close()


def _judge_anew(ledger: Ledger, context: Context, claims: frozenset[str]) -> None:
    """Hold *claims* against the lines just written: nothing else of them has changed since they were judged,
    and without this they would pass for out of date until the next check."""
    from checks.located import CHECK
    from ledger.cli.session import check
    from ledger.runner.plan import Selection

    if claims:
        selection = Selection(claims, frozenset(), frozenset())
        check(ledger, [CHECK], replace(context, offline=True), selection=selection, partial=True)


def _without(bare: Mapping[Key, str], ledger: Ledger, context: Context) -> Iterator[str]:
    """Why places have no line: the bytes of their source are not here, or they were not found."""
    from ledger.reports.counted import counted
    from ledger.snapshots.store import Store

    store = Store(context.store)
    away = [id for id in sorted({*bare.values()}) if _is_away(ledger.sources[id], store)]
    number = sum(id in away for id in bare.values())
    if away:
        it = f"without a line: {counted(number, 'cited place')} of sources whose bytes are not here"
        yield f"{it} ('ledger fetch' brings them): {', '.join(away)}"
    if number < len(bare):
        it = f"without a line: {counted(len(bare) - number, 'cited place')} not found as stated"
        yield f"{it}; 'ledger check --only located' tells why"


def _places(ledger: Ledger) -> dict[Key, str]:
    """Every cited place of a source that has a snapshot, here or elsewhere, with the source's id."""
    from ledger.snapshots.lock import evidence_digest

    return {
        (claim.id, evidence_digest(claim, evidence)): evidence.source
        for claim in ledger.claims.values()
        for evidence in claim.evidence
        if ledger.sources[evidence.source].snapshot is not None
    }


def _records(ledger: Ledger, context: Context, told: Callable[[str, int, int], None]) -> Iterator[Record]:
    """The line of every evidence that is found, or that was and cannot be looked at now."""
    from checks.located import cited, see
    from ledger.snapshots.evidence import extractor_for, prepare
    from ledger.snapshots.lock import read_lock

    extractor, lock = extractor_for(context.store), read_lock(ledger.root)
    prepare(extractor, cited(ledger.claims.values(), ledger.sources), context.jobs, partial(told, "read"))
    for done, claim in enumerate(ledger.claims.values(), 1):
        for evidence in claim.evidence:
            seen = see(claim, evidence, ledger.sources, extractor, lock, context)
            if seen.expected is not None:
                yield seen.expected
            elif seen.located is None and seen.record is not None and seen.record.intact:
                yield seen.record
        told("lock", done, len(ledger.claims))
    yield from _identities(ledger, extractor, lock)


def _identities(ledger: Ledger, extractor: Extractor, lock: Mapping[Key, Record]) -> Iterator[Record]:
    """The line of every source that is identified by its bytes, or was and cannot be looked at now."""
    from checks.identity import CHECK, identity_record, lock_key, namesakes

    for id in CHECK.subjects(ledger):
        source = ledger.sources[id]
        found = identity_record(source, extractor, namesakes(ledger, source))
        kept = lock.get(lock_key(source))
        if found is not None:
            yield found
        elif kept is not None and kept.intact and _is_away(source, extractor.store):
            yield kept


def _is_away(source: Source, store: Store) -> bool:
    return source.snapshot is not None and not store.has(source.snapshot.sha256)
