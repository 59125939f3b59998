"""Words for a multiple, a share or a mixed number: ``翻两番``, ``halved``, ``one in five``.

A multiple is a ratio (unit ``x``), since what it says is a change and no count. Words that only look like
one (``double precision``, ``a third option``, ``knowledge triples``) are told by what stands beside them.
"""

from __future__ import annotations

import re

from ledger.quantities.lexicon import FUNCTION_EN
from ledger.quantities.numerals import chinese, english
from ledger.quantities.reading import Numeral, Reading

MULTIPLE_ZH = "翻减折加"
"""Characters that a Chinese multiple begins with; most of them begin other words."""
BEHIND_MULTIPLE_ZH = frozenset("倍番半了一两二三四五六七八九十 0123456789")
"""The second character of a Chinese multiple."""
_TURNED = re.compile(r"翻了?(?: ?([一两二三四五六七八九十]|\d{1,2}) ?)?(倍|番)(?![数率])")
_HALVED = re.compile(r"[减折]半(?![径衰价])")
_DOUBLED = re.compile(r"加倍(?![数率])")

TIMES_EN = (
    "twice|thrice|double[ds]?|doubling|triple[ds]?|tripling|quadruple[ds]?|quadrupling|halve[ds]|halving"
)
_FACTORS = {"tw": "two", "th": "three", "do": "two", "tr": "three", "qu": "four"}
_BARE = frozenset({"double", "triple", "quadruple"})
_DETERMINED = re.compile(
    r" (?:the|that|those|its|their|our|his|her|this|these|what|as|or|every|each|in|from|to)\b|[.,;:)]|\s*\Z"
)
"""What stands behind a verb of multiplication."""
_HYPHENED = re.compile(r"[-‑][A-Za-z]")
_DAILY = re.compile(r"[-‑](?:dai|night|week|month|quarter|year|hour)ly\b")
"""``twice-daily`` says how often."""
_COMPOUND = re.compile(r" (?:precision|quot|click|check|slash|dash|count|negati|integral)", re.I)
"""What makes another word of ``double`` (``double-blind``, ``double precision``)."""
_NOMINAL = re.compile(r"\b(?:the|of|as|both|all|these|those|two|an?|their|its)\s\Z", re.I)
"""What stands before a noun in the plural (``the halves``, ``of doubles``)."""

_SMALL = "one|two|three|four|five|six|seven|eight|nine|ten"
_SHARE = re.compile(
    rf"(?P<part>{_SMALL}|eleven|twelve|(?:twen|thir|for|fif|six|seven|eigh|nine)ty(?:-(?:{_SMALL}))?)"
    r"(?P<joint> out of| in)(?: every| the)? "
    rf"(?:(?P<digits>(?<=of )\d{{1,6}}(?![\d,.]*\d))"
    rf"|(?P<whole>(?:{_SMALL}|twelve|twenty|thirty|forty|fifty|a hundred|hundred|a thousand|thousand)"
    r"(?: hundred| thousand| million)?))(?![A-Za-z-])",
    re.I,
)
_MIXED = re.compile(
    r"[ -]and[ -](?:(?P<half>a[ -]half)|(?P<quarter>a[ -]quarter)|(?P<quarters>three[ -]quarters))"
    r"(?![A-Za-z])"
    r"(?: (?P<scale>hundred|thousand|million|billion|trillion)(?![A-Za-z]))?"
)
_TENTHS_OF = {"half": "5", "quarter": "25", "quarters": "75"}
_ORDINAL = re.compile(r"(?:an?) (?:third|fourth|fifth|sixth|seventh|eighth|ninth|tenth)\Z", re.I)
_NOUN = re.compile(r"[ -]([a-z]{2,}|[A-Z][\w-]*)")
_COMPARATIVE = re.compile(r"(?:less|more|fewer|better|worse|[a-z]{3,}er)\Z")
MAGNITUDE = re.compile(r"an order of magnitude(?![A-Za-z]| (?:estimate|analysis|calculation|argument))", re.I)


def multiple_zh(s: str, start: int, end: int) -> tuple[int, Reading] | None:
    """``翻倍``, ``翻两番``, ``减半``: the end and the ratio; each 番 doubles. ``翻三倍`` has two meanings."""
    turned = _TURNED.match(s, start, end)
    if turned is not None:
        times = turned[1] or "一"
        count = int(times) if times.isascii() else int(chinese(times)[0])
        if turned[2] == "倍" and count != 1:
            return None
        return turned.end(), Reading((Numeral(str(2**count)),), "x")
    if _HALVED.match(s, start, end) is not None:
        return start + 2, Reading((Numeral("1/2", "fraction"),), "x")
    if _DOUBLED.match(s, start, end) is not None:
        return start + 2, Reading((Numeral("2"),), "x")
    return None


