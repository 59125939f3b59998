"""Changes of the words of one printed number: its unit, its divisor, its bound, a denial, a factor."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from ledger.mutate.alteration import MINUS, Alteration, Change

_UNIT = re.compile(r"[A-Za-zµμΩ%‰×°\u4e00-\u9fff][A-Za-zµμΩ%‰×°\u4e00-\u9fff/·-]*\Z")
_OTHER_UNIT = {"bytes": "bits", "byte": "bit", "B": "b", "%": " ms", "×": "%", "x": "%", "GB/s": "GB"}
_NEAR_UNIT = {
    "GB": "GiB", "MB": "MiB", "TB": "TiB", "KB": "KiB", "kB": "KiB", "KiB": "kB", "MiB": "MB", "GiB": "GB",
    "TiB": "TB", "Gbps": "GB/s", "GB/s": "Gbps", "FLOP": "FLOP/s", "FLOPs": "FLOP/s", "FLOP/s": "FLOP",
    "FLOPS": "FLOPs", "ms": "s", "s": "ms", "µs": "ms", "seconds": "minutes", "minutes": "seconds",
    "hours": "minutes", "days": "hours", "tokens": "parameters", "GPUs": "nodes", "字节": "比特",
    "秒": "毫秒", "毫秒": "秒", "小时": "分钟", "天": "小时", "倍": "%",
}  # fmt: skip
_RATE = re.compile(r"\s?/\s?[^\W\d_][^\W\d_]*\Z|\s+per\s+[A-Za-z]+\Z", re.IGNORECASE)
_UPPER = re.compile(
    r"most|up to|less|under|below|within|no more|[≤<]|至多|不超过|最多|最高|高达|不到|不足|以内"
)
_RANGE = re.compile(r"\d\s?(?:[–—~-]|to|[到至])\s?\d|[数几]")


@dataclass(frozen=True, slots=True)
class _Language:
    """What one language puts in."""

    lower: str
    upper: str
    bounds: tuple[str, ...]
    about: str
    behind: tuple[str, ...]
    denial: str
    factors: tuple[str, ...]
    part_behind: str
    points: str
    rates: tuple[str, str]


_ENGLISH = _Language(
    lower="at least ",
    upper="at most ",
    bounds=("more than ", "less than ", "up to "),
    about="about ",
    behind=(" or more", " or less"),
    denial="not ",
    factors=("half of ", "twice "),
    part_behind=" halved",
    points=" percentage points",
    rates=("/s", " per layer"),
)
_CHINESE = _Language(
    lower="至少 ",
    upper="至多 ",
    bounds=("超过 ", "不到 ", "最高 "),
    about="约 ",
    behind=("以上", "以内"),
    denial="不是 ",
    factors=("两倍于 ",),
    part_behind="的一半",
    points=" 个百分点",
    rates=("/秒", "/层"),
)
_ABOUT_SIGN = "≈"


def worded(text: str, first: int, end: int, *, formula: bool, chinese: bool) -> Iterator[Alteration]:
    """Every change of the words around the digits of *text*, which begin at *first* and end at *end*."""
    language = _CHINESE if chinese else _ENGLISH
    yield from _unit(text, end, language, formula=formula)
    yield from _rate(text, language)
    yield from _comparators(text, first, language)
    yield Alteration(Change.DENIAL, 0, 0, language.denial)
    if text[end:].strip():
        inside = f" {language.denial.rstrip()}"
        yield Alteration(Change.DENIAL, end, end, inside if text[end] == " " else f"{inside} ")
    for factor in language.factors:
        yield Alteration(Change.FACTOR, 0, 0, factor)
    yield Alteration(Change.FACTOR, len(text), len(text), language.part_behind)


def _unit(text: str, number_end: int, language: _Language, *, formula: bool) -> Iterator[Alteration]:
    found = _UNIT.search(text, number_end)
    if found is None or (formula and len(found.group()) == 1):
        yield Alteration(Change.UNIT, len(text), len(text), " GB")
        return
    unit = found.group()
    other = _OTHER_UNIT.get(unit) or (unit[:-1] + "b" if unit.endswith("B") else " seconds")
    hyphen = text[: found.start()].endswith("-") and other.startswith(" ")  # "16-way" → "16 seconds"
    other = " bytes" if unit in ("s", "秒") or "second" in unit else other
    near = language.points if unit == "%" else _NEAR_UNIT.get(unit)
    for changed in (other,) if near in (None, other) else (other, near):
        yield Alteration(Change.UNIT, found.start() - hyphen, found.end(), str(changed))
    if unit != "GB":
        inserted = " GB" if text[number_end] == " " else " GB "
        yield Alteration(Change.UNIT, number_end, number_end, inserted)
    yield Alteration(Change.UNIT, len(text), len(text), " GB")


def _rate(text: str, language: _Language) -> Iterator[Alteration]:
    found = _RATE.search(text)
    if found:
        yield Alteration(Change.RATE, *found.span(), "")
        return
    for rate in language.rates:
        yield Alteration(Change.RATE, len(text), len(text), rate)


def _comparators(text: str, at: int, language: _Language) -> Iterator[Alteration]:
    """Drop or turn the words before the number; or put in a bound before or behind it.

    A range and a vague number are about as much as they say, so that no *about* is put in there.
    """
    start = at - (at > 0 and text[at - 1] in MINUS)
    before = text[:start].rstrip("$€£¥(（ ")
    if before:
        yield Alteration(Change.COMPARATOR, 0, len(before), "")
        turned = language.lower if _UPPER.search(before) else language.upper
        spaced = text[len(before) : len(before) + 1].isspace()
        yield Alteration(Change.COMPARATOR, 0, len(before), turned.rstrip() if spaced else turned)
        return
    about = () if _RANGE.search(text) else (language.about, _ABOUT_SIGN)
    for words in (language.lower, language.upper, *language.bounds, *about):
        yield Alteration(Change.COMPARATOR, start, start, words)
    for words in language.behind:
        yield Alteration(Change.COMPARATOR, len(text), len(text), words)
