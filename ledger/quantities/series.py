"""Numbers that count on: list numbers in words, and nouns with a number each (``线程 1``, ``线程 2``)."""

from __future__ import annotations

import re

from ledger.quantities import context
from ledger.quantities.fold import Folded
from ledger.quantities.lexicon import FUNCTION_EN, MEASURES_EN, VERBS_EN
from ledger.quantities.verdict import Before
from ledger.quantities.vocabulary import spaced

_NEAR = 400
"""How far the neighbours of a number in a series are looked for, in characters."""
_STEM_ZH = re.compile(r"(?:[\u4e00-\u9fff]{2,4}|(?:^|[\s│|])[\u4e00-\u9fff]) ?\Z")
_NO_NOUN_ZH = frozenset("为是达到至共有和与或及从在比仅只超过近每第于等约占需取的了了要用成若如则时后前")
"""Characters that do not end a noun: before a number they bound it, or say that it is one."""
_NO_NOUN_EN = frozenset(
    spaced(
        "with from than about only over under near least most into onto upon some both just even also then "
        "when where while until till since before after between within without against among around like "
        "past plus minus equal equals were have will shall does been must need take want make give keep find "
        "reach become exactly roughly nearly almost approximately another that they them what more much many "
        "each every such above below through score cost achieve obtain contain require include"
    )
)
"""Words of English that end no noun: before a number they bound it, relate it, or are verbs."""
_ENUMERATES = re.compile(r"[，、：:.．]|。(?=\S)")
_ENUMERATED = re.compile(r"(?:^|[\n\t：:；;。，,（(]|[\u4e00-\u9fff]{2})\Z")
_CLAUSE = re.compile(r"(?:^|[\n\t：:；;。（(])\Z")


def enumerates(s: str, start: int, end: int) -> bool:
    """``一、``, ``；二，``, ``目标三：``: a number word that numbers what stands behind its stop."""
    sign = _ENUMERATES.match(s, end)
    if sign is None:
        return False
    low = max(0, start - 2)
    if sign[0] in "，、":
        return context.opens_line(s, start) or _CLAUSE.search(s, low, start) is not None
    return context.opens_line(s, start) or _ENUMERATED.search(s, low, start) is not None


def numbers_title(f: Folded, hit: int, end: int) -> bool:
    """``3.2 Timers``: whether the number with a point at ``[hit, end)``, which opens a line, numbers it.

    It does in a heading, over a line of a few words where nothing marks headings, and among lines that count
    on. ``0.92 is the hit rate`` and a cell of a table state it.
    """
    s = f.work
    cell = context.cell_of(f, hit)
    if cell is not None:
        return False
    if f.headings.marks and f.headings.at(hit) is not None:
        return _CONTINUES.match(s, end) is None and context.noun_after(s, end) not in FUNCTION_EN
    if _TITLE.match(s, end) is None:
        return False
    line_end = s.find("\n", end, end + _NEAR)
    line = s[end : line_end if line_end >= 0 else min(len(s), end + _NEAR)]
    if not f.headings.marks:
        return len(line) <= _LONGEST_TITLE and _SENTENCE_STOP.search(line) is None and s[hit] != "0"
    stem, _, last = s[hit:end].rpartition(".")
    near = s[max(0, hit - _NEAR) : hit], s[end : end + 4 * _NEAR]
    return s[hit] != "0" and any(f"\n{stem}.{int(last) + step} " in part for part in near for step in (1, -1))


_CONTINUES = re.compile(r" {0,3}[+=×*/<>≈≤≥~%$–—的倍-]")
_TITLE = re.compile(r" ?[:：] [a-z]|[ \u3000]{1,12}[\"“‘'《「(（]?(?![的是为约倍至到和与])[A-Z\u4e00-\u9fff]")
_SENTENCE_STOP = re.compile(r"[.。;；!！,，]\s*\Z")
_LONGEST_TITLE = 80