def multiple_en(s: str, start: int, word: str) -> Numeral | None:
    """The ratio that a word of multiplication at *start* says; ``None`` for one that says none."""
    lower = word.lower()
    stop = start + len(word)
    before = s[max(0, start - 12) : start]
    named = lower.removesuffix("fold")
    if named != lower:
        return Numeral(named, "english")
    hyphened = _HYPHENED.match(s, stop) is not None and _DAILY.match(s, stop) is None
    if hyphened or (lower in _BARE and _COMPOUND.match(s, stop) is not None):
        return None
    if lower in ("halves", "doubles", "triples") and _NOMINAL.search(before) is not None:
        return None
    if lower in ("halves", "triples") and _DETERMINED.match(s, stop) is None:
        return None
    if lower.startswith("hal"):
        return Numeral("1/2", "fraction")
    return Numeral(_FACTORS[lower[:2]], "english")


def share(s: str, start: int, end: int) -> tuple[int, Reading] | None:
    """``three out of four``, ``one in five``: the end, and part and whole."""
    found = _SHARE.match(s, start, end)
    if found is None:
        return None
    part = Numeral(found["part"].lower(), "english")
    whole = Numeral(found["digits"]) if found["digits"] else Numeral(found["whole"].lower(), "english")
    if part.number()[0] >= whole.number()[0]:
        return None
    return found.end(), Reading((part, whole), shape="part")


def span(s: str, start: int, stop: int, low: Numeral) -> tuple[int, Reading] | None:
    """``two to three``, ``two or three``: the end and the range; ``from two to three`` tells of a change."""
    found = _SPAN.match(s, stop)
    if found is None or (found["joint"] == "to" and _FROM.search(s, max(0, start - 24), start) is not None):
        return None
    high = Numeral(found["high"].lower(), "english", scale=(found["scale"] or "").lower())
    low.scale = high.scale
    first, second = low.number()[0], high.number()[0]
    if first.denominator != 1:
        return None
    if first < second and (found["joint"] == "to" or (second == first + 1 and not high.scale)):
        return found.end(), Reading((low, high), shape="range")
    low.scale = ""
    return None


_SPAN = re.compile(
    rf"[ -](?P<joint>to|or)[ -](?P<high>{_SMALL}|eleven|twelve|twenty|thirty|forty|fifty)(?![A-Za-z])"
    r"(?![ -](?:of|in|out|one|two|three|four|five|six|seven|eight|nine|and a)\b)"
    r"(?: (?P<scale>hundred|thousand|million|billion|trillion)(?![A-Za-z]))?",
    re.I,
)
_FROM = re.compile(r"\bfrom (?:[a-z]+ )?\Z", re.I)


def is_ordinal(s: str, start: int, stop: int) -> bool:
    """Whether ``a third`` names one more of a kind (``a third option``) rather than a share."""
    if _ORDINAL.match(s, start, stop) is None:
        return False
    noun = _NOUN.match(s, stop)
    if noun is None:
        return False
    return noun[1].lower() not in FUNCTION_EN and _COMPARATIVE.match(noun[1]) is None


def mixed(s: str, stop: int, whole: Numeral) -> tuple[int, Numeral] | None:
    """``two and a half million``: the end, and *whole* with what its fraction adds."""
    found = _MIXED.match(s, stop)
    if found is None or whole.scale or whole.negative:
        return None
    try:
        value = whole.number()[0] if whole.script == "digits" else english(whole.text)[0]
    except ValueError:
        return None
    if value.denominator != 1:
        return None
    part = next(name for name in _TENTHS_OF if found[name])
    return found.end(), Numeral(f"{value.numerator}.{_TENTHS_OF[part]}", scale=found["scale"] or "")


_BY_A_FACTOR = re.compile(r"\bby an? (?:[a-z]+ )?factors? of \Z", re.I)


def is_factor(s: str, start: int) -> bool:
    """Whether the number at *start* is a ratio by the words before it: ``by a factor of``."""
    return _BY_A_FACTOR.search(s, max(0, start - 48), start) is not None
