"""Numbers of names that a plural or a counted thing follows: ``the RTX 4090 cards``, ``Gaudi 3 cards are``.

A count stands before every name of what is counted (``8 RTX 4090 cards``); behind an article and a name it
belongs to the name. Where a sentence opens with a name, a number and a plural that a verb follows, the name
would have no place in the sentence if the number counted. Telegrams (``DGX 8 GPUs``) have neither, and behind
a preposition the sentence may begin with the count: there the number stays one that is stated.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from ledger.quantities import context, units
from ledger.quantities.fold import Folded
from ledger.quantities.joined_names import is_round
from ledger.quantities.lexicon import (
    ACTS_S_EN,
    ALIKE_EN,
    AUXILIARIES_EN,
    FUNCTION_EN,
    INDEX_WORDS,
    PAST_EN,
    PREPOSITIONS_EN,
    REFERENCE_WORDS,
    VERBS_EN,
)
from ledger.quantities.naming import is_score
from ledger.quantities.reading import Found
from ledger.quantities.sized import is_closed, is_ordinary
from ledger.quantities.token import Kind
from ledger.quantities.unit_table import lookup
from ledger.quantities.verdict import Verdict
from ledger.quantities.vocabulary import spaced

_CHAIN = re.compile(r"(?<![\w.-])(?:(?:[a-z]{1,2})?[A-Z][A-Za-z0-9+&-]{0,20}(?:\.[a-z]{2,3})? ){1,5}\Z")
_REACH = 80
_NUMBER = re.compile(r"[1-9]\d{0,4}(?:\.\d{1,2})?(?![\w%]|[.,]\d)")
_DETERMINERS = frozenset(spaced("the a an this that these those our its their his her my your another"))
_TIMES = frozenset(
    spaced(
        "monday tuesday wednesday thursday friday saturday sunday january february march april may june july "
        "august september october november december yesterday tomorrow tonight altogether together overall "
        "otherwise elsewhere somewhere thus hence therefore moreover furthermore nevertheless nonetheless "
        "meanwhile afterwards beforehand indeed instead likewise sometimes outside behind beneath alongside "
        "amid among throughout whenever wherever although unless given twice thrice roughly typical another "
        "batch beam dropout momentum stride padding dimension radius degree order base factor window hidden "
        "concurrency parallelism budget threshold maximal minimal dual multi mean context length"
    )
)
"""What may open a sentence before a count or a setting, and is no name: times, adverbs, parameters."""
_WORD = re.compile(r"[ \u00a0]([A-Za-z][A-Za-z-]*)")
_OPENS = re.compile(r"(?:\A|[\n\t|]|[.!?] |\*\*|\n[-*+] )[\"“‘'(*]{0,3}\Z")


class Name(NamedTuple):
    """The words of a name before a number: where they begin, they, and the word before them."""

    start: int
    words: tuple[str, ...]
    before: str
    opens: bool


def numbered(f: Folded, found: Found, hit: int) -> Verdict | None:
    """Whether the number at *hit* is that of the name before it, though something counted may follow."""
    s, number = f.work, _NUMBER.match(f.work, hit)
    if number is None or found.start != hit or found.has_scale or found.reading.shape != "one":
        return None
    unit = found.reading.unit
    qualified = _QUALIFIED.match(s, number.end())
    if qualified is None and unit != "1" and (unit in ("x", "%", "pp") or not units.resolve(unit).counts):
        return None
    heads = f.headings.marks and f.headings.at(hit) is not None
    name = _name(s, hit, bool(heads))
    if name is None:
        return None
    end = number.end() + (s[number.end() : number.end() + 1] == "+")
    if "." in number[0] and is_score(number[0]):
        return None
    counted = (found.has_unit and s[found.end - 1] == "s") or context.counted_follows(s, end)
    size = counted and "." not in number[0] and is_round(int(number[0]))
    if not (
        _QUALIFIED.match(s, end)
        or (name.opens and _is_whole(f, name, hit, end))
        or (not size and _is_in_place(s, name, found, end))
    ):
        return None
    kind = Kind.VERSION if "." in number[0] else Kind.IDENTIFIER
    reason = f"part of the name {' '.join(name.words)}, which no count could stand behind"
    return Verdict(kind, False, reason, "subject-name", name.start, end)


def _is_in_place(s: str, name: Name, found: Found, end: int) -> bool:
    """Whether the sentence has no place for the name if the number counts."""
    return _is_determined(s, name, found, end) or (name.opens and _is_subject(s, name, found, end))


def _name(s: str, hit: int, heads: bool) -> Name | None:
    """The words with capitals directly before *hit* that may be a name."""
    chain = _CHAIN.search(s, max(0, hit - _REACH), hit)
    if chain is None:
        return None
    start, words, before = chain.start(), chain[0].split(), ""
    while words and (is_closed(words[0]) or words[0].lower() in PREPOSITIONS_EN):
        before = words[0].lower()
        start += len(words[0]) + 1
        words = words[1:]
    placed = bool(before) and not heads
    placed = placed or (len(words) > 1 and words[-2].isupper() and not is_ordinary(words[-2]))
    if not words or _is_none(words[-1], placed):
        return None
    if any(word.lower() in _TIMES or (not placed and is_ordinary(word)) for word in words[:-1]):
        return None
    if len(words[-1]) < 2 or (lookup(words[-1]) is not None and words[-1].islower()):
        return None
    opens = not before and _OPENS.search(s, max(0, start - 6), start) is not None
    if not before:
        before = context.word_before(s, start, max(0, start - 40))[0].lower()
        if s[start - 3 : start] in ("'s ", "’s "):
            before = "its"
        elif s[start - 1 : start] not in (" ", ""):
            before = ""
    return Name(start, tuple(words), before, opens)


def _is_none(word: str, placed: bool) -> bool:
    """Whether *word* is no name; if *placed* behind an article, it has its capital of its own."""
    if word.lower() in _TIMES or is_closed(word):
        return True
    return is_ordinary(word) and not (placed and word.lower() not in _NOUNS)


def _is_determined(s: str, name: Name, found: Found, end: int) -> bool:
    """``the Llama 3 models``, ``a DGX 2 node was``: an article and a name before the number."""
    if name.before not in _DETERMINERS:
        return False
    article = max(s.rfind(mark, max(0, name.start - 12), name.start - 1) for mark in " \n") + 1
    counted = found.has_unit or context.counted_follows(s, end)
    if (
        counted
        and context.word_before(s, max(0, article), max(0, article - 20))[0].lower() in PREPOSITIONS_EN
    ):
        return False
    digits = end - name.start - len(name.words[0]) - 1
    acronym = len(name.words) == 1 and name.words[0].isupper() and digits < _LONG
    given = _GIVES.search(s, max(0, article - 12), article) is not None
    if counted and (acronym or given) and s[article : article + 1].islower():
        return False  # who is given something: ``it gave the UK 3 awards``
    if found.has_unit and s[found.end - 1] != "s":
        return _ends_phrase(s, found.end)
    return True


def _ends_phrase(s: str, end: int) -> bool:
    """Whether no noun follows: the thing before *end* is not said of another (``8 GPU node``)."""
    word = _WORD.match(s, end)
    if word is None:
        return True
    lower = word[1].lower()
    return (
        lower in FUNCTION_EN
        or lower in ACTS_S_EN
        or context.counted_behind_name(s, 0, end) != (context.counted_follows(s, end))
    )


def _is_whole(f: Folded, name: Name, hit: int, end: int) -> bool:
    """Whether the name and its number are a whole heading, or what a row of a table is about."""
    if context.is_plural(name.words[-1].lower()) and name.words[-1] not in _PLURAL_NAMES:
        return False
    cell = context.cell_of(f, hit)
    if cell is not None:
        return cell.first and cell.text.strip() == f.work[name.start : end]
    heading = f.headings.at(hit) if f.headings.marks else None
    if heading is None:
        return False
    rest = f.work[end : heading.end].strip()
    if heading.start != name.start:
        return False
    make = name.words[-1].isupper() and end - hit > _LONG and f.work[hit:end][-2:] != "00"
    return not rest or rest in ALIKE_EN or (make and rest.isalpha() and rest.islower())


_GIVES = re.compile(
    r"\b(?:g[ai]ves?|given|costs?|pa(?:ys?|id)|sen[dt]s?|offer(?:s|ed)|award(?:s|ed)|hand(?:s|ed)|lends?|lent"
    r"|ow(?:es?|ed)|w[io]ns?|sav(?:es?|ed)|brings?|brought|buys?|bought|grant(?:s|ed)|earn(?:s|ed)) \Z"
)
"""Verbs with two objects: whom, and how many."""
_PLURAL_NAMES, _LONG = frozenset({"Windows"}), 3


def _is_subject(s: str, name: Name, found: Found, end: int) -> bool:
    """``Gaudi 3 cards are``, ``Route 66 crosses the``: the subject that a sentence opens with."""
    if _SEVERAL.match(s, end) is not None:
        return True
    word = _WORD.match(s, end)
    if word is None:
        return False
    if found.has_unit:
        following = _WORD.match(s, found.end)
        if following is None:
            return False
        return _predicates(s, following)
    lower = word[1].lower()
    if word[1][0].isupper() and s[word.end() : word.end() + 1].isdecimal():
        return "." in s[end - 3 : end]
    if word[1][0].isupper():
        return word[1].istitle() and not context.is_plural(lower) and len(lower) > 2
    if not context.counted_follows(s, end):
        if lower in ACTS_S_EN:
            return lower not in _OF_PARAMETERS or not name.words[-1].istitle()
        return _PAST.match(s, end) is not None and not context.is_plural(name.words[-1].lower())
    if "." in s[end - 2 : end] or not context.counted_behind_name(s, 0, end):
        return True
    following = _WORD.match(s, word.end())
    if following is None:
        return False
    return _predicates(s, following)


def _predicates(s: str, following: re.Match[str]) -> bool:
    """Whether the word behind a plural is its verb: it helps one, has an object, or ends a sentence."""
    verb = following[1]
    if verb in AUXILIARIES_EN or f"{verb}s" in ACTS_S_EN:
        return True
    if verb not in VERBS_EN:
        return False
    return _OBJECT.match(s, following.end()) is not None or _STOP.match(s, following.end()) is not None


_STOP = re.compile(r"(?: [a-z]{2,12}){0,2}\.(?= |\n|\Z)")


_SEVERAL = re.compile(
    r"(?:, \d[\d.]{0,5}){0,4},? (?:and|or) \d{1,4}(?:\.\d{1,2})? (?:are|were|have|had|do|can|will|may|both)\b"
)
"""``Gemini 1.5 and 2.0 are``."""
_QUALIFIED = re.compile(r"-(?:class|series|based|era|style|like|compatible|capable)\b|['’]s\b(?! ?\d)")
"""``RTX 4090-class``, ``Llama 3's``: what no number that counts has behind it."""
_NOUNS = INDEX_WORDS | REFERENCE_WORDS
_PAST = re.compile(
    rf" (?:[a-z]{{2,12}}ed|{'|'.join(sorted(PAST_EN))}|left|won|lost)"
    r"(?=[.,;]|\n|\Z| (?:in|on|at|by|from|to|for|with|without|its|the|an?|\d+) )"
)
_OF_PARAMETERS = frozenset(spaced("is was has does gives yields means"))
"""What is said of a setting too: ``Depth 12 gives``."""
_OBJECT = re.compile(r" (?:an?|the|its|their|every|it|them|this|that)\b")
