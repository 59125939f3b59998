"""Exact division, square roots and exponentials: rational where they are, else to fifty digits."""

from __future__ import annotations

from decimal import Decimal, localcontext
from fractions import Fraction
from math import isqrt

from ledger.core.exact import simplest
from ledger.errors import ConditionError

PRECISION = 50  # significant digits of an irrational result
LARGEST_POWER = 10**6
SERIES_BELOW = Fraction(1, 10**30)  # where three terms of the series have over ninety digits
Number = int | Fraction
Real = int | Fraction | Decimal


def divide(number: Number, by: int) -> Number:
    """``number / by``, exactly; ``int`` where it is whole."""
    if isinstance(number, int) and number % by == 0:
        return number // by
    return simplest(Fraction(number) / by)


def to_decimal(number: Number) -> Decimal:
    """The number to :data:`PRECISION` significant digits."""
    with localcontext() as context:
        context.prec = PRECISION
        fraction = Fraction(number)
        return Decimal(fraction.numerator) / Decimal(fraction.denominator)


def square_root(number: Number) -> Real:
    """The square root: exact where it is rational, else ``Decimal`` to :data:`PRECISION` digits.

    *number* must not be negative.
    """
    fraction = Fraction(number)
    top, bottom = isqrt(fraction.numerator), isqrt(fraction.denominator)
    if top * top == fraction.numerator and bottom * bottom == fraction.denominator:
        return simplest(Fraction(top, bottom))
    with localcontext() as context:
        context.prec = PRECISION
        return to_decimal(fraction).sqrt()


def surd(rational: Number, coefficient: Number, radicand: Number) -> Real:
    """``rational + coefficient·√radicand``: exact where the root is rational, else ``Decimal``."""
    root = square_root(radicand)
    if not isinstance(root, Decimal):
        return simplest(Fraction(rational) + Fraction(coefficient) * Fraction(root))
    with localcontext() as context:
        context.prec = PRECISION
        return to_decimal(rational) + to_decimal(coefficient) * root


def exponential(number: Number) -> Decimal:
    """e to the power *number*, to :data:`PRECISION` significant digits; 0 below e to the minus a million.

    Raises:
        ConditionError: *number* is above a million.
    """
    with localcontext() as context:
        context.prec = PRECISION + 10
        power = _power(number)
    with localcontext() as context:
        context.prec = PRECISION
        return +power


def exponential_less_one(number: Number) -> Decimal:
    """e to the power *number*, less one, without the loss of digits near zero.

    Raises:
        ConditionError: *number* is above a million.
    """
    small = Fraction(number)
    if abs(small) < SERIES_BELOW:
        return to_decimal(small * (1 + small / 2 + small * small / 6))
    with localcontext() as context:
        context.prec = 2 * PRECISION
        difference = _power(number) - 1
    with localcontext() as context:
        context.prec = PRECISION
        return +difference


def _power(number: Number) -> Decimal:
    fraction = Fraction(number)
    if fraction > LARGEST_POWER:
        raise ConditionError("too-large", f"e to a power above {LARGEST_POWER} has no use")
    if fraction < -LARGEST_POWER:
        return Decimal(0)
    return (Decimal(fraction.numerator) / Decimal(fraction.denominator)).exp()
