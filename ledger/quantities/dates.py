"""Numbers that date something: years, days of a month, decades, eras."""

from __future__ import annotations

import re

from ledger.quantities import context, patterns, units
from ledger.quantities.fold import Folded
from ledger.quantities.lexicon import ACTS_S_EN, AUXILIARIES_EN, MEASURES_EN, PAST_EN, YEAR_WORDS
from ledger.quantities.reading import Found
from ledger.quantities.token import Kind
from ledger.quantities.verdict import Before, Verdict

DIGITS = 4
"""How many digits a year has."""
_NEAR = range(1950, 2051)
"""Years that a bare number of four digits names by itself."""
_SINCE = frozenset({"since", "until", "till", "circa", "anno"})
"""Words that only a time can follow."""
_RATED = re.compile(r" (?:to (?:19|20)\d\d )?(?:per|each|every|an?) [a-z]{3,}|/[a-z]")
"""Behind a count of four digits: ``1980 per second``."""
_VALUE_OF = re.compile(
    rf"\b(?:{'|'.join(sorted(MEASURES_EN - {'total', 'used', 'free', 'age', 'peak', 'overall'}))})\b"
    r"[^.;,\n]{0,30} (?:is|was|are|were|reached|equals) \Z",
    re.IGNORECASE,
)
"""``the throughput is``: the value of a measure, no year."""
_DATED = re.compile(r"(?:[A-Z\u4e00-\u9fff][^()（）\d]{0,60}[,，、] ?|\d{4}[,，、] ?)\Z")
"""What may stand before a year in brackets: a name and a comma, or another year."""
_NAMED = re.compile(r"(?:[A-Z][\w’'.-]*|[”\"'’»》」\u4e00-\u9fff])\s?\Z")
_ONE_NOUN = re.compile(
    r" (?!(?:one|two|three|of|in|and|or|to|is|are|was|were)\b)[a-z]{3,20}(?<!s)"
    r"(?:[.,;:)]|\Z| (?:of|by|from|to|in|on|for|and|was|is|has)\b)"
)
"""A noun in the singular that ends its phrase: ``the 2019 update of``."""
_ERA_AFTER = re.compile(r" ?(?:BCE?|B\.C\.(?:E\.)?|CE|C\.E\.|AD|A\.D\.)(?![A-Za-z])")
_ERA_BEFORE = re.compile(r"(?:\b(?:AD|A\.D\.)|公元前?|西元前?)\s?\Z")
_ERA_SIGNS, _ERA_ENDS = frozenset("ABC"), frozenset("D.元前")
_PART_OF_DAY = re.compile(r"(?:[上下中]午|凌晨|[早晚]上|早晨|清晨|傍晚|夜里|半夜) ?\Z")
_PART_ENDS = frozenset("午晨上晚里夜")
_CLOCK = re.compile(r"\d{1,2} ?(?:点钟?|时)(?!间|长|延|[\d.])(?:半|整| ?\d{1,2} ?分)?")
_DECADE = re.compile(r"(?:1[5-9]|20)\d0s(?![A-Za-z])")
_DECADES = re.compile(r"(?:19|20)\d0s ?[-–] ?(?:19|20)\d0s(?![A-Za-z])")
_SHORT_DECADE = re.compile(
    r"[2-9]0['’]?s(?=[.,;:?!)\]’'\"”\n]|\Z"
    r"| (?:and|or|on|onwards?|when|was|were|had|about|as|they|we|it)\b)"
)
_IN_DECADE = re.compile(r"\b(?:(?:in|during|of|since|from|by|until) (?:the )?|(?:early|mid|late) )\Z", re.I)
_OTHER_DECADE = re.compile(r"(?:1[5-9]|20)\d0s(?:,| and| or|, and) \Z")
_DURATIONS = re.compile(r"\d0s(?: to|[^.\n]{0,20}\d0s)")
_OF_DECADE = frozenset({"the", "early", "mid", "late", "since"})


