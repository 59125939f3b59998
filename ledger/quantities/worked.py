"""Examples that are worked out: made-up numbers, and what follows from them by arithmetic.

``For example, with 8 ranks and 64 experts, each has 8`` makes its numbers up and shows so: each is worked out
from the others. So does a case *for* a number that a calculation below takes up (``For 1 billion parameters:
1B × 2 bytes = 2 GB``). Where the sentences name a thing that there is, a time or a finding, they are about
that, however well the numbers agree.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction
from itertools import islice
from typing import TYPE_CHECKING

from ledger.quantities.amounts import amounts, related, same
from ledger.quantities.real_things import TELLS
from ledger.quantities.sentences import sentence_end, sentences
from ledger.quantities.supposed_reach import BACK_TO_FACTS

if TYPE_CHECKING:
    from ledger.quantities.fold import Folded

_SENTENCES = 3
"""Over how many sentences an example is worked out."""
_WORDS_EN = ("xample", "nstance", "llustrat")
_WORDS = (*_WORDS_EN, "例子", "举例", "例：", "例:", "例，", "例。", "示例", "算例")
"""One of these stands in every opening that calls an example so."""
_CALLED = re.compile(
    r"(?P<bare>for (?:example|instance)\b(?! of),?|to illustrate[,:])"
    r"|(?P<label>as an? (?:[a-z]+ )?(?:example|illustration)[,:]|by way of (?:illustration|example)[,:]"
    r"|(?:here(?:'s|’s| is) )?(?:an? )?"
    r"(?:(?:quick|simple|short|small|worked|numerical|numeric|concrete) )?example[:.]"
    r"|(?:举(?:一?个)?(?:[简具直小][单体观]?的?)?例子?|举例来说|举例而言|举例说明|(?<![\u4e00-\u9fff])例)[：:，。]"
    r"|看一?个[^，。：\n]{0,8}(?:例子|示例)[：:。，])"
    r"|(?:let's|let’s|let us) (?:work|walk|go|step) through an? [^.:\n]{0,40}?example\b"
    r"|(?:算例|示例)[：:]",
    re.I,
)
"""What calls an example so: bare words that real ones have too, a label, an announcement."""
_STARTS_EN = ("e.g.", "E.g.", "With ", "with ", "Given ", "If ", "Assuming a", "Let ")
_STARTS = (
    *_STARTS_EN, "例如", "比如", "譬如", "比方说", "打个比方", "如果", "假如", "倘若", "假设", "设想", "若有",
    "以", "拿", "设 ", "令 ",
)  # fmt: skip
"""What other openings begin with."""
_BEGINS = re.compile(
    r"(?P<bare>e\.g\.,?|例如|比如说?|譬如|比方说|打个比方)"
    r"|(?:with|given)(?= (?:an? |\d|two|three)[^.\n]{0,160}\b(?:would|could)\b)"
    r"|(?:if (?:you|there|we)|assuming an?|let(?= [A-Za-z] ?=))\b"
    r"|如果|假如|倘若|假设|设想|若有|(?:以|拿)(?=[^，。\n]{1,30}(?:为例|来说|举例))|[设令] (?=[A-Za-z] ?=)",
    re.I,
)
"""Bare words, or a case that is set."""
_FEWEST = 3
"""So many numbers at least are worked out from each other."""
_MAY_BE_AMOUNT = re.compile(
    r"\d+|half|two|three|four|five|six|seven|eight|nine|ten|twelve|twenty|thirty|hundred"
    r"|[两二三四五六七八九十半]",
    re.I,
)
_FAR = 600
_LEADS = 24
"""How far before a needle its opening may begin."""
_MADE_UP = re.compile(
    r"[\s,:，：*_]*(?:an?|one|some|\d|two|three|with|if|when|suppose|assume|given"
    r"|to(?= [a-z])|let|say|consider|imagine"
    r"|(?:in|on|for) an?|you|we)\b"
    r"|[\s,:，：*_]*(?:[$€£¥]?\d|[一两二三四五六七八九十]|有|某|对于?|当|若|[你您]有|如果|假|设想|在一)",
    re.I,
)
"""What an example begins with that makes its thing up: an indefinite article, a number, a case."""
_CONDITION = re.compile(
    r"\b(?:if|when|suppose|assum\w+|given|would|could|let)\b|如果|假[设如定]|倘若|若|当|设|对于", re.I
)
_SHARED = re.compile(
    r"\b(?:each|per|every|at|apiece|in all|in total|total|together|split|divided|times|for \d)\b"
    r"|\d ?[=×*/÷] ?\d"
    r"|[每各共总耗则就]|合计|平均|[平均]分|分[成给到]|那么|需要?",
    re.I,
)
"""How one number comes of the others: shared out, put together, taken so many times."""
_IN_BRACKETS = re.compile(r"[(（][^()（）]*\Z")
_CLOSES = re.compile(r"[)）]")
_CASE = re.compile(
    r"(?:(?:for|with)(?= (?:an? )?[~≈]?\d)|对于?(?=[^，。：:\n]{0,12}\d)"
    r"|以(?=[^，。：:\n]{0,30}\d[^，。：:\n]{0,30}为例))"
    r"[^:：.。\n]{1,60}[:：]",
    re.I,
)
_CASE_NEEDLES = ("For ", "for ", "With ", "对", "以")
_EQUATION = re.compile(r"[=≈]")
_CASE_REACH = 2_000
_CASE_LINES = 40


def worked(f: Folded) -> Iterator[tuple[int, int]]:
    """The numbers of examples that are worked out."""
    s = f.work
    done = 0
    openings = {found.end(): found.lastgroup for found in (*_called(f), *_begun(f))}
    for at in sorted(openings):
        if at >= done:
            shown = list(_shown(s, at, openings[at]))
            done = shown[-1][1] if shown else done
            yield from shown
    for needle in _CASE_NEEDLES if f.chinese() else _CASE_NEEDLES[:-2]:
        for at in f.places(needle):
            case = _CASE.match(s, at, at + 100) if _may_set(s, at + len(needle)) else None
            if case is not None and (at == 0 or s[at - 1].isspace() or s[at - 1] > "\u2e80"):
                yield from _calculated(s, at, case.end())


def _may_set(s: str, at: int) -> bool:
    """``for 8``, ``for a 7B``, or Chinese: whether a number may follow, looked at before more is."""
    return s[at - 1] > "z" or "0" <= s[at : at + 1] <= "9" or s[at : at + 1] in "~≈a"


def _called(f: Folded) -> Iterator[re.Match[str]]:
    """The openings that call an example so."""
    s = f.work
    for needle in _WORDS if f.chinese() else _WORDS_EN:
        for at in f.places(needle):
            low = max(0, s.rfind("\n", max(0, at - _LEADS), at) + 1, at - _LEADS)
            high = at + len(needle) + 8
            found = _CALLED.search(s, low, high) if _may_call(s, low, at, high) else None
            if found is not None and found.start() <= at < found.end():
                yield found


def _may_call(s: str, low: int, at: int, high: int) -> bool:
    """Whether what calls an example so may stand around *at*, looked at before it is searched for.

    All of it in English but *for example* and what leads *through* one has a stop behind it.
    """
    if s[at] > "z" or s[at - 5 : at - 1].lower() == "for " or "hrough" in s[low:at].lower():
        return True
    return any(s.find(stop, at, high) >= 0 for stop in ",:.")


def _begun(f: Folded) -> Iterator[re.Match[str]]:
    """The other openings; those of English set a case where they begin a sentence."""
    s = f.work
    for needle in _STARTS if f.chinese() else _STARTS_EN:
        for at in f.places(needle):
            found = _BEGINS.match(s, at, at + 220) if needle[0] > "z" or _heads(s, at) else None
            if found is not None:
                yield found


def _heads(s: str, at: int) -> bool:
    """Whether the word at *at* begins its sentence, where it has to."""
    return s[at] in "eE" or at == 0 or (s[at - 1] in "\n " and s[at - 2 : at - 1] in ("", "\n", ".", ":"))


def _shown(s: str, at: int, opening: str | None) -> Iterator[tuple[int, int]]:
    """The numbers behind the *opening* that ends at *at*, as far as they are worked out."""
    line = s.find("\n", at, at + _FAR)
    high = min(len(s), at + _FAR) if line < 0 else line
    if sum(1 for _ in islice(_MAY_BE_AMOUNT.finditer(s, at, high), _FEWEST)) < _FEWEST:
        return
    if _IN_BRACKETS.search(s, max(0, at - _LEADS), at) is not None:
        closed = _CLOSES.search(s, at, high)
        high = high if closed is None else closed.start()
    if opening is not None and _MADE_UP.match(s, at, high) is None:
        return
    for count, begin in enumerate(sentences(s, at - 1, high)):
        if count == _SENTENCES or BACK_TO_FACTS.match(s, begin, high) is not None:
            return
        end = min(sentence_end(s, begin), high)
        if TELLS.search(s, at, end) is not None:
            return
        given = amounts(s, at, end)
        taking = related(s, given)
        if opening == "bare" and not (len(taking) == len(given) and _shares(s, at, end)):
            continue
        if taking:
            yield from ((amount.start, amount.end) for amount in taking)
            return


def _shares(s: str, at: int, end: int) -> bool:
    """Whether numbers that agree are those of a case made up, and not of one that was counted."""
    if _CONDITION.search(s, at, end) is not None:
        return True
    return "%" not in s[at:end] and _SHARED.search(s, at, end) is not None


def _calculated(s: str, at: int, end: int) -> Iterator[tuple[int, int]]:
    """The number of the case between *at* and *end*, and the results of the calculations that take it up."""
    if TELLS.search(s, at, end) is not None:
        return
    given = amounts(s, at, end)
    if len(given) != 1:
        return
    taken_up = False
    high = min(len(s), end + _CASE_REACH)
    for _ in range(_CASE_LINES):
        line = s.find("\n", end, high)
        line = high if line < 0 else line
        equals = _EQUATION.search(s, end, min(line, end + 200))
        if equals is not None:
            terms = amounts(s, end, line)
            if _takes_up(s, end, line, given[0].value, taken_up) and related(s, terms):
                taken_up = True
                yield from ((term.start, term.end) for term in terms if term.start > equals.start())
        elif not taken_up and s[end:line].strip() != "":
            break
        if line >= high:
            break
        end = line + 1
    if taken_up:
        yield given[0].start, given[0].end


def _takes_up(s: str, start: int, end: int, value: Fraction, again: bool) -> bool:
    """Whether the calculation between *start* and *end* is with *value*; a later one begins with it."""
    terms = amounts(s, start, end)
    if TELLS.search(s, start, end) is not None or not terms:
        return False
    if again and s[start : terms[0].start].strip(" >*_-") != "":
        return False
    return any(same(value, term.value) for term in (terms[:1] if again else terms))
