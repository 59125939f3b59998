"""What stands behind the last anchor of a sentence: the rest of its phrase, brackets, phrases that place it,
a predicate.

``70 litres on the drawing board``, ``70 litres before the fix`` and ``70 litres, in an earlier draft`` all
print 70 litres, and none of them says that a tank holds them. A phrase with a quantity of its own (``at a
clock of 2 GHz``) tells under what the number was found, and undoes nothing.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import chain

from ledger.quantities.lexicon import FUNCTION_EN
from ledger.quantities.unit_table import lookup
from ledger.snapshots.neutral import PARTICLES, unknown_in
from ledger.snapshots.remarks import tail
from ledger.snapshots.rows import Hit, line_at

_NEXT = re.compile(r"[ \n-]{1,2}([^\W_]+(?:['’]\w+)?)")
_WHOLE = re.compile(
    r"(?:\s(?:the|an?|its|their|our|all|this|these|each))?"
    r"(?P<whole>\s(?!\d)[^\W_]{1,30}(?:[\s/-](?!\d)[^\W_]{1,30}){0,2})",
    re.IGNORECASE,
)
_OF_WHOLE = re.compile(rf"\s{{1,2}}of{_WHOLE.pattern}", re.IGNORECASE)
_OF = re.compile(r"(?P<of>\s{1,2}of)?")
_ANY_WORD = re.compile(r"[^\W\d_]{2,30}")
_SHARE = re.compile(r"[%×]|\dx")
_NAME = re.compile(r"(?=[^\W\d_]{1,12}\d)\w{2,20}|[A-Z]\w{0,12}[A-Z]\w{0,12}")
"""A name that elsewhere, behind what is counted, turns nothing: ``FP16``."""
_COMMENT = re.compile(r"\s*(?:#(?!#)|//)")
"""A line of a program that says something, before one that does it."""
_BRACKET = re.compile(r"\s{0,2}[(（\[]([^()（）\[\]\d]{1,160}(?:(?:19|20)\d\d[a-z]?)?)\s?[)）\]]")
_ACRONYM = re.compile(r"[A-Z][A-Za-z]{0,6}[A-Zs]")
_ANY_BRACKET = re.compile(r"\s{0,2}[(（\[][^()（）\[\]]{1,160}[)）\]]")
_BEGINS = (
    r"(?:by|on|in|at|for|with|under|when|whenever|once|before|after|during|until|till|through|throughout|from"
    r"|within|beyond|behind|against|since|as|off|pending|over|across|around|about|near|via|like|into|onto"
    r"|between|among|if(?!\s[^\n]{0,80}[:{)]\n)|unless|only|again|to)"
)
"""No ``if`` that opens a block of a program, and no ``because``: a reason undoes nothing."""
_PHRASE = re.compile(
    r"(?:\sof(?:\s[^\W_]{1,30}){1,4}?)?"
    rf"(?P<phrase>(?:\s?[,，])?\s{_BEGINS}\s"
    r"|\s?[,，]\s(?:an?|though|although|albeit)\s|\s[-–—]{1,2}\s(?=[^\W\d_]{1,30}\s?(?:[,.;:!?)\]]|\Z)))",
    re.IGNORECASE,
)
"""``on paper``, ``until the wall breaks``, ``, as its goal``, ``, a misprint``: how such a phrase begins."""
_RELATIVE = re.compile(r"(?P<phrase>\sthat\s(?!of\b))")
"""Right behind the number: ``70 litres that we made up``."""
_CUT = re.compile(rf"\s{_BEGINS}\Z")
_OVER = re.compile(
    r"(?<!\d),|,(?!\d)|\.(?=\s|\Z)|[，。;；:：!！?？()（）\[\]\t]|\n\n|\s[-–—]{1,2}\s"
    r"|\b(?:and|or)\b(?!\s[^\W\d_]{1,20}\s?(?:[,.;:)]|\Z))|\b(?:but|while|whereas|which|who|whose|where|than)\b"
)
_MEASURED = re.compile(
    r"(?<![\w.])(?!(?:19|20)\d\d\b)\d[\d.,–-]{0,12}\s?(?:(?!(?:of|in|on|at|by|and|or|to)\b)[^\W\d_]|[%×])"
)
"""A quantity, which no year is."""
_PREDICATE = re.compile(
    r"(?:,\s(?:which|that)\s(?:was|were|had)"
    r"|[^,;:.()（）\[\]]{0,60}?\b(?:is|are|was|were|has|have|had|remain(?:s|ed)|seem(?:s|ed)))\b"
    r"(?!\s(?:\w{1,20}\s){0,3}(?:\w{1,20}er|more|less)\b[^.]{0,40}\bthan\b)"
)
"""``was a misprint``; ``, which was a misprint``; no comparison (``, which was faster than``)."""
_SUBORDINATE = re.compile(
    r"\b(?:if|when|where|while|whereas|because|since|as|so|and|but|or|than|for)\b", re.IGNORECASE
)
_STOP = re.compile(r"[,;:.!?，。；：！？()（）\[\]\n\t]")


def behind(text: str, since: int, at: int, end: int) -> Iterator[Hit]:
    """The words behind the last anchor that may turn what it says.

    Args:
        text: of the page.
        since: from where on something is said of the number.
        at: where the last anchor ends.
        end: how far is looked.
    """
    line = line_at(text, max(since, at - 1))
    if _COMMENT.match(text, *line) is not None:
        end = min(end, line[1])
    stop = at
    while (found := _NEXT.match(text, stop, end)) is not None:
        if found[1].lower() in FUNCTION_EN - PARTICLES:
            break
        stop = found.end()
    stretches = [(at, stop)]
    if (found := _BRACKET.match(text, at, end)) is not None and _ACRONYM.fullmatch(found[1]) is None:
        stretches.append(found.span())
    aside = _ANY_BRACKET.match(text, stop, end)
    cut = _CUT.search(text, max(since, at - 12), at)  # the last anchor ends where its phrase begins
    phrase = _PHRASE.match(text, cut.start() if cut else stop if aside is None else aside.end(), end)
    if phrase is None and at == since:
        phrase = _RELATIVE.match(text, at, end)
    if phrase is not None and phrase.end() >= at:
        over = _OVER.search(text, phrase.end(), end)
        high = end if over is None else over.start()
        if _MEASURED.search(text, phrase.start("phrase"), high) is None:
            stretches.append((max(at, phrase.start("phrase")), high))
    if (found := _PREDICATE.match(text, since, end)) is not None:
        begins = max(at, found.end())
        over = _STOP.search(text, begins, end)
        own = found[0][0] == "," or _SUBORDINATE.search(found[0]) is None
        stretches += [(begins, end if over is None else over.start())] * own
    return chain(
        tail(text, at, end),
        *(unknown_in(text, *stretch) for stretch in stretches),
        _whole(text, since, at, end),
    )


def _whole(text: str, since: int, at: int, end: int) -> Iterator[Hit]:
    """What a number is a share of (``97%`` *of the peak*), and the name in what it is a measure of
    (``312 TFLOPs/s`` *of FP16 matmul*), where the last anchor ends with the number, or with its ``of``."""
    ends = _OF.fullmatch(text, since, at)
    found = None if ends is None else (_WHOLE if ends["of"] else _OF_WHOLE).match(text, at, end)
    if found is None:
        return
    if _SHARE.search(text, max(0, since - 2), since) is not None:
        words = (word.span() for word in _ANY_WORD.finditer(text, *found.span("whole")))
        yield from (word for word in words if text[slice(*word)].lower() not in FUNCTION_EN)
    names = _NAME.finditer(text, *found.span("whole"))
    yield from (name.span() for name in names if lookup(name[0]) is None)
