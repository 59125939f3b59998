"""A quantity from the fields of a claim document: numbers, units and expressions, without the scanner.

A ledger's claims are read at every start, its pages only where they have changed; so this module stays clear
of all that reads running text.
"""

from __future__ import annotations

import re
from fractions import Fraction

from ledger.errors import QuantityError
from ledger.quantities import expression, grammar
from ledger.quantities.evaluation import evaluate
from ledger.quantities.quantity import Comparator, Form, Quantity
from ledger.quantities.reading import EXACT, Numeral, Reading
from ledger.quantities.units import resolve

_SYMBOL = re.compile(r"[A-Za-zΑ-Ωα-ωϕϵℓ√]")
_NUMERIC = re.compile(r"[-−+]?[\d.]")
_SHAPE = re.compile(r"\d+(?:\s?[×x]\s?\d+)+")


def from_fields(
    value: str, unit: str = "1", comparator: str | Comparator = Comparator.EQUAL, high: str | None = None
) -> Quantity:
    """The quantity of a claim's fields, each as the claim document quotes it.

    Args:
        value: ``"16"``, ``"2.78e12"``, ``"-0.42"``, ``"1/3"``, ``"2^15"``, ``"8×400"`` or an expression
            such as ``"16*P"``; with ``high``, the lower end.
        unit: a unit such as ``"B/parameter"``; an unknown word counts things of its own kind.
        comparator: one of the values of :class:`Comparator`.
        high: the upper end of a range.

    Raises:
        QuantityError: a value that is neither a number nor an expression, ends out of order, an unknown
            comparator, ``high`` without a range or a range without ``high``.
        UnitError: a text that is not shaped like a unit.
    """
    try:
        bound = Comparator(comparator)
    except ValueError as error:
        known = ", ".join(item.value for item in Comparator)
        raise QuantityError(f"unknown comparator {comparator!r}; known are {known}") from error
    name = resolve(unit).name
    printed = value if high is None else f"{value} to {high}"
    if (high is None) == (bound is Comparator.RANGE):
        raise QuantityError("a range has both ends, and only a range has an upper end")
    if high is not None:
        return _range(value, high, name, printed)
    if _SHAPE.fullmatch(value.strip()):
        return _factors(value, name, bound)
    if (_NUMERIC.match(value.strip()) and _SYMBOL.sub("", value) == value) or _is_scientific(value):
        number, quantum = _number(value)
        return Quantity(number, name, bound, None, quantum, printed)
    node = expression.parse(value)
    if not expression.symbols(node):
        return Quantity(evaluate(node, {}), name, bound, None, EXACT, printed)
    return Quantity(None, name, bound, None, EXACT, printed, expression.normal(node))


def _is_scientific(value: str) -> bool:
    return (
        re.fullmatch(r"\s*[-−+]?[\d.,]+(?:[eE][-+−]?\d+|\s?[×x·*]\s?10\^?\S+|[KkMBT])\s*", value) is not None
    )


def _range(low: str, high: str, unit: str, printed: str) -> Quantity:
    (first, one), (second, two) = _number(low), _number(high)
    if first >= second:
        raise QuantityError(f"the range {printed} does not rise")
    return Quantity(first, unit, Comparator.RANGE, second, min(one, two), printed)


def _factors(value: str, unit: str, bound: Comparator) -> Quantity:
    factors = tuple(Fraction(part) for part in re.split(r"\s?[×x]\s?", value.strip()))
    product = Fraction(1)
    for factor in factors:
        product *= factor
    form = Form.SHAPE if unit == "element" else Form.PRODUCT
    return Quantity(product, unit, bound, None, EXACT, value, factors=factors, form=form)


def _number(text: str) -> tuple[Fraction, Fraction]:
    stripped = text.strip()
    negative = stripped[:1] in ("-", "−")
    body = stripped.lstrip("+-−")
    found = grammar.numeral(body, 0, len(body))
    if found is None or found[1] != len(body):
        raise QuantityError(f"{text!r} is not a number")
    numeral: Numeral = found[0]
    numeral.negative = negative
    quantity = Reading((numeral,)).quantity(text)
    if quantity is None or quantity.value is None:
        raise QuantityError(f"{text!r} is out of range")
    return quantity.value, quantity.quantum
