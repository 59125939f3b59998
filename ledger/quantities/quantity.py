"""What a number with its unit is: exact value, printed digits, unit, comparator.

The digits as printed matter: ``5``, ``5.0`` and ``5×10^0`` state the same value with different
rounding intervals, ``[4.5, 5.5)``, ``[4.95, 5.05)`` and ``[4.5, 5.5)``.
"""

from __future__ import annotations

from dataclasses import dataclass, field
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


class Form(StrEnum):
    """How the text builds the number, where more than the value is stated."""

    NUMBER = "number"
    PRODUCT = "product"
    """``8×400 Gbps``: the value is the product, the factors are kept."""
    SHAPE = "shape"
    """``1×128 tile``: the factors are the statement."""
    PART = "part"
    """``3 of 16``: the value is the fraction, the factors are part and whole."""


@dataclass(frozen=True, slots=True)
class Quantity:
    """One quantity as a text states it.

    Attributes:
        value: the exact stated value in ``unit`` (the lower end of a range); a scale word or suffix
            (``K``, ``万``) is already multiplied in.
        high: the upper end of a range or of a tolerance (``0.02 ± 0.003``), else ``None``.
        unit: canonical unit text, for example ``"B/parameter"``; ``"1"`` for a pure number.
        comparator: see :class:`Comparator`.
        quantum: the weight of the last printed digit (``2.78T`` → 10¹⁰), which gives the rounding
            interval ``value ± quantum/2``; ``0`` for an exact form such as ``1/3`` or ``2^15``.
        printed: the text that was read; no part of equality.
        expression: for a symbolic quantity (``16P bytes``) its normalised expression
            (``"16*P"``), where ``value`` is ``None``.
        factors: the factors of a product, shape or part, else ``()``.
        form: see :class:`Form`.
    """

    value: Fraction | None
    unit: str
    comparator: Comparator = Comparator.EQUAL
    high: Fraction | None = None
    quantum: Fraction = Fraction(1)
    printed: str = field(default="", compare=False)
    expression: str | None = None
    factors: tuple[Fraction, ...] = ()
    form: Form = Form.NUMBER

    def text(self) -> str:
        """One canonical spelling, which the grammar reads back to an equal quantity.

        For example ``"≈ 30 GB"``, ``"30 to 40 %"``, ``"2.78e12"``, ``"16*P B"``.
        """
        sign = _PREFIX[self.comparator]
        unit = "" if self.unit == "1" else f" {self.unit}"
        if self.expression is not None:
            return f"{sign}{self.expression.replace('-', '−')}{unit}"
        value = self.value if self.value is not None else Fraction(0)
        if self.form is not Form.NUMBER:
            joint = " of " if self.form is Form.PART else "*"
            body = joint.join(decimal(factor) for factor in self.factors)
            return f"{sign}{body}{' tile' if self.form is Form.SHAPE else unit}"
        if self.high is None:
            return f"{sign}{numeral(value, self.quantum, unit != '')}{unit}"
        if self.comparator is Comparator.ABOUT:
            centre, error = (value + self.high) / 2, (self.high - value) / 2
            return f"{numeral(centre, self.quantum)} ± {numeral(error, self.quantum)}{unit}"
        return f"{sign}{numeral(value, self.quantum)} to {numeral(self.high, self.quantum)}{unit}"


_PREFIX = {
    Comparator.EQUAL: "",
    Comparator.ABOUT: "≈ ",
    Comparator.LESS: "< ",
    Comparator.AT_MOST: "≤ ",
    Comparator.GREATER: "> ",
    Comparator.NOT_LESS: "≥ ",
    Comparator.RANGE: "",
    Comparator.UP_TO: "up to ",
    Comparator.AT_LEAST: "at least ",
}


def decimal(value: Fraction) -> str:
    """*value* in decimal digits, all of them; a value that has no finite form is a ``÷`` of two numbers."""
    places, rest = 0, value
    while rest.denominator != 1 and places < 30:
        rest, places = rest * 10, places + 1
    if rest.denominator != 1:
        return f"{value.numerator}÷{value.denominator}"
    digits = str(abs(rest.numerator)).rjust(places + 1, "0")
    sign = "-" if value < 0 else ""
    return sign + (digits if places == 0 else f"{digits[:-places]}.{digits[-places:]}")


def numeral(value: Fraction, quantum: Fraction, divided: bool = True) -> str:
    """*value* with its last digit at *quantum* (a power of ten); as ``1/3`` or ``7÷2`` when that is 0."""
    sign = "-" if value < 0 else ""
    if quantum == 0:
        top, bottom = abs(value.numerator), value.denominator
        return f"{sign}{top}{'/' if top < bottom < 10**5 and not divided else '÷'}{bottom}"
    exponent = len(str(quantum.numerator)) - 1 if quantum >= 1 else 1 - len(str(quantum.denominator))
    digits = str(abs(round(value / quantum)))
    if 0 <= -exponent <= 12:
        digits = digits.rjust(1 - exponent, "0")
        return sign + (digits if exponent == 0 else f"{digits[:exponent]}.{digits[exponent:]}")
    mantissa = digits if len(digits) == 1 else f"{digits[0]}.{digits[1:]}"
    return f"{sign}{mantissa}e{exponent + len(digits) - 1}"
