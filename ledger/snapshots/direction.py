"""Words and signs that turn what a number says, and that an anchor must hold.

``7 times`` may go on ``fewer``, a change ``by 7%`` may have been a loss, 7 ms may have been ``saved``, ``as
low as 7 ms`` is the best of all cases, ``five to 7 ms`` goes from one to the other. A claim's quantity has no
place for these words, so its evidence shows them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ledger.snapshots.page import Page
from ledger.snapshots.rows import Hit
from ledger.snapshots.window import reading_of

_COMPARATIVE = re.compile(
    r"\s(?:as )?(?P<word>more|less|fewer|greater|larger|smaller|bigger|higher|lower|faster|slower|quicker"
    r"|better|worse|longer|shorter|cheaper|wider|narrower|deeper|lighter|heavier|denser|sparser|stronger|weaker"
    r"|earlier|later|short)\b"
)
_EXTREME_BEFORE = re.compile(
    r"(?P<word>\bas (?:low|little|few|small|short|fast) as|\bat (?:best|worst)|低至|最低|最快|最好|最坏)"
    r"\s?(?:\S{1,12}\s)?\Z",
    re.IGNORECASE,
)
_EXTREME_AFTER = re.compile(r"\s(?P<word>(?:in|at) (?:the )?(?:best|worst)(?: case)?)\b", re.IGNORECASE)
_CHANGE = re.compile(
    r"\b(?:increas|decreas|reduc|improv|gr[eo]w|f[ae]ll|drop|ris[ei]|rose|shrink|shr[au]nk|cut|sav[ei]|lower|rais"
    r"|speed|sped|slow|degrad|gain|los[est]|exceed|outperform|beat|trail|diminish|expand|extend|shorten|lengthen"
    r"|add(?:s|ed|ing)?\b|eliminat|prevent|remov|go(?:es)? (?:up|down)|went (?:up|down)|cost)\w*",
    re.IGNORECASE,
)
_CHANGE_ZH = re.compile(
    r"(?P<word>降低|减少|下降|缩短|缩小|压缩|节省|节约|削减|降|减|省|跌|提升|提高|增加|增长|上升|延长|扩大|增|涨|升|加快|加速"
    r"|放缓|领先|落后|超出|高出|多出|(?<![最至不更很较许大])(?:[快慢高低长短大小]|多(?!达)|少))"
    r"了?(?:大?约|近|将近|超过|最多|至少)? ?\Z"
)
_NUMBER = (
    r"(?:\d[\d.,]*|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|twenty|thirty|forty|fifty|sixty"
    r"|seventy|eighty|ninety|hundred)"
)
_JOINS = r"up to|down to|to|through|thru|till|until|[-=]>|[→⇒⟶ー〜]"
_END_BEFORE = re.compile(
    rf"(?<![\dA-Za-z.]){_NUMBER}(?: ?[^\W\d]{{1,12}}/?[^\W\d]{{0,8}}| ?%)? ?(?P<word>{_JOINS})"
    r" ?(?:about |around |~|≈)?\Z",
    re.I,
)
_END_AFTER = re.compile(rf" ?(?P<word>{_JOINS}) ?(?:about |around |~|≈)?(?={_NUMBER})", re.I)
_TERM_BEFORE = re.compile(
    rf"(?<![\dA-Za-z.]){_NUMBER}[^\d+]{{0,16}}? ?(?:\+|\b(?:plus|minus|times))\s?\Z", re.I
)
_TERM_AFTER = re.compile(
    rf" ?(?:(?:\+|\b(?:plus|minus|times|divided by|multiplied by)\b) ?(?={_NUMBER})"
    r"|[/÷](?= ?\d[\d.,]*(?![\d.,]* ?[A-Za-zµμ%°\u4e00-\u9fff/])))",
    re.I,
)
_EACH = re.compile(
    r"(?:\s[a-z]{2,20}){0,2}?\s(?P<word>apiece|each(?=[.,;:)]|\s*\Z)|(?:every|per|each)(?=\s\d))"
)
_SHARE_ZH = re.compile(
    r"\s?[\u4e00-\u9fff]{0,8}?(?P<word>的 ?(?:[一二两三四五六七八九十百千]{1,4}分之|\d{1,3}分之|一半"
    r"|[一二三四五六七八九]成|\d+(?:\.\d+)? ?[%倍])"
    r"|打[一二三四五六七八九\d.]{1,4} ?折)"
)
_BY = re.compile(r"\bby\s(?:\S{1,14}\s){0,3}\Z")
_DIRECTLY = re.compile(r"\s(?!to\s)(?:\S{1,14}\s){0,1}\Z")
"""Right before the number, or one word before it; what is reduced *to* 7 ms is 7 ms."""


_FROM_TO = re.compile(r"\bfrom\s[^;:]{0,30}?\d[^;:]{0,24}?\bto\s(?:\S{1,14}\s){0,1}\Z")
_COMPARES = re.compile(
    r"\b(?:more|less|fewer|half|halv\w+|twice|thrice|than|by|to|from|[a-z]{3,12}(?:er|tion|ing)\b)|[\u4e00-\u9fff]",
    re.IGNORECASE,
)
"""What a sentence has that may tell of a change in other words: a comparative, a noun of doing, *by*."""


def is_of_change(text: str, number: int) -> bool:
    """Whether a number that begins at *number* is how far something changed, or what it came to from another:
    *reduces the load by* 95%, *cut from 6 GB to* 3 GB."""
    before = text[max(0, number - 160) : number]
    ends = _BY.search(before) is not None or _FROM_TO.search(before) is not None
    return ends and _CHANGE.search(before) is not None


def is_change(text: str) -> bool:
    """Whether a word of change stands in what a change begins with."""
    return _CHANGE.search(text) is not None


def tells_change(text: str) -> bool:
    """Whether a sentence may tell of a change at all."""
    return is_change(text) or _COMPARES.search(text) is not None


@dataclass(frozen=True, slots=True)
class Turn:
    """A word that turns a number, and whether what the number says shows without it: how far a change by a
    factor or a share went (``reduces the load by 5×``), how good the best of all cases is."""

    word: Hit
    shows: bool


def unheld(page: Page, hits: Sequence[Hit], token: Hit, unit: str) -> Turn | None:
    """The first word that turns the meaning of a number in *unit* and that none of *hits* holds."""
    for turn in _turning(page, token, unit in ("x", "%")):
        word = turn.word
        if not any(hit[0] <= word[0] and word[1] <= hit[1] for hit in hits):
            return turn
    return None


def _turning(page: Page, token: Hit, ratio: bool) -> Iterator[Turn]:
    extreme = _EXTREME_BEFORE.search(page.text, max(0, token[0] - 40), token[0])
    if extreme is not None:
        yield Turn(extreme.span("word"), True)
    after = _EXTREME_AFTER.match(page.text, token[1]), _COMPARATIVE.match(page.text, token[1])
    yield from (Turn(found.span("word"), False) for found in after if found is not None)
    yield from (Turn(word, False) for word in _joined(page, token))
    low = reading_of(page, *token).start
    verbs = list(_CHANGE.finditer(page.text, low, token[0]))
    if not verbs:
        return
    by = _BY.search(page.text, max(low, token[0] - 50), token[0]) is not None
    if by or _DIRECTLY.fullmatch(page.text, verbs[-1].end(), token[0]):
        yield Turn(verbs[-1].span(), by and ratio)


def _joined(page: Page, token: Hit) -> Iterator[Hit]:
    """What makes the number an end of a range or of a change, a share, or one of several."""
    before = page.text[max(0, token[0] - 60) : token[0]].replace("\n", " ")
    after = page.text[token[1] : token[1] + 60].replace("\n", " ")
    for pattern in (_END_BEFORE, _CHANGE_ZH):
        if (found := pattern.search(before)) is not None:
            shift = token[0] - len(before)
            yield found.start("word") + shift, found.end("word") + shift
    for pattern in (_END_AFTER, _EACH, _SHARE_ZH):
        if (found := pattern.match(after)) is not None:
            yield token[1] + found.start("word"), token[1] + found.end("word")


def is_term(page: Page, token: Hit) -> bool:
    """Whether the number is a term or a factor of a sum, a product or a quotient that is written out."""
    before = page.text[max(0, token[0] - 60) : token[0]].replace("\n", " ")
    after = page.text[token[1] : token[1] + 60].replace("\n", " ")
    return _TERM_BEFORE.search(before) is not None or _TERM_AFTER.match(after) is not None
