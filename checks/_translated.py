"""Whether the English and the Chinese sentence of one claim say the same numbers.

The grammar reads these two languages, so that what one prints in digits can be looked for in the other: as
the same digits, as the same value in whatever unit or scale it is printed, or in words. What only one of them
puts in words is not looked for, nor are digits inside a word (``P2P``), zeros (the zeroth may be called the
first) and parts of dates other than years.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

from ledger import quantities
from ledger.quantities.quantity import Comparator, Quantity
from ledger.quantities.token import Kind, Token
from ledger.quantities.units import resolve
from ledger.schema.languages import main_language

READ = ("en", "zh")
_RUN = re.compile(r"\d+(?:[,.]\d+)*")
_IN_WORD = re.compile(r"[A-Za-z]\d+[A-Za-z]")
_YEAR = 4
"""Digits of a year."""
_HAN = "零〇一二两三四五六七八九十百千万亿"
_WORDS = {
    1: ("one|once|single|first|an?", "一|[单首]"),
    2: (
        r"two|twice|both|pair|double|dual|half|(?<!\ba )(?<!\bper )(?<!\bevery )second",
        "[二两双半]|[一配成]对|[翻加成数]倍",
    ),
    3: ("three|third|triple|thrice", "三"), 4: ("four|fourth|quarter", "四"), 5: ("five|fifth", "五"),
    6: ("six|sixth", "六"), 7: ("seven|seventh", "七"), 8: ("eight|eighth", "八"), 9: ("nine|ninth", "九"),
    10: ("ten|tenth|tens", "十"), 11: ("eleven|eleventh", "十一"), 12: ("twelve|twelfth|dozen", "十二"),
    100: ("hundreds?", "百"), 1000: ("thousands?", "千"), 10_000: ("tens of thousands", "万"),
}  # fmt: skip
_WORDED = {
    Fraction(value): re.compile(
        rf"(?<![A-Za-z])(?:{english})(?![A-Za-z])|(?<![{_HAN}\d.])(?<!\d )(?:{chinese})(?![{_HAN}])",
        re.IGNORECASE,
    )
    for value, (english, chinese) in _WORDS.items()
}
"""Numbers that have words of their own, which the grammar does not read all: ``both``, ``third``."""
_MONTH_NAMES = (
    "January", "February", "March", "April", "May", "June",
    "July", "August", "September", "October", "November", "December",
)  # fmt: skip
_MONTHS = {
    Fraction(at): re.compile(rf"\b{name[:3]}(?:{name[3:]}|t)?(?![A-Za-z])")
    for at, name in enumerate(_MONTH_NAMES, 1)
}
"""``May`` and ``March`` are months with their capital alone, and only for what is printed as one."""
_HAN_DIGITS = "一二三四五六七八九"
_OF_MONTH = re.compile(r" ?月")
_DECADE = re.compile(rf"(?P<year>\d{{1,3}}0)(?:['’]?s\b| ?年代)|(?P<han>[{_HAN_DIGITS}])十年代")
_CENTURY = 100
LOWER = frozenset((Comparator.NOT_LESS, Comparator.AT_LEAST))
UPPER = frozenset((Comparator.AT_MOST, Comparator.UP_TO))


@dataclass(frozen=True, slots=True)
class Difference:
    """A number of the sentence in ``language`` that the other one lacks (``cause`` ``number-not-translated``)
    or bounds from the other side (``bound-not-translated``)."""

    cause: str
    language: str
    printed: str
    other: str


def languages(texts: Iterable[str]) -> int:
    """How many of the languages, by their tags, are held against each other."""
    return sum(main_language(language) in READ for language in texts)


def differences(texts: dict[str, str]) -> Iterator[Difference]:
    """What the English and the Chinese of *texts*, by their tags, do not say alike."""
    read = [language for language in texts if main_language(language) in READ]
    for language in read:
        for other in read:
            if language != other:
                yield from _lacking(language, texts[language], other, texts[other])
    for at, language in enumerate(read):
        for other in read[at + 1 :]:
            yield from _turned(language, texts[language], other, texts[other])


def _lacking(language: str, text: str, other: str, there: str) -> Iterator[Difference]:
    said, printed, decades = _numbers(there), _printed(there), _decades(there)
    for run, token in _printed_in(text):
        same = printed.get(_plain(run[0]), ())
        quantity = None if token is None else token.quantity
        if any(_alike(quantity, one) for one in same) or _is_free(text, run, token):
            continue
        if quantity is not None and any(_equal(quantity, one) for one in said):
            continue
        if _is_in_words(text, run, quantity, there) or _is_decade(text, run, decades):
            continue
        yield Difference("number-not-translated", language, run[0] if token is None else token.surface, other)


def _is_in_words(text: str, run: re.Match[str], quantity: Quantity | None, there: str) -> bool:
    """Whether the other language says in words what a run of digits prints."""
    values = {_value(run[0])} if quantity is None else _values(quantity)
    if any(value in _WORDED and _WORDED[value].search(there) is not None for value in values):
        return True
    month = _MONTHS.get(_value(run[0])) if _OF_MONTH.match(text, run.end()) is not None else None
    return month is not None and month.search(there) is not None


@lru_cache(maxsize=4096)
def _decades(text: str) -> tuple[int, ...]:
    """The decades of a text by their first years, of which some name the century."""
    return tuple(
        int(found["year"]) if found["year"] else (_HAN_DIGITS.index(found["han"]) + 1) * 10
        for found in _DECADE.finditer(text)
    )


def _is_decade(text: str, run: re.Match[str], others: Iterable[int]) -> bool:
    """Whether a run of digits is a decade that the other language names too, with the century or without."""
    found = _DECADE.match(text, run.start())
    if found is None or not found["year"]:
        return False
    decade = int(found["year"])
    return any(
        decade == other
        or (min(decade, other) < _CENTURY and max(decade, other) % _CENTURY == min(decade, other))
        for other in others
    )


def _printed_in(text: str) -> Iterator[tuple[re.Match[str], Token | None]]:
    """Every run of digits with the number that it is a part of."""
    tokens = _tokens(text)
    at = 0
    for run in _RUN.finditer(text):
        while at < len(tokens) and tokens[at].end <= run.start():
            at += 1
        yield run, tokens[at] if at < len(tokens) and tokens[at].start < run.end() else None


@lru_cache(maxsize=4096)
def _printed(text: str) -> dict[str, list[Quantity | None]]:
    """Every run of digits, and the quantities that print it; ``None`` for a number that is none."""
    found: dict[str, list[Quantity | None]] = {}
    for run, token in _printed_in(text):
        found.setdefault(_plain(run[0]), []).append(None if token is None else token.quantity)
    return found


def _alike(one: Quantity | None, other: Quantity | None) -> bool:
    """Whether two numbers that print the same digits may be the same: all but those that are read as other
    quantities."""
    if one is None or other is None or one.value is None or other.value is None:
        return True
    return _equal(one, other)


def _equal(one: Quantity, other: Quantity) -> bool:
    """Whether two quantities have a value in common: in base units, whole or without what they are divided by
    (``每字节 6144 FLOP``); or as printed, where one names no measure."""
    for divided in (True, False):
        if _values(one, divided=divided) & _values(other, divided=divided):
            return True
    loose = any(resolve(unit).counts or not unit.isascii() for unit in (one.unit, other.unit))
    return loose and not _values(one).isdisjoint(_values(other))


def _values(quantity: Quantity, *, divided: bool | None = None) -> frozenset[Fraction]:
    """Both ends of a quantity as printed; or in base units, with or without its divisor."""
    size = Fraction(1)
    if divided is not None:
        size = resolve(quantity.unit if divided else quantity.unit.partition("/")[0]).size
    return frozenset(value * size for value in (quantity.value, quantity.high) if value is not None)


def _is_free(text: str, run: re.Match[str], token: Token | None) -> bool:
    """Whether another language may well leave a run of digits out, or write it otherwise."""
    if _IN_WORD.match(text, run.start() - 1) is not None and run.start() > 0:
        return True
    if token is not None and token.kind is Kind.DATE and len(run[0]) != _YEAR:
        return True
    return _value(run[0]) == 0


def _turned(language: str, text: str, other: str, there: str) -> Iterator[Difference]:
    for one in _numbers(text):
        for two in _numbers(there):
            if opposed(one, two) and _equal(one, two):
                yield Difference("bound-not-translated", language, one.printed, other)


def opposed(one: Quantity, other: Quantity) -> bool:
    """Whether one says at least, and the other at most. A bound that excludes its end (``fewer than 4``) may
    tell the same from the other side."""
    return any(
        one.comparator in first and other.comparator in second
        for first, second in ((LOWER, UPPER), (UPPER, LOWER))
    )


@lru_cache(maxsize=4096)
def _tokens(text: str) -> tuple[Token, ...]:
    return tuple(sorted(quantities.scan(text), key=lambda token: token.start))


def _numbers(text: str) -> tuple[Quantity, ...]:
    return tuple(token.quantity for token in _tokens(text) if token.quantity is not None)


def _plain(run: str) -> str:
    return run.replace(",", "")


def _value(run: str) -> Fraction:
    """The number that a run of digits prints; of one with two points (``5.2.1``) none that words say."""
    digits = _plain(run)
    return Fraction(digits) if digits.count(".") < 2 else Fraction(-1)
