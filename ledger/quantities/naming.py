"""Numbers that belong to a name: versions, ports, places in a sequence, models."""

from __future__ import annotations

import re

from ledger.quantities import context, patterns, series, units
from ledger.quantities.fold import Folded
from ledger.quantities.lexicon import (
    INDEX_WORDS,
    INDEX_ZH,
    MEASURES_EN,
    NAME_WORDS,
    VERBS_EN,
    VERBS_S_EN,
)
from ledger.quantities.reading import Found
from ledger.quantities.sized import counts_sized, is_closed, is_ordinary, is_sized_name, stands_elsewhere
from ledger.quantities.token import Kind
from ledger.quantities.unit_table import lookup
from ledger.quantities.verdict import Before, Verdict
from ledger.quantities.vocabulary import spaced

_RELEASED = frozenset("版正预测开公")
_RELEASE_ZH = re.compile(r"(?:正式|预览|测试|开发|公测)?版")
"""``2.0 正式版``."""
_EDITION = re.compile(r"版(?![块权图面主式本税])")
_JOINED_NAME = re.compile(r"\+[A-Z][A-Za-z]+")
_LATER = re.compile(
    r"\s?(?:\+|and (?:above|later|newer|up|higher)|or (?:above|later|newer|higher)|及以上|以上|或更[高新])"
)


_LONGEST_MAJOR = 3
"""``120+`` may be a version; what has more digits and no point counts something (``Stars 5000+``)."""


def versioned(f: Folded, found: Found, hit: int, before: Before) -> Verdict | None:
    """``PyTorch 2.1 and above``: a name and a number with a point."""
    numbers = found.reading.numbers
    if len(numbers) != 1 or numbers[0].script != "digits":
        return None
    if numbers[0].text[-2:] == ".0" and (named := released(f, found, hit, before)):
        return named
    end = hit + len(numbers[0].text)
    slashed = found.start == hit and f.work[hit - 1] == "/" and not numbers[0].scale
    if slashed and _follows_slash(f.work, hit, end):
        return Verdict(Kind.VERSION, False, "a version behind a name and a slash", "slash-version", hit, end)
    if found.has_unit:
        return None
    following = f.work[found.end : found.end + 1]
    if following in _RELEASED and "." in numbers[0].text and _RELEASE_ZH.match(f.work, found.end) is not None:
        return Verdict(Kind.VERSION, False, "an edition or version", "edition", hit)
    if following == "版" and _EDITION.match(f.work, found.end):
        return Verdict(Kind.VERSION, False, "an edition or version", "edition", hit, found.end + 1)
    if following == "+" and numbers[0].scale and _JOINED_NAME.match(f.work, found.end):
        return Verdict(Kind.IDENTIFIER, False, "part of a name that a plus joins", "plus-name", hit)
    word, at = before
    joined = "." in numbers[0].text and word in _JOINTS and f.work[hit - 1 : hit] in _BEFORE_VERSION
    joined = joined and not numbers[0].scale
    if joined and _is_one_of_versions(f.work, max(0, hit - 60), hit):
        return Verdict(Kind.VERSION, False, "one of several versions", "versions", hit)
    if not word:
        return None
    if numbers[0].scale:
        return None
    whole, point, _ = numbers[0].text.partition(".")
    if point and word in _MOVED and _is_moved(f.work, hit, end):
        return Verdict(Kind.VERSION, False, "the version before or after a change of it", "upgrade", hit)
    later = len(whole) <= _LONGEST_MAJOR and _LATER.match(f.work, end) is not None
    if not point and not later:
        return None
    if point and f.work[end : end + 1] == "+" and not f.work[end + 1 : end + 2].isdecimal():
        return Verdict(Kind.VERSION, False, f"a version of {word} and later ones", "version-name", hit)
    if word.lower() in NAME_WORDS or (later and _is_name(f.work, word, at)):
        return Verdict(Kind.VERSION, False, f"a version of {word}", "version-name", hit)
    return None


def _is_one_of_versions(s: str, low: int, hit: int) -> bool:
    """``versions 3.0 and`` *2.0*; the noun is looked for first, for few have one."""
    if s.find("ersions ", low, hit) < 0 and s.find("eleases ", low, hit) < 0 and s.find("版本", low, hit) < 0:
        return False
    return _VERSIONS.search(s, low, hit) is not None


