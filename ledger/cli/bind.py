"""``ledger bind``: the numbers of a page, and which claims the unclaimed ones may be."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from ledger.cli.options import find_root, format_option, root_option
from ledger.documents.paths import sidecar_path
from ledger.errors import UsageError, did_you_mean
from ledger.reports.counted import counted
from ledger.reports.printable import json_text, printable

if TYPE_CHECKING:
    from ledger.documents.mentions import Mention
    from ledger.documents.page import Page
    from ledger.schema.ledger import Ledger


@click.command("bind", short_help="Show a page's numbers, and suggest claims for them.")
@click.argument("page")
@click.option("--suggest", is_flag=True, help="Name the claims that each unclaimed number may be.")
@format_option
@root_option
def command(page: str, suggest: bool, format_: str, root: Path | None) -> int:
    """Show a page's numbers, and suggest claims for them.

    Every number that needs evidence is listed with the claim it is bound to. Nothing is written: that a
    number is what a claim says is for a person to decide. Exit code 1 when a number is unclaimed.

    \b
    Examples:
      ledger bind pages/training-systems.en.md
      ledger bind pages/training-systems.en.md --suggest
    """
    from ledger.documents.known import known_page
    from ledger.schema.read import read_ledger

    ledger = read_ledger(find_root(root))
    path = _page(ledger, page)
    known = known_page(ledger, path)
    needed = [mention for mention in known.mentions if mention.status.value != "not-needed"]
    rows = [_row(ledger, known, mention, suggest) for mention in needed]
    if format_ == "json":
        facts = {"format": "ledger-bind", "version": 1, "page": path, "numbers": rows}
        click.echo(json_text(facts))
    else:
        click.echo("\n".join(printable(line) for line in _text(path, rows)))
    return int(bool(known.unclaimed))


def _page(ledger: Ledger, given: str) -> str:
    """The page as the ledger names it, given so or as a path from the current directory."""
    try:
        below = (Path.cwd() / given).resolve().relative_to(ledger.root).as_posix()
    except ValueError:
        below = given
    for name in (given, below):
        if name in ledger.pages:
            return name
    hint = did_you_mean(given, ledger.pages) or f"its pages: {', '.join(ledger.pages) or 'none'}"
    raise UsageError(f"no page '{given}' in this ledger; {hint}")


def _row(ledger: Ledger, known: Page, mention: Mention, suggest: bool) -> dict[str, Any]:
    row: dict[str, Any] = {
        "line": mention.line,
        "column": mention.column,
        "text": mention.surface,
        "status": mention.status.value,
        "claim": mention.claim,
        "reason": mention.exempt or mention.reason,
    }
    if suggest and mention.status.value == "unclaimed":
        row["suggestions"] = _suggestions(ledger, known, mention)
    return row


def _suggestions(ledger: Ledger, known: Page, mention: Mention) -> list[dict[str, Any]]:
    from checks.covered import claim_facts
    from ledger.documents.suggest import suggestions

    return [
        {
            "claim": one.claim,
            "reasons": list(one.reasons),
            "write": one.binding or one.sidecar,
            "where": "page" if one.binding else "sidecar",
        }
        for one in suggestions(known, mention, claim_facts(ledger.claims))
    ]


def _text(path: str, rows: list[dict[str, Any]]) -> Iterator[str]:
    for row in rows:
        bound = row["claim"] or f"{row['status']} ({row['reason']})"
        yield f"{path}:{row['line']}:{row['column']}: {row['text']}: {bound}"
        for one in row.get("suggestions", ()):
            yield f"    {one['claim']}: {', '.join(one['reasons'])}"
            if one["where"] == "sidecar":
                yield f"      in {sidecar_path(path)}, under 'bindings:'"
            yield from (f"        {line}" for line in one["write"].splitlines())
        if row.get("suggestions") == []:
            yield "    no claim has this value: add one, or exempt the number with a reason"
    unclaimed = sum(row["status"] == "unclaimed" for row in rows)
    need = "needs" if len(rows) == 1 else "need"
    yield f"{counted(len(rows), 'number')} {need} evidence, {unclaimed} of them unclaimed"
