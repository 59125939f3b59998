"""Running checks on their subjects: here, in a process pool, or on a cluster; the findings are the same."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from concurrent.futures import Future, as_completed
from dataclasses import dataclass
from typing import Protocol

from ledger.errors import DocumentError
from ledger.registry import Check, Context, Finding, SubjectKind
from ledger.runner.plan import error_finding
from ledger.schema.ledger import Ledger

BATCH = 64
"""Subjects judged between two commits; what an interruption can lose at most."""

WORTH_A_POOL = 32
"""From so many due subjects of a parallel check on, starting processes pays."""


@dataclass(frozen=True, slots=True)
class Batch:
    """Subjects that are finished, with every finding on them."""

    subjects: tuple[str, ...]
    findings: tuple[Finding, ...]


class Pool(Protocol):
    """Somewhere else to judge: a process pool or a cluster. The ledger and the context are there already."""

    @property
    def batch(self) -> int:
        """How many subjects to send at a time."""

    def submit(self, check: Check, subjects: tuple[str, ...]) -> Future[tuple[Finding, ...]]:
        """Judge *subjects* there with :func:`judge`."""


def batches(
    check: Check, ledger: Ledger, subjects: Sequence[str], context: Context, pool: Pool | None = None
) -> Iterator[Batch]:
    """Judge *subjects*, yielding them batch by batch as they finish.

    A check that raises, that says nothing of a subject, or that judges what it was not asked about
    yields ``error`` findings: silence never counts as a pass.
    """
    if pool is not None and is_parallel(check) and len(subjects) >= WORTH_A_POOL:
        yield from _elsewhere(check, ledger, subjects, pool)
        return
    for some in _split(subjects, max(BATCH, len(subjects) // 16)):
        yield Batch(some, judge(check, ledger, some, context))


def is_parallel(check: Check) -> bool:
    """Whether the check says that its subjects may be judged in other processes."""
    return bool(getattr(check, "parallel", False))


def judge(check: Check, ledger: Ledger, subjects: tuple[str, ...], context: Context) -> tuple[Finding, ...]:
    """Every finding of *check* on *subjects*, sorted by subject; a check's own fault is a finding.

    Raises:
        DocumentError: a document that the checks stand on (the evidence lock) does not read.
    """
    try:
        findings = list(check.run(ledger, subjects, context))
    except DocumentError:
        raise
    except Exception as fault:  # a check's own fault is a finding: it must never end the run
        if len(subjects) > 1:
            return tuple(finding for one in subjects for finding in judge(check, ledger, (one,), context))
        return (error_finding(check, ledger, subjects[0], fault),)
    findings += _protocol_faults(check, ledger, subjects, findings)
    return tuple(sorted(findings, key=lambda finding: (finding.subject, finding.location, finding.cause)))


def _protocol_faults(
    check: Check, ledger: Ledger, subjects: Sequence[str], findings: Sequence[Finding]
) -> list[Finding]:
    asked, answered = set(subjects), {finding.subject for finding in findings}
    silent = [(one, _Silence("no finding")) for one in subjects if one not in answered]
    strays = [(one, _Stray("it was not asked about this")) for one in sorted(answered - asked)]
    return [error_finding(check, ledger, one, fault) for one, fault in (*silent, *strays)]


class _Silence(Exception):
    """A check gave no finding on a subject."""


class _Stray(Exception):
    """A check gave a finding on something else."""


def _elsewhere(check: Check, ledger: Ledger, subjects: Sequence[str], pool: Pool) -> Iterator[Batch]:
    sent = {pool.submit(check, some): some for some in by_source(check, ledger, subjects, pool.batch)}
    try:
        for future in as_completed(sent):
            yield Batch(sent[future], _result(check, ledger, sent[future], future))
    finally:
        for future in sent:
            future.cancel()


def by_source(check: Check, ledger: Ledger, subjects: Sequence[str], size: int) -> list[tuple[str, ...]]:
    """*subjects* in batches of about *size*, those of one source together.

    Two workers that read the same document would each extract it; so a source's claims stay in one batch
    until there are four batches of them.
    """
    groups: dict[str, list[str]] = {}
    for subject in subjects:
        claim = ledger.claims.get(subject) if check.kind is SubjectKind.CLAIM else None
        cited = claim.evidence[0].source if claim is not None and claim.evidence else ""
        groups.setdefault(cited, []).append(subject)
    found: list[tuple[str, ...]] = []
    waiting: list[str] = []
    for group in groups.values():
        limit = size if len(group) > 4 * size else len(group)
        for some in _split(group, limit):
            waiting += some
            if len(waiting) >= size:
                found.append(tuple(waiting))
                waiting = []
    return [*found, tuple(waiting)] if waiting else found


def _result(
    check: Check, ledger: Ledger, subjects: tuple[str, ...], future: Future[tuple[Finding, ...]]
) -> tuple[Finding, ...]:
    try:
        return future.result()
    except DocumentError:
        raise
    except Exception as fault:  # a worker that died is no verdict on its subjects
        return tuple(error_finding(check, ledger, one, fault) for one in subjects)


def _split(subjects: Sequence[str], size: int) -> Iterator[tuple[str, ...]]:
    return (tuple(subjects[start : start + size]) for start in range(0, len(subjects), size))
