"""What a drawing is of: ``Figure 1 shows a ring of 5 nodes``.

A drawing has room for a few things, and what it shows is made up to be shown: an indefinite thing and a small
count of its parts. What a plot shows is a change, a share or a measure, and was found out.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from ledger.quantities.lexicon import MEASURES_EN
from ledger.quantities.sentences import sentence_end, sentence_start
from ledger.quantities.supposed_reach import goes_on
from ledger.quantities.vocabulary import spaced

if TYPE_CHECKING:
    from ledger.quantities.fold import Folded

_VERBS = (" show", " depict", " illustrat", " draw", "展示", "显示", "给出", "画", "图是", " 是一")
"""One of these stands in every such sentence."""
_DRAWN = re.compile(
    r"(?:(?:in )?(?:the )?(?:figure|fig\.|diagram|drawing|picture|sketch)(?: \d{1,3}[a-z]?)?"
    r"(?: below| above| here)? (?:shows?|depicts?|illustrates?|draws?) (an?|two|three) "
    r"|(?:如)?[下上]?(?:面的)?图 ?\d{0,3}[a-z]? ?中?(?:展示|显示|给出|画出?|画的是|是)了?"
    r"(一[个种张条台]|由)?)",
    re.I,
)
_SIMPLE = re.compile(
    r"(?:\w+ )?(?:simple|simplified|toy|minimal|hypothetical) (?:\w+ )?(?:case|example|scenario|view|setting)"
    r"|(?:最?简单|简化|假想)的(?:情况|例子|情形|场景|示例)",
    re.I,
)
"""``a simple case``: made up as a whole."""
_PARTS = re.compile(
    r"(?:[^,.;:，。；：\n]{0,40}? (?:with|having|made of|consisting of|composed of|that has|in which)"
    r"|(?:ring|pipeline|tree|chain|grid|graph|mesh|row|stack|queue|line|network) of) "
    r"(?=\d|two|thr|fo|fi|si|se|ei|ni)"
    r"|(?:[^,，.。；：\n]{0,12}?[有由含] ?)(?=\d|[两二三四五六七八九])"
)
"""What joins the thing drawn to how many parts it has."""
_COUNT = re.compile(
    r"(?:(?:[2-9]|1\d|20) (?:[a-z]+-)?[a-z]+s\b(?<!ints)"
    r"|(?:two|three|four|five|six|seven|eight|nine|ten) [a-z-]+"
    r"|(?:[2-9]|1\d|20|[两二三四五六七八九]) ?[个台张层条段块名路](?!百分))"
)
"""A count small enough to draw."""
_FOUND = re.compile(
    r"[A-Za-z]-?\d|[a-z，。 ][A-Z][a-z]{2,}|[A-Z]{2,}\w* [A-Z]"
    r"|\b(?:than|outperform\w*|better|worse|faster|slower|accuracy|loss|errors?|improve\w*|reach\w*)\b"
    r"|[更比]|准确率|误差|提升|提高|下降|优于|达到"
)
"""A thing with a name of its own, or a finding: a plot, no drawing."""
_FINDINGS = MEASURES_EN | frozenset(
    spaced(
        "speed-up drop fall rise gain increase decrease reduction change trend improvement growth run trial"
    )
)
"""What a figure of ``a speedup with 8 nodes`` is of: that was found out with so many."""


def drawings(f: Folded) -> Iterator[tuple[int, int]]:
    """The stretches that say what a drawing is of."""
    s = f.work
    for verb in _VERBS if f.chinese() else _VERBS[:4]:
        for at in f.places(verb):
            begin = sentence_start(s, at)
            begin += len(s[begin:at]) - len(s[begin:at].lstrip(" *"))
            yield from _drawing(f, begin, sentence_end(s, at))


def _drawing(f: Folded, begin: int, end: int) -> Iterator[tuple[int, int]]:
    s = f.work
    drawn = _DRAWN.match(s, begin, end)
    if drawn is None or _FOUND.search(s, drawn.end(), end) is not None:
        return
    indefinite = drawn[1] or drawn[2]
    if indefinite and _SIMPLE.match(s, drawn.end(), end) is not None:
        yield drawn.end(), end
        yield from goes_on(f, end, min(len(s), end + 300), drawn.end())
        return
    parts = _PARTS.match(s, drawn.end(), end) if indefinite else None
    if parts is None or not _FINDINGS.isdisjoint(s[drawn.end() : parts.end()].lower().split()):
        return
    at = parts.end()
    while (count := _COUNT.search(s, at, end)) is not None:
        if any(sign in s[at : count.start()] for sign in "0123456789%"):
            return
        yield count.start(), count.end()
        at = count.end()
