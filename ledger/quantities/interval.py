"""Rounding intervals, and whether an observed quantity agrees with a claimed one.

A printed ``2.78`` stands for every true value in ``[2.775, 2.785)``. Two statements of one value agree
when the finer one lies in the coarser one's interval. Nothing but the printed digits gives tolerance.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from fractions import Fraction
from functools import lru_cache

from ledger.errors import QuantityError
from ledger.quantities.evaluation import equivalent
from ledger.quantities.quantity import Comparator, Form, Quantity
from ledger.quantities.units import Unit, conversion, resolve


class Grade(StrEnum):
    """How well two quantities agree, or what they differ in."""

    EXACT = "exact"
    """The same value, unit and comparator."""
    CONSISTENT = "consistent"
    """The finer value rounds to the coarser one."""
    BY_ROUNDING = "consistent-only-by-rounding"
    """Neither value lies in the other's interval, but the intervals meet."""
    INCONSISTENT = "inconsistent"
    """The intervals do not meet."""
    MORE_DIGITS = "more-digits"
    """A restatement prints more digits than it has to rest on."""
    ROUNDED = "rounded"
    """A restatement prints fewer digits, and by that says another thing."""
    UNIT = "different-unit"
    SIGN = "different-sign"
    COMPARATOR = "different-comparator"
    FORM = "different-form"
    """A number against a formula, a range or a shape."""


@dataclass(frozen=True, slots=True)
class Agreement:
    """The outcome of one comparison.

    Attributes:
        grade: see :class:`Grade`.
        reason: why, for a human.
        omitted: a counting unit that the claim has and the observed text left out (``"/parameter"``);
            ``""`` when the units are the same.
    """

    grade: Grade
    reason: str
    omitted: str = ""

    @property
    def agrees(self) -> bool:
        """Exact or consistent. ``BY_ROUNDING`` is not agreement: the caller decides about it."""
        return self.grade in (Grade.EXACT, Grade.CONSISTENT)


@dataclass(frozen=True, slots=True)
class Interval:
    """The true values that a printed one may stand for: ``[low, high)``, one point when they are equal."""

    low: Fraction
    high: Fraction

    def meets(self, other: Interval) -> bool:
        """Whether some true value lies in both."""
        low, high = max(self.low, other.low), min(self.high, other.high)
        if low < high:
            return True
        return low == high and any(point.low == point.high == low for point in (self, other))

    def holds(self, value: Fraction) -> bool:
        """Whether *value* lies in it."""
        return self.low <= value < self.high or value == self.low == self.high


def rounding_interval(value: Fraction, quantum: Fraction) -> Interval:
    """``value ± quantum/2``, closed below and open above."""
    return Interval(value - quantum / 2, value + quantum / 2)


_SAME = {
    Comparator.AT_LEAST: Comparator.NOT_LESS,
    Comparator.UP_TO: Comparator.UP_TO,
}
_DIRECTION = {
    Comparator.LESS: "an upper bound",
    Comparator.AT_MOST: "an upper bound",
    Comparator.UP_TO: "a maximum",
    Comparator.GREATER: "a lower bound",
    Comparator.NOT_LESS: "a lower bound",
    Comparator.AT_LEAST: "a lower bound",
    Comparator.EQUAL: "a plain value",
    Comparator.ABOUT: "an approximate value",
    Comparator.RANGE: "a range",
}


def compare(claimed: Quantity, observed: Quantity, symbols: Mapping[str, str] | None = None) -> Agreement:
    """Whether *observed* (a page, a source) says what *claimed* says.

    Args:
        claimed: what a claim states.
        observed: what was read.
        symbols: for formulas, names in *claimed* → names in *observed*.
    """
    factor, omitted = _unit_factor(claimed.unit, observed.unit)
    if factor is None:
        return Agreement(Grade.UNIT, f"unit {observed.unit} is not {claimed.unit}")
    clash = _comparators(claimed, observed)
    if clash is not None:
        return clash
    if claimed.expression is not None or observed.expression is not None:
        return _formulas(claimed, observed, factor, symbols, omitted)
    if not _same_form(claimed, observed):
        return Agreement(Grade.FORM, f"{_shown(observed)} is not the same form as {_shown(claimed)}")
    return _values(claimed, observed, factor, omitted)


FARTHEST = Fraction(1, 20)
"""How far a rounding may move a value, as a share of it: what two significant digits leave at most. Farther
off (2× for 1.5×, 0 for 0.42) another number is said."""


