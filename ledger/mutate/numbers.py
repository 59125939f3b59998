"""Changes of one printed number, each of which changes what it states: here its digits.

The changes know nothing of the grammar that will read them: whether a change is seen is what mutation asks.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from ledger.mutate.alteration import MINUS, Alteration, Change
from ledger.mutate.words import worded

_NUMBER = re.compile(r"\d+(?:[.,]\d+)*")
_CJK_NUMBER = re.compile(r"[数几]?[一二两三四五六七八九十百千万亿半]+")
_CJK = re.compile(r"[\u4e00-\u9fff]")
_SUFFIX = re.compile(r"\s?(?P<scale>thousand|million|billion|trillion|百万|千万|万|亿|[KMBTGP](?![A-Za-z]))")
_PREFIXED = re.compile(r"\s?(?P<scale>[kKMGTPmµn])i?(?:B|b|bps|bit|bytes|FLOPS?|Hz|W|s)(?![A-Za-z])")
_OTHER_SCALE = {
    "K": "M", "k": "M", "M": "G", "B": "T", "T": "B", "G": "T", "P": "T", "m": "µ", "µ": "m", "n": "m",
    "thousand": "million", "million": "billion", "billion": "million", "trillion": "billion",
    "万": "亿", "亿": "万", "百万": "千万", "千万": "百万",
}  # fmt: skip
_EN_NUMBER = re.compile(
    r"(?<![A-Za-z])(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|twenty|thirty|forty|fifty)"
    r"(?![A-Za-z])",
    re.IGNORECASE,
)
_SUPERSCRIPTS = "⁰¹²³⁴⁵⁶⁷⁸⁹"
_RAISED = re.compile(f"(?<=[0-9A-Za-z)])[{_SUPERSCRIPTS}]+")
_CARET = re.compile(r"(?<=\d)(?:\^|\*\*)(?=\d)")
_RANGE = re.compile(
    r"(?P<low>\d[\d.,]*\s?[%×x]?)(?P<joint>\s?(?:[–—~-]|(?<= )to(?= )|[到至])\s?)(?P<high>\d[\d.,]*)"
)
_OPERATOR = re.compile(r"(?<=[\w)])\s*([+\-−×*/÷])\s*(?=[\w(])")
_OTHER_OPERATOR = {"+": "−", "-": "+", "−": "+", "×": "+", "*": "+", "/": "×", "÷": "×"}
_MOST_NUMBERS = 4


def alterations(text: str, *, formula: bool = False, chinese: bool | None = None) -> Iterator[Alteration]:
    """Every change of the number *text*.

    With *formula*, its first operator is changed too. *chinese* chooses the words that are put in; by default
    it is decided from *text*.
    """
    numbers = list(_NUMBER.finditer(text))[:_MOST_NUMBERS]
    for number in numbers:
        yield from _digits(number)
        yield from _points(number)
    if not numbers:
        numbers = list(_CJK_NUMBER.finditer(text))[:1]
        yield from (_cjk_digit(number) for number in numbers)
    if not numbers:
        numbers = list(_EN_NUMBER.finditer(text))[:1]
        yield from (_en_digit(number) for number in numbers)
    if not numbers:
        return
    in_chinese = bool(_CJK.search(text)) if chinese is None else chinese
    yield from _sign(text, numbers[0])
    yield from _scale(text, numbers[-1], chinese=in_chinese)
    yield from _exponent(text)
    yield from _range(text)
    yield from worded(text, numbers[0].start(), numbers[-1].end(), formula=formula, chinese=in_chinese)
    if formula:
        yield from _operator(text)


def _digits(number: re.Match[str]) -> Iterator[Alteration]:
    """The first and the last digit; two digits that change places; one too few and one twice."""
    text, start = number.group(), number.start()
    places = {0, len(text) - 1}
    for place in sorted(places):
        at = start + place
        yield Alteration(Change.DIGIT, at, at + 1, _other_digit(text[place]))
    for place in range(len(text) - 1):
        one, two = text[place], text[place + 1]
        if one != two and one.isdigit() and two.isdigit() and (place or two not in "0０"):
            yield Alteration(Change.DIGIT, start + place, start + place + 2, two + one)
            break
    if text.isdigit() and len(text) > 1:
        yield Alteration(Change.DIGIT, number.end() - 1, number.end(), "")
        yield Alteration(Change.DIGIT, number.end(), number.end(), text[-1])


def _other_digit(digit: str) -> str:
    """A digit beside *digit*, in the same script; never zero, so that no number changes its length."""
    value = int(digit)
    return chr(ord(digit) + (1 if value < 9 else -1))


def _cjk_digit(number: re.Match[str]) -> Alteration:
    after = {
        "一": "二",
        "二": "三",
        "两": "三",
        "三": "四",
        "四": "五",
        "五": "六",
        "六": "七",
        "七": "八",
        "八": "九",
    }
    first = number.group()[0]
    at = number.start()
    if first in after:
        return Alteration(Change.DIGIT, at, at + 1, after[first])
    return Alteration(Change.DIGIT, at, at + (first in "九半"), "八" if first in "九半" else "三")


def _en_digit(number: re.Match[str]) -> Alteration:
    """Another number word."""
    other = "three" if number.group().lower() == "two" else "two"
    return Alteration(Change.DIGIT, *number.span(), other)


def _points(number: re.Match[str]) -> Iterator[Alteration]:
    """Move, drop or put in a decimal point."""
    text, start = number.group(), number.start()
    if not text.strip("0.,"):
        return
    point = max(text.rfind("."), text.rfind(","))
    if point >= 0:
        replacement = "" if text[point] == "." else "."
        yield Alteration(Change.POINT, start + point, start + point + 1, replacement)
    elif len(text) > 1:
        yield Alteration(Change.POINT, start + 1, start + 1, ".")
    else:
        yield Alteration(Change.POINT, start + 1, start + 1, "0")


def _sign(text: str, number: re.Match[str]) -> Iterator[Alteration]:
    at = number.start()
    if not number.group()[0].isdigit():
        if number.group()[0] not in "数几":
            yield Alteration(Change.SIGN, at, at, "负")
    elif at and text[at - 1] in MINUS:
        yield Alteration(Change.SIGN, at - 1, at, "")
    else:
        yield Alteration(Change.SIGN, at, at, "−")


def _scale(text: str, number: re.Match[str], *, chinese: bool) -> Iterator[Alteration]:
    found = _SUFFIX.match(text, number.end()) or _PREFIXED.match(text, number.end())
    if found:
        yield Alteration(Change.SCALE, *found.span("scale"), _OTHER_SCALE[found["scale"]])
    elif text[number.end() : number.end() + 1] not in tuple("%‰×°"):
        digits = number.group()[0].isdigit()
        scales = (" million",) if number.group()[0].isascii() else ("亿",)
        for scale in ("K", " 万" if chinese else " million") if digits else scales:
            yield Alteration(Change.SCALE, number.end(), number.end(), scale)


def _exponent(text: str) -> Iterator[Alteration]:
    """A raised digit: another one, on the line, or none; a sign of a power left out."""
    raised = _RAISED.search(text)
    if raised:
        digit = raised.group()[-1]
        at = (_SUPERSCRIPTS.index(digit) + 1) % 10
        yield Alteration(Change.EXPONENT, raised.end() - 1, raised.end(), _SUPERSCRIPTS[at])
        flat = "".join(str(_SUPERSCRIPTS.index(one)) for one in raised.group())
        yield Alteration(Change.EXPONENT, *raised.span(), flat)
        yield Alteration(Change.EXPONENT, *raised.span(), "")
    caret = _CARET.search(text)
    if caret:
        yield Alteration(Change.EXPONENT, *caret.span(), "")


def _range(text: str) -> Iterator[Alteration]:
    """Leave one end of a range."""
    found = _RANGE.search(text)
    if found:
        yield Alteration(Change.RANGE, found.start("joint"), found.end("high"), "")
        yield Alteration(Change.RANGE, found.start("low"), found.end("joint"), "")


def _operator(text: str) -> Iterator[Alteration]:
    found = _OPERATOR.search(text)
    if found:
        yield Alteration(Change.OPERATOR, *found.span(1), _OTHER_OPERATOR[found[1]])
