"""Who tells what a sentence says, or under what condition: the words right before what it names.

``Critics claim Alpha takes 7 ms``, ``They believed Alpha takes 7 ms``, ``Once Alpha takes 7 ms`` and
``厂商宣称 Alpha 需要 7 ms`` hold the same clause; none of them says it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from ledger.quantities.lexicon import FUNCTION_EN, VERBS_EN
from ledger.snapshots.neutral import is_neutral, unknown_in
from ledger.snapshots.rows import Hit

SAYING = re.compile(
    r"(?:show|demonstrat|find|found|observ|not(?:e|ic)|see|saw|indicat|confirm|reveal|verif|mean|impl|so|such)\w{0,4}",
    re.IGNORECASE,
)
"""Before a clause that is told as true: ``we see that``, not ``he lied that``."""
_ARTICLE = r"(?:(?:the|an?|our|its|their)\s)?\Z"
_LED = re.compile(rf"(?<![\w-])(?P<word>[^\W\d_]{{1,30}})\s(?:that\s)?{_ARTICLE}", re.IGNORECASE)
"""``Critics claim`` Alpha, ``once`` Alpha: what makes an object or a condition of the clause behind it."""
_THOUGHT = re.compile(
    r"\b(?:(?:they|he|she|some|many|most|few|others|one|people|nobody|everybody)\s"
    rf"(?P<words>[^\W\d_]{{2,30}}ed)(?:\sthat)?|(?P<it>it)\sthat)\s{_ARTICLE}",
    re.IGNORECASE,
)
"""``They believed`` Alpha takes 7 ms; ``rumour has it that`` Alpha does."""
_SAID_ZH = re.compile(
    r"(?:但是?|而且?|且|不过)?(?P<words>[\u4e00-\u9fff]{0,20}(?<![的但而且])(?<!不过)(?<!但是))\s?\Z"
)
"""``厂商宣称`` Alpha; no attribute of what is named (``不同的`` Alpha)."""
_OWN_VERB = re.compile(
    r"[^,，]{0,200}?\b(?:is|are|was|were|has|have|had|uses?|needs?|takes?|took|requires?|reach(?:es)?|achieves?"
    r"|holds?|held|contains?|keeps?|kept|runs?|ran|lasts?|occup(?:y|ies)|consumes?|provides?|delivers?|sustains?"
    r"|[a-z]{3,40}ed(?!\s(?:by|for|in|on|to|over|with)\b))\b"
)
"""What is named does something of its own, up to the number."""
_CONDITIONS = frozenset({"once", "when", "whenever", "until", "unless", "lest", "let", "sure"})
_VERBS = VERBS_EN - FUNCTION_EN - {"model", "test", "set"}
"""Verbs; those that are mostly nouns before a name (``the model Alpha``) tell nothing."""


def told_by(text: str, low: int, first: Hit, token: Hit) -> Iterator[Hit]:
    """The words before the first anchor that tell who says what it opens, or when it holds.

    Args:
        text: of the page.
        low: where the sentence begins, or how far back is looked.
        first: the first anchor of the sentence.
        token: the number.
    """
    said = text[low : first[0]].replace("\n", " ")
    thought = _THOUGHT.search(said)
    if thought is not None:
        start, end = thought.span("words" if thought["words"] else "it")
        yield low + start, low + end
    chinese = _SAID_ZH.search(said)
    if chinese is not None:
        yield from unknown_in(text, low + chinese.start("words"), low + chinese.end("words"))
    led = _LED.search(said)
    if led is not None and _leads(led["word"].lower()) and _OWN_VERB.match(text, first[0], token[0]):
        yield low + led.start("word"), low + led.end("word")


def _leads(word: str) -> bool:
    if SAYING.fullmatch(word) is not None or is_neutral(word):
        return False
    verb = word in _VERBS or (word[-1] == "s" and (word[:-1] in _VERBS or word[:-2] in _VERBS))
    return verb or word in _CONDITIONS
