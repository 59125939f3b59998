"""Numbers that only give an expression its shape: in brackets among symbols, bounds, cases, data literals."""

from __future__ import annotations

import re

from ledger.quantities.expression import LETTER
from ledger.quantities.fold import Folded
from ledger.quantities.quantity import Comparator
from ledger.quantities.reading import Found
from ledger.quantities.text import Role
from ledger.quantities.token import Kind
from ledger.quantities.verdict import Verdict

_REACH = 60
"""How far a bracket is looked for either way, in characters."""
_TO_OPEN = re.compile(rf"([^()\[\]{{}}\n\t。；;]{{0,{_REACH}}}+)[(\[{{]")
"""What stands before a number in its bracket, in a text that runs backwards."""
_TO_CLOSE = re.compile(rf"([^()\[\]{{}}\n\t。；;]{{0,{_REACH}}}+)[)\]}}]")
_INDEX = r"(?:_\{?\w{1,16}\}?|[₀-₉\ue900-\uecff]{1,16})?[′']?"
_SYMBOL = re.compile(rf"\d{{0,6}}{LETTER}{_INDEX}")
"""A letter with or without an index, a number directly before it or not."""
_NAME = re.compile(r"[A-Za-z]\w{2,40}")
_NUMBER = re.compile(r"\d{1,7}")
_JOINT = re.compile(r" ?[-+*×·/−] ?")
_BESIDE = frozenset(" ,，()[]{}")
_COMMA = re.compile(r" ?[,，] ?")
_GOES_ON = re.compile(r"[\w%×*](?<![\u4e00-\u9fff])|\.\d")
_FACTOR = re.compile(r" ?(?:因子|系数)(?![\u4e00-\u9fff])")
_ADDED = re.compile(r"(?:[a-z]{2,}|[\u4e00-\u9fff])[+−]\Z")


def in_tuple(s: str, hit: int, end: int) -> bool:
    """Whether ``s[hit:end]`` is a member of a bracketed list of symbols: ``[b, 1, h]``, ``(0, n)``."""
    if s[hit - 1 : hit] not in _BESIDE or s[end : end + 1] not in _BESIDE:
        return False
    behind = _TO_CLOSE.match(s, end)
    before = None if behind is None else _TO_OPEN.match(s[max(0, hit - _REACH - 1) : hit][::-1])
    if before is None or behind is None:
        return False
    start, stop = hit - before.end(1), behind.end(1)
    members = _COMMA.split(s[start:stop].strip(" "))
    if s[hit:end] not in members:
        return False
    parts = [part for member in members for part in _JOINT.split(member)]
    symbols = sum(map(_is_symbol, parts))
    return symbols > 0 and all(_is_symbol(part) or _NUMBER.fullmatch(part) for part in parts)


def _is_symbol(text: str) -> bool:
    """A letter, or a name that an underscore joins; a word is none."""
    return _SYMBOL.fullmatch(text) is not None or ("_" in text and _NAME.fullmatch(text) is not None)


def factor(s: str, found: Found) -> Verdict | None:
    """``2 因子``: without a measure word the number is the factor, and counts none."""
    noun = found.end + (s[found.end : found.end + 1] == " ")
    if s[noun : noun + 1] not in ("因", "系") or _FACTOR.match(s, found.end) is None:
        return None
    reason = "a factor of a formula, named as one"
    return Verdict(Kind.CONSTANT, True, reason, "named-factor", found.start, found.end)


def added(s: str, found: Found, hit: int) -> Verdict | None:
    """``level+1``, ``高度−1``: what a sign set close to a name adds to it or takes from it."""
    end = hit + 1
    if s[hit] != "1" or found.end != end or _ADDED.search(s, max(0, hit - 4), hit) is None:
        return None
    if _GOES_ON.match(s, end) is not None:
        return None
    return Verdict(Kind.CONSTANT, True, "a constant of a formula in words", "added", hit, end)


def in_literal(s: str, hit: int) -> bool:
    """Whether the number at *hit* stands in data as a program writes it: ``{0:8, 1:8}``, ``[{1,2}, {3}]``."""
    if s[hit - 1 : hit] not in _IN_DATA:
        return False
    low = max(0, hit - _REACH)
    return any(found.start() <= hit < found.end() for found in _LITERAL.finditer(s, low, hit + _REACH))


