"""Anchors on a page: token-bounded, across soft line breaks and hyphenation, in order, close together."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from ledger.snapshots.folding import LOWERED, RAISED, SCRIPT_CLASS, fold, scripted
from ledger.snapshots.rows import Hit, rows_met

MAX_SPAN = 600
"""The longest stretch, in characters, from the first anchor's start to the last one's end."""
MAX_HITS = 200
MAX_WINDOWS = 64
LONG_WORD = 4
"""Words of at least this many letters match whatever their case; shorter ones may be symbols."""

_PIECES = re.compile(r"[\^_](?:\{[^{}]{1,40}\}|-?\d{1,9}|\w(?!\w))|[^\W\d_]+|\d+|\s+|.", re.DOTALL)
_BREAK = r"(?:[-\u00ad]\n|\u00ad)?"
_SPACE = r"(?:[ \t]{1,8}\n?|\n[ \t]{0,8})"
_LOOSE = r"(?: {0,4}\n?)"
_OPERATORS = set("=<>≤≥≈~×*/+·:()[]{},")
_RANGE_BEFORE = set("0123456789%")
_CJK = "\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af"
_WORD = re.compile(rf"(?![{_CJK}])[\w{SCRIPT_CLASS}]")


@dataclass(frozen=True, slots=True)
class Window:
    """One place where all anchors stand in order: the stretch of each."""

    hits: tuple[Hit, ...]

    @property
    def start(self) -> int:
        """Where the first anchor begins."""
        return self.hits[0][0]

    @property
    def end(self) -> int:
        """Where the last anchor ends."""
        return self.hits[-1][1]


@lru_cache(maxsize=4096)
def _pattern(anchor: str) -> re.Pattern[str]:
    pieces = _PIECES.findall(" ".join(fold(anchor).split()))
    parts: list[str] = []
    for index, piece in enumerate(pieces):
        before = pieces[index - 1] if index else ""
        after = pieces[index + 1] if index + 1 < len(pieces) else ""
        if piece.isspace():
            parts.append(_gap(before, after))
            continue
        if piece == "-" and before[-1:] in _RANGE_BEFORE and after.isdigit():
            parts.append(_LOOSE + "-" + _LOOSE)
            continue
        if before and not before.isspace() and not (parts and parts[-1].endswith("-" + _LOOSE)):
            parts.append(_joint(before, piece))
        parts.append(_piece(piece))
    return re.compile("".join(parts))


def _piece(piece: str) -> str:
    if piece[0] in "^_" and len(piece) > 1:
        inner = piece[1:].strip("{}")
        raised = scripted(inner, RAISED if piece[0] == "^" else LOWERED)
        return rf"(?:{re.escape(raised)}|{re.escape(piece[0])}\{{?{re.escape(inner)}\}}?)"
    if piece in ("x", "×"):
        return "[x×]"
    if not piece.isalpha():
        return re.escape(piece)
    letters = _BREAK.join(map(re.escape, piece))
    return f"(?i:{letters})" if len(piece) >= LONG_WORD else letters


def _gap(left: str, right: str) -> str:
    """What a space in the anchor may be: nothing at all around operators, and between number and unit."""
    if left in _OPERATORS or right in _OPERATORS or (left.isdigit() and right.isalpha()):
        return f"{_SPACE}?"
    return _SPACE


def _joint(left: str, right: str) -> str:
    """What may stand on the page where the anchor has nothing between two pieces."""
    if left == "-":
        return r"\n?"
    if left in _OPERATORS or right in _OPERATORS:
        number = (left.isdigit() or right.isdigit()) and (left in ",:" or right in ",:")
        return "" if number else _LOOSE
    return _LOOSE if left.isdigit() and right.isalpha() else ""


def hits_of(anchor: str, text: str) -> list[Hit]:
    """Where *anchor* stands in a folded page, as whole tokens; at most 200 places."""
    if not anchor.strip():
        return []
    found: list[Hit] = []
    for match in _pattern(anchor).finditer(text):
        if _bounded(text, match.start(), match.end()):
            found.append(match.span())
            if len(found) >= MAX_HITS:
                break
    return found


def _bounded(text: str, start: int, end: int) -> bool:
    before, after = text[max(0, start - 2) : start], text[end : end + 2]
    first, last = text[start], text[end - 1]
    if _is_word(first) and before and _is_word(before[-1]):
        return False
    if first.isdigit() and (_number_goes_on(before[::-1]) or _signed(before)):
        return False
    if not _is_word(last) or not after:
        return True
    if re.match(rf"[{SCRIPT_CLASS}]", after):
        return end - start >= 3 and text[end - 3 : end].isalpha()
    return not _is_word(after[0]) and not (last.isdigit() and _number_goes_on(after))


def _is_word(character: str) -> bool:
    return _WORD.match(character) is not None


def _number_goes_on(next_two: str) -> bool:
    """Whether a number continues: ``.5``, ``,000`` (read outwards from the number)."""
    return len(next_two) == 2 and next_two[0] in ".," and next_two[1].isdigit()


def _signed(before: str) -> bool:
    """Whether the two characters before a number end with its sign, or make it the end of a range."""
    return before[-1:] == "-" and not before[:1].isalpha()


def windows_of(anchors: Sequence[str], text: str) -> list[Window]:
    """The tightest places at which all anchors stand in order, none longer than 600 characters."""
    places = [hits_of(anchor, text) for anchor in anchors]
    if not places or not all(places):
        return []
    found: dict[int, Window] = {}
    for window in _chains(places):
        if window.end - window.start <= MAX_SPAN:
            best = found.get(window.end)
            if best is None or window.start > best.start:
                found[window.end] = window
    tight = [_fewest_rows(window, _backwards(window, places), text) for window in found.values()]
    return sorted(tight, key=lambda window: window.start)[:MAX_WINDOWS]


def _fewest_rows(first: Window, other: Window, text: str) -> Window:
    """Of two readings of one window the one whose anchors stand in fewer rows of a table."""
    if first == other:
        return first
    return min(first, other, key=lambda window: rows_met(text, window.hits))


def _backwards(window: Window, places: list[list[Hit]]) -> Window:
    """The window of the same last anchor, each other one as near before its successor as can be."""
    chain = [window.hits[-1]]
    for earlier in reversed(places[:-1]):
        before = [hit for hit in earlier if window.start <= hit[0] and hit[1] <= chain[0][0]]
        if not before:
            return window
        chain.insert(0, before[-1])
    return Window(tuple(chain))


def _chains(places: list[list[Hit]]) -> Iterator[Window]:
    """From each place of the first anchor, the nearest following place of each next one."""
    for first in places[0]:
        chain = [first]
        for following in places[1:]:
            after = next((hit for hit in following if hit[0] >= chain[-1][1]), None)
            if after is None:
                break
            chain.append(after)
        else:
            yield Window(tuple(chain))