_SLASHED_NAME = re.compile(r"(?<![A-Za-z0-9/._-])([A-Z][A-Za-z]{2,15})/\Z")
_SLASHED_VERSION = re.compile(r"\d{1,3}\.\d{1,3}(?![\w%/]|\.\d)")


def _is_moved(s: str, hit: int, end: int) -> bool:
    """``upgraded the loader to 2.6``; a range with a unit (``from 2.5 to 10.5 Gbps``) is no version."""
    if _UPGRADED.search(s, max(0, hit - 90), hit) is None:
        return False
    other = _OTHER_END.match(s, end)
    return other is None or units.match(s, other.end(), min(len(s), other.end() + 24)) is None


_OTHER_END = re.compile(r" to v?\d{1,3}\.\d{1,3}")


def _follows_slash(s: str, hit: int, end: int) -> bool:
    """``HTTP/1.1``: a name that is no unit, a slash and a number with a point, nothing between."""
    if hit < 4:
        return False
    name = _SLASHED_NAME.search(s, max(0, hit - 20), hit)
    version = _SLASHED_VERSION.match(s, hit)
    if name is not None and name[1].endswith("TP") and _MAJOR.fullmatch(s, hit, end) is not None:
        return True
    return name is not None and lookup(name[1]) is None and version is not None and version.end() == end


_MAJOR = re.compile(r"[1-3](?![\w.+*/%-])")
"""The version of a transfer protocol (``HTTP/2``), which needs no point."""
_MOVED = frozenset({"to", "from"})
_UPGRADED = re.compile(
    r"\b(?:up|down)grad(?:e[ds]?|ing)"
    rf"(?: (?!(?:and|while|so|which|when|then|that|{'|'.join(sorted(MEASURES_EN))})\b)[\w-]{{1,20}}){{0,6}}?"
    r"(?: (?:to|from) v?\d{1,3}\.\d{1,3} ?\(?)? ?(?:to|from) v?\Z",
    re.I,
)
"""``upgraded the loader to 2.6 (from 2.4)``; the figure to which something else fell is no version."""
_JOINTS = frozenset(spaced("versions Versions releases Releases and or to through")) | {""}
_BEFORE_VERSION = frozenset(" ,、和与v本")
_VERSIONS = re.compile(
    r"(?:(?<![A-Za-z])(?:[Vv]ersions|[Rr]eleases) |版本 ?(?=\d))"
    r"(?:v?\d{1,4}(?:\.\d{1,4}){0,3}(?:, ?| ?[、和与] ?|,? (?:and|or|to|through) )){0,6}v?\Z"
)
"""What makes versions of one number and of those that it joins: ``versions 3.0 and 2.0``."""


def released(f: Folded, found: Found, hit: int, before: Before) -> Verdict | None:
    """``NVLink 3.0 ports``: a name of both cases and a number with a zero behind its point.

    It counts nothing: things are counted by whole numbers, and an average of them is no round one.
    """
    word, at = before
    numbers = found.reading.numbers
    if numbers[0].scale or f.work[hit - 1] != " ":
        return None
    if word.islower() or word[1:] in ("", word[1:].lower(), word[1:].upper()) or _is_attained(f.work, at):
        return None
    if lookup(word) is not None or len(numbers[0].text) > 4:
        return None  # ``400.0 TFLOPs``, ``120.0`` of a score: no release has such a number
    end = hit + len(numbers[0].text)
    unit = found.reading.unit
    if unit in ("x", "%", "pp") or (unit != "1" and not units.resolve(unit).counts):
        return None
    if _GAINED.match(f.work, end) or found.reading.shape != "one":
        return None
    return Verdict(Kind.VERSION, False, f"a version of {word}", "version-name", hit, end)


_GAINED = re.compile(r"[ -](?:times|points?|percent\w*|倍|个?百分)|[ -]?%|倍")
_IDENTIFIES = re.compile(
    r"(?:(?<![A-Za-z即])(?:id|ID|Id|uid|UID|pid|PID)|[a-z_](?:Id|ID|_id)"
    r"|(?<![A-Za-z即])(?:page|line|port|serial|index|issue|row|record|sector|block) (?:number|no\.|id|ID))"
    r" ?(?:={1,2}|:) ?\Z"
)
"""A key that names one of many, and the sign that gives it its value."""


