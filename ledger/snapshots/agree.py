"""The second opinion: whether another extractor reads the same digits at the same place.

Extractors differ in spacing, line order and the order of blocks, so texts are compared without white space
and by the neighbourhood of a token, not by offset.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from itertools import accumulate

from ledger.snapshots.folding import fold
from ledger.snapshots.page import Page

CONTEXT = 10
"""How many characters (white space not counted) on either side of a token must be the same."""
ENOUGH = 4
"""With fewer characters than this beside its digits a token proves nothing."""
NEIGHBOURHOOD = 400
_CELL, _LINE = re.compile("[\n\t\ufffd]"), re.compile("[\n\ufffd]")
"""What ends the neighbourhood of a token: its cell; else its line, whose cells may come in another order."""
_FOREIGN = re.compile(r"[^\x00-\x7f]+")


class Opinion(StrEnum):
    """What the second extractor says of a token."""

    AGREES = "agrees"
    DIFFERS = "differs"
    """It reads the page but not this token at this place."""
    SILENT = "silent"
    """It cannot read the page whole, and what it reads does not have the token."""


def squash(text: str) -> str:
    """*text* without white space, ligatures and mathematical letters spelt out, raised digits lowered."""
    return fold("".join(_bare_words(text)))


def _bare_words(text: str) -> list[str]:
    words = text.replace("\u00ad", "").split()
    if text.isascii():
        return words
    return [word if word.isascii() else _FOREIGN.sub(_spelt_out, word) for word in words]


def _spelt_out(run: re.Match[str]) -> str:
    return _normal(run.group())


@lru_cache(maxsize=4096)
def _normal(run: str) -> str:
    """Character by character: a sign must not combine with the one before it."""
    return "".join(unicodedata.normalize("NFKC", character) for character in run)


@dataclass(frozen=True, slots=True)
class _Squashed:
    """A page's text without white space, and where in it there was some."""

    text: str
    gaps: frozenset[int]


@lru_cache(maxsize=512)
def _squashed(page: Page) -> _Squashed:
    words = _bare_words(page.text)
    return _Squashed(fold("".join(words)), frozenset(accumulate(map(len, words))))


def opinion(page: Page, start: int, end: int, second: Page, anchors: tuple[tuple[int, int], ...]) -> Opinion:
    """Whether *second* reads ``page.text[start:end]`` there as well.

    Args:
        page: the main extractor's page.
        start, end: the token on it.
        second: the same physical page as the other extractor reads it.
        anchors: places of the anchors, near which the token must stand when its direct neighbours differ
            (a table's cells come in another order, say).
    """
    read = _squashed(second)
    token = squash(page.text[start:end])
    bare = sum(character.isdigit() for character in token)
    for apart in (_CELL, _LINE):
        left, right = _context(page.text, start, end, apart)
        for before, after in ((left, right), (left, ""), ("", right)):
            enough = len(before) + len(token) + len(after) >= bare + ENOUGH
            if enough and _bounded_in(before, token, after, read):
                return Opinion.AGREES
    if _alone_near(token, second, [page.text[a:b] for a, b in anchors if not (a < end and start < b)]):
        return Opinion.AGREES
    return Opinion.SILENT if second.fault else Opinion.DIFFERS


def _context(text: str, start: int, end: int, apart: re.Pattern[str]) -> tuple[str, str]:
    """What stands beside a token, up to what parts it from the rest, squashed; unreadable signs end it."""
    before = apart.split(text[max(0, start - 3 * CONTEXT) : start])[-1]
    after = apart.split(text[end : end + 3 * CONTEXT])[0]
    return squash(before)[-CONTEXT:], squash(after)[:CONTEXT]


def _bounded_in(before: str, token: str, after: str, second: _Squashed) -> bool:
    """Whether *token* stands in *second* between *before* and *after*, and no number runs on at its ends."""
    form = before + token + after
    at = second.text.find(form)
    while at >= 0:
        start, end = at + len(before), at + len(before) + len(token)
        whole = not _runs_on(second, start) and not _runs_on(second, end)
        if (
            whole
            and (before or not _begins_before(second, start))
            and (after or not _ends_behind(second, end))
        ):
            return True
        at = second.text.find(form, at + 1)
    return False


def _runs_on(second: _Squashed, seam: int) -> bool:
    """Whether digits stand on both sides of *seam*, with no white space between them."""
    beside = second.text[max(seam - 1, 0) : seam + 1]
    return len(beside) == 2 and beside.isdigit() and seam not in second.gaps


_BEGUN = re.compile(r"\d[.,]\Z")
_GOES_ON = re.compile(r"[.,]\d|[%‰]")


def _begins_before(second: _Squashed, start: int) -> bool:
    """Whether a sign or digits with a point stand right before a number that is not known to begin there."""
    if start in second.gaps:
        return False
    sign = second.text[start - 1 : start] == "-" and (
        start - 1 in second.gaps or not second.text[max(0, start - 2) : start - 1].isalnum()
    )
    return sign or _BEGUN.search(second.text, max(0, start - 2), start) is not None


def _ends_behind(second: _Squashed, end: int) -> bool:
    """Whether a point with digits or a percent sign stands right behind."""
    return end not in second.gaps and _GOES_ON.match(second.text, end) is not None


def _alone_near(token: str, second: Page, anchors: list[str]) -> bool:
    """Whether the token stands between white space, with the first words of some anchor not far away."""
    words = [squash(anchor) for anchor in anchors if len(squash(anchor)) >= 3]
    if not words:
        return False
    for match in re.finditer(r"\S+", second.text):
        if squash(match.group()).strip(".,;:()[]") != token:
            continue
        around = squash(second.text[max(0, match.start() - NEIGHBOURHOOD) : match.end() + NEIGHBOURHOOD])
        if any(word in around for word in words):
            return True
    return False
