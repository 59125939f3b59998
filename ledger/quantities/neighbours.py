"""Whether a number is only a part of something larger that the grammar does not read.

``16 bytes²``, ``12 rounds/s``, ``N – 1 steps``, ``1× 128``: what stands directly beside a number may change
what it states. Where that is read as a formula, a product, a range or a unit, the number does not come here.
Where it is not read, the number has no value of its own: a reader who cannot tell looks again, while a
number torn out of an expression would pass for a statement.

Every pattern looks at a bounded stretch beside the number.
"""

from __future__ import annotations

import re

from ledger.quantities import units
from ledger.quantities.expression import LETTER
from ledger.quantities.fold import Folded
from ledger.quantities.reading import ENDS, Found
from ledger.quantities.scripts import RAISED
from ledger.quantities.text import Role

REASON = "a part of something larger that is not read: no value of its own"
_BEHIND, _LOOK = 25, 80
"""How far :data:`_BEFORE` reaches back; how far a rate may reach."""
_RAISED = chr(RAISED)
_ITALIC = "\U0001d400-\U0001d7cb"
_INDEX = r"(?:_\w{1,12}|[₀-₉\ue900-\uecff]{1,8})?[′']?"
_SYMBOL = rf"(?<![A-Za-z0-9_'’.])(?:{LETTER}|[{_ITALIC}]{{1,8}}){_INDEX}"
"""A letter that stands by itself, which may have an index."""
_AHEAD = rf"(?![aAI] [A-Za-z])(?:{LETTER}|[{_ITALIC}]{{1,8}}){_INDEX}(?![A-Za-z0-9_'’])"
"""The same behind a number; an article is no symbol."""
_BARE = r"(?<![A-Za-z0-9_.-])\d[\d.,]{0,12}"
_CLOSE = r"[)\]}²³]"
_BEFORE = re.compile(
    rf"(?:(?:{_SYMBOL}|{_CLOSE}) ?[×∗*⋅÷^√] ?"
    rf"|(?:{_SYMBOL} ?|{_CLOSE})· ?|√|\^ ?"
    rf"|{_SYMBOL} ?\+ ?|{_CLOSE}\+"
    rf"|[A-Za-z)\]]/|(?<![A-Za-z])(?:exp|log\d{{0,2}}|ln|sqrt|ceil|floor|max|min|abs)\("
    rf"|(?:\w|[)\]}}²³%]) ?− ?|(?<=\d)[-–]|{_SYMBOL} ?[-–] ?|{_CLOSE}[-–]|{_BARE} (?:- |–)"
    rf"|{_BARE} ?[×∗*÷^✕]|{_BARE} [×∗*÷✕] )\Z"
)
_JOINING = frozenset("×∗*⋅÷^√·+/(−-–✕x")
"""What a text that :data:`_BEFORE` or :data:`_RATIO_BEFORE` finds ends with, but for a space."""
_RATIO_BEFORE = re.compile(rf"{_BARE}[x×✕] \Z")
_AFTER = re.compile(
    rf"[⁰¹²³⁴-⁹⁺⁻ⁿ₀-₉\ue900-\uecff{_ITALIC}]"
    r"| ?\^ ?[\w(−-]| ?√|\*\*[A-Za-z0-9(]"
    rf"| ?[×∗*⋅·÷✕] ?{_AHEAD}|(?: [×∗⋅÷✕] |[×∗*⋅·÷✕])\("
    rf"|/(?:[A-Za-z(]|{_AHEAD})|[⋅·][A-Za-z]"
    rf"| ?− ?(?:{_AHEAD}|\()|[-−–]\d| − \d|–{_AHEAD}| [-–] {_AHEAD}"
    rf"| ?\+ ?{_AHEAD}|\+\("
)
_BARE_AFTER = re.compile(rf"/[A-Za-z]| ?[×∗*÷✕⋅] ?\d| [-–] \d| \({_AHEAD} ?[−+*/×·]")
"""Behind a number without a unit, also these."""
_FACTOR_AFTER = re.compile(rf"\(| {_AHEAD}| (?=\d)(?![\d.,]{{1,12}} ?[x×✕])")
"""Behind ``2×``; a row of ratios (``1.5× 2.3×``) states each of them."""
_SECOND = (
    r"(?:[nmµμu]?s|secs?|seconds?|(?:milli|micro|nano)seconds?|mins?|minutes?|h|hrs?|hours?|days?|weeks?"
    r"|months?|years?)(?![A-Za-z])"
)
_NOTE = re.compile(r"[⁰¹²³⁴-⁹\ue100-\ue8ff]")
_RATE = re.compile(
    rf"(?:[ -][A-Za-z]{{2,20}}){{0,3}}(?: ?/ ?|[ -]per[ -](?:an? )?){_SECOND}"
    r"|[\u4e00-\u9fff]{0,6} ?/ ?(?:秒|分钟|小时|天|周|月|年)"
)
"""A rate in time whose noun is no unit known here."""


