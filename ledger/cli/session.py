"""One checking session: pick the checks and subjects, run what is due, make the report."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path, PurePosixPath

import checks as registry
from ledger.cli.progress import progress
from ledger.db import Database, open_or_memory
from ledger.documents.paths import language_versions
from ledger.errors import UsageError
from ledger.loader import sync
from ledger.registry import Check, Context, Finding
from ledger.reports.counted import counted
from ledger.reports.report import Report
from ledger.revisions import LOCK, changed_since, head_of
from ledger.runner import EVERYTHING, Selection, run, run_checks
from ledger.runner.execute import Pool
from ledger.runner.records import record_verdicts
from ledger.schema.files import PAGE_ENDINGS
from ledger.schema.ledger import Ledger, digest
from ledger.verdicts import ClaimVerdict, apply_waivers, require_known_checks, verdicts


def select(only: str | None, ledger: Ledger) -> list[Check]:
    """The checks named in *only* (``"sources,recompute"``), or all of them.

    Raises:
        UsageError: a name is unknown.
        ConfigurationError: the policy names a check that nobody has.
    """
    if only is not None:
        return [registry.load(name.strip()) for name in only.split(",") if name.strip()]
    require_known_checks(ledger.configuration.policy, registry.CHECKS)
    return [registry.load(name) for name in registry.CHECKS]


def selection_of(ledger: Ledger, paths: Sequence[Path], since: str | None) -> Selection:
    """The subjects in *paths* (as given on the command line) that changed since the revision *since*.

    With a page come its other language versions: what one says must stand in the others.

    Raises:
        UsageError: nothing of the ledger is in a path, or the revision is unknown.
    """
    selection = EVERYTHING if not paths else _under(ledger, paths)
    return selection if since is None else selection & Selection(*changed_since(ledger, since))


def check(
    ledger: Ledger,
    checks: Sequence[Check],
    context: Context,
    *,
    selection: Selection = EVERYTHING,
    partial: bool = False,
    executor: str = "local",
) -> Report:
    """Run *checks* with the ledger's database and report; *partial* gives no verdicts.

    Raises:
        DatabaseError: the database is locked, full, damaged, or newer.
        KeyboardInterrupt: passed on, after what is finished is kept.
    """
    started = time.monotonic()
    database, warning = open_or_memory(ledger.root)
    try:
        with database.write() as connection:
            sync(connection, ledger)
        with _pool(executor, ledger, context) as pool, progress() as told:
            outcomes = run(
                database,
                ledger,
                checks,
                context,
                selection=selection,
                pool=pool,
                revision=head_of(ledger.root),
                progress=told,
            )
        findings, judged = _verdicts(ledger, outcomes.findings, checks, context, selection, partial)
        if judged is not None:
            _remember(database, outcomes.run_id, ledger, judged)
    finally:
        database.close()
    return Report(
        ledger=ledger,
        checks=tuple(one.name for one in checks),
        findings=tuple(findings),
        verdicts=judged,
        due=outcomes.due,
        reused=outcomes.reused,
        seconds=time.monotonic() - started,
        warnings=tuple(_warnings(ledger, warning, findings)),
    )


def _warnings(ledger: Ledger, database: str | None, findings: Sequence[Finding]) -> Iterator[str]:
    """What no check finds, but whoever shares the ledger should know."""
    from checks.located import unlocked

    if database is not None:
        yield database
    for pattern in ledger.unmatched:
        braces = "; write a pattern for each of what the braces list" if "{" in pattern else ""
        yield f"pyproject.toml: pages: no file matches '{pattern}'{braces}"
    missing = unlocked(findings)
    if missing:
        places = counted(missing, "place")
        yield f"{places} found that {LOCK} does not have: 'ledger lock' adds them for who lacks the bytes"


def judge_in_memory(ledger: Ledger, context: Context, selection: Selection = EVERYTHING) -> Report:
    """Run every check anew, with no database, and report."""
    checks = select(None, ledger)
    found = run_checks(ledger, checks, context, selection)
    findings, judged = _verdicts(ledger, found, checks, context, selection, partial=False)
    names = tuple(one.name for one in checks)
    return Report(ledger, names, tuple(findings), judged, due=len(found))


def _under(ledger: Ledger, paths: Sequence[Path]) -> Selection:
    claims: set[str] = set()
    sources: set[str] = set()
    pages: set[str] = set()
    languages = ledger.configuration.languages
    for path in paths:
        below = _relative(ledger.root, path)
        here = [key for key, places in ledger.places.items() if _is_under(places.path, below)]
        named = [page for page in ledger.pages if _is_under(page, below)]
        if not here and not named:
            raise UsageError(
                f"{path}: no claim, source or page of this ledger is there{_no_page(ledger, below)}"
            )
        claims |= {id for kind, id in here if kind == "claim"}
        sources |= {id for kind, id in here if kind == "source"}
        pages |= set(named)
        pages |= {one for page in named for one in language_versions(ledger.pages, page, languages)}
    return Selection(frozenset(claims), frozenset(sources), frozenset(pages))


def _no_page(ledger: Ledger, below: str) -> str:
    """Why a file that looks like a page is none."""
    if PurePosixPath(below).suffix.lower() not in PAGE_ENDINGS:
        return ""
    named = ", ".join(f"'{pattern}'" for pattern in ledger.configuration.pages)
    return f"; [tool.ledger] in pyproject.toml has pages = {named}"


def _relative(root: Path, path: Path) -> str:
    """*path*, given relative to the current directory (or to the root), as the ledger names it."""
    for candidate in (Path.cwd() / path, root / path):
        resolved = candidate.resolve()
        if resolved.exists() and resolved.is_relative_to(root):
            return resolved.relative_to(root).as_posix()
    raise UsageError(f"{path}: there is no such file in the ledger at {root}")


def _is_under(path: str, folder: str) -> bool:
    return folder == "." or path == folder or path.startswith(f"{folder}/")


def _verdicts(
    ledger: Ledger,
    findings: Sequence[Finding],
    checks: Sequence[Check],
    context: Context,
    selection: Selection,
    partial: bool,
) -> tuple[list[Finding], dict[str, ClaimVerdict] | None]:
    names = [one.name for one in checks]
    waived = apply_waivers(ledger, findings, context.today, registry.CHECKS, names, selection.claims)
    return waived, None if partial else verdicts(ledger, waived, selection.claims)


def _remember(database: Database, run_id: int, ledger: Ledger, judged: dict[str, ClaimVerdict]) -> None:
    hashes = {id: digest(ledger.claims[id]) for id in judged}
    with database.write() as connection:
        record_verdicts(connection, run_id, hashes, judged.values())


@contextmanager
def _pool(executor: str, ledger: Ledger, context: Context) -> Iterator[Pool | None]:
    if executor == "local" and context.jobs == 1:
        yield None
        return
    from ledger.runner.pools import dask_pool, local_pool  # loads only where there are several processes

    with local_pool(ledger, context) if executor == "local" else dask_pool(executor, ledger, context) as pool:
        yield pool