def keyed(f: Folded, found: Found, hit: int) -> Verdict | None:
    """``id=5``, ``page number = 3``: the value of what tells one from the others."""
    s = f.work
    if s[hit - 1 - (s[hit - 1] == " ")] not in "=:" or not s[hit : found.end].isdecimal():
        return None
    if _IDENTIFIES.search(f.work, max(0, hit - 24), hit) is None:
        return None
    return Verdict(Kind.IDENTIFIER, False, "which one: the value of a key", "key-value")


_MORE = re.compile(r"(?:, ?|,? and |,? or | & |[-–])\d{1,3}(?![\d.%]|,\d)")


def places(f: Folded, found: Found, hit: int, before: Before) -> Verdict | None:
    """``layers 1-4``, ``steps 2 and 3``: places in a sequence, named by a noun before them."""
    word, at = before
    lower = word.lower()
    if (
        found.reading.shape == "range"
        and found.reading.unit == "1"
        and series.adjoins(f.work, hit, found.end)
    ):
        return Verdict(Kind.ORDINAL, False, "places in a sequence", "index-words", hit, found.end)
    if lower[-1:] != "s" or lower[:-1] not in INDEX_WORDS or f.work[hit - 1] != " ":
        return None
    if not f.work[found.end - 1].isdecimal():
        return None
    first = _NUMBERS.match(f.work, hit)
    ranged = _UP_FROM_0.match(f.work, hit)
    if ranged is not None and not context.counted_follows(f.work, ranged.end()):
        reason = f"which {lower}: places in a sequence"
        return Verdict(Kind.ORDINAL, False, reason, "index-words", at, ranged.end())
    end = hit if first is None else first.end()
    more = None
    while first is not None and (more := _MORE.match(f.work, end)) is not None:
        end = more.end()
    if first is None or end == first.end() or context.counted_behind_name(f.work, at, end):
        return None
    return Verdict(Kind.ORDINAL, False, f"which {lower}: places in a sequence", "index-words", at, end)


_MIXED = re.compile(
    r"[A-Z][a-z]+[A-Z]+[A-Za-z]*|[A-Z]{2,}(?!s\Z)[a-z]+[A-Za-z]*"
    r"|[a-z]{1,3}[A-Z]{1,3}[a-z]+|[a-z]{1,3}[A-Z]{2,}"
)
"""Capitals inside a word, which no place in a sentence gives it: ``LLaMA``, ``DeepSeek``."""
_NUMBERS = re.compile(r"\d{1,3}(?![\d.%])")
_UP_FROM_0 = re.compile(r"0 (?:to|through) \d{1,4}(?![\d.%]|,\d)")


_COUNTED_ZH = re.compile(r"\s?[个张台卡块片颗枚件套次份倍层轮条种类项位名人天年月秒分小]")


def further_zh(s: str, hit: int) -> int:
    """Where the numbers that stand joined behind a Chinese pointer end; -1 if one only, or if it counts."""
    first = _NUMBERS.match(s, hit)
    end = hit if first is None else first.end()
    last = end
    while first is not None and (more := patterns.MORE_ZH.match(s, end)) is not None:
        end = more.end()
    if end == last or units.match(s, end, min(len(s), end + 40)) is not None:
        return -1
    return -1 if _COUNTED_ZH.match(s, end) or context.counted_follows(s, end) else end


