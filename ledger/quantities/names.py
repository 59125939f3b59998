"""Tokens that are no quantities: names, dates, versions, code, marked stretches, raised and lowered marks."""

from __future__ import annotations

import re

from ledger.quantities import compact, context, enumerators, patterns, units
from ledger.quantities.fold import Folded
from ledger.quantities.lexicon import MEASURES_EN, REFERENCE_WORDS
from ledger.quantities.reading import Found, Reading
from ledger.quantities.scripts import LOWERED
from ledger.quantities.text import Mark, Role
from ledger.quantities.token import Kind, Token

WIDTH = 80
_OPAQUE: dict[Role, tuple[Kind, str]] = {
    Role.CODE: (Kind.CODE, "program text"),
    Role.URL: (Kind.REFERENCE, "part of a web address"),
    Role.LINK_TARGET: (Kind.REFERENCE, "part of a link's target"),
    Role.ATTRIBUTE: (Kind.CODE, "a markup attribute"),
    Role.COMMENT: (Kind.CODE, "inside a comment"),
    Role.FOOTNOTE_REF: (Kind.REFERENCE, "a footnote mark"),
    Role.CITATION: (Kind.REFERENCE, "a citation"),
    Role.CROSS_REF: (Kind.REFERENCE, "a cross reference"),
    Role.FRONT_MATTER: (Kind.CODE, "document metadata"),
    Role.LIST_MARKER: (Kind.ORDINAL, "the number of a list item"),
    Role.HEADING_NUMBER: (Kind.ORDINAL, "the number of a heading"),
}
_SEGMENT_END = re.compile(r"[\s/?#&=,;\"'()<>\[\]{}]")
_SEGMENT = re.compile(r"[^ \n\t\r\f\v/?#&=,;\"'()<>\[\]{}]*")
_RUN = re.compile(r"[0-9][0-9.,_]*[0-9]|[0-9]")
_SCRIPTS = re.compile("[⁰¹²³⁴⁵⁶⁷⁸⁹₀-₉⁺⁻]+")
_ORDINAL_ZH = re.compile(
    "[零〇一二三四五六七八九十百千两]{1,6}(?:阶段|部分|[个步章节页项条层类种级次轮代届期天年周行列])?"
)


def token(
    f: Folded, start: int, end: int, kind: Kind, needs: bool, reason: str, rule: str,
    reading: Reading | None = None, parts: tuple[Token, ...] = (),
) -> Token:  # fmt: skip
    """A token over ``[start, end)`` of the plain text."""
    return Token(start, end, f.plain[start:end], kind, needs, reason, rule, reading, parts)


def opaque(f: Folded, hit: int, low: int, mark: Mark) -> Token:
    """The segment around *hit* of a stretch that is not read as prose."""
    kind, reason = _OPAQUE[mark.role]
    date = patterns.DATE.match(f.work, hit, mark.end)
    if date is not None and mark.role in (Role.FRONT_MATTER, Role.ATTRIBUTE):
        return token(
            f, hit, date.end(), Kind.DATE, False, "a date in the document's metadata", "metadata-date"
        )
    start = hit - _length(_SEGMENT, f.work[max(low, hit - WIDTH) : hit][::-1])
    found = _SEGMENT_END.search(f.work, hit, min(mark.end, hit + 4 * WIDTH))
    end = found.start() if found is not None else min(mark.end, hit + 4 * WIDTH)
    return token(f, start, max(end, hit + 1), kind, False, reason, f"mark-{mark.role}")


def code(f: Folded, hit: int, low: int, high: int) -> Token:
    """The word around *hit* in program text."""
    start = hit - _length(_SOLID, f.work[max(low, hit - WIDTH) : hit][::-1])
    end = hit + 1 + _length(_SOLID, f.work[hit + 1 : min(high, hit + WIDTH)])
    return token(f, start, end, Kind.CODE, False, "program text", "code")


