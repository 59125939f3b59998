"""One quantity from one text: words and names around it allowed, other quantities not."""

from __future__ import annotations

import re

from ledger.errors import QuantityError
from ledger.quantities import comparators, expression, formula, grammar, units
from ledger.quantities.fold import Folded, fold
from ledger.quantities.ligatures import spelt_out
from ledger.quantities.quantity import Quantity
from ledger.quantities.reading import Found, Reading
from ledger.quantities.scanner import scan
from ledger.quantities.text import Text
from ledger.quantities.token import Kind, Token

MAX_LENGTH = 2000
_STATING = (Kind.QUANTITY, Kind.FORMULA, Kind.LIST_COUNT, Kind.EXAMPLE, Kind.QUOTED)
_FIRST = re.compile(r"\.?[0-9]|[½⅓⅔¼¾⅕⅖⅗⅘⅙⅚⅛⅜⅝⅞]")
_COMPARED = re.compile(
    r"(?:[<>]=?|[≈≤≥~∼≲≳]|[Uu]p to|[Aa]t least|[Aa]t most|[Aa]bout|约为?|不超过|至少|至多)\s*"
)


def parse(text: str | Text) -> Quantity:
    """The one quantity that *text* states; words and names around it are allowed, other quantities not.

    Raises:
        QuantityError: no quantity, more than one, or one whose value cannot be read.
    """
    plain = text if isinstance(text, str) else text.plain
    if len(plain) > MAX_LENGTH:
        raise QuantityError(f"a quantity has at most {MAX_LENGTH} characters")
    whole = _whole(fold(spelt_out(text) if isinstance(text, str) else text))
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
