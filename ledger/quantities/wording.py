"""Words beside a number in a text that is to state this number and nothing else.

A noun behind a number says what it counts, a name and a sign before it say whose value it is. Any other
word may change what the text states (``half of``, ``not``, ``less``, ``per TB``), and what may change it
and is not read makes the text unreadable: nobody can then tell what it states.
"""

from __future__ import annotations

import re

from ledger.quantities import units
from ledger.quantities.lexicon import AFTER, BEFORE_EN
from ledger.quantities.numerals import SCALES
from ledger.quantities.unit_table import CJK, lookup
from ledger.quantities.unit_words import MEASURE_WORDS
from ledger.quantities.units import resolve
from ledger.quantities.vocabulary import spaced

_QUOTES = " \u00a0\u2007\u2009\u202f\n\t()（）[]\"“”„'’*_`"
_OUTSIDE = _QUOTES + ".,，。、;；:：…"
"""Punctuation around a number that changes nothing."""
_MOST_WORDS = 6
_WORD = re.compile(r"[^\W\d_][\w'’.-]*")
_SYMBOL = re.compile(r"[^\W\d_][′']?(?:_\w{1,12})?(?:\(\w{1,12}\))?")
"""A letter with an index and an argument: ``M``, ``B_f``, ``M(I)``."""
_CJK_RUN = re.compile("[\u4e00-\u9fff]+")
_RAISED = re.compile("[²³¹⁰⁴-⁹₀-₉ªº]")
_RELATIONS = " =≈:："
_SIGNS = frozenset("=≈~<>≤≥≦≧⩽⩾＜＞≲≳")
_DIVIDES = re.compile(
    r"(?:(?:\A|\s)(?P<sign>an?|per|each|every)\s+|\s?/\s?|每一?个?\s*)(?P<noun>[^\W\d_][\w-]*)(?:\s+|\Z)",
    re.IGNORECASE,
)
_ARTICLES = frozenset({"", "the", "The"})
_COMPLEMENT = frozenset(spaced("of for in on with at"))
"""Words that end the noun phrase that is counted and begin one that tells of it."""
_ACTING = spaced(
    "no not non never neither nor none nothing without except excluding cannot hardly barely scarcely rarely "
    "seldom rather instead relative negative minus plus times divided multiplied modulo half halve halved "
    "halves double doubled twice thrice triple tripled quadruple fraction multiple inverse reciprocal "
    "squared cubed dozen couple several few many least most short shy per each every percent percentage a an "
    "by from to than as if unless but or and versus vs best worst limit bound cap ceiling floor"
)
_CHANGING = (
    frozenset(_ACTING)
    | frozenset(word for cue in (*BEFORE_EN, *AFTER) if cue.isascii() for word in cue.split())
    | frozenset(scale.lower() for scale in SCALES if scale.isascii())
) - (_COMPLEMENT | {"the"})
"""Words of denial, degree, arithmetic and choice: the closed classes of English that act on a number."""
_CHANGING_ZH = re.compile(
    "[不没未非无勿莫否半倍每或加减除乘负约近超比余多少且和与及至到零〇一二三四五六七八九十百千万亿两几数]|分之|以[上下内外]"
    "|左右|上下(?!文)|只有|[上下]限|封顶|起步"
)
_DENIED = re.compile(
    r"(?:(?<![A-Za-z])(?:not?|never|without|cannot|neither|nor)|n['’]t)[ \u00a0](?:(?:the|an?) )?\Z"
    r"|(?:[不并](?:是|非|为|等于)|[而绝]非|[没未无]有?)[ \u00a0]?\Z",
    re.I,
)
_MULTIPLIED = re.compile(
    r"(?<![A-Za-z])(?:half|thirds?|quarters?|fifths?|tenths?|twice|thrice|double|triple)(?: of)?"
    r"(?: the| an?)?[ \u00a0]\Z"
    r"|(?:一半|半数|倍于|倍)的?[ \u00a0]?\Z",
    re.I,
)
"""A part or a multiple of what stands right behind it."""
_LOOK = 24
_TAKES_BACK = re.compile(
    rf"\s?(?:{'|'.join(sorted(map(re.escape, AFTER), key=len, reverse=True))})(?![A-Za-z文])"
    r"|\s?(?:[十百千]?万|[十百千万]?亿)|\s(?:thousand|million|billion|trillion|halved|squared|cubed)(?![A-Za-z])"
    r"|\s(?=(?P<word>[A-Za-zµμ]{2,12})(?![\w-]))",
    re.IGNORECASE,
)
"""A bound behind a number, a scale, a word of arithmetic, or a word that may be a second unit."""
_PLURALS = (
    ("ies", "y"),
    ("ches", "ch"),
    ("shes", "sh"),
    ("sses", "ss"),
    ("xes", "x"),
    ("ss", "ss"),
    ("s", ""),
)


