"""Rules for number words: what a count in words is in its context."""

from __future__ import annotations

import re

from ledger.quantities import adjectives, context, counts, enumerators, series, terms_zh, units
from ledger.quantities.classify import KINDS_EN, unasserted_by_sentence
from ledger.quantities.fold import Folded
from ledger.quantities.lexicon import INDEX_ZH
from ledger.quantities.token import Kind
from ledger.quantities.verdict import ASSERTED, NAMED, SELF, Verdict
from ledger.quantities.vocabulary import spaced
from ledger.quantities.words import Word, is_one_per

_KINDS_ZH = frozenset(spaced("种 类 项 条 点 者 方面 层 阶 本 步 章 节 处 面 边 句 道 组 级 路 档 幅 门"))
"""Measure words for abstract kinds and parts, which a text counts before it lists them."""
_THINGS_ZH = frozenset(spaced("张 台 卡 块 片 颗 枚 件 套 个"))
"""Measure words for things."""
_MACHINES_ONLY = frozenset(spaced("台 颗 枚 辆 座 架 艘"))
"""Measure words that no text counts its own parts by."""
_PIECES_ZH = frozenset(spaced("段 部分 截"))
"""Measure words for a piece: one piece is some of it, not one of something."""
_PICTURES_ZH = re.compile(r" ?(?:示意|对照|流程|曲线|架构)?图(?![片像])|幻灯片")
_EVENTS_ZH = frozenset(spaced("次 份 回 遍 轮 趟"))
"""Measure words for events and copies: how many there are is a fact even where each is named."""
_TIGHT_ZH = re.compile(
    r"(?:(?:最多|至多|只需|只要|只|仅需|约为|大约|恰好|额外|不超过|不到|固定)[\u4e00-\u9fff]{0,3}|约|仅|恰|多|少|各"
    r"|比[^，。；：]{1,40}(?:新增|增加|减少|增|减)了?|[=≈])\s?$"
)
_LISTING_ZH = re.compile(r"(?:这|以下|下面|如下|上述|以上|下列|分成?为?|拆成?为?|归为|后|前|先|那|其余)\s?$")
_HAS_ZH = re.compile(
    r"[^\s，。；：、（(这那其共还也都只又就则会能没所以们里中上下内间时后前另哪很更]\s?"
    r"(?:有|含有|包含|具有|拥有|配有|配备|带有|设有|内置|搭载|集成)了?\s?$"
    r"|(?:打造|建造|建成|搭建|部署|购置)了\s?$"
)
"""A thing, and that it has what is counted next; no place, and no writer, that has something to say."""
_KINDS_OF_ZH = re.compile(
    r"\s?[\u4e00-\u9fff]{0,6}?(?:误[解区]|现象|原因|问题|[好坏]处|[优缺劣弱]点|[优劣]势|特[点征性]|方面|方[法式案向]|办法"
    r"|步骤|阶段|部分|前提|条件|[类种]型|种类|例子|场景|目[标的]|挑战|[难要重疑]点|难题|关键|结论|假设|选[择项]|角度|因素"
    r"|层[次面]|作用|用途|[含意]义|理由|后果|结果|影响|限制|局限|瓶颈|思路|策略|技术|机制|概念|版本|变[体种]|情[况形]|可能"
    r"|规则|原则|性质|属性|指标|例外|区别|不同|差[异别]|风险|陷阱|要求|需求|任务|模式|流程|环节|来源|途径|观点|看法"
    r"|主题|话题|贡献|创新|改进|发现|趋势|建议|常见|主要|重要|核心|基本|经典|典型|明显|显著)"
)
"""A noun for kinds and aspects, which a text counts before it names them."""
_QUESTION_ZH = re.compile(r"(?:多久|几时|每隔|最后|再|又|同|第|每|任意|另|这|那)[\u4e00-\u9fff]{0,2}$")
_CALENDAR = re.compile(
    r"月份?(?:[一二三四五六七八九十]{1,3}[日号]|[初底末]|[上中下]旬)?(?!球|亮|光|饼)|世纪|年代"
)
_CHANGES_ZH = frozenset({"翻倍", "翻番", "加倍", "减半", "折半"})
_TO_ZH = re.compile(r"，?(?:达到|达|到|至|升至|升到|降至|降到|变为|变成) ?[约近]?\d")
"""Behind a change, the figure that it led to."""
_STOP_ZH = re.compile(r"\s*(?:[，。；、）)]|并|后|即|$)")


