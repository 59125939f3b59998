"""Words by which a sentence takes back, supposes, or ascribes to others what it says, English and Chinese.

A sentence with such a word may state the opposite of what its terms and numbers seem to say. How far a word
reaches follows from its grammar as far as that is safe: ``without`` reaches to the end of its phrase, ``not``
to where another clause begins (``but``, ``while``), across commas.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum


class Reservation(StrEnum):
    """What a word does to what it reaches."""

    DENIED = "denied"
    """``not``, ``never``, ``没有``: it does not hold."""
    SET_ASIDE = "set aside"
    """``instead of``, ``without``, ``而非``: what follows does not hold."""
    CONDITION = "a condition"
    """``if``, ``suppose``, ``假设``: what follows is not said to hold."""
    SUPPOSED = "not said of a real case"
    """``would``, ``might``, ``或许``."""
    PAST = "of an earlier time"
    """``formerly``, ``used to need``, ``曾经``: it held once."""
    ASKED = "a question"
    ASCRIBED = "ascribed to others"
    """``… et al. report``, ``according to``: another says so."""

    @property
    def cause(self) -> str:
        """A short stable code."""
        return self.name.lower().replace("_", "-")


@dataclass(frozen=True, slots=True)
class Reserve:
    """One such word and what it reaches, as half-open spans of the sentence."""

    start: int
    end: int
    kind: Reservation
    reach: tuple[int, int]


_ONWARDS = (Reservation.SET_ASIDE, Reservation.CONDITION)
"""These reach what follows them, to the end of the phrase."""
_REPORTS = (
    r"(?:reports?|reported|claims?|claimed|states?|stated|shows?|showed|shown|finds?|found|notes?|noted|observes?"
    r"|observed|achieves?|achieved|reach(?:es|ed)?|demonstrates?|demonstrated|estimates?|estimated|suggests?"
    r"|suggested|says?|said|argues?|argued|measures?|measured|obtains?|obtained|concludes?|concluded)"
)
_CITED = r"(?:\[\d{1,3}(?:[,–-] ?\d{1,3}){0,8}\]|\(\d{4}[a-z]?\))"
_OTHERS = r"\[|[A-Z]\w+,? (?:et al|and [A-Z]|\(|\[)"
_ADVERBS = r"(?:(?:also|have|has|had|who|which) ){0,2}"
_WORDS: dict[Reservation, str] = {
    Reservation.SET_ASIDE: (
        r"\b(?:rather than|instead of|in (?:place|lieu) of|as opposed to|contrary to|other than|unlike"
        r"|without|w/o|except(?:ing)?|aside from|apart from|avoid(?:s|ed|ing)?"
        r"|(?:eliminat|remov)(?:es?|ed|ing)|(?:prevent|discard|omit|exclud|disabl|ignor)(?:e?s|e?d|t?ing|ted)?)\b"
        r"|而非|而不是|避免|消除|去掉|取代|代替|除了"
    ),
    Reservation.DENIED: (
        r"\b(?:not|never|cannot|neither|nor|none|nothing|nobody|nowhere|hardly|scarcely|barely|rarely|seldom"
        r"|unable|impossible|fail(?:s|ed|ing|ure)? to|lack(?:s|ed|ing)?|absence of|far from|short of"
        r"|out of reach|rule[sd]? out|doubt\w{0,3}|mistake to|stopped|ceased"
        r"|refut\w{1,6}|disprov\w{1,4}|den(?:y|ies|ied)|unfounded|baseless|groundless|debunk\w{0,3}"
        r"|(?:false|wrong|untrue|incorrect|mistaken) (?:that|to)"
        r"|(?:is|are|was|were) (?:\w{1,12} )?(?:false|wrong|untrue|incorrect|mistaken|a myth))\b"
        r"|\bno\b(?!\. ?\d)|(?:^|(?<=[;,] ))few\b|n['’ʼ]t\b|≠|!="
        r"|不(?!断|同|变|少|久|错|均|过|论|管|妨|等式)|没(?!落|收|入)|未(?!来|知)|并非|绝非|远非|无法|无需|无须|无从"
        r"|是错误?的|说法(?:是错|有误)|谣传|谣言|站不住脚|毫无|并无|否认|否定|缺乏|缺少|切勿"
    ),
    Reservation.CONDITION: (
        r"\b(?:if|unless|whether|suppos(?:e|es|ing)|assum(?:e|es|ed|ing|ption|ptions)|imagin(?:e|ing)"
        r"|hopes?|hoped|(?:aims|intends|we (?:aim|plan|intend)) (?:to|for))\b"
        r"|假设|假如|假定|假使|如果|倘若|若(?!干)|设想|除非|是否|能否|可否"
    ),
    Reservation.SUPPOSED: (
        r"\b(?:hypothetical(?:ly)?|would|could|might|(?-i:may)|should|perhaps|possibly|presumably|supposedly"
        r"|hopefully|(?:we|is|are|was|were) (?:\w{1,12} )?expect(?:ed)?|expects to|ideally|theoretically"
        r"|in (?:theory|principle))\b"
        r"|\b(?:projected|forecast(?:s|ed)?|slated|anticipated) (?:to|at)\b|\bis set to\b"
        r"|或许|也许|可能|预计|预期|有望|理论上"
    ),
    Reservation.PAST: (
        r"\b(?:formerly|in the past|no longer|previously (?!\w+ed\b))\b"
        r"|\bused to (?:be|take|need|require|cost|have|run|reach|last|consume|hold|use|stand|get|achieve)\b"
        r"|以前|曾经?(?!为|是第)|过去(?! ?的?\d|几|一|两|三|十)|原先|不再"
    ),
    Reservation.ASKED: r"[?？](?=[\"'”’)\]]{0,2}\s*\Z)",
    Reservation.ASCRIBED: (
        rf"\bet al\.?,? ?{_CITED}?,? {_ADVERBS}{_REPORTS}\b|{_CITED},? {_ADVERBS}{_REPORTS}\b"
        rf"|(?:^|(?<=[.,;(] ))according to (?!our|this)|\baccording to (?={_OTHERS})"
        rf"|\bas {_REPORTS} (?:in|by) (?={_OTHERS})"
        rf"|\b(?:prior|previous|earlier|existing|related) (?:works?|stud(?:y|ies)|papers?) {_ADVERBS}"
        rf"{_REPORTS}\b|\bthe authors of\b|\breportedly\b|\ballegedly\b"
        r"|\b(?:is|are|was|were) (?:said|claimed|reported) to\b|(?:^|(?<=[.;(] ))In \[\d{1,3}\],"
        r"|\baccording to (?:its|their|his|her|the) (?:\w{1,14} )?"
        r"(?:vendors?|manufacturers?|makers?|authors?|developers?)\b"
        r"|\bpublished (?:an?|their|its) (?:\w{1,14} )?(?:paper|study|report|blog|post|article)\b"
        r"|据称|据说|据报道|文献 ?\[|等人(?:报告|报道|称|提出|发现|指出)"
    ),
}  # fmt: skip
_BEGINS = r"(?:(?<!\w)|(?=[^\x00-\x7f]|n['’ʼ]|!=|[\[(?]))"
"""What all of them begin with, so that the insides of other words are passed quickly."""
_RESERVE = re.compile(
    f"{_BEGINS}(?:{'|'.join(f'(?P<{kind.name}>{words})' for kind, words in _WORDS.items())})", re.IGNORECASE
)
_CLAUSE = re.compile(
    r"\b(?:but|while|whilst|whereas|although|though|because)\b"
    r"|, (?:yet|so|since|which|where|who|thus|hence)\b|(?<!\w)\(?(?:[ivx]{1,4}|[a-h1-9])\) "
    r"|[，,]?(?:但|然而|因此|所以|因为|虽然)|，(?:而(?!非|不)|其中)",
    re.IGNORECASE,
)
"""Where another clause begins."""
_PHRASE = re.compile(r", |[，：；;]|: | [—–] |—|[()（）]")
_GOES_ON = re.compile(r"(?: that)?[,，]")
"""Behind a word that reaches past what is put in: ``is not, in any run, 7 GB``."""
_BRACKETS = re.compile(r"[(（][^()（）]{0,300}[)）]")
_PART = re.compile(r"[^;；]+")


def reserves(text: str) -> Iterator[Reserve]:
    """The words of one sentence that take back what it says, in order."""
    words = list(_RESERVE.finditer(text))
    if not words:
        return
    ends = {word.end() for word in words}
    clauses = [found for found in _CLAUSE.finditer(text) if not {found.start(), found.start() - 1} & ends]
    apart = [found.span() for pattern in (_BRACKETS, _PART) for found in pattern.finditer(text)]
    for word in words:
        kind = Reservation[word.lastgroup or ""]
        low, high = next((span for span in apart if span[0] <= word.start() < span[1]), (0, len(text)))
        if kind is not Reservation.ASKED:
            low = max((found.end() for found in clauses if found.end() <= word.start()), default=low)
            high = _end(text, word, kind, clauses, high)
        yield Reserve(word.start(), word.end(), kind, (word.start() if kind in _ONWARDS else low, high))


def _end(text: str, word: re.Match[str], kind: Reservation, clauses: list[re.Match[str]], high: int) -> int:
    """Where the reach of a word ends, at most at *high*."""
    if _GOES_ON.match(text, word.end()) is not None:
        return high
    phrase = _PHRASE.search(text, word.end(), high) if kind in _ONWARDS else None
    if phrase is not None:
        return phrase.start()
    return next((found.start() for found in clauses if word.end() <= found.start() < high), high)
