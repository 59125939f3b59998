"""Number words of Chinese and English at one position of a text."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass

from ledger.quantities import adjectives, units
from ledger.quantities.multiples import (
    BEHIND_MULTIPLE_ZH,
    MAGNITUDE,
    MULTIPLE_ZH,
    TIMES_EN,
    is_ordinal,
    mixed,
    multiple_en,
    multiple_zh,
    share,
    span,
)
from ledger.quantities.numerals import PLAIN, chinese, english
from ledger.quantities.quantity import Comparator
from ledger.quantities.reading import Numeral, Reading

_ZH = "零〇一二三四五六七八九十百千万亿兆两廿卅卌"
ZH_START = _ZH + "几数半壹贰叁肆伍陆柒捌玖拾" + MULTIPLE_ZH
_POINT = "(?:点[零〇一二三四五六七八九]{1,8})"
_DECIMAL = re.compile(
    rf"{_POINT}(?P<scale>[十百千]?万亿|[十百千]?[万亿])?(?![分刻十百千钟是、滴点零〇一二三四五六七八九])"
)
_HOURS = ("上午", "下午", "中午", "凌晨", "早上", "晚上", "夜里", "清晨", "傍晚")
_FORMAL = re.compile("[壹贰叁肆伍陆柒捌玖拾][零壹贰叁肆伍陆柒捌玖拾佰仟万亿]{1,23}")
"""Numerals as cheques spell them; alone, their characters are words (``大陆``, ``收拾``)."""
_RUN = re.compile(f"[{_ZH}]{{1,24}}")
_PARTS = re.compile(rf"([{_ZH}]{{1,12}}|\d{{1,9}})分之([{_ZH}]{{1,12}}{_POINT}?|\d{{1,9}}(?:\.\d{{1,9}})?)")
_TENTHS = re.compile(
    "([一二两三四五六七八九])成(?:([一二三四五六七八九])(?![一二三四五六七八九十百千万、个])|(半))?"
    "(?![为功本立员果绩长就熟都人品分色语熟]|不变|套|对|型|像|因|组)"
)
_VAGUE = re.compile("[几数上]([十百千万亿]{1,3})")
_FEW = re.compile(
    "几(?=个(?:多)?(?:月|小时|钟头|世纪|数量级)|分钟|小时|秒|毫秒|微秒|[天年周](?!前|后来|[天年周])|倍|(?:[KMGT]i?B|[GM]bps|ms)(?![A-Za-z]))"
)
"""Before a measure 几 states a number below ten; before a measure word it only asks or says *some*."""
_NO_FEW_AFTER = frozenset("十好第这那哪头前后最近")
"""Before 几 these make another number or word of it (``十几天``, ``好几天``, ``这几天``)."""
_TEENS = re.compile("([二三四五六七八九]?)十几")
_LARGE = frozenset("十百千万亿兆")
_NOT_AFTER = frozenset("同每任某这那另上下统唯单之划专万哪此该均归合")
"""Characters before 一 that make another word of it (同一, 统一, 唯一, 每一, 之一)."""
_ONE_WORDS = re.compile(
    "一(?:般|起|致|定|直|样|些|旦|点|律|切|味|再|贯|概|向|度|端|面|旁|同|边|系列|方面|部分|共|并|举|齐|览|体|维|元|手|线|流"
    "|级市|生|心|时|刻|瞬|经|如|则|来|去|看|想|说|听|跃|路|阶|次性|致性|站式|键|句话|下|对一|对多)"
)
_UNITS_ZH = frozenset("零〇十百千万亿兆廿卅卌")
_BOUNDS_ZH = frozenset("近约超逾过达上")
_HALF_TIME = re.compile("半(个?(?:小时|月)|年|分钟|秒|个(?!世纪|多|朋|世))")
_HALF_AFTER = frozenset("上下前后大多对一两三四五六七八九十年月天")
"""Characters before 半 that make it half of the year, or half a unit more of the number before it."""
_ROUNDABOUT = ("成百上", "成千上", "数以百", "数以千")
_IDIOMS = re.compile(
    "十分(?![之钟])|万一|千万[别不要]|百般|万能|万分(?!之)|万物|百科|千方|两难|两性|十足|半[导径衰]|万维"
)

_SMALL = (
    "zero|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen"
    "|seventeen|eighteen|nineteen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety"
)
_BIG = "hundred|thousand|million|billion|trillion"
_PART = (
    "half|thirds?|quarters?|fourths?|fifths?|sixths?|sevenths?|eighths?|ninths?|tenths?"
    "|hundredths?|thousandths?"
)
_TIMES = f"{TIMES_EN}|(?:{_SMALL}|hundred|thousand)fold"
_PLURAL = (
    "(?:dozens|hundreds|thousands|tens) of (?:thousands|millions|billions)"
    "|dozens|hundreds|thousands|millions|billions|trillions"
)
ENGLISH_HIT = (
    rf"[^A-Za-z0-9'’_/.-](?=[AaBbDdEeFfHhMmNnOoQqSsTtZz][ aehilnoruw])"
    rf"(?:[Aa](?=n? (?:dozen|{_PART}|{_BIG}|order of m))|[Oo](?=ne|nce)"
    rf"|[Tt](?=wo|hree|en|welve|hirt|wen|wic|hou|ril|hri|rip|hird-)"
    rf"|[Ff](?=our|ive|ift|ort|irst-)|[Ss](?=ix|even|ingle |econd-)"
    rf"|[Ee](?=ight|leven)|[Nn](?=ine|inth-)|[Hh](?=al[fv]|undred)"
    rf"|[Mm](?=illion)|[Zz](?=ero)|[Bb](?=illion)|[Dd](?=ozen|oubl|ual[ -])|[Qq](?=uad[r -]))"
)
"""The sign before a number word and its first letter; the sign leads, since few places have one."""
_WORD = rf"(?:{_SMALL}|{_BIG}|dozen)(?![A-Za-z])"
_EN = re.compile(
    rf"(?P<times>{_TIMES})|(?P<plural>{_PLURAL})"
    rf"|(?P<plain>half an? (?:{_BIG}|dozen)"
    rf"|(?:an? )?(?:{_WORD}(?:[ -](?:and )?{_WORD}){{0,8}}"
    rf"(?:[ -](?P<part>{_PART}))?|half|(?<=an )\b|(?:(?<=a )|(?<=A ))(?:third|quarter|fifth|tenth)))",
    re.I,
)
_VAGUE_BEFORE = re.compile(
    r"(?<![A-Za-z])(?:several|many|some|a few|few|a couple(?: of)?|couple of)[ ]\Z", re.I
)
_BIGS = frozenset(_BIG.split("|"))
_PRECISION = re.compile(r"[ -]precision\b")
"""``half precision`` is the name of a format."""
_HALF = re.compile(r"\bhalf\Z", re.I)
"""``half-life``, ``half-duplex``: the first part of a word, no share of anything."""
_WHOLE = re.compile(rf"{_WORD}(?:[ -]{_WORD}){{0,3}}(?=[ -]and[ -](?:a|three)[ -](?:half|quarter))", re.I)
"""``two`` of ``two and three quarters``, where three does not join two."""
_ARTICLE = re.compile(" an? ")
_AMOUNT = re.compile(rf"(?:{_BIG}|dozen)\b", re.I)
_ONE_PER = re.compile(
    r" per |(?: [A-Za-z][\w-]{1,20}){1,2} (?:per|(?:for|to|in|on|at|from) (?:each|every)) "
    r"|,? (?:or|and|to) (?:two|three|more|fewer)\b|, (?:two|three)\b"
    r"| for (?:[a-z]+ ){1,3}and one for\b| (?:less|fewer|extra|additional) [a-z]"
)
_SOME_DAY = re.compile(
    r" (?:day|night|time|minute|moment|month|week|year)(?![a-z])(?! (?:of|per|to|in|long)\b)"
)
"""``one day`` is some day; ``one year in`` and ``one week of`` measure."""
_MODIFIERS = re.compile(
    r"(?:(?:only|exactly|just|at most|at least|more than|than|single|per|about)"
    r"|\bwe (?:[a-z]+ly )?(?:[a-z]{2,}ed|used|ran|built|made|took|kept|had|chose|got))\s$",
    re.I,
)
"""What makes of *one* a number: a bound, or a writer who did it with one."""
_WITH = re.compile(r"\b(?:us(?:es?|ed|ing)|with|limited to|over|after|executing|per) \Z", re.I)
_ONE_PART = re.compile(
    r" (?:[a-z]{3,12} )?(?:link|port|lane|channel|layer|pass|iteration|epoch|machine)(?![A-Za-z-])"
)
"""``uses one physical link``: one of the parts of a machine or of a run, by means of which it is done."""
_PAIRED = re.compile(r" [a-z-]{3,16}(?: [a-z-]{3,16})? and one [a-z]")
_PAIRED_BEFORE = re.compile(r"(?<!, )\b[Oo]ne [a-z-]{3,16}(?: [a-z-]{3,16})? and \Z")
"""``one forward and one backward pass``: one of each of two; more of them are a turn of phrase."""
_BARE_SCALE = re.compile(r"\b(?:in|of|per|than|as) \Z", re.I)
"""Before a scale without a number these tell what is counted by: ``in million tonnes``."""
_PLURAL_OF = {
    "tens": 10,
    "dozens": 12,
    "hundreds": 100,
    "thousands": 1000,
    "millions": 10**6,
    "billions": 10**9,
    "trillions": 10**12,
}


@dataclass(slots=True)
class Word:
    """A number word found: its span, its reading (``None`` for a word that only looks like a number)."""

    start: int
    end: int
    reading: Reading | None
    count: str = ""
    """The measure word or noun that the number counts, as printed."""
    noun_at: int = 0
    """Where the words after the number (and after its measure word) begin."""


def read_chinese(s: str, start: int, end: int) -> Word:
    """The Chinese number word at *start*; always advances."""
    if s[start] in MULTIPLE_ZH:
        multiple = multiple_zh(s, start, end) if s[start + 1 : start + 2] in BEHIND_MULTIPLE_ZH else None
        return Word(start, start + 1, None) if multiple is None else Word(start, *multiple, "倍", multiple[0])
    parts = _PARTS.match(s, start, end)
    if parts is not None:
        return _word(s, start, parts.end(), Reading((Numeral(parts[0], "parts"),)), end)
    formal = _FORMAL.match(s, start, end)
    if formal is not None:
        return _numeral(s, start, formal[0], end)
    idiom = _IDIOMS.match(s, start, end)
    if idiom is not None:
        return Word(start, idiom.end(), None)
    for special in (_tenths, _vague, _teens):
        found = special(s, start, end)
        if found is not None:
            return found
    return _plain_chinese(s, start, end)


def _tenths(s: str, start: int, end: int) -> Word | None:
    found = _TENTHS.match(s, start, end)
    if found is None:
        return None
    ones = "五" if found[3] else found[2]
    tens = found[1].replace("两", "二")
    share = Numeral(f"{tens}十{ones}", "chinese") if ones else Numeral(found[1], "chinese", scale="十")
    return Word(start, found.end(), Reading((share,), "%"), "成", found.end())


def _vague(s: str, start: int, end: int) -> Word | None:
    if _FEW.match(s, start, end) is not None and s[start - 1 : start] not in _NO_FEW_AFTER:
        return _word(s, start, start + 1, Reading((), tens=(2, 9)), end)
    found = _VAGUE.match(s, start, end)
    if found is None:
        return None
    try:
        unit = int(chinese(found[1])[0])
    except ValueError:
        return None
    return _word(s, start, found.end(), Reading((), tens=(2 * unit, 9 * unit)), end)


def _teens(s: str, start: int, end: int) -> Word | None:
    found = _TEENS.match(s, start, end)
    if found is None:
        return None
    base = 10 * (int(chinese(found[1])[0]) if found[1] else 1)
    return _word(s, start, found.end(), Reading((), tens=(base + 1, base + 9)), end)


def _plain_chinese(s: str, start: int, end: int) -> Word:
    run = _RUN.match(s, start, end)
    if run is None:
        return _half(s, start, end)
    text = run[0]
    if text == "一" and s.startswith("点", run.end()) and _DECIMAL.match(s, run.end(), end) is not None:
        return _numeral(s, start, text, end)
    if text[0] == "一" and ((start > 0 and s[start - 1] in _NOT_AFTER) or _ONE_WORDS.match(s, start, end)):
        return Word(start, start + 1, None)
    if s.startswith("一半", start):
        return Word(start, start + 2, Reading((Numeral("1/2", "fraction"),)), "半", start + 2)
    if len(text) == 1 and text in _LARGE and text != "十" and s[start - 1 : start] not in _BOUNDS_ZH:
        return Word(start, start + 1, None)
    if s.endswith(_ROUNDABOUT, 0, start):
        return Word(start, run.end(), None)
    if len(text) > 1 and text[-1] in "一二三四五六七八九" and text[:-1] in _LARGE and text[0] != "十":
        return Word(start, run.end(), None)
    if len(text) in (2, 3) and not _UNITS_ZH.intersection(text):
        return _neighbours(s, start, run.end(), text, end)
    return _numeral(s, start, text, end)


def _numeral(s: str, start: int, text: str, end: int) -> Word:
    """The Chinese numeral *text* at *start* with what it counts."""
    stop = start + len(text)
    try:
        chinese(text)
    except (ValueError, IndexError):
        return Word(start, stop, None)
    point = _DECIMAL.match(s, stop, end) if s[stop : stop + 1] == "点" and "两" not in text else None
    if point is not None and not s.endswith(_HOURS, 0, start):
        number = Numeral(
            s[start : point.end()].removesuffix(point["scale"] or ""), "chinese", point["scale"] or ""
        )
        return _word(s, start, point.end(), Reading((number,)), end)
    reading = Reading((Numeral(text.translate(PLAIN), "chinese"),))
    if s[start - 1 : start] == "上" and text in _LARGE:
        reading.comparator = Comparator.ABOUT
    return _word(s, start, stop, reading, end)


def _neighbours(s: str, start: int, stop: int, text: str, end: int) -> Word:
    """``两三天`` is two to three days, never 23; three digits in a row are a list."""
    low, high = (int(chinese(c)[0]) for c in (text[0], text[-1]))
    if len(text) != 2 or not 0 < low < high:
        return Word(start, stop, None)
    return _word(s, start, stop, Reading((), tens=(low, high)), end)


def _half(s: str, start: int, end: int) -> Word:
    if s.startswith("半数", start):
        return Word(start, start + 2, Reading((Numeral("1/2", "fraction"),)), "半", start + 2)
    time = _HALF_TIME.match(s, start, end)
    if time is not None and s[start - 1 : start] not in _HALF_AFTER:
        unit = units.match(s, start + 1, time.end())
        reading = Reading((Numeral("1/2", "fraction"),), "1" if unit is None else unit[1])
        return Word(start, time.end(), reading, time[1], time.end())
    return Word(start, start + 1, None)


def _word(s: str, start: int, stop: int, reading: Reading, end: int) -> Word:
    """Add ``多``/``余`` and the unit or measure word."""
    if stop < end and s[stop] in "多余来" and reading.numbers:
        reading.comparator = Comparator.ABOUT if s[stop] == "来" else Comparator.GREATER
        stop += 1
    unit = units.match(s, stop, min(end, stop + 40))
    if unit is None:
        return Word(start, stop, reading, "", stop)
    reading.unit = unit[1]
    after = unit[0] + and_a_half(s, unit[0], reading)
    return Word(start, after, reading, s[stop : unit[0]].strip(), after)


def and_a_half(s: str, at: int, reading: Reading) -> int:
    """``三年半``, ``一个半小时``: how much further it goes, and half a unit more in *reading*; else 0."""
    if s[at : at + 1] != "半" or len(reading.numbers) != 1 or reading.numbers[0].scale:
        return 0
    number = reading.numbers[0]
    try:
        value = number.number()[0]
    except ValueError:
        return 0
    if value.denominator != 1 or number.negative:
        return 0
    number.text, number.script = f"{value.numerator}.5", "digits"
    whole = units.match(s, at + 1, min(len(s), at + 8)) if reading.unit == "个" else None
    if whole is None:
        return 1
    reading.unit = whole[1]
    return whole[0] - at


def read_english(s: str, start: int, end: int) -> Word:
    """The English number words at *start*; always advances."""
    stop = min(end, start + 80)
    special = _special_english(s, start, stop)
    if special is not None:
        return special
    found = _EN.match(s, start, stop)
    if found is None or (found.end() < len(s) and (s[found.end()].isalpha() or s[found.end()] in "/_")):
        return Word(start, _skip(s, start, stop), None)
    if found["times"]:
        value = multiple_en(s, start, found["times"])
        reading = None if value is None else Reading((value,), "x")
        return Word(start, found.end(), reading, "", found.end())
    if found["plural"]:
        if not s.startswith(" of ", found.end()):
            return Word(start, found.end(), None)
        unit = math.prod(_PLURAL_OF[word] for word in found["plural"].lower().split(" of "))
        return Word(start, found.end(), Reading((), tens=(2 * unit, 9 * unit)), "", found.end())
    return _plain_english(s, start, found, end)


def _special_english(s: str, start: int, stop: int) -> Word | None:
    """``an order of magnitude``, ``one in five``, ``dual``."""
    if s[start] in adjectives.STARTS and (stated := adjectives.match(s, start)) is not None:
        return Word(start, stated[0], stated[1], "", stated[0])
    if "-" in s[start + 5 : start + 8] and (rank := adjectives.rank(s, start)) > 0:
        reading = Reading((Numeral("one", "english"),))
        return Word(start, rank, reading, adjectives.RANK, rank)
    if s[start] in "Aa" and (magnitude := MAGNITUDE.match(s, start, stop)) is not None:
        reading = Reading((Numeral("one", "english"),), "order of magnitude")
        return Word(start, magnitude.end(), reading, "order of magnitude", magnitude.end())
    whole = _WHOLE.match(s, start, stop) if s.find("and", start, start + 36) > 0 else None
    if (
        whole is not None
        and (more := mixed(s, whole.end(), Numeral(whole[0].lower(), "english"))) is not None
    ):
        return _measured(s, start, more[0], Reading((more[1],)), len(s))
    shared = share(s, start, stop) if _may_share(s, start) else None
    if shared is None:
        return None
    unit = units.match(s, shared[0], min(len(s), shared[0] + 40))
    if unit is not None and " in " in s[start : shared[0]] and not units.resolve(unit[1]).counts:
        return None  # ``five in six months``
    return Word(start, shared[0], shared[1], "", shared[0])


def _may_share(s: str, start: int) -> bool:
    """Whether ``in`` or ``out of`` stands behind the word at *start*: most words have neither."""
    return s.find(" in ", start, start + 16) > 0 or s.find(" out of ", start, start + 20) > 0


def _plain_english(s: str, start: int, found: re.Match[str], end: int) -> Word:
    text, stop = found[0], found.end()
    if text.lower() == "zero" and s[stop : stop + 1] == "-":
        return Word(start, stop, None)
    if _PRECISION.match(s, stop) is not None or s.endswith(("the only ", "The only "), 0, start):
        return Word(start, stop, None)
    if s[stop : stop + 1] in ("-", "‑") and _HALF.search(text) is not None and _joins_word(s, stop, end):
        return Word(start, stop, None)
    if is_ordinal(s, start, stop) or s.startswith(" halves", stop):
        return Word(start, stop, None)
    if " " not in text and (spanned := span(s, start, stop, Numeral(text.lower(), "english"))) is not None:
        return _measured(s, start, *spanned, end)
    if (amount := _half_of_one(s, text, stop, end)) is not None:
        return Word(start, amount[0], Reading((Numeral("1/2", "fraction"),), amount[1]), "a", amount[0])
    if (
        text.lower() in _BIGS
        and s[stop : stop + 1] == " "
        and _BARE_SCALE.search(s, max(0, start - 8), start)
    ):
        return Word(start, stop, None)
    if text.lower() == "one" and _is_paired(s, start, stop):
        return Word(start, stop, Reading((Numeral("one", "english"),)), "", stop)
    if text.lower() == "one" and _WITH.search(s, max(0, start - 14), start) and _ONE_PART.match(s, stop):
        return Word(start, stop, Reading((Numeral("one", "english"),)), "", stop)
    alone = text.lower() == "one" and _MODIFIERS.search(s, max(0, start - 24), start) is None
    if alone and not _measures(s, stop, end):
        return Word(start, stop, None)
    try:
        english(text.lower())
    except ValueError:
        return Word(start, _skip(s, start, stop), None)
    reading = Reading((Numeral(text.lower(), "english"),))
    if text.split()[0].lower() in _BIGS and (few := _VAGUE_BEFORE.search(s, max(0, start - 14), start)):
        one = int(english(text.lower())[0])
        start, reading = few.start(), Reading((), tens=(2 * one, 9 * one))
    if text.lower().endswith("dozen"):
        reading.comparator = Comparator.ABOUT
    return _measured(s, start, stop, reading, end)


def _measured(s: str, start: int, stop: int, reading: Reading, end: int) -> Word:
    """The number words in ``[start, stop)`` with the unit or the noun behind them."""
    unit = units.match(s, stop, min(end, stop + 40))
    if unit is None or len(s[stop : unit[0]].strip(" -")) == 1:
        return Word(start, stop, reading, "", stop)
    reading.unit = unit[1]
    return Word(start, unit[0], reading, s[stop : unit[0]].strip(" -"), stop)


def _half_of_one(s: str, text: str, stop: int, end: int) -> tuple[int, str] | None:
    """``half an hour``, ``half a second``: the end and the unit that is halved."""
    article = _ARTICLE.match(s, stop, end) if text.lower() == "half" else None
    unit = None if article is None else units.match(s, article.end() - 1, min(end, stop + 40))
    return unit if unit is not None and not units.resolve(unit[1]).counts else None


def _joins_word(s: str, hyphen: int, end: int) -> bool:
    """``half-life``, ``half-duplex``; but ``half-hour`` and ``half-million`` are amounts."""
    if not s[hyphen + 1 : hyphen + 2].isalpha() or _AMOUNT.match(s, hyphen + 1) is not None:
        return False
    return units.match(s, hyphen, min(end, hyphen + 40)) is None


def _is_paired(s: str, start: int, stop: int) -> bool:
    """Whether another *one* stands beside this one, and no third."""
    if _PAIRED.match(s, stop) is not None:
        return not s.endswith(", ", 0, start)
    return _PAIRED_BEFORE.search(s, max(0, start - 40), start) is not None


def is_one_per(s: str, at: int) -> bool:
    """Whether a *one* before *at* is counted: ``one RPC per follower``, ``one at a time``, ``one or two``."""
    return _ONE_PER.match(s, at) is not None


def _measures(s: str, at: int, end: int) -> bool:
    """``one megabyte``, ``one RPC per follower``: a measuring unit follows, or what the one is counted by."""
    if is_one_per(s, at):
        return True
    unit = units.match(s, at, min(end, at + 40))
    if unit is None or s[at : at + 1] != " " or len(s[at : unit[0]].strip()) < 4:
        return False
    return not units.resolve(unit[1]).counts and _SOME_DAY.match(s, at) is None


def _skip(s: str, start: int, stop: int) -> int:
    """The end of the word at *start*."""
    index = start + 1
    while index < stop and s[index].isalpha():
        index += 1
    return index
