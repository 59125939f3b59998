"""Numbers that enumerate: of a heading, of an entry of a table of contents, of an item in running text.

A number that stands alone may be anything; what tells that it enumerates is the next or the last number of
the sequence, standing nearby in the same way, or the address in the page that an entry points to.
"""

from __future__ import annotations

import re
from functools import lru_cache

from ledger.quantities import context, units
from ledger.quantities.fold import Folded
from ledger.quantities.text import Mark, Role

_ENTRY = re.compile(
    r"(\d{1,2}(?:\.\d{1,2}){0,4})"
    r"(?:\.?[ \u3000]{1,3}|[，、][ \u3000]?|\.(?!x\b|js\b))(?=[\"“‘'《「(]?[A-Za-z\u4e00-\u9fff])"
)
"""The number of a heading or of an entry, and what parts it from a title."""
_NUMBERED = re.compile(r"(\d{1,2}(?:\.\d{1,2}){0,3})\.?[ \u3000]{1,3}(?=\S)")
_LEAD = re.compile(r"[\s，、]")
_DIGITS_ZH = "一二三四五六七八九十"
_REACH = 3000
"""How far the neighbours of a number that opens a paragraph are looked for, in characters."""
_NEAR = 400
_MOST_TITLE = 200


def numbers_entry(f: Folded, hit: int) -> int:
    """Where the number of the heading or entry ends that opens with it at *hit*; 0 if it is none.

    A heading that may count (``2.1 CPU time``) has a number where the headings count on, and so has every
    whole number; one that measures (``2.5 GB of it``) only within its chapter. A point between the number and
    its title tells by itself.
    """
    heading = f.headings.at(hit) if f.headings.marks else None
    if not _opens(f, hit, heading):
        return 0
    anchor = _anchor(f, hit) if heading is None else None
    titled = _NUMBERED.match(f.work, hit) if anchor is not None else None
    if titled is not None and f.work[hit : f.work.find("\n", hit)] in _titles(f):
        return titled.end(1)
    found = _ENTRY.match(f.work, hit) if heading is not None or anchor is not None else None
    if found is None:
        return 0
    number, end = found[1], hit + len(found[1])
    if heading is not None and f.work[end] == "." and not f.work[end + 1].isspace():
        return end
    unit = units.match(f.work, end, min(len(f.work), end + 40))
    if unit is not None and not units.resolve(unit[1]).counts:
        return end if heading is not None and _is_in_chapter(f, number) else 0
    if "." in number and (unit is None or (anchor is not None and _is_slug(f, anchor, number))):
        return end
    counts = "." not in number and (unit is not None or context.counted_follows(f.work, end))
    return end if _goes_on(f, number, anchor, counts=counts) else 0


def numbers_entry_zh(f: Folded, start: int) -> bool:
    """Whether the Chinese digit at *start* numbers the heading or entry that it opens: ``二 模型``."""
    s = f.work
    at = _DIGITS_ZH.find(s[start])
    if at < 0 or s[start + 1 : start + 2] not in (" ", "\u3000"):
        return False
    heading = f.headings.at(start) if f.headings.marks else None
    if not _opens(f, start, heading):
        return False
    if heading is None:
        anchor = _anchor(f, start)
        return anchor is not None and _is_slug(f, anchor, s[start])
    return any(
        other in _leads(f) for other in (_DIGITS_ZH[at - 1 : at], _DIGITS_ZH[at + 1 : at + 2]) if other
    )


def _opens(f: Folded, hit: int, heading: Mark | None) -> bool:
    if heading is not None:
        return not f.plain[heading.start : hit].strip()
    return context.opens_line(f.work, hit)


def _anchor(f: Folded, hit: int) -> Mark | None:
    """The address in the page that the line of *hit* points to, where it is a line of a title and no more."""
    if not f.opaque.marks or not f.items.marks:
        return None
    stop = f.work.find("\n#", hit, hit + _MOST_TITLE)
    if stop < 0 or f.work.find("\n", hit, stop) >= 0:
        return None
    mark = f.opaque.at(stop + 1)
    return mark if mark is not None and mark.role is Role.LINK_TARGET else None


def _is_slug(f: Folded, anchor: Mark, number: str) -> bool:
    """Whether the address is made of a heading that begins with *number*: ``#21-cpu`` of ``2.1 CPU``."""
    slug = number.replace(".", "")
    behind = anchor.start + 1 + len(slug)
    return f.plain.startswith(f"#{slug}", anchor.start) and not f.plain[behind : behind + 1].isdecimal()


