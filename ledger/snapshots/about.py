"""A sentence or clause that speaks of the number before it, whatever else it says.

``Alpha takes 7 ms. This was later corrected to 9 ms.``: a pronoun for all of it, or what a text calls what it
says (``the figure``), is its subject or its object, or a word or two open it that set it off against what
stands before (``Correction:``, ``Actually, it``). What such a sentence says is read, however long it is.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice

from ledger.snapshots.neutral import unknown_in
from ledger.snapshots.rows import Hit

MOST = 3
"""So many words are told at most."""
_SAID = r"(?:number|figure|value|claim|statement|estimate|assertion|quote|rumou?r|story)"
_FOUND = rf"(?:{_SAID}|result|measurement|report|entry|sentence|line|row)"
_PAST = (
    r"was|were|ha[sd]\s(?:been|since|to|not|never|turned|proved)|should|did|turned|proved|later|since|then"
)
_ABOUT = re.compile(
    rf"\W{{0,3}}(?:(?:this|that|these|those)\s(?:{_PAST})\b"
    rf"|it\s(?:ha[sd]\s(?:been|since)|was\s(?:later|since|then)|should|turned|proved)\b|so\s(?:the|they|he|she|say|it)\b"
    r"|(?:which|whatever|or\sso)\s)"
    r"|\W{0,3}(?P<set>[a-z]{2,20}(?:ly|,)\s(?=(?:it|they|he|she|this|that)\b)|[a-z]{2,20}:\s(?=(?:it|they|this|that|not|no)\b|\W?\d)"
    r"|(?:in|at|on|by|as|of)\s[a-z]{2,20}(?:\s[a-z]{2,20})?,\s(?=(?:it|they|this|that)\b))"
    r"|\W{0,3}(?:但|然而|不过)?[，,]?(?:后来|随后|实际上?|事实上?|其实|更正|勘误)"
    r"|\W{0,3}[这该此](?:一|个)?(?:数字|数据|说法|数值|结果|结论|指标|表述|值)",
    re.IGNORECASE,
)
"""How a sentence opens that is about what stands before it, or that words before its subject set off."""
_OF_IT = re.compile(
    rf"\b(?:the|its|their)\s(?:[a-z]{{2,20}}\s){{0,2}}{_SAID}\b(?=\s(?:is|are|back|[a-z]{{2,20}}s|{_PAST})\b)"
    rf"|\b(?:this|that)\s(?:[a-z]{{2,20}}\s)?{_FOUND}\b",
    re.IGNORECASE,
)
_REACH = 200
_OVER = re.compile(r"[;；。]|\b(?:because|while|whereas|when|if|where|in order)\b")
"""What ends the clause that is about it."""


def about(text: str, low: int, high: int) -> Iterator[Hit]:
    """The words of a sentence behind a number that may take it back; none where it is about another thing.

    Args:
        text: of the page.
        low, high: the sentence or clause.
    """
    high = min(high, low + _REACH)
    opens = _ABOUT.match(text, low, high)
    if opens is None and _OF_IT.search(text, low, high) is None:
        return
    if opens is not None and opens["set"] is not None:
        yield from unknown_in(text, *opens.span("set"))
        return
    over = _OVER.search(text, low if opens is None else opens.end(), high)
    yield from islice(unknown_in(text, low, high if over is None else over.start()), MOST)