def chinese(f: Folded, word: Word) -> Verdict:
    """The class of a Chinese number word."""
    s = f.work
    if (
        not word.count
        and "分之" not in s[word.start : word.end]
        and series.enumerates(s, word.start, word.end)
    ):
        return Verdict(Kind.ORDINAL, False, "a number word that numbers what follows", "enumerator")
    if enumerators.numbers_entry_zh(f, word.start):
        reason = "the number of a heading or of an entry of a table of contents"
        return Verdict(Kind.ORDINAL, False, reason, "entry-number", end=word.start + 1)
    dated = _CALENDAR.match(s, word.noun_at)
    if dated is not None and word.count != "个":
        return Verdict(Kind.DATE, False, "a month, a century or a decade", "calendar", end=dated.end())
    named = terms_zh.named(s, word)
    if named is not None:
        return named
    before = context.clause_before(f, word.start)
    unasserted = unasserted_by_sentence(f, word.start, word.end)
    if unasserted is not None:
        return unasserted
    if word.count == "倍" and s[word.start : word.end] in _CHANGES_ZH:
        if _TO_ZH.match(s, word.end):
            return ASSERTED
        reason = "a doubling or a halving in one word: no number is printed"
        return Verdict(Kind.QUANTITY, False, reason, "change-word")
    numbers = word.reading.numbers if word.reading is not None else ()
    small = len(numbers) == 1 and numbers[0].script == "chinese" and len(numbers[0].text) == 1
    small = small and numbers[0].text not in "百千万亿兆"
    if not small or numbers[0].scale or word.count == "倍":
        own = word.count and context.sentence(f, word.start).own_from <= word.start
        return SELF if own and counts.is_part_of_text(s, word.end, word.count) else ASSERTED
    if numbers[0].text in "零〇":
        return Verdict(Kind.QUANTITY, False, "none at all: says that something is absent", "zero-word")
    if _is_term(s, word, numbers[0].text):
        return Verdict(Kind.IDENTIFIER, False, "a number word as part of a term", "term-zh")
    if word.count == "维":
        return Verdict(Kind.IDENTIFIER, False, "a number of dimensions as part of a name", "dimension-word")
    if s.endswith(INDEX_ZH, 0, word.start) and (not word.count or s.startswith("对比", word.noun_at)):
        return Verdict(Kind.ORDINAL, False, "which of a sequence", "index-zh", end=word.noun_at)
    if not word.count:
        return Verdict(Kind.QUANTITY, False, "a number word that counts nothing by itself", "bare-word")
    if word.count.endswith("数量级"):
        return ASSERTED
    if numbers[0].text != "一" and not units.resolve(word.reading.unit if word.reading else "1").counts:
        return ASSERTED
    return _one(s, word, before) if numbers[0].text == "一" else _several(f, word, before)


def _one(s: str, word: Word, before: str) -> Verdict:
    """一 with a measure word is an article unless something bounds it."""
    if _QUESTION_ZH.search(before):
        return Verdict(Kind.QUANTITY, False, "an indefinite 一", "article-zh")
    if before.endswith(("至少", "起码")):
        return Verdict(Kind.LIST_COUNT, False, "at least one: says that there is any", "some-zh")
    if (
        (_TIGHT_ZH.search(before) and word.count not in _PIECES_ZH)
        or _with_one(s, word, before)
        or _one_each(s, word, before)
        or _after_one(s, word, before)
        or _one_measure(s, word, before)
    ):
        return Verdict(Kind.QUANTITY, True, "exactly one, by the word that bounds it", "bounded-one")
    if word.count == "次" and before[-1:] >= "\u4e00" and _STOP_ZH.match(s, word.end):
        return Verdict(Kind.QUANTITY, True, "how often: a count after its verb", "frequency")
    return Verdict(Kind.QUANTITY, False, "一 with a measure word, read as an article", "article-zh")


