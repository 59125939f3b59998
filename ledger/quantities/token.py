"""What the grammar says of one numeric token: where it stands, what it is, and why."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import Literal

from ledger.quantities.quantity import Quantity
from ledger.quantities.reading import Reading


class Kind(StrEnum):
    """The class of a numeric token."""

    QUANTITY = "quantity"
    """A number of something: what a claim is about."""
    FORMULA = "formula"
    """A symbolic quantity (``4P + 12P/N``); its constants are the token's ``parts``."""
    CONSTANT = "formula-constant"
    """A literal number inside a formula."""
    LIST_COUNT = "list-count"
    """A count of things that the text itself goes on to enumerate (``three reasons:``)."""
    IDENTIFIER = "identifier"
    """Part of a name: ``FP8``, ``H800``, ``ZeRO-3``, ``Stage 3``."""
    ORDINAL = "ordinal"
    """A rank or a place in a sequence: list and heading numbers, ``first``, ``第 3 步``."""
    DATE = "date"
    """A date, a time of day, a year or a span of years."""
    REFERENCE = "reference"
    """A pointer to a place or document: ``Figure 11``, ``§5.2.1``, ``[12]``, ``arXiv:1910.02054``."""
    VERSION = "version"
    CODE = "code"
    """A number in program text, a command, an address, an attribute."""
    EXAMPLE = "example"
    """A number that the text itself supposes (``suppose``, ``假设``, ``let N = 8``)."""
    QUOTED = "quoted"
    """A number quoted as somebody's words rather than asserted."""


@dataclass(slots=True)
class Token:
    """One numeric token of a text; treat it as read-only.

    Attributes:
        start, end: half-open span of the text's ``plain``; ``plain[start:end] == surface``.
        surface: the text of the token: number, sign, comparator word, unit.
        kind: see :class:`Kind`.
        needs_evidence: whether a page must bind or exempt it.
        reason: why, for a human.
        rule: the id of the rule that decided, for statistics and tests.
        reading: the uncomputed quantity, where the token states one.
        parts: the constants of a formula, each a token of its own; else ``()``.
    """

    start: int
    end: int
    surface: str
    kind: Kind
    needs_evidence: bool
    reason: str
    rule: str
    reading: Reading | None = None
    parts: tuple[Token, ...] = ()
    _stated: Quantity | Literal[False] | None = field(default=False, init=False, repr=False, compare=False)

    @property
    def quantity(self) -> Quantity | None:
        """What the token states, computed when first asked for; ``None`` where it states nothing."""
        if self._stated is False:
            self._stated = None if self.reading is None else self.reading.quantity(self.surface)
        return self._stated
