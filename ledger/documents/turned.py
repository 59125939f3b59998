"""Whether a page's own sentence takes back what it binds: ``does not need [16 bytes]``.

The bound text may say what its claim says, and the words around it that this does not hold. A page is freer
with its words than the place that a claim cites, and one sentence says several things. So a word counts only
in the phrase of the bound text, up to the next comma, bracket or conjunction, and not where it tells which
thing is meant (``ranks that do not share``) or in which case (``不切分时``). What the claim's own statement
takes back, or supposes, the page may. What the sentence does without, and the statement does with, turns it
wherever it stands (``without full recomputation``).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache

from ledger import quantities
from ledger.documents.exchanged import words
from ledger.documents.page import Binding, Page
from ledger.quantities import Quantity
from ledger.quantities.reservations import Reservation, Reserve, reserves

_REACH = 400
_ONWARDS = (Reservation.SET_ASIDE, Reservation.CONDITION)
_KINDS = frozenset((Reservation.DENIED, Reservation.SUPPOSED, Reservation.PAST, *_ONWARDS))
_DENYING = frozenset((Reservation.SET_ASIDE, Reservation.DENIED))
_OBJECT = re.compile(r"(?: ?[\u4e00-\u9fff]){2,6}|(?: [^\s,;:()]{1,40}){1,4}")
"""What is set aside: the words behind, a few of them."""
_OF_TERMS = frozenset((Reservation.CONDITION, Reservation.SUPPOSED))
_SENTENCE = re.compile(r"[\n\t。！？；;!?]|\.(?=\s)")
_APART = re.compile(r"[,:](?=\s)|[，：()（）—]|\s–\s|\s-\s(?!\d)")
"""What parts the phrases of a sentence."""
_PUT_IN = re.compile(
    r"\s?[,，][^,，]{1,80}[,，]|\s?[(（][^()（）]{1,80}[)）]|\s?—[^—]{1,80}—|\s[–-]\s[^–]{1,80}?\s[–-](?=\s)"
    r"|(?:是| be)?\s?[:：]"
)
"""``not, in any run, 16 bytes``, ``not – in any run – 16 bytes``, ``is not: 16 bytes``: what is put in right
behind a word parts nothing."""
_BEFORE = re.compile(
    r"\b(?:and|but|because|since|so|where|when|while|who|which|until)\b|[但而且](?!非|不是)", re.I
)
_BEHIND = re.compile(
    r"\b(?:and|or|but|that|which|who|where|when|while|as|than|if|unless|so|since)\b|[但而且]", re.I
)
"""Conjunctions before and behind a bound text beyond which another thing is said."""
_OF_A_THING = re.compile(
    r"\b(?:that|which|who)"
    r"(?: (?:do|does|did|is|are|was|were|has|have|had|can|will|would|could|may|might))?\s?\Z",
    re.I,
)
_SMALL = re.compile(r"(?:the|an?|its|their|all|any|of|to|be|even|\w{1,20}ly)\Z", re.I)
_CASE_ZH = re.compile(
    r"(?<![用耗费延计实同及小])时(?![间的])|后(?![台续])|的话|情况下|[则就便才仍]"
    r"|的(?=[^\d\u4e00-\u9fff]{0,12}(?:[\u4e00-\u9fff]{2}|[A-Za-z]{2}))"
)
"""What ends a clause of Chinese that tells in which case (``不切分时``), or which thing is meant
(``不切分的 rank``)."""
_ONCE = re.compile(r"\s?(?:[是为占要]|需要)\s?(?:[:：].{0,40})?")
"""``曾经是 16 字节``: it was so, and is no more; of a deed (``曾让``) the word only says that it is done."""
_OF_ALL_ZH = frozenset(["并非", "绝非", "远非", "否认", "否定", "谣传", "谣言"])
"""What denies all that follows."""
_ALSO = re.compile(r"\s?(?:only|just|merely|least)\b|[仅只但止单]", re.I)
"""``not only``, ``不仅``: it holds, and more."""
_TWICE = re.compile(r"\s?[可能]?(?:避免|否认)|难[看发想理]|得不|\s(?:avoid\w{0,3}|doubt)\b", re.I)
"""``不可避免``, ``no doubt``: denied behind a denial, so that what follows holds."""
_JOINED = re.compile(r"\s*(?:(?:and|but|so)\s*)?", re.I)
_OPENS = re.compile(r"(?:\A|\b(?:and|but|so|that|because|(?:is|are|was|were)(?: there)?))\s*\Z", re.I)
"""What stands before a ``no`` that denies its clause, and not one thing in it (``over no recomputation``)."""
_DENIED_BEHIND = re.compile(
    r"(?:(?:\b(?:is|are|was|were|be|been)(?: \w{1,12})? |n['’]t )"
    r"(?:\w{3,20}(?:ed|en|eld|ept)|true|right|so|correct|necessary|real|the case)\b"
    r"|(?:不|没有|并非|未)(?:被|会|再|是)?(?:需要|必要|必需|成立|属实|正确|准确|真实|对|真))"
)
_FALSE = re.compile(
    r"(?:is|are|was|were)\b|refut|disprov|den[yi]|unfounded|baseless|groundless|debunk|是错|说法|谣|站不住|否",
    re.I,
)
"""Words that call false what stands before them."""
_NEAR = re.compile(r"(?:\s*[^\s\u4e00-\u9fff]{1,40}){0,2}\s*|[^\n]{0,6}")
"""How far ``instead of`` and its like reach: over their own noun phrase."""


def turning_word(
    known: Page,
    binding: Binding,
    claimed: Quantity | None,
    statements: Iterable[str],
    terms: Iterable[str] = (),
) -> str:
    """The word of the page that takes back what *binding* states, ``""`` for none.

    Args:
        known: the page.
        binding: one of its bindings.
        claimed: what its claim states; ``None`` for one without a quantity, which only a denial before it
            takes back.
        statements: what the claim says in words; what these take back the page may too.
        terms: under what it holds; what these suppose the page may too.
    """
    plain = known.document.text.plain
    start = min((binding.start, *(one.start for one in binding.mentions)))
    end = max((binding.start + len(binding.text), *(one.end for one in binding.mentions)))
    low, high = _sentence(plain, start, end)
    sentence, texts = plain[low:high].rstrip(), list(statements)
    without = _without(sentence, start - low, end - low, texts)
    if without:
        return without
    found = list(_turning(sentence, start - low, end - low))
    if claimed is None:
        found = [word for word in found if word.kind is Reservation.DENIED and word.end <= start - low]
    if not found:
        return ""
    said = {kind for text in texts for kind in _said(text, claimed)}
    said |= {word.kind for text in terms for word in _reserves(text) if word.kind in _OF_TERMS}
    return next((plain[low + one.start : low + one.end] for one in found if one.kind not in said), "")


def _without(sentence: str, start: int, end: int, statements: list[str]) -> str:
    """The word that sets aside, outside ``[start, end)`` of *sentence*, what the statements mean."""
    found = [
        word
        for word in _reserves(sentence)
        if word.kind is Reservation.SET_ASIDE and not start <= word.start < end
    ]
    if not found or any(word.kind in _DENYING for text in statements for word in _reserves(text)):
        return ""
    said = frozenset().union(*map(words, statements))
    for word in found:
        behind = _OBJECT.match(sentence, word.end)
        told = words(behind[0]) if behind is not None else frozenset()
        if told and told <= said:
            return sentence[word.start : word.end]
    return ""


@lru_cache(maxsize=64)
def _reserves(sentence: str) -> tuple[Reserve, ...]:
    """The words of *sentence* that take something back, but for such as a denial denies."""
    found: list[Reserve] = []
    undone = 0
    for word in reserves(sentence):
        twice = _TWICE.match(sentence, word.end) if word.kind is Reservation.DENIED else None
        if twice is not None:
            undone = twice.end()
        elif word.start >= undone:
            found.append(word)
    return tuple(found)


def _sentence(text: str, start: int, end: int) -> tuple[int, int]:
    """The sentence, or the cell of a table, around ``[start, end)``."""
    low, high = max(0, start - _REACH), min(len(text), end + _REACH)
    begins = [found.end() for found in _SENTENCE.finditer(text, low, start)]
    ends = _SENTENCE.search(text, end, high)
    return begins[-1] if begins else low, high if ends is None else ends.start()


@lru_cache(maxsize=4096)
def _said(text: str, claimed: Quantity | None) -> frozenset[Reservation]:
    """How a statement takes back, or supposes, its claim's number; of one that it does not print, or of none,
    how it does so of anything."""
    words = [word for word in _reserves(text) if word.kind in _KINDS]
    if not words:
        return frozenset()
    places = [
        token
        for token in quantities.scan(text)
        if claimed is not None
        and token.quantity is not None
        and quantities.restates(claimed, token.quantity).agrees
    ]
    if not places:
        return frozenset(word.kind for word in words)
    near = (word for one in places for word in _turning(text, one.start, one.end))
    supposed = (word for word in words if word.kind in _OF_TERMS)
    return frozenset(word.kind for word in (*near, *supposed))


def _turning(sentence: str, start: int, end: int) -> Iterator[Reserve]:
    """The words of *sentence* that take back ``[start, end)`` of it."""
    for word in _reserves(sentence):
        if word.kind not in _KINDS or word.reach[0] >= end or word.reach[1] <= start:
            continue
        before = word.end <= start and _takes_back_behind(sentence, word, start)
        if before or (word.start >= end and _takes_back_before(sentence, word, end)):
            yield word


def _takes_back_behind(sentence: str, word: Reserve, start: int) -> bool:
    """Whether a word before the bound text, which begins at *start*, takes it back."""
    said, gap = sentence[word.start : word.end], sentence[word.end : start]
    put_in = _PUT_IN.match(gap)
    gap = gap if put_in is None else gap[put_in.end() :]
    if _APART.search(gap) is not None or _BEFORE.search(gap) is not None:
        return False
    parted = [found.end() for found in _APART.finditer(sentence, 0, word.start)]
    before = sentence[parted[-1] if parted else 0 : word.start]
    if word.kind is Reservation.SET_ASIDE:
        return _NEAR.fullmatch(gap) is not None
    if word.kind is Reservation.CONDITION:
        return not _holds_its_consequence(sentence, before, start)
    if not said.isascii():
        if word.kind is Reservation.PAST and said.startswith("曾"):
            return _ONCE.fullmatch(gap) is not None
        return said in _OF_ALL_ZH or (_ALSO.match(gap) or _CASE_ZH.search(gap)) is None
    if said.lower() == "no" and not gap.startswith(" longer "):
        return _OPENS.search(before) is not None
    if _OF_A_THING.search(before) is not None:
        return sum(_SMALL.match(one) is None for one in gap.split()) <= 1  # that do not need 16 bytes
    return _ALSO.match(gap) is None


def _holds_its_consequence(sentence: str, before: str, start: int) -> bool:
    """Whether a condition tells of a case in which the bound text holds: a word of consequence is between,
    or it opens its phrase, and no other phrase of the sentence follows (``if sharded it takes 16 bytes``)."""
    if _CASE_ZH.search(sentence, len(before), start) is not None:
        return True
    return _JOINED.fullmatch(before) is not None and _APART.search(sentence, start) is None


def _takes_back_before(sentence: str, word: Reserve, end: int) -> bool:
    """Whether a word behind the bound text, which ends at *end*, takes it back."""
    gap = sentence[end : word.start]
    if word.kind in _ONWARDS or _APART.search(gap) is not None or _BEHIND.search(gap) is not None:
        return False
    if word.kind is Reservation.DENIED:
        return (
            _DENIED_BEHIND.search(sentence, end) is not None or _FALSE.match(sentence, word.start) is not None
        )
    return word.kind is not Reservation.PAST or not sentence.startswith("曾", word.start)
