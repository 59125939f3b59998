"""``ledger diff``: what the change since a revision does to verification."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from ledger.cli.options import find_root, format_option, root_option, today
from ledger.cli.progress import progress
from ledger.reports.printable import json_text

if TYPE_CHECKING:
    from ledger.registry import Check, Context
    from ledger.runner import Progress, Selection
    from ledger.schema.ledger import Ledger

ABSENT = "-"
"""The outcome of what is not there."""

PASSING = ("verified", "waived", ABSENT)


@dataclass(frozen=True, slots=True)
class Change:
    """One claim, source or page whose text or verification differs.

    ``before`` and ``after`` are outcomes, ``"-"`` where it does not exist; ``fields`` are the changed
    fields of the document as ``[path, old, new]``.
    """

    kind: str
    subject: str
    before: str
    after: str
    cause: str
    fields: list[list[str]]

    @property
    def worse(self) -> bool:
        """Whether it does not pass now."""
        return self.after not in PASSING


@click.command("diff", short_help="Show what the change since a revision does to verification.")
@click.argument("revision")
@format_option
@root_option
def command(revision: str, format_: str, root: Path | None) -> int:
    """Show what the change since a revision does to verification.

    Both states are checked offline. Exit code 1 when something that was added or changed does not pass.

    \b
    Examples:
      ledger diff origin/main
      ledger diff HEAD~3 --format json
    """
    from ledger.cli.session import select
    from ledger.registry import Context
    from ledger.revisions import ledger_at
    from ledger.schema.read import read_ledger
    from ledger.snapshots.store import store_path

    new = read_ledger(find_root(root))
    context = Context(store=store_path(new.root), today=today())
    with ledger_at(new.root, revision) as old, progress() as told:
        changes = compare(old, new, select(None, new), context, told)
    if format_ == "json":
        facts = {"format": "ledger-diff", "version": 1, "changes": [asdict(one) for one in changes]}
        click.echo(json_text(facts))
    else:
        click.echo("\n".join(_text(changes)))
    return int(any(one.worse for one in changes))


def compare(
    old: Ledger, new: Ledger, checks: Sequence[Check], context: Context, told: Progress | None = None
) -> list[Change]:
    """Every claim, source and page that differs, with its outcome before and after."""
    from ledger.revisions import changed
    from ledger.runner import Selection

    forth, back = Selection(*changed(old, new)), Selection(*changed(new, old))
    before, after = _outcomes(old, checks, context, back, told), _outcomes(new, checks, context, forth, told)
    changes: list[Change] = []
    for kind, subject in sorted({*before, *after}):
        then, now = before.get((kind, subject), (ABSENT, "")), after.get((kind, subject), (ABSENT, ""))
        fields = list(_fields(_document(old, kind, subject), _document(new, kind, subject)))
        if then[0] != now[0] or fields:
            changes.append(Change(kind, subject, then[0], now[0], now[1], fields))
    return changes


def _outcomes(
    ledger: Ledger, checks: Sequence[Check], context: Context, selection: Selection, told: Progress | None
) -> dict[tuple[str, str], tuple[str, str]]:
    """(kind, subject) → (outcome, cause): verdicts of claims, the worst finding of the others."""
    from ledger.registry import SubjectKind
    from ledger.runner import run_checks
    from ledger.schema.outcomes import Outcome
    from ledger.verdicts import apply_waivers, verdicts

    findings = run_checks(ledger, checks, context, selection, told)
    findings = apply_waivers(ledger, findings, context.today, [check.name for check in checks])
    found = {
        ("claim", id): (verdict.outcome.value, verdict.cause)
        for id, verdict in verdicts(ledger, findings, selection.claims).items()
    }
    order = list(Outcome)
    for finding in sorted(findings, key=lambda one: order.index(one.outcome)):
        if finding.kind is not SubjectKind.CLAIM and (finding.kind, finding.subject) in selection:
            key = (finding.kind.value, finding.subject)
            if key not in found or not finding.outcome.passes:
                found[key] = (finding.outcome.value, finding.cause)
    return found


def _document(ledger: Ledger, kind: str, subject: str) -> Mapping[str, Any]:
    if kind == "page":
        page = ledger.pages.get(subject)
        return {} if page is None else {"sha256": page.sha256}
    document = ledger.claims.get(subject) if kind == "claim" else ledger.sources.get(subject)
    return {} if document is None else document.model_dump(mode="json", by_alias=True, exclude_defaults=True)


def _fields(old: Mapping[str, Any], new: Mapping[str, Any]) -> Iterator[list[str]]:
    """The leaves that differ, where both exist; a whole document that came or went has none."""
    if not old or not new:
        return
    before, after = dict(_leaves(old)), dict(_leaves(new))
    for path in dict.fromkeys([*before, *after]):
        if before.get(path) != after.get(path):
            yield [path, before.get(path, ABSENT), after.get(path, ABSENT)]


def _leaves(value: Any, path: str = "") -> Iterator[tuple[str, str]]:
    items: Iterable[tuple[Any, Any]]
    if isinstance(value, Mapping):
        items = value.items()
    elif isinstance(value, list):
        items = enumerate(value)
    else:
        yield path, str(value)
        return
    for key, item in items:
        yield from _leaves(item, f"{path}.{key}" if path else str(key))


def _text(changes: Sequence[Change]) -> Iterator[str]:
    from ledger.reports.printable import printable

    for one in changes:
        sign = "+" if one.before == ABSENT else "-" if one.after == ABSENT else "~"
        cause = f" ({one.cause})" if one.cause else ""
        moved = one.after if one.before == one.after else f"{one.before} → {one.after}"
        yield printable(f"{sign} {one.kind} {one.subject}: {moved}{cause}")
        for path, old, new in one.fields:
            yield printable(f"    {path}: {old} → {new}")
    worse = sum(one.worse for one in changes)
    yield f"{len(changes)} changed, {worse} of them not verified" if changes else "nothing changed"
