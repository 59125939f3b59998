"""What a search for evidence is given and what it says."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, field

from ledger.quantities import Quantity
from ledger.schema.outcomes import Outcome
from ledger.snapshots.page import Box


@dataclass(frozen=True, slots=True)
class Wanted:
    """What must stand at one place of a document.

    Attributes:
        anchors: ordered short fragments.
        quantity: what the claim states; ``None`` for terms alone.
        page: physical page; ``None`` for any.
        section: number or title; ``None`` for any.
        printed, where, unit: another form in which the source prints the quantity, what its symbols stand
            for, and the unit to read it in.
        loose: the quantity was asked for in words; a plain value is wanted whatever comparator the source
            puts before it, a bare number whatever it counts.
        nouns: words that must follow the number within a few words.
        symbol: what the quantity must be the value of (``K``); ``""`` for anything.
        lead: words that must stand right before it (``multiple of``); ``""`` for any.
        captions: captions that must stand on the page, for example ``("Table 3",)``.
        strict: it is evidence for a claim: the anchors hold what makes the source less sure (``may``), what
            turns a number (``fewer``), and the phrase of the number.
        own: it must be the source's own finding, not what it tells of others.
    """

    anchors: tuple[str, ...]
    quantity: Quantity | None = None
    page: int | None = None
    section: str | None = None
    printed: str | None = None
    where: Mapping[str, str] = field(default_factory=dict)
    unit: str | None = None
    captions: tuple[str, ...] = ()
    loose: bool = False
    nouns: tuple[str, ...] = ()
    symbol: str = ""
    lead: str = ""
    strict: bool = False
    own: bool = False


@dataclass(frozen=True, slots=True)
class Located:
    """Where it stands, or why that cannot be said.

    Attributes:
        outcome: ``verified``, ``contradicted``, ``not-found``, ``ambiguous`` or ``uncheckable``.
        cause: a short stable code, ``""`` when verified.
        message: one sentence for people.
        page: the physical page of the window, or the page that was looked at.
        label: that page's own label.
        section: the innermost section around the window, or ``""``.
        box: the rectangle around anchors and quantity, in points; ``None`` without positions.
        start, end: the window on the page's text, anchors and quantity included.
        text: the window's text, white space folded; for the author's eyes, never published.
        digest: SHA-256 of ``text``, or ``""`` when there is no window.
        found: the quantity as the source prints it.
        comparator: the comparator with which the source states it, as a claim writes it; ``""`` when it was
            not found.
        unit: the unit that the source gives it; ``""`` when it was not found.
        elsewhere: other physical pages on which everything stands.
        claim: what the anchors of a claim must hold beyond this; ``""`` when they do, or nothing was found.
        anchors: longer anchors, out of the source's text, with which a claim is found; empty when there are
            none.
        cite: the section whose citation a claim needs besides; ``""`` for none.
    """

    outcome: Outcome
    cause: str
    message: str
    page: int | None = None
    label: str = ""
    section: str = ""
    box: Box | None = None
    start: int = 0
    end: int = 0
    text: str = ""
    digest: str = ""
    found: str = ""
    comparator: str = ""
    unit: str = ""
    elsewhere: tuple[int, ...] = ()
    claim: str = ""
    anchors: tuple[str, ...] = ()
    cite: str = ""


def window_digest(text: str) -> str:
    """SHA-256 of a window's text with white space folded."""
    return hashlib.sha256(" ".join(text.split()).encode("utf-8")).hexdigest()
