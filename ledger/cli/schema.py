"""``ledger schema``: JSON Schemas of the documents, for editors."""

from __future__ import annotations

import json
from pathlib import Path

import click

KINDS = ("source", "claims", "waivers", "configuration")


@click.command("schema", short_help="Print a document's JSON Schema, or write all of them.")
@click.argument("kind", type=click.Choice(KINDS), required=False)
@click.option(
    "--out",
    type=click.Path(file_okay=False, path_type=Path),
    help="Write every schema into this directory, as KIND.schema.json.",
)
def command(kind: str | None, out: Path | None) -> None:
    """Print a document's JSON Schema, or write all of them.

    An editor with a YAML language server completes and checks keys with it: begin a file with
    "# yaml-language-server: $schema=…".

    \b
    Examples:
      ledger schema claims
      ledger schema --out schemas
    """
    if out is None:
        click.echo(_text(kind or "claims"), nl=False)
        return
    out.mkdir(parents=True, exist_ok=True)
    for name in KINDS if kind is None else (kind,):
        path = out / f"{name}.schema.json"
        path.write_text(_text(name), encoding="utf-8")
        click.echo(f"wrote {path}")


def _text(kind: str) -> str:
    from ledger.schema.jsonschema import json_schema

    return json.dumps(json_schema(kind), ensure_ascii=False, indent=2) + "\n"