def is_listed(f: Folded, hit: int) -> bool:
    """Whether the number is one of a list of whole numbers, ``[0, 4, 8]``, that is all of its code."""
    region = f.regions.at(hit) if f.regions.marks else None
    if region is None or region.role is not Role.CODE_SPAN:
        return False
    return _LIST.fullmatch(f.work, region.start, region.end) is not None


_LIST = re.compile(r"\[\d{1,6}(?:, ?\d{1,6}){1,30}\]")
_IN_DATA = frozenset("{:, ")
_PAIR, _SET = r"\d{1,4}: ?\d{1,6}", r"\{\d{1,4}(?:, ?\d{1,4}){1,9}\}"
_LITERAL = re.compile(rf"\{{{_PAIR}(?:, ?{_PAIR}){{1,9}}\}}|\[{_SET}(?:, ?{_SET}){{1,5}}\]")


def bounds(s: str, found: Found) -> bool:
    """Whether the number is the unit interval or a bound of it, or zero as a bound: ``[0, 1]``, ``> 0``."""
    numbers = found.reading.numbers
    if found.reading.shape == "range":
        unit = len(numbers) == 2 and numbers[0].text == "0" and numbers[1].text == "1"
        return unit and _COUNTED.match(s, found.end) is None
    if found.reading.shape != "one" or numbers[0].text not in ("0", "1"):
        return False
    related = found.reading.comparator is not Comparator.EQUAL or _RELATED.match(s, found.end) is not None
    if (
        related
        and _COUNTED.match(s, found.end) is None
        and (numbers[0].text == "0" or _is_compared(s, found))
    ):
        return True
    return any(
        hit.end() > found.start and _COUNTED.match(s, hit.end()) is None
        for hit in _UNIT_INTERVAL.finditer(s, max(0, found.end - 5), found.start + 6)
    )


def _is_compared(s: str, found: Found) -> bool:
    """``n > 1``, ``page_size ≥ 1``: more than one, said of a symbol or a name in code."""
    return _COMPARED.search(s, max(0, found.start - 24), found.end) is not None


_COMPARED = re.compile(r"(?:(?<![\w.])[A-Za-z]|[a-z]_[a-z_]+)`? ?[>≥]=? ?1\Z")
_RELATED = re.compile(r" ?[≤<≥>] ?[A-Za-z\\(]")
_UNIT_INTERVAL = re.compile(r"[\[(]0[,，] ?1[\])]")
_COUNTED = re.compile(r" (?!is\b|was\b|has\b|as\b|this\b|thus\b)[a-z]{2,20}s\b| ?[个次张台名人条例块]")
"""``between 0 and 1 failures``: bounds of a count."""


def is_case(f: Folded, found: Found, hit: int) -> bool:
    """``1 ≤ j ≤ N``, ``0, otherwise``: where an index begins, what else a function is, in mathematics."""
    region = f.regions.at(hit) if f.regions.marks else None
    if region is None or region.role is not Role.MATH:
        return False
    return _CASE.match(f.work, found.end) is not None


_CASE = re.compile(
    r" ?[≤<] ?[A-Za-z](?![A-Za-z])|[ ,，&]*(?:otherwise|else|if\b|若|其他|否则)"
    r"|(?: ?, ?1)? ?, ?(?:…|\.\.\.|\\[lc]?dots)"
)
INVERSE = re.compile(r"/(?:[A-Z]{2,4}|[A-Z][a-z]|[a-z]+_[a-z_]+)(?![\w/])")
"""``1/RT``, ``1/Nd``: the inverse of what capitals name, or a letter with an index."""


def is_one_of_unit(s: str, hit: int) -> bool:
    """``1 MAC = 2 FLOPs``: the one of an equation whose other side says how much it is."""
    return s[hit] == "1" and _ONE_IS.match(s, hit) is not None


_ONE_IS = re.compile(r"1 ?[A-Za-z][A-Za-z/]{0,15} ?[=≈] ?\d")


def in_braces(s: str, hit: int) -> int:
    """Where the number ends that is one of the endings of a path in braces: ``run{15,42}.log``; else 0."""
    opened = s.rfind("{", max(0, hit - _REACH), hit)
    if opened < 1 or "}" in s[opened:hit] or _EXPANSION.match(s, opened - 1) is None:
        return 0
    digits = _NUMBER.match(s, hit)
    return 0 if digits is None else digits.end()


_EXPANSION = re.compile(r"[A-Za-z0-9./-]\{\w{1,8}(?:,\w{1,8}){1,12}\}")
PADDED = re.compile(r"0\d{3,20}(?![\w.,%-])")
"""``000001``: digits that name; no count begins with zeros."""
