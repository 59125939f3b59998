"""``ledger schema``: JSON Schemas of the documents, for editors."""

from __future__ import annotations

from pathlib import Path

import click

from ledger.cli.options import find_root, root_option
from ledger.errors import ConfigurationError
from ledger.reports.printable import json_text

KINDS = ("source", "claims", "waivers", "configuration")


@click.command("schema", short_help="Print a document's JSON Schema, or write all of them.")
@click.argument("kind", type=click.Choice(KINDS), required=False)
@click.option(
    "--out",
    type=click.Path(file_okay=False, path_type=Path),
    help="Write every schema into this directory, as KIND.schema.json.",
)
@root_option
def command(kind: str | None, out: Path | None, root: Path | None) -> None:
    """Print a document's JSON Schema, or write all of them.

    An editor with a YAML language server completes and checks keys with it: begin a file with
    "# yaml-language-server: $schema=…". Inside a ledger, the statements have its languages.

    \b
    Examples:
      ledger schema claims
      ledger schema --out schemas
    """
    if out is None:
        click.echo(_text(kind or "claims", root), nl=False)
        return
    out.mkdir(parents=True, exist_ok=True)
    for name in KINDS if kind is None else (kind,):
        path = out / f"{name}.schema.json"
        path.write_text(_text(name, root), encoding="utf-8")
        click.echo(f"wrote {path}")


def _text(kind: str, root: Path | None) -> str:
    from ledger.schema.documents import Configuration
    from ledger.schema.jsonschema import json_schema
    from ledger.schema.read import read_configuration

    folder = find_root(root)
    try:
        languages = read_configuration(folder).languages
    except ConfigurationError:  # outside a ledger, the schemas are those of any
        if root is not None:
            raise
        languages = Configuration().languages
    return json_text(json_schema(kind, languages)) + "\n"
