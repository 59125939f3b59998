"""Reads a text that, as a whole, is a formula: what an author binds, or says that a source prints."""

from __future__ import annotations

import re
from dataclasses import replace

from ledger.errors import QuantityError
from ledger.quantities import units
from ledger.quantities.expression import MAX_LENGTH
from ledger.quantities.fields import from_fields
from ledger.quantities.quantity import Quantity
from ledger.quantities.wording import is_name, unit_behind

_SIGNS = {"=": "=", "≈": "≈", "~": "≈", "<": "<", ">": ">", "≤": "≤", "≥": "≥", "<=": "≤", ">=": "≥"}
_SIGNED = re.compile(r"(?:(?P<name>[^=<>≤≥≈~]{0,40})(?P<sign>[=≈~≤≥]|[<>]=?))?(?P<body>[^=<>≤≥≈~]+)\Z")
_UNIT_WORDS = 3
"""How many words a unit after a formula may have (``个 micro-batch``)."""


def read_formula(text: str, claimed: str = "1") -> Quantity | None:
    """The symbolic quantity that the whole of *text* is, or ``None`` if it is none.

    ``M ≥ 4 × K`` reads as at least 4*K (what stands before the sign is a name), ``m · (F + B)`` as it
    stands, ``p + 1 micro-batches`` with its unit, which may also be the noun of the unit *claimed*. Unlike
    running text, a whole text needs no digit to be a formula.
    """
    found = _SIGNED.match(text.strip()) if len(text) <= MAX_LENGTH else None
    if found is None or not is_name(found["name"] or ""):
        return None
    sign = _SIGNS[found["sign"]] if found["sign"] else "="
    words = found["body"].split()
    for count in range(min(_UNIT_WORDS, len(words) - 1) + 1):
        last = len(words) - count
        formula = _symbolic(" ".join(words[:last]), sign)
        unit = "1" if count == 0 else _unit(" ".join(words[last:]), claimed)
        if formula is not None and unit is not None:
            return replace(formula, unit=unit, printed=text)
    return None


def _symbolic(body: str, sign: str) -> Quantity | None:
    try:
        quantity = from_fields(body, "1", sign)
    except QuantityError:
        return None
    return None if quantity.expression is None else quantity


def _unit(words: str, claimed: str) -> str | None:
    """The unit that *words* name behind a formula: a known one, or the noun of the unit *claimed*."""
    found = units.match(f" {words}", 0, len(words) + 1)
    end, unit = (0, "1") if found is None else (found[0] - 1, found[1])
    named = unit_behind(unit, words[:end], words[end:], claimed)
    return named if found is not None or named == claimed.partition("/")[0] else None
