"""``ledger locate``: where a source says something (design §6)."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from ledger.cli.options import bytes_absent, find_root, format_option, root_option
from ledger.errors import QuantityError, UsageError, did_you_mean
from ledger.reports.printable import json_text, printable
from ledger.schema.outcomes import Outcome

if TYPE_CHECKING:
    from ledger.snapshots.extract import Extractor
    from ledger.snapshots.located import Located, Wanted
    from ledger.snapshots.stated import Asked


@click.command("locate", short_help="Find where a source says something.")
@click.argument("source", required=False)
@click.option("--pdf", type=click.Path(path_type=Path), help="A file instead of a source; any media type.")
@click.option(
    "--anchor", "anchors", multiple=True, required=True, metavar="TEXT", help="Fragments, in order."
)
@click.option("--quantity", metavar="TEXT", help="The quantity that must stand there, for example '16 GB'.")
@click.option("--page", type=click.IntRange(1), metavar="N", help="The physical page, from 1.")
@click.option("--section", metavar="S", help="The section's number or title.")
@click.option("--printed", metavar="TEXT", help="The form in which the source prints the quantity.")
@click.option("--where", "symbols", multiple=True, metavar="SYMBOL=VALUE", help="A printed symbol's value.")
@click.option("--unit", metavar="UNIT", help="The unit to read the printed form in.")
@format_option
@root_option
def command(
    source: str | None,
    pdf: Path | None,
    anchors: tuple[str, ...],
    quantity: str | None,
    page: int | None,
    section: str | None,
    printed: str | None,
    symbols: tuple[str, ...],
    unit: str | None,
    format_: str,
    root: Path | None,
) -> int:
    """Find where a source says something.

    SOURCE is the id of a source of this ledger whose snapshot is here. A quantity that names no
    comparator is found whatever comparator the source puts before it, and the answer says which one that
    is, since a claim must state it; write '= 16 GB' to insist. 'K = 12' is found as the value of K only.
    Where the anchors of a claim must hold more words, a line says which ('for a claim: …'), and the next
    one what to write.

    Exit code: 0 found there, 1 not, or its bytes are not here (the outcome says why), 2 the call is wrong.

    \b
    Examples:
      ledger locate zero-2019 --anchor "Mixed-precision Adam" --anchor "K = 12" --quantity 12
      ledger locate --pdf paper.pdf --anchor "16-way" --quantity 16-way --page 12 --format json
    """
    from ledger.quantities.ligatures import spelt_out
    from ledger.snapshots.located import Wanted
    from ledger.snapshots.stated import lead_of

    quantity = spelt_out(quantity) if quantity is not None else None
    if pdf is not None and not pdf.is_file():
        raise UsageError(f"--pdf {pdf}: there is no such file")
    stated = _asked(quantity) if quantity is not None else None
    wanted = Wanted(
        anchors=anchors,
        quantity=stated.quantity if stated is not None else None,
        page=page,
        section=section,
        printed=printed,
        where=dict(_pair(symbol) for symbol in symbols),
        unit=unit,
        loose=stated is not None and stated.loose,
        nouns=stated.nouns if stated is not None else (),
        symbol=stated.symbol if stated is not None else "",
        lead=lead_of(quantity, stated) if quantity is not None and stated is not None else "",
    )
    located = _in_file(pdf, wanted) if pdf is not None else _in_source(source, root, wanted)
    if format_ == "json":
        click.echo(json_text(_facts(located)))
    else:
        click.echo("\n".join(printable(line) for line in _text(located)))
    return 0 if located.outcome is Outcome.VERIFIED else 1


def _asked(text: str) -> Asked:
    from ledger.snapshots.stated import asked

    try:
        return asked(text)
    except QuantityError as error:
        raise UsageError(f"--quantity: {error}; write one number with a unit that is known") from error


def _pair(text: str) -> tuple[str, str]:
    symbol, equals, value = text.partition("=")
    if not (symbol.strip() and equals and value.strip()):
        raise UsageError(f"--where {text}: write SYMBOL=VALUE")
    return symbol.strip(), value.strip()


def _in_file(path: Path, wanted: Wanted) -> Located:
    from tempfile import TemporaryDirectory

    from ledger.snapshots.extract import Extractor
    from ledger.snapshots.media import media_of
    from ledger.snapshots.store import Store

    with TemporaryDirectory(prefix="ledger-") as folder:
        extractor = Extractor(Store(Path(folder)))
        digest = extractor.store.add_file(path)
        return _search(extractor, digest, media_of(path), wanted)


def _in_source(id: str | None, root: Path | None, wanted: Wanted) -> Located:
    from ledger.schema.read import read_ledger
    from ledger.snapshots.evidence import extractor_for
    from ledger.snapshots.store import store_path

    if id is None:
        raise UsageError("name a source, or a file with --pdf")
    ledger = read_ledger(find_root(root))
    if id not in ledger.sources:
        raise UsageError(f"no source '{id}'; {did_you_mean(id, ledger.sources) or 'see sources/'}")
    snapshot = ledger.sources[id].snapshot
    if snapshot is None:
        why = ledger.sources[id].unavailable
        raise UsageError(
            f"{id} has no snapshot: {why}; 'ledger fetch {id}' brings one, and says how to pin it"
        )
    extractor = extractor_for(store_path(ledger.root))
    if not extractor.store.has(snapshot.sha256):
        return _not_here(id)
    return _search(extractor, snapshot.sha256, snapshot.media, wanted)


def _not_here(id: str) -> Located:
    from ledger.snapshots.located import Located

    return Located(Outcome.UNCHECKABLE, "no-snapshot", bytes_absent(id))


def _search(extractor: Extractor, digest: str, media: str, wanted: Wanted) -> Located:
    from ledger.snapshots.locate import locate

    document = extractor.document(digest, media)
    return locate(document, wanted, lambda pages: extractor.second_opinion(digest, pages))


def _facts(located: Located) -> dict[str, Any]:
    return {
        "format": "ledger-located",
        "version": 1,
        "outcome": located.outcome.value,
        "cause": located.cause,
        "message": located.message,
        "page": located.page,
        "label": located.label,
        "section": located.section,
        "box": list(located.box) if located.box is not None else None,
        "window": located.text,
        "window_digest": located.digest,
        "found": located.found,
        "comparator": located.comparator or None,
        "unit": located.unit or None,
        "elsewhere": list(located.elsewhere),
        "claim": located.claim or None,
        "anchors": list(located.anchors),
        "cite": located.cite or None,
    }


def _text(located: Located) -> list[str]:
    from ledger.snapshots.advice import advice

    lines = [f"{located.outcome.value}: {located.message}"]
    if located.page is not None:
        label = f" (labelled {located.label})" if located.label not in ("", str(located.page)) else ""
        lines.append(f"  page     {located.page}{label}")
    if located.section:
        lines.append(f"  section  {located.section}")
    if located.comparator:
        unit = f", unit {located.unit!r}" if located.unit not in ("", "1") else ""
        lines.append(f"  states   {located.found} (comparator {located.comparator!r}{unit})")
    if located.box is not None:
        lines.append(f"  box      {' '.join(f'{side:.1f}' for side in located.box)}")
    if located.text:
        lines += [f"  window   {located.text}", f"  digest   {located.digest}"]
    if located.claim:
        lines.append(f"  claim    for a claim: {located.claim}")
    if advice(located):
        lines.append(f"  do       {advice(located)}")
    return lines
