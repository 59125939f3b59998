"""How far a supposition goes: over its paragraph and the blocks that continue it, up to what is."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from ledger.quantities.real_things import REAL
from ledger.quantities.sentences import sentences
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
    r"|we (?:ran|saw|got|found|tested))\b"
    r"|实测|测得|测到|测出|评测|测试结果|观测|观察到|报告|论文|公布)",
    re.I,
)
"""The sentence leaves the supposed case for what is."""
_HENCE = re.compile(
    r"(?:so|thus|then|hence|therefore|that is|i\.e\.|which|则|因此|所以|故|于是|那么|即|也就是|可得|得到)",
    re.I,
)


def goes_on(f: Folded, at: int, high: int) -> int:
    """Where the supposition ends whose first sentence ends at *at*."""
    s = f.work
    for _ in range(LINES):
        line = s.find("\n", at, high)
        line = high if line < 0 else line
        for begin in sentences(s, at, line):
            if BACK_TO_FACTS.match(s, begin, line) is not None:
                return begin
        if line >= high or not continued(f, line):
            return min(line, high)
        at = line + 1
    return min(at, high)


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
    if f.items.at(following) is None:
        return behind_block and _HENCE.match(s, following) is not None
    inside = behind_block or f.cells.at(line - 1) is not None or f.items.at(line - 1) is not None
    return inside or s[max(0, line - 4) : line].rstrip(" *_`").endswith((":", "："))
