"""``ledger fetch``: snapshots into the store (design §6)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from ledger.cli.options import find_root, root_option
from ledger.errors import SnapshotError, UsageError, did_you_mean
from ledger.reports.counted import counted
from ledger.reports.printable import printable

if TYPE_CHECKING:
    from ledger.schema.documents import Source
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

    A SOURCE that pins nothing yet is downloaded, or is the FILE given with --from, and what to write into
    its document to pin it is printed.

    It connects to public addresses only, and to exactly those that it has judged: a proxy that the
    environment names is not used. What lies inside a network, or behind a proxy, comes with --from.

    Exit code: 0 all wanted snapshots are here, 1 some are not, 2 the call is wrong.

    \b
    Examples:
      ledger fetch
      ledger fetch zero-2019
      ledger fetch --from ../papers
      ledger fetch zero-2019 --from paper.pdf
      ledger fetch --from draft.pdf --provenance "sent by the authors on 2026-11-30"
    """
    from ledger.schema.read import read_ledger
    from ledger.snapshots.fetch import from_files, wanted_digests
    from ledger.snapshots.store import Store, store_path

    ledger = read_ledger(find_root(root))
    store = Store(store_path(ledger.root))
    for name in sources:
        if name not in ledger.sources:
            raise UsageError(f"no source '{name}'; {did_you_mean(name, ledger.sources) or 'see sources/'}")
    if given is not None and not given.exists():
        raise UsageError(f"--from {given}: there is no such file or directory")
    if provenance is not None and (given is None or not given.is_file()):
        raise UsageError("--provenance goes with --from FILE")
    chosen = {id: ledger.sources[id] for id in sources or ledger.sources}
    unpinned = [id for id in sources if ledger.sources[id].snapshot is None]
    wanted = wanted_digests(chosen, store)
    if given is None:
        steps = _from_network(chosen, [*wanted.values(), *unpinned], store)
    elif given.is_file():
        steps = _from_file(given, chosen, bool(sources), provenance, store)
    else:
        if unpinned:
            raise UsageError(f"{unpinned[0]} pins no digest to know its bytes by; name the FILE that it is")
        steps = from_files(given, wanted, store)
    taken = list(_told(steps, provenance))
    if given is not None and not all(fetched.pinned for fetched in taken):
        return 0
    return _left(chosen, taken, unpinned, store)


def _left(chosen: Mapping[str, Source], taken: list[Fetched], unpinned: list[str], store: Store) -> int:
    """Say what is missing, or that nothing was, and return the exit code."""
    from ledger.snapshots.fetch import wanted_digests

    missing = {*wanted_digests(chosen, store).values(), *unpinned} - {fetched.source for fetched in taken}
    if missing:
        click.echo(f"missing {len(missing)}: {', '.join(sorted(missing))}")
    elif not taken:
        pinned = sum(source.snapshot is not None for source in chosen.values())
        click.echo(f"nothing to fetch: the bytes of {counted(pinned, 'pinned source')} are here")
        if pinned < len(chosen):
            left = counted(len(chosen) - pinned, "source")
            click.echo(f"without a pin: {left}; 'ledger fetch SOURCE' brings the bytes of one")
    return 1 if missing else 0


def _from_file(
    path: Path, chosen: Mapping[str, Source], named: bool, provenance: str | None, store: Store
) -> Iterator[Fetched]:
    """Take in one file: as the source that pins it, as the one source that was named, or as nobody's."""
    from ledger.snapshots.fetch import add_file
    from ledger.snapshots.store import file_digest

    digest = file_digest(path)
    pins = {id: source.snapshot.sha256 for id, source in chosen.items() if source.snapshot is not None}
    owner = next((id for id, pinned in pins.items() if pinned == digest), None)
    if owner is not None:
        yield replace(add_file(path, store), source=owner, pinned=True)
    elif not named and provenance is not None:
        yield add_file(path, store)
    elif not named:
        raise UsageError(
            f"no source pins {path}, whose digest is {digest}; "
            f"name the source that it is: ledger fetch SOURCE --from {path}"
        )
    elif len(chosen) > 1:
        raise UsageError(f"none of {', '.join(chosen)} pins {path}; name the one that it is")
    else:
        (id,) = chosen
        if id in pins:
            raise UsageError(f"{path} has the digest {digest}, but {id} pins {pins[id]}")
        yield replace(add_file(path, store), source=id)


def _from_network(sources: Mapping[str, Source], wanted: list[str], store: Store) -> Iterator[Fetched]:
    from ledger.snapshots.fetch import Fetcher

    fetcher = Fetcher(store)
    for id in wanted:
        try:
            yield fetcher.fetch(sources[id])
        except SnapshotError as error:
            click.echo(f"ledger: {printable(str(error))}", err=True)


def _told(steps: Iterator[Fetched], provenance: str | None) -> Iterator[Fetched]:
    """Say what came in, and how to pin what is not pinned."""
    for fetched in steps:
        name = f"{fetched.source}: " if fetched.source else ""
        click.echo(printable(f"{name}{fetched.digest} {fetched.media} from {fetched.origin}"))
        if not fetched.pinned:
            for line in _pin(fetched, provenance):
                click.echo(printable(line))
        yield fetched


def _pin(fetched: Fetched, provenance: str | None) -> Iterator[str]:
    from ledger.authoring.emit import block
    from ledger.snapshots.media import READABLE

    if fetched.media not in READABLE:
        yield "it cannot be read: a source is a PDF, an HTML page, Markdown or plain text"
        return
    snapshot = {"sha256": fetched.digest, "media": fetched.media}
    if provenance is not None:
        snapshot["provenance"] = provenance
    yield f"to pin it, write in sources/{fetched.source or 'SOURCE'}.yaml, in the place of 'unavailable':"
    yield from block({"snapshot": snapshot}).splitlines()
