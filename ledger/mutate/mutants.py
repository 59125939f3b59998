"""What a mutant is, and what became of it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from ledger.errors import Location
from ledger.registry import SubjectKind
from ledger.schema.ledger import Ledger

CONTROL = "control"
"""The kind of a mutant that changes nothing."""


@dataclass(frozen=True, slots=True)
class Mutant:
    """One change.

    Attributes:
        kind: what is changed (:class:`ledger.mutate.alteration.Change`, ``page``, ``section``, ``source``,
            ``input``, or :data:`CONTROL`).
        subject_kind, subject: the page (its path) or claim (its id) that is changed.
        location: the place of the change.
        before, after: what stood there, and what stands there now.
        guards: the checks one of which should notice.
    """

    kind: str
    subject_kind: SubjectKind
    subject: str
    location: Location
    before: str
    after: str
    guards: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Changed:
    """A mutant with the ledger that has the change.

    Attributes:
        mutant: see :class:`Mutant`.
        ledger: with the change.
        part: where a part of the page reads alone as it does on the page, two ledgers in which only that part
            stands: without and with the change.
    """

    mutant: Mutant
    ledger: Ledger
    part: tuple[Ledger, Ledger] | None = None


class Fate(StrEnum):
    """What became of a mutant."""

    KILLED = "killed"
    """A check reports what it did not report before."""
    SURVIVED = "survived"
    EQUIVALENT = "equivalent"
    """The change says nothing false; ``why`` tells (the formula gives the same number, say)."""
    UNPROVEN = "unproven"
    """The checks that guard it had not verified it in the first place, so nothing can be lost."""


@dataclass(frozen=True, slots=True)
class Result:
    """A mutant's fate, and the check that noticed (with its cause), ``""`` if none did; ``why`` it is
    equivalent or unproven."""

    mutant: Mutant
    fate: Fate
    check: str = ""
    cause: str = ""
    why: str = ""
