"""Numerals: printed digits, scale words, English and Chinese number words → exact value and quantum.

The quantum is the weight of the last printed digit, 0 for exact forms (``1/3``, ``2^15``).
"""

from __future__ import annotations

import re
from fractions import Fraction
from functools import lru_cache

from ledger.quantities.vocabulary import spaced

Number = tuple[Fraction, Fraction]
"""Value and quantum."""

MINUS = "-−–‐‑‒﹘﹣－⁻˗➖"
SCALES = {
    "K": 3, "k": 3, "M": 6, "B": 9, "b": 9, "G": 9, "T": 12, "bn": 9, "mn": 6, "tn": 12,
    "hundred": 2, "thousand": 3, "million": 6, "billion": 9, "trillion": 12,
    "hundreds": 2, "thousands": 3, "millions": 6, "billions": 9, "trillions": 12,
    "lakh": 5, "lakhs": 5, "crore": 7, "crores": 7,
    "十": 1, "百": 2, "千": 3, "万": 4, "十万": 5, "百万": 6, "千万": 7, "亿": 8, "十亿": 9, "百亿": 10,
    "千亿": 11, "万亿": 12, "兆": 12, "十万亿": 13, "百万亿": 14, "千万亿": 15, "亿亿": 16,
}  # fmt: skip
SUPERSCRIPT = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁼⁽⁾", "0123456789+-=()")
VULGAR = {
    "½": (1, 2), "⅓": (1, 3), "⅔": (2, 3), "¼": (1, 4), "¾": (3, 4), "⅕": (1, 5), "⅖": (2, 5),
    "⅗": (3, 5), "⅘": (4, 5), "⅙": (1, 6), "⅚": (5, 6), "⅛": (1, 8), "⅜": (3, 8), "⅝": (5, 8), "⅞": (7, 8),
}  # fmt: skip

_MANTISSA = re.compile(r"(\d*)(?:\.(\d+))?")
_NOISE = re.compile("[,_'’ \u00a0\u2007\u2009\u202f]")
_POWER = re.compile(r"(\d+)\s?(?:\^|\*\*)\s?[{(]?([-+]?\d+)[})]?")
_SCIENTIFIC = re.compile(r"([\d.]+)\s?(?:[eE]|[×x·⋅*∙]\s?10(?:\^|\*\*|(?=\^)))[{(]?\s?([-+]?\d+)[})]?")
MAX_EXPONENT = 400
MAX_BITS = 4 * MAX_EXPONENT


def _fold(text: str) -> str:
    text = text.translate(SUPERSCRIPT_POWER)
    for sign in MINUS:
        text = text.replace(sign, "-")
    return _NOISE.sub("", text)


SUPERSCRIPT_POWER = {
    **{ord(c): f"\ue000{d}" for c, d in zip("⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻", "0123456789+-", strict=True)},
}


def _unfold_powers(text: str) -> str:
    """``10\\ue0002\\ue0005`` → ``10^25``."""
    if "\ue000" not in text:
        return text
    head, _, tail = text.partition("\ue000")
    return f"{head}^{tail.replace(chr(0xE000), '')}"


@lru_cache(maxsize=8192)
def digits(text: str) -> Number:
    """Value and quantum of a numeral written with ASCII digits, unsigned.

    Accepts grouping (``51,219,741``), decimals, ``1e-4``, ``3.8×10²⁵``, ``10^-3``, ``2^15``, ``2⁻⁷``.

    Raises:
        ValueError: not such a numeral, or an exponent beyond ±400.
    """
    folded = _unfold_powers(_fold(text))
    power = _POWER.fullmatch(folded)
    if power is not None:
        base, exponent = int(power[1]), _bounded(power[2])
        if base.bit_length() * abs(exponent) > MAX_BITS or (base == 0 and exponent < 0):
            raise ValueError(f"{text!r} is out of range")
        return Fraction(base) ** exponent, Fraction(0)
    exponent = 0
    scientific = _SCIENTIFIC.fullmatch(folded)
    if scientific is not None:
        folded, exponent = scientific[1], _bounded(scientific[2])
    mantissa = _MANTISSA.fullmatch(folded)
    if mantissa is None or not (mantissa[1] or mantissa[2]):
        raise ValueError(f"{text!r} is not a numeral")
    decimals = len(mantissa[2] or "")
    quantum = Fraction(10) ** (exponent - decimals)
    return int((mantissa[1] or "") + (mantissa[2] or "")) * quantum, quantum


def _bounded(text: str) -> int:
    exponent = int(text)
    if abs(exponent) > MAX_EXPONENT:
        raise ValueError(f"exponent {exponent} is out of range")
    return exponent


def scaled(number: Number, scale: str) -> Number:
    """*number* times a scale word or suffix of :data:`SCALES` (``""`` for none)."""
    if scale == "":
        return number
    power = Fraction(10) ** SCALES[scale]
    return number[0] * power, number[1] * power


_CN_DIGIT = dict(zip("零〇一二三四五六七八九两俩", (0, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 2, 2), strict=True))
PLAIN = str.maketrans(
    dict(zip("壹贰叁肆伍陆柒捌玖拾佰仟", "一二三四五六七八九十百千", strict=True))
    | {"廿": "二十", "卅": "三十", "卌": "四十"}
)
"""Formal and contracted Chinese numerals → plain ones."""
_CN_SMALL = {"十": 10, "百": 100, "千": 1000}
_CN_LARGE = {"万": 10**4, "亿": 10**8, "兆": 10**12}