_HOURS = re.compile(r"[ -](?:second|minute|hour|day|week|month|year)s(?![A-Za-z])")
"""Behind a measure a span of time multiplies it: ``MW hours``, ``GB-days``."""


def is_part(f: Folded, found: Found) -> bool:
    """Whether what stands beside *found* changes what it states, and is not read."""
    s, start, end = f.work, found.start, found.end
    unit = found.reading.unit
    low = max(0, start - _BEHIND)
    if _may_join(s, low, start) and (
        _BEFORE.search(s, low, start) is not None
        or (unit != "x" and _RATIO_BEFORE.search(s, low, start) is not None)
    ):
        return True
    if end >= len(s) or s[end] in ENDS:
        return False
    if s[end] >= _RAISED and _raised(f, end):
        return True
    high = min(len(s), end + _LOOK)
    worded = s[end] == " " and s[end + 1 : end + 2].isalpha()  # then no sign joins it to anything
    if (not worded and _may_follow(s, end) and _AFTER.match(s, end, high) is not None) or (
        (s.find("/", end, high) >= 0 or s.find("per", end, high) >= 0)
        and _RATE.match(s, end, high) is not None
    ):
        return not _is_mark(f, end)
    if unit != "1" and s[end] in " -" and _HOURS.match(s, end, high) is not None and _is_measure(unit):
        return True
    if unit == "x" and s[end - 1 : end] in "x×✕":
        return _FACTOR_AFTER.match(s, end, high) is not None
    return unit == "1" and not worded and _BARE_AFTER.match(s, end, high) is not None


def _may_follow(s: str, end: int) -> bool:
    """Whether what stands behind a number, past one space, may begin what :data:`_AFTER` finds."""
    sign = s[end + 1 : end + 2] if s[end] == " " else s[end]
    return sign in _ASCII_AFTER or sign > "\x7f"


_ASCII_AFTER = frozenset("^*/+-")


def _is_measure(unit: str) -> bool:
    measure = units.resolve(unit)
    return not measure.counts and unit not in ("x", "%") and not any(base == "s" for base, _ in measure.dims)


def _may_join(s: str, low: int, start: int) -> bool:
    """Whether the sign before a number, past one space, may join it; a bracket does behind a function."""
    at = start - 2 if start > low and s[start - 1] == " " else start - 1
    if at < low or s[at] not in _JOINING:
        return False
    return s[at] != "(" or (at == start - 1 and s[at - 1 : at].isalnum())


def _raised(f: Folded, end: int) -> bool:
    """A raised letter, digit or sign without a Unicode form; a raised star is a note."""
    code = ord(f.work[end]) - RAISED
    return 0 <= code < 0x400 and (chr(code).isalnum() or chr(code) in "+-") and not _is_mark(f, end)


def _is_mark(f: Folded, at: int) -> bool:
    """Whether a note mark or a citation stands there: the document says so, or it is on a percent sign."""
    if f.work[at - 1] in "%‰" and _NOTE.match(f.work, at) is not None:
        return True
    mark = f.opaque.at(at) if f.opaque.marks else None
    return mark is not None and mark.role in (Role.FOOTNOTE_REF, Role.CITATION, Role.CROSS_REF)
