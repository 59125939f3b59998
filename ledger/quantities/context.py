"""What stands around a number: the word before it, its line, its clause."""

from __future__ import annotations

import re
from dataclasses import dataclass

from ledger.quantities.fold import Folded
from ledger.quantities.lexicon import EXAMPLE_EN, EXAMPLE_ZH, SELF_EN, SELF_ZH

_STOPS = frozenset("。！？；\n\t;!?")
_SENTENCE_STOPS = frozenset("。！？\n\t!?")
_SENTENCE_END = re.compile(r"[。！？\t]|(?<![，,])\n|[!?](?![\w=&])|\.(?=\s)")
CLAUSE = 160
"""How far a clause or sentence is looked for, in characters."""
_NOUN = re.compile(r"[ \u00a0-]?([A-Za-z][A-Za-z-]*|[\u4e00-\u9fff])")


def word_before(s: str, start: int, floor: int) -> tuple[str, int]:
    """The letters that end just before *start* (one space, a full stop or an opening bracket between)."""
    spot = start
    low = max(floor, start - 40)
    if spot > low and s[spot - 1] == "(":
        spot -= 1
    while spot > low and s[spot - 1] in " \u00a0~.#":
        spot -= 1
    end = spot
    while spot > low and s[spot - 1].isalpha() and s[spot - 1] < "\u2e80":
        spot -= 1
    if spot > low and s[spot - 1].isdigit() and spot < end:
        return "", end
    return s[spot:end], spot


def line_start(s: str, start: int) -> int:
    """Where the line of *start* begins, looking back at most 200 characters (else *start* + 1)."""
    low = max(0, start - 200)
    found = s.rfind("\n", low, start)
    if found >= 0:
        return found + 1
    return 0 if low == 0 else start + 1


def opens_line(s: str, start: int) -> bool:
    """Whether only white space, quote and heading signs stand between the line's beginning and *start*."""
    begin = line_start(s, start)
    return begin <= start and not s[begin:start].strip(" \u00a0>#*-\t")


def clause_before(s: str, start: int) -> str:
    """The text from the last sentence end (or 160 characters back) to *start*."""
    low = max(0, start - CLAUSE)
    for index in range(start - 1, low - 1, -1):
        if s[index] in _STOPS or (s[index] == "." and index + 1 < len(s) and s[index + 1] == " "):
            return s[index + 1 : start]
    return s[low:start]


def sentence_before(s: str, start: int) -> str:
    """As :func:`clause_before`, but a semicolon does not end it."""
    low = max(0, start - CLAUSE)
    for index in range(start - 1, low - 1, -1):
        if s[index] in _SENTENCE_STOPS or (s[index] == "." and s[index + 1 : index + 2] == " "):
            return s[index + 1 : start]
    return s[low:start]


def is_question(s: str, end: int) -> bool:
    """Whether the sentence asks for its number; ``why`` and ``how`` take what they ask about as given."""
    found = _SENTENCE_END.search(s, end, min(len(s), end + CLAUSE))
    if found is None or found[0] not in "?？":
        return False
    return _GIVEN.search(sentence_before(s, end) + s[end : found.start()]) is None


_GIVEN = re.compile(r"怎样|怎么|如何|为什么|为何|\b(?:why|how (?!many|much|long|often|far|big|fast))", re.I)
_OPENING, _CLOSING = '“「『"', '”」』"'
_SO_CALLED = re.compile(r"(?:所谓的?|号称|[Ss]o-called)\s?$")
_DENIED = re.compile(
    r"\s?(?:不是|并非|并不是|是错误|是误解|是误读|不成立|is (?:wrong|false|a myth|misleading))"
)


def is_disowned(s: str, start: int, end: int) -> bool:
    """Whether the number stands in quotation marks that are called so-called before or denied after."""
    low, high = max(0, start - 60), min(len(s), end + 60)
    opened = max(s.rfind(mark, low, start) for mark in _OPENING)
    closed = min((at for mark in _CLOSING if (at := s.find(mark, end, high)) >= 0), default=-1)
    if opened < 0 or closed < 0 or "\n" in s[opened:closed]:
        return False
    if any(mark in s[opened + 1 : start] for mark in _CLOSING):
        return False
    so_called = _SO_CALLED.search(s, max(0, opened - 12), opened) is not None
    return so_called or _DENIED.match(s, closed + 1, min(len(s), closed + 14)) is not None


def clause_after(s: str, end: int) -> str:
    """The text from *end* to the next sentence end (or 160 characters on), the colon included."""
    high = min(len(s), end + CLAUSE)
    for index in range(end, high):
        if s[index] in _STOPS or (s[index] == "." and (index + 1 >= len(s) or s[index + 1] in " \n")):
            return s[end:index]
    return s[end:high]


def announces(after: str) -> bool:
    """Whether the clause ends in a colon: the text goes on to enumerate what it counted."""
    stripped = after.rstrip(' *_`”"')
    return stripped.endswith((":", "："))


def is_example(before: str) -> bool:
    """Whether the clause says that its numbers are an example or an assumption."""
    return any(cue in before for cue in EXAMPLE_ZH) or any(cue in before.lower() for cue in EXAMPLE_EN)


def speaks_of_itself(before: str) -> bool:
    """Whether the clause speaks of the document that it stands in (``本文``, ``this chapter``)."""
    return any(cue in before for cue in SELF_ZH) or any(cue in before.lower() for cue in SELF_EN)


def noun_after(s: str, end: int) -> str:
    """The word (or the first Chinese character) after *end*; ``""`` at punctuation."""
    found = _NOUN.match(s, end, min(len(s), end + 40))
    return "" if found is None else found[1]


@dataclass(frozen=True, slots=True)
class Cell:
    """The table cell around a number: its own text, its column's header."""

    text: str
    header: str


def cell_of(f: Folded, start: int) -> Cell | None:
    """The table cell at *start*, or ``None``."""
    if not f.cells.marks:
        return None
    mark = f.cells.at(start)
    if mark is None:
        return None
    table, _, column = mark.note.split(":") if mark.note.count(":") == 2 else ("", "", "")
    return Cell(f.plain[mark.start : mark.end], f.headers.get((table, column), ""))
