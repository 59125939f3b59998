"""The working form of a text: same length, so that offsets hold, with one spelling for each sign.

Full-width letters, digits and signs become ASCII; characters under a superscript or subscript mark become
Unicode superscripts and subscripts, or a private-use stand-in where Unicode has none, so that ``10`` with a
raised ``25`` can never be read as 1025.
"""

from __future__ import annotations

import re
import sys
from bisect import bisect_left, bisect_right
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import accumulate
from operator import attrgetter
from typing import TYPE_CHECKING, AnyStr

from ledger.quantities.scripts import LOWERED, RAISED, SUBSCRIPTS, SUPERSCRIPTS, script
from ledger.quantities.text import Mark, Role, Text

if TYPE_CHECKING:
    from ledger.quantities.context import Cell, Sentence
    from ledger.quantities.listing import Listing
    from ledger.quantities.supposing import Suppositions
    from ledger.quantities.token import Token

URL = re.compile(r"[hfw](?:(?<=h)ttps?://|(?<=f)(?:tp|ile)://|(?<=w)ww\.)[^\s<>\"'）)】」』，。；、\]}]+")
"""Its first letters stand apart, so that the engine looks at no place that has none of them."""
_WIDE = re.compile("[０-９Ａ-Ｚａ-ｚ％＋－．／＝＜＞（）＄～\u2010\u2011\U0001d7ce-\U0001d7ff]+")
_MAYBE_WIDE = re.compile("[\u2010\u2011\uff00-\uff5e\U0001d7ce-\U0001d7ff]")
"""Ranges around all of :data:`_WIDE`, looked for in less time."""
_WIDE_MAP = (
    {code: code - 0xFEE0 for code in range(0xFF01, 0xFF5F)}
    | {ord("～"): ord("~"), 0x2010: ord("-"), 0x2011: ord("-")}
    | {0x1D7CE + at: ord("0") + at % 10 for at in range(50)}
)
"""Full-width characters, hyphens that are no ASCII, and the digits set as mathematics (five alphabets)."""

OPAQUE = (
    Role.CODE, Role.URL, Role.LINK_TARGET, Role.ATTRIBUTE, Role.COMMENT, Role.FOOTNOTE_REF, Role.CITATION,
    Role.CROSS_REF, Role.FRONT_MATTER, Role.LIST_MARKER, Role.HEADING_NUMBER,
)  # fmt: skip
REGIONS = (Role.MATH, Role.CODE_SPAN, Role.CODE_BLOCK)


@dataclass(slots=True)
class Spans:
    """Marks of some roles in order of their start, found by position."""

    marks: list[Mark]
    starts: list[int] = field(default_factory=list)
    reach: list[int] = field(default_factory=list)
    low: int = 0
    high: int = 0
    last: Mark | None = None
    """Between *low* and *high* the answer is *last*: numbers come one after the other."""

    def _sort(self) -> None:
        """Make ready to be asked."""
        self.marks.sort(key=attrgetter("start"))
        self.starts = [mark.start for mark in self.marks]
        self.reach = list(accumulate((mark.end for mark in self.marks), max))

    def at(self, position: int) -> Mark | None:
        """The last mark to begin that is over *position* (looking back over at most 64 marks)."""
        if not self.low <= position < self.high:
            if not self.starts:
                self._sort()
            index = bisect_right(self.starts, position)
            self.last = self._over(position, index - 1)
            self.low = position
            self.high = self.starts[index] if index < len(self.starts) else sys.maxsize
            if self.last is not None:
                self.high = min(self.high, self.last.end)
        return self.last

    def _over(self, position: int, index: int) -> Mark | None:
        """The last mark up to the one at *index* that is over *position*."""
        if index < 0 or self.reach[index] <= position:
            return None
        for mark in self.marks[index : max(index - 64, -1) if index >= 64 else None : -1]:
            if mark.end > position:
                return mark
        return None

    def behind(self, position: int, most: int) -> list[Mark]:
        """The first *most* marks that begin at *position* or behind it."""
        if not self.starts:
            self._sort()
        first = bisect_left(self.starts, position)
        return self.marks[first : first + most]


