"""Counts that the text itself bears out: of the items that the sentence goes on to name."""

from __future__ import annotations

import re

from ledger.quantities import context, units
from ledger.quantities.fold import Folded
from ledger.quantities.lexicon import MONTHS
from ledger.quantities.quantity import Comparator
from ledger.quantities.reading import Found, Reading
from ledger.quantities.text import Mark

_MOST = 12
_FEWEST = 5
"""Smaller counts agree with some list of a page by chance."""
_CLASSIFIERS = frozenset("个张篇条项章节种类本幅份页题例步字")
_PARTS_EN = re.compile(
    r"[ -](?:\w+[ -]){0,2}?(?:figures?|tables?|charts?|diagrams?|pictures?|sections?|chapters?|pages?"
    r"|parts?|steps?|examples?|exercises?|questions?|sources?|references?|links?|claims?|numbers?|topics?|lessons?|slides?"
    r"|videos?|ways?|types?|kinds?|points?|rules?|terms?|formulas?|equations?)\b"
)
"""What a document has and counts as its own."""
_MOST_PARTS = 50
_NUMBERED = re.compile(r"\W{0,3}(?:[A-Za-z\u4e00-\u9fff]{1,10} ?)?(\d{1,2})(?:[.)、:：）]|\s|$)")
_LETTER_AFTER = re.compile(r" ?[A-Za-z]")
_LABEL = 40
_SENTENCE = re.compile(r"[。.;；!?！？](?:\s|$)|[。；！？，]")
_AHEAD = 60
"""How far behind its count a list may begin, in characters."""
_STOPS = "。！？；，;!?\n\t()"
"""What a count and its list do not reach across."""
_OPENS = re.compile(r"[^。！？；，：:;!?\n\t()]{0,60}?(?:[：:](?= ?\S)|——)")
_ENDS = re.compile(r"[。！？；;!?\n\t]|\.(?=\s|$)")
_LAST = re.compile(r"\s*(?:,\s*)?(?:\b(?:and|or)\b|[和与或]|以及|及其?)\s*")
_NUMBER = re.compile(r"[~≈<>≤≥约]?\s?\d")
_LISTED = 400
"""How long a list in its sentence may be, in characters."""
_COMMA = re.compile(r"\s*[,，、/；;]\s*(?![0-9])")


def names_its_items(s: str, end: int, reading: Reading) -> bool:
    """Whether as many items as the number counts are named behind it: ``two ways: A and B``.

    Args:
        s: the text.
        end: where the number, with its measure word or unit, ends.
        reading: what was read; a measure of a kind that is not counted is never a list.
    """
    if s[end : end + 1] in _STOPS:
        return False
    ahead = s[end : end + _AHEAD]
    if ":" not in ahead and "：" not in ahead and "—" not in ahead:
        return False
    count = _count(reading)
    opened = _OPENS.match(s, end, min(len(s), end + _AHEAD)) if count else None
    if opened is None:
        return False
    high = min(len(s), opened.end() + _LISTED)
    found = _ENDS.search(s, opened.end(), high)
    stop = found.start() if found is not None else high if high == len(s) else -1
    return stop >= 0 and _is_list(s[opened.end() : stop], count, joined=count == 2)


def _count(reading: Reading, most: int = _MOST) -> int:
    """A whole number from two to *most* that counts things, or 0."""
    if reading.shape != "one" or len(reading.numbers) != 1 or reading.numbers[0].scale:
        return 0
    if reading.unit != "1" and not units.resolve(reading.unit).counts:
        return 0
    number = reading.numbers[0]
    if number.script == "digits" and number.text.isascii() and number.text.isdecimal():
        plain = 0 if number.negative else int(number.text)
        return plain if 2 <= plain <= most else 0
    try:
        value = number.number()[0]
    except (ValueError, IndexError):
        return 0
    return int(value) if value.denominator == 1 and 2 <= value <= most else 0


def _is_list(text: str, count: int, *, joined: bool) -> bool:
    """Whether *text* is a list of exactly *count* names; *joined*: its last two by a word or a list comma.

    What begins with a number is no name but says more of what was counted.
    """
    parts = [part for part in _COMMA.split(text.strip()) if part.strip()]
    if not parts or any(_NUMBER.match(part) for part in parts):
        return False
    ends = [part for part in _LAST.split(parts[-1]) if part.strip()]
    if len(parts) - 1 + len(ends) == count:
        return not joined or len(ends) > 1 or _LAST.match(parts[-1]) is not None or "、" in text
    return len(parts) == count and not joined


def whole(reading: Reading) -> int:
    """How many things a list may have that *reading* counts; 0 if it does not count."""
    return _count(reading, most=_MOST_PARTS)


def has_items(f: Folded, at: int, value: int) -> bool:
    """Whether a list of *value* items begins at *at*, past its colon and what sets it off.

    A table is a list of its rows, and of its columns with or without the one that names the rows.
    """
    s = f.work
    while at < len(s) and s[at] in " \n*_:：":
        at += 1
    cells = f.cells.behind(at, _MOST_CELLS) if f.cells.marks else []
    if cells and s.count("\n", at, min(cells[0].start, at + _ITEM)) == 1 and cells[0].start < at + _ITEM:
        return value in _sizes(f, cells)
    number = _ITEM_NUMBER.match(s, at)
    item = f.items.at(number.end() if number else at) if f.items.marks else None
    if item is None:
        return number is not None and number[1] == "1" and _last_number(s, number.end()) == value
    found, end = 0, item.start
    for other in f.items.behind(item.start, 4 * value + 4):
        if other.start < end:
            continue
        if s[end : other.start].strip(_BETWEEN) and other is not item:
            break
        found, end = found + 1, other.end
    return found == value


