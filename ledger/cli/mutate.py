"""``ledger mutate``: would the checks notice? (design §5)"""

from __future__ import annotations

from collections import Counter
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from ledger.cli.options import find_root, format_option, root_option, today
from ledger.cli.progress import progress
from ledger.errors import UsageError, did_you_mean
from ledger.reports.printable import json_text, printable

if TYPE_CHECKING:
    from ledger.mutate.mutants import Result
    from ledger.schema.ledger import Ledger


@click.command("mutate", short_help="Change every number, one at a time: do the checks notice?")
@click.argument("subjects", nargs=-1, metavar="[PAGE|CLAIM]…")
@format_option
@click.option("--jobs", type=click.IntRange(1, 256), default=1, show_default=True, help="Processes to use.")
@root_option
def command(subjects: tuple[str, ...], format_: str, jobs: int, root: Path | None) -> int:
    """Change every number, one at a time: do the checks notice?

    Without a name, every page and claim is mutated, in memory; files are not touched. A survivor is a
    change that no check reported. An input without influence on its formula is counted as equivalent,
    what was not verified in the first place as unproven.

    Exit code: 0 no survivor, 1 survivors, 3 an unchanged copy was reported.

    \b
    Examples:
      ledger mutate
      ledger mutate pages/training-systems.en.md --jobs 2
      ledger mutate zero.model-state.total --format json
    """
    from ledger.mutate.mutants import Fate
    from ledger.mutate.run import run, tasks
    from ledger.registry import Context
    from ledger.schema.read import read_ledger
    from ledger.snapshots.store import store_path

    folder = find_root(root)
    ledger = read_ledger(folder)
    pages, claims = _chosen(ledger, subjects)
    context = Context(store=store_path(folder), offline=True, today=today())
    with progress() as told:
        work = tasks(ledger, pages, claims)
        results = run(ledger, work, context, jobs=jobs, progress=partial(told, "mutate"))
    if format_ == "json":
        click.echo(json_text(_report(results)))
    else:
        click.echo("\n".join(printable(line) for line in _text(results)))
    return int(any(result.fate is Fate.SURVIVED for result in results))


def _chosen(ledger: Ledger, subjects: tuple[str, ...]) -> tuple[list[str], list[str]]:
    """The pages and claims that are named; all of them if none is."""
    if not subjects:
        return list(ledger.pages), list(ledger.claims)
    known = [*ledger.pages, *ledger.claims]
    for subject in subjects:
        if subject not in ledger.pages and subject not in ledger.claims:
            raise UsageError(f"no page or claim '{subject}'; {did_you_mean(subject, known)}".rstrip("; "))
    return [one for one in subjects if one in ledger.pages], [one for one in subjects if one in ledger.claims]


def _report(results: list[Result]) -> dict[str, Any]:
    """The whole outcome as JSON values; killed mutants are counted, others listed."""
    from ledger.mutate.mutants import Fate

    counts = Counter(result.fate.value for result in results)
    proven = counts["killed"] + counts["survived"]
    return {
        "format": "ledger-mutate",
        "version": 1,
        "mutants": len(results),
        **{fate.value: counts[fate.value] for fate in Fate},
        "score": round(counts["killed"] / proven, 6) if proven else None,
        "killed_by": dict(Counter(result.check for result in results if result.check)),
        "alive": [_row(result) for result in results if result.fate is not Fate.KILLED],
    }


def _row(result: Result) -> dict[str, Any]:
    mutant = result.mutant
    return {
        "fate": result.fate.value,
        "change": mutant.kind,
        "subject": mutant.subject,
        "path": mutant.location.path,
        "line": mutant.location.line,
        "column": mutant.location.column,
        "before": mutant.before,
        "after": mutant.after,
        "should_have_been_noticed_by": list(mutant.guards),
        "why": result.why,
    }


def _text(results: list[Result]) -> list[str]:
    from ledger.mutate.mutants import Fate

    lines = [
        f"{one.mutant.location}: survived: {one.mutant.kind} of {one.mutant.subject}: "
        f"{one.mutant.before!r} → {one.mutant.after!r} ({' or '.join(one.mutant.guards)} should have noticed)"
        for one in results
        if one.fate is Fate.SURVIVED
    ]
    reasons = Counter((one.fate.value, one.why) for one in results if one.why)
    lines += [f"{count:,} {fate}: {why}" for (fate, why), count in sorted(reasons.items())]
    report = _report(results)
    score = "–" if report["score"] is None else f"{report['score']:.1%}"
    lines.append(
        f"{report['mutants']:,} mutants: {report['killed']:,} killed, {report['survived']:,} survived, "
        f"{report['equivalent']:,} equivalent, {report['unproven']:,} unproven (not verified before); "
        f"score {score}"
    )
    return lines
