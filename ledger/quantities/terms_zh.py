"""Chinese number words that are part of a term, a day or an enumeration, by what stands beside them."""

from __future__ import annotations

import re

from ledger.quantities.lexicon import INDEX_ZH
from ledger.quantities.token import Kind
from ledger.quantities.verdict import Verdict
from ledger.quantities.words import Word

_REACH = 300
_WEEKDAYS = frozenset("一二三四五六")
_WEEK = re.compile(r"(?<![一二两三四五六七八九十几半圆上下\d])(?:周|星期|礼拜)\Z")
_WEEK_BEFORE = re.compile(r"[上下本这每](?:周|星期|礼拜)\Z")
_TERMS = {
    "次": re.compile(r"握手|挥手|方程|样条|插值(?!计算)|谐波|曲线|多项式|函数(?![调求执返])"),
    "层": re.compile(r"架构|代理|负载均衡"),
}
"""Nouns that take the number and the measure word before them into a term."""
_HOLIDAY = re.compile(r"(?:大促|购物节|假期|长假|黄金周|当[天日]|期间|促销|前后)")
_BORN = re.compile(r"零后(?![\d面来])")
_NUMBERED = re.compile(r"号(?![人称召令角外码])")


def named(s: str, word: Word) -> Verdict | None:
    """What a number word is that counts nothing where it stands."""
    numbers = word.reading.numbers if word.reading is not None else ()
    if len(numbers) != 1 or not s.startswith(numbers[0].text, word.start):
        return None
    text, before = numbers[0].text, s[max(0, word.start - 4) : word.start]
    return (
        _day(s, word, text, before) or _enumerated(s, word, text, before) or _of_term(s, word, text, before)
    )


def _day(s: str, word: Word, text: str, before: str) -> Verdict | None:
    """``周三``, ``双十一大促``, ``十一假期``, ``八零后``."""
    if before[-1:] in "周期拜" and text in _WEEKDAYS and not word.count:
        week = _WEEK.search(before) or _WEEK_BEFORE.search(before)
        if week is not None:
            return Verdict(Kind.DATE, False, "a day of the week", "weekday")
    if text in ("十一", "十二") and (before[-1:] == "双" or _HOLIDAY.match(s, word.noun_at)):
        return Verdict(Kind.DATE, False, "a feast by its date", "festival-zh")
    if text[-1:] == "零" and len(text) == 2 and _BORN.match(s, word.start + 1):
        return Verdict(Kind.DATE, False, "who was born in a decade", "decade-zh")
    return None


def _enumerated(s: str, word: Word, text: str, before: str) -> Verdict | None:
    """``一是…，二是…``, ``一来…，二来…``, ``其一``, ``（一）``."""
    end = word.start + len(text)
    sign = s[end : end + 1]
    if before[-1:] == "(" and sign == ")" and len(text) < 3:
        return Verdict(Kind.ORDINAL, False, "an item number in brackets", "bracket-number")
    if text not in _WEEKDAYS:
        return None
    if before[-1:] == "其" and sign in ("，", ":", "：", "是"):
        return Verdict(Kind.ORDINAL, False, "one of those that are told in turn", "in-turn")
    if sign in ("是", "来"):
        behind = s.find(f"二{sign}", end, end + _REACH)
        told = behind if text == "一" else s.find(f"一{sign}", max(0, word.start - _REACH), word.start)
        if told >= 0:
            return Verdict(Kind.ORDINAL, False, "one of those that are told in turn", "in-turn", end=end)
    return None


def _of_term(s: str, word: Word, text: str, before: str) -> Verdict | None:
    """``三次握手``, ``三层架构``, ``神舟十三号``, ``阶段一只更新``."""
    term = _TERMS.get(word.count)
    counted = word.count == "次" and text == "两"  # a degree is 二次
    if term is not None and len(text) == 1 and not counted and term.match(s, word.noun_at):
        return Verdict(Kind.IDENTIFIER, False, "a number word as part of a term", "term-zh")
    if not word.count and "\u4e00" <= before[-1:] <= "\u9fff" and _NUMBERED.match(s, word.noun_at):
        return Verdict(Kind.IDENTIFIER, False, "which one, by its number", "number-of-zh")
    if word.count == "只" and s.endswith(INDEX_ZH, 0, word.start):
        return Verdict(Kind.ORDINAL, False, "which of a sequence", "index-zh", end=word.start + 1)
    return None
