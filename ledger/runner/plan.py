"""What is due: which subjects each check has, and the key that its verdict on each depends on."""

from __future__ import annotations

import hashlib
import traceback
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from ledger.db import canonical_json
from ledger.errors import DocumentError, Location
from ledger.registry import Check, Context, Finding, SubjectKind
from ledger.schema.ledger import Ledger, digest
from ledger.schema.outcomes import Outcome

PACKAGES = ("ledger", "checks")


@dataclass(frozen=True, slots=True)
class Selection:
    """Which subjects a run is about; ``None`` takes all of a kind."""

    claims: frozenset[str] | None = None
    sources: frozenset[str] | None = None
    pages: frozenset[str] | None = None

    def __contains__(self, subject: tuple[SubjectKind, str]) -> bool:
        kind, name = subject
        wanted = {
            SubjectKind.CLAIM: self.claims,
            SubjectKind.SOURCE: self.sources,
            SubjectKind.PAGE: self.pages,
        }[kind]
        return wanted is None or name in wanted

    def __and__(self, other: Selection) -> Selection:
        """What both select."""
        return Selection(
            _both(self.claims, other.claims),
            _both(self.sources, other.sources),
            _both(self.pages, other.pages),
        )


def _both(one: frozenset[str] | None, other: frozenset[str] | None) -> frozenset[str] | None:
    if one is None or other is None:
        return other if one is None else one
    return one & other


EVERYTHING = Selection()


@dataclass(frozen=True, slots=True)
class Task:
    """One check on one subject, with the digests that its result is stored under."""

    subject: str
    claim_hash: str | None
    source_hash: str | None
    key: str


@dataclass(frozen=True, slots=True)
class Plan:
    """A check, its tasks, and the findings on what could not even be planned."""

    check: Check
    tasks: tuple[Task, ...]
    faults: tuple[Finding, ...] = ()


class Planner:
    """Computes keys, each document's digest, and that of each claim's sources, once."""

    def __init__(self, ledger: Ledger, context: Context) -> None:
        self._ledger = ledger
        self._context = context
        self._digests: dict[tuple[SubjectKind, str], str | None] = {}
        self._cited: dict[str, str | None] = {}

    def plan(self, check: Check, selection: Selection = EVERYTHING) -> Plan:
        """The tasks of *check*; a subject whose inputs cannot be told becomes an ``error`` finding.

        Raises:
            DocumentError: a document that the checks stand on (the evidence lock) does not read.
        """
        try:
            subjects = [name for name in check.subjects(self._ledger) if (check.kind, name) in selection]
        except Exception as fault:  # a check's own fault is a finding: it must never end the run
            return Plan(check, (), (error_finding(check, self._ledger, check.name, fault),))
        tasks: list[Task] = []
        faults: list[Finding] = []
        for subject in dict.fromkeys(subjects):
            try:
                tasks.append(self._task(check, subject))
            except DocumentError:
                raise
            except Exception as fault:  # as above, for one subject
                faults.append(error_finding(check, self._ledger, subject, fault))
        return Plan(check, tuple(tasks), tuple(faults))

    def _task(self, check: Check, subject: str) -> Task:
        own = self._digest(check.kind, subject)
        sources = self._sources(subject) if check.kind is SubjectKind.CLAIM else None
        inputs = check.inputs(self._ledger, subject, self._context)
        parts = [program_digest(), check.name, check.version, check.kind, subject, own, sources, list(inputs)]
        return Task(
            subject=subject,
            claim_hash=own if check.kind is SubjectKind.CLAIM else None,
            source_hash=own if check.kind is SubjectKind.SOURCE else sources,
            key=_sha256(canonical_json(parts)),
        )

    def _digest(self, kind: SubjectKind, name: str) -> str | None:
        if (kind, name) not in self._digests:
            self._digests[kind, name] = _document_digest(self._ledger, kind, name)
        return self._digests[kind, name]

    def _sources(self, claim: str) -> str | None:
        """One digest of all the sources that a claim cites."""
        if claim not in self._cited:
            document = self._ledger.claims.get(claim)
            evidence = document.evidence if document is not None else ()
            cited = [self._digest(SubjectKind.SOURCE, id) for id in sorted({one.source for one in evidence})]
            self._cited[claim] = _sha256(canonical_json(cited)) if cited else None
        return self._cited[claim]


def error_finding(check: Check, ledger: Ledger, subject: str, fault: BaseException) -> Finding:
    """The finding on a check that failed: ``error``, with the traceback for the record."""
    return Finding(
        check=check.name,
        kind=check.kind,
        subject=subject,
        outcome=Outcome.ERROR,
        cause="check-failed",
        message=f"the check itself failed: {type(fault).__name__}: {fault}",
        location=subject_location(ledger, check.kind, subject),
        hint="this is a fault of the check, not of the document; please report it",
        details={"traceback": "".join(traceback.format_exception(fault))[-8000:]},
    )


def subject_location(ledger: Ledger, kind: SubjectKind, subject: str) -> Location:
    """Where a subject's document begins."""
    if kind is SubjectKind.PAGE:
        return Location(subject)
    return ledger.where(kind.value, subject)


@cache
def program_digest() -> str:
    """SHA-256 over this program's own source: a changed rule makes every stored result due.

    A check's version says that its *meaning* changed; this catches what nobody thought to say.
    """
    hasher = hashlib.sha256()
    for package in PACKAGES:
        for path in _sources_of(package):
            hasher.update(path.name.encode() + b"\0" + path.read_bytes() + b"\0")
    return hasher.hexdigest()


def _sources_of(package: str) -> Iterable[Path]:
    base = Path(__file__).parents[1] if package == "ledger" else Path(__file__).parents[2] / package
    return sorted(base.rglob("*.py"))


def _document_digest(ledger: Ledger, kind: SubjectKind, name: str) -> str | None:
    if kind is SubjectKind.PAGE:
        page = ledger.pages.get(name)
        return page.sha256 if page is not None else None
    documents: Mapping[str, object] = ledger.claims if kind is SubjectKind.CLAIM else ledger.sources
    if name not in documents:
        return None
    return digest(ledger.claims[name] if kind is SubjectKind.CLAIM else ledger.sources[name])


def _sha256(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def plans(
    ledger: Ledger, checks: Sequence[Check], context: Context, selection: Selection = EVERYTHING
) -> list[Plan]:
    """The plan of each check, in the order given."""
    planner = Planner(ledger, context)
    return [planner.plan(check, selection) for check in checks]
