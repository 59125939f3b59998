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

from ledger.quantities.lexicon import SUPPOSED_EN, SUPPOSED_ZH
from ledger.quantities.text import Role

if TYPE_CHECKING:
    from ledger.quantities.fold import Folded

SENTENCE = 200
"""How far a sentence is looked for, in characters."""
_REACH = 2_000
"""How far a supposition goes at most, in characters."""
_LINES = 40
"""How many lines may continue it."""
SENTENCE_END = re.compile(
    r"[。！？\t\n!?.](?:(?<=[。！？\t])|(?<=\n)(?<![，,]\n)|(?<=[!?])(?![\w=&])|(?<=\.)(?=\s))"
)
_BACK_TO_STOP = re.compile(r"[。！？；\n\t!?;]| [.:]|：")
_CUES = (*SUPPOSED_ZH, *SUPPOSED_EN, *(cue[0].upper() + cue[1:] for cue in SUPPOSED_EN if cue[0].isalpha()))
_NEEDLES = (
    "uppose ",
    "ssum",
    "magine ",
    "say",
    "ypothetical",
    "onsider a",
    ", if ",
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
_REAL = (
    r"(?-i:(?:[Tt]he |[Aa]n? |[Yy]our |[Mm]y )?(?:[A-Z][\w-]{1,20} ){0,2}[A-Z][A-Za-z]{0,20}"
    r"(?:-| ?(?=\d))\d[\w.-]{0,12})"
)
"""A model by its name and number (``GPT-3``, ``Llama 3``, ``an H100``): a thing that there is."""
_IS_REAL = re.compile(
    rf"{_REAL}(?: (?:GPU|card|chip|node|server|model)s?)?"
    r"(?:,? (?:which )?(?:has|have|had|offers?|provides?|delivers?)\b|,? with (?:its )?\d[^,.;]{0,24}?"
    r"(?:parameters?|params|layers|[KMGT]i?B|FLOPS)\b)",
    re.I,
)
"""``an A100, which has 80 GB``: what such a thing has is a fact wherever it is said."""
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
_TOLD_BEHIND = re.compile(
    rf"[^:：.。\n]{{0,60}}[:：] ?(?={_REAL}[^.。\n]{{0,40}}\b(?:was|were|used|took|trained|has|had)\b)"
)
"""``Imagine the scale: GPT-3 used 10000 GPUs``: a colon, and what is."""
_DONE = re.compile(r"\bwe (?:\w+ )?consider", re.I)
"""``we consider a cluster``: what the author did, no supposition."""
_CONDITIONS = frozenset({"假设", "假如", "假定", "suppose ", "assume "})
"""By the way (``these figures assume 4 people``) they tell what a statement rests on, and make nothing up."""
_THEN = re.compile(r"[，,；;] ?(?:那么|则(?!是))|[,;] then\b")
"""``假设每节点有八张卡，那么…``: what follows is stated under a condition, and holds or not."""
_OPENERS = re.compile(
    r"\W*(?:(?:for example|for instance|as an example|e\.g\.|now|so|then|and|here|next|first|let's|let us"
    r"|we|we can|we may|you can|to illustrate|again|例如|比如|譬如|举例来说|举个例子|举例而言|举例|现在|首先"
    r"|那么|下面|这里|此处|再|我们|不妨|可以|同样|以(?:(?!为例)[^，。；]){1,12}为例"
    r"|为了?[^，。；]{2,20}(?=，)|to [a-z][^,.;:]{2,40}(?=,))\W*)*",
    re.I,
)
"""Words before a cue that leave it at the beginning of its sentence."""
_BACK_TO_FACTS = re.compile(
    r"[\s，,]*(?:however|in practice|in reality|in fact|actually|by contrast)\b"
    r"|[\s，,]*(?:但|不过|然而|实际|现实中|事实上|实践中)"
    r"|[\s，,]*(?:Table|Figure|Fig\.|[表图]) ?\d"
    r"|[\s，,]*our (?:own )?(?:tests?|runs?|measurements?|experiments?)\b"
    rf"|\s*{_REAL} (?:GPU |card |chip )?(?:has|have|had|offers|provides|delivers)\b"
    r"|[^。.!?！？\n]{0,160}(?:\b(?:reports?|reported|measured|published|et al|observed"
    r"|we (?:ran|saw|got|found|tested))\b"
    r"|实测|测得|测到|测出|评测|测试结果|观测|观察到|报告|论文|公布)",
    re.I,
)
"""The sentence leaves the supposed case for what is."""
_BUT_REALLY = re.compile(
    r"[，,；;] ?(?:但|不过|然而)?(?:实际|现实中|事实上|实践中)|[,;] (?:but |while )?(?:in practice|actually)"
)
_CLAUSE_END = re.compile(r"[，；：,;:]")
"""Where ``假如`` ceases to suppose: what follows is stated under its condition."""
_SETS_SYMBOL = re.compile(
    r"[^，,。；;.\n]{0,60}?(?<![A-Za-z])[B-HJ-Zb-zΑ-Ωα-ω](?![A-Za-z])[^，,。；;.\n]{0,30}[，,.。]"
)
_NUMBER = re.compile(
    r"\d|[两三四五六七八九十百千万亿]"
    r"|\b(?:two|three|four|five|six|seven|eight|nine|ten|hundred|thousand|million)\b",
    re.I,
)
_HENCE = re.compile(
    r"(?:so|thus|then|hence|therefore|that is|i\.e\.|which|则|因此|所以|故|于是|那么|即|也就是|可得|得到)",
    re.I,
)
_TITLES = ("xample", "例")
_TITLE = re.compile(
    r"(?:(?:[一二三四五六七八九十]{1,2}、|\d{1,2}(?:\.\d{1,2}){0,2}[.、]?) ?)?"
    r"(?:(?:(?:a|an|\w+ed|numerical|numeric|simple|quick|concrete|small) ){0,2}example"
    r"(?: (?!of\b)[\w$%.,-]+){0,6}"
    r"|[\u4e00-\u9fff]{0,8}(?:例子|示例|举例|算例|样例)(?:计算|说明)?)",
    re.I,
)
"""A title that calls what follows an example."""
_CAPTION = re.compile(r"Examples? (?!\d|of\b|is\b|are\b|shows?\b|see\b)[A-Za-z]")
"""``Example schedule for 8 ranks``: what a picture is of."""
_CHAPTER = re.compile("[一二三四五六七八九十]{1,2}、")
"""What a heading begins with whose chapter lasts to the next one that does."""
_IN_BRACKETS = re.compile(r" ?[(（]([^()（）\n]{0,40})[)）]")
_NAMES_ONE = re.compile(r"[A-Za-z]-?\d|[a-z][A-Z]|以(?! ?\d|一)[^，。\n]{1,20}为例|\b(?:from|in|by) ")
"""The title names what the example is of."""
_IF = re.compile(
    r"(?<![A-Za-z])[Ii]f (?:you(?:r|'re)?|my|someone) "
    r"(?!(?:compare|look|see|read|check|multiply|divide|count|add|consider|believe|trust)\b)[^,.;:，。；\n]{0,80}"
    r"|(?:如果|假如|倘若|要是|若(?!干))(?:你|您)[^,;，。；：\n]{0,40}"
    r"|(?:如果|假如|倘若|要是)(?:(?!应该?|就|则|会|才)[^,;，。；：\n]){1,20}?"
    r"(?:为|是|等于|取) ?\d[^,;，。；：\n]{0,20}"
)
_MAIN_CLAUSE = re.compile(
    r"(?<!that)(?<!which)(?<!and)(?<!or)(?<!because)(?<!what) (?:you|we|they|it|then|there) "
)
"""``if you have 8 GPUs`` *you get*: without a comma the next subject begins what follows."""
_NAMED = re.compile(r"[A-Z][A-Za-z]{2,}|[A-Za-z]-?\d")
_FOR_EXAMPLE = re.compile(r"以([^，。；,;\n]{0,40}\d[^，。；,;\n]{0,30})为例")
_IFS_EN = ("f you", "f my ", "f someone ")
_IFS = (*_IFS_EN, "如果", "假如", "倘若", "要是", "若")
"""One of these stands in every such condition."""
_LIMIT = re.compile(
    r"\b(?:more|less|fewer|greater|larger|smaller|bigger|longer|over|under|above|below|exceeds?|least|most"
    r"|up to|beyond|within|than)\b|[<>≤≥]"
    r"|超过|超出|大于|小于|多于|少于|低于|高于|至少|最多|不足|不到|以[上下内]"
)
"""In a condition: it tells a limit, and a limit is a fact."""
_SUCH = tuple(
    f"{cue}{article}"
    for cue in ("e.g.", "e.g.,", "such as", "for example", "for example,", "for instance", "for instance,")
    for article in ("", " a", " an")
)
_SUCH_LIST = re.compile(
    r"[(（] ?(?:e\.g\.,?|such as|for example,?|for instance,?|例?如|比如|譬如)[：，]?"
    r" ?[~≈约]? ?\d[^()（）\n=*×:：;；]*\Z"
)
_OF_REAL = re.compile(
    r"\d[\d.,]*+ ?(?:[^\s()（），。]{1,16} ){0,3}(?:(?:in|of|for|at|by|from|的|张|个|块|台) ?){0,1}(?:the )?"
    r"[A-Z][A-Za-z]{0,20}-?[A-Z]?\d"
)
"""``e.g. 671B parameters in DeepSeek-V3``, ``80 GB A100s``: the example is one that there is."""
_BEFORE_SUCH, _ENDS_SUCH = frozenset(" ~≈约如：，"), frozenset(".,seESan如：")
_SUCH_ZH = ("(如", "（如", "例如", "比如", "譬如", "例如：", "比如：", "例如，", "比如，")


class Suppositions:
    """The stretches of a text whose numbers are supposed, in order."""

    def __init__(self, f: Folded) -> None:
        self._starts: list[int] = []
        self._ends: list[int] = []
        for start, end in sorted((*_stretches(f), *_examples(f))):
            self._starts.append(start)
            self._ends.append(max(end, self._ends[-1] if self._ends else 0))

    def over(self, position: int) -> bool:
        """Whether the number at *position* is supposed."""
        if not self._starts:
            return False
        index = bisect_right(self._starts, position) - 1
        return index >= 0 and position < self._ends[index]


def in_condition(text: str) -> tuple[int, int]:
    """The span of *text*, one sentence, in which its reader's case is set: ``if you have 8 GPUs``."""
    if "为例" in text:
        case = _FOR_EXAMPLE.search(text)
        return (0, 0) if case is None or _NAMED.search(case[1]) is not None else case.span(1)
    if not any(cue in text for cue in (_IFS_EN if text.isascii() else _IFS)):
        return (0, 0)
    found = _IF.search(text)
    if found is None or _LIMIT.search(found[0]) is not None or _IS_REAL.search(found[0]) is not None:
        return (0, 0)
    number = _NUMBER.search(text, found.start(), found.end())
    main = None if number is None else _MAIN_CLAUSE.search(text, number.end(), found.end())
    return found.start(), found.end() if main is None else main.start()


def is_such(s: str, start: int) -> bool:
    """Whether the number at *start* is itself the example: ``a short value (e.g. 64 KB)``."""
    if s[start - 1 : start] not in _BEFORE_SUCH:
        return False
    before = s[max(0, start - 18) : start].rstrip(" ~≈约")
    if before[-1:] not in _ENDS_SUCH or _OF_REAL.match(s, start) is not None:
        return False
    return before.endswith(_SUCH_ZH) or before.lower().endswith(_SUCH)


def is_among_such(s: str, start: int) -> bool:
    """Whether the number at *start* stands in brackets that open with one: ``(e.g. 64 KB or 32 KB)``."""
    low = max(0, start - 80)
    opened = max(s.rfind("(", low, start), s.rfind("（", low, start))
    if opened < 0 or _OF_REAL.match(s, start) is not None:
        return False
    return _SUCH_LIST.match(s, opened, start) is not None


def _stretches(f: Folded) -> Iterator[tuple[int, int]]:
    s = f.work
    for needle, cues in _BY_NEEDLE:
        if s.isascii() and not needle.isascii():
            continue
        at = s.find(needle)
        while at >= 0:
            for cue, offset in cues:
                if at >= offset and s.startswith(cue, at - offset):
                    yield from _stretch(f, cue, at - offset)
            at = s.find(needle, at + 1)


def _stretch(f: Folded, cue: str, at: int) -> Iterator[tuple[int, int]]:
    """What the *cue* at *at* supposes: the rest of its sentence, and what goes on from there."""
    s, start = f.work, at + len(cue)
    begin = _sentence_start(s, at)
    end = _sentence_end(s, start)
    if cue.lower() in _ACTS and _DONE.search(s, begin, end) is not None:
        return
    if _is_no_cue(s, cue.lower(), at, start, end):
        return
    set_symbol = _SETS_SYMBOL.match(s, start, min(len(s), end + 1))
    if set_symbol is not None and _NUMBER.search(s, start, set_symbol.end()) is None:
        return
    opener = _OPENERS.fullmatch(s, begin, at)
    conditional = cue.lower() in _CONDITIONS and (opener is None or not opener[0].strip())
    then = _THEN.search(s, start, end) if conditional else None
    if then is not None:
        yield start, then.start()
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
    tabled = s[line : line + 1] == "\n" and "\t" in s[line + 1 : s.find("\n", line + 1)]
    if tabled or _NUMBER.search(s, start, end) is not None:
        yield end, _goes_on(f, end, min(len(s), start + _REACH))


def _is_no_cue(s: str, cue: str, at: int, start: int, end: int) -> bool:
    """Whether what looks like a cue supposes nothing, or what is supposed of is a thing that there is."""
    if _NO_CUE_BEFORE.search(s, max(0, at - 24), at) is not None:
        return True
    if cue in _ACTS and _IS_REAL.match(s, start, end) is not None:
        return True
    behind = _NO_CUE_BEHIND.match(s, start, end)
    if behind is not None and (cue in _IN_PASSING or not behind[0][0].isupper()):
        return True
    told = _TOLD_BEHIND.match(s, start, end)
    return told is not None and _NUMBER.search(s, start, told.end()) is None


def _examples(f: Folded) -> Iterator[tuple[int, int]]:
    """The blocks below a title that calls them an example."""
    s = f.work
    for word in _TITLES:
        at = s.find(word)
        while at >= 0:
            low = max(s.rfind("\n", max(0, at - 80), at) + 1, at - 80)
            line = s.find("\n", at, at + 120)
            if line >= 0 and (low == 0 or s[low - 1] == "\n"):
                yield from _example(f, low, line)
            at = s.find(word, at + len(word))


def _example(f: Folded, low: int, line: int) -> Iterator[tuple[int, int]]:
    s = f.work
    if _CAPTION.match(s, low, line) is not None:
        yield low, min(line, _sentence_end(s, low))
    heading = f.headings.at(low) if f.headings.marks else None
    title = _TITLE.match(s, low, line)
    if title is None:
        return
    brackets = _IN_BRACKETS.match(s, title.end(), line)
    end = title.end() if brackets is None else brackets.end()
    colon = s[end:line].strip() in (":", "：") or s.startswith((": ", "："), end)
    if (s[end:line].strip() and not colon) or _NAMES_ONE.search(s, low, line) is not None:
        return
    high = min(len(s), line + _REACH)
    if heading is None:
        if colon and _continued(f, line):
            yield low, _goes_on(f, line, high)
        elif colon and f.items.at(line + 1) is not None:
            yield low, _goes_on(f, line + 1, high)
        return
    numbered = _CHAPTER.match(s, low) is not None
    following = (
        mark.start
        for mark in f.headings.behind(heading.end, _LINES)
        if not numbered or _CHAPTER.match(s, mark.start) is not None
    )
    high = min(high, next(following, high))
    facts = next((at for at in _sentences(s, line, high) if _BACK_TO_FACTS.match(s, at, high)), high)
    yield low, facts


def _sentences(s: str, at: int, high: int) -> Iterator[int]:
    """Where the sentences between *at* and *high* begin."""
    while at < high:
        yield at + 1
        at = max(_sentence_end(s, at + 1), at + 1)


def _sentence_start(s: str, at: int) -> int:
    low = max(0, at - SENTENCE)
    before = _BACK_TO_STOP.search(s[low:at][::-1])
    return low if before is None else at - before.start()


def _sentence_end(s: str, at: int, most: int = 2 * SENTENCE) -> int:
    high = min(len(s), at + most)
    stop = SENTENCE_END.search(s, at, high)
    return high if stop is None else stop.start()


def _goes_on(f: Folded, at: int, high: int) -> int:
    """Where the supposition ends whose first sentence ends at *at*."""
    s = f.work
    for _ in range(_LINES):
        line = s.find("\n", at, high)
        line = high if line < 0 else line
        for begin in _sentences(s, at, line):
            if _BACK_TO_FACTS.match(s, begin, line) is not None:
                return begin
        if line >= high or not _continued(f, line):
            return min(line, high)
        at = line + 1
    return min(at, high)


def _continued(f: Folded, line: int) -> bool:
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
