"""Formulas of letters only (``m · (t_f + t_b)``), which running text does not tell from words.

The grammar reads a formula out of running text by its digits. Where evidence says how the source prints
one without any, the printed form is looked up as it stands, scripts included, and must be a formula of its
own there: not a part of a longer one.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from ledger.quantities import Quantity
from ledger.quantities.whole import read_formula
from ledger.snapshots.anchors import Hit
from ledger.snapshots.page import Page

_JOINS_BEFORE = re.compile(r"[\w)\]}+\-−–·×*/^(\[{√∑∏]\Z")
_JOINS_AFTER = re.compile(r"\A[\w(\[{+\-−–·×*/^)\]}]")
_OPERATOR = re.compile(r"[-+*/^]")
_LETTER_WORD = re.compile(r"[A-Za-z]{2,}\Z")


def lettered(printed: str) -> Quantity | None:
    """The formula that *printed* is, if it has an operator and no digit (a lone word is a word)."""
    form = None if any(map(str.isdigit, printed)) else read_formula(printed)
    if form is None or form.expression is None or _OPERATOR.search(form.expression) is None:
        return None
    return form


def lettered_formulas(
    page: Page, form: Quantity, places: Iterable[Hit]
) -> Iterator[tuple[int, int, Quantity]]:
    """The *places* of the printed form where it is a whole formula: start, end, formula."""
    for start, end in places:
        if _alone(page.text, start, end):
            yield start, end, form


def _alone(text: str, start: int, end: int) -> bool:
    """Whether no operator, digit or symbol joins the stretch to what stands beside it.

    A word of at least two letters before it is running text; a single letter is a symbol.
    """
    before, after = text[:start].rstrip(), text[end:].lstrip()
    word = _LETTER_WORD.search(before)
    joined_before = _JOINS_BEFORE.search(before) is not None and (word is None or before == text[:start])
    spaced_word = re.match(r"[A-Za-z]{2,}", after) is not None and after != text[end:]
    joined_after = _JOINS_AFTER.match(after) is not None and not spaced_word
    return not joined_before and not joined_after