def restates(claimed: Quantity, observed: Quantity, symbols: Mapping[str, str] | None = None) -> Agreement:
    """Whether a page may say *observed* on the strength of *claimed*: the same, or rounded from it.

    A page may print fewer digits than the claim (2.8T for 2.78T), never more, and may say that it does
    (``about 2.8T``). Rounding moves no value by more than :data:`FARTHEST`, and no bound to where the claim
    does not reach (``at least 5`` for at least 4.6).
    """
    agreement = compare(claimed, observed, symbols)
    if agreement.grade is Grade.COMPARATOR and _says_rounded(claimed, observed):
        plainly = compare(claimed, replace(observed, comparator=claimed.comparator), symbols)
        agreement = plainly if plainly.grade is Grade.CONSISTENT else agreement
    if agreement.grade is Grade.EXACT and prints_more(claimed, observed):
        reason = f"{_shown(observed)} prints more digits than {_shown(claimed)}"
        return Agreement(Grade.MORE_DIGITS, reason, agreement.omitted)
    if agreement.grade is not Grade.CONSISTENT:
        return agreement
    factor, _ = _unit_factor(claimed.unit, observed.unit)
    if factor is not None and observed.quantum * abs(factor) < claimed.quantum:
        reason = f"{_shown(observed)} prints more digits than {_shown(claimed)}"
        return Agreement(Grade.MORE_DIGITS, reason, agreement.omitted)
    fault = None if factor is None else _rounding_fault(claimed, observed, factor)
    return agreement if fault is None else Agreement(Grade.ROUNDED, fault, agreement.omitted)


def _says_rounded(claimed: Quantity, observed: Quantity) -> bool:
    """Whether *observed* is a number that says to be about so much, of one that is stated plainly."""
    kinds = claimed.comparator is Comparator.EQUAL and observed.comparator is Comparator.ABOUT
    return kinds and claimed.high is None and observed.high is None


_LOWER = (Comparator.GREATER, Comparator.NOT_LESS, Comparator.AT_LEAST)
_UPPER = (Comparator.LESS, Comparator.AT_MOST)


def _rounding_fault(claimed: Quantity, observed: Quantity, factor: Fraction) -> str | None:
    """What is wrong with *observed*, which rounds *claimed*; *factor* leads from its unit to the claim's."""
    for mine, theirs in ((claimed.value, observed.value), (claimed.high, observed.high)):
        if mine is None or theirs is None:
            continue
        moved = theirs * factor - mine
        if abs(moved) > FARTHEST * abs(mine):
            return f"{_shown(observed)} rounds {_shown(claimed)} too far"
        if (claimed.comparator in _LOWER and moved > 0) or (claimed.comparator in _UPPER and moved < 0):
            return f"{_shown(observed)} is a narrower bound than {_shown(claimed)}"
    return None


def prints_more(one: Quantity, other: Quantity) -> bool:
    """Whether *other*, equal to *one* and in its unit, has more decimal places: ``16.0`` of ``16``."""
    plain = one.expression is None and other.expression is None and one.unit == other.unit
    return plain and 0 < other.quantum < min(one.quantum, Fraction(1))


def _shown(quantity: Quantity) -> str:
    return quantity.printed or quantity.text()


@lru_cache(maxsize=4096)
def _unit_factor(claimed: str, observed: str) -> tuple[Fraction | None, str]:
    """Observed unit → claimed unit, and the counting unit that the observed text leaves out."""
    target, source = resolve(claimed), resolve(observed)
    exact = conversion(source, target)
    if exact is not None:
        return exact, ""
    left = _without_generic(source)
    missing = dict(target.dims)
    for base, power in left.dims:
        missing[base] = missing.get(base, 0) - power
    rest = {base: power for base, power in missing.items() if power}
    if not rest or any(not base.startswith("#") for base in rest):
        return None, ""
    extra = [base for base, power in left.dims if base in rest]
    if extra:
        return None, ""
    names = [("" if power > 0 else "/") + base[1:] for base, power in rest.items()]
    return source.size / target.size, " ".join(names)


def _without_generic(unit: Unit) -> Unit:
    return Unit(unit.name, unit.size, tuple(item for item in unit.dims if item[0] != "#*"))


def _comparators(claimed: Quantity, observed: Quantity) -> Agreement | None:
    one = _SAME.get(claimed.comparator, claimed.comparator)
    two = _SAME.get(observed.comparator, observed.comparator)
    if one == two:
        return None
    return Agreement(
        Grade.COMPARATOR,
        f"the claim states {_DIRECTION[claimed.comparator]} ({claimed.comparator}), "
        f"the text {_DIRECTION[observed.comparator]} ({observed.comparator})",
    )


