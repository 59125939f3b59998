"""Runs the checks on mutants and tells what became of each."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, replace
from itertools import islice

from checks import load
from checks.parity import reference
from ledger.documents.known import known_page
from ledger.errors import LedgerError
from ledger.mutate.claims import claim_mutants
from ledger.mutate.mutants import CONTROL, Changed, Fate, Mutant, Result
from ledger.mutate.pages import page_mutants
from ledger.registry import Context, Finding, SubjectKind
from ledger.reports.report import Report
from ledger.runner.execute import judge
from ledger.runner.workers import begin_worker, ending_together
from ledger.schema.crossref import recompute_references
from ledger.schema.ledger import Ledger
from ledger.schema.outcomes import Outcome
from ledger.verdicts import verdicts

CLAIM_CHECKS = ("sources", "located", "recompute", "consistent")
_BINARY = re.compile(r"(?<=[KMGTPE])i(?=B|bit)")
_SHARES = 8
"""Into how many tasks one page is split, so that several processes can work on it."""

Key = tuple[str, str, str, str, str]


class ControlError(LedgerError):
    """A mutant that changes nothing was killed: the checks are not deterministic, or mutation is broken."""


@dataclass(frozen=True, slots=True)
class Task:
    """A share of the mutants of one page or claim: those at *offset*, *offset* + *step*, …"""

    kind: SubjectKind
    subject: str
    offset: int = 0
    step: int = 1


def tasks(ledger: Ledger, pages: Iterable[str], claims: Iterable[str]) -> list[Task]:
    """The work on *pages* and *claims* in shares."""
    shares = [Task(SubjectKind.PAGE, path, offset, _SHARES) for path in pages for offset in range(_SHARES)]
    return shares + [Task(SubjectKind.CLAIM, claim) for claim in claims]


def run(
    ledger: Ledger,
    work: Sequence[Task],
    context: Context,
    *,
    jobs: int = 1,
    progress: Callable[[int, int], None] = lambda done, total: None,
) -> list[Result]:
    """Every mutant's fate, controls left out, in the order of *work*; the ledger itself is not touched.

    Raises:
        ControlError: a control was killed.
    """
    found: list[Result] = []
    for done, results in enumerate(_results(ledger, work, replace(context, offline=True), jobs), 1):
        for result in results:
            if result.mutant.kind != CONTROL:
                found.append(result)
            elif result.fate is Fate.KILLED:
                raise ControlError(_unchanged(result))
        progress(done, len(work))
    return found


def _unchanged(result: Result) -> str:
    return f"{result.mutant.subject}: an unchanged copy is reported by {result.check} ({result.cause})"


def _results(ledger: Ledger, work: Sequence[Task], context: Context, jobs: int) -> Iterator[list[Result]]:
    if jobs == 1 or len(work) == 1:
        yield from (_judged(ledger, task, context) for task in work)
        return
    pool = ProcessPoolExecutor(jobs, initializer=_start, initargs=(ledger, context))
    with ending_together(pool):
        yield from pool.map(_elsewhere, work)


_shared: list[tuple[Ledger, Context]] = []
"""The ledger and context of a worker process."""


def _start(ledger: Ledger, context: Context) -> None:
    begin_worker()
    _shared[:] = [(ledger, context)]


def _elsewhere(task: Task) -> list[Result]:
    ledger, context = _shared[0]
    return _judged(ledger, task, context)


def _judged(ledger: Ledger, task: Task, context: Context) -> list[Result]:
    """The fates of the task's mutants; the control goes with its first share."""
    before = findings(ledger, task.kind, task.subject, context)
    parts: dict[str, list[Finding]] = {}
    return [_tried(changed, before, parts, task, context) for changed in _mutants(ledger, task)]


def _tried(
    changed: Changed, before: Sequence[Finding], parts: dict[str, list[Finding]], task: Task, context: Context
) -> Result:
    """The fate of one mutant; of a page, the languages are compared only where ``covered`` sees nothing.

    *parts* remembers what ``covered`` says of the unchanged parts of a page.
    """
    mutant, path = changed.mutant, task.subject
    if task.kind is not SubjectKind.PAGE:
        return fate(mutant, before, findings(changed.ledger, task.kind, path, context))
    if changed.part is not None and _was_verified(mutant, before):
        unchanged, part = changed.part
        digest = unchanged.pages[path].sha256
        if digest not in parts:
            parts[digest] = _covered(unchanged, path, context)
        first = fate(mutant, parts[digest], _covered(part, path, context))
        if first.fate is Fate.KILLED:
            return first
    first = fate(mutant, before, _covered(changed.ledger, path, context))
    if first.fate is Fate.KILLED:
        return first
    return fate(mutant, before, findings(changed.ledger, task.kind, path, context))