def _length(run: re.Pattern[str], text: str) -> int:
    """How much of *text* the *run* takes that it begins with."""
    found = run.match(text)
    return 0 if found is None else found.end()


_SOLID = re.compile(r"\S*")


_JOINS = frozenset("+-−*/^(×·")


def constant(f: Folded, hit: int, floor: int) -> Token | None:
    """A literal in mathematics that does not read as one of our expressions (``1/max x``)."""
    run = _RUN.match(f.work, hit)
    end = hit + 1 if run is None else run.end()
    after = f.work[end : end + 2].lstrip()[:1]
    before = f.work[max(floor, hit - 2) : hit].rstrip()[-1:]
    if (after not in _JOINS and before not in _JOINS) or after == "" == before:
        return None
    shapes = f.plain[hit:end] in ("0", "1")
    reason = "a structural constant of a formula" if shapes else "a coefficient of a formula"
    return token(f, hit, end, Kind.CONSTANT, not shapes, reason, "constant")


def identifier(f: Folded, hit: int, floor: int) -> Token:
    """The name around *hit*: letters and digits, joined by hyphens and dots."""
    s = f.work
    start = _name_start(s, hit, floor)
    tail = patterns.WORD_TAIL.match(s, hit, min(len(s), hit + WIDTH))
    end = hit + 1 if tail is None else max(tail.end(), hit + 1)
    word = s[start:end]
    if (
        "-" in word
        and (pointer := _POINTER.match(word)) is not None
        and pointer[1].lower() in REFERENCE_WORDS
    ):
        return token(f, start, end, Kind.REFERENCE, False, f"points to {word}", "reference-word")
    if word[0] in "pP" and _PAGE.fullmatch(word) is not None:
        return token(f, start, end, Kind.REFERENCE, False, f"points to {word}", "page")
    if start == hit - 1 and end == hit + 1 and (half := _PART_OF_YEAR.match(s, start)) is not None:
        return token(f, start, half.end(), Kind.DATE, False, "a part of a year", "year-part")
    if word[0] in "vVr" and _is_version(s, start, word):
        return token(f, start, end, Kind.VERSION, False, "a version", "version")
    return token(f, start, end, Kind.IDENTIFIER, False, "digits inside a name", "name")


def _is_version(s: str, start: int, word: str) -> bool:
    """``v1.2``, and ``V3`` behind a word that says what it is."""
    if _VERSION.fullmatch(word) is not None:
        return True
    return word[1:2].isdecimal() and s.endswith(("版本 ", "版本", "version ", "Version "), 0, start)


_VERSION = re.compile(r"v\d+(?:\.\d+)*(?:\.?(?:a|b|rc|dev|post|alpha|beta)\d*)?|r\d+(?:\.\d+)+")
_PART_OF_YEAR = re.compile(r"(?:H[12]|Q[1-4]),? (?:19|20)\d\d(?![\d.]|,\d)")
"""``H2 2021``, ``Q3 2021``."""
_PAGE = re.compile(r"pp?\.\d{1,4}(?:-\d{1,4})?", re.I)
"""``p.2``, ``pp.7-8``."""
_POINTER = re.compile(r"([A-Z]{2,4})-\d{1,6}\Z")
"""``RFC-5905``: a kind of document and its number."""


def _name_start(s: str, hit: int, floor: int) -> int:
    low = max(floor, hit - WIDTH)
    start = hit
    while start > low:
        c = s[start - 1]
        if (
            (c.isalnum() and c < "\u2e80")
            or c == "_"
            or "\ue000" <= c <= "\uf8ff"
            or c in "₀₁₂₃₄₅₆₇₈₉"
            or (c in "-.‑@" and start - 1 > low and s[start - 2].isalnum() and s[start - 2] < "\u2e80")
        ):
            start -= 1
        else:
            break
    return start


