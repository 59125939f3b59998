"""Anchors on a page: token-bounded, across soft line breaks and hyphenation, in order, close together."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from ledger.quantities.ligatures import spelt_out
from ledger.snapshots.folding import LOWERED, RAISED, SCRIPT_CLASS, fold, lower, scripted
from ledger.snapshots.rows import Hit, rows_met

MAX_SPAN = 600
"""The longest stretch, in characters, from the first anchor's start to the last one's end."""
MAX_HITS = 200
MAX_WINDOWS = 64
LONG_WORD = 4
"""Words of at least this many letters match whatever their case; shorter ones may be symbols."""

_PIECES = re.compile(r"[\^_](?:\{[^{}]{1,40}\}|-?\d{1,9}|\w(?!\w))|[<>]=|->|[^\W\d_]+|\d+|\s+|.", re.DOTALL)
_BREAK = re.compile(r"[-\u00ad]\n|\u00ad")
_SPACE = re.compile(r"[ \t]{1,8}\n?|\n[ \t]{0,8}")
_SPACE_OR_NONE = re.compile(r"(?:[ \t]{1,8}\n?|\n[ \t]{0,8})?")
_LOOSE = re.compile(r" {0,4}\n?")
_LINE_OR_NONE = re.compile(r"\n?")
_SPELT = {form: forms for forms in (("x", "×"), (">=", "≥"), ("<=", "≤"), ("->", "→")) for form in forms}
"""Signs that keyboards lack and what is typed for them."""
_OPERATORS = {*"=<>≤≥≈~×*/+·:()[]{},", ">=", "<=", "->"}
_RANGE_BEFORE = set("0123456789%")
_CJK = "\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af"
_WORD = re.compile(rf"(?![{_CJK}])[\w{SCRIPT_CLASS}]")
_SCRIPTED = re.compile(rf"[{SCRIPT_CLASS}]")


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


class _Step(NamedTuple):
    """A piece of an anchor: the forms it may have, and what may stand on the page before it.

    A few of these are matched one after the other by hand: compiling a regular expression for each anchor
    takes longer than everything else that is done with it.
    """

    before: re.Pattern[str] | None
    forms: tuple[str, ...]
    caseless: bool = False


@dataclass(frozen=True, slots=True)
class _Folded:
    """A folded page, the same in lower case, and its divided words put together, in lower case."""

    text: str
    lower: str
    divided: str


class _Sought(NamedTuple):
    """A piece of an anchor on one page: its text in the case that counts, and whether a line's end or a
    soft hyphen may stand inside the piece."""

    before: re.Pattern[str] | None
    forms: tuple[str, ...]
    text: str
    divided: bool


def _sought(step: _Step, page: _Folded) -> _Sought:
    form = step.forms[0]
    divided = len(form) > 1 and form.isalpha() and form.casefold() in page.divided
    return _Sought(step.before, step.forms, page.lower if step.caseless else page.text, divided)


@lru_cache(maxsize=512)
def _folded(text: str) -> _Folded:
    marked = text.replace("-\n", "\0").replace("\u00ad\n", "\0").replace("\u00ad", "\0")
    divided = (word for word in marked.split() if "\0" in word) if "\0" in marked else ()
    return _Folded(text, lower(text), "\n".join(divided).replace("\0", "").casefold())


def _end_divided(word: str, page: _Folded, text: str, at: int) -> int:
    for index, letter in enumerate(word):
        gap = _BREAK.match(page.text, at) if index else None
        at = at if gap is None else gap.end()
        if not text.startswith(letter, at):
            return -1
        at += 1
    return at


@lru_cache(maxsize=4096)
def _steps(anchor: str) -> tuple[_Step, ...]:
    pieces = _PIECES.findall(" ".join(fold(spelt_out(anchor)).split()))
    steps: list[_Step] = []
    for index, piece in enumerate(pieces):
        before = pieces[index - 1] if index else ""
        if piece.isspace():
            continue
        if _is_range_dash(pieces, index) or (index and _is_range_dash(pieces, index - 1)):
            steps.append(_step(_LOOSE, piece))
        elif before.isspace():
            steps.append(_step(_gap(pieces[index - 2], piece), piece))
        else:
            steps.append(_step(_joint(before, piece) if before else None, piece))
    return tuple(steps)


def _is_range_dash(pieces: Sequence[str], index: int) -> bool:
    """``30-40``, ``30%-40%``: the dash of a range, around which a page may have spaces."""
    between = 0 < index < len(pieces) - 1 and pieces[index] == "-"
    return between and pieces[index - 1][-1] in _RANGE_BEFORE and pieces[index + 1].isdigit()


def _step(before: re.Pattern[str] | None, piece: str) -> _Step:
    if piece[0] in "^_" and len(piece) > 1:
        inner = piece[1:].strip("{}")
        raised = scripted(inner, RAISED if piece[0] == "^" else LOWERED)
        return _Step(before, (f"{piece[0]}{{{inner}}}", f"{piece[0]}{inner}", raised))
    if piece in _SPELT:
        return _Step(before, _SPELT[piece])
    if piece.isalpha() and len(piece) >= LONG_WORD:
        return _Step(before, (lower(piece),), caseless=True)
    return _Step(before, (piece,))


def _gap(left: str, right: str) -> re.Pattern[str]:
    """What a space in the anchor may be: nothing at all around operators, and between number and unit."""
    if left in _OPERATORS or right in _OPERATORS or (left.isdigit() and right.isalpha()):
        return _SPACE_OR_NONE
    return _SPACE


def _joint(left: str, right: str) -> re.Pattern[str] | None:
    """What may stand on the page where the anchor has nothing between two pieces."""
    if left == "-":
        return _LINE_OR_NONE
    if left in _OPERATORS or right in _OPERATORS:
        number = (left.isdigit() or right.isdigit()) and (left in ",:" or right in ",:")
        return None if number else _LOOSE
    return _LOOSE if left.isdigit() and right.isalpha() else None


def hits_of(anchor: str, text: str) -> list[Hit]:
    """Where *anchor* stands in a folded page, as whole tokens; at most 200 places."""
    if not anchor.strip():
        return []
    found: list[Hit] = []
    for start, end in _places(_steps(anchor), _folded(text)):
        if _bounded(text, start, end):
            found.append((start, end))
            if len(found) >= MAX_HITS:
                break
    return found


def _places(steps: Sequence[_Step], page: _Folded) -> Iterator[Hit]:
    """Where the steps follow each other, none of these places overlapping the one before."""
    sought = [_sought(step, page) for step in steps]
    first = sought[0]
    begins = [form[:1] for form in first.forms] if first.divided else first.forms
    at = _first_of(begins, first.text, 0)
    while at >= 0:
        end = _end(sought, page, at)
        if end >= 0:
            yield at, end
        at = _first_of(begins, first.text, end if end > at else at + 1)


def _end(sought: Sequence[_Sought], page: _Folded, at: int) -> int:
    """Where the pieces end that begin at *at*; -1 where they do not all stand there."""
    for before, forms, text, divided in sought:
        if before is not None:
            gap = before.match(page.text, at)
            if gap is None:
                return -1
            at = gap.end()
        for form in forms:
            if text.startswith(form, at):
                at += len(form)
                break
        else:
            at = _end_divided(forms[0], page, text, at) if divided else -1
            if at < 0:
                return -1
    return at


def _first_of(forms: Sequence[str], text: str, at: int) -> int:
    """Where from *at* on the first of some forms stands; -1 when none does."""
    if len(forms) == 1:
        return text.find(forms[0], at)
    return min((place for form in forms if (place := text.find(form, at)) >= 0), default=-1)


def _bounded(text: str, start: int, end: int) -> bool:
    first, last = text[start], text[end - 1]
    if start > 0 and _is_word(text[start - 1]) and _is_word(first):
        return False
    before, after = text[max(0, start - 2) : start], text[end : end + 2]
    if first.isdigit() and (_number_goes_on(before[::-1]) or _signed(before)):
        return False
    if not _is_word(last) or not after:
        return True
    if _SCRIPTED.match(after):
        return end - start >= 3 and text[end - 3 : end].isalpha()
    return not _is_word(after[0]) and not (last.isdigit() and _number_goes_on(after))


@lru_cache(maxsize=4096)
def _is_word(character: str) -> bool:
    return _WORD.match(character) is not None


def _number_goes_on(next_two: str) -> bool:
    """Whether a number continues: ``.5``, ``,000`` (read outwards from the number)."""
    return len(next_two) == 2 and next_two[0] in ".," and next_two[1].isdigit()


def _signed(before: str) -> bool:
    """Whether the two characters before a number end with its sign, or make it the end of a range."""
    return before[-1:] == "-" and not before[:1].isalpha()


@lru_cache(maxsize=64)
def windows_of(anchors: tuple[str, ...], text: str) -> tuple[Window, ...]:
    """The tightest places at which all anchors stand in order, none longer than 600 characters; one claim
    asks for them several times."""
    places: list[list[Hit]] = []
    for anchor in anchors:
        places.append(hits_of(anchor, text))
        if not places[-1]:
            return ()
    if not places:
        return ()
    found: dict[int, Window] = {}
    for window in _chains(places):
        if window.end - window.start <= MAX_SPAN:
            best = found.get(window.end)
            if best is None or window.start > best.start:
                found[window.end] = window
    tight = [_fewest_rows(window, _backwards(window, places), text) for window in found.values()]
    return tuple(sorted(tight, key=lambda window: window.start)[:MAX_WINDOWS])


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
