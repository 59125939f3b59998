"""``ledger fetch``: snapshots into the store (design §6)."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import click

from ledger.cli.options import find_root, root_option
from ledger.errors import SnapshotError, UsageError, did_you_mean
from ledger.reports.printable import printable

if TYPE_CHECKING:
    from ledger.schema.ledger import Ledger
    from ledger.snapshots.fetch import Fetched
    from ledger.snapshots.store import Store


@click.command("fetch", short_help="Bring the sources' snapshots into the store.")
@click.argument("sources", nargs=-1, metavar="[SOURCE]...")
@click.option("--from", "given", type=click.Path(path_type=Path), metavar="DIR|FILE", help="Bytes at hand.")
@click.option("--provenance", metavar="TEXT", help="With --from FILE: take it in though no source pins it.")
@root_option
def command(sources: tuple[str, ...], given: Path | None, provenance: str | None, root: Path | None) -> int:
    """Bring the sources' snapshots into the store.

    Without SOURCE, every source whose pinned bytes are not here. With --from, files whose digest a
    source pins are copied in, whatever their names; nothing is downloaded.

    Exit code: 0 all wanted snapshots are here, 1 some are not, 2 the call is wrong.

    \b
    Examples:
      ledger fetch
      ledger fetch zero-2019
      ledger fetch --from ../papers
      ledger fetch --from draft.pdf --provenance "sent by the authors on 2026-11-30"
    """
    from ledger.schema.read import read_ledger
    from ledger.snapshots.fetch import add_file, wanted_digests
    from ledger.snapshots.store import Store, store_path

    ledger = read_ledger(find_root(root))
    store = Store(store_path(ledger.root))
    for name in sources:
        if name not in ledger.sources:
            raise UsageError(f"no source '{name}'; {did_you_mean(name, ledger.sources) or 'see sources/'}")
    if provenance is not None:
        if given is None or not given.is_file():
            raise UsageError("--provenance goes with --from FILE")
        _say(add_file(given, store))
        click.echo(f"  provenance: {printable(provenance)}")
        return 0
    chosen = {id: ledger.sources[id] for id in sources or ledger.sources}
    wanted = wanted_digests(chosen, store)
    steps = _from_files(given, wanted, store) if given is not None else _from_network(ledger, wanted, store)
    for fetched in steps:
        _say(fetched)
    missing = wanted_digests(chosen, store)
    if missing:
        click.echo(f"missing {len(missing)}: {', '.join(sorted(missing.values()))}")
    return 1 if missing else 0


def _from_files(path: Path, wanted: dict[str, str], store: Store) -> Iterator[Fetched]:
    from ledger.snapshots.fetch import from_files

    return from_files(path, wanted, store)


def _from_network(ledger: Ledger, wanted: dict[str, str], store: Store) -> Iterator[Fetched]:
    from ledger.snapshots.fetch import Fetcher

    fetcher = Fetcher(store)
    for id in wanted.values():
        try:
            yield fetcher.fetch(ledger.sources[id])
        except SnapshotError as error:
            click.echo(f"ledger: {printable(str(error))}", err=True)


def _say(fetched: Fetched) -> None:
    name = f"{fetched.source}: " if fetched.source else ""
    click.echo(printable(f"{name}{fetched.digest} {fetched.media} from {fetched.origin}"))
