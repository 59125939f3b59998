"""What parts the anchors of a sentence from its number, so that the number may be said of another thing.

With what lies between left out, ``Alpha … 7 ms`` says that Alpha takes 7 ms. The sentence does not when that
is a thing of its own: ``Alpha beats Beta, whose latency is 7 ms``; ``Alpha's successor takes 7 ms``; ``Alpha
(Beta: 7 ms)``. So nothing that may be one is left out before an anchor or between two.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from ledger.snapshots.rows import Hit
from ledger.snapshots.words import words_of

CONTRAST = re.compile(
    r"[;；]|\b(?:while|whilst|whereas|but|versus|vs|unlike|although|though|compared (?:with|to)|against"
    r"|than)\b|，(?:而|但)|相比|相较",
    re.IGNORECASE,
)
_LIKENED = re.compile(
    r"\b(?:(?<!-)like|except|besides?|next to|apart from|in contrast|beats?|outperforms?)\b"
    r"|比(?![例特率值重])|类似于|不同于|优于|胜过",
    re.IGNORECASE,
)
_CLOSED = re.compile(r"\([^()]*\)|\[[^\[\]]*\]|（[^（）]*）")
_OPENING = re.compile(r"[(\[（]")
_CLOSING = re.compile(r"[)\]）]")
_RELATIVE = re.compile(
    r"\b(?:which|who|whom|whose|that|where|when|how|why|what|because|since)\b", re.IGNORECASE
)
_DIRECT = re.compile(
    r"[\s,，]*(?:which|who|that|where|whose(?=\s\Z))\b(?:(?<=which)[^,.:;()]{1,120},)?", re.IGNORECASE
)
"""A relative clause right behind an anchor is the anchor's own, and may be over before the number."""
_FOLLOWS = re.compile(r"[\s,，]*(?:which|who|that|where|whose)\b")
_OWNS = re.compile(r"\s?(?:['’‘`´]s?(?=\s)|的)")
_OWNED = re.compile(r"\w['’‘`´]s\s|s['’‘`´]\s|\S\s?的\s?\Z")
_OF_ANOTHER = re.compile(r"\s?的\s?\w")
_ASIDE = re.compile(r"(?<!\d),|,(?!\d)|[，、:：。]|\.(?=\s|[A-Z])|\b(?:and|or)\b|[与和或]", re.IGNORECASE)
_BRINGS_NOBODY = re.compile(
    r"\b(?:as a (?:result|whole|consequence|rule)|at the same time|in the (?:end|process|meantime)"
    r"|in (?:this|that) case|a total of"
    r"|for (?:this|that) reason|this (?:means|implies|gives|yields|amounts to|corresponds to)"
    r"|(?:specifical|name|consequent|according|additional|final|subsequent|typical|usual|on)ly)\b(?: an?\b)?",
    re.IGNORECASE,
)
"""Phrases and adverbs that bring nobody else."""
JOINS = re.compile(r"(?:and|or)\b|[和与及或]")
_CAPITAL = re.compile(r"(?<![^\W\d_])(?=[a-z]*[A-Z])[A-Za-z]+")
_SHORT = re.compile(r"[A-Z]+s?")
_DETERMINERS = r"(?:(?:the|our|its|their|an?|this|that|these|those|all|any|each|both) )?"
_UNDER = re.compile(
    rf"(?P<of>\bof)\s{_DETERMINERS}\Z"
    r"|\b(?:by|around|after|before|behind|beyond|outside|without|alongside"
    r"|(?:all|none|nothing|any\w*|every\w*) but|except(?: for)?|besides|than|unlike|like|versus|vs\.?"
    r"|against|beats?|beating|outperform(?:s|ed|ing)?|compared (?:with|to)|next to"
    rf"|(?:opposed|contrary) to)\s{_DETERMINERS}\Z"
    r"|(?:除了?|比起?|不同于|像|优于|胜过|超过|击败|不如|相比于?)\s?\Z",
    re.IGNORECASE,
)
"""Before an anchor that what the sentence is about only belongs to, or is compared with."""
_ITEM = re.compile(r"^([ \t]{0,40})(?:[\u2022\u2023\u25cf\u25aa\u2013*-]|\(?\d{1,2}[.)])\s", re.MULTILINE)
_COMPOUND_BEFORE = re.compile(r"\w{1,24}-\Z")
_COMPOUND_AFTER = re.compile(r"-\w{1,24}")
_VERSION = re.compile(r"[ \n]v?\d[\d.]{0,6}(?= [^\W\d])")
_UNFINISHED = re.compile(r"\b(?:the|an?|of|its|their|our)\Z", re.IGNORECASE)
"""How an anchor ends that leaves out the noun."""
_SUBORDINATE = re.compile(
    r"\bwhen\b|\b(?:which|that|who) (?:is|are|was|were)(?: an?| the)?\s*\Z", re.IGNORECASE
)
_AFTER_BRACKET = re.compile(r"[)\]）]\s(?:which|that)\b")
_PLACED = re.compile(
    r"\b(?:for|of|on|in|with|by|to|at|from|under|across|over|using|via)\s(?:(?:the|an?|our|its|their)\s)?\Z",
    re.IGNORECASE,
)
_ENLARGES = re.compile(
    r"\s*(?:(?:their|its)\b|\w{3,20}ed (?:over|across|on|by|in|into|to|among|between|with|for|as|at)\b"
    r"|[\d,.]{0,20}\s?\w{0,30}\s?(?:for|of|on|in|with|by|to|at|from|under|across|over|using|via)\s*\Z)",
    re.IGNORECASE,
)
"""How a clause begins that only says more of what was named."""
UNDER_REACH = 60
ITEM_REACH = 60


