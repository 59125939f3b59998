"""Printed formulas that running text does not tell from words: ``m · (t_f + t_b)``, ``3Nh``, ``E/R``.

The grammar reads a formula out of running text by its digits and operators. Where evidence says how the
source prints one, the printed form is looked up as it stands, scripts included, and must be a formula of
its own there, not a part of a longer one. Letters written together are a product where the evidence
explains one of them. The comparator is the one that the source puts before it, read by the grammar with a
number in the formula's place.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace

from ledger.quantities import Comparator, Quantity, scan
from ledger.quantities.whole import read_formula
from ledger.snapshots.page import Page
from ledger.snapshots.rows import Hit

_JOINS_BEFORE = re.compile(r"[\w)\]}+\-−–·×*/^(\[{√∑∏]\Z")
_JOINS_AFTER = re.compile(r"\A[\w(\[{+\-−–·×*/^)\]}]")
_OPERATOR = re.compile(r"[-+*/^]")
_LETTER_WORD = re.compile(r"[A-Za-z]{2,}\Z")
_RUN = re.compile(r"[^\W\d_]{2,}(?![\w])")
_BEFORE, _AFTER = 60, 20
_STAND_IN = "7"


def lettered(printed: str, where: Mapping[str, str]) -> Quantity | None:
    """The formula that *printed* is, if the grammar does not read it by itself.

    That is: it has no digit, or of its letters written together one is explained in *where*, or all as one
    name. A lone word is a word, unless *where* explains it.
    """
    spelt = _RUN.sub(lambda run: _product(run[0], where), printed)
    named = any(run[0] in where for run in _RUN.finditer(printed))
    if any(map(str.isdigit, printed)) and spelt == printed and not named:
        return None
    form = read_formula(spelt)
    if form is None or form.expression is None:
        return None
    if _OPERATOR.search(form.expression) is None and not named:
        return None
    return replace(form, printed=printed)


def _product(run: str, where: Mapping[str, str]) -> str:
    return "·".join(run) if run not in where and not set(run).isdisjoint(where) else run


def lettered_formulas(
    page: Page, form: Quantity, places: Iterable[Hit]
) -> Iterator[tuple[int, int, Quantity]]:
    """The *places* where the printed form is a whole formula: start, end, formula with its comparator."""
    for start, end in places:
        if _alone(page.text, start, end):
            own = form.comparator is not Comparator.EQUAL
            yield start, end, form if own else replace(form, comparator=_comparator(page.text, start, end))


def _comparator(text: str, start: int, end: int) -> Comparator:
    before = text[max(0, start - _BEFORE) : start].replace("\n", " ")
    words = f"{before}{_STAND_IN}{text[end : end + _AFTER]}"
    for token in scan(words):
        if token.start <= len(before) < token.end and token.quantity is not None:
            return token.quantity.comparator
    return Comparator.EQUAL


def _alone(text: str, start: int, end: int) -> bool:
    """Whether no operator, digit or symbol joins the stretch to what stands beside it.

    A word of at least two letters beside it, or in brackets after it, is running text; a single letter is a
    symbol.
    """
    before, after = text[:start].rstrip(), text[end:].lstrip()
    word = _LETTER_WORD.search(before)
    joined_before = _JOINS_BEFORE.search(before) is not None and (word is None or before == text[:start])
    spaced_word = re.match(r"\(?[A-Za-z]{2,}", after) is not None and after != text[end:]
    joined_after = _JOINS_AFTER.match(after) is not None and not spaced_word
    return not joined_before and not joined_after
