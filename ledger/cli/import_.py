"""``ledger import``: sources out of a bibliography."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from ledger.cli.options import find_root, root_option
from ledger.errors import UsageError
from ledger.reports.counted import counted

if TYPE_CHECKING:
    from ledger.exchange.sources import Entry


@click.command("import", short_help="Add the sources of a BibTeX or CSL JSON file.")
@click.argument("format_", metavar="bibtex|csl", type=click.Choice(["bibtex", "csl"]))
@click.argument("file", type=click.Path(dir_okay=False, path_type=Path))
@click.option(
    "--primary", is_flag=True, help="They all are primary sources: the work itself, not about another."
)
@root_option
def command(format_: str, file: Path, primary: bool, root: Path | None) -> None:
    """Add the sources of a BibTeX or CSL JSON file.

    Each becomes sources/ID.yaml, without a snapshot and, unless you say so, not primary. One that the
    ledger has already (by id) is left alone.

    \b
    Examples:
      ledger import bibtex library.bib --primary
      ledger import csl zotero.json
    """
    from ledger.authoring.write import add_sources
    from ledger.exchange.sources import source_document
    from ledger.schema.read import read_ledger

    folder = find_root(root)
    known = set(read_ledger(folder).sources)
    documents = {}
    for entry in _entries(format_, file):
        document = source_document(entry, primary=primary)
        if document["id"] in documents:
            raise UsageError(f"{file}: two entries become the id '{document['id']}'; rename one")
        documents[document["id"]] = document
    new = [document for id, document in documents.items() if id not in known]
    for path in add_sources(folder, new):
        click.echo(f"wrote {path.relative_to(folder)}")
    click.echo(f"{counted(len(new), 'source')} added, {len(documents) - len(new)} already there")


def _entries(format_: str, file: Path) -> list[Entry]:
    try:
        text = file.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError as fault:
        raise UsageError(f"{file} is not UTF-8 text") from fault
    try:
        if format_ == "bibtex":
            from ledger.exchange.bibtex import read_bibtex

            return read_bibtex(text)
        from ledger.exchange.csl import read_csl

        return read_csl(text)
    except UsageError as fault:
        raise UsageError(f"{file}: {fault}") from fault