def joined(s: str, hit: int, floor: int) -> bool:
    """Whether a hyphen or dot before *hit* joins it to a word (``ZeRO-3``)."""
    before = s[hit - 2]
    if s[hit - 1] == ".":
        return before.isalpha() and before < "\u2e80"
    return (before.isalpha() or before == "_") and before < "\u2e80"


def special(f: Folded, hit: int, floor: int) -> Token | None:
    """A date, version, address, ordinal or other structured text at *hit*."""
    s = f.work
    end = min(len(s), hit + WIDTH)
    if s[hit - 1 : hit] == "§" or s[hit - 2 : hit] == "§ ":
        section = _SECTIONS.match(s, hit, end)
        stop = hit + 1 if section is None else section.end()
        return token(
            f, s.rfind("§", 0, hit), stop, Kind.REFERENCE, False, "a section sign before it", "section-sign"
        )
    if s.startswith("O(", hit - 2) and s[hit + 1 : hit + 2] == ")" and s[hit] in "01":
        return token(f, hit, hit + 1, Kind.CONSTANT, False, "an order of growth", "order")
    if patterns.MAY_BE_SPECIAL.match(s, hit, end) is None:
        return _after_ordinal(f, hit) if "第" in s[max(0, hit - 2) : hit] else None
    found = patterns.SPECIAL.match(s, hit, end)
    if found is not None and found.lastgroup is not None:
        return _structured(f, hit, found, found.lastgroup)
    return _after_ordinal(f, hit)


_SECTIONS = re.compile(rf"{patterns.NUMBERED.pattern}(?: ?[–-] ?{patterns.NUMBERED.pattern})?")


def _structured(f: Folded, hit: int, found: re.Match[str], rule: str) -> Token | None:
    if rule == "years" and (not _rising(found[0]) or _measured(f.work, found.end())):
        return None
    if rule == "date" and (_is_ratio(found[0]) or _is_divided(f.work, hit) or _lasts(f.work, found)):
        return None
    if rule == "hex" and found[0][1] in "xX" and (unit := units.match(f.work, found.end(), len(f.work))):
        reason = "a number in hexadecimal digits: no value is read"
        return token(f, hit, unit[0], Kind.QUANTITY, True, reason, "hex-number")
    if rule == "dashed" and (_is_range(found[0]) or _is_difference(f.work, hit, found.end())):
        return None
    if rule in ("slashed", "dashed") and (end := _counted(f.work, hit, found.end())):
        reason = "several numbers of one thing: no value is read"
        return token(f, hit, end, Kind.QUANTITY, True, reason, "alternatives")
    kind, reason = _STRUCTURED[rule]
    if rule == "dotted" and (entry := enumerators.numbers_entry(f, hit)):
        reason = "the number of a heading or of an entry of a table of contents"
        return token(f, hit, entry, Kind.ORDINAL, False, reason, "entry-number")
    if rule == "ordinal" and patterns.MONTH_DAY.search(f.work, max(0, hit - 12), hit) is not None:
        return token(f, hit, found.end(), Kind.DATE, False, "a day of a month", "month-day")
    if rule == "ordinal" and _is_share(f.work, hit, found.end()):
        needs = not context.supposes(f, hit)
        reason = "a share, written as an ordinal: no value is read"
        return token(f, hit, found.end(), Kind.QUANTITY, needs, reason, "ordinal-share")
    if rule == "dotted" and found[0].count(".") == 3 and not f.work.endswith(_VERSION_WORDS, 0, hit):
        kind = Kind.IDENTIFIER
    return token(f, hit, found.end(), kind, False, reason, rule)


_FRACTION = re.compile(r"\b(?:an?|another|one) \Z", re.I)
_OF = re.compile(r" (?:of|at|with)\b")
_SHARES = range(3, 11)
"""A third (``3rd``) to a tenth."""
_VERSION_WORDS = ("version ", "Version ", "release ", "版本", "版本 ", "revision ")