def named(f: Folded, found: Found, hit: int, floor: int, number: str, before: Before) -> Verdict | None:
    """``stage 3``, ``port 8001``, ``Llama 3``: a noun or a name directly before a bare number."""
    s = f.work
    word, at = before
    lower = word.lower()
    if not word:
        spot = hit - 1 if hit > floor and s[hit - 1] == " " else hit
        if s[spot - 1 : spot] <= "\u2e80":
            return None
        if (
            number.isdecimal()
            and len(number) < 4
            and s.endswith(INDEX_ZH, floor, spot)
            and not context.counted_follows(s, found.end)
        ):
            return Verdict(Kind.ORDINAL, False, "a place in a sequence", "index-zh")
        if s.endswith(("端口", "端口 "), floor, hit):
            return Verdict(Kind.IDENTIFIER, False, "the number of a port", "name-word")
        if s.endswith(("版本", "版本 ", "版", "版 "), floor, hit):
            return Verdict(Kind.VERSION, False, "a version number", "version-word")
        return None
    if lower in ("v", "ver", "version", "release", "rev", "revision"):
        return Verdict(Kind.VERSION, False, "a version number", "version-word", at)
    if lower in NAME_WORDS:
        return Verdict(Kind.IDENTIFIER, False, f"the number of a {word}", "name-word", at)
    whole, acted = number.isdecimal() and len(number) < 6, _ACTS.search(s, max(0, at - 12), at) is not None
    counted = context.counted_behind_name(s, at, found.end)
    plain = whole and not counted and (not acted or _is_reached(s, at, lower))
    plain = plain and not counts_sized(s, hit, found.end)
    if lower in _PROGRESS and len(number) > 2 and plain:
        return None
    numbered = lower in _NUMBERED and _PART.fullmatch(number) is not None and word not in _VERBS
    if numbered and s[hit - 1] == " " and not counted and not acted:
        return Verdict(Kind.ORDINAL, False, f"which {lower}: a place in a sequence", "index-word", at)
    located = whole and _is_located(s, at, lower)
    labels = (lower in ("no", "nr") and s[hit - 2] == "." and number.isdecimal()) or number == "0"
    labels = labels or _is_sort(s, at, word, number, found.end)
    if lower in INDEX_WORDS and (plain or located or labels) and s[hit - 1] == " ":
        titled = word[0].isupper() and not word.isupper() and lower not in _SUCCESSIVE
        kind = Kind.IDENTIFIER if titled else Kind.ORDINAL
        return Verdict(kind, False, f"which {lower}: a place in a sequence", "index-word", at)
    if _is_attained(s, at) or lower in MEASURES_EN:
        return None
    if _is_release(f, found, hit, before, number):
        return Verdict(Kind.VERSION, False, f"a release of {word}: no count has a point", "release", hit)
    mixed = _MIXED.fullmatch(word) is not None and lookup(word) is None and len(number) < 5
    shouted = context.noun_after(s, found.end)
    if len(shouted) > 1 and shouted.isupper():
        return None
    titled = (
        not is_closed(word) and "." in number and shouted.istitle() and word.istitle() and s[hit - 1] == " "
    )
    if (
        s[hit - 1] != "("
        and not ("." in number and lookup(word) is not None)
        and (titled or _is_name(s, word, at) or mixed or is_sized_name(f, word, at, hit, found.end))
        and len(number) < 6
        and "," not in number
        and (not context.counted_behind_name(s, at, found.end) or (mixed and shouted in VERBS_S_EN))
    ):
        if number.partition(".")[2] and is_score(number):
            return None
        if number.endswith(".0"):
            return Verdict(Kind.VERSION, False, f"a version of {word}", "version-name", hit)
        return Verdict(Kind.IDENTIFIER, False, f"part of the name {word} {number}", "name-number", at)
    return None


def named_elsewhere(f: Folded, found: Found, hit: int, before: Before) -> Verdict | None:
    """``Pi 4 uses``: what follows could be counted, but the text has the name by itself too.

    The word before the number has a capital.
    """
    word, at = before
    numbers = found.reading.numbers
    if len(numbers) != 1 or _is_attained(f.work, at) or word.lower() in MEASURES_EN:
        return None
    end = hit + len(numbers[0].text)
    if len(numbers[0].text) > 5 or f.work[hit - 1] != " " or "," in numbers[0].text:
        return None
    if _RELEASE.fullmatch(numbers[0].text) is not None and series.is_frequent(f.work, at, end):
        return Verdict(Kind.VERSION, False, f"a release of {word}, named again and again", "release", hit)
    if not series.is_named(f.work, at, end):
        mixed = _MIXED.fullmatch(word) is not None and lookup(word) is None
        if not mixed or not series.is_subject(f.work, at, end):
            return None
        reason = "part of a name that does several things"
        return Verdict(Kind.IDENTIFIER, False, reason, "name-again", at, end)
    if not _is_name(f.work, word, at) and (is_ordinary(word) or not stands_elsewhere(f, word, at)):
        return None
    return Verdict(Kind.IDENTIFIER, False, "part of a name that stands elsewhere too", "name-again", at, end)


def _is_release(f: Folded, found: Found, hit: int, before: Before, number: str) -> bool:
    """``the Llama 3.1 models``: a name, and a number that counts nothing, for it has a point."""
    s, (word, at) = f.work, before
    if (
        _RELEASE.fullmatch(number) is None
        or s[hit - 1] != " "
        or not context.counted_behind_name(s, at, found.end)
    ):
        return False
    return word.istitle() and not is_ordinary(word) and _is_name(s, word, at)