def of_year(f: Folded, found: Found, hit: int, before: Before) -> Verdict | None:
    """``in 2021``, ``(Krakatoa, 1883)``: a bare number of four digits that names a year."""
    s = f.work
    year = patterns.YEAR.match(s, hit) if found.end - hit == DIGITS else None
    if year is None:
        return None
    if s.endswith(("(c) ", "© "), 0, hit) or patterns.MONTH_BEFORE.search(s, max(0, hit - 20), hit):
        return Verdict(Kind.DATE, False, "a year after a month or a copyright sign", "year")
    cell = context.cell_of(f, hit)
    alone = cell is not None and cell.text.strip() == year[0]
    if cell is not None and alone and _named_year(cell.header):
        return Verdict(Kind.DATE, False, "a year in a column of years", "year-column")
    value = int(year[0])
    near = value in _NEAR and value not in (2000, 2048) and _names_year(s, found, hit, before)
    if not near and not _dates(f, found, hit, before):
        return None
    if cell is None or not alone or not cell.header or _year_header(cell.header):
        return Verdict(Kind.DATE, False, "a four-digit year", "year")
    if _is_year_column(f, hit, cell.header):
        return Verdict(Kind.DATE, False, "a year in a column of years", "year-column")
    return None


def _is_year_column(f: Folded, hit: int, header: str) -> bool:
    """Whether every cell of the column has a year, three or more, and its header names no measure or unit."""
    if _MEASURED_HEADER.search(header) is not None or header.strip().lower() in MEASURES_EN:
        return False
    cells = context.column_of(f, hit)
    return len(cells) > 2 and all(_RECENT.fullmatch(cell.strip()) for cell in cells)


_RECENT = re.compile(r"(?:199|20[0-3])\d")
_MEASURED_HEADER = re.compile(r"[()（）\[/%]|数|量|率|count|number|size|[Nn]um\b")


def _names_year(s: str, found: Found, hit: int, before: Before) -> bool:
    """Whether the words beside a number that may be a year of our time let it be one."""
    word, noun = before[0], context.noun_after(s, found.end)
    if context.counted_behind_name(s, hit - len(word) - 1, found.end) and not _happened(s, found.end, before):
        return False
    if (upto := _UPTO.match(s, found.end)) is not None and context.counted_follows(s, upto.end()):
        return False
    if _RATED.match(s, found.end) is not None or _VALUE_OF.search(s, max(0, hit - 60), hit) is not None:
        return False
    if word.lower() == "the" and units.match(s, found.end, min(len(s), found.end + 40)) is None:
        return _ONE_NOUN.match(s, found.end) is not None or _acts(s, found.end)
    by_word = word.lower() in YEAR_WORDS or word == "" or word[0].isupper()
    return by_word or s[hit - 1 : hit] == "(" or noun == ""


_UPTO = re.compile(r" to (?:19|20)\d\d(?![\d.,])")
"""``from 2020 to 1980 users``: the other end of a range tells what both count."""
_DATING = re.compile(r"\bdat(?:es?|ed|ing) (?:back )?(?:from|to) \Z")
_SUBJECT = re.compile(r" [a-z]{3,20} ([a-z]{3,20})\b")


def _happened(s: str, end: int, before: Before) -> bool:
    """``In 2023 prices rose``: the plural behind the year is what the sentence is about."""
    subject = _SUBJECT.match(s, end)
    return before[0] == "In" and subject is not None and subject[1] in PAST_EN | AUXILIARIES_EN


def _acts(s: str, end: int) -> bool:
    """``the 2017 paper says``: a noun in the singular and what it does."""
    subject = _SUBJECT.match(s, end)
    if subject is None or context.counted_follows(s, end):
        return False
    ended = subject[1].endswith("ed") and s[subject.end() : subject.end() + 1] in (".", ",", "\n", "")
    return ended or subject[1] in ACTS_S_EN or subject[1] in AUXILIARIES_EN