def _is_share(s: str, hit: int, end: int) -> bool:
    """``a 3rd of``: an ordinal in digits that says which part."""
    if int(s[hit : end - 2]) not in _SHARES or _OF.match(s, end) is None:
        return False
    return _FRACTION.search(s, max(0, hit - 10), hit) is not None


_STRUCTURED = {
    "years": (Kind.DATE, "a span of years"),
    "date": (Kind.DATE, "a date or time"),
    "dotted": (Kind.VERSION, "a version or an address"),
    "ordinal": (Kind.ORDINAL, "an ordinal"),
    "hex": (Kind.IDENTIFIER, "a hexadecimal number or digest"),
    "slashed": (Kind.IDENTIFIER, "alternatives joined by slashes"),
    "dashed": (Kind.IDENTIFIER, "a number in groups"),
    "arxiv": (Kind.REFERENCE, "an arXiv number"),
    "cited": (Kind.REFERENCE, "the year of a citation"),
    "doi": (Kind.REFERENCE, "a DOI"),
    "dimension": (Kind.IDENTIFIER, "a number of dimensions as part of a name"),
}


def _is_range(text: str) -> bool:
    """``10000-20000``: it rises, and both ends are as long; a number in groups (``94103-1234``) does not."""
    low, _, high = text.partition("-")
    return high.isdecimal() and len(low) == len(high) and int(low) < int(high)


def _is_difference(s: str, hit: int, end: int) -> bool:
    """``(115311-12695)*105``: in brackets that are multiplied or divided."""
    return s[hit - 1 : hit] == "(" and s[end : end + 1] == ")" and s[end + 1 : end + 2] in tuple("*/×÷")


def _counted(s: str, hit: int, end: int) -> int:
    """Where what alternatives count ends: their unit, or they themselves; 0 if they count nothing."""
    unit = units.match(s, end, min(len(s), end + 40))
    if unit is not None:
        return unit[0]
    if s[end : end + 1] == " " and context.counted_follows(s, end):
        return end
    return end if context.word_before(s, hit, max(0, hit - 40))[0].lower() in MEASURES_EN else 0


def _measured(s: str, end: int) -> bool:
    """Whether a unit stands behind a span (``1800–1900 MHz``): it is none of years."""
    unit = units.match(s, end, min(len(s), end + 40))
    return unit is not None and unit[1] != "year"


def _rising(span: str) -> bool:
    first, last = re.findall(r"\d+", span)
    return int(first) < int(first[: 4 - len(last)] + last)


def _is_ratio(text: str) -> bool:
    """``1:8`` is a ratio; a time has two digits of minutes below 60 and hours below 25."""
    found = re.fullmatch(r"(\d{1,2}):(\d{2})", text)
    return found is not None and (int(found[1]) > 24 or int(found[2]) > 59)


_DIVIDED = re.compile(
    r"(?:\b(?:ratios?|split|proportions?|odds|scores?|scored)(?: (?:of|is|was|to|at|about))?"
    r"|(?:比例|配比|比分|之比)[^，。；\n]{0,12}?)(?:为|是|约|或者?|只有|到了?|[:：])? ?\Z",
    re.IGNORECASE,
)


def _is_divided(s: str, hit: int) -> bool:
    """``a ratio of 3:45``: two numbers, no time of day."""
    return _DIVIDED.search(s, max(0, hit - 24), hit) is not None


def _lasts(s: str, found: re.Match[str]) -> bool:
    """``3:30 hours``: a duration, no time of day."""
    return found[0].count(":") == 1 and _HOURS.match(s, found.end()) is not None


_HOURS = re.compile(r" ?(?:hours?|hrs?|h|minutes?|mins?|小时|分钟)(?![A-Za-z])")


