"""What is remarked on a sentence from beside it: a short sentence, a tail, the heading of a list, a mark.

``Alpha takes 7 ms. This is wrong.``, ``Alpha takes 7 ms, they say.`` and ``Myths: - Alpha takes 7 ms.`` take
back what stands before or below. Who remarks is brief: a sentence of a few words says nothing of its own, a
long one does and cannot be told from what a text says next.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import chain

from ledger.snapshots.about import about
from ledger.snapshots.neutral import unknown_in
from ledger.snapshots.page import Page
from ledger.snapshots.rows import Hit, is_row, lines_above
from ledger.snapshots.window import reading_of

MOST_WORDS = 6
MOST_HAN = 14
_LONGEST = 80
_LINES = 40
"""How many lines of a list are passed to find what stands over it."""
_WORDS = re.compile(r"[^\W_]+(?:['’-][^\W_]+)*")
_HAN = re.compile(r"[\u3400-\u9fff]")
_NUMBER = re.compile(r"(?<!\d)(?!(?:19|20)\d\d(?!\d))\d")
"""Which no year is."""
_ENDS = re.compile(r"[.!?。！？][\"')\]”’」]{0,2}\Z")
_TAIL = re.compile(
    r"[\"'”’」)\]]{0,2}\s?(?:,\s(?=(?:they|it|we|you|one|this|that|these|those|which|who|what|whatever|or|but|not|if|unless|at|the|an?"
    r"|so\s(?:they|the)|as\s(?:they|we|it|the))\b)(?!which\s(?:\w{1,20}\s){0,3}(?:\w{1,20}er|more|less)\b)"
    r"|[,，]\s?(?=[\u3400-\u9fff])|,?\s(?:and|but)\s(?=(?:this|that|not|only|never)\b)"
    r"|(?:[;:;；：]\s?|[–—]{1,2}\s?|\s--?\s)(?!and\b))(?=[^\W\d])"
)
"""What parts a few words at the end of a sentence from it, and what such words open with behind a comma."""
_REMARK = re.compile(
    r"\W{0,3}(?:(?:this|that|these|those|such|not|or|so)\b|it\s(?:is|was)\b|it['’]s\b"
    r"|the\s(?:following|above|below|former|latter|opposite|contrary)\b|[这该此但却仅并不非未]|其实|然而|可是|实际|事实)",
    re.IGNORECASE,
)
"""What opens a sentence that speaks of another one, and not of a thing of its own."""
_ANNOUNCES = re.compile(
    r"\W{0,3}the\s(?:(?:following|next)\b|(?:section|paragraph|part|text|passage|table|list)\s(?:below|that\sfollows)\b)",
    re.IGNORECASE,
)
_OF_IT = re.compile(r"\b(?:this|that|it)\W{0,3}\Z|[?？]\W{0,3}\Z", re.IGNORECASE)
_FINITE = re.compile(r"\b(?:is|are|was|were|be|been|has|have|had|does|do|did|can|will)\b|\b\w{3,}s\b")
_MOST_BARE, _MOST_BARE_HAN = 2, 4
_ITEM = re.compile(r"[ \t]{0,8}(?:[-*+•‣●▪–]|\(?\d{1,2}[.)、])[ \t]")
_DENIED = re.compile(r"(?:[-*+•‣●▪–][ \t])?[ \t]{0,2}(?P<mark>[✗✘❌✖☒☐🚫⛔❓]|~~|\[ \])\ufe0f?[ \t]{0,2}")
NOTE_MARK = re.compile(r"[ \t]?[*†‡§¶✝★☆]{1,3}(?![\w*])")
"""What calls for a note behind a number or a name: ``7 ms†``."""


def around(page: Page, start: int, end: int) -> Iterator[Hit]:
    """The words of what a short sentence before or behind ``[start, end)``, a whole one, remarks.

    Args:
        page: the page.
        start, end: a sentence.
    """
    text = page.text
    low, high = _next(page, end)
    if low < high and (_remarks(text[low:high]) or _is_bare(text[low:high])):
        yield from _brief(text, low, high)
    yield from about(text, low, high)
    low, high = _last(page, start)  # two words and no verb are a heading there
    if low < high and _remarks(text[low:high]):
        yield from _brief(text, low, high)
    if _ANNOUNCES.match(text, low, high) is not None:
        yield from chain(_brief(text, low, high), about(text, low, high))
    denied = _DENIED.match(text, start, end)
    if denied is not None:
        yield denied.span("mark")
    lead = _lead(page, start)
    if lead is not None:
        yield from _brief(text, *lead)


def tail(text: str, at: int, end: int) -> Iterator[Hit]:
    """The words of what is put behind a comma, a colon or a dash at *at*: few, with which a sentence ends
    (``, they say``), or more that are about it."""
    found = _TAIL.match(text, at, end)
    if found is None:
        return
    if _is_brief(text, found.end(), end):
        yield from unknown_in(text, found.end(), end)
    else:
        yield from about(text, found.end(), end)


def _remarks(sentence: str) -> bool:
    """Whether a sentence is about another one, by how it opens or ends."""
    if _WORDS.search(sentence) is None:
        return False
    return _REMARK.match(sentence) is not None or _OF_IT.search(sentence) is not None


def _is_bare(sentence: str) -> bool:
    """Whether a sentence is a word or two without a verb (``Wrong!``, ``假的。``)."""
    words = _WORDS.findall(sentence)
    if not words or any(word[0].isupper() for word in words[1:]):
        return False
    if not words[0].isascii():
        return len(_HAN.findall(sentence)) <= _MOST_BARE_HAN
    return len(words) <= _MOST_BARE and _FINITE.search(sentence) is None


def _brief(text: str, low: int, high: int) -> Iterator[Hit]:
    if low < high and _is_brief(text, low, high):
        yield from unknown_in(text, low, high)


def _is_brief(text: str, low: int, high: int) -> bool:
    if high - low > _LONGEST or _NUMBER.search(text, low, high) is not None:
        return False
    han = len(_HAN.findall(text, low, high))
    return han <= MOST_HAN if han else len(_WORDS.findall(text, low, high)) <= MOST_WORDS


def _next(page: Page, end: int) -> Hit:
    text = page.text
    low = end
    while low < len(text) and low < end + 3 and text[low] in " \n":
        low += 1
    if low >= len(text) or _ITEM.match(text, low) or is_row(text, low):
        return end, end
    if "\n\n" in text[end:low] and _ENDS.search(text, max(0, end - 4), end) is None:
        return end, end  # what a displayed formula goes on with
    high = reading_of(page, low, low + 1).end
    return (low, high) if _ENDS.search(text, low, high) else (end, end)


def _last(page: Page, start: int) -> Hit:
    text = page.text
    high = start
    while high > 0 and high > start - 3 and text[high - 1] in " \n":
        high -= 1
    if high < 2 or is_row(text, high - 1) or _ENDS.search(text, max(0, high - 4), high) is None:
        return start, start
    low = reading_of(page, high - 2, high - 1).start
    apart = "\n\n" in text[high:start] and _ANNOUNCES.match(text, low, high) is None
    return (start, start) if apart else (low, high)


def _lead(page: Page, start: int) -> Hit | None:
    """The line that ends in a colon over the list in which the sentence opens an item."""
    text = page.text
    begin = text.rfind("\n", 0, start) + 1
    if _ITEM.match(text, begin) is None or start > begin + 8:
        return None
    for count, (low, high) in enumerate(lines_above(text, begin)):
        if _ITEM.match(text, low, high) is None and not text[low:high].startswith((" ", "\t")):
            colon = text[low:high].rstrip().endswith((":", "："))
            return (low, high) if colon else None
        if count > _LINES:
            return None
    return None