def _same_form(claimed: Quantity, observed: Quantity) -> bool:
    if (claimed.high is None) != (observed.high is None):
        return False
    forms = {claimed.form, observed.form}
    if forms <= {Form.NUMBER, Form.PRODUCT}:
        return True
    return claimed.form == observed.form and claimed.factors == observed.factors


def _formulas(
    claimed: Quantity, observed: Quantity, factor: Fraction, symbols: Mapping[str, str] | None, omitted: str
) -> Agreement:
    if claimed.expression is None or observed.expression is None:
        return Agreement(Grade.FORM, f"{_shown(observed)} and {_shown(claimed)}: a formula and a number")
    scaled = observed.expression if factor == 1 else f"({observed.expression})*({factor})"
    try:
        same = equivalent(claimed.expression, scaled, symbols)
    except QuantityError as error:
        return Agreement(Grade.INCONSISTENT, f"cannot compare the formulas: {error}")
    if same:
        return Agreement(Grade.EXACT, "the formulas agree at every sample point", omitted)
    return Agreement(Grade.INCONSISTENT, f"{observed.expression} is not {claimed.expression}")


def _values(claimed: Quantity, observed: Quantity, factor: Fraction, omitted: str) -> Agreement:
    pairs = [(claimed.value, observed.value), (claimed.high, observed.high)]
    grades = [
        _grade(mine, claimed.quantum, *_times(theirs, observed.quantum, factor))
        for mine, theirs in pairs
        if mine is not None and theirs is not None
    ]
    if not grades:
        return Agreement(Grade.FORM, "no value to compare")
    worst = max(grades, key=_ORDER.index)
    if worst in (Grade.CONSISTENT, Grade.BY_ROUNDING) and _binary(claimed.unit) != _binary(observed.unit):
        reason = f"{observed.unit} and {claimed.unit} differ: binary and decimal prefixes agree only exactly"
        return Agreement(Grade.UNIT, reason)
    return Agreement(worst, _reason(worst, claimed, observed), omitted)


def _times(value: Fraction, quantum: Fraction, factor: Fraction) -> tuple[Fraction, Fraction]:
    return (value, quantum) if factor == 1 else (value * factor, quantum * abs(factor))


def _binary(unit: str) -> bool:
    """Whether the unit has a binary prefix (KiB, Mibit …)."""
    return any(len(part) > 2 and part[1] == "i" and part[0] in "KMGTPE" for part in unit.split("/"))


_ORDER = [Grade.EXACT, Grade.CONSISTENT, Grade.BY_ROUNDING, Grade.INCONSISTENT, Grade.SIGN]


def _grade(mine: Fraction, my_quantum: Fraction, theirs: Fraction, their_quantum: Fraction) -> Grade:
    if mine == theirs:
        return Grade.EXACT
    if mine.numerator * theirs.numerator < 0:
        return Grade.SIGN
    if _apart(mine, theirs, my_quantum, their_quantum):
        return Grade.INCONSISTENT  # so far apart that nothing needs to be rounded
    one, two = rounding_interval(mine, my_quantum), rounding_interval(theirs, their_quantum)
    coarse, fine = (one, theirs) if my_quantum >= their_quantum else (two, mine)
    if coarse.holds(fine):
        return Grade.CONSISTENT
    return Grade.BY_ROUNDING if one.meets(two) else Grade.INCONSISTENT


def _apart(one: Fraction, two: Fraction, one_quantum: Fraction, two_quantum: Fraction) -> bool:
    """``2 * abs(one - two) > one_quantum + two_quantum``, in whole numbers: most numbers compared differ."""
    distance = 2 * abs(one.numerator * two.denominator - two.numerator * one.denominator)
    room = one_quantum.numerator * two_quantum.denominator + two_quantum.numerator * one_quantum.denominator
    return (
        distance * one_quantum.denominator * two_quantum.denominator
        > room * one.denominator * two.denominator
    )


_REASONS = {
    Grade.EXACT: "{} equals {}",
    Grade.CONSISTENT: "{} and {} are the same value at the coarser one's printed digits",
    Grade.BY_ROUNDING: "{} and {} meet only within the rounding of both",
    Grade.INCONSISTENT: "{} is not {}",
    Grade.SIGN: "{} and {} have opposite signs",
}


def _reason(grade: Grade, claimed: Quantity, observed: Quantity) -> str:
    return _REASONS[grade].format(_shown(observed), _shown(claimed))
