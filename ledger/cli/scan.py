"""``ledger scan``: every number of files and folders, outside any ledger (design §6)."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

import click

from ledger.reports.printable import json_text, printable

if TYPE_CHECKING:
    from ledger.documents.mentions import Mention

_AT_ONCE = 256
"""So many lines are written at once: every writing is a call to the system."""


@click.command("scan", short_help="List every number of a page: where, what, how much.")
@click.argument("files", nargs=-1, required=True, metavar="FILE…")
@click.option(
    "--format",
    "format_",
    type=click.Choice(["text", "jsonl"]),
    default="text",
    show_default=True,
    help="The form of the answer.",
)
def command(files: tuple[str, ...], format_: str) -> None:
    """List every number of a page: where it stands, what it is, whether it needs evidence.

    FILE is a page (Markdown, HTML, Astro, LaTeX, plain text) or a folder of pages; no ledger is needed.
    Lines and columns count from 1; the end column is the first one after the number.

    \b
    Examples:
      ledger scan README.md
      ledger scan --format jsonl docs/ > numbers.jsonl
    """
    from ledger.documents.scan import scan_paths
    from ledger.quantities.token import Kind

    counts: Counter[str] = Counter()
    lines: list[str] = []
    formula = ("", 0)
    try:
        for mention in scan_paths(files):
            row = format_ == "jsonl"
            lines.append(json_text(mention.row(), indent=None) if row else printable(_line(mention)))
            if len(lines) == _AT_ONCE:
                _write(lines)
            within = mention.path == formula[0] and mention.source_start < formula[1]
            if mention.kind is not Kind.CONSTANT or not within:  # a constant counts with its formula
                counts[mention.status.value] += 1
            if mention.kind is Kind.FORMULA:
                formula = (mention.path, mention.source_end)
    finally:  # what could be read is told even where a file could not
        _write(lines)
    if format_ == "text":
        words = ", ".join(f"{count:,} {status}" for status, count in sorted(counts.items()))
        noun = "number" if counts.total() == 1 else "numbers"
        click.echo(f"{counts.total():,} {noun}" + (f": {words}" if words else ""))


def _write(lines: list[str]) -> None:
    if lines:
        text = "\n".join(lines)
        lines.clear()
        click.echo(text)


def _line(mention: Mention) -> str:
    place = f"{mention.path}:{mention.line}:{mention.column}"
    claim = f" [{mention.claim}]" if mention.claim is not None else ""
    return f"{place}: {mention.text!r} {mention.kind.value}, {mention.status.value}{claim}: {mention.reason}"
