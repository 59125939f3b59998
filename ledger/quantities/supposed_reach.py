"""How far a supposition goes: over its paragraph and the blocks that continue it, up to what is."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from ledger.quantities.amounts import amounts, follow
from ledger.quantities.real_things import REAL
from ledger.quantities.sentences import sentence_end, sentences
from ledger.quantities.text import Role

if TYPE_CHECKING:
    from ledger.quantities.fold import Folded

REACH = 2_000
"""How far a supposition goes at most, in characters."""
LINES = 40
"""How many lines may continue it."""
BACK_TO_FACTS = re.compile(
    r"[\s，,]*(?:however|in practice|in reality|in fact|actually|by contrast)\b"
    r"|[\s，,]*(?:但|不过|然而|实际|现实中|事实上|实践中)"
    r"|[\s，,]*(?:Table|Figure|Fig\.|[表图]) ?\d"
    r"|[\s，,]*our (?:own )?(?:tests?|runs?|measurements?|experiments?)\b"
    rf"|\s*{REAL} (?:GPU |card |chip )?(?:has|have|had|offers|provides|delivers)\b"
    r"|[^。.!?！？\n]{0,160}(?:\b(?:reports?|reported|measured|published|et al|observed"
    r"|we (?:ran|saw|got|found|tested|observe|find|see that|measure))\b"
    r"|实测|测得|测到|测出|评测|测试结果|观测|观察到|报告|论文|公布)",
    re.I,
)
"""The sentence leaves the supposed case for what is."""
_ASIDE = re.compile(
    r"\b(?:by comparison|for (?:comparison|reference)|typical(?:ly)?|by default|in (?:19|20)\d\d"
    r"|(?:last|this) (?:year|month|week)|(?:says?|states?) that|according to)\b"
    r"|相比之下|作为对[比照]|(?:19|20)\d\d ?年|[去今]年|普通|典型|通常|默认|我们的(?:系统|方法|实现|集群)"
    r"|\bour (?:system|method|approach|implementation|cluster)\b",
    re.I,
)
"""The sentence compares the case with what is, or tells of a time, of things in general or of a source."""
_NAME = re.compile(
    r"(?<![A-Za-z\d_-])[A-Z](?:[A-Za-z]+-?\d[\w.]*|-?\d{3}\w*)|(?:(?<=, )|(?<=[。，]))[A-Z][a-z]{2,}"
)
"""A name with a number, or a word that is capital behind a comma."""
_HENCE = re.compile(
    r"(?:so|thus|then|hence|therefore|that is|i\.e\.|which|则|因此|所以|故|于是|那么|即|也就是|可得|得到)",
    re.I,
)
_REFERS = re.compile(r"(?:this|that|these|the same|total|calculation|result)\b|[该这此]|总|合计|共", re.I)
"""The line is about the case supposed, or sums it up."""
_POINTS = re.compile(r"(?:this|that|these|the same)\b|[该这此]", re.I)
"""``This cluster``: the case supposed, or a thing that there is; only numbers that were given tell."""
_EQUALS = re.compile(r"[=≈]")
_LABEL = re.compile(r"[^\d\n.。]{1,40}[:：]")
_MOST_KNOWN = 1_000
"""How far back the amounts are that a line may be worked out from, in characters."""


def goes_on(f: Folded, at: int, high: int, since: int) -> Iterator[tuple[int, int]]:
    """How the supposition goes on that begins at *since* and whose first sentence ends at *at*.

    A sentence in between about what is, and not about the case, is left out.
    """
    s, begun = f.work, at
    for _ in range(LINES):
        line = s.find("\n", at, high)
        line = high if line < 0 else line
        for begin in sentences(s, at, line):
            if BACK_TO_FACTS.match(s, begin, line) is not None:
                yield begun, begin
                return
            if is_aside(s, since, begin, line):
                yield begun, begin
                begun = min(sentence_end(s, begin), line)
        if line >= high or not (continued(f, line) or is_worked_out(f, since, line)):
            yield begun, min(line, high)
            return
        at = line + 1
    yield begun, min(at, high)


def is_aside(s: str, since: int, begin: int, line: int) -> bool:
    """Whether the sentence from *begin* is about a thing that the case from *since* has not named."""
    end = min(sentence_end(s, begin), line)
    if _ASIDE.search(s, begin, end) is not None:
        return True
    return any(s.find(name[0], since, begin) < 0 for name in _NAME.finditer(s, begin, end))


def continued(f: Folded, line: int) -> bool:
    """Whether the line that begins behind *line* continues the block that ends there."""
    s, following = f.work, line + 1
    region = f.regions.at(following) if f.regions.marks else None
    block = region is not None and region.role is not Role.CODE_SPAN
    block = block or "\t" in s[following : s.find("\n", following)] or f.cells.at(following) is not None
    before = f.regions.at(line - 1) if f.regions.marks else None
    behind_block = before is not None and before.role is not Role.CODE_SPAN
    if block:
        return True
    if not is_item(f, following):
        return behind_block and _HENCE.match(s, following) is not None
    inside = behind_block or f.cells.at(line - 1) is not None or f.items.at(line - 1) is not None
    return inside or s[max(0, line - 4) : line].rstrip(" *_`").endswith((":", "："))


def is_item(f: Folded, at: int) -> bool:
    """Whether an item of a list, or its marker, stands at *at*."""
    if f.items.at(at) is not None:
        return True
    mark = f.opaque.at(at) if f.opaque.marks else None
    return mark is not None and mark.role is Role.LIST_MARKER


def is_worked_out(f: Folded, since: int, line: int) -> bool:
    """Whether the line behind *line* goes on about the case by numbers that follow from it, and no others."""
    s, begin = f.work, line + 1
    end = s.find("\n", begin, begin + 400)
    end = min(len(s), begin + 400) if end < 0 else end
    if _LABEL.fullmatch(s, begin, end) is not None:
        begin, end = end + 1, s.find("\n", end + 1, end + 400)
    found = [amount for amount in amounts(s, begin, max(begin, end)) if s[amount.end : amount.end + 1] != ":"]
    refers = (
        _EQUALS.search(s, begin, max(begin, end))
        or _HENCE.match(s, begin)
        or _REFERS.match(s, begin)
        or is_item(f, begin)
    )
    if not found or not refers or BACK_TO_FACTS.match(s, begin, end) is not None:
        return False
    known = [amount.value for amount in amounts(s, max(since, line - _MOST_KNOWN), line)]
    if _POINTS.match(s, begin) is not None:
        return all(amount.value in known for amount in found)
    return follow(known, [amount.value for amount in found])
