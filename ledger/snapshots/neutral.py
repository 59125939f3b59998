"""Words that turn nothing: what may stand unread beside the anchors of a number.

Those that turn a sentence never end (``conceded``, ``wrote off``, ``the goal of``), so they are not listed;
the few that turn nothing are: articles, most prepositions, forms of *be* and *have*, verbs of holding, taking
and reaching, units, symbols, references. Any other word is one that somebody must have read.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import chain

from ledger.quantities.lexicon import FUNCTION_EN
from ledger.quantities.unit_table import lookup
from ledger.quantities.vocabulary import spaced
from ledger.snapshots.rows import Hit

_TURNING = frozenset(
    spaced(
        "above after before below but can down few how if into less like near no nor not off onto out should"
        " than though through too toward towards until up upon whether why will without would yet"
    )
)
"""Words of grammar that turn what they stand with: ``gave up``, ``ran out of``, ``will take``."""
PARTICLES = frozenset(spaced("down less off out short too up"))
"""Those of them that turn the number that they stand behind: *12 nodes down*."""
_NEUTRAL = frozenset(
    spaced(
        "use uses used using utilize utilizes utilized employ employs employed adopt adopts adopted need"
        " needs needed take takes took taken require requires required reach reaches reached reaching achieve"
        " achieves achieved achieving attain attains attained obtain obtains obtained hold holds held contain"
        " contains contained containing keep keeps kept maintain maintains maintained maintaining comprise"
        " comprises comprised comprising consist consists consisted consisting include includes included"
        " including run runs ran running measure measures measured show shows shown observe observes observed"
        " amount amounts amounted equal equals last lasts lasted occupy occupies occupied consume consumes"
        " consumed provide provides provided deliver delivers delivered sustain sustains sustained"
        " train trains trained training compared relative among number value values result results count"
        " system systems model models method methods scheme algorithm framework library machine machines"
        " device devices cluster clusters node nodes link links network networks"
        " table figure section equation appendix"
        " exactly now here then still already currently thus hence therefore moreover furthermore however"
        " overall notably specifically consequently accordingly additionally finally subsequently typically"
        " usually namely respectively total today"
        " one two three four five six seven eight nine ten eleven twelve hundred thousand million billion"
        " trillion hundreds thousands millions billions trillions"
        " january february march april may june july august september october november december"
    )
)
"""Verbs of holding, taking and reaching, nouns of counting, adverbs that bring nothing, numbers, months."""
_PHRASE = re.compile(
    (
        r"\b(?:wall[- ](?:clock|time)|as well(?: as)?"
        r"|as an? (?:result|whole|consequence|rule|(?:concrete )?example)|this means|at the same time"
        r"|in (?:practice|addition|particular|turn)|on average|for (?:example|instance)|in the first|et al\.?"
        r"|in (?:this|that|the|our|all|these) (?:case|work|paper|experiment|test|run|setting)s?"
        r"|(?:leads?|led) to|result(?:s|ed|ing)? in|(?:reduc|decreas|increas|lower|rais|improv)\w{1,3} to"
        r"|(?:cut|grown?|grew|rose|risen|fell|fallen|drops?|dropped) to"
        r"|(?:distributed|spread|shared|divided|partitioned|sharded) (?:over|across|among|between))\b"
    ).replace(" ", r"\s{1,3}"),
    re.IGNORECASE,
)
"""Phrases that turn nothing as a whole; what is reduced *to* 7 ms is 7 ms."""
_TURNED = re.compile(
    (
        r"\b(?:(?:to|can|will|would|should|must|shall) (?:be|have|do|use|utilize|employ|adopt|need|take"
        r"|require|reach|achieve|attain|obtain|hold|contain|keep|maintain|comprise|include|run|measure|show|last"
        r"|occupy|consume|provide|deliver|sustain)"
        r"|(?:is|are|was|were|be|been|has|have|had) to"
        r"|needs? (?:of|for)|(?:keeps?|kept|takes?|took|taken) (?:from|on|over))\b"
    ).replace(" ", r"\s{1,3}"),
    re.IGNORECASE,
)
"""Words that turn nothing, turned themselves: what is *to reach* 7 ms, or *in need of* 7 nodes."""
_REFERENCE = re.compile(
    r"[(\[](?:(?:see|cf\.|e\.g\.,?)\s)?(?:(?:[A-Z][\w'’.-]{0,30}|et\sal\.?|and|&|de|van|von|der)[,;]?\s){1,12}"
    r"(?:19|20)\d\d[a-z]?(?:;[^()\[\]]{0,80}\d{4}[a-z]?)?\s?[)\]]"
    r"|[(（]\s?(?:[Ss]ee |cf\. |见)?(?:[Ff]igs?\.|[Ee]qs?\.|[Ss]ec\.|[Tt]heorem|[表图]) ?[\w.]{1,8}\s?[)）]"
)
"""``(Qi et al., 2023)``, ``(see Fig. 3)``."""
_CJK = "\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af"
_WORD = re.compile(rf"(?:(?!_)[^\W{_CJK}])+(?:-\n(?=[a-z])(?:(?!_)[^\W{_CJK}])+)*(?:['’][a-z]{{1,2}}(?!\w))?")
_RUN = re.compile(rf"[{_CJK}]+")
_SIGN = re.compile(r"[ \n]?[=≈≤≥<>⩽⩾]")
_MAKE = re.compile(r"(?=\w{0,20}\d)[A-Z]\w{1,20}|[A-Z]{3,20}|[A-Z][a-z]{0,20}[A-Z]\w{0,20}")
"""A name that is no word, of capitals or with digits: ``NVIDIA``, ``H800``."""
_COUNTED = re.compile(r"\d[\d,.]{0,12}\s(?P<names>(?:[A-Z]\w{1,20}\s){0,4})\Z")
_NAMES = re.compile(r"(?:\s[A-Z]\w{1,20}){0,3}")
"""Before and behind a name that belongs to what is counted: ``2048 NVIDIA Ampere GPUs``."""
_HAN = frozenset(
    spaced(
        "的 了 是 为 在 有 用 占 达 共 约 和 与 及 或 其 该 这 个 每 各 时 由 从 到 至 对 于 以 并 均 都"
        " 也 则 只 仅 即 就 之 所 着 含 使用 采用 需要 占用 达到 总共 大约 包含 包括 保留 保存 持有 具有 拥有"
        " 等于 我们 它们 它 一 二 两 三 四 五 六 七 八 九 十 百 千 万 亿 张 台 块 层 条 次 种 项 步 倍 秒"
        " 分钟 小时 天 元 平均 其中 目前 总之 因此 例如 此外"
    )
)
"""Particles, verbs of holding, taking and reaching, numerals, measure words."""
_LONGEST_HAN = 3
_LONGEST_RUN = 200
_SHORT = 2


def unknown_in(text: str, start: int, end: int) -> Iterator[Hit]:
    """The words of a stretch that may turn what it says, none of them listed here as neutral.

    Args:
        text: of the page.
        start, end: the stretch, half open.
    """
    if start >= end:
        return
    found_whole = (pattern.finditer(text, start, end) for pattern in (_PHRASE, _REFERENCE))
    passed = [found.span() for found in chain.from_iterable(found_whole)]
    yield from (found.span() for found in _TURNED.finditer(text, start, end))
    for found in _WORD.finditer(text, start, end):
        inside = any(low <= found.start() and found.end() <= high for low, high in passed)
        if not inside and not _is_neutral(text, found.span()):
            yield found.span()
    for run in _RUN.finditer(text, start, end):
        inside = any(low <= run.start() and run.end() <= high for low, high in passed)
        if not inside and not _falls_apart(run[0]):
            yield run.span()


def is_neutral(word: str) -> bool:
    """Whether a word in small letters turns nothing wherever it stands."""
    return word not in _TURNING and (word in FUNCTION_EN or word in _NEUTRAL)


def _is_neutral(text: str, hit: Hit) -> bool:
    word = text[slice(*hit)].replace("-\n", "").replace("’", "'").removesuffix("'s")
    plain = word.lower()
    if plain in _TURNING:
        return False
    if len(word) <= _SHORT or any(map(str.isdigit, word)) or plain in FUNCTION_EN or plain in _NEUTRAL:
        return True
    if lookup(word) is not None or (len(word) <= _SHORT + 1 and _SIGN.match(text, hit[1])):
        return True
    return word[0].isupper() and _is_named(text, hit)


def _is_named(text: str, hit: Hit) -> bool:
    """Whether a word with a capital behind a number is a name: it is a make, or one stands beside it."""
    before = _COUNTED.search(text, max(0, hit[0] - 120), hit[0])
    if before is None:
        return False
    behind = _NAMES.match(text, hit[1])
    words = f"{before['names']}{text[slice(*hit)]}{'' if behind is None else behind[0]}".split()
    return any(_MAKE.fullmatch(word) is not None and lookup(word) is None for word in words)


def _falls_apart(run: str) -> bool:
    """Whether a run of Chinese falls into words that turn nothing."""
    ends = {0}
    for at in range(min(len(run), _LONGEST_RUN)):
        if at in ends:
            ends |= {at + size for size in range(1, _LONGEST_HAN + 1) if run[at : at + size] in _HAN}
    return len(run) in ends
