"""Numbers without a unit: what they measure or count the source says, not the evidence.

A unit may stand right beside the number or be told by its table; a noun must be said in an anchor, in its
sentence, or in the labels of its row and column.
"""

from __future__ import annotations

import re
from dataclasses import replace
from fractions import Fraction

from ledger.quantities import Quantity
from ledger.quantities.units import resolve
from ledger.schema.outcomes import Outcome
from ledger.snapshots.adjoining import beside_bare
from ledger.snapshots.anchors import Window
from ledger.snapshots.headed import agrees, may_be_a_name, told
from ledger.snapshots.judged import Judged, shown
from ledger.snapshots.page import Page
from ledger.snapshots.rows import Hit, is_row
from ledger.snapshots.stated import same_noun
from ledger.snapshots.tabled import labels_of
from ledger.snapshots.window import Reading

_HAN = re.compile("[\u4e00-\u9fff]")
_IS = re.compile(r"\w\s?[=≈≤≥]\s?\Z")
_LETTERS = re.compile(r"[A-Za-z]+")


def _scale(power: int, raised: str, letters: str, words: str) -> re.Pattern[str]:
    """How a header says that its column counts so many powers of ten: a letter may be a name (``Model B``),
    and counts only in brackets of its own or behind ``in``."""
    zeros = ",?000" * (power // 3)
    return re.compile(
        rf"(?<![\d.,])1(?:e0?{power}|0\^?\{{?{power}\}}?|0{raised}|{zeros})(?![\d,])"
        rf"|[(（\[] ?[{letters}] ?[)）\]]|\bin [{letters}](?![\w-])|{words}"
    )


_SCALED = {
    Fraction(1000): _scale(3, "³", "Kk", r"\b[Tt]housands?\b|(?<!百)千"),
    Fraction(10**6): _scale(6, "⁶", "M", r"\b[Mm]illions?\b|百万"),
    Fraction(10**9): _scale(9, "⁹", "BG", r"\b[Bb]illions?\b|十亿"),
    Fraction(10**12): _scale(12, "¹²", "T", r"\b[Tt]rillions?\b|万亿"),
}
"""By the size of a count with a prefix."""


def says_noun(reading: Reading, place: Judged, unit: str | None) -> bool:
    """Whether the noun that the evidence says a bare number counts stands in an anchor, the sentence of the
    number, or in the labels of its row and column. What is told in Chinese is not held to it.

    Of so many thousands (``ktoken``) the scale must stand there: a table prints it in a header, and seldom
    with the noun."""
    name = "1" if unit is None else unit.partition("/")[0]
    counted = resolve(name)
    if name in ("1", "%", "x", "pp") or not name.isascii() or not counted.counts:
        return True
    text, start = reading.page.text, 0 if place.token is None else place.token[0]
    if _IS.search(text, max(0, start - 4), start) is not None:
        return True  # EP = 16: the value of what stands before the sign
    nouns = [base.removeprefix("#") for base, _ in counted.dims] or [name]
    stretches = [] if place.window is None else list(place.window.hits)
    if place.token is not None:
        row = is_row(text, start)
        stretches += labels_of(reading.page, place.token) if row else [(reading.start, reading.end)]
    said = " ".join(text[slice(*stretch)].replace("-\n", "") for stretch in stretches)
    if counted.size in _SCALED:
        return _SCALED[counted.size].search(said) is not None
    words = {word.lower() for word in _LETTERS.findall(said)}
    return _HAN.search(said) is not None or any(
        same_noun(word, part.lower()) for word in words for noun in nouns for part in noun.split()
    )


def with_unit(page: Page, window: Window, place: Judged, observed: Quantity, unit: str) -> Judged:
    """The place of a number that has no unit, unless what stands right beside it may be one."""
    measured = observed.unit != "1" and not _only_measures(observed.unit)
    if measured or place.token is None:
        return place
    word = beside_bare(page, place.token, unit, window.hits)
    if word is None:
        return _headed(page, window, place, place.token, unit)
    said = shown(page, *word)
    held = any(hit[0] <= word[0] and word[1] <= hit[1] for hit in window.hits)
    mend = "give the unit that is printed" + ("" if held else f", or let an anchor hold {said!r} too")
    message = f"{said!r} stands right beside {place.found!r} and may be its unit; {mend}"
    return replace(
        place, outcome=Outcome.AMBIGUOUS, cause="unit-beside", message=message, asks=unit == "1", open=word
    )


def _headed(page: Page, window: Window, place: Judged, token: Hit, unit: str) -> Judged:
    """The place of a bare number, unless its table gives it another unit, or one that cannot be read and
    that no anchor holds."""
    for one in told(page, token):
        if agrees(one.unit, unit):
            continue
        held = any(hit[0] <= one.hit[0] and one.hit[1] <= hit[1] for hit in window.hits)
        named = one.unit is None or may_be_a_name(page, one.hit)
        if held and named:
            continue
        said = shown(page, *one.hit)
        mend = f"let an anchor hold {said!r}" if named else "give the unit that is printed there"
        message = f"the table says {said!r} of {place.found!r}, the evidence reads it in {unit}; {mend}"
        return replace(
            place, outcome=Outcome.AMBIGUOUS, cause="unit-of-table", message=message, asks=unit == "1"
        )
    return place


def _only_measures(unit: str) -> bool:
    """Whether a unit is a measure word of Chinese, behind which stands what is counted."""
    return any(base == "#*" for base, _ in resolve(unit).dims)