def _one_measure(s: str, word: Word, before: str) -> bool:
    """``一周内``, ``（一个字节）``: one of a measure, as a span or as all that a bracket holds."""
    unit = "1" if word.reading is None else word.reading.unit
    if unit == "1" or units.resolve(unit).counts:
        return False
    alone = before.endswith(("（", "(")) and s.startswith(("）", ")"), word.end)
    return alone or _SPANS_ZH.match(s, word.end) is not None


_SPANS_ZH = re.compile(r"(?:以|之)?内(?![部存容])|以上|左右|之久|的时间")
_TERM = re.compile(r"叉|进制|元[组数]|[边角]形|面体|极管|值[化逻]|分(?![之钟])(?=[\u4e00-\u9fff])")
_RANKS_ZH = frozenset("级阶元层")
"""Before a measure word of ranks and orders two is 两, and 二 is which, or a term."""


def _is_term(s: str, word: Word, text: str) -> bool:
    """``二分查找``, ``二级索引``, ``八叉树``."""
    if s[word.start] == "二" and word.count in _RANKS_ZH:
        return "\u4e00" <= s[word.end : word.end + 1] <= "\u9fff"
    return not word.count and text != "一" and _TERM.match(s, word.end) is not None


_RATE = re.compile(r"\s?/\s?[A-Za-z每]")
_WITH_ONE = re.compile(r"[用靠经以]\s?$")
_SAME_BEFORE = re.compile(
    r"一次[^，。；、]{1,24}(?:代表|等于|相当于|对应|意味着|就是|只|仅)[^，。；、]{0,6}$"
)
_SAME_AFTER = re.compile(
    r"[^，。；、一]{1,24}(?:代表|等于|相当于|对应|意味着|就是|只|仅)[^，。；、一]{0,6}一[个次份层]"
)
"""``一次查找代表一次 I/O``: one of this is, or takes, one of that."""
_ANOTHER = re.compile(r" ?(?=[A-Za-z])[^，。；：、\n]{2,24}[，；] ?另一个")
"""``一个 slot 当前计算，另一个``: one of two."""
_BESIDE_BEFORE = re.compile(r"(?:[一两三四五六七八]|\d ?)个 ?[A-Z][^，。；：、一]{1,24}，$")
_BESIDE_AFTER = re.compile(r" ?[A-Z][^，。；：、一]{1,24}，(?:[一两三四五六七八]|\d ?)个 ?[A-Z]")
"""``两个 GPU，一个 CPU``, ``一个 Alpha 快，一个 Beta 慢``: one beside others of another kind."""
_EACH_BEFORE = re.compile(r"一[个次份][^，。；、一]{1,24}、$")
_EACH_AFTER = re.compile(r"[^，。；、一]{1,24}、一[个次份]")


_AFTER_ONE = re.compile(r" ?[A-Za-z][\w -]{1,30}?之?后")


def _after_one(s: str, word: Word, before: str) -> bool:
    """``一次 AllGather 后`` at the beginning of a clause: after one, not after any."""
    opens = before.rstrip(" -*")[-1:] in ("", "，", "：", "、", "\n")
    return word.count == "次" and opens and _AFTER_ONE.match(s, word.end) is not None


def _with_one(s: str, word: Word, before: str) -> bool:
    """``用一次 all-gather``, ``用一台 A100``, ``一次 / step``: by means of one, or one in each."""
    if word.count in _MACHINES_ZH:
        return _ON_ONE.search(before) is not None and _LATIN.match(s, word.end) is not None
    by_means = _WITH_ONE.search(before) is not None or _RATE.match(s, word.end) is not None
    return word.count == "次" and by_means


