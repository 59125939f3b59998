"""The scanner: every numeric token of a text, in order, with its class and the reason for it.

One pattern finds where a number may begin; all other work happens around those places and looks at a
bounded stretch of text, so that the time is linear in the size of the text whatever it holds.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from ledger.quantities import (
    beside_zh,
    classify,
    classify_words,
    comparators,
    context,
    conversions,
    expression,
    formula,
    grammar,
    joined_names,
    listing,
    makes,
    multiples,
    names,
    neighbours,
    patterns,
    placed,
    references,
    regions,
    units,
    words,
)
from ledger.quantities.fold import Folded, fold
from ledger.quantities.ligatures import spell
from ledger.quantities.names import token
from ledger.quantities.quantity import Comparator
from ledger.quantities.reading import ENDS, SPACES, Found, Numeral, Reading
from ledger.quantities.text import Mark, Role, Text
from ledger.quantities.token import Kind, Token
from ledger.quantities.verdict import Verdict
from ledger.quantities.vocabulary import spaced
from ledger.quantities.words import Word

_LOW = frozenset("₀₁₂₃₄₅₆₇₈₉")
_HIGH = frozenset("⁰¹²³⁴⁵⁶⁷⁸⁹")
_VULGAR = frozenset("½⅓⅔¼¾⅕⅖⅗⅘⅙⅚⅛⅜⅝⅞")
_DIMENSIONS = frozenset({"1d", "2d", "3d", "4d", "5d", "6d", "2g", "3g", "4g", "5g", "6g"})
_MODE = re.compile(r"\d{3,4}[pi](?![A-Za-z0-9_])")
"""``1080p``: a video mode."""
_CARDS = re.compile(r"[百千万]卡(?![路片车）)|/])")
"""``千卡``, ``万卡``: clusters by their size; behind a number, calories or cards that are counted."""
_COUNTING_ZH = frozenset("0123456789 一二两三四五六七八九十百千几数多")
_OF_NAMED = re.compile(r"(?<!(?<!\d)0)[x×](?=[A-Z]+[a-z]?\d|[A-Z]{3})")
"""``8xH800``: as many of a thing with a name; ``0x`` begins a number to the base of 16."""
_LIKEWISE = re.compile(r"[A-Za-z]-\d[\d.]{0,4}(?:,|,? and|,? or| &) -\Z")
"""``Attention-2 and -3``."""
_EMPHASISED = re.compile(r"[^_\n]{1,80}_(?!\w)")
"""``_33 MB_`` in a text whose marks nobody read."""
_PATCHED = re.compile(r"(?<![\w-])[A-Z][A-Za-z]{1,11}-[A-Z][a-z]?/\Z")
"""``ViT-B/16``."""
_FACTOR = re.compile(r"(?:\*\*?|[∗·⋅^])(?=[A-Za-zΑ-Ωα-ω(])")
_FACTOR_SIGNS = frozenset("*∗·⋅^")
_STATED = frozenset({Kind.QUANTITY, Kind.LIST_COUNT, Kind.EXAMPLE, Kind.QUOTED})
"""Kinds of tokens that have a value."""
_TIMES = frozenset({"post", "pre", "mid"})
_QUANTIFIED = frozenset(spaced("top pass last first sub near post pre over under about ~"))


def scan(text: str | Text) -> list[Token]:
    """Every numeric token of *text*, ordered and disjoint. Never raises for any string."""
    given = Text(text) if isinstance(text, str) else text
    spelt = spell(given)
    return list(tokens(fold(given)) if spelt is None else spelt.as_given(tokens(fold(spelt.text))))


def tokens(f: Folded) -> Iterator[Token]:
    """The tokens of a folded text."""
    position = floor = 0
    hits, end = patterns.Hits(f.work), len(f.work)
    while (start := hits.next(position)) < end:
        found = _one(f, start, floor)
        if isinstance(found, int):
            position = max(found, start + 1)
            continue
        if found.start < floor:
            found.start, found.surface = floor, f.plain[floor : found.end]
        f.last = found
        yield found
        position = floor = found.end if found.end > start else start + 1


def _one(f: Folded, hit: int, floor: int) -> Token | int:
    """The token at *hit*, or where to go on when nothing numeric stands there."""
    mark = f.opaque.at(hit) if f.opaque.marks else None
    if mark is not None and (not f.strings.marks or f.strings.at(hit) is None):
        return names.opaque(f, hit, max(floor, mark.start), mark)
    c = f.work[hit]
    if "0" <= c <= "9":
        return _digits(f, hit, floor)
    if c in _HIGH or c in _LOW:
        return _script(f, hit, floor)
    if c in _VULGAR:
        return _number(f, hit, floor)
    if c > "\u2e80":
        return _chinese(f, hit, floor)
    return _english(f, hit, floor)


def _digits(f: Folded, hit: int, floor: int) -> Token | int:
    region = f.regions.at(hit) if f.regions.marks else None
    if region is not None:
        found = regions.token_at(f, hit, floor, region)
        if found is not None:
            return found
    s = f.work
    left = s[hit - 1] if hit > floor else " "
    joined = None if left in _APART else _joined(f, hit, floor, left, region)
    if joined is not None:
        return joined
    beside = placed.number(f, hit)
    if beside is None and not s.isascii():
        beside = beside_zh.number(f, hit, floor)
    if beside is not None:
        return beside
    special = names.special(f, hit, floor)
    return special if special is not None else _number(f, hit, floor)


_APART = frozenset(" \n\t(,:|，。：（、=~<>$")
"""Before a number these join it to no name."""


def _joined(f: Folded, hit: int, floor: int, left: str, region: Mark | None) -> Token | int | None:
    """What the number at *hit* is a part of, by the sign *left* directly before it."""
    s = f.work
    if left == "x" and (slot := joined_names.lanes(f, hit, floor)) is not None:
        return slot
    if left in "x×" and (_begins(s, hit - 1, floor) or _opens_word(s, hit - 1, floor)):
        return _ratio(f, hit, floor)
    if left == "X" and _CAPITAL_FACTOR.search(s, max(0, hit - 12), min(len(s), hit + 40)) is not None:
        return _capital_ratio(f, hit, floor)
    if left == "/" and (slashed := _PATCHED.search(s, max(floor, hit - 24), hit)) is not None:
        end = hit + 1 + (s[hit + 1 : hit + 2].isdecimal())
        if not s[end : end + 1].isalnum():
            reason = "the size of a patch as the end of a name"
            return token(f, slashed.start(), end, Kind.IDENTIFIER, False, reason, "patch-name")
    emphasised = left == "_" and region is None and _EMPHASISED.match(s, hit) and not s[hit - 2].isalnum()
    if expression.is_letter(left) or (left == "_" and not emphasised) or "\ue000" <= left <= "\uf8ff":
        return names.identifier(f, hit, floor)
    if left == "-" and _LIKEWISE.search(s, max(0, hit - 40), hit) is not None:
        return token(
            f, hit - 1, hit + 1, Kind.IDENTIFIER, False, "the end of a name like the one before", "suffix"
        )
    if left == "+" and s[hit - 2 : hit - 1] == "+" and regions.is_letter(s, hit - 3):
        return names.identifier(f, hit, floor)
    if left in "-‑.@" and hit - 2 >= floor and names.joined(s, hit, floor):
        within = formula.hyphened(f, hit, floor) if left == "-" else None
        return _hyphenated(f, hit, floor) if within is None else regions.formula_token(f, within, floor)
    return None


def _capital_ratio(f: Folded, hit: int, floor: int) -> Token | int:
    """``by X9``, ``up to X4 reduction``, ``X2-X22``: a factor, or two, that a capital is set before."""
    s = f.work
    found = _FACTORS.match(s, hit)
    if found is None or s[hit - 2 : hit - 1].isalnum():
        return names.identifier(f, hit, floor)
    reason = "a factor set behind a capital: no value is read"
    return token(f, hit - 1, found.end(), Kind.QUANTITY, True, reason, "capital-factor")


_FACTORS = re.compile(r"\d{1,4}(?:\.\d{1,3})?(?: ?[-–~] ?X\d{1,4}(?:\.\d{1,3})?)?(?![\w.-]\w)")
_CAPITAL_FACTOR = re.compile(
    r"\b(?:by|up to|about|around|nearly|almost|over|than|an?|of) X\d[\d.]{0,5}(?:[-–]X\d[\d.]{0,5})?"
    r"(?![\w.]\w)(?:,|[.;:)]| (?:and|to|or|times?|in|on|for|of|when|depending)\b)"
    r"|\bX\d[\d.]{0,5} (?:reductions?|increases?|improvements?|speed-?ups?|gains?|faster|slower|more|less"
    r"|higher|lower|better)\b"
)
"""A capital X as a factor's sign: a model's name (``X4``) is not what something grows by."""


def _begins(s: str, at: int, floor: int) -> bool:
    """Whether nothing stands before the factor sign at *at* that it could multiply."""
    return (at - 1 < floor or not s[at - 1].isalnum()) and s[at - 1 : at] not in (")", " ")


def _opens_word(s: str, at: int, floor: int) -> bool:
    """Whether the factor sign at *at* opens a word, and no number to multiply stands before it."""
    if at - 1 >= floor and s[at - 1] not in " (，、":
        return False
    return not s[max(floor, at - 3) : at].strip()[-1:].isdecimal()


def _script(f: Folded, hit: int, floor: int) -> Token | int:
    """A raised or lowered digit: part of a formula, of a name, or a mark of its own."""
    s = f.work
    region = f.regions.at(hit) if f.regions.marks else None
    if s[hit] in _LOW and (region is None or region.role is not Role.MATH):
        return names.script(f, hit, floor)
    low, high = (max(floor, region.start), region.end) if region else (floor, len(s))
    role = Role.MATH if region is not None and region.role is Role.MATH else None
    found = formula.in_region(f, hit, (max(low, hit - 60), min(high, hit + 60)), role)
    if found is not None:
        return regions.formula_token(f, found, floor)
    return names.script(f, hit, floor)


def _ratio(f: Folded, hit: int, floor: int) -> Token | int:
    """``x10``, ``×2``: a factor written before its number."""
    first = grammar.numeral(f.work, hit, len(f.work))
    if (
        first is None
        or first[0].text in ("0", "32", "64", "86")
        or (f.regions.marks and (mark := f.regions.at(hit)) is not None and mark.role is Role.CODE_BLOCK)
        or (first[1] < len(f.work) and f.work[first[1]].isalnum() and f.work[first[1]] < "\u2e80")
    ):
        return names.identifier(f, hit, floor)
    found = Found(hit - 1, first[1], Reading((first[0],), "x"), has_unit=True)
    comparators.prefix(f.work, found, floor)
    return _token(f, found, classify.digits(f, found, hit, floor))


def _hyphenated(f: Folded, hit: int, floor: int) -> Token | int:
    """``ZeRO-3`` is a name; ``top-2`` and ``sub-10 ms`` state a number."""
    word, at = context.word_before(f.work, hit - 1, floor)
    if word.lower() in _TIMES and (year := patterns.YEAR.match(f.work, hit)) is not None:
        reason = "before, after or about a year"
        return token(f, at, year.end(), Kind.DATE, False, reason, "year-prefix")
    if (word in _QUANTIFIED or word == "Top") and f.work[hit - 1] in "-‑":
        found = grammar.read(f.work, hit, len(f.work), hit)
        if found is not None:
            found.start = at
            return _token(f, found, classify.asserted(f, found))
    return names.identifier(f, hit, floor)


def _number(f: Folded, hit: int, floor: int) -> Token | int:
    """A number in running text: a quantity, a formula, or a name that begins with a digit."""
    s = f.work
    start = hit - 1 if hit > floor and s[hit - 1] == "." and not s[hit - 2 : hit - 1].isalnum() else hit
    found = grammar.read(s, start, len(s), floor)
    if found is None:
        return names.digits_run(f, hit)
    if s.startswith(" and ", found.end):
        _add_fraction(s, found)
    if not found.has_unit and s.endswith("of ", floor, found.start) and multiples.is_factor(s, found.start):
        found.reading.unit, found.has_unit = "x", True
    if s[found.end - 1] in "²³" and f.opaque.marks and f.opaque.at(found.end - 1) is not None:
        found.end, found.reading.unit = found.end - 1, found.reading.unit[:-1]  # a note mark, no power
    if s[found.end - 1].isupper() and (lettered := _lettered(f, found, hit, floor)) is not None:
        return lettered
    found.end += words.and_a_half(s, found.end, found.reading) if found.has_unit else 0
    if s[found.end - 1] == "X" and found.end - hit > 3 and makes.is_titled(s, hit, floor):
        return names.digit_name(
            f, hit, Found(hit, found.end - 1, Reading((Numeral(s[hit : found.end - 1]),)))
        )
    if not found.has_unit and s[found.end : found.end + 1].isupper() and makes.is_model(f, found, hit, floor):
        return names.digit_name(f, hit, found)
    digits_end = found.end - found.has_unit
    may_point = s[digits_end : digits_end + 1] in references.LETTERED
    if may_point and (pointed := _pointed(f, found, hit, floor)) is not None:
        return pointed
    within = _in_prose(f, found, hit, floor)
    if within is not None:
        return regions.formula_token(f, within, floor)
    if found.reading.unit == "x" and s[found.end - 1] in "x×" and regions.is_letter(s, found.end):
        found.end, found.reading.unit, found.has_unit = found.end - 1, "1", False
        return _token(f, found, classify.asserted(f, found))
    if not found.has_unit and found.end < len(s) and s[found.end] not in ENDS:
        one = found.reading.shape == "one"
        if one and s[found.end] in _FACTOR_SIGNS and _FACTOR.match(s, found.end) is not None:
            reason = "a factor of a formula that is not read as one"
            return token(f, found.start, found.end, Kind.CONSTANT, True, reason, "factor")
        if one and s[found.end] in "x×" and _OF_NAMED.match(s, found.end) is not None:
            return _token(f, found, classify.asserted(f, found))
        if s[found.end] < "\u2e80" and regions.is_letter(s, found.end):
            return _times_named(f, found, hit, floor) or names.digit_name(f, hit, found)
    _unit_from_context(f, found, hit)
    return _token(f, found, classify.digits(f, found, hit, floor))


def _times_named(f: Folded, found: Found, hit: int, floor: int) -> Token | None:
    """``2 x 100GbE``: how many of a thing whose name begins with a digit."""
    if found.reading.shape != "product" or found.start != hit:
        return None
    first = grammar.numeral(f.work, hit, found.end)
    if first is None or not first[0].text.isdecimal():
        return None
    several = Found(hit, first[1], Reading((first[0],)))
    return _token(f, several, classify.asserted(f, several))


def _add_fraction(s: str, found: Found) -> None:
    """``3 and a half hours``: the fraction in words, and the unit behind it, join the number."""
    more = multiples.mixed(s, found.end, found.reading.numbers[0]) if found.reading.shape == "one" else None
    if more is None or found.has_unit:
        return
    found.end, found.reading.numbers = more[0], (more[1],)
    unit = units.match(s, found.end, len(s))
    if unit is not None:
        found.end, found.reading.unit, found.has_unit = unit[0], unit[1], True


def _lettered(f: Folded, found: Found, hit: int, floor: int) -> Token | None:
    """``Figure 5 A``, ``Type 2 T cells``: a letter off a noun's number is no ampere, kelvin or trillion."""
    s, stop = f.work, found.end - 2
    if s[stop : stop + 1] not in SPACES or not s[hit:stop].isdecimal() or found.start != hit:
        return None
    bare = Found(hit, stop, Reading((Numeral(s[hit:stop]),)))
    verdict = classify.numbers_its_noun(f, bare, hit, floor)
    return None if verdict is None else _token(f, bare, verdict)