def _dates(f: Folded, found: Found, hit: int, before: Before) -> bool:
    """Whether the structure alone says year, of any century: round numbers and sizes of memory never do."""
    s, end = f.work, found.end
    value = int(s[hit:end])
    if value % 100 == 0 or value & (value - 1) == 0:
        return False
    if s[hit - 1 : hit] == " " and _DATING.search(s, max(0, hit - 20), hit) is not None:
        return context.noun_after(s, end) == ""
    if s[hit - 1 : hit] == " " and before[0].lower() in _SINCE | {"in"}:
        return before[0].lower() != "in" or context.noun_after(s, end) == ""
    if context.opens_line(s, hit) and s[end : end + 2] in (": ", "：") and f.items.at(hit) is not None:
        return True
    opened = s.rfind("(", max(0, hit - 80), hit)
    if s[end : end + 1] not in tuple("),，;；") or opened < 0 or s.find(")", opened, hit) >= 0:
        return False
    if opened == hit - 1:
        return _NAMED.search(s, max(0, opened - 24), opened) is not None
    return _DATED.search(s, opened + 1, hit) is not None


def of_day(f: Folded, found: Found, hit: int, before: Before) -> Verdict | None:
    """``Jul 29, 2026``, ``July 29–30``: days behind their month's name."""
    if found.has_unit or found.start != hit:
        return None
    s, (word, at) = f.work, before
    day = patterns.DAY_YEAR.match(s, hit) if patterns.MONTH_DAY.match(s, at, hit) else None
    if day is None or not 0 < int(day[1]) < 32:
        return None
    if len(day[0]) < 3 and (word.islower() or context.counted_follows(s, day.end())):
        return None
    return Verdict(Kind.DATE, False, "a day of a month", "month-day", at, day.end())


def of_short_year(f: Folded, found: Found, hit: int) -> Verdict | None:
    """``ICML '24``, ``FAST'25``, ``the '90s``: a year without its century, behind its apostrophe."""
    s = f.work
    if found.start != hit or _SHORT_YEAR.match(s, hit) is None:
        return None
    if s[hit + 2 : hit + 3] == "s":
        decade = s[hit + 1] == "0" and _THE_DECADE.search(s, max(0, hit - 12), hit) is not None
        return Verdict(Kind.DATE, False, "a decade", "decade", hit, hit + 3) if decade else None
    if found.has_unit or _MEETING.search(s, max(0, hit - 16), hit) is None:
        return None
    return Verdict(Kind.DATE, False, "the year of a meeting", "short-year", hit)


APOSTROPHES = frozenset("'’‘")
"""What stands before the digits of :func:`of_short_year`."""
_SHORT_YEAR = re.compile(r"\d\d(?![\d%.'’]\d|\d)s?(?![\w'’])")
_THE_DECADE = re.compile(r"\b(?:[Tt]he|[Ee]arly|[Mm]id|[Ll]ate)[ -]['’‘]\Z")
_MEETING = re.compile(r"(?<![A-Za-z'’‘])[A-Z][A-Za-z]*[A-Z] ?['’‘]\Z")
"""Capitals, and the apostrophe that no quotation opens with: ``SOSP '23``."""


def of_span(f: Folded, found: Found) -> Verdict | None:
    """``Between 2019 and 2021``: two years that a sentence or a clause opens with."""
    numbers = found.reading.numbers
    if found.reading.unit != "1" or len(numbers) != 2 or not f.work.startswith("etween ", found.start + 1):
        return None
    low, high = (number.text for number in numbers)
    if not (low.isdecimal() and high.isdecimal() and len(low) == len(high) == DIGITS):
        return None
    if not (int(low) in _NEAR and int(high) in _NEAR and low < high) or context.counted_follows(
        f.work, found.end
    ):
        return None
    opens = context.word_before(f.work, found.start, max(0, found.start - 40))[0]
    if f.work[found.start] != "B" and opens:
        return None
    return Verdict(Kind.DATE, False, "a span of years", "years", found.start)