def _sizes(f: Folded, cells: list[Mark]) -> set[int]:
    """How many rows and columns the table has that *cells* begin with."""
    table = cells[0].note.partition(":")[0]
    rows = {note[1] for cell in cells if (note := cell.note.split(":"))[0] == table and len(note) == 3}
    columns = sum(1 for other, _ in f.headers if other == table)
    return {len(rows), columns, columns - 1}


def _last_number(s: str, at: int) -> int:
    """The last number of the lines that count on from two, each at most a paragraph behind the other."""
    number = 1
    while (at := s.find(f"\n{number + 1}", at, at + _ITEM)) >= 0:
        if _ITEM_NUMBER.match(s, at + 1) is None:
            break
        number += 1
        at += 2
    return number


_MOST_CELLS = 400
_ITEM_NUMBER = re.compile(r"[(（]?(\d{1,2})(?:[.)、）] ?|(?=[:：]))")
_BETWEEN = " \n\t.)、）0123456789"
_ITEM = 1000


def is_own_list(f: Folded, found: Found) -> bool:
    """Whether a label counts as many things as a list in the page's own data has entries."""
    start, end, reading = found.start, found.end, found.reading
    value = _count(reading, most=1000) if f.rows else 0
    if value < _FEWEST or value not in f.rows or reading.comparator is not Comparator.EQUAL:
        return False
    noun = not found.has_unit and context.counted_follows(f.work, end)
    if not noun and reading.unit not in _CLASSIFIERS:
        return False
    string = f.strings.at(start) if f.strings.marks else None
    low = context.line_start(f.work, start) if string is None else string.start
    stop = f.work.find("\n", end, end + _LABEL) if string is None else string.end
    label = f.work[low:stop]
    return low <= start and stop >= 0 and len(label) <= _LABEL and _SENTENCE.search(label) is None


def heads_its_parts(f: Folded, found: Found) -> bool:
    """``## 8 strategies`` over headings that are numbered from 1 to 8."""
    heading = f.headings.at(found.start) if f.headings.marks else None
    value = _count(found.reading, most=_MOST_PARTS) if heading is not None else 0
    if heading is None or value == 0 or found.reading.comparator is not Comparator.EQUAL:
        return False
    number = 1
    for part in f.headings.behind(heading.end, 4 * value):
        if (opened := _NUMBERED.match(f.plain, part.start, part.end)) and int(opened[1]) == number:
            number += 1
    return number > value


def is_part_of_text(s: str, end: int, unit: str) -> bool:
    """Whether what is counted may be a part of a document: ``30 个来源``, ``12 figures``; no machine."""
    if unit in _CLASSIFIERS:
        return _LETTER_AFTER.match(s, end) is None
    return unit == "1" and _PARTS_EN.match(s, end) is not None


READING_UNITS = frozenset({"min", "minute", "h", "hour", "day"})
"""In which the time that a page takes to read is told."""
_READING_TIME = re.compile(r"[ -]?(?:read\b(?![ -](?-i:[a-z]))|(?:的)?阅读(?!器|了|量|率|数|速))", re.I)
"""``34 min read``: how long this page takes."""
_LABELS_PAGE = re.compile(
    r"(?:\A|[\n\t|·•,，、()（）:：—–.!?。！？-]|(?:19|20)\d\d"
    r"|\b(?:is|it['’]s|as|in|about|post|article|page|guide|time)(?: an?)?"
    r"|[预估]计|全文|本文|大?约|所?需要?|建议)\s?(?:~|≈)?\Z"
)
"""What a label of the page may follow; ``each disk needs a`` *3 min read* is none."""
_TO_READ = re.compile(
    r"(?:\A|[\s|·•,，、。()（）]|[预估]计|全文|本文|建议|所需)阅读(?:时间|时长)?(?:约|大约|需要?|[:：])? ?\Z"
    r"|\b[Rr]eading [Tt]ime:? ?\Z"
)


def is_reading_time(s: str, start: int, end: int) -> bool:
    """Whether the minutes are what this page takes to read: ``34 min read``, ``阅读约 5 分钟``."""
    low = max(0, start - 16)
    read = _READING_TIME.match(s, end) is not None and _LABELS_PAGE.search(s, low, start) is not None
    if read or _TO_READ.search(s, low, start) is not None:
        return True
    return _PARTED.match(s, end) is not None and _DATED.search(s, max(0, start - 24), start) is not None


_PARTED = re.compile(r" ?(?:[·|•]|\n|\Z)")
_DATED = re.compile(
    rf"(?:\b(?:{MONTHS})\.? (?:\d{{1,2}}, ?)?20\d\d|20\d\d[-/.年] ?\d{{1,2}}[-/.月] ?\d{{1,2}}日?) ?[·|•] ?\Z"
)
"""``17 March 2024 · 13 min ·``: among what stands below a title."""
