"""Reads a text that, as a whole, is a formula: what an author binds, or says that a source prints."""

from __future__ import annotations

import re
from dataclasses import replace

from ledger.errors import QuantityError
from ledger.quantities import expression
from ledger.quantities.expression import MAX_LENGTH, symbols
from ledger.quantities.parsing import from_fields, parse
from ledger.quantities.quantity import Quantity
from ledger.quantities.units import lookup, resolve

_SIGNS = {"=": "=", "≈": "≈", "~": "≈", "<": "<", ">": ">", "≤": "≤", "≥": "≥", "<=": "≤", ">=": "≥"}
_SIGNED = re.compile(r"(?:[^=<>≤≥≈~]{0,40}(?P<sign>[=≈~≤≥]|[<>]=?))?(?P<body>[^=<>≤≥≈~]+)\Z")
_UNIT_WORDS = 3
"""How many words a unit after a formula may have (``个 micro-batch``)."""


def read_formula(text: str) -> Quantity | None:
    """The symbolic quantity that the whole of *text* is, or ``None`` if it is none.

    ``M ≥ 4 × K`` reads as at least 4*K (what stands before the sign is a name), ``m · (F + B)`` as it
    stands, ``p + 1 micro-batches`` with its unit. Unlike running text, a whole text needs no digit to be a
    formula.
    """
    found = _SIGNED.match(text.strip()) if len(text) <= MAX_LENGTH else None
    if found is None:
        return None
    sign = _SIGNS[found["sign"]] if found["sign"] else "="
    body = found["body"].strip()
    words = body.split()
    for count in range(min(_UNIT_WORDS, len(words) - 1) + 1):
        head = body if count == 0 else " ".join(words[:-count])
        unit = _unit(" ".join(words[len(words) - count :])) if count else "1"
        formula = _symbolic(head, sign) if unit is not None else None
        if formula is not None and unit is not None:
            return replace(formula, unit=unit, printed=text)
    return None


def _symbolic(body: str, sign: str) -> Quantity | None:
    """The formula *body*; a unit between its symbols (``6c GB``) makes it none."""
    try:
        quantity = from_fields(body, "1", sign)
    except QuantityError:
        return None
    if quantity.expression is None:
        return None
    names = symbols(expression.parse(quantity.expression))
    return None if any(len(name) > 1 and _measures(name) for name in names) else quantity


def _unit(words: str) -> str | None:
    """The unit that *words* name after a number; nouns may follow a measure word, other units may not."""
    try:
        quantity = parse(f"1 {words}")
    except QuantityError:
        return None
    rest = f"1 {words}".partition(quantity.printed)[2].split()
    if quantity.unit == "1" or any(_measures(word) for word in rest):
        return None
    return quantity.unit


def _measures(word: str) -> bool:
    """Whether a word is a unit that does not only count things."""
    name = lookup(word)
    return name is not None and not resolve(name).counts
