"""One quantity from one text, and from the fields of a claim document."""

from __future__ import annotations

import re
from fractions import Fraction

from ledger.errors import QuantityError
from ledger.quantities import comparators, expression, formula, grammar, units
from ledger.quantities.evaluation import evaluate
from ledger.quantities.fold import Folded, fold
from ledger.quantities.quantity import Comparator, Form, Quantity
from ledger.quantities.reading import EXACT, Found, Numeral, Reading
from ledger.quantities.scanner import scan
from ledger.quantities.text import Text
from ledger.quantities.token import Kind, Token
from ledger.quantities.units import resolve

MAX_LENGTH = 2000
_STATING = (Kind.QUANTITY, Kind.FORMULA, Kind.LIST_COUNT, Kind.EXAMPLE, Kind.QUOTED)
_FIRST = re.compile(r"\.?[0-9]|[½⅓⅔¼¾⅕⅖⅗⅘⅙⅚⅛⅜⅝⅞]")
_COMPARED = re.compile(
    r"(?:[<>]=?|[≈≤≥~∼≲≳]|[Uu]p to|[Aa]t least|[Aa]t most|[Aa]bout|约为?|不超过|至少|至多)\s*"
)
_SYMBOL = re.compile(r"[A-Za-zΑ-Ωα-ωϕϵℓ√]")
_NUMERIC = re.compile(r"[-−+]?[\d.]")
_SHAPE = re.compile(r"\d+(?:\s?[×x]\s?\d+)+")


def parse(text: str | Text) -> Quantity:
    """The one quantity that *text* states; words and names around it are allowed, other quantities not.

    Raises:
        QuantityError: no quantity, more than one, or one whose value cannot be read.
    """
    plain = text if isinstance(text, str) else text.plain
    if len(plain) > MAX_LENGTH:
        raise QuantityError(f"a quantity has at most {MAX_LENGTH} characters")
    whole = _whole(fold(text))
    if whole is not None:
        return whole
    stating = [token for token in scan(text) if token.kind in _STATING]
    if not stating:
        raise QuantityError(f"{_shown(plain)} states no quantity")
    if len(stating) > 1:
        found = ", ".join(repr(token.surface) for token in stating[:4])
        raise QuantityError(f"{_shown(plain)} states more than one quantity: {found}")
    return _stated(stating[0])


def _whole(f: Folded) -> Quantity | None:
    """The quantity that the text is from end to end, whatever a page would take it for (``2021``)."""
    start, end = len(f.plain) - len(f.plain.lstrip()), len(f.plain.rstrip())
    first = _FIRST.search(f.work, start, end)
    if first is None:
        return None
    found = grammar.read(f.work, first.start(), end, start, reach=end)
    if found is None or (found.start, found.end) != (start, end) or found.lost_exponent:
        found = _whole_formula(f.work, start, end)
    return None if found is None else found.reading.quantity(f.plain[start:end])


def _whole_formula(s: str, start: int, end: int) -> Found | None:
    """A comparator, an expression, a unit, and nothing else."""
    sign = _COMPARED.match(s, start, end)
    head = start if sign is None else sign.end()
    read = expression.read(s, head, end)
    if read is None or not formula.is_formula(read[0], any_symbol=any(c in s[head:end] for c in "*/^()")):
        return None
    found = Found(head, read[1], Reading((), node=read[0], shape="formula"))
    unit = units.match(s, read[1], end)
    if unit is not None:
        found.end, found.reading.unit = unit[0], unit[1]
    comparators.prefix(s, found, start)
    return found if (found.start, found.end) == (start, end) else None


def _stated(token: Token) -> Quantity:
    quantity = token.quantity
    if quantity is None:
        raise QuantityError(f"{token.surface!r} cannot be read: {token.reason}")
    return quantity


def _shown(plain: str) -> str:
    return repr(plain if len(plain) <= 60 else plain[:57] + "…")


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
