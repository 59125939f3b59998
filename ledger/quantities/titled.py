"""Examples below a title that calls them so, unless it names the real thing that is the example."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from ledger.quantities.sentences import sentence_end, sentences
from ledger.quantities.supposed_reach import (
    BACK_TO_FACTS,
    LINES,
    REACH,
    continued,
    goes_on,
    is_aside,
    is_item,
)

if TYPE_CHECKING:
    from ledger.quantities.fold import Folded

_TITLES = ("xample", "例")
_TITLE = re.compile(
    r"(?:(?:[一二三四五六七八九十]{1,2}、|\d{1,2}(?:\.\d{1,2}){0,2}[.、]?) ?)?"
    r"(?:(?:here(?:'s|’s| is) )?(?:(?:a|an|\w+ed|numerical|numeric|simple|quick|concrete|small) ){0,3}example"
    r"(?: (?!of\b)[\w$%.,-]+){0,6}"
    r"|[\u4e00-\u9fff]{0,8}(?:例子|示例|举例|算例|样例)(?:计算|说明)?)",
    re.I,
)
"""A title that calls what follows an example."""
_CAPTION = re.compile(r"Examples? (?!\d|of\b|is\b|are\b|shows?\b|see\b)[A-Za-z]")
"""``Example schedule for 8 ranks``: what a picture is of."""
_COMPUTED = re.compile(
    r"(?:worked example|(?:sample|example) calculation|calculation example"
    r"|[\u4e00-\u9fff]{0,6}(?:算例|计算示例|示例计算))s?",
    re.I,
)
"""A title, with nothing behind it, of what is worked out in the table below it."""
_CHAPTER = re.compile("[一二三四五六七八九十]{1,2}、")
"""What a heading begins with whose chapter lasts to the next one that does."""
_IN_BRACKETS = re.compile(r" ?[(（]([^()（）\n]{0,40})[)）]")
_NAMES_ONE = re.compile(
    r"(?<![A-Za-z])(?!Example|Case|Step|Part)[A-Z][a-z]{2,} \d|"
    r"[A-Za-z]-?\d|[a-z][A-Z]|以(?! ?\d|一)[^，。\n]{1,20}为例|\b(?:from|in|by) |真实|实际|现实"
)
"""The title names what the example is of."""


def examples(f: Folded) -> Iterator[tuple[int, int]]:
    """The blocks below a title that calls them an example."""
    s = f.work
    for word in _TITLES:
        for at in f.places(word):
            low = max(s.rfind("\n", max(0, at - 80), at) + 1, at - 80)
            line = s.find("\n", at, at + 120)
            if line >= 0 and (low == 0 or s[low - 1] == "\n"):
                yield from _example(f, low, line)


def _example(f: Folded, low: int, line: int) -> Iterator[tuple[int, int]]:
    s = f.work
    if _CAPTION.match(s, low, line) is not None:
        yield low, min(line, sentence_end(s, low))
    heading = f.headings.at(low) if f.headings.marks else None
    title = _TITLE.match(s, low, line)
    if title is None:
        return
    brackets = _IN_BRACKETS.match(s, title.end(), line)
    end = title.end() if brackets is None else brackets.end()
    colon = s[end:line].strip() in (":", "：") or s.startswith((": ", "："), end)
    if (s[end:line].strip() and not colon) or _NAMES_ONE.search(s, low, line) is not None:
        return
    high = min(len(s), line + REACH)
    if heading is None:
        computed = colon or _COMPUTED.fullmatch(s, low, line) is not None
        if computed and is_item(f, line + 1):
            yield low, line + 1
            yield from goes_on(f, line + 1, high, low)
        elif computed and continued(f, line):
            yield low, line
            yield from goes_on(f, line, high, low)
        return
    numbered = _CHAPTER.match(s, low) is not None
    following = (
        mark.start
        for mark in f.headings.behind(heading.end, LINES)
        if not numbered or _CHAPTER.match(s, mark.start) is not None
    )
    high = min(high, next(following, high))
    facts = next((at for at in sentences(s, line, high) if BACK_TO_FACTS.match(s, at, high)), high)
    begun = low
    for at in sentences(s, line, facts):
        if is_aside(s, low, at, facts):
            yield begun, at
            begun = min(sentence_end(s, at), facts)
    yield begun, facts