def _is_located(s: str, at: int, lower: str) -> bool:
    """``in layer 12 heads``, ``on day 3 tests``: without an article the noun needs the number for its own."""
    if lower in _MASSES:
        return False
    return _PLACED.search(s, max(0, at - 10), at) is not None


_MASSES = frozenset(
    spaced(
        "gpu cpu device head part class group number no item code case track core route bus scene season "
        "trial question act rank"
    )
)
"""Nouns that may stand without an article and a number too."""
_PLACED = re.compile(r"\b(?:in|on|at|during|until|after|before|from) \Z", re.I)


def _is_reached(s: str, at: int, lower: str) -> bool:
    """``to gate 12``, ``to layer 3``: behind a to a noun that is hardly ever a verb."""
    return lower in _PLACES and s.endswith("to ", 0, at)


_PLACES = frozenset(
    spaced("gate room node layer epoch device gpu cpu day week terminal highway chapter episode level")
)


def _is_sort(s: str, at: int, word: str, number: str, end: int) -> bool:
    """``phase 3 trials``, ``Type 2 errors are``: which sort of what follows it is."""
    if word.lower() not in _SORTS or not number.isdecimal() or len(number) > 2:
        return False
    if _EACH.search(s, max(0, at - 8), at) is not None or _ACTS.search(s, max(0, at - 12), at) is not None:
        return False
    opens = word[0].isupper() and word in _IMPERATIVES
    return not opens or _IS_SO.match(s, end) is not None


_SORTS = frozenset({"type", "phase", "class", "grade", "category", "gen", "generation", "tier"})
_IMPERATIVES = frozenset({"Type", "Grade", "Class"})
_EACH = re.compile(r"(?:\b(?:per|each|every|this|that|one)|:) \Z", re.I)
_IS_SO = re.compile(r" [a-z]{3,20} (?:is|are|was|were|has|have|can|may|will)\b")


def is_score(number: str) -> bool:
    """``MMLU 86.4``: no release has such a number, and the value of a measure has."""
    whole, _, part = number.partition(".")
    return len(whole) > 1 and whole[0] > "1" and part not in ("0", "04", "10")


_PROGRESS = frozenset({"step", "iteration", "epoch"})
"""How far a run got is told in these: a number of three digits or more is a result, and no label."""
_NUMBERED = frozenset(
    spaced("experiment run trial task step question exercise problem lesson lab item section chapter")
)
"""What may have numbers with a point: ``experiment 11.4``."""
_PART = re.compile(r"\d{1,3}\.\d{1,2}")
_VERBS = frozenset({"Run", "Step", "Task"})
_RELEASE = re.compile(r"[1-9]\.\d")
_SUCCESSIVE = frozenset(
    spaced(
        "day week step round epoch iteration lesson lecture exercise question episode season attempt trial"
    )
)
"""Nouns that are no name even with a capital: what follows one another in time (``Day 2``)."""
_ACTS = re.compile(
    r"\b(?:to|[Ww]e|[Yy]ou|[Tt]hey|I|can|could|will|would|may|might|must|should|cannot|not|does|do|did) \Z"
)
"""What makes the next word a verb: in ``we run 8`` the number is no place in a sequence."""
_ATTAINED = re.compile(
    r"(?:\b(?:achiev|reach|scor|attain|obtain|yield)(?:e[sd]?|s|ed|ing)? (?:an? |the )?"
    r"|达到|取得|获得|得到)\s?\Z"
)


def _is_attained(s: str, at: int) -> bool:
    """``achieves BLEU 28.4``: the name of a measure and its value, not the name of a version."""
    return _ATTAINED.search(s, max(0, at - 16), at) is not None


def _is_name(s: str, word: str, at: int) -> bool:
    """A capitalised word that does not merely open its sentence."""
    if not word[0].isupper() or len(word) < 2:
        return False
    if any(c.isupper() for c in word[1:]):
        return True
    if (
        at == 0
        or is_closed(word)
        or (s[at - 1] == " " and _follows_title(s, at) and word.lower() in VERBS_EN)
    ):
        return False
    before = s[max(0, at - 2) : at]
    return (
        before[-1:] not in "\n\t。！？“\"'：:|"
        and before not in (". ", "! ", "? ", ": ")
        and before.strip() != ""
    )


def _follows_title(s: str, at: int) -> bool:
    """Whether the word before has a capital too, as all words of a title have."""
    return context.word_before(s, at, max(0, at - 40))[0][:1].isupper()
