"""Numbers of a window against what a claim states, and quantities asked for in words."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from ledger.errors import QuantityError
from ledger.quantities import Comparator, Grade, Quantity, compare, from_fields, parse
from ledger.snapshots.page import Page
from ledger.snapshots.rows import Hit
from ledger.snapshots.window import Reading

NOUN_WORDS = 4
"""How many words may stand between a number and the noun it counts (``2048 NVIDIA H800 GPUs``)."""
_SIGNS = {"=": "=", "≈": "≈", "~": "≈", "<": "<", ">": ">", "≤": "≤", "≥": "≥", "<=": "≤", ">=": "≥"}
_FORMULA = re.compile(r"(?:[^=<>≤≥≈~]{0,40}(?P<sign>[=≈~≤≥]|[<>]=?))?(?P<body>[^=<>≤≥≈~]{1,120})\Z")
_SYMBOLIC = re.compile(r"\d\s?[×·⋅*]\s?[A-Za-zΑ-Ωα-ω]\b|[A-Za-zΑ-Ωα-ω]\s?[-+−/×·⋅*]\s?\d")
_WORD = re.compile(r" ?-?([^\W_][\w-]*)")
PER_REACH = 60
_PER = re.compile(r"[^.;:,\d]{0,40}?(?:\b(?:per|each|every)\s|/)\s?([^\W\d_]+)")
_FUNCTION_WORD = re.compile(
    r"(?:an?|and|are|as|at|by|for|from|has|have|in|into|is|of|on|or|over|per|than|that|the|then|there|these|"
    r"this|to|was|we|were|which|while|with|within|without)",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Weighed:
    """One number of a window, compared with the claim's quantity.

    Attributes:
        start, end: its place on the page.
        quantity: as the grammar reads it.
        grade: the comparison's.
        alike: it counts or measures the same kind of thing.
        equal: value, unit, sign and comparator are the claim's.
        unit_missing: equal, but for a counting unit that the source does not print.
    """

    start: int
    end: int
    quantity: Quantity
    grade: Grade
    alike: bool
    equal: bool
    unit_missing: bool


def weigh(page: Page, start: int, end: int, quantity: Quantity, claimed: Quantity, loose: bool) -> Weighed:
    """Compare; *loose* leaves open the comparator of a plain value and what a bare number counts."""
    if loose and claimed.comparator is Comparator.EQUAL and quantity.comparator is not Comparator.RANGE:
        claimed = replace(claimed, comparator=quantity.comparator)
    if claimed.comparator is Comparator.RANGE and quantity.comparator is Comparator.UP_TO:
        quantity = replace(quantity, comparator=Comparator.RANGE)  # "as much as 30–40%" has no other form
    agreement = compare(claimed, quantity)
    if loose and claimed.unit == "1" and agreement.grade is Grade.UNIT:
        turned = compare(quantity, claimed)
        agreement = replace(turned, omitted="") if turned.omitted else agreement
    exact = agreement.grade is Grade.EXACT
    missing = bool(agreement.omitted) and not counts(page.text, end, agreement.omitted)
    percent = (claimed.unit == "%") is (quantity.unit == "%")
    return Weighed(
        start=start,
        end=end,
        quantity=quantity,
        grade=agreement.grade,
        alike=agreement.grade is not Grade.UNIT and percent,
        equal=exact and not missing and percent,
        unit_missing=exact and missing,
    )


def counts(text: str, end: int, noun: str) -> bool:
    """Whether the few words after a number lead to *noun*, with nothing between but its attributes
    (``2048 NVIDIA H800 GPUs``), or for ``/parameter`` to ``per parameter``."""
    if noun.startswith("/"):
        return _per(text[end : end + PER_REACH].replace("\n", " "), noun[1:])
    if not noun.replace("-", "").isalnum():
        return False
    at = end
    for _ in range(NOUN_WORDS):
        word = _WORD.match(text[at : at + 60].replace("\n", " "))
        if word is None or _FUNCTION_WORD.fullmatch(word[1]):
            return False
        if _same_noun(word[1], noun):
            return True
        at += word.end()
    return False


def _per(after: str, noun: str) -> bool:
    match = _PER.match(after)
    return match is not None and _same_noun(match[1], noun)


def _same_noun(word: str, noun: str) -> bool:
    forms = {noun, noun + "s", noun + "es"} | ({noun[:-1] + "ies"} if noun.endswith("y") else set())
    return word in forms or (len(noun) > 3 and word.casefold() in {form.casefold() for form in forms})


def weighed_tokens(reading: Reading, claimed: Quantity, loose: bool) -> list[Weighed]:
    """Every quantity of the stretch against the claimed one."""
    return [
        weigh(reading.page, start, end, token.quantity, claimed, loose)
        for start, end, token in reading.tokens()
        if token.quantity is not None
    ]


def weighed_formulas(page: Page, hits: Iterable[Hit], claimed: Quantity, loose: bool) -> Iterator[Weighed]:
    """Anchors that are formulas themselves (``M ≥ 4 × K``), for a claim that states a formula."""
    for start, end in hits:
        observed = formula(" ".join(page.text[start:end].split()))
        if observed is not None and not page.scripts(start, end):
            yield weigh(page, start, end, observed, claimed, loose)


def formula(text: str) -> Quantity | None:
    """``M ≥ 4×K`` → at least 4*K; ``None`` when *text* is no formula with symbols of its own."""
    match = _FORMULA.match(text.strip())
    if match is None or _SYMBOLIC.search(match["body"]) is None:
        return None
    try:
        quantity = from_fields(match["body"].strip(), "1", _SIGNS[match["sign"]] if match["sign"] else "=")
    except QuantityError:
        return None
    return replace(quantity, printed=text) if quantity.expression is not None else None


def asked(text: str) -> tuple[Quantity, bool, tuple[str, ...]]:
    """A quantity asked for in words: the quantity, whether it is to be read loosely, and the words that must
    stand right after the number since the grammar knows no such unit (``20 SMs``).

    Raises:
        QuantityError: *text* is not exactly one quantity.
    """
    as_formula = formula(text)
    quantity = as_formula or parse(text)
    loose = quantity.comparator is Comparator.EQUAL and "=" not in text
    if as_formula is not None:
        return quantity, loose, ()
    rest = text.partition(quantity.printed)[2] if quantity.printed in text else ""
    return quantity, loose, tuple(re.findall(r"[^\W_][\w-]*", rest))