def introduces(words: str, number: str) -> bool:
    """Whether *words* before the printed *number* only name it: an article, or a name and a sign of relation
    (``M`` before ``≥ 4``, ``K =`` before ``12``)."""
    text = words.strip(_QUOTES)
    name = text.rstrip(_RELATIONS)
    if name in _ARTICLES:
        return True
    return (name != text or number[:1] in _SIGNS) and is_name(name)


def is_denied(text: str, at: int) -> bool:
    """Whether the word right before *at* denies what stands there (``not 16 bytes``, ``不是 16 字节``)."""
    return _DENIED.search(text, max(0, at - _LOOK), at) is not None


def is_multiplied(text: str, at: int) -> bool:
    """Whether the words right before *at* take a part or a multiple of what stands there (``half of 16``)."""
    return _MULTIPLIED.search(text, max(0, at - _LOOK), at) is not None


def is_changed(text: str, end: int) -> bool:
    """Whether what follows right behind *end* changes the number that ends there: a bound, a scale, a word of
    arithmetic, a unit that does not only count."""
    found = _TAKES_BACK.match(text, end, end + _LOOK)
    return found is not None and (found["word"] is None or _measures(found["word"]))


def is_name(text: str) -> bool:
    """Whether *text* is words that name a thing: symbols of one letter, nouns, names."""
    words = text.split()
    return len(words) <= _MOST_WORDS and all(
        _SYMBOL.fullmatch(word) is not None or _is_inert(word) for word in words
    )


def unit_behind(unit: str, number: str, words: str, claimed: str) -> str | None:
    """The unit of the printed *number* of *unit* with *words* behind it, or ``None`` if they may change it.

    ``rounds`` behind ``126`` is its unit, ``GPU`` behind ``8 块`` too, and ``a parameter`` behind
    ``20 bytes`` divides it. A noun of several words may be that of the unit *claimed*. What a Chinese noun
    counts is not known here.
    """
    rest = words.strip(_OUTSIDE)
    divisor = _DIVIDES.search(rest)
    counted = rest.split() if divisor is None else rest[: divisor.start()].split()
    told = [] if divisor is None else rest[divisor.end() :].split()
    if len(counted) + len(told) > _MOST_WORDS or not all(map(_is_inert, (*counted, *told))):
        return None
    if counted and _counted_by(unit, number):
        unit = _counted(counted, claimed) or unit
    if divisor is None:
        return unit
    if divisor["noun"] in MEASURE_WORDS:
        return None
    loose = divisor["sign"] in ("a", "an") and counted[-1:] and counted[-1] in _COMPLEMENT
    if loose or (told and told[0] not in _COMPLEMENT):
        return None
    return f"{unit}/{_singular(divisor['noun'])}"


def _counted_by(unit: str, number: str) -> bool:
    """Whether a noun behind the number is what it counts: it has no unit, a measure word, or a noun that is
    only the first of a compound (``8 expert ranks``)."""
    if unit == "1" or unit in CJK:
        return True
    last = re.search(r"([ -]?)([A-Za-z]+)\s*\Z", number)
    if last is None or not resolve(unit).counts:
        return False
    return last[1] != "-" and _singular(last[2]) == lookup(last[2]) == last[2]


def _counted(words: list[str], claimed: str) -> str | None:
    """The noun in Latin letters that *words* begin with, as a unit."""
    phrase: list[str] = []
    for word in words:
        if not word[0].isascii() or word in _COMPLEMENT:
            break
        phrase.append(word)
    if not phrase or not phrase[-1].replace("-", "").isalpha():
        return None
    noun = claimed.partition("/")[0].split()
    if [_singular(word) for word in phrase[-len(noun) :]] == [_singular(word) for word in noun]:
        return " ".join(noun)
    return _singular(phrase[-1])


def _singular(word: str) -> str:
    known = lookup(word)
    if known is not None:
        return known
    for ending, other in _PLURALS:
        if word.endswith(ending) and len(word) > len(ending) + 1:
            return word[: -len(ending)] + other
    return word


def _is_inert(word: str) -> bool:
    """Whether *word* is a noun or a name that cannot change what a number beside it states."""
    word = word.strip(_OUTSIDE)
    if _CJK_RUN.search(word) is not None:
        return all(map(_is_inert_chinese, _CJK_RUN.findall(word))) and all(
            map(_is_inert, _CJK_RUN.sub(" ", word).split())
        )
    if len(word) < 2 or _WORD.fullmatch(word) is None or _RAISED.search(word) is not None:
        return False
    if _measures(word) or "n't" in word.replace("’", "'").lower():
        return False
    return not any(part.lower() in _CHANGING or _measures(part) for part in re.split(r"[.-]", word))


def _is_inert_chinese(run: str) -> bool:
    if _CHANGING_ZH.search(run) is not None:
        return False
    unit = units.match(run, 0, len(run))
    if unit is None or resolve(unit[1]).counts:
        return True
    return 1 == unit[0] < len(run)


def _measures(word: str) -> bool:
    """Whether a word is a unit that does not only count things."""
    name = lookup(word)
    return name is not None and not resolve(name).counts
