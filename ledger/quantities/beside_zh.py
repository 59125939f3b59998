"""Numbers in digits that the Chinese words beside them make a pointer, one of several, a date or a name.

Chinese counts with a measure word or a unit (``4090 张``, ``3 个系列``). A number that a noun for parts of a
document, for one of several or for a code stands before, or a noun that is never counted without a measure
word stands behind, counts nothing as long as no measure word follows it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from ledger.quantities import units
from ledger.quantities.beside_rules_zh import BEFORE, BEHIND, Rule
from ledger.quantities.fold import Folded
from ledger.quantities.names import token
from ledger.quantities.sized import is_ordinary
from ledger.quantities.token import Token

_REACH = 24
_NOT_COUNTED = re.compile(r"[\d%‰×+*/=<>≈^]|[.,]\d|[ ]?[A-Za-z万亿千百余多]|[-–~～] ?\d| [=<>≈×+*/]")
"""What behind a number makes a measure, a formula or a longer number of it."""


def _by_key(rules: Iterable[Rule]) -> dict[str, tuple[Rule, ...]]:
    table: dict[str, tuple[Rule, ...]] = {}
    for rule in rules:
        for key in rule.keys:
            table[key] = (*table.get(key, ()), rule)
    return table


_BEFORE, _BEHIND = _by_key(BEFORE), _by_key(BEHIND)
_BETWEEN = " ([:：=为是#"
"""What may stand between a noun and its number."""
_DIGITS = re.compile(r"\d+(?:\.\d+)*")


def number(f: Folded, hit: int, floor: int) -> Token | None:
    """The token of the number at *hit* if the words beside it say that it counts nothing."""
    s = f.work
    digits = _DIGITS.match(s, hit)
    if digits is None:
        return None
    after = s[digits.end() : digits.end() + 1]
    if after == " ":
        after = s[digits.end() + 1 : digits.end() + 2]
    spot, low = hit, max(0, hit - _REACH)
    while spot > low and s[spot - 1] in _BETWEEN:
        spot -= 1
    before = _BEFORE.get(s[spot - 1]) if spot > low else None
    behind = _BEHIND.get(after)
    if before is None and behind is None:
        return None
    left = s[low:hit]
    for rules in (before, behind):
        for rule in rules or ():
            fits = _fits(f, rule, left, hit)
            if fits is not None:
                return token(f, max(floor, fits[0]), fits[1], rule.kind, False, rule.reason, rule.rule)
    return None


def _fits(f: Folded, rule: Rule, left: str, hit: int) -> tuple[int, int] | None:
    """The number that *rule* is about, with the noun that it takes in, if it is about the one at *hit*."""
    s, start = f.work, hit
    found = rule.number.match(s, hit, min(len(s), hit + 2 * _REACH))
    if found is None:
        return None
    if rule.before is not None:
        before = rule.before.search(left)
        if before is None:
            return None
        word = before.groupdict().get("word")
        if word is not None and is_ordinary(word):
            return None
        if "noun" in rule.before.groupindex:
            start -= len(left) - before.start("noun")
    if rule.behind is not None and rule.behind.match(s, found.end()) is None:
        return None
    return None if not rule.may_count and _counts(s, found.end()) else (start, found.end())


def _counts(s: str, end: int) -> bool:
    """Whether what stands behind a number makes a count or a measure of it."""
    return _NOT_COUNTED.match(s, end) is not None or units.match(s, end, min(len(s), end + 24)) is not None
