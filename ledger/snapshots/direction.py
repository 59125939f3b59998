"""Words that turn what a number says, and that an anchor must hold.

``7 times`` may go on ``fewer``, a change ``by 7%`` may have been a loss, 7 ms may have been ``saved``, ``as
low as 7 ms`` is the best of all cases. A claim's quantity has no place for these words, so its evidence shows
them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

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
_BY = re.compile(r"\bby\s(?:\S{1,14}\s){0,3}\Z")
_DIRECTLY = re.compile(r"\s(?!to\s)(?:\S{1,14}\s){0,1}\Z")
"""Right before the number, or one word before it; what is reduced *to* 7 ms is 7 ms."""


def unheld(page: Page, hits: Sequence[Hit], token: Hit) -> Hit | None:
    """The first word that turns the number's meaning and that none of *hits* holds."""
    for word in _turning(page, token):
        if not any(hit[0] <= word[0] and word[1] <= hit[1] for hit in hits):
            return word
    return None


def _turning(page: Page, token: Hit) -> Iterator[Hit]:
    before = _EXTREME_BEFORE.search(page.text, max(0, token[0] - 40), token[0])
    after = _EXTREME_AFTER.match(page.text, token[1]), _COMPARATIVE.match(page.text, token[1])
    yield from (found.span("word") for found in (before, *after) if found is not None)
    low = reading_of(page, *token).start
    verbs = list(_CHANGE.finditer(page.text, low, token[0]))
    if verbs and (
        _BY.search(page.text, max(low, token[0] - 50), token[0])
        or _DIRECTLY.fullmatch(page.text, verbs[-1].end(), token[0])
    ):
        yield verbs[-1].span()