def _pointed(f: Folded, found: Found, hit: int, floor: int) -> Token | None:
    """``Figure 5a``: read before its letter could be a symbol or a unit."""
    end = found.end - 1 if found.has_unit else found.end
    if found.start != hit or f.work[end : end + 1] not in references.LETTERED:
        return None
    if not f.work[hit:end].isdecimal():
        return None
    verdict = references.lettered(f, hit, end, floor)
    return None if verdict is None else _token(f, Found(hit, end, found.reading), verdict)


def _in_prose(f: Folded, found: Found, hit: int, floor: int) -> formula.Formula | None:
    """The formula that the number is a part of: by what stands beside it, or only before it and its unit."""
    s, reading = f.work, found.reading
    if reading.unit == "x" and s[found.end - 1] in "x×":
        stop = found.end - 1
        joined = regions.is_letter(s, found.end) or (s[stop] == "×" and s[found.end : found.end + 1] in " (")
        return formula.in_prose(f, hit, stop - (s[stop - 1] == " "), floor) if joined else None
    if found.has_unit:
        return formula.with_unit(f, hit, floor) if reading.shape in ("one", "product") else None
    within = formula.in_prose(f, hit, found.end, floor) if reading.shape == "one" else None
    return None if within is None or _is_dimension(f, within.found) else within


