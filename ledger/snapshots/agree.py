"""The second opinion: whether another extractor reads the same digits at the same place.

Extractors differ in spacing, line order and the order of blocks, so texts are compared without white space
and by the neighbourhood of a token, not by offset.
"""

from __future__ import annotations

import re
import unicodedata
from enum import StrEnum
from functools import lru_cache

from ledger.snapshots.folding import fold
from ledger.snapshots.page import Page

CONTEXT = 10
"""How many characters (white space not counted) on either side of a token must be the same."""
ENOUGH = 4
"""With fewer characters than this beside its digits a token proves nothing."""
NEIGHBOURHOOD = 400
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
    bare = "".join(text.replace("\u00ad", "").split())
    return fold(bare if bare.isascii() else _FOREIGN.sub(_spelt_out, bare))


def _spelt_out(run: re.Match[str]) -> str:
    """Character by character: a sign must not combine with the one before it."""
    return "".join(unicodedata.normalize("NFKC", character) for character in run.group())


@lru_cache(maxsize=512)
def _squashed(page: Page) -> str:
    return squash(page.text)


def opinion(page: Page, start: int, end: int, second: Page, anchors: tuple[tuple[int, int], ...]) -> Opinion:
    """Whether *second* reads ``page.text[start:end]`` there as well.

    Args:
        page: the main extractor's page.
        start, end: the token on it.
        second: the same physical page as the other extractor reads it.
        anchors: places of the anchors, near which the token must stand when its direct neighbours differ
            (a table's cells come in another order, say).
    """
    text = _squashed(second)
    token = squash(page.text[start:end])
    left, right = _context(page.text, start, end)
    forms = (left + token + right, left + token, token + right)
    bare = sum(character.isdigit() for character in token)
    if any(len(form) >= bare + ENOUGH and _bounded_in(form, text, token) for form in forms):
        return Opinion.AGREES
    if _alone_near(token, second, [page.text[a:b] for a, b in anchors if not (a < end and start < b)]):
        return Opinion.AGREES
    return Opinion.SILENT if second.fault else Opinion.DIFFERS


def _context(text: str, start: int, end: int) -> tuple[str, str]:
    """What stands beside a token inside its line and cell, squashed; unreadable signs end it."""
    before = re.split(r"[\n\t\ufffd]", text[max(0, start - 3 * CONTEXT) : start])[-1]
    after = re.split(r"[\n\t\ufffd]", text[end : end + 3 * CONTEXT])[0]
    return squash(before)[-CONTEXT:], squash(after)[:CONTEXT]


def _bounded_in(form: str, text: str, token: str) -> bool:
    """Whether *form* stands in *text* with no digit running on where the token itself ends it."""
    at = text.find(form)
    while at >= 0:
        before, after = text[at - 1 : at], text[at + len(form) : at + len(form) + 1]
        open_left = form.startswith(token) and token[:1].isdigit() and before.isdigit()
        open_right = form.endswith(token) and token[-1:].isdigit() and after.isdigit()
        if not open_left and not open_right:
            return True
        at = text.find(form, at + 1)
    return False


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
