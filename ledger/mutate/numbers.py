"""Changes of one printed number, each of which changes what it states.

The changes know nothing of the grammar that will read them: whether a change is seen is what mutation asks.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum


class Change(StrEnum):
    """What is changed."""

    DIGIT = "digit"
    SIGN = "sign"
    UNIT = "unit"
    SCALE = "scale"
    COMPARATOR = "comparator"
    POINT = "decimal-point"
    OPERATOR = "operator"


@dataclass(frozen=True, slots=True)
class Alteration:
    """Replace ``text[start:end]`` by ``replacement``."""

    change: Change
    start: int
    end: int
    replacement: str

    def applied(self, text: str) -> str:
        """*text* with the change."""
        return text[: self.start] + self.replacement + text[self.end :]


_NUMBER = re.compile(r"\d+(?:[.,]\d+)*")
_CJK_NUMBER = re.compile(r"[一二两三四五六七八九十百千万亿半]+")
_CJK = re.compile(r"[\u4e00-\u9fff]")
_MINUS = "-−–－‐‑﹣"
_SUFFIX = re.compile(r"\s?(?P<scale>thousand|million|billion|trillion|百万|千万|万|亿|[KMBTGP](?![A-Za-z]))")
_PREFIXED = re.compile(r"\s?(?P<scale>[kKMGTPmµn])i?(?:B|b|bps|bit|bytes|FLOPS?|Hz|W|s)(?![A-Za-z])")
_OTHER_SCALE = {
    "K": "M", "k": "M", "M": "G", "B": "T", "T": "B", "G": "T", "P": "T", "m": "µ", "µ": "m", "n": "m",
    "thousand": "million", "million": "billion", "billion": "million", "trillion": "billion",
    "万": "亿", "亿": "万", "百万": "千万", "千万": "百万",
}  # fmt: skip
_UNIT = re.compile(r"[A-Za-zµμΩ%‰×°\u4e00-\u9fff][A-Za-zµμΩ%‰×°\u4e00-\u9fff/·-]*\Z")
_OTHER_UNIT = {"bytes": "bits", "byte": "bit", "B": "b", "%": " ms", "×": "%", "x": "%", "GB/s": "GB"}
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
        return
    in_chinese = bool(_CJK.search(text)) if chinese is None else chinese
    yield from _sign(text, numbers[0])
    yield from _scale(text, numbers[-1])
    yield from _unit(text, numbers[-1], formula=formula)
    yield from _comparators(text, numbers[0].start(), chinese=in_chinese)
    if formula:
        yield from _operator(text)


def _digits(number: re.Match[str]) -> Iterator[Alteration]:
    """The first and the last digit."""
    text = number.group()
    places = {0, len(text) - 1}
    for place in sorted(places):
        at = number.start() + place
        yield Alteration(Change.DIGIT, at, at + 1, _other_digit(text[place]))


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
        yield Alteration(Change.SIGN, at, at, "负")
    elif at and text[at - 1] in _MINUS:
        yield Alteration(Change.SIGN, at - 1, at, "")
    else:
        yield Alteration(Change.SIGN, at, at, "−")


def _scale(text: str, number: re.Match[str]) -> Iterator[Alteration]:
    found = _SUFFIX.match(text, number.end()) or _PREFIXED.match(text, number.end())
    if found:
        yield Alteration(Change.SCALE, *found.span("scale"), _OTHER_SCALE[found["scale"]])
    elif text[number.end() : number.end() + 1] not in tuple("%‰×°"):
        suffix = "K" if number.group()[0].isdigit() else "亿"
        yield Alteration(Change.SCALE, number.end(), number.end(), suffix)


def _unit(text: str, number: re.Match[str], *, formula: bool) -> Iterator[Alteration]:
    found = _UNIT.search(text, number.end())
    if found and not (formula and len(found.group()) == 1):
        unit = found.group()
        other = _OTHER_UNIT.get(unit) or (unit[:-1] + "b" if unit.endswith("B") else " seconds")
        hyphen = text[: found.start()].endswith("-") and other.startswith(" ")  # "16-way" → "16 seconds"
        other = " bytes" if unit in ("s", "秒") or "second" in unit else other
        yield Alteration(Change.UNIT, found.start() - hyphen, found.end(), other)
    else:
        yield Alteration(Change.UNIT, len(text), len(text), " GB")


def _comparators(text: str, at: int, *, chinese: bool) -> Iterator[Alteration]:
    """Drop the words before the number, or put in an upper and a lower bound."""
    start = at - (at > 0 and text[at - 1] in _MINUS)
    before = text[:start].rstrip("$€£¥(（ ")
    if before:
        yield Alteration(Change.COMPARATOR, 0, len(before), "")
        return
    for words in ("至少 ", "至多 ") if chinese else ("at least ", "at most "):
        yield Alteration(Change.COMPARATOR, start, start, words)


def _operator(text: str) -> Iterator[Alteration]:
    found = _OPERATOR.search(text)
    if found:
        yield Alteration(Change.OPERATOR, *found.span(1), _OTHER_OPERATOR[found[1]])