def _after_ordinal(f: Folded, hit: int) -> Token | None:
    """``第 3``: a number behind the ordinal sign."""
    if not f.work.endswith(("第", "第 "), 0, hit):
        return None
    run = _RUN.match(f.work, hit)
    end = hit + 1 if run is None else run.end()
    end = end if (more := _MORE_ORDINALS.match(f.work, end)) is None else more.end()
    start = hit - 1 if f.work[hit - 1] == "第" else hit - 2
    return token(f, start, end, Kind.ORDINAL, False, "an ordinal with 第", "ordinal-zh")


_MORE_ORDINALS = re.compile(r"(?:(?:[-–~～]| ?[、和与至到] ?)\d{1,3}){1,12}(?= ?[\u4e00-\u9fff])")
"""Further numbers before the measure word of an ordinal: ``第 3、4 节``, ``第3～5章``."""


def ordinal_zh(f: Folded, hit: int, floor: int) -> Token | int:
    """``第一``, ``第十二届``, ``第 三 步``."""
    found = _ORDINAL_ZH.match(f.work, hit)
    end = hit + 1 if found is None else found.end()
    start = f.work.rfind("第", max(floor, hit - 2), hit)
    if start < 0:
        return end
    return token(f, start, end, Kind.ORDINAL, False, "an ordinal with 第", "ordinal-zh")


def digit_name(f: Folded, hit: int, found: Found) -> Token:
    """``1F1B``, ``3D``: letters that are no unit follow the digits directly.

    ``3Nh`` is no name where N and h each stand alone elsewhere: 3 is the factor of a formula then.
    """
    written = compactly(f, hit)
    if written is not None:
        return written
    power = _POWER.match(f.work, found.end) if "/" in f.work[hit : found.end] else None
    if power is not None:
        return token(f, hit, power.end(), Kind.CONSTANT, True, "a factor of a formula", "factor")
    letters = _LETTERS.match(f.work, found.end)
    if letters is not None and _are_symbols(f.work, hit, letters[1]):
        reason = "a factor of a formula that is not read as one"
        return token(f, hit, found.end, Kind.CONSTANT, True, reason, "factor")
    unit = _own_unit(f.work, hit, found.end)
    if unit > 0:
        reason = "a number and what the page uses as a unit: no value is read"
        return token(f, hit, unit, Kind.QUANTITY, True, reason, "own-unit")
    name = patterns.STARTS_NAME.match(f.work, hit, min(len(f.work), hit + WIDTH))
    end = found.end if name is None else max(name.end(), found.end)
    return token(f, hit, end, Kind.IDENTIFIER, False, "a name that begins with a digit", "digit-name")


def _own_unit(s: str, hit: int, at: int) -> int:
    """Where ``200bp`` ends, if the page has ``bp`` behind another number too; 0 if it has not."""
    letters = _OWN_UNIT.match(s, at)
    if letters is None or s[hit - 1 : hit].isalnum() or not s[hit:at].replace("-", "").isdecimal():
        return 0
    spot, number, tries = max(0, hit - _FAR), s[hit:at], 0
    while tries < _TRIES and (spot := s.find(letters[0], spot, hit + _FAR)) >= 0:
        tries += 1
        behind, before = s[spot + len(letters[0]) : spot + len(letters[0]) + 1], s[max(0, spot - 8) : spot]
        if spot != at and before[-1:].isdecimal() and not (behind.isascii() and behind.isalnum()):
            other = _OTHER_NUMBER.search(before)
            if other is not None and other[1] != number:
                return letters.end()
        spot += 1
    return 0


_OWN_UNIT = re.compile(r"[a-z]{2,3}(?![A-Za-z0-9_-]|\.\w)")
_OTHER_NUMBER = re.compile(r"(?:^|[^\w.])(\d{1,6})\Z")
_TRIES = 40


def compactly(f: Folded, hit: int) -> Token | None:
    """``8m30s``, ``1/5th``, ``3G 内存``: see :mod:`ledger.quantities.compact`."""
    written = compact.match(f.work, hit)
    if written is None:
        return None
    reason = f"{written[1]}: no value is read"
    return token(f, hit, written[0], Kind.QUANTITY, True, reason, "compact")


