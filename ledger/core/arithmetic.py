"""Plain arithmetic on numbers that are claims themselves: sums, products, ratios.

A page says "2,048 GPUs in nodes of eight, so 256 nodes"; recomputing that needs no formula of the field.
"""

from __future__ import annotations

from fractions import Fraction
from math import prod
from typing import Annotated

from ledger.core.exact import ceil_div, simplest
from ledger.core.formulas import Citation, Param, Result, formula
from ledger.core.records import read_list
from ledger.core.roots import Number
from ledger.errors import ConditionError

Values = Annotated[tuple[Fraction, ...], Param("1", "as 2,2,12 or a JSON list", read=read_list)]
Value = Annotated[Fraction, Param("1")]
_SOURCE = Citation("definition")


def _some(values: tuple[Fraction, ...]) -> None:
    if not values:
        raise ConditionError("empty", "there must be at least one value")


@formula(
    "arithmetic.sum",
    unit="1",
    convention="in the values' own unit",
    source=_SOURCE,
    example={"values": "2,2,12"},
)
def total(values: Values) -> Number:
    """The sum of the values.

    Raises:
        ConditionError: there is none.
    """
    _some(values)
    return simplest(sum(values, Fraction(0)))


@formula(
    "arithmetic.product",
    unit="1",
    convention="product of the units",
    source=_SOURCE,
    example={"values": "16,16"},
)
def product(values: Values) -> Number:
    """The product of the values.

    Raises:
        ConditionError: there is none.
    """
    _some(values)
    return simplest(prod(values, start=Fraction(1)))


@formula(
    "arithmetic.mean",
    unit="1",
    convention="every value weighs alike",
    source=_SOURCE,
    example={"values": "1,2,6"},
)
def mean(values: Values) -> Number:
    """The mean of the values.

    Raises:
        ConditionError: there is none.
    """
    _some(values)
    return simplest(sum(values, Fraction(0)) / len(values))


@formula(
    "arithmetic.difference",
    unit="1",
    convention="first less second",
    source=_SOURCE,
    example={"minuend": "30", "subtrahend": "23.4"},
)
def difference(minuend: Value, subtrahend: Value) -> Number:
    """The first value less the second."""
    return simplest(minuend - subtrahend)


@formula(
    "arithmetic.ratio",
    unit="1",
    convention="first over second; details has per cent, change and whole parts",
    source=_SOURCE,
    example={"numerator": "2048", "denominator": "8"},
    conditions=("the denominator is not 0",),
)
def ratio(numerator: Value, denominator: Value) -> Result:
    """The first value over the second.

    Raises:
        ConditionError: the second is 0.
    """
    if denominator == 0:
        raise ConditionError("zero", "the denominator must not be 0")
    value = numerator / denominator
    details = {
        "per cent": simplest(100 * value),
        "change in per cent": simplest(100 * (value - 1)),
        "rounded up": ceil_div(value.numerator, value.denominator),
    }
    return Result(simplest(value), details)


FORMULAS = (total, product, mean, difference, ratio)