def _unit_from_context(f: Folded, found: Found, hit: int) -> None:
    """A bare number takes the unit of its column's header, of a noun behind a name or before it."""
    if found.has_unit or found.reading.unit != "1":
        return
    classify.header_unit(f, found, hit)
    noun = (
        None if found.has_unit else units.behind_name(f.work, found.end) or units.before(f.work, found.start)
    )
    if noun is not None:
        found.reading.unit, found.has_unit = noun, True


def _is_dimension(f: Folded, found: Found) -> bool:
    """``3D``, ``5G``, ``1080p`` in running text are names."""
    return (
        f.plain[found.start : found.start + 2].lower() in _DIMENSIONS
        or f.plain[found.start : found.start + 4] == "2.5D"
        or _MODE.match(f.plain, found.start) is not None
    )


def _token(f: Folded, found: Found, verdict: Verdict) -> Token:
    start = found.start if verdict.start < 0 else min(verdict.start, found.start)
    end = found.end if verdict.end < 0 else verdict.end
    stated = verdict.kind in _STATED or verdict is conversions.HOLDS
    reading: Reading | None = found.reading if stated else None
    reason = verdict.reason
    if found.lost_exponent:
        reading, reason = None, "looks like a power of ten whose raised digits were lost: no value is read"
    elif reading is not None and neighbours.is_part(f, found):
        reading, reason = None, neighbours.REASON
    return token(f, start, end, verdict.kind, verdict.needs, reason, verdict.rule, reading)


