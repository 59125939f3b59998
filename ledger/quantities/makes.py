"""The numbers of makes and models: ``EPYC 9454P``, ``104 Xeon 8470 CPUs``, ``the 68000``, ``LLaMA 3-70B``."""

from __future__ import annotations

import re

from ledger.quantities import context, patterns, series, units
from ledger.quantities.fold import Folded
from ledger.quantities.lexicon import INDEX_WORDS, REFERENCE_WORDS, YEAR_WORDS
from ledger.quantities.reading import Found
from ledger.quantities.sized import is_ordinary
from ledger.quantities.token import Kind
from ledger.quantities.verdict import Before, Verdict


def model(f: Folded, found: Found, hit: int, before: Before) -> Verdict | None:
    """``104 Intel Xeon Platinum 8470 CPUs``, ``the 68000 has``, ``Ubuntu 22.04``: the number of a make."""
    s, word, numbers = f.work, before[0], found.reading.numbers
    if found.start != hit:
        return None
    if _JOINED_SIZE.match(s, hit) is not None and word[:1].isupper() and not is_ordinary(word):
        return Verdict(Kind.IDENTIFIER, False, f"part of the name {word}", "name-size", before[1])
    if len(numbers) != 1 or not 2 < len(numbers[0].text) < 7:
        return None
    text = numbers[0].text
    if text.isdecimal() and word[:1].isupper() and _is_make(f, found, hit, word):
        end = hit + len(text)
        return Verdict(Kind.IDENTIFIER, False, f"part of the name {word} {text}", "make", before[1], end)
    if found.has_unit or found.has_scale:
        return None
    if _RELEASE.fullmatch(text) is not None and word.istitle() and not is_ordinary(word):
        return Verdict(Kind.VERSION, False, f"a release of {word}", "release", hit)
    if word.lower() not in ("the", "a", "an") or not text.isdecimal() or len(text) < 4:
        return None
    if _STANDS_AS_NAME.match(s, found.end) is None or patterns.YEAR.match(s, hit) is not None:
        return None
    return Verdict(Kind.IDENTIFIER, False, "a number used as a name", "number-as-name", hit)


def _is_make(f: Folded, found: Found, hit: int, word: str) -> bool:
    """Whether the number ends a make whose count stands before it; only what is counted may follow."""
    s, unit = f.work, found.reading.unit
    make = _COUNTED_MAKE.search(s, max(0, hit - 60), hit)
    if make is None or (unit != "1" and not units.resolve(unit).counts):
        return False
    before, _ = context.word_before(s, make.start(), max(0, make.start() - 40))
    if before.lower() in INDEX_WORDS or before.lower() in REFERENCE_WORDS or before.lower() in YEAR_WORDS:
        return False
    names = make[0].split()[1:]
    return not any(is_ordinary(name) or name in _NO_MAKES for name in names)


def qualified(s: str, found: Found, hit: int) -> Verdict | None:
    """``1-bit Adam``, ``99% tail latency``: a width that a name begins with, the name of a percentile."""
    if found.start != hit:
        return None
    unit = found.reading.unit
    if found.has_scale and _SUFFIXED.match(s, hit) is not None:
        return Verdict(Kind.IDENTIFIER, False, "a size and what a name says of it", "name-size", hit)
    if unit == "%" and _is_percentile(s, hit):
        return Verdict(Kind.IDENTIFIER, False, "which percentile", "percentile", hit)
    if (unit == "bit" and _WIDE.match(s, hit)) or (unit == "1" and s.startswith("0/1", hit)):
        name = _NAME_BEHIND.match(s, found.end)
        if name is not None and series.is_frequent(s, hit, name.end(), 2):
            return Verdict(Kind.IDENTIFIER, False, "the first word of a name", "width-name", hit)
    return None


def _is_percentile(s: str, hit: int) -> bool:
    """``99% latency is``; where a noun says what became of it (``95% latency reduction``) it is measured."""
    named = _PERCENTILE.match(s, hit)
    if named is None:
        return False
    noun = context.noun_after(s, named.end())
    return not noun or noun.endswith("ed") or context.is_predicate(noun)


QUALIFIES = frozenset({"%", "bit", "1"})
_PERCENTILE = re.compile(r"9\d(?:\.\d{1,4})? ?% (?:tail )?latenc(?:y|ies)(?![a-z])", re.I)
_SUFFIXED = re.compile(
    r"\d{1,4}(?:\.\d{1,2})?[BMT]-(?:[a-z]{2,3}|[cC]hat|[bB]ase|[iI]nstruct|A\d{1,3}(?:\.\d)?B)(?![\w-])"
)
"""``104B-en``: the end of a name of which only its size and a suffix are said."""
_WIDE = re.compile(r"\d{1,2}[-‑]bit ")
_NAME_BEHIND = re.compile(r" ?[A-Z][a-z]{2,}(?![A-Za-z])")
_NO_MAKES = frozenset(
    {"Results", "Result", "Reduction", "Baseline", "Baselines", "Ablation", "Table", "Stage"}
)
_COUNTED_MAKE = re.compile(
    r"(?:(?<![\w.])\d{1,6} ?[个颗块张台片枚x×]?|\b(?:[Tt]wo|[Tt]hree|[Ff]our|[Ee]ight|[Bb]oth))"
    r" ?(?:[A-Z][A-Za-z0-9-]{1,20} ){1,4}\Z"
)
"""A count and the words of a name: what follows belongs to the name."""
_JOINED_SIZE = re.compile(r"[1-9](?:\.\d)?[-–]\d{1,4}(?:\.\d)?B(?![A-Za-z0-9])")
"""``LLaMA 3-70B``."""
_RELEASE = re.compile(r"[12]\d\.(?:04|10)")
"""A year and a month."""
_STANDS_AS_NAME = re.compile(r" (?:is|was|has|had|may|might|can|could|will|would)\b")


def is_titled(s: str, hit: int, floor: int) -> bool:
    """Whether a name stands before the number at *hit*: ``Ryzen 7950X``."""
    word, at = context.word_before(s, hit, floor)
    if not word and (series := _SERIES.search(s, max(0, hit - 4), hit)) is not None:
        word, at = context.word_before(s, series.end() - 2, max(0, hit - 44))
    if _FASTER.match(s, hit) is not None or is_ordinary(word):
        return False
    return s[hit] != "0" and len(word) > 2 and word.istitle() and s[at - 1 : at] == " "


_SERIES = re.compile(r" \d \Z")
"""``Ryzen 9 7950X``: a digit between a name and its number."""
_FASTER = re.compile(
    r"\d+X (?:faster|slower|throughput|speed-?ups?|more|less|higher|lower|better)\b", re.IGNORECASE
)


def is_model(f: Folded, found: Found, hit: int, floor: int) -> bool:
    """``EPYC 9454P``, ``3FS``: capitals behind the digits of a name, which is no product of symbols."""
    s = f.work
    if found.start != hit or not s[hit : found.end].isdecimal():
        return False
    capitals = _CAPITALS.match(s, found.end)
    if capitals is None or not f.symbols.isdisjoint(capitals[0]) or capitals[0] in _SCALES:
        return False
    if len(capitals[0]) > 1:
        return found.end - hit == 1 and not any(f.has(f" {each} ") for each in capitals[0])
    word = context.word_before(s, hit, floor)[0]
    return found.end - hit > 2 and len(word) > 1 and word[0].isupper()


_CAPITALS = re.compile(r"[A-Z]{1,4}(?![\w(*×/^-])")
_SCALES = frozenset("KkMBTG")
"""One of these behind a number is its scale."""
