"""The amounts of a stretch of text, and which of them follow from one another.

``8 ranks and 64 experts, so each has 8``: 64 is 8 times 8. Where every number of a made-up case is worked out
from two others, the case is shown to be arithmetic, and nothing outside the text could bear it out.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations
from typing import NamedTuple

from ledger.quantities.numerals import chinese, digits, english, scaled

MOST = 8
"""How many amounts are compared, each with each."""
_FEW = 6
"""How many are compared by fours."""
_AMOUNT = re.compile(
    r"(?:(?:about|around|roughly|approximately|nearly) )?(?:[≈~约] ?)?(?:[$€£¥] ?)?"
    r"(?<![A-Za-z0-9_.,])(\d{1,3}(?:,\d{3})++(?:\.\d++)?+|\d++(?:\.\d++)?+)(?![\d,]\d)"
    r"(?: ?(万亿|千万|百万|万|亿|thousand|million|billion|trillion|[KMBT](?![A-Za-z]))| ?(%))?"
    r"|\b(half(?! (?:that|of|the))|two|three|four|five|six|seven|eight|nine|ten|twelve|twenty|thirty"
    r"|hundred)\b"
    r"|(?<![第十百千万亿一])([两二三四五六七八九十][十百千万亿两二三四五六七八九]{0,5}|半)"
    r"(?=[\u4e00-\u9fff])(?![者些月周日号])",
    re.I,
)
_YEAR = re.compile(r"(?:19|20)\d\d")
_SUMMED = re.compile(
    r"\d ?[+−-] ?\d|\b(?:in all|in total|together|total|remain\w*|left|leav\w+)\b|[共总剩]|合计|一起", re.I
)
"""Words and signs of adding up: any three numbers might differ by one another."""
_THOUSANDS = frozenset(Fraction(1000) ** power for power in (0, 1, 2, 3, -1, -2, -3))
"""Units may differ by so much: ``1B × 2 bytes = 2 GB``."""


class Amount(NamedTuple):
    """A number as it stands in a text: its span and its value, a percentage as a fraction."""

    start: int
    end: int
    value: Fraction


def amounts(s: str, start: int, end: int) -> list[Amount]:
    """The first :data:`MOST` amounts between *start* and *end*, years left out."""
    found: list[Amount] = []
    for match in _AMOUNT.finditer(s, start, end):
        value = _value(match)
        if value is not None:
            found.append(Amount(match.start(), match.end(), value))
            if len(found) == MOST:
                break
    return found


def _value(match: re.Match[str]) -> Fraction | None:
    number, scale, percent, word, han = match.groups()
    try:
        if number is not None:
            if scale is None and percent is None and _YEAR.fullmatch(number) is not None:
                return None
            scale = (scale or "").lower()
            value = scaled(digits(number), scale.upper() if len(scale) == 1 and scale.isascii() else scale)[0]
            return value / 100 if percent else value
        if word is not None:
            return Fraction(1, 2) if word.lower() == "half" else english(word)[0]
        return Fraction(1, 2) if han == "半" else chinese(han)[0]
    except (ValueError, KeyError):
        return None


def related(s: str, found: Sequence[Amount]) -> list[Amount]:
    """Those of *found* that are worked out from two or three others, and those others."""
    if len(found) < 3:
        return []
    summed = _SUMMED.search(s, found[0].start, min(len(s), found[-1].end + 20)) is not None
    taking: set[int] = set()
    for three in combinations(range(len(found)), 3):
        if _relate([found[at].value for at in three], summed):
            taking.update(three)
    if not taking and len(found) <= _FEW:
        for four in combinations(range(len(found)), 4):
            if _multiply([found[at].value for at in four]):
                taking.update(four)
    return [found[at] for at in sorted(taking)]


def follow(known: Sequence[Fraction], found: Sequence[Fraction]) -> bool:
    """Whether each of *found* is one of *known*, or is worked out from it with any other."""
    for at, value in enumerate(found):
        others = [*known, *found[:at], *found[at + 1 :]]
        if value not in known and not any(
            _relate([one, two, value], True) for one in known for two in others if one is not two
        ):
            return False
    return True


def same(one: Fraction, two: Fraction) -> bool:
    """Whether they are the same but for thousands: ``8 million`` and ``8``."""
    return one == two or (two != 0 and one / two in _THOUSANDS)


def _relate(values: list[Fraction], summed: bool) -> bool:
    """Whether one of three *values* is the others' product or sum, or what a share leaves of one."""
    one, two, three = values
    if 0 in values:
        return False
    for share, left, right in ((one, two, three), (two, one, three), (three, one, two)):
        if 1 not in (left, right) and same(left * right, share):
            return True
        if 1 in values:
            continue
        if share < 1 and left in ((1 - share) * right, (1 + share) * right):
            return True
        if share < 1 and right == (1 - share) * left:
            return True
    low, middle, high = sorted(values)
    return summed and low + middle == high


def _multiply(values: list[Fraction]) -> bool:
    """Whether the greatest of the *values* is the product of the others."""
    if any(value in (0, 1) for value in values):
        return False
    *factors, product = sorted(values)
    return factors[0] * factors[1] * factors[2] == product
