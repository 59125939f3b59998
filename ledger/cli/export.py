"""``ledger export``: the ledger in other people's formats."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from ledger.cli.options import find_root, root_option

if TYPE_CHECKING:
    from ledger.schema.ledger import Ledger


@click.command("export", short_help="Print the ledger as JSON-LD, CSV or BibTeX.")
@click.argument("format_", metavar="jsonld|csv|bibtex", type=click.Choice(["jsonld", "csv", "bibtex"]))
@click.option(
    "--out",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Write to this file instead of standard output.",
)
@root_option
def command(format_: str, out: Path | None, root: Path | None) -> None:
    """Print the ledger as JSON-LD, CSV or BibTeX.

    Outcomes are those of the last check; a claim that changed since has none. BibTeX holds the sources.

    \b
    Examples:
      ledger export csv --out claims.csv
      ledger export bibtex > sources.bib
    """
    from ledger.authoring.write import write_atomically
    from ledger.schema.read import read_ledger

    text = _text(read_ledger(find_root(root)), format_)
    if out is None:
        click.echo(text, nl=False)
        return
    if out.exists() and not out.is_file():  # a device or a FIFO is written to, never replaced by a file
        with out.open("w", encoding="utf-8", newline="") as stream:
            stream.write(text)
    else:
        write_atomically(out, text)
    click.echo(f"wrote {out}")


def _text(ledger: Ledger, format_: str) -> str:
    if format_ == "bibtex":
        from ledger.exchange.bibtex import write_bibtex

        return write_bibtex(ledger.sources.values())
    if format_ == "csv":
        from ledger.exchange.table import write_csv

        return write_csv(ledger, _outcomes(ledger))
    from ledger.exchange.jsonld import write_jsonld

    return write_jsonld(ledger, _outcomes(ledger))


def _outcomes(ledger: Ledger) -> dict[str, str]:
    from ledger.cli.status import UNCHECKED, current_outcomes

    return {id: outcome for id, outcome in current_outcomes(ledger).items() if outcome != UNCHECKED}