def _mutants(ledger: Ledger, task: Task) -> Iterator[Changed]:
    if task.kind is SubjectKind.PAGE:
        known = known_page(ledger, task.subject)
        return page_mutants(ledger, task.subject, known, task.offset, task.step)
    return islice(claim_mutants(ledger, ledger.claims[task.subject]), task.offset, None, task.step)


def findings(ledger: Ledger, kind: SubjectKind, subject: str, context: Context) -> list[Finding]:
    """What the checks say of one page or claim, and of what depends on it."""
    if kind is SubjectKind.PAGE:
        held_to = {path: reference(ledger, path) for path in ledger.pages}
        related = [path for path, first in held_to.items() if first is not None and subject in (path, first)]
        found = _covered(ledger, subject, context)
        return found + (list(judge(load("parity"), ledger, tuple(related), context)) if related else [])
    dependents = [id for id, claim in ledger.claims.items() if subject in recompute_references(claim)]
    found = []
    for name in CLAIM_CHECKS:
        check = load(name)
        wanted = set(check.subjects(ledger))
        subjects = [subject, *(dependents if name == "recompute" else ())]
        asked = tuple(id for id in subjects if id in wanted)
        found += judge(check, ledger, asked, context) if asked else ()
    return _decisive(ledger, (subject, *dependents), found)


def _covered(ledger: Ledger, path: str, context: Context) -> list[Finding]:
    return list(judge(load("covered"), ledger, (path,), context))


def _decisive(ledger: Ledger, claims: tuple[str, ...], found: Sequence[Finding]) -> list[Finding]:
    """What passes, and what a run would report: one check's not knowing is no news when another verified the
    claim."""
    report = Report(ledger, CLAIM_CHECKS, tuple(found), verdicts(ledger, found, claims))
    return [*(finding for finding in found if finding.outcome.passes), *report.problems()]


def fate(mutant: Mutant, before: Sequence[Finding], after: Sequence[Finding]) -> Result:
    """What became of *mutant*, by what the checks said before and after.

    A check that breaks has noticed nothing. A survivor whose subject was not verified before is unproven.
    """
    new = _failures(after)
    new.subtract(_failures(before))
    for (check, _, outcome, cause, _), count in new.items():
        if count > 0 and outcome != Outcome.ERROR:
            return Result(mutant, Fate.KILLED, check, cause)
    if not _was_verified(mutant, before):
        return Result(mutant, Fate.UNPROVEN, why=f"{' or '.join(mutant.guards)} had not verified it before")
    why = _equivalence(mutant, before, after)
    return Result(mutant, Fate.EQUIVALENT if why else Fate.SURVIVED, why=why)


def _equivalence(mutant: Mutant, before: Sequence[Finding], after: Sequence[Finding]) -> str:
    """Why the change says nothing false, or ``""``."""
    computed = _computed(mutant, after)
    rounded = bool(computed) and computed[0][1] == "consistent"
    if mutant.kind in ("input", "symbols") and computed and computed == _computed(mutant, before):
        return "the formula gives the very same number"
    if mutant.kind == "input" and rounded:
        return "the formula's number rounds to the same printed digits"
    if mutant.kind == "unit" and rounded and _BINARY.sub("", mutant.after) == _BINARY.sub("", mutant.before):
        return "the formula's number rounds to the same digits with the binary prefix and the decimal one"
    if {mutant.before, mutant.after} == {"=", "≈"} and rounded:
        return "the value is rounded, and '=' and '≈' say that alike"
    return ""


def _failures(found: Iterable[Finding]) -> Counter[Key]:
    """What fails, without the words that repeat the changed text itself."""
    return Counter(
        (finding.check, finding.subject, finding.outcome.value, finding.cause, finding.expected)
        for finding in found
        if not finding.outcome.passes
    )


def _computed(mutant: Mutant, found: Iterable[Finding]) -> list[tuple[str, str]]:
    """What the formula gave for the mutant's claim (both ends, or the values at its samples), and how well
    the stated quantity agrees."""
    return [
        (str([details.get(key) for key in ("low", "high", "values")]), str(details["grade"]))
        for details in (
            finding.details
            for finding in found
            if finding.check == "recompute" and finding.subject == mutant.subject
        )
        if "grade" in details
    ]


def _was_verified(mutant: Mutant, before: Sequence[Finding]) -> bool:
    if mutant.subject_kind is SubjectKind.PAGE:
        return not any(
            finding.location == mutant.location for finding in before if not finding.outcome.passes
        )
    own = [finding for finding in before if finding.subject == mutant.subject]
    guarded = any(one.outcome is Outcome.VERIFIED for one in own if one.check in mutant.guards)
    return guarded and all(one.outcome.passes for one in own)