@dataclass(slots=True)
class Folded:
    """A text ready for reading: ``plain`` as given, ``work`` folded to the same length, marks by kind."""

    plain: str
    work: str
    opaque: Spans
    regions: Spans
    strings: Spans
    headings: Spans
    cells: Spans
    headers: dict[tuple[str, str], str]
    items: Spans
    rows: frozenset[int]
    """How many entries the lists in the page's own data have."""
    symbols: frozenset[str]
    """Letters that stand alone in code or mathematics somewhere: this document's symbols."""
    columns: dict[tuple[str, str], list[str]] | None = None
    """The texts of the tables' columns, once one was asked for."""
    leads: frozenset[str] | None = None
    """What the headings begin with, once it was asked for."""
    titles: frozenset[str] | None = None
    """The headings, once they were asked for."""
    sentence: Sentence | None = None
    """The last sentence looked at."""
    cell: tuple[Mark, Cell] | None = None
    """The last cell of a table looked at."""
    suppositions: Suppositions | None = None
    """Where the text supposes its numbers, once it was asked."""
    fruitless_until: int = 0
    fruitless_tries: int = 0
    """How far, and how often, formulas were looked for in vain."""
    converted_until: int = 0
    """Where the last equation between units that holds by itself ended."""
    denies: bool | None = None
    """Whether the text says in Chinese what is not, once it was asked."""
    last: Token | None = None
    """The last token of the text so far."""
    indexed: frozenset[str] | None = None
    """The letters with an index that the text computes with; looked for once."""
    found: dict[str, bool] = field(default_factory=dict)
    """What :meth:`has` was asked."""
    placed: dict[str, list[int]] = field(default_factory=dict)
    """What :meth:`places` was asked."""
    in_bytes: bytes | None = None
    """The working form in small letters, with a question mark for what is no ASCII, once it was needed."""
    numbering: set[int] = field(default_factory=set)
    """The numbers that opened a block as its number so far."""
    listings: dict[int, Listing] = field(default_factory=dict)
    """What was found of blocks of code, by where they begin."""
    code_spans: dict[tuple[int, int], bool] = field(default_factory=dict)
    """Which code in running text is program text, by where it stands."""

    def has(self, few: str) -> bool:
        """Whether *few*, one of some characters (a letter and what parts it), stand anywhere in the text.

        Looked for once, since what a whole text is looked through for at each number is quadratic.
        """
        known = self.found.get(few)
        if known is None:
            known = self.found[few] = few in self.work
        return known

    def places(self, word: str) -> list[int]:
        """Where *word* stands in the text, once beside the other; several rules look for one word.

        One of ASCII is looked for in small letters and bytes, which are less to look through than wide
        characters, and so with and without a capital at once.
        """
        if not word.isascii():
            return list(_places(self.work, word))
        sought = word.lower()
        known = self.placed.get(sought)
        if known is None:
            if self.in_bytes is None:
                self.in_bytes = self.work.encode("ascii", "replace").lower()
            self.placed[sought] = known = list(_places(self.in_bytes, sought.encode()))
        return [at for at in known if self.work.startswith(word, at)]

    def chinese(self) -> bool:
        """Whether the text is Chinese in part, so that Chinese words are worth looking for."""
        return any(self.has(sign) for sign in _CHINESE)


_CHINESE = "，。：的、"
"""One of these stands in any Chinese text of some length."""


def fold(text: str | Text) -> Folded:
    """The working form of *text*."""
    if isinstance(text, str):
        text = Text(text)
    by_role: dict[Role, list[Mark]] = {}
    size = len(text.plain)
    for mark in text.marks:
        if 0 <= mark.start < mark.end <= size:
            by_role.setdefault(mark.role, []).append(mark)

    if "://" in text.plain or "www." in text.plain:
        by_role.setdefault(Role.URL, []).extend(_urls(text.plain))

    def pick(*roles: Role) -> Spans:
        if len(roles) == 1:
            return Spans(by_role.get(roles[0], []))
        return Spans([mark for role in roles if role in by_role for mark in by_role[role]])

    headers = {}
    for mark in by_role.get(Role.TABLE_HEADER, ()):
        table, _, column = mark.note.split(":") if mark.note.count(":") == 2 else ("", "", "")
        headers[table, column] = text.plain[mark.start : mark.end]
    scripts = by_role.get(Role.SUPERSCRIPT, []), by_role.get(Role.SUBSCRIPT, [])
    return Folded(
        plain=text.plain,
        work=_work(text.plain, *scripts),
        opaque=pick(*OPAQUE),
        regions=pick(*REGIONS),
        strings=pick(Role.STRING_DATA),
        headings=pick(Role.HEADING),
        cells=pick(Role.TABLE_CELL),
        headers=headers,
        items=pick(Role.LIST_ITEM),
        rows=frozenset(int(mark.note) for mark in by_role.get(Role.DATA_ROWS, ()) if mark.note.isdecimal()),
        symbols=frozenset(
            text.plain[mark.start]
            for role in REGIONS
            for mark in by_role.get(role, ())
            if mark.end - mark.start == 1
        ),
    )


def _urls(plain: str) -> Iterator[Mark]:
    """The addresses in *plain*, by the signs that they have to have: few places have one."""
    starts = [place - len(scheme) for place in _places(plain, "://") for scheme in _SCHEMES
              if plain.endswith(scheme, 0, place)]  # fmt: skip
    done = 0
    for start in sorted((*starts, *_places(plain, "www."))):
        found = URL.match(plain, start) if start >= done else None
        if found is not None:
            done = found.end()
            yield Mark(start, done, Role.URL)


_SCHEMES = ("http", "https", "ftp", "file")


def _places(text: AnyStr, word: AnyStr) -> Iterator[int]:
    at = text.find(word)
    while at >= 0:
        yield at
        at = text.find(word, at + 1)


def _work(plain: str, raised: list[Mark], lowered: list[Mark]) -> str:
    work = plain
    if not plain.isascii() and _MAYBE_WIDE.search(plain) is not None:
        work = _WIDE.sub(lambda found: found[0].translate(_WIDE_MAP), plain)
    if not plain.isascii():
        work = work.replace("\u00a0", " ")
    if not raised and not lowered:
        return work
    raised = [mark for mark in raised if mark.start > 0 and not plain[mark.start - 1].isspace()]
    text = _scripted(work, work, lowered, SUBSCRIPTS, LOWERED)
    return _scripted(text, work, raised, SUPERSCRIPTS, RAISED)


def _scripted(text: str, work: str, marks: list[Mark], table: dict[str, str], base: int) -> str:
    """*text* with the characters of *work* under *marks* raised or lowered."""
    parts: list[str] = []
    done = 0
    for mark in sorted(marks, key=attrgetter("start")):
        start = max(mark.start, done)
        if start < mark.end:
            parts.append(text[done:start])
            parts += [script(character, table, base) for character in work[start : mark.end]]
            done = mark.end
    return "".join(parts) + text[done:]