def _chinese(f: Folded, hit: int, floor: int) -> Token | int:
    s = f.work
    if (hit > 0 and s[hit - 1] in "第初") or (hit > 1 and s[hit - 2 : hit] == "第 "):
        return names.ordinal_zh(f, hit, floor)
    if s[hit + 1 : hit + 2] == s[hit]:
        return hit + 2
    if (
        s[hit + 1 : hit + 2] == "卡"
        and _CARDS.match(s, hit) is not None
        and s[hit - 1 : hit] not in _COUNTING_ZH
    ):
        reason = "as many cards as the word says, about: no value is read"
        return token(f, hit, hit + 2, Kind.QUANTITY, True, reason, "cards")
    return _word(f, words.read_chinese(s, hit, len(s)), floor, classify_words.chinese)


def _english(f: Folded, hit: int, floor: int) -> Token | int:
    region = f.regions.at(hit) if f.regions.marks else None
    if region is not None and region.role is not Role.MATH and listing.is_program(f, region, hit):
        return hit + 1
    return _word(f, words.read_english(f.work, hit, len(f.work)), floor, classify_words.english)


def _word(f: Folded, word: Word, floor: int, rule: Callable[[Folded, Word], Verdict]) -> Token | int:
    """The token of a number word, comparators before and after it included."""
    reading = word.reading
    if reading is None:
        return word.end
    verdict = rule(f, word)
    start, end = word.start, max(word.end, verdict.end)
    if verdict.kind not in _STATED:
        return token(f, start, end, verdict.kind, verdict.needs, verdict.reason, verdict.rule)
    if reading.unit == "1" and f.work.endswith("of ", floor, start) and multiples.is_factor(f.work, start):
        reading.unit = "x"
    if reading.comparator is Comparator.EQUAL:
        found = Found(start, end, reading, has_unit=bool(word.count))
        comparators.prefix(f.work, found, floor)
        comparators.suffix(f.work, found, len(f.work))
        start, end = found.start, found.end
    if neighbours.is_part(f, Found(start, end, reading, has_unit=bool(word.count))):
        return token(f, start, end, verdict.kind, verdict.needs, neighbours.REASON, verdict.rule)
    return token(f, start, end, verdict.kind, verdict.needs, verdict.reason, verdict.rule, reading)
