"""Numbers whose digits read in more than one way: parted by a line's end, by spaces, by unseen signs, or
joined to another number by a sign that the grammar does not read.

``3,`` at a line's end and ``200`` at the beginning of the next are 3,200, or 3 and 200; ``12 345`` is one
number or two; ``10 25`` may be a power whose digits were lowered; ``1⁄2``, ``1·2`` and ``1,2`` are no 2.
Whoever looks at the page can tell.
"""

from __future__ import annotations

import re

_UNSEEN = "\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff\u0300-\u036f"
"""Spaces without width, signs that turn the direction of writing, strokes over a character."""
_SEAM = re.compile(
    rf"(?=[-,.\n \u00ad{_UNSEEN}])(?:"  # all begin with one of these, so that the rest is passed quickly
    r"(?<=\d),-?\n{1,2}(?=\d{3}(?!\d))|(?<=\d)-\n\n(?=\d)|(?<=\d)(?:\.-?|-)?\n(?=[.,]?\d)"  # 3,⏎200; 2⏎4
    r"|(?<=\d) \. (?=\d)|(?<!\d\d\d)(?<=\d)\. (?=\d)|(?<=\d) (?=\.\d)"  # 7. 5; 7 .5
    r"|(?<=\d)\u00ad\n?(?=\d)|(?<= 10) (?=\d{1,2}(?!\d))|(?<=\d) (?=\d{3}(?!\d))"  # 10 25; 12 345
    rf"|(?<=[\d.])[{_UNSEEN}]|[{_UNSEEN}](?=[\d.]))"
)
"""Where the digits of one number may be parted, or those of two numbers meet."""
_GROUPS = re.compile(r"(?<![\d.,])\d{1,3}(?:[, ]\d{3})*\Z")
_REGROUPED = re.compile(r",-\n")
_DASHES = "-\u00ac\u00ad\u02d7\u2010-\u2015\u2043\u207b\u2212\u2500\u2501\u2796\u30fc\ufe58\ufe63\uff0d"
_UNREAD = "\u00ac\u00ad\u2014\u2015\u2043\u2500\u2501\u30fc"
"""Of these the ones that the grammar takes for no sign."""
_LOOSE_DASH = re.compile(
    r"(?:[^\s\d] |[(\[（,:;，：；=|\t])[-\u2010-\u2013\u2212\uff0d] \Z|(?:\A|\n)\u2212 \Z"
    rf"|(?<![{_DASHES}\w)\]%])[{_UNREAD}]\Z|[\u3040-\u9fff][{_UNREAD}]\Z"
)
"""A dash before a number, alone or right beside it, that is read neither as its sign nor as a range."""
_SIGNS = rf"[{_DASHES},·∙⋅•'’‘´`…_⁄∕~∼〜～\u00a0\u2007\u2009\u202f]"
_JOINED_BEFORE = re.compile(
    rf"\d(?:{_SIGNS}|[-\u2010-\u2015\u2212] | [-\u2010-\u2015\u2212] | (?:or|through|thru|until|till) )\Z"
)
_JOINED_AFTER = re.compile(rf"(?<=\d)(?:{_SIGNS}|[-\u2010-\u2015\u2212] | [-\u2010-\u2015\u2212] )(?=\d)")
"""What joins a number to another one: a decimal sign, a fraction's bar or a range that is not read as one."""
_BEFORE, _AFTER = 24, 8


def is_broken(text: str, start: int, end: int) -> bool:
    """Whether digits stand apart inside or right beside a number, so that they read in more than one way."""
    digits = [at for at in range(start, end) if text[at].isdigit()]
    if not digits:
        return False
    if _is_joined(text, start, end):
        return True
    first, last = digits[0], digits[-1] + 1
    seams = _SEAM.finditer(text, max(0, first - _BEFORE), min(len(text), last + _AFTER))
    return any(
        seam.end() >= first and seam.start() <= last and _parts(text, seam, first, last) for seam in seams
    )


def has_loose_dash(text: str, start: int) -> bool:
    """Whether a dash stands before a number that may be its sign; alone at a line's beginning it is a bullet,
    right behind a word it parts them, and two of them are one mark in Chinese."""
    return _LOOSE_DASH.search(text[max(0, start - 4) : start]) is not None


def _is_joined(text: str, start: int, end: int) -> bool:
    """Whether a sign that is not read joins the number at ``[start, end)`` to one right beside it."""
    before = text[max(0, start - _BEFORE) : start].replace("\n", " ")
    if text[start].isdigit() and _JOINED_BEFORE.search(before) is not None:
        return True
    return _JOINED_AFTER.match(text, end) is not None


def _parts(text: str, seam: re.Match[str], first: int, last: int) -> bool:
    """Whether a seam really parts digits: a group that was hyphenated is put together by the grammar, a row
    of cells ends, groups of three need a group before them."""
    if first < seam.start() and seam.end() < last and _REGROUPED.match(seam[0]):
        return False
    if seam[0] == "\n":
        return "\t" not in _line(text, seam.start()) + _line(text, seam.end())
    if seam[0] == " " and text[seam.end() : seam.end() + 3].isdigit():
        if first < seam.start() and seam.end() < last and text[seam.end()] == "0":
            return False  # 816 000: no number by itself begins so
        return _GROUPS.search(text, max(0, seam.start() - _BEFORE), seam.start()) is not None
    return True


def _line(text: str, at: int) -> str:
    stop = text.find("\n", at)
    return text[text.rfind("\n", 0, at) + 1 : len(text) if stop < 0 else stop]