_MACHINES_ZH = frozenset("台块张颗片枚")
"""Measure words for machines and their parts."""
_ON_ONE = re.compile(r"[用满仅需]$")
_LATIN = re.compile(r" ?[A-Z]")


def _one_each(s: str, word: Word, before: str) -> bool:
    """``一个 forward、一个 backward``: one of each, side by side."""
    if word.count == "次" and (_SAME_BEFORE.search(before) or _SAME_AFTER.match(s, word.end)):
        return True
    if word.count == "个" and _ANOTHER.match(s, word.end):
        return True
    if word.count == "个" and (_BESIDE_BEFORE.search(before) or _BESIDE_AFTER.match(s, word.end)):
        return True
    return word.count in ("个", "次", "份") and (
        _EACH_BEFORE.search(before) is not None or _EACH_AFTER.match(s, word.end) is not None
    )


def _several(f: Folded, word: Word, before: str) -> Verdict:
    """Two or more of something: a list to come, or a fact."""
    s = f.work
    after = context.clause_after(s, word.end)
    listed = Verdict(Kind.LIST_COUNT, False, "counts what the text goes on to name", "list-count-zh")
    if word.count in _THINGS_ZH and _HAS_ZH.search(before) and _KINDS_OF_ZH.match(s, word.end) is None:
        return Verdict(Kind.QUANTITY, True, "how many of them a thing has", "has-zh")
    if context.announces(after) or _LISTING_ZH.search(before) or word.count in _KINDS_ZH:
        return listed
    if word.count == "阶段":
        inside = f.headings.at(word.start) is None
        return Verdict(Kind.QUANTITY, inside, "how many phases a thing has", "phases")
    noun = s[word.end : word.end + 2].strip()
    latin = noun[:1].isascii() and noun[:1].isalpha()
    counted = Verdict(Kind.QUANTITY, True, "a count of things or events", "count-zh")
    if _PICTURES_ZH.match(s, word.end) or (word.count == "张" and noun[:1].islower()):
        return listed
    if _TIGHT_ZH.search(before):
        return counted
    event = word.count in _EVENTS_ZH
    if not event and word.reading is not None and counts.names_its_items(s, word.end, word.reading):
        return NAMED
    if f.headings.at(word.start) is not None and not latin:
        return listed
    if word.count in ("份", "次") or word.count in _MACHINES_ONLY or (word.count in _THINGS_ZH and latin):
        return counted
    if word.count in _THINGS_ZH:
        return listed
    return Verdict(Kind.QUANTITY, False, "a small count of parts, part of the wording", "small-count")


_SOME_EN = re.compile(r"\b(?:at least|more than)\s\Z", re.I)
_INDEX_EN = re.compile(
    r"\b(?:part|chapter|section|step|stage|phase|level|day|week|act|volume|lesson|unit)\s\Z", re.I
)
_LISTING_EN = re.compile(
    r"\b(?:the|same|these|those|following|all|both|any|every|each|other|(?:these|those) (?:first|last))\s$",
    re.I,
)
_OF_A_SERIES_EN = re.compile(r"\b(?:last|first|next)\s$", re.I)
"""Before a number these take some of a series: its things, unless no noun says which."""
_TAIL = 16
"""More than the longest of these has, in characters."""


