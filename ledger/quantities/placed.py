"""Numbers that only their place on the page explains: behind leaders, before a heading, in a bibliography."""

from __future__ import annotations

import re

from ledger.quantities.fold import Folded
from ledger.quantities.names import token
from ledger.quantities.token import Kind, Token

_LEADERS = re.compile(r"(?:\.{4,}|…{2,}|·{4,}|(?:[.·…] ){4,}) ?\Z")
_PAGE = re.compile(r"\d{1,4}[ \t]*(?:\n|\Z)")
_VOLUME = re.compile(
    r"\d{1,4}(?:\(\d{1,3}(?:[-–]\d{1,3})?\) ?[:：] ?\d{1,5}(?:[-–]\d{1,5})?"
    r"| \(\d{1,3}(?:[-–]\d{1,3})?\) ?[:：] ?\d{1,5}[-–]\d{1,5})(?!\w|\.\d)"
)
"""Behind a space only with the first page and the last: ``12 (3): 45`` may be figures."""
_CITES = re.compile(r"(?:\b(?:[Bb]y|[Ff]rom|[Uu]sing|[Ss]ee|[Ii]nto)|[由见将把入]|式) ?\(\Z")
_EQUATION = re.compile(r"\d{1,2}\.\d{1,2}[a-z]?(?=\))")
_ALONE = re.compile(r"(\d{1,2})\n")
_MARKS = frozenset(".…·")
_REACH = 3000


def number(f: Folded, hit: int) -> Token | None:
    """The token of the number at *hit* if its place tells what it is."""
    s = f.work
    left = s[hit - 1 : hit]
    if left in _MARKS or (left == " " and s[hit - 2 : hit - 1] in _MARKS):
        page = _PAGE.match(s, hit) if _LEADERS.search(s, max(0, hit - 16), hit) else None
        if page is not None:
            end = hit + len(page[0].rstrip())
            return token(
                f, hit, end, Kind.REFERENCE, False, "the page of an entry, behind its leaders", "leaders"
            )
    if left == "(":
        cited = _EQUATION.match(s, hit) if _CITES.search(s, max(0, hit - 12), hit) else None
        if cited is not None:
            return token(
                f, hit, cited.end(), Kind.REFERENCE, False, "points to an equation", "equation-cited"
            )
    if left in ("", "\n"):
        alone = _ALONE.match(s, hit)
        if alone is not None and f.headings.marks and f.headings.at(alone.end()) is not None:
            return _before_heading(f, hit, alone)
    volume = _VOLUME.match(s, hit) if s.find("(", hit, hit + 6) >= 0 else None
    if volume is not None:
        return token(f, hit, volume.end(), Kind.REFERENCE, False, "a volume, its issue and pages", "volume")
    return None


def _before_heading(f: Folded, hit: int, alone: re.Match[str]) -> Token | None:
    """``1`` on a line of its own over a heading, where its neighbour stands likewise."""
    s, value = f.work, int(alone[1])
    low = max(0, hit - _REACH)
    before = value > 1 and (s.rfind(f"\n{value - 1}\n", low, hit) >= 0 or s.startswith(f"{value - 1}\n", low))
    if not before and s.find(f"\n{value + 1}\n", hit, hit + _REACH) < 0:
        return None
    return token(
        f, hit, alone.end(1), Kind.ORDINAL, False, "the number of the heading below it", "over-heading"
    )


def equation(f: Folded, hit: int, floor: int, high: int) -> Token | None:
    """The number of an equation at the end of its line, in brackets and set apart: ``a = b  (2)``."""
    if f.work[hit - 1 : hit] != "(" or _SET_APART.search(f.work, max(floor, hit - 8), hit) is None:
        return None
    closed = _CLOSES.match(f.work, hit, high)
    if closed is None:
        return None
    return token(f, hit - 1, closed.end(1), Kind.REFERENCE, False, "the number of an equation", "equation")


_SET_APART = re.compile(r"\s{2}\(\Z")
_CLOSES = re.compile(r"(\d{1,3}[a-z]?\))[ ,.]?(?:\n|\Z)")
