"""What a check is. The explicit list of this project's checks is ``checks.CHECKS``.

A check is a small object with a name, a version, the kind of subject it judges, what its verdict
depends on (so that the runner repeats only what is due), and ``run``. Inside, a pure ``judge()``
turns a document and an observation into a :class:`Finding`; only ``run`` does I/O.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path
from typing import Any, Protocol

from ledger.errors import Location
from ledger.schema.ledger import Ledger
from ledger.schema.outcomes import Outcome

OFFLINE = "offline"
"""The cause of an ``uncheckable`` finding that only the network could settle: a note, never a problem."""


class SubjectKind(StrEnum):
    """What a check judges."""

    CLAIM = "claim"
    SOURCE = "source"
    PAGE = "page"


@dataclass(frozen=True, slots=True)
class Finding:
    """One judgement on one subject, with everything a reader needs to act on it.

    Attributes:
        check: the check's name.
        kind: what the subject is.
        subject: the claim's or source's id, or the page's path.
        outcome: see :class:`~ledger.schema.outcomes.Outcome`.
        cause: a short stable code, for example ``"different-unit"``; ``""`` when verified.
        message: one sentence for people.
        location: the line to look at (and to annotate in CI).
        expected: what the claim says.
        found: what the check saw.
        hint: what to do.
        details: JSON-able facts for the record (window digest, pages, grade, …).
    """

    check: str
    kind: SubjectKind
    subject: str
    outcome: Outcome
    message: str
    location: Location
    cause: str = ""
    expected: str = ""
    found: str = ""
    hint: str = ""
    details: Mapping[str, Any] = field(default_factory=dict)


PARTIAL = "partial"
"""The key, in the details of a ``verified`` finding, of what the check did not verify of the subject."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """What a pure ``judge()`` says, before anybody asks where the subject's field stands.

    ``path`` leads to the field of the subject's document that the verdict is about.
    """

    outcome: Outcome
    message: str
    cause: str = ""
    hint: str = ""
    expected: str = ""
    found: str = ""
    path: tuple[str | int, ...] = ()
    details: Mapping[str, Any] = field(default_factory=dict)

    def finding(self, check: Check, ledger: Ledger, subject: str) -> Finding:
        """The finding of *check* on *subject*, at the place of the field."""
        return Finding(
            check=check.name,
            kind=check.kind,
            subject=subject,
            outcome=self.outcome,
            message=self.message,
            location=ledger.where(check.kind.value, subject, *self.path),
            cause=self.cause,
            expected=self.expected,
            found=self.found,
            hint=self.hint,
            details=self.details,
        )


@dataclass(frozen=True, slots=True)
class Context:
    """What a run is given beside the ledger.

    Attributes:
        store: the directory of the snapshots (content-addressed), which may not exist.
        offline: no network.
        require_snapshots: evidence must be read from the bytes; the lock alone does not do.
        today: the day of the run, ``"2026-11-30"``, so that expiry is testable.
        jobs: how many processes a check may use.
    """

    store: Path
    offline: bool = True
    require_snapshots: bool = False
    today: str = ""
    jobs: int = 1


class Check(Protocol):
    """One rule. Its module's docstring has *What it checks, Why, Known limits, Example*.

    A check may also say ``parallel = True``: many subjects are then judged in other processes, or on a
    cluster. It travels there, so it holds no open files and no state that matters.
    """

    @property
    def name(self) -> str:
        """The name used in policies, waivers and reports."""

    @property
    def version(self) -> str:
        """Raised whenever the rule's meaning changes, so that old results fall due."""

    @property
    def kind(self) -> SubjectKind:
        """What it judges."""

    def subjects(self, ledger: Ledger) -> Iterable[str]:
        """The ids of what it applies to."""

    def inputs(self, ledger: Ledger, subject: str, context: Context) -> Sequence[str]:
        """Digests of everything the verdict on *subject* depends on, beside the check's version."""

    def run(self, ledger: Ledger, subjects: Sequence[str], context: Context) -> Iterator[Finding]:
        """Judge *subjects*; one or more findings each. A fault of the check itself may raise."""
