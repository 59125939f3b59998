"""What stands directly around a bound text and changes what it states."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from ledger.documents.mentions import Mention
from ledger.documents.names import names
from ledger.quantities.unit_table import lookup
from ledger.quantities.units import resolve
from ledger.quantities.wording import is_changed, is_denied, is_multiplied, unit_behind

_SIGN_BEFORE = re.compile(r"(?:[·*/^÷√–-]|[×−±]\s*)\Z")
_SIGN_AFTER = re.compile(r"[×·*/^÷²³⁰¹⁴⁵⁶⁷⁸⁹]|\s*[×÷^]")
_POWER_AFTER = re.compile("[²³⁰¹⁴-⁹⁻^]")
_RATE_AFTER = re.compile(r"\s?/\s?[^\W\d_]|[ -]per[ -][^\W\d_]")
_LOOK = 12
_WORDS_AFTER = re.compile(r"[ \u00a0-]([A-Za-z][\w'’-]{0,40}(?: [A-Za-z][\w'’-]{0,40}){0,5})")
_MOST_BEYOND = 3
"""Words of a noun phrase, or of what it is divided by, beyond those that the claim's unit has."""
_FUNCTION_WORDS = names(
    """am is are was were be been being has have had having do does did can could may might must shall
    should will would about above across after against along among around before behind below beneath
    beside between beyond during inside into near onto out outside over past since through throughout
    till toward towards under until upon via within when where while which who whom whose that this
    these those there here because since though although so then thus hence also only just even still
    too again both all any some such it they we you he she its their our your yet once now already each"""
)
"""Words of English that name nothing to be counted: of its closed classes, those that
:mod:`ledger.quantities.wording` takes for nouns."""


class Beside(NamedTuple):
    """See :func:`attached`, :func:`overruled` and :func:`words_after`."""

    attached: bool
    overruled: bool
    after: str


def beside(plain: str, start: int, end: int, touched: Sequence[Mention]) -> Beside:
    """What stands around the bound text ``plain[start:end]``, whose numbers are *touched*."""
    return Beside(
        attached(plain, start, end, touched), overruled(plain, start, end, touched), words_after(plain, end)
    )


def attached(plain: str, start: int, end: int, touched: Sequence[Mention]) -> bool:
    """Whether the bound text ``plain[start:end]`` is only a part of what stands there.

    So it is if one of the numbers in it (*touched*) goes on outside, as in ``at most [4P bytes]`` or
    ``[16] KB``, or if a sign, a factor or a power stands beside it. A term of a sum stands for itself.
    """
    for mention in touched:
        before = plain[mention.start : start].strip()
        after = plain[end : mention.end].strip()
        if (before and not before.endswith("+")) or (after and not after.startswith(("+", "−", "-", "–"))):
            return True
    if _SIGN_BEFORE.search(plain[max(0, start - _LOOK) : start]):
        return True
    return _SIGN_AFTER.match(plain, end, end + _LOOK) is not None


_NOT_SO = re.compile(
    r"(?:(?<![A-Za-z])(?:no longer|used to (?:be|take|need)|formerly) |≠ ?"
    r"|不(?:再是?|占用?|需要?|用|要|含|会是|达) ?)\Z",
    re.IGNORECASE,
)
"""What stands before a number that does not hold, or not now."""
_MORE_ZH = re.compile(r" ?多(?![少种个级核卡轮模路])")
"""``[30 GB] 多``: more than that."""


def overruled(plain: str, start: int, end: int, touched: Sequence[Mention]) -> bool:
    """Whether the text around says another thing than what is read.

    Right before the bound text stands a denial or a part (``not [16 bytes]``, ``half of [16 bytes]``), or
    right behind it, where its last number does not reach, a divisor (``[8 块 GPU]/s``), a power, a bound
    (``[30–40%] or more``), a second unit (``[16 bytes] GB``).
    """
    first = min((mention.start for mention in touched), default=start)
    low = min(first, start)
    if is_denied(plain, low) or is_multiplied(plain, low):
        return True
    if _NOT_SO.search(plain, max(0, low - 2 * _LOOK), low) is not None:
        return True
    last = max((mention.end for mention in touched), default=start)
    if end <= start or last > end:
        return False
    if (
        is_changed(plain, end)
        or _MORE_ZH.match(plain, end) is not None
        or (last < end and _POWER_AFTER.match(plain, end) is not None)
    ):
        return True
    return plain[end - 1].isalnum() and _RATE_AFTER.match(plain, end) is not None


def words_after(plain: str, end: int) -> str:
    """The words in Latin letters right behind the bound text that ends at *end*, up to six of them."""
    found = _WORDS_AFTER.match(plain, end)
    return "" if found is None else found[1]


_DIVIDED = re.compile(r"(?:an?|each|every|for each|for every) ([A-Za-z-]+(?: [A-Za-z-]+){0,2})")


def divides_otherwise(words: str, claimed: str) -> bool:
    """Whether the *words* behind a binding count per another thing than the unit *claimed* does:
    ``[12 bytes] a layer`` where the claim is per parameter."""
    found = _DIVIDED.match(words) if "/" in claimed else None
    if found is None:
        return False
    nouns = {word.lower().removesuffix("s") for word in found[1].split()}
    return not any(part.lower().removesuffix("s") in nouns for part in claimed.split("/")[1:])


_OWN_NOUNS = {
    "层": names("layer level tier block"),
    "步": names("step"),
    "页": names("page"),
    "人": names("person user author"),
    "路": names("way path lane replica"),
    "级": names("level stage tier way layer"),
    "行": names("row line"),
    "列": names("column"),
    "字": names("word character"),
}
"""Measure words of Chinese that say what they count, and what that is in English."""


def counts_otherwise(unit: str, claimed: str) -> bool:
    """Whether the measure word *unit* says of itself that another thing is counted than the noun *claimed*:
    ``[64 层]`` where the claim is of 64 ways. Nothing is known of a noun that is in no table of units."""
    nouns = _OWN_NOUNS.get(unit)
    name = claimed.partition("/")[0]
    return nouns is not None and name not in nouns and name.isascii() and lookup(name) is not None


def counted_after(number: str, words: str, claimed: str) -> str:
    """What the bare *number* at the end of a bound text counts, by the *words* behind the binding.

    ``1`` where they tell nothing, or where the unit *claimed* is a measure, which bare numbers of a page are
    read in. Otherwise the claim's own noun if the words have it, else the noun that they begin with.
    """
    if claimed == "1" or not resolve(claimed).counts:
        return "1"
    most = len(claimed.replace("/", " ").split()) + _MOST_BEYOND
    told = "1"
    phrase: list[str] = []
    for word in words.split()[:most]:
        phrase.append(word)
        unit = unit_behind("1", number, " ".join(phrase), claimed)
        if unit == claimed:
            return claimed
        if len(phrase) == 1 and unit is not None and word.lower() not in _FUNCTION_WORDS:
            told = unit
    return told
