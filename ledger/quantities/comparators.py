"""Comparators around a number: signs, words before it, words after it, and their denial."""

from __future__ import annotations

import re
from collections.abc import Iterable

from ledger.quantities import units
from ledger.quantities.lexicon import AFTER, AFTER_AT_END, BEFORE_EN, BEFORE_ZH, SIGNS
from ledger.quantities.quantity import Comparator
from ledger.quantities.reading import ENDS, REACH, SPACES, Found, Numeral


def _any(words: Iterable[str]) -> str:
    return "|".join(sorted(map(re.escape, words), key=len, reverse=True))


_S = f"[{SPACES}]"
_PLUS = re.compile(r"\+(?![\w(.])")
_VAGUE = re.compile(rf"{_S}?[多余](?=[^\W\d_])")
_CUES_AFTER = frozenset("+多余") | {cue[0] for cue in (*AFTER, *AFTER_AT_END)}
"""The first sign of a comparator behind a number."""
_AFTER = re.compile(
    rf"{_S}?({_any(AFTER)})(?![A-Za-z文手])|{_S}({_any(AFTER_AT_END)})(?=[.,;:)\]，。；：）]|\n|$)"
)
_CUES_ZH = tuple(sorted(BEFORE_ZH, key=len, reverse=True))
_STRONG_ZH = tuple(cue for cue in _CUES_ZH if len(cue) > 1 and cue != "接近")
_CUE_EN = re.compile(rf"(?<![A-Za-z])({_any(BEFORE_EN)})$", re.I)
_LONGEST_CUE = max(map(len, BEFORE_EN))
_CUE_TAILS = frozenset({cue[-3:] for cue in BEFORE_EN} | {cue[-3:].upper() for cue in BEFORE_EN})
_VERB_ZH = re.compile(rf"(?:{_any(_STRONG_ZH)})[\u4e00-\u9fff]{{1,4}}$")
_GAIN_ZH = re.compile(r"最多(?:能|可以?)?(?:加?快|加速|提升|提高|增加|节省|节约|省|降低|减少|缩短|达)")
"""At most so much faster: the best that was reached, as up to is in English."""
_DENIED_EN = re.compile(r"(?:\b(?:not|never|no|cannot|without)|n['’]t)\s$", re.I)
_DENIED_ZH = re.compile(r"(?:不会|不能|不得|没有|并未|从未|并不|未|没|不)$")
_MINUS_WORD = re.compile(r"(?:(?<![正抱胜辜担自欺肩])负|(?<![A-Za-z])(?<!\d )(?:minus|negative))$", re.I)
_MINUS_ENDS = frozenset({"us", "Us", "uS", "US", "ve", "Ve", "vE", "VE"})
"""How the words of :data:`_MINUS_WORD` end."""
_OPPOSITE = {
    Comparator.GREATER: Comparator.AT_MOST,
    Comparator.LESS: Comparator.AT_LEAST,
    Comparator.AT_LEAST: Comparator.LESS,
    Comparator.NOT_LESS: Comparator.LESS,
    Comparator.AT_MOST: Comparator.GREATER,
}


def prefix(s: str, found: Found, floor: int) -> None:
    """A comparator before the number joins the token."""
    spot = found.start
    low = max(floor, spot - 40)
    while spot > low and s[spot - 1] in SPACES:
        spot -= 1
    if spot <= low or found.reading.shape == "tolerance":
        return
    if s[spot - 1] == "负" or s[spot - 2 : spot] in _MINUS_ENDS:
        spot = _minus_word(s, found, spot, low)
        if spot <= low:
            return
    last = s[spot - 1]
    if last in SIGNS or last == "=":
        _symbol(s, found, spot, low)
    elif last == "±":
        _around_zero(found, spot)
    elif last >= "\u2e80":
        _chinese_cue(s, found, spot, low)
    elif spot < found.start and s[spot - 3 : spot] in _CUE_TAILS:
        cue = _CUE_EN.search(s, max(low, spot - _LONGEST_CUE), spot)
        if cue is not None:
            _bound(s, found, low, cue.start(), BEFORE_EN[cue[1].lower()], _DENIED_EN)


