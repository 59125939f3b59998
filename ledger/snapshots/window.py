"""From a stretch of a page to a text for the quantity grammar, and back.

The stretch is bounded by what ends a thought: an empty line, a sentence's end, the row of a table, a list
item. What stands beyond it is never read, so a number elsewhere on the page verifies nothing.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache

from ledger.quantities import Mark, Role, Text, Token, scan
from ledger.quantities.lexicon import FUNCTION_EN
from ledger.quantities.wording import is_denied
from ledger.snapshots.page import SUPERSCRIPT, Page
from ledger.snapshots.terms import is_term

NEAR = 200
MAX_REACH = 300
"""The longest stretch read before the first and after the last anchor, in characters."""

_END = re.compile(
    r"\n\n"  # a block
    r"|(?=[\s\"')\]\u201d\u2019\[\d])"  # what the next begin with, so that the rest is passed quickly
    r"(?:(?<=[.!?])[\"')\]\u201d\u2019]{0,2}|(?<=[.!?])\[\d[\d, \u2013-]{0,20}\]|(?<=[a-z][.!?])\d{1,3})"
    r"\s(?=[\"'(\[\u201c\u2018]?[A-Z\d\u2022])"  # a sentence, its citation or note mark included
    r"|(?<=[。！？；])"
    r"|\n(?=[\u2022\u2023\u25cf\u25aa\u2013*-]\s|\(?\d{1,2}[.)]\s)"  # an item of a list
)
_ABBREVIATION = re.compile(
    r"(?:\b(?:e\.g|i\.e|al|cf|vs|resp|approx|[Ff]igs?|[Ee]qs?|[Ss]ecs?|[Tt]abs?|[Rr]efs?|[Nn]os?|App|St|ca|pp?"
    r"|[Vv]ol|[Cc]h|[Vv]er|[Aa]lg|[Tt]hm|Lem|Def|Prop|Cor)|\b[A-Z]|^\d{1,2}|\n\d{1,2})\.\Z"
)
_BEGINS = re.compile(r"\W{1,4}([A-Z][a-z]+)\b")
"""The first word behind a full stop: after an article or a pronoun in capitals a sentence begins."""
_SEAM = re.compile(
    r"(?=[\n\u00ad -])(?:(?P<block>\n{2,})"  # all begin with one of these, so that the rest is passed quickly
    r"|(?P<word>(?<=[^\W\d_])[-\u00ad]\n(?=[a-z]))"
    r"|(?P<group>(?<=\d,)[-\u00ad]\n(?=\d{3}(?!\d)))"
    r"|(?P<hyphen>(?<=-)\n)"
    r"|(?P<cjk>(?<=[\u3040-\u30ff\u3400-\u9fff\uff0c\u3001])\n(?=[\u3040-\u30ff\u3400-\u9fff]))"
    r"|(?P<range>(?<=\d) [\u2212\u2013] (?=\d+(?:\.\d+)?[ \u00a0]?%))"
    r"|(?P<line>\n)"
    r"|(?P<soft>\u00ad))"
)
_SEAM_TEXT = {"block": "\n", "line": " ", "range": "\u2013"}
"""What stands for a seam; a range set as mathematics (``30 − 40%``) gets its dash without the spaces."""


@dataclass(frozen=True, eq=False)
class Reading:
    """A stretch of a page as the grammar sees it; each is made once, and told from others by that.

    Attributes:
        page: the page.
        start, end: the stretch, half open.
        text: for the grammar.
        offsets: the page's offset of every character of ``text.plain``, and of its end.
    """

    page: Page
    start: int
    end: int
    text: Text
    offsets: tuple[int, ...]

    def tokens(self) -> list[tuple[int, int, Token]]:
        """Every numeric token that states a quantity, with its place on the page; a number that is a term
        of a formula the grammar does not read (``N − 1 iterations``) or that is denied states none."""
        return self._tokens

    @cached_property
    def _tokens(self) -> list[tuple[int, int, Token]]:
        found = []
        for token in scan(self.text):
            if token.quantity is None or is_denied(self.text.plain, token.start):
                continue
            start = self.offsets[token.start]
            opens_line = start == 0 or self.page.text[start - 1] == "\n"
            if not is_term(self.text.plain, token, opens_line):
                last = self.offsets[token.end - 1] + 1 if token.end > token.start else self.offsets[token.end]
                found.append((start, last, token))
        return found


def reading_of(page: Page, start: int, end: int, reach: int = MAX_REACH) -> Reading:
    """The text of ``[start, end)`` extended to the ends of its sentence, item or row, at most by *reach*."""
    if reach:
        start, end = _reach(page.text, start, end, reach)
    return _reading(page, start, end)


@lru_cache(maxsize=512)
def _reading(page: Page, start: int, end: int) -> Reading:
    """The same reading for all who ask for a stretch: several claims do, and one claim does several times."""
    plain, offsets = _flatten(page.text, start, end)
    return Reading(page, start, end, Text(plain, _marks(page, start, end, offsets)), offsets)


@lru_cache(maxsize=2048)
def _reach(text: str, start: int, end: int, reach: int) -> tuple[int, int]:
    if "\t" in _line(text, start) or "\t" in _line(text, end):
        return text.rfind("\n", 0, start) + 1, _line_end(text, end)
    low, high = max(0, start - reach), min(len(text), end + reach)
    after = (
        match.start() for match in _END.finditer(text, end, high) if not _abbreviated(text, match.start())
    )
    return _begin(text, low, start), next(after, high)


def _begin(text: str, low: int, start: int) -> int:
    """Where the sentence around *start* begins, from *low* on; mostly that is near, which is tried first."""
    last = min(len(text), start + 3)  # the next sentence's first sign is looked at
    for at in sorted({max(low, start - NEAR), low}, reverse=True):
        before = (match for match in _END.finditer(text, at, last) if match.end() <= start)
        begins = [match.end() for match in before if not _abbreviated(text, match.start())]
        if begins:
            return max(begins)
    return _whole_word(text, low)


def _line(text: str, at: int) -> str:
    return text[text.rfind("\n", 0, at) + 1 : _line_end(text, at)]


def _line_end(text: str, at: int) -> int:
    stop = text.find("\n", at)
    return len(text) if stop < 0 else stop


def _abbreviated(text: str, at: int) -> bool:
    """Whether the full stop before *at* only shortens a word."""
    if text[at - 1 : at] != "." or _ABBREVIATION.search(text, max(0, at - 8), at) is None:
        return False
    begins = _BEGINS.match(text, at)
    return begins is None or begins[1].lower() not in FUNCTION_EN


def _whole_word(text: str, at: int) -> int:
    """The first place from *at* on that begins a word: half a number must not be read as one."""
    while 0 < at < len(text) and not text[at - 1].isspace():
        at += 1
    return at


def _flatten(text: str, start: int, end: int) -> tuple[str, tuple[int, ...]]:
    parts: list[str] = []
    offsets: list[int] = []
    at = start
    for seam in _SEAM.finditer(text, start, end):
        parts.append(text[at : seam.start()])
        offsets += range(at, seam.start())
        if filling := _SEAM_TEXT.get(seam.lastgroup or "", ""):
            parts.append(filling)
            offsets.append(seam.start())
        at = seam.end()
    parts.append(text[at:end])
    return "".join(parts), (*offsets, *range(at, end), end)


def _marks(page: Page, start: int, end: int, offsets: Sequence[int]) -> tuple[Mark, ...]:
    marks, last = [], len(offsets) - 1
    for span in page.scripts(start, end):
        first, stop = (bisect_left(offsets, at, hi=last) for at in (span.start, span.end))
        if first < stop:
            role = Role.SUPERSCRIPT if span.role == SUPERSCRIPT else Role.SUBSCRIPT
            marks.append(Mark(first, stop, role))
    return tuple(marks)
