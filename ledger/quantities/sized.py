"""``Llama 3 405B``, ``Llama 3 has``: a name and its number, where a capital does not tell that it is a name.

At the beginning of a sentence, a heading, a cell or a quotation every word has a capital. What stands before
a number and a size there is a name if it is no ordinary word of English and what follows does not make the
number a count (``Bought 3 70B models``); or if the text has the name elsewhere, where only names have
capitals. In doubt it is none: a number reported in vain costs less than a number missed.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from ledger.quantities import context
from ledger.quantities.fold import Folded
from ledger.quantities.lexicon import (
    ADVERBS_EN,
    DETERMINERS_EN,
    FUNCTION_EN,
    INDEX_WORDS,
    MEASURES_EN,
    REFERENCE_WORDS,
    VERBS_EN,
    VERBS_S_EN,
)
from ledger.quantities.reading import SPACES

_VERSION = re.compile(r"[1-9]\d?(?:\.\d{1,2})?")
_SIZE = (
    r"(?:\d{1,3}[x×])?\d{1,4}(?:\.\d{1,2})?(?:[BMTb]|[ \u00a0-](?:[mb]|tr)illion)(?![A-Za-z0-9_])(?!/s)"
    r"(?:[ \u00a0-]param(?:eter)?s?(?![a-z]))?"
)
"""How many parameters: ``405B``, ``0.5B``, ``8x7B``, ``70 billion parameters``."""
_SIZED = re.compile(rf"[{SPACES}]\(?{_SIZE}(?:(?:, ?|/| ?& ?|,? and |,? or | ?[–-] ?){_SIZE}){{0,6}}\)?")
_SAID_OF_ONE = re.compile(r"[ \u00a0](?:is|was|has|does)(?![\w'’-])")
"""Behind a number that counts nothing: ``Llama 3 has``; several would ``have``."""
_WORD = re.compile(r"[ \u00a0-]([A-Za-z][A-Za-z'’-]{0,40})")
_NEXT = re.compile(r"[ \u00a0](?:([a-z]+)|[A-Z]|[~≈<>≤≥$]? ?\d)")
_NOUN_WORDS = 5
"""Within how many words a counted noun stands (``3 70B instruction-tuned chat models``)."""
_TRIES, _FAR = 20, 10_000
_FORMS = ("ing", "ed", "ly", "est")


def is_ordinary(word: str) -> bool:
    """Whether *word*, with a capital that its place may have given it, can be an ordinary word of English."""
    lower = word.lower()
    if is_closed(word) or lower in VERBS_EN or lower in _NOUNS:
        return True
    if len(lower) > 4 and lower.endswith(_FORMS):
        return True
    return lower.endswith("s") and (lower[:-1] in VERBS_EN or lower[:-2] in VERBS_EN)


def is_closed(word: str) -> bool:
    """Whether *word* is no name of a thing in any place: an adverb, a pronoun, a measure."""
    return word.lower() in _CLOSED


_CLOSED = FUNCTION_EN | ADVERBS_EN | DETERMINERS_EN | MEASURES_EN
_NOUNS = INDEX_WORDS | REFERENCE_WORDS


def is_sized_name(f: Folded, word: str, at: int, hit: int, end: int) -> bool:
    """Whether *word*, which begins at *at*, and the number at ``[hit, end)`` name what has a size."""
    s = f.work
    if s[hit - 1] not in " \u00a0" or _VERSION.fullmatch(s, hit, end) is None or not _is_titled(word):
        return False
    if is_ordinary(word):
        return False
    size = _SIZED.match(s, end, min(len(s), end + 80))
    if size is None:
        return _SAID_OF_ONE.match(s, end) is not None
    return not _may_be_counted(s, s[hit:end], size.end()) or stands_elsewhere(f, word, at)


def counts_sized(s: str, hit: int, end: int) -> bool:
    """Whether the number at ``[hit, end)`` may count things of a size: ``3 70B jobs``."""
    size = _SIZED.match(s, end, min(len(s), end + 80))
    return size is not None and _may_be_counted(s, s[hit:end], size.end())


def _is_titled(word: str) -> bool:
    return len(word) > 1 and word[0].isupper()


def _may_be_counted(s: str, number: str, end: int) -> bool:
    """Whether the number may count what follows its size: a plural, or for a 1 anything that is a noun."""
    if "." in number:
        return False
    for place, (word, at) in enumerate(_words(s, end)):
        lower = word.lower()
        if lower in FUNCTION_EN or lower in ADVERBS_EN or lower in VERBS_S_EN:
            return False
        if number == "1":
            return True
        if len(lower) > 3 and lower.endswith("s") and not lower.endswith(("ss", "us", "is", "'s", "’s")):
            return place > 0 or not _has_object(s, word, at)
    return False


def _words(s: str, end: int) -> Iterator[tuple[str, int]]:
    """The next words of the same phrase, and where each ends."""
    for _ in range(_NOUN_WORDS):
        found = _WORD.match(s, end, min(len(s), end + 48))
        if found is None:
            return
        end = found.end()
        yield found[1], end


def _has_object(s: str, word: str, end: int) -> bool:
    """``needs 16``, ``outperforms Alpha``, ``takes the``: a verb, since what it acts on follows directly."""
    after = _NEXT.match(s, end, min(len(s), end + 40))
    if after is None or not word.islower():
        return False
    return after[1] is None or after[1] in DETERMINERS_EN


def stands_elsewhere(f: Folded, word: str, at: int) -> bool:
    """Whether *word* stands behind a word in small letters, outside of headings, and nowhere small itself."""
    s = f.work
    if any(_places(s, word.lower(), at)):
        return False
    return any(
        before.islower() and s[spot - 2].isalpha() and not (f.headings.marks and f.headings.at(spot))
        for spot in _places(s, word, at)
        if spot > 1 and (before := context.word_before(s, spot, max(0, spot - 40))[0])
    )


def _places(s: str, word: str, at: int) -> Iterator[int]:
    """Where *word* stands as a whole near *at*, but not there; at most 20 places are looked at."""
    spot, high = max(0, at - _FAR) - 1, at + _FAR
    for _ in range(_TRIES):
        spot = s.find(word, spot + 1, high)
        if spot < 0:
            return
        behind = s[spot + len(word) : spot + len(word) + 1]
        if spot != at and not behind.isalpha() and not (spot > 0 and s[spot - 1].isalnum()):
            yield spot