@lru_cache(maxsize=4096)
def chinese(text: str) -> Number:
    """Value and quantum of a Chinese numeral such as ``六千七百一十亿``, ``一万五千亿``, ``三点五``.

    A sequence of bare digits (``二〇二六``) reads as digits. The quantum is the weight of the last unit
    or digit written.

    Raises:
        ValueError: not such a numeral.
    """
    text = text.translate(PLAIN)
    whole, point, decimals = text.partition("点")
    if point:
        digits_behind = "".join(str(_CN_DIGIT[c]) for c in decimals if c in _CN_DIGIT)
        if not decimals or len(digits_behind) != len(decimals):
            raise ValueError(f"{text!r} is not a Chinese numeral")
        quantum = Fraction(1, 10 ** len(decimals))
        return chinese(whole)[0] + int(digits_behind) * quantum, quantum
    if all(c in _CN_DIGIT for c in text):
        return Fraction(int("".join(str(_CN_DIGIT[c]) for c in text))), Fraction(1)
    total = section = 0
    digit: int | None = None
    weight = 1
    last, largest = 10**20, 0
    for c in text:
        if c in _CN_DIGIT:
            if digit not in (None, 0):
                raise ValueError(f"{text!r} is not a Chinese numeral")
            digit, weight = _CN_DIGIT[c], 1
        elif c in _CN_SMALL:
            unit = _CN_SMALL[c]
            if unit >= last or digit == 0:
                raise ValueError(f"{text!r} is not a Chinese numeral")
            section += (1 if digit is None else digit) * unit
            digit, weight, last = None, unit, unit
        elif c in _CN_LARGE:
            unit, bare = _CN_LARGE[c], section == 0 and digit is None
            if total and ((bare and unit < largest) or (not bare and unit == largest)):
                raise ValueError(f"{text!r} is not a Chinese numeral")
            section += digit or 0
            if total and section == 0:
                total *= unit
            elif unit > largest:
                total = (total + (1 if bare else section)) * unit
            else:
                total += section * unit
            weight *= unit
            section, digit, last, largest = 0, None, 10**20, unit
        else:
            raise ValueError(f"{text!r} is not a Chinese numeral")
    return _closed(text, total + section, digit, weight)


def _closed(text: str, value: int, digit: int | None, weight: int) -> Number:
    """Add a trailing digit: after a unit with no 零 between it counts tenths (``一万五`` = 15000)."""
    if digit is None:
        return Fraction(value), Fraction(weight)
    before = text[-2]
    if before in "百千万亿":
        tenth = {**_CN_SMALL, **_CN_LARGE}[before] // 10
        return Fraction(value + digit * tenth), Fraction(tenth)
    return Fraction(value + digit), Fraction(1)


_ONES = spaced(
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen "
    "sixteen seventeen eighteen nineteen"
)
_TENS = spaced("twenty thirty forty fifty sixty seventy eighty ninety")
_EN = {word: value for value, word in enumerate(_ONES)} | {
    word: 10 * tens for tens, word in enumerate(_TENS, start=2)
}
_EN_BIG = {"hundred": 100, "thousand": 1000, "million": 10**6, "billion": 10**9, "trillion": 10**12}
_EN_PARTS = {
    "half": 2, "halves": 2, "third": 3, "thirds": 3, "quarter": 4, "quarters": 4, "fourth": 4,
    "fourths": 4, "fifth": 5, "fifths": 5, "sixth": 6, "sixths": 6, "seventh": 7,
    "sevenths": 7, "eighth": 8, "eighths": 8, "ninth": 9, "ninths": 9, "tenth": 10, "tenths": 10,
    "hundredth": 100, "hundredths": 100, "thousandth": 1000, "thousandths": 1000,
}  # fmt: skip


@lru_cache(maxsize=2048)
def english(text: str) -> Number:
    """Value and quantum of English number words: ``twenty-four thousand``, ``two thirds``, ``a dozen``.

    Raises:
        ValueError: not such words.
    """
    words = [word for word in re.split(r"[\s-]+", text.lower()) if word not in ("a", "an", "and", "of")]
    if words in (["dozen"], ["dozens"]):
        return Fraction(12), Fraction(1)
    if words and words[-1] in _EN_PARTS:
        count = english(" ".join(words[:-1]))[0] if words[:-1] else Fraction(1)
        return count / _EN_PARTS[words[-1]], Fraction(0)
    if words and words[0] == "half" and words[1:]:
        value, quantum = _english_integer(text, words[1:])
        return value / 2, quantum / 10
    return _english_integer(text, words)


def _english_integer(text: str, words: list[str]) -> Number:
    total = current = 0
    weight = 1
    seen = False
    for word in words:
        if word in _EN:
            current += _EN[word]
            weight, seen = 1, True
        elif word in _EN_BIG:
            unit = _EN_BIG[word]
            current = (current if seen else 1) * unit
            weight = unit
            if unit >= 1000:
                total, current = total + current, 0
            seen = unit == 100
        elif word == "dozen" and total == 0:
            current = (current if seen else 1) * 12
            seen = True
        else:
            raise ValueError(f"{text!r} is not a number in words")
    if not words:
        raise ValueError(f"{text!r} is not a number in words")
    return Fraction(total + current), Fraction(weight)
