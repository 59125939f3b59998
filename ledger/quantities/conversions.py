"""Equations between units that the table of units itself proves: ``1 GB/s = 8 Gbps``, ``1 字节 = 8 位``.

Such an equation says what a unit is, and is true or false by the units alone. It needs no evidence where it
is exactly true, where one side is one of its unit, and where it stands for itself: ``takes 1 day = 24 hours``
says how long something takes. An equation that does not hold (``1 GB = 1024 MB``) is a statement like any.
"""

from __future__ import annotations

import re
from fractions import Fraction

from ledger.quantities import grammar, units
from ledger.quantities.fold import Folded
from ledger.quantities.quantity import Comparator
from ledger.quantities.reading import REACH, Found, Reading
from ledger.quantities.token import Kind
from ledger.quantities.units import Unit
from ledger.quantities.verdict import Verdict

HOLDS = Verdict(Kind.CONSTANT, False, "a conversion that holds by the units themselves", "conversion")
_JOINT = re.compile(r" ?[=≡] ?(?!=)| (?:is(?: equal to)?|equals) |[ ]?(?:等于|就是|即|是) ?")
_END = re.compile(r" ?(?:[,;:!?()\[\]，。；：！？、（）」』”’\"\n\t]|\.(?!\d)|\Z)")
_OPENS = re.compile(
    r"(?:[.,;!?。，；！？、」』”\n]"
    r"|(?<![A-Za-z])(?:that|since|because|where|so|note|remember|recall|while|whereas|i\.e\.)"
    r"|注意|记住|因为|由于|其中|换算|已知|而|即|且) ?\Z",
    re.IGNORECASE,
)
"""What an equation that stands for itself may follow; no label, verb or noun that it would speak of."""
_BRACKET = re.compile(r" ?[(（] ?\Z")
_NAME_STARTS = re.compile(r"(?<![A-Za-z])[A-Za-z]|[\u4e00-\u9fff]")
_LOOK = 32


def holds(f: Folded, found: Found) -> bool:
    """Whether *found* is a side of an equation between units that holds exactly and stands for itself."""
    if found.start < f.converted_until:
        return True
    joint = _JOINT.match(f.work, found.end) if _is_plain(found.reading) else None
    if joint is None:
        return False
    stop = min(len(f.work), joint.end() + REACH)
    other = grammar.read(f.work, joint.end(), stop, joint.end())
    if other is None or other.start != joint.end() or not _is_plain(other.reading):
        return False
    if not (_equal(found.reading, other.reading) and _stands_alone(f, found, other)):
        return False
    f.converted_until = other.end
    return True


def _is_plain(reading: Reading) -> bool:
    """One number of a measure, without a bound."""
    return reading.unit != "1" and reading.shape == "one" and reading.comparator is Comparator.EQUAL


def _equal(left: Reading, right: Reading) -> bool:
    """Whether the sides differ in their units only, and one of them is one of its unit."""
    one, two = units.resolve(left.unit), units.resolve(right.unit)
    one, two = _bits(one, two), _bits(two, one)
    factor = units.conversion(one, two)
    if factor is None or one.name == two.name or any(base.startswith("#") for base, _ in one.dims):
        return False
    try:
        first, second = left.numbers[0].number()[0], right.numbers[0].number()[0]
    except ValueError:
        return False
    return Fraction(1) in (first, second) and first * factor == second


def _bits(unit: Unit, other: Unit) -> Unit:
    """位 beside bytes is a bit, elsewhere a place or a person."""
    bit = units.resolve("bit")
    return bit if unit.name == "位" and other.dims == bit.dims else unit


def _stands_alone(f: Folded, found: Found, other: Found) -> bool:
    """Whether nothing before or behind the equation takes it for a value of its own."""
    s, start = f.work, found.start
    region = f.regions.at(start) if f.regions.marks else None
    if _END.match(s, other.end) is None and (region is None or region.end != other.end):
        return False
    if start == 0 or (region is not None and region.start == start):
        return f.cells.at(start) is None if f.cells.marks else True
    before = s[max(0, start - _LOOK) : start]
    bracket = _BRACKET.search(before)
    if bracket is None:
        if _OPENS.search(before) is None or _is_listed(before, f.converted_until - start + len(before)):
            return False
        return before[-1] != "\n" or not f.cells.marks or f.cells.at(start) is None
    before = before[: bracket.start()]
    return _OPENS.search(before) is not None or _names_unit(before, found, other)


def _is_listed(before: str, converted: int) -> bool:
    """Whether a comma parts the equation from another number: a list of values, unless of such equations."""
    parts = before.rstrip(" ")
    return parts[-1:] in (",", "，", "、") and converted < len(parts) - 1 and any(map(str.isdecimal, parts))


def _names_unit(before: str, found: Found, other: Found) -> bool:
    """Whether *before* ends with the name of a unit of this kind, in words or behind a number."""
    kinds = {units.resolve(side.reading.unit).dims for side in (found, other)}
    for name in _NAME_STARTS.finditer(before):
        unit = units.match(f" {before[name.start() :]}", 0, len(before) - name.start() + 1)
        if unit is not None and unit[0] == len(before) - name.start() + 1:
            return units.resolve(unit[1]).dims in kinds
    return False
