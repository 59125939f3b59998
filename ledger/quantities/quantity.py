"""What a number with its unit is: exact value, printed digits, unit, comparator.

The digits as printed matter: ``5``, ``5.0`` and ``5×10^0`` state the same value with different
rounding intervals, ``[4.5, 5.5)``, ``[4.95, 5.05)`` and ``[4.5, 5.5)``.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction


class Comparator(StrEnum):
    """How the stated value bounds the true one."""

    EQUAL = "="
    ABOUT = "≈"
    LESS = "<"
    AT_MOST = "≤"
    GREATER = ">"
    NOT_LESS = "≥"
    RANGE = "range"
    UP_TO = "up-to"
    AT_LEAST = "at-least"


@dataclass(frozen=True, slots=True)
class Quantity:
    """One quantity as a text states it.

    Attributes:
        value: the exact stated value in ``unit`` (the lower end of a range); a scale word or suffix
            (``K``, ``万``) is already multiplied in.
        high: the upper end of a range, else ``None``.
        unit: canonical unit text, for example ``"B/parameter"``; ``"1"`` for a pure number.
        comparator: see :class:`Comparator`.
        quantum: the weight of the last printed digit (``2.78T`` → 10¹⁰), which gives the rounding
            interval ``value ± quantum/2``; ``0`` for an exact form such as ``1/3`` or ``2^15``.
        printed: the text that was read.
        expression: for a symbolic quantity (``16P bytes``) its normalised expression
            (``"16*P"``), where ``value`` is ``None``.
    """

    value: Fraction | None
    unit: str
    comparator: Comparator = Comparator.EQUAL
    high: Fraction | None = None
    quantum: Fraction = Fraction(1)
    printed: str = ""
    expression: str | None = None
