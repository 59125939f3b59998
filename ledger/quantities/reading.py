"""What the grammar found at one place, not yet computed: the strings of a quantity.

Computing exact values costs more than finding them, and most tokens of a page are never asked for theirs.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction

from ledger.quantities import expression
from ledger.quantities.numerals import VULGAR, Number, chinese, digits, english, scaled
from ledger.quantities.quantity import Comparator, Form, Quantity

EXACT = Fraction(0)
REACH = 96
"""How far the parts of a quantity may lie apart, in characters."""
ENDS = frozenset(",.;:!?)]}\n\t|，。；：、）】”’\"'！？…")
"""Signs behind a number that nothing of its quantity can follow."""
SPACES = " \u00a0\u2007\u2009\u202f"


@dataclass(slots=True)
class Numeral:
    """One number as printed: its text, script, scale word and sign."""

    text: str
    script: str = "digits"
    """``digits``, ``chinese``, ``english``, ``fraction`` (``1/3``) or ``parts`` (``三分之一``)."""
    scale: str = ""
    negative: bool = False

    def number(self) -> Number:
        """Value and quantum.

        Raises:
            ValueError: an exponent out of bounds, a malformed Chinese numeral.
        """
        value, quantum = scaled(_READERS[self.script](self.text), self.scale)
        return (-value if self.negative else value), quantum


def _fraction(text: str) -> Number:
    if text[-1] in VULGAR:
        part = Fraction(*VULGAR[text[-1]])
        return (Fraction(int(text[:-1])) if text[:-1] else Fraction(0)) + part, EXACT
    top, _, bottom = text.partition("÷" if "÷" in text else "/")
    if int(bottom) == 0:
        raise ValueError("division by zero")
    return Fraction(int(top), int(bottom)), EXACT


def _parts(text: str) -> Number:
    bottom, _, top = text.partition("分之")
    below, above = (digits(t) if t[0].isascii() else chinese(t) for t in (bottom, top))
    if below[0] == 0:
        raise ValueError("division by zero")
    return above[0] / below[0], EXACT


_READERS: dict[str, Callable[[str], Number]] = {
    "digits": digits,
    "chinese": chinese,
    "english": english,
    "fraction": _fraction,
    "parts": _parts,
}


@dataclass(slots=True)
class Reading:
    """The strings of one quantity; see :class:`~ledger.quantities.quantity.Quantity` for the fields."""

    numbers: tuple[Numeral, ...]
    unit: str = "1"
    comparator: Comparator = Comparator.EQUAL
    shape: str = "one"
    """``one``, ``range``, ``tolerance`` (``a ± b``), ``product``, ``shape``, ``part`` or ``formula``."""
    node: expression.Node | None = None
    tens: tuple[int, int] | None = None
    """The bounds of a vague number (``十几``: 11 to 19), in units of its scale."""

    def quantity(self, printed: str) -> Quantity | None:
        """The quantity, or ``None`` when its value is out of bounds or malformed."""
        try:
            return self._quantity(printed)
        except (ValueError, ArithmeticError):
            return None

    def _quantity(self, printed: str) -> Quantity:
        if self.node is not None:
            text = expression.normal(self.node)
            return Quantity(None, self.unit, self.comparator, None, EXACT, printed, text)
        if self.tens is not None:
            return self._vague(printed)
        values = [numeral.number() for numeral in self.numbers]
        if self.shape in ("range", "tolerance"):
            return self._interval(values, printed)
        if self.shape in _FORMS:
            return self._product(values, printed)
        value, quantum = values[0]
        return Quantity(value, self.unit, self.comparator, None, quantum, printed)

    def _interval(self, values: list[Number], printed: str) -> Quantity:
        (low, first), (high, second) = values
        quantum = min(first, second)
        if self.shape == "tolerance":
            low, high = low - abs(high), low + abs(high)
            return Quantity(low, self.unit, Comparator.ABOUT, high, quantum, printed)
        bound = Comparator.RANGE if self.comparator is Comparator.EQUAL else self.comparator
        return Quantity(low, self.unit, bound, high, quantum, printed)

    def _product(self, values: list[Number], printed: str) -> Quantity:
        factors = tuple(value for value, _ in values)
        form = _FORMS[self.shape]
        if form is Form.PART:
            value = factors[0] / factors[1]
        else:
            value = Fraction(1)
            for factor in factors:
                value *= factor
        return Quantity(value, self.unit, self.comparator, None, EXACT, printed, factors=factors, form=form)

    def _vague(self, printed: str) -> Quantity:
        low, high = self.tens or (0, 0)
        quantum = Fraction(1) if (low + high) % 2 == 0 else Fraction(1, 10)
        bound = Comparator.ABOUT if self.comparator is Comparator.EQUAL else self.comparator
        return Quantity(Fraction(low), self.unit, bound, Fraction(high), quantum, printed)


_FORMS = {"product": Form.PRODUCT, "shape": Form.SHAPE, "part": Form.PART}


@dataclass(slots=True)
class Found:
    """A quantity found: its span, its reading, whether a unit or scale word was printed."""

    start: int
    end: int
    reading: Reading
    has_unit: bool = False
    has_scale: bool = False
    lost_exponent: bool = False