def _minus_word(s: str, found: Found, spot: int, low: int) -> int:
    """A sign in words (``负 20``, ``minus 20``) joins the token; where a comparator may stand before it."""
    if not found.reading.numbers or found.reading.numbers[0].negative:
        return spot
    word = _MINUS_WORD.search(s, max(low, spot - len("negative")), spot)
    if word is None:
        return spot
    found.reading.numbers[0].negative = True
    found.start = spot = word.start()
    while spot > low and s[spot - 1] in SPACES:
        spot -= 1
    return spot


def _bound(
    s: str, found: Found, low: int, start: int, comparator: Comparator, denial: re.Pattern[str]
) -> None:
    """The words of a bound at *start*, and their denial; of one without an opposite it stays outside."""
    denied = denial.search(s, low, start) if comparator in _OPPOSITE else None
    if denied is None:
        _set(found, start, comparator)
    else:
        _set(found, denied.start(), _OPPOSITE[comparator])


def _set(found: Found, start: int, comparator: Comparator) -> None:
    if found.reading.shape != "range" or comparator is not Comparator.ABOUT:
        found.reading.comparator = comparator
    found.start = start


def _symbol(s: str, found: Found, spot: int, low: int) -> None:
    last, before = s[spot - 1], s[spot - 2] if spot - 2 >= low else " "
    if last == "=":
        if before in "<>":
            _set(found, spot - 2, Comparator.AT_MOST if before == "<" else Comparator.NOT_LESS)
        return
    if last == ">" and before in "-=–—":
        return
    _set(found, spot - 1, SIGNS[last])


def _around_zero(found: Found, spot: int) -> None:
    """``±5 %`` is zero, give or take."""
    numbers = found.reading.numbers  # none of a vague number (``±几十``)
    if found.reading.shape == "one" and numbers and not numbers[0].negative:
        found.start = spot - 1
        found.reading.numbers = (Numeral("0"), found.reading.numbers[0])
        found.reading.shape = "tolerance"


def _chinese_cue(s: str, found: Found, spot: int, low: int) -> None:
    if s.endswith(_CUES_ZH, low, spot):
        cue = next(c for c in _CUES_ZH if s.endswith(c, low, spot))
        start = spot - len(cue)
    else:
        verb = _VERB_ZH.search(s, max(low, spot - 9), spot)
        if verb is None:
            return
        cue = next(c for c in _STRONG_ZH if verb[0].startswith(c))
        start = verb.start()
    bound = Comparator.UP_TO if _GAIN_ZH.match(s, start, spot) is not None else BEFORE_ZH[cue]
    _bound(s, found, max(low, start - 3), start, bound, _DENIED_ZH)


def suffix(s: str, found: Found, end: int) -> None:
    """``10K+``, ``5 年以上``, ``30 or more``: a comparator after the number."""
    reading = found.reading
    if found.end >= end or s[found.end] in ENDS:
        return
    if reading.comparator is not Comparator.EQUAL or reading.shape in ("range", "tolerance"):
        return
    spot = found.end + (s[found.end] in SPACES)
    if s[spot : spot + 1] not in _CUES_AFTER:
        return
    plus = _PLUS.match(s, found.end, end)
    if plus is not None:
        found.end, reading.comparator = plus.end(), Comparator.AT_LEAST
        if (
            not found.has_unit
            and (unit := units.match(s, found.end, min(end, found.end + REACH))) is not None
        ):
            found.end, reading.unit, found.has_unit = unit[0], unit[1], True
        return
    vague = _VAGUE.match(s, found.end, end)
    if vague is not None and not found.has_unit:
        unit = units.match(s, vague.end(), min(end, vague.end() + REACH))
        if unit is not None:
            found.end, reading.unit, found.has_unit = unit[0], unit[1], True
            reading.comparator = Comparator.GREATER
        return
    after = _AFTER.match(s, found.end, end)
    if after is not None:
        bound = AFTER[after[1]] if after[1] is not None else AFTER_AT_END[after[2]]
        found.end, reading.comparator = after.end(), bound
