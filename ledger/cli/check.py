"""``ledger check``: load, run what is due, report."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from ledger.cli.options import colours, find_root, root_option, today
from ledger.reports import FORMATS
from ledger.schema.outcomes import Outcome

if TYPE_CHECKING:
    from ledger.reports import Report


@click.command("check", short_help="Check the ledger and report what is not verified.")
@click.argument("paths", nargs=-1, type=click.Path(path_type=Path))
@click.option("--only", metavar="CHECK,…", help="Run only these checks; then no verdict is given.")
@click.option(
    "--format",
    "format_",
    type=click.Choice(list(FORMATS)),
    default="text",
    show_default=True,
    help="How to report.",
)
@click.option("--offline", is_flag=True, help="Use no network.")
@click.option("--since", metavar="REV", help="Only what changed since this git revision.")
@click.option("--jobs", type=click.IntRange(1, 256), default=1, show_default=True, help="Processes to use.")
@click.option("--require-snapshots", is_flag=True, help="Read the bytes; the lock does not do.")
@click.option(
    "--executor", default="local", show_default=True, metavar="local|dask://HOST:PORT", help="Where to judge."
)
@root_option
def command(
    paths: tuple[Path, ...],
    only: str | None,
    format_: str,
    offline: bool,
    since: str | None,
    jobs: int,
    require_snapshots: bool,
    executor: str,
    root: Path | None,
) -> int:
    """Check the ledger and report what is not verified.

    PATH… restricts the check to the claims, sources and pages in these files, and to what those pages
    say in other languages.

    Exit code: 0 all verified (or waived by name), 1 something is not, 2 the call, the
    configuration or a document is wrong, 3 a check broke or the run was interrupted.

    \b
    Examples:
      ledger check
      ledger check claims/l1-memory.yaml pages/training-systems.en.md
      ledger check --only sources,recompute
      ledger check --since origin/main --format github
    """
    from ledger.cli.session import check, select, selection_of
    from ledger.registry import Context
    from ledger.reports import render
    from ledger.schema.read import read_ledger
    from ledger.snapshots.store import store_path

    folder = find_root(root)
    ledger = read_ledger(folder)
    context = Context(
        store=store_path(folder),
        offline=offline,
        require_snapshots=require_snapshots,
        today=today(),
        jobs=jobs,
    )
    report = check(
        ledger,
        select(only, ledger),
        context,
        selection=selection_of(ledger, paths, since),
        partial=only is not None,
        executor=executor,
    )
    colour = colours()
    click.echo(render(report, format_, colour=colour), nl=False, color=colour)
    return exit_code(report)


def exit_code(report: Report) -> int:
    """0 nothing to deal with, 1 something is not verified, 3 a check broke."""
    outcomes = {problem.outcome for problem in report.problems()}
    if Outcome.ERROR in outcomes:
        return 3
    return 1 if outcomes else 0