def counts_on(f: Folded, hit: int, number: int, end: int, before: Before) -> bool:
    """Whether the noun before a bare number also stands before the next or the last one nearby."""
    s, (word, at) = f.work, before
    if s[end : end + 1] in ("%", "."):
        return False
    if word:
        known = word.islower() and 3 < len(word) < 20 and word[-1] != "s" and word not in _NO_NOUN_EN
        if not known or s[hit - 1] != " " or context.counted_follows(s, end):
            return False
        noun = s[at:hit]
    else:
        if s[max(0, hit - 2) : hit].rstrip()[-1:] <= "\u2e80":
            return False
        stem = _STEM_ZH.search(s, max(0, hit - 5), hit)
        if stem is None or stem[0].rstrip()[-1] in _NO_NOUN_ZH:
            return False
        noun = s[hit - 2 if s[hit - 1] != " " else hit - 3 : hit]
    for other in (number + 1, number - 1):
        written = f"{noun}{other}"
        at = s.find(written, max(0, hit - _NEAR), hit + _NEAR)
        after = s[at + len(written) : at + len(written) + 1]
        joined = noun.isascii() and at > 0 and s[at - 1].isalpha()
        if at >= 0 and not after.isalnum() and after != "%" and not joined:
            return True
    return False


def adjoins(s: str, hit: int, end: int) -> bool:
    """``processors 0-63``, ``专家1-3``: a range of which, for the next or last one has that noun too."""
    ranged = _RANGE.fullmatch(s, hit, end)
    if ranged is None:
        return False
    noun = _STEM.search(s, max(0, hit - 20), hit)
    if noun is None:
        return False
    first, last = int(ranged[1]), int(ranged[2])
    if first >= last or _is_measure(noun[0].strip().lower()):
        return False
    spot, high = s.find(noun[0], max(0, hit - _NEAR)), end + _NEAR
    for _ in range(_TRIES):
        if not 0 <= spot < high:
            break
        other = _RANGE.match(s, spot + len(noun[0]))
        if other is not None and (int(other[1]) == last + 1 or int(other[2]) == first - 1):
            return True
        spot = s.find(noun[0], spot + 1, high)
    return False


def _is_measure(noun: str) -> bool:
    """``latencies``, ``批量``: what a value follows, and no place in a sequence."""
    return bool({noun, noun.removesuffix("s"), f"{noun.removesuffix('ies')}y"} & MEASURES_EN) or (
        noun[-1] in _MEASURES_ZH
    )


_TO = r" ?(?:[-–~～]|至|到) ?"
_RANGE = re.compile(rf"(\d{{1,4}}){_TO}(\d{{1,4}})(?![\d%]|\.\d)")
_MEASURES_ZH = frozenset("量度率数值比长宽高深重价格分龄时间迟速温压")
"""What nouns of measures end in."""
_STEM = re.compile(r"(?:[A-Za-z]{3,16} |[\u4e00-\u9fff]{2} ?)\Z")


def is_bracketed(s: str, hit: int, end: int) -> bool:
    """``(2)``, or ``(12)`` near ``(11)`` or ``(13)``: the number of an item in brackets of its own."""
    number = s[hit:end]
    if not number.isdecimal() or len(number) > 2 or s[end : end + 1] != ")":
        return False
    left = s[hit - 2] if hit > 1 else " "
    if left not in " \n\t\u3000，；：,;:。" and not "\u4e00" <= left <= "\u9fff":
        return False
    near = (f"({int(number) - 1})", f"({int(number) + 1})")
    if any(s.find(other, max(0, hit - _NEAR), end + _NEAR) >= 0 for other in near):
        return True
    if left > "\u3000" and left not in "，；：":
        return False
    return len(number) == 1 and _VALUED.search(s, max(0, hit - _LOOK), hit - 1) is None


_LOOK = 60
_VALUED = re.compile(
    rf"\b(?:(?:{'|'.join(sorted(MEASURES_EN))}|limit|default)|[Nn]umber of(?: [a-z]{{2,20}}){{1,3}}) \Z",
    re.IGNORECASE,
)
"""What stands before a number in brackets that is its value: ``the number of retries (3)``."""
_ITEM_STOP = re.compile(r" ?[:：=)–—-] (?!\d)|[:：)]\S|\.(?=[A-Z][a-z])")
"""What parts a number that opens a line from what it numbers: ``0 : off``, ``3.Test``."""