@dataclass(frozen=True, slots=True)
class Parting:
    """What the anchors leave out and a number may be said of.

    Attributes:
        left_out: the stretch of the page.
        sure: it is another thing, as far as its form tells; else it may only say more of the same.
    """

    left_out: Hit
    sure: bool


def parted(text: str, start: int, hits: Sequence[Hit], whole: Hit, number: int) -> Parting | None:
    """What the anchors of a sentence leave out and its number may be said of; ``None`` when there is nothing.

    Args:
        text: of the page.
        start: where the sentence begins.
        hits: the anchors of the sentence but the number's own; those behind count when none stands before.
        whole: from the first to the last of the number and its own anchors.
        number: where the number begins.
    """
    before = sorted(hit for hit in hits if hit[1] <= whole[0])
    at, found = start, None
    for hit, following in pairwise((*before, whole)):
        gap = (hit[1], following[0])
        if (rest := _rest_of_name(text, hit, following[0])) is not None:
            return Parting(rest, True)
        under = _under(text, at, hit)
        if under is not None and not _goes_on(text, hit):
            found = Parting((at, hit[0]), under["of"] is None or has_name(text[slice(*hit)]))
            if found.sure:
                return found
        belongs = _OF_ANOTHER.match(text, whole[1]) is not None
        joins = JOINS.match(text, following[0]) is not None
        said = text[slice(*gap)]
        if _OPENING.match(text, hit[0] - 1) and said[:1] in (")", "]", "）"):
            said = said[1:]  # the brackets have the anchor alone
        opens = following != whole or words_of(text[whole[0] : number]) > 0
        if _UNFINISHED.search(text, *hit) is not None and words_of(said) > 0:
            return Parting(gap, True)
        if _leaves_out(said, belongs, joins, opens):
            found = Parting(gap, not _says_more(said))
            if found.sure:
                return found
        at = hit[1]
    return found if before else _behind(text, hits, whole)


def is_apart(text: str, hit: Hit, start: int) -> bool:
    """Whether an anchor stands in another item of the list than the sentence that begins at *start*."""
    block = text.rfind("\n\n", 0, hit[0]) + 1
    items = list(_ITEM.finditer(text, block, hit[1]))
    if not items:
        return False
    others = _ITEM.finditer(text, hit[1], min(len(text), start + ITEM_REACH))
    return any(other.start() <= start + 1 and len(other[1]) <= len(items[-1][1]) for other in others)


def _behind(text: str, hits: Sequence[Hit], whole: Hit) -> Parting | None:
    """The same for anchors behind the number."""
    at = whole[1]
    for hit in sorted(hit for hit in hits if hit[0] >= whole[1]):
        gap = text[at : hit[0]]
        barred = (CONTRAST, _RELATIVE, _OWNED)
        if (
            _under(text, at, hit) is not None
            or has_name(gap)
            or any(pattern.search(gap) for pattern in barred)
        ):
            return Parting((at, hit[0]), not _says_more(gap))
        owns = _OWNS.match(text, hit[1])
        if owns is not None:
            return Parting(owns.span(), True)
        at = hit[1]
    return None


