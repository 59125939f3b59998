"""Which claims have stored results that are about an earlier text, source, lock or program."""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import Connection

from ledger.registry import Check, Context, SubjectKind
from ledger.runner import records
from ledger.runner.history import newest_verdicts
from ledger.runner.plan import EVERYTHING, Selection, plans
from ledger.schema.ledger import Ledger, digest


def outdated(
    connection: Connection,
    ledger: Ledger,
    checks: Sequence[Check],
    contexts: Sequence[Context],
    selection: Selection = EVERYTHING,
) -> frozenset[str]:
    """The claims that were judged, but not as they are now under any of *contexts*.

    A claim is outdated when its own text is not the judged one, or when a stored result of one of *checks*
    stands under another key: a source, an input claim, the lock or the program has changed since.
    """
    wanted = [id for id in ledger.claims if (SubjectKind.CLAIM, id) in selection]
    judged = newest_verdicts(connection)
    found = {id for id in wanted if id in judged and judged[id]["claim_hash"] != digest(ledger.claims[id])}
    mine = [check for check in checks if check.kind is SubjectKind.CLAIM]
    stored = records.latest(connection, [check.name for check in mine])
    keys = {subject: one.key for subject, one in stored.items()}
    kept: set[tuple[str, str]] = set()
    for context in contexts:
        differing: dict[tuple[str, str], bool] = {}
        for plan in plans(ledger, mine, context, selection):
            for task in plan.tasks:
                known = keys.get((plan.check.name, SubjectKind.CLAIM, task.subject))
                differing[plan.check.name, task.subject] = known is not None and known != task.key
        kept |= {one for one, differs in differing.items() if not differs}
        late = {one for one, differs in differing.items() if differs} - kept
        if not late:
            break
    else:
        found |= {subject for _, subject in late}
    return frozenset(found)
