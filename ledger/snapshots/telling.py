"""Who tells what a sentence says, or under what condition: the words right before what it names.

``Critics claim Alpha takes 7 ms``, ``They believed Alpha takes 7 ms``, ``Once Alpha takes 7 ms`` and
``厂商宣称 Alpha 需要 7 ms`` hold the same clause; none of them says it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from ledger.snapshots.neutral import is_neutral, unknown_in
from ledger.snapshots.rows import Hit

SAYING = re.compile(
    r"(?:show|demonstrate|find|observe|note|notice|see|indicate|confirm|reveal|mean|imply)s?|shown?|showed|showing"
    r"|demonstrat(?:ed|ing)|found|finding|observ(?:ed|ing)|not(?:ed|ic(?:ed|ing))|seen|saw|indicat(?:ed|ing)"
    r"|confirm(?:ed|ing)|reveal(?:ed|ing)|verif(?:y|ies|ied|ying)|meant|meaning|impl(?:ies|ied|ying)|so|such",
    re.IGNORECASE,
)
"""Before a clause that is told as true: ``we see that``, not ``he lied that``."""
_ARTICLE = r"(?:(?:the|an?|our|its|their)\s)?\Z"
_LED = re.compile(rf"(?<![\w-])(?<!- )(?P<word>[^\W\d_]{{2,30}})\s(?:that\s)?{_ARTICLE}", re.IGNORECASE)
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
_THIRD = re.compile(r"[^,，]{1,200}?\s[a-z]{3,40}s\b")
"""What may be a verb of it where a name or an article begins it (``the pump moves``)."""
_CONDITIONS = frozenset({"once", "when", "whenever", "until", "unless", "lest", "let", "sure"})
_OBJECTS = frozenset({"it", "them", "him", "us", "me", "you", "everyone", "everybody"})
_JOINING = frozenset({"but", "yet", "so", "though", "although", "than"})
_MODIFIED = re.compile(
    r"(?:\A|[.;:,]\s|\b(?:the|an?|our|its|their|this|that|these|those|and|or|but|\w{1,30}['’]s?)\s)"
    r"(?P<word>[A-Za-z]{2,30}(?:-[A-Za-z]{2,30})?)\s\Z",
    re.IGNORECASE,
)
"""The ``advertised`` Alpha; ``Beta`` takes: what belongs to the words behind it."""
_SET_TO = re.compile(
    r"(?<![\w-])(?P<words>(?:[^\W\d_]{1,30}\s){1,2})(?:to|of)\s\Z|(?P<owner>\b\w{1,30}['’]s?\s)\Z"
)
"""Is ``rumoured to`` hold; ``Beta's`` tank."""
_OWNER_ZH = re.compile(r"(?P<owner>(?<![A-Za-z])[A-Za-z][A-Za-z-]{1,30})\s?的\s?\Z")


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
    owner = _OWNER_ZH.search(said)
    if owner is not None:
        yield from unknown_in(text, low + owner.start("owner"), low + owner.end("owner"))
    if not said[-1:].isspace() or not text[first[0]].isalpha():
        return
    led = _LED.search(said)
    named = text[first[0]].isupper() or (led is not None and not led[0].endswith(f"{led['word']} "))
    own = _OWN_VERB.match(text, first[0], token[0]) or (named and _THIRD.match(text, first[0], token[0]))
    if led is not None and own and _leads(led["word"].lower(), named):
        yield low + led.start("word"), low + led.end("word")
    for pattern in (_MODIFIED, _SET_TO):
        found = pattern.search(said)
        name = None if found is None else found.lastgroup
        if found is not None and name is not None and found[name].lower() not in _JOINING:
            start, end = found.span(name)
            yield from unknown_in(text, low + start, low + end)


def _leads(word: str, named: bool) -> bool:
    """Whether a word leads into a clause; the object of another one does where a thing is *named* behind it
    (``legend has it`` the tank holds)."""
    if SAYING.fullmatch(word) is not None:
        return False
    return word in _CONDITIONS or (named and word in _OBJECTS) or not (word in _JOINING or is_neutral(word))