_POWER = re.compile(r"[eE][-+]?\d{1,3}(?![\w.])")
"""``2/312e12``, the end of ``dmodel^2/312e12``."""
_LETTERS = re.compile(r"([A-Za-z]{2,4})(?![\w-])")


def _are_symbols(s: str, hit: int, letters: str) -> bool:
    """Whether each of *letters* stands alone more than once nearby; A, a and I are words."""
    if not _NO_SYMBOLS.isdisjoint(letters):
        return False
    low, high = max(0, hit - _FAR), hit + _FAR
    return all(_stands_twice(s, letter, low, high) for letter in set(letters))


def _stands_twice(s: str, letter: str, low: int, high: int) -> bool:
    """Whether *letter* stands alone twice between *low* and *high*, looked for no further than that."""
    count = 0
    for stop in " ,.)":
        count += s.count(f" {letter}{stop}", low, high)
        if count > 1:
            return True
    return False


_NO_SYMBOLS, _FAR = frozenset("AaI"), 10_000


def digits_run(f: Folded, hit: int) -> Token:
    """More digits than a number has: an identifier of its own."""
    run = _RUN.match(f.work, hit)
    end = hit + 1 if run is None else run.end()
    return token(f, hit, end, Kind.IDENTIFIER, False, "too long for a number", "digits-run")


_RELATED = re.compile(r"[₀-₉]{1,3}\)? ?(?:[=<>≤≥×·−]|(?<= )-) ?\(?([A-Za-zΑ-Ωα-ω])[₀-₉]")
"""The index of a letter and a letter with one, in a difference, a product or a comparison.

A sum may be of molecules. It begins with the index, which is rare, so that other text costs nothing.
"""


def _is_index(f: Folded, hit: int, start: int) -> bool:
    """``T₁`` where the text computes with such letters (``T₂ - T₁``): a symbol, where ``O₂`` is a name."""
    if start != hit - 1 or not f.work[start].isalpha():
        return False
    if f.indexed is None:
        f.indexed = frozenset(
            letter for found in _RELATED.finditer(f.work) for letter in (f.work[found.start() - 1], found[1])
        )
    return f.work[start] in f.indexed


def script(f: Folded, hit: int, floor: int) -> Token:
    """A lowered digit in a name (``H₂O``), a raised one on a word (a note mark or a unit's power)."""
    s = f.work
    run = _SCRIPTS.match(s, hit)
    end = hit + 1 if run is None else run.end()
    if s[hit] in "₀₁₂₃₄₅₆₇₈₉":
        region = f.regions.at(hit)
        start = _name_start(s, hit, floor)
        below = (
            start < hit and "\ue900" <= s[hit - 1] <= "\uecff" and chr(ord(s[hit - 1]) - LOWERED).isalpha()
        )
        mathematics = region is not None and region.role is Role.MATH
        if (mathematics or _is_index(f, hit, start)) and not below:
            return token(f, hit, end, Kind.CONSTANT, False, "an index", "index")
        tail = patterns.WORD_TAIL.match(s, end)
        return token(
            f, start, end if tail is None else tail.end(), Kind.IDENTIFIER, False, "an index in a name", "sub"
        )
    region = f.regions.at(hit) if f.regions.marks else None
    if region is not None and region.role is Role.MATH:
        return token(f, hit, end, Kind.CONSTANT, False, "a raised index", "raised-index")
    if s[end - 1] in "⁺⁻" and s[hit - 1 : hit].isalpha():
        start = _name_start(s, hit, floor)
        return token(f, start, end, Kind.IDENTIFIER, False, "an ion by its charge", "charge")
    return token(f, hit, end, Kind.REFERENCE, False, "a raised mark", "raised")
