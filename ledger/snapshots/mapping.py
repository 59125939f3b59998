"""What a printed form stands for: ``16Ψ`` with one parameter for Ψ is 16 B/parameter (design §5.1)."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction

from ledger.errors import QuantityError
from ledger.quantities import Quantity, evaluate
from ledger.quantities.expression import normal, parse, symbols

_NAME = re.compile(r"[^\W\d_]\w*[′']*")


def stands_for(observed: Quantity, where: Mapping[str, str], unit: str | None) -> Quantity:
    """The quantity that *observed* stands for when the symbols of *where* are replaced and *unit* is read.

    A symbol stands for one of what it counts (``"1"``) or for the claim's symbol; any other number or
    expression would put digits into the result that the source does not print. Without *unit* the observed
    unit stays. The comparator is never mapped: it is what the source prints.

    Raises:
        QuantityError: a symbol that does not occur or stands for something else, a number without a digit in
            print, or a result that is no quantity.
    """
    for name, meaning in where.items():
        if meaning != "1" and _NAME.fullmatch(meaning) is None:
            raise QuantityError(f'{name} stands for "1" or for one symbol, not for {meaning!r}')
    mapped = observed
    if observed.expression is not None:
        text = _substituted(observed.expression, where)
        left = symbols(parse(text))
        if left:
            mapped = replace(observed, expression=normal(parse(text)))
        else:
            if re.search(r"\d", observed.printed) is None:
                raise QuantityError(f"{observed.printed!r} prints no digit, so it states no number")
            mapped = replace(observed, expression=None, value=evaluate(text, {}), quantum=Fraction(0))
    elif where:
        raise QuantityError(f"{observed.printed!r} has no symbols, but {', '.join(where)} is explained")
    return mapped if unit is None else replace(mapped, unit=unit)


def _substituted(expression: str, where: Mapping[str, str]) -> str:
    known = symbols(parse(expression))
    strange = [name for name in where if name not in known]
    if strange:
        raise QuantityError(f"{', '.join(strange)} does not occur in {expression}")
    result = expression
    for name in sorted(where, key=len, reverse=True):
        result = re.sub(rf"(?<![\w′]){re.escape(name)}(?![\w′])", f"({where[name]})", result)
    return result
