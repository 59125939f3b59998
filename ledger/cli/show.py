"""``ledger show``: one claim with everything that is known of it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from ledger.cli.options import find_root, format_option, root_option
from ledger.errors import UsageError, did_you_mean
from ledger.reports.printable import json_text, printable

if TYPE_CHECKING:
    from ledger.schema.documents import Claim, Evidence, QuantityFields
    from ledger.schema.ledger import Ledger


@click.command("show", short_help="Show one claim with its evidence, results and history.")
@click.argument("claim")
@format_option
@click.option(
    "--image",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Write a PNG of the cited page, the window marked.",
)
@root_option
def command(claim: str, format_: str, image: Path | None, root: Path | None) -> None:
    """Show one claim with its evidence, results and history.

    \b
    Examples:
      ledger show zero.model-state.total
      ledger show zero.model-state.total --format json
      ledger show zero.model-state.total --image window.png
    """
    from ledger.schema.read import read_ledger

    ledger = read_ledger(find_root(root))
    if claim not in ledger.claims:
        hint = did_you_mean(claim, ledger.claims) or "see 'ledger status'"
        raise UsageError(f"no claim '{claim}'; {hint}")
    if image is not None:
        from ledger.cli.picture import write_picture

        click.echo(write_picture(ledger, ledger.claims[claim], image))
        return
    known = _known(ledger, claim)
    if format_ == "json":
        document = ledger.claims[claim].model_dump(mode="json", by_alias=True, exclude_defaults=True)
        facts = {"format": "ledger-claim", "version": 1, "claim": document, "location": _place(ledger, claim)}
        click.echo(json_text({**facts, **known}))
    else:
        click.echo("\n".join(printable(line) for line in _text(ledger, ledger.claims[claim], known)))


def _known(ledger: Ledger, claim: str) -> dict[str, Any]:
    """Newest results, verdicts over time, reviews, and whether they are about an earlier text."""
    from ledger.cli.current import outdated_claims
    from ledger.db import open_or_memory
    from ledger.registry import SubjectKind
    from ledger.runner.history import newest_results, reviews, verdict_history
    from ledger.runner.plan import Selection

    only = Selection(frozenset({claim}), frozenset(), frozenset())

    database, _ = open_or_memory(ledger.root)
    try:
        with database.read() as connection:
            results = newest_results(connection, SubjectKind.CLAIM, claim)
            history = verdict_history(connection, claim)
            notes = reviews(connection, SubjectKind.CLAIM, claim)
            outdated = bool(outdated_claims(connection, ledger, only))
    finally:
        database.close()
    return {
        "outdated": outdated,
        "results": [dict(row) for row in results],
        "verdicts": [dict(row) for row in history],
        "reviews": [dict(row) for row in notes],
    }


def _place(ledger: Ledger, claim: str) -> str:
    return str(ledger.where("claim", claim))


def _text(ledger: Ledger, claim: Claim, known: dict[str, Any]) -> Iterator[str]:
    yield f"{claim.id}  ({ledger.ledger_of.get(claim.id, '')} {claim.kind}, {_place(ledger, claim.id)})"
    texts = claim.statement.texts
    yield from (f"  {texts[language]}" for language in ledger.configuration.languages)
    yield from _fields(claim)
    for evidence in claim.evidence:
        yield f"  evidence     {_evidence(evidence)}"
        yield f"               {ledger.sources[evidence.source].title}"
    if claim.recompute is not None:
        inputs = " ".join(f"{name}={value}" for name, value in claim.recompute.inputs.items())
        yield f"  recompute    {claim.recompute.formula} {inputs}"
    users = [id for id, other in ledger.claims.items() if claim.id in (*other.bounds, *other.supersedes)]
    if users:
        yield f"  named by     {', '.join(users)}"
    for path, page in ledger.pages.items():
        if claim.id in page.text:
            yield f"  on page      {path}"
    yield from _history(known)


def _fields(claim: Claim) -> Iterator[str]:
    yield f"  entity       {claim.entity}"
    if claim.quantity is not None:
        yield f"  quantity     {_quantity(claim.quantity)}"
    for name, value in claim.qualifiers.items():
        yield f"  {name:<12} {value}"
    for label, text in (
        ("conditions", claim.conditions),
        ("convention", claim.convention),
        ("unsupported", claim.unsupported),
        ("corrects", claim.corrects),
    ):
        if text is not None:
            yield f"  {label:<12} {text}"
    for text in claim.must_not:
        yield f"  not          {text}"


def _quantity(quantity: QuantityFields) -> str:
    high = f" to {quantity.high}" if quantity.high is not None else ""
    unit = f" {quantity.unit}" if quantity.unit != "1" else ""
    return f"{quantity.comparator.value} {quantity.value}{high}{unit}"


def _evidence(evidence: Evidence) -> str:
    parts = [evidence.source]
    for label, value in (
        ("page", evidence.page),
        ("section", evidence.section),
        ("figure", evidence.figure),
        ("table", evidence.table),
        ("equation", evidence.equation),
    ):
        if value is not None:
            parts.append(f"{label} {value}")
    anchors = " … ".join(f"“{anchor}”" for anchor in evidence.anchors)
    only = " (supports the conditions only)" if evidence.supports.value == "conditions" else ""
    return ", ".join(parts) + (f": {anchors}" if anchors else "") + only


def _history(known: dict[str, Any]) -> Iterator[str]:
    if not known["results"]:
        yield "  results      none yet: run 'ledger check'"
    if known["outdated"]:
        yield "  out of date  the claim, or what it rests on, changed after these results: run 'ledger check'"
    for row in known["results"]:
        cause = f" ({row['cause']})" if row["cause"] else ""
        yield f"  {row['check_name']:<12} {row['outcome']}{cause}: {row['message']}  [{row['started_at']}]"
    for row in known["verdicts"]:
        cause = f" ({row['cause']})" if row["cause"] else ""
        yield f"  verdict      {row['outcome']}{cause} since {row['started_at']}"
    for row in known["reviews"]:
        yield f"  review       {row['reviewer']}, {row['written_at']}: {row['note']}"
