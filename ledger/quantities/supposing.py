"""What a text supposes: from the words that suppose it to where the supposition ends.

``Suppose we have 4 GPUs. Each then holds 16 GB.`` supposes its numbers, in the second sentence as in the
first: they are made up, and nothing outside the text could confirm them. A supposition that opens its
sentence and sets a number goes on to the end of its paragraph, and over the formulas, list items and table
rows that continue it; one in passing (``say, 8 of them``) ends with its sentence. One that sets a symbol
(``assume a length of s``) makes nothing up: what follows from it holds for every such case. What a block
headed *Example* says is supposed too, unless its title names the real thing that is the example.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator
from typing import TYPE_CHECKING

from ledger.quantities.conditions import NUMBER
from ledger.quantities.drawings import drawings
from ledger.quantities.invented import asked, in_example, is_named
from ledger.quantities.lexicon import SUPPOSED_EN, SUPPOSED_ZH
from ledger.quantities.real_things import IS_REAL, REAL, TELLS
from ledger.quantities.sentences import sentence_end, sentence_start
from ledger.quantities.supposed_reach import BACK_TO_FACTS, REACH, goes_on, is_item, is_worked_out
from ledger.quantities.titled import examples
from ledger.quantities.worked import worked

if TYPE_CHECKING:
    from ledger.quantities.fold import Folded

_CUES = (*SUPPOSED_ZH, *SUPPOSED_EN, *(cue[0].upper() + cue[1:] for cue in SUPPOSED_EN if cue[0].isalpha()))
_NEEDLES = (
    "uppose",
    "ssum",
    "magine",
    "say",
    "ypothetical",
    "onsider",
    "if ",
    "假",
    "设",
    "例如",
    "比如",
)
"""Every cue has one of these: few enough to look through a long text for."""
_BY_NEEDLE = [
    (needle, [(cue, cue.index(needle)) for cue in _CUES if next(n for n in _NEEDLES if n in cue) == needle])
    for needle in _NEEDLES
]
_IN_PASSING = frozenset({", say, ", "(say, ", "hypothetical"})
"""Cues that suppose what their sentence goes on to say, and no more."""
_ACTS = frozenset({"consider a ", "consider an "})
_NO_CUE_BEFORE = re.compile(
    r"(?:\b(?:not|never|cannot|nobody|n't|n’t)(?: \w{1,12})?"
    r"|\b(?:unlike|than|against)(?: (?:the|an?|any|this))?) \Z"
    r"|(?:[这该此原零]一?个?)\Z",
    re.I,
)
"""``We do not assume``, ``unlike the hypothetical one``, ``这一假设``: nothing is supposed."""
_NO_CUE_BEHIND = re.compile(
    r" ?(?:nothing|it|this|that|so)(?: \w{1,12}ly)?:"
    r"|(?:检验|成立|不成立|得到|被|是否)|GPT-|[A-Z][A-Za-z]{1,20}-?\d"
)
_HOW = re.compile(r" ?(?:how|why)\b[^:.\n]{0,60}:", re.I)
"""``Imagine how hard it is:`` and what is."""
_TOLD_BEHIND = re.compile(
    rf"[^:：.。\n]{{0,60}}[:：] ?(?={REAL}[^.。\n]{{0,40}}\b(?:was|were|used|took|trained|has|had)\b)"
)
"""``Imagine the scale: GPT-3 used 10000 GPUs``: a colon, and what is."""
_DONE = re.compile(r"\bwe (?:\w+ )?consider", re.I)
"""``we consider a cluster``: what the author did, no supposition."""
_CONDITIONS = frozenset({"假设", "假如", "假定", "suppose ", "assume "})
"""By the way (``these figures assume 4 people``) they tell what a statement rests on, and make nothing up."""
_THEN = re.compile(r"[，,；;] ?(?:那么|则(?!是))|[,;] then\b")
"""``假设每节点有八张卡，那么…``: what follows is stated under a condition, and holds or not."""
_OPENERS = re.compile(
    r"\W*(?:(?:for example|for instance|as an? (?:[a-z]+ )?(?:example|illustration)"
    r"|e\.g\.|now|so|then|and|here"
    r"|next|first|let's|let’s|let us|by way of (?:example|illustration)|如[下上]?图(?:所示)?"
    r"|we|we can|we may|you can|to illustrate|again|例如|比如|譬如|举例来说|举个例子|举例而言|举例|现在|首先"
    r"|那么|下面|这里|此处|再|我们|不妨|可以|同样|以(?:(?!为例)[^，。；]){1,12}为例"
    r"|为了?[^，。；]{2,20}(?=，)|to [a-z][^,.;:]{2,40}(?=,))\W*)*",
    re.I,
)
"""Words before a cue that leave it at the beginning of its sentence."""
_BUT_REALLY = re.compile(
    r"[，,；;] ?(?:但|不过|然而)?(?:实际|现实中|事实上|实践中)|[,;] (?:but |while )?(?:in practice|actually)"
)
_CLAUSE_END = re.compile(r"[，；：,;:]")
"""Where ``假如`` ceases to suppose: what follows is stated under its condition."""
_SETS_SYMBOL = re.compile(
    r"[^，,。；;.\n]{0,60}?(?<![A-Za-z])[B-HJ-Zb-zΑ-Ωα-ω](?![A-Za-z])[^，,。；;.\n]{0,30}[，,.。]"
)


class Suppositions:
    """The stretches of a text whose numbers are supposed, in order."""

    def __init__(self, f: Folded) -> None:
        self._starts: list[int] = []
        self._ends: list[int] = []
        for start, end in sorted((*_stretches(f), *examples(f), *drawings(f), *worked(f))):
            self._starts.append(start)
            self._ends.append(max(end, self._ends[-1] if self._ends else 0))

    def over(self, position: int) -> bool:
        """Whether the number at *position* is supposed."""
        if not self._starts:
            return False
        index = bisect_right(self._starts, position) - 1
        return index >= 0 and position < self._ends[index]


def _stretches(f: Folded) -> Iterator[tuple[int, int]]:
    s = f.work
    for needle, cues in _BY_NEEDLE:
        if not (needle.isascii() or f.chinese()):
            continue
        for at in f.places(needle):
            for cue, offset in cues:
                if at >= offset and s.startswith(cue, at - offset):
                    yield from _stretch(f, cue, at - offset)
    for start, end in asked(f):
        yield from _asked(f, start, end)
    for start in in_example(f):
        end = sentence_end(s, start)
        if (
            not is_named(s, start, end)
            and TELLS.search(s, start, end) is None
            and BACK_TO_FACTS.match(s, start, end) is None
        ):
            yield start, end


_FROM_OURS = re.compile(r"\b(?:from|in|on|of) our\b")
"""``Take a job with 8 GPUs from our cluster``: one that there is."""


def _asked(f: Folded, at: int, start: int) -> Iterator[tuple[int, int]]:
    """What the reader is asked to suppose by the words from *at* to *start* that open their sentence."""
    s = f.work
    begin, end = sentence_start(s, at), sentence_end(s, start)
    if _OPENERS.fullmatch(s, begin, at) is None or is_named(s, start, end):
        return
    if _FROM_OURS.search(s, start, end) is not None:
        return
    if _is_no_cue(s, s[at:start].lower(), at, start, end) or BACK_TO_FACTS.match(s, start, end) is not None:
        return
    yield start, end
    if NUMBER.search(s, start, end) is not None:
        yield from goes_on(f, end, min(len(s), start + REACH), start)


def _stretch(f: Folded, cue: str, at: int) -> Iterator[tuple[int, int]]:
    """What the *cue* at *at* supposes: the rest of its sentence, and what goes on from there."""
    s, start = f.work, at + len(cue)
    begin = sentence_start(s, at)
    end = sentence_end(s, start)
    if cue.lower() in _ACTS and _DONE.search(s, begin, end) is not None:
        return
    if _is_no_cue(s, cue.lower(), at, start, end):
        return
    set_symbol = _SETS_SYMBOL.match(s, start, min(len(s), end + 1))
    if set_symbol is not None and NUMBER.search(s, start, set_symbol.end()) is None:
        return
    opener = _OPENERS.fullmatch(s, begin, at)
    conditional = cue.lower() in _CONDITIONS and (opener is None or not opener[0].strip())
    then = _THEN.search(s, start, end) if conditional else None
    if then is not None:
        yield start, then.start()
        if is_worked_out(f, start, end):
            yield end, s.find("\n", end + 1)
        return
    if opener is None and cue.lower() in _CONDITIONS:
        return
    turns = (_CLAUSE_END if cue == "假如" else _BUT_REALLY).search(s, start, end)
    if turns is not None:
        yield start, turns.start()
        return
    yield start, end
    if cue.lower() in _IN_PASSING or opener is None:
        return
    line = end + (s[end : end + 1] in (".", "。"))
    imperative = cue[0].isupper() or opener[0].strip().lower().endswith(("let's", "let’s", "let us"))
    announced = (imperative or cue[0] > "\u2e80") and s[at:end].rstrip(" *_").endswith((":", "："))
    listed = announced and is_item(f, line + 1)
    tabled = s[line : line + 1] == "\n" and "\t" in s[line + 1 : s.find("\n", line + 1)]
    if tabled or listed or NUMBER.search(s, start, end) is not None:
        yield from goes_on(f, end, min(len(s), start + REACH), start)


def _is_no_cue(s: str, cue: str, at: int, start: int, end: int) -> bool:
    """Whether what looks like a cue supposes nothing, or what is supposed of is a thing that there is."""
    if _NO_CUE_BEFORE.search(s, max(0, at - 24), at) is not None:
        return True
    if cue in _ACTS and IS_REAL.match(s, start, end) is not None:
        return True
    behind = _NO_CUE_BEHIND.match(s, start, end)
    if behind is not None and (cue in _IN_PASSING or not behind[0][0].isupper()):
        return True
    if _HOW.match(s, start, end) is not None:
        return True
    told = _TOLD_BEHIND.match(s, start, end)
    return told is not None and NUMBER.search(s, start, told.end()) is None