def of_clock(f: Folded, found: Found, hit: int) -> Verdict | None:
    """``下午 3 点``, ``凌晨 2 时半``: an hour behind a part of the day."""
    s = f.work
    if s[max(0, hit - 2) : hit].strip()[-1:] not in _PART_ENDS or found.start != hit:
        return None
    clock = _CLOCK.match(s, hit)
    if clock is None or _PART_OF_DAY.search(s, max(0, hit - 3), hit) is None:
        return None
    return Verdict(Kind.DATE, False, "a time of day", "clock", hit, clock.end())


def of_zone(f: Folded, found: Found, hit: int) -> Verdict | None:
    """``UTC+8``, ``GMT −5``: how far a time zone is from the first meridian's."""
    s = f.work
    if found.has_unit:
        return None
    zone = _ZONE.search(s, max(0, hit - 6), hit)
    return zone and Verdict(Kind.DATE, False, "a time zone", "zone", zone.start())


ZONE_SIGNS = frozenset("+-−–±")
"""What stands before the hours of :func:`of_zone`."""
_ZONE = re.compile(r"(?<![A-Za-z])(?:UTC|GMT) ?[+−–±-]\Z")


_CIRCA = ("circa ", "ca. ", "Circa ")
"""About, of years; a size may be so too, but not one of four digits without a unit."""


def of_era(f: Folded, found: Found, hit: int, before: Before) -> Verdict | None:
    """``79 CE``, ``公元前 221 年``, ``the 1990s``."""
    s = f.work
    if found.start < hit and found.end - hit == DIGITS:
        if s.startswith(_CIRCA, found.start):
            return Verdict(Kind.DATE, False, "about a year", "era", found.start)
        if s.startswith("around ", found.start):
            return of_year(f, found, hit, before)
    after = found.end + (s[found.end : found.end + 1] == " ")
    if s[after : after + 1] in _ERA_SIGNS and s[hit : found.end].isdecimal():
        era = _ERA_AFTER.match(s, found.end)
        if era is not None:
            return Verdict(Kind.DATE, False, "a year of an era", "era", hit, era.end())
    near = hit - 1 - s[hit - 1 : hit].isspace()
    may_be = s[near : near + 1] in _ERA_ENDS and found.reading.shape == "one"
    if may_be and _ERA_BEFORE.search(s, max(0, hit - 8), hit) is not None:
        return Verdict(Kind.DATE, False, "a year of an era", "era", hit)
    if s[hit + 2 : hit + 3] in ("s", "'", "’") and before[0].lower() in _OF_DECADE:
        in_time = _IN_DECADE.search(s, max(0, hit - 16), hit) is not None or s[hit + 2] != "s"
        short = _SHORT_DECADE.match(s, hit) if in_time and _DURATIONS.match(s, hit) is None else None
        return short and Verdict(Kind.DATE, False, "a decade", "decade", hit, short.end())
    if s[hit + 4 : hit + 5] != "s":
        return None
    decades = _DECADES.match(s, hit)
    if decades is None and before[0].lower() in _OF_DECADE:
        decades = _DECADE.match(s, hit)
    if decades is None and _OTHER_DECADE.search(s, max(0, hit - 16), hit) is not None:
        decades = _DECADE.match(s, hit)
    return decades and Verdict(Kind.DATE, False, "a decade", "decade", hit, decades.end())


def _named_year(header: str) -> bool:
    """Whether a header says year and no more, as none of a count or a time does."""
    return header.strip().lower() in ("year", "years", "年", "年份", "年度")


def _year_header(header: str) -> bool:
    return any(
        cue in header.lower() for cue in ("year", "date", "年", "time", "时间", "日期", "published", "since")
    )