def opens_item(f: Folded, hit: int, number: int, end: int) -> bool:
    """Whether the line opens with a number whose neighbour opens the line before or behind it likewise."""
    s = f.work
    stop = _ITEM_STOP.match(s, end)
    if stop is None or not context.opens_line(s, hit):
        return False
    sign = stop[0].strip()[:1]
    following = s.find("\n", end, end + _NEAR)
    begins = [] if following < 0 else [(following + 1, number + 1)]
    line = context.line_start(s, hit)
    begins.append((context.line_start(s, max(0, line - 1)), number - 1))
    for begin, other in begins:
        opened = _OPENS_LINE.match(s, begin)
        if (
            opened is not None
            and int(opened[1]) == other
            and s[opened.end() : opened.end() + 2].lstrip()[:1] == sign
        ):
            return True
    return False


def goes_on(f: Folded, hit: int, number: int, end: int) -> bool:
    """``4. Shasta: steep 5. Osorno: round``, ``2、运行 3、停止``: a list within a line."""
    s = f.work
    if _INLINE.match(s, end) is None or (hit > 0 and s[hit - 1] not in " \n\t"):
        return False
    for other, low, high in ((number + 1, end, end + _NEAR), (number - 1, max(0, hit - _NEAR), hit)):
        at = s.find(f" {other}{s[end]}", low, high)
        if at >= 0 and _INLINE.match(s, at + len(str(other)) + 1) is not None:
            return True
    return False


_INLINE = re.compile(r"\.[ \u00a0][A-Z\u4e00-\u9fff]|、(?=[\u4e00-\u9fff])")
_OPENS_LINE = re.compile(r"[ >#*\t-]{0,12}(\d{1,3})(?!\d)")
_STANDS_ALONE = re.compile(
    r"[,;:)\]/\n\t]|\.(?:\s|$)|\Z"
    r"| (?:and|or|on|in|with|is|was|has|at|for|to|under|from|by|as|via|vs\.?|the|[A-Z])\b"
)
"""What follows a name and its number where no counted noun does."""
_TRIES, _FAR = 20, 10_000


def is_named(s: str, at: int, end: int) -> bool:
    """Whether the name at ``[at, end)`` stands by itself elsewhere: ``Pi 4`` of ``Pi 4 uses``."""
    name, spot, high = s[at:end], max(0, at - _FAR) - 1, end + _FAR
    for _ in range(_TRIES):
        spot = s.find(name, spot + 1, high)
        if spot < 0:
            return False
        after = None if spot == at else _STANDS_ALONE.match(s, spot + len(name))
        if after is not None and not (spot > 0 and s[spot - 1].isalnum()):
            return True
    return False


def is_subject(s: str, at: int, end: int) -> bool:
    """Whether one word after another ends in an s behind the name: of ``OLMo 2 aims``, ``OLMo 2 shows``.

    What is counted is one thing nearly always; what a name does is not.
    """
    name, low, high = s[at:end], max(0, at - _FAR), end + _FAR
    words: set[str] = set()
    spot = s.find(name, low, high)
    for _ in range(_TRIES):
        if spot < 0 or len(words) > 1:
            break
        word = _WITH_S.match(s, spot + len(name))
        if word is not None and word[1][:-1] in VERBS_EN:
            words.add(word[1])
        spot = s.find(name, spot + 1, high)
    return len(words) > 1


_OFTEN = 4


def is_frequent(s: str, at: int, end: int, often: int = _OFTEN) -> bool:
    """Whether the name and its number stand there *often* or more, as no measure and its value do."""
    return s.count(s[at:end], max(0, at - _FAR), end + _FAR) >= often


_WITH_S = re.compile(r" ([a-z]{2,16}s)\b")