def _goes_on(f: Folded, number: str, anchor: Mark | None, *, counts: bool) -> bool:
    """Whether a heading has the next or the last number of the sequence, or that of its chapter or part.

    Args:
        f: the text.
        number: the number as printed.
        anchor: the address that the entry points to, unless it is a heading.
        counts: whether it may count what follows (``5 tricks``); then only a part's number (``5.1``) tells.
    """
    stem, dot, last = number.rpartition(".")
    others = {stem or f"{number}.1"}
    if not counts:
        others |= {f"{stem}{dot}{int(last) + step}" for step in (1, -1)}
    return (anchor is None or _is_slug(f, anchor, number)) and not others.isdisjoint(_leads(f))


def _is_in_chapter(f: Folded, number: str) -> bool:
    """Whether headings have the number of its chapter and that of a neighbour in it."""
    chapter, dot, last = number.rpartition(".")
    leads = {lead.rstrip(".") for lead in _leads(f)}
    return chapter in leads and not leads.isdisjoint(f"{chapter}{dot}{int(last) + step}" for step in (1, -1))


def _titles(f: Folded) -> frozenset[str]:
    """The headings of the page, number and words."""
    if f.titles is None:
        f.titles = frozenset(
            f.work[mark.start : min(mark.end, mark.start + _MOST_TITLE)] for mark in f.headings.marks
        )
    return f.titles


def _leads(f: Folded) -> frozenset[str]:
    """What the headings of the page begin with, up to a space or a Chinese comma."""
    if f.leads is None:
        f.leads = frozenset(
            lead[0]
            for mark in f.headings.marks
            if (lead := _LEAD.split(f.work[mark.start : min(mark.end, mark.start + 24)], maxsplit=1))
        )
    return f.leads


def counts_on(s: str, hit: int, number: int, end: int) -> bool:
    """Whether a number numbers its paragraph, or an item in it, by the sign behind it and its neighbour."""
    return opens_paragraph(s, hit, number, end) or goes_on_inline(s, hit, number, end)


def opens_paragraph(s: str, hit: int, number: int, end: int) -> bool:
    """``1，``: a number and a comma that open a paragraph, where another one has its neighbour."""
    sign = s[end : end + 1]
    if sign not in ("，", ",") or not context.opens_line(s, hit):
        return False
    low = max(0, hit - _REACH)
    if sign == ",":
        if _TITLED.match(s, end) is not None and s.startswith(f"{number - 1},", low):
            return True
        return _TITLED.match(s, end) is not None and any(
            (at := s.find(f"\n{other},", low, end + _REACH)) >= 0 and _TITLED.match(s, s.find(",", at))
            for other in (number - 1, number + 1)
        )
    before = s.find(f"\n{number - 1}，", low, hit) >= 0 or s.startswith(f"{number - 1}，", low)
    return before or s.find(f"\n{number + 1}，", end, end + _REACH) >= 0


_TITLED = re.compile(r", ?[\"“'‘]?[A-Z\u4e00-\u9fff]")
"""``1, Setup``: what an English comma may part from its number, which ``1, 2`` is not."""


def goes_on_inline(s: str, hit: int, number: int, end: int) -> bool:
    """``1）快，2）慢``: a number and a closing bracket that none opens, its neighbour in the same line."""
    if s[end : end + 1] != ")" or _JOINED.search(s, max(0, hit - 1), hit) is not None:
        return False
    opened = s.rfind("(", max(0, hit - _NEAR), hit)
    if opened >= 0 and s.find(")", opened, hit) < 0:
        return False
    low, stop = max(0, hit - _NEAR), s.find("\n", end, end + _NEAR)
    low = max(low, s.rfind("\n", low, hit) + 1)
    after = _closed(number + 1).search(s, end, stop if stop >= 0 else min(len(s), end + _NEAR))
    return after is not None or (number > 1 and _closed(number - 1).search(s, low, hit) is not None)


_JOINED = re.compile(r"[A-Za-z0-9_.(+*/×=<>$%^-]")
"""What joins a number to what stands before it."""


@lru_cache(maxsize=128)
def _closed(number: int) -> re.Pattern[str]:
    return re.compile(rf"(?<![A-Za-z0-9_.(+*/×=<>$%^-]){number}\)")