def english(f: Folded, word: Word) -> Verdict:
    """The class of English number words."""
    s = f.work
    before = context.clause_before(f, word.start)
    unasserted = unasserted_by_sentence(f, word.start, word.end)
    if unasserted is not None:
        return unasserted
    text, tail = s[word.start : word.noun_at], before[-_TAIL:]
    numbers = word.reading.numbers if word.reading is not None else ()
    if word.count == adjectives.RANK:
        return Verdict(Kind.ORDINAL, False, "which of a succession, in a word", "rank-word")
    if text.lower() in adjectives.WORDS:
        return ASSERTED
    if (
        text[0].isupper()
        and _capital_neighbour(s, word.start, word.end)
        and _NUMBERED.match(s, word.end) is None
    ):
        return Verdict(Kind.IDENTIFIER, False, "a number word inside a name", "name-word-en")
    if text.lower() == "zero":
        return Verdict(Kind.QUANTITY, False, "none at all: says that something is absent", "zero-word")
    if text.lower() == "one" and _SOME_EN.search(tail) and not is_one_per(s, word.end):
        return Verdict(Kind.LIST_COUNT, False, "at least one: says that there is any", "some-en")
    if _INDEX_EN.search(tail) and not context.noun_after(s, word.end):
        return Verdict(Kind.ORDINAL, False, "which one of a sequence", "index-word-en")
    small = len(numbers) == 1 and " " not in text and "-" not in text and numbers[0].script == "english"
    kinds = KINDS_EN.match(s, word.noun_at) is not None
    if small and word.reading is not None and (word.reading.unit == "1" or kinds) and "illion" not in text:
        after = context.clause_after(s, word.end)
        series_of = _OF_A_SERIES_EN.search(tail) is not None and not context.counted_follows(s, word.end)
        listed = kinds or series_of or _LISTING_EN.search(tail) is not None
        listed = listed and (kinds or not (_counts_named(s, word.end) or _is_total(s, word.end, before)))
        if listed or (context.announces(after) and _lists(f, word, word.end + len(after))):
            return Verdict(Kind.LIST_COUNT, False, "counts what the text goes on to name", "list-count-en")
    if small and _OR_TWO.search(s, max(0, word.start - 24), word.end) is not None:
        return Verdict(Kind.QUANTITY, False, "one or two: no number that could be checked", "or-two")
    if small and tail.endswith(_THESE) and _counts_things(word):
        return Verdict(Kind.LIST_COUNT, False, "counts once more what the text has named", "counted-again")
    if word.reading is not None and counts.names_its_items(s, word.end, word.reading):
        return NAMED
    return ASSERTED


_THESE = ("these ", "those ", "These ", "Those ", "these last ", "these first ", "these other ")
_OR_TWO = re.compile(r"\b[Aa]n? [a-z]{3,12} or two\Z")


def _counts_things(word: Word) -> bool:
    """Whether a unit of things stands behind the number: ``two nodes``, not ``two litres``."""
    unit = "1" if word.reading is None else word.reading.unit
    return unit != "1" and word.noun_at < word.end and units.resolve(unit).counts


def _is_total(s: str, end: int, before: str) -> bool:
    """``the five-processor core``, ``all five processors``: how many parts the whole has."""
    return s[end : end + 1] == "-" or (before.lower().endswith("all ") and context.counted_follows(s, end))


_WORD_OF_NAME = re.compile(r" [A-Z][\w-]{1,15}(?= )")
_LONGEST_NAME = 3
"""How many words a name before a counted noun has at most."""


def _counts_named(s: str, end: int) -> bool:
    """``eight NVIDIA GPUs``: whether a unit that counts stands behind the name at *end*."""
    for _ in range(_LONGEST_NAME):
        name = _WORD_OF_NAME.match(s, end)
        if name is None:
            return False
        end = name.end()
        unit = units.match(s, end, min(len(s), end + 24))
        if unit is not None and units.resolve(unit[1]).counts:
            return True
    return False


def _lists(f: Folded, word: Word, at: int) -> bool:
    """Whether a list of as many items stands at *at*, where the document marks its lists."""
    return (
        not (f.items.marks or f.cells.marks)
        or word.reading is None
        or counts.has_items(f, at, counts.whole(word.reading))
    )


_NUMBERED = re.compile(r" (?:[A-Z][A-Za-z-]{0,20} ){0,3}[A-Z]*\d[\w.]{0,8} [a-z]{3,20}s\b")
"""``Two RTX 4090 cards``: a name with a number, and the plural that a count stands before."""


def _capital_neighbour(s: str, start: int, end: int) -> bool:
    after = s[end + 1 : end + 2]
    return after.isupper() and s[end : end + 1] in " -"