def _rest_of_name(text: str, hit: Hit, end: int) -> Hit | None:
    """What an anchor leaves out of a name before *end*: ``Non-`` of ``Non-Alpha``, ``-2`` of ``Alpha-2``,
    ``2`` of ``Alpha 2``."""
    found = _COMPOUND_BEFORE.search(text, max(0, hit[0] - 30), hit[0])
    found = found or _COMPOUND_AFTER.match(text, hit[1], end)
    if found is None and words_of(text[slice(*hit)].split()[-1]) > 0:
        found = _VERSION.match(text, hit[1], end)
    return None if found is None else found.span()


def _under(text: str, at: int, hit: Hit) -> re.Match[str] | None:
    """What tells, before an anchor, that it is only whose the thing is that stands before it."""
    end = hit[0] + 3 if text.startswith("of ", hit[0]) else hit[0]
    found = _UNDER.search(text, max(at, end - UNDER_REACH), end)
    if found is None or (found["of"] is not None and words_of(text[at : found.start()]) == 0):
        return None
    return found


def _says_more(gap: str) -> bool:
    """Whether what is left out looks like more of the same: ``when …``, ``for Beta``, ``and their …``."""
    if _AFTER_BRACKET.match(gap) is not None:
        return True
    names = [name for name in _CAPITAL.finditer(gap) if has_name(gap[: name.end()])]
    placed = names and _PLACED.search(gap, 0, names[0].start()) is not None
    if _unlike(gap) or (names and not placed):
        return False
    *others, last = _ASIDE.split(gap)
    if others and words_of(_BRINGS_NOBODY.sub(" ", last)):
        return _ENLARGES.match(_BRINGS_NOBODY.sub(" ", last)) is not None
    return bool(placed) or not _RELATIVE.search(gap) or _SUBORDINATE.search(gap) is not None


def _unlike(gap: str) -> bool:
    barred = (CONTRAST, _LIKENED, _OWNED, _OWNS, _CLOSING, _OPENING)
    return any(pattern.search(gap) for pattern in barred)


def contrasts(gap: str, opens: bool) -> bool:
    """Whether a clause that begins in *gap* (``; the tree``) may be about another thing; *opens*: what
    follows the gap has words before its number (``but takes 7 ms``)."""
    *_, last = (None, *CONTRAST.finditer(gap))
    return last is not None and (not opens or words_of(gap[last.end() :]) > 0)


def _goes_on(text: str, hit: Hit) -> bool:
    """Whether a relative clause is about an anchor itself."""
    return _FOLLOWS.match(text, hit[1]) is not None


def _leaves_out(gap: str, belongs: bool, joins: bool, opens: bool) -> bool:
    """Whether the text between two anchors may bring in another thing.

    Args:
        gap: the text.
        belongs: the number goes on with what it belongs to.
        joins: the second anchor begins a phrase of its own (``and stop in 7 ms``).
        opens: the second anchor has words before its number (``but takes 7 ms``).
    """
    if not gap.strip():
        return False
    if _LIKENED.search(gap):
        return True
    if contrasts(gap, opens):
        return True
    for _ in range(3):
        gap = _CLOSED.sub(" ", gap)
    if _CLOSING.search(gap) or (_OPENING.search(gap) and words_of(gap)):
        return True
    owns = _OWNS.match(gap)
    if owns is not None or belongs:
        rest = gap if owns is None else gap[owns.end() :]
        return words_of(rest) > 0
    direct = _DIRECT.match(gap)
    rest = gap if direct is None else gap[direct.end() :]
    if _RELATIVE.search(rest) or has_name(rest) or (_OWNED.search(rest) and words_of(rest)):
        return True
    clauses = _ASIDE.split(rest.rstrip(" \n:："))  # a colon behind a name: the tree: 7 ms
    words = words_of(_BRINGS_NOBODY.sub(" ", clauses[-1]))
    return words > (0 if len(clauses) > 1 or opens else 1) and not joins


def has_name(text: str) -> bool:
    """Whether a word of *text* has capitals and is no abbreviation (``GPUs``) and no unit (``8 GiB``)."""
    return any(
        _SHORT.fullmatch(word[0]) is None and not text[: word.start()].rstrip()[-1:].isdigit()
        for word in _CAPITAL.finditer(text)
    )
