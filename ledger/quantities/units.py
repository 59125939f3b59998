"""Units: reading one out of running text, its canonical name, exact conversion.

A canonical name is what a claim writes: ``"B/parameter"``, ``"GB/s"``, ``"Gbps"``, ``"GPU-hour"``,
``"m/s²"``, ``"W/m/K"`` (for W/(m·K)), ``"kg·m²"``, ``"%"``, ``"x"`` (a ratio such as 1.5×), ``"1"`` (a pure
number).
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

from ledger.errors import UnitError
from ledger.quantities.compounds import GOES_ON, PER, WORD, compound, raised
from ledger.quantities.unit_table import CJK, SIZES, SPELLINGS, Dimensions, lookup
from ledger.quantities.unit_words import APART, LONGER_ZH, NOT_BEFORE
from ledger.quantities.vocabulary import spaced

_LATIN = re.compile(rf"(?:[ \u00a0\u2009\u202f]{{0,2}}-?|[-\u2011])({WORD}|[%％‰×€£₹₩₽¢\u2033])")
_CHINESE = {
    first: re.compile("|".join(sorted((name for name in CJK if name[0] == first), key=len, reverse=True)))
    for first in {name[0] for name in CJK}
}
"""Chinese names by their first character, longest first."""
_PHRASE = re.compile(
    r"[ \u00a0-]{0,2}(?:(?P<cent>per cent(?![A-Za-z]))|(?P<points>percentage[ -]points?(?![A-Za-z]))"
    r"|(?P<basis>basis[ -]points?(?![A-Za-z]))|(?P<orders>orders?[ -]of[ -]magnitude(?![A-Za-z]))"
    r"|degrees? (?P<degrees>Celsius|centigrade|Fahrenheit|[CF](?![A-Za-z]))"
    rf"|(?P<power>square|cubic|[Ss]q\.?|[Cc]u\.?) (?P<length>{WORD})"
    r"|(?P<share>wt|vol|at)\.? ?%|(?P<rate>[kMGT]?T/s)(?!\w))"
)
_PHRASES = frozenset(
    spaced(
        "per percentage basis order orders degree degrees square cubic sq Sq cu Cu wt vol at T kT MT GT TT"
    )
)
"""The first words of what :data:`_PHRASE` finds."""
_SPACES = ("\u0020", "\u00a0", "\u2009", "\u202f")
_NAMED = {"cent": "%", "points": "pp", "basis": "basis point", "orders": "order of magnitude"}
_BAR = re.compile(r" ?/ ?| per (?:an? )?")
_POINTS = re.compile(r"[ -](?:percentage[ -])?points?(?![A-Za-z])")
_SCALES_OF_HEAT = re.compile(r" ?([CF])(?![A-Za-z0-9])")
_LITRE_AFTER = re.compile(r" ?[(²³^*×·⋅+−=/-]| [A-Za-z](?![A-Za-z])")
_NOUN_BEFORE = re.compile(r"(?<![A-Za-z-])([A-Za-z]{3,16}(?<!s)s) (?:\d\S{0,12}(?:, | and | or | to )){0,3}$")
_NAME = re.compile(r"[ \u00a0](?:[A-Z][A-Za-z]{1,11}[ \u00a0])?[A-Z]{1,3}\d{2,4}[A-Za-z]{0,4}(?![\w-])")
_LAST_LETTERS = frozenset("s,dro")
_OPAQUE = re.compile(r"[^\W\d_][\w.·-]{0,39}(?: [^\W\d_][\w.·-]{0,39}){0,3}")


@dataclass(frozen=True, slots=True)
class Unit:
    """A canonical name, its size in base units and its dimensions (sorted, powers ≠ 0)."""

    name: str
    size: Fraction
    dims: Dimensions

    @property
    def counts(self) -> bool:
        """Whether it only counts things (tokens, GPUs, 张), so that a text may leave the noun out."""
        return all(base.startswith("#") for base, _ in self.dims)


def match(text: str, start: int, end: int) -> tuple[int, str] | None:
    """The unit that stands at *start* (after optional space or hyphen): its end and canonical name."""
    found = _LATIN.match(text, start, end)
    if found is None:
        return _chinese(text, start, end)
    word, stop = found[1], found.end()
    name = lookup(word)
    if name is None:
        return _phrase(text, start, end) if word in _PHRASES else None
    after = text[stop] if stop < end else ""
    if name == "%" and (points := _POINTS.match(text, stop, end)) is not None:
        return points.end(), "pp"
    if word == "°" and (heat := _SCALES_OF_HEAT.match(text, stop, end)) is not None:
        return heat.end(), f"°{heat[1]}"
    if not _ends(text, stop, after) or (word in NOT_BEFORE and NOT_BEFORE[word].match(text, stop, end)):
        return None
    if word in APART and not _stands_apart(text, found.start(1), stop, end, word):
        return None
    if after == "%":
        return (stop + 1, f"{word}%") if f"{word}%" in SPELLINGS else None
    return compound(text, stop, end, name) if after in GOES_ON else (stop, name)


def _ends(text: str, stop: int, after: str) -> bool:
    """Whether a word of Latin letters ends at *stop*: no letter, digit or possessive goes on from it."""
    if after in " .,;)/" or after > "\u2e80":  # the empty string among them
        return True
    if after in ("'", "’"):
        return text[stop - 2 : stop - 1].isalpha() or not text[stop + 1 : stop + 2].isalpha()
    return not (after.isalpha() or after in "0123456789_")


def _stands_apart(text: str, at: int, stop: int, end: int, word: str) -> bool:
    """Whether a space parts the unit at *at* from a number; an L also begins no formula (``20 L h²``)."""
    if at == 1 and word != "L":
        return True  # no number: the unit of a table's column
    if at < 2 or text[at - 1] not in _SPACES or not text[at - 2].isalnum():
        return False
    if word != "L":
        return True
    return text[at - 2].isdecimal() and (
        _LITRE_AFTER.match(text, stop, end) is None or PER.match(text, stop, end) is not None
    )


def _phrase(text: str, start: int, end: int) -> tuple[int, str] | None:
    """A unit of several words, or with a sign among its letters."""
    found = _PHRASE.match(text, start, end)
    if found is None or found.lastgroup is None:
        return None
    kind, stop = found.lastgroup, found.end()
    if kind == "degrees":
        name = "°F" if found[kind][0] == "F" else "°C"
    elif kind == "share":
        name = f"{found[kind]}%"
    elif kind == "rate":
        name = found[kind]
    elif kind == "length":
        base = lookup(found[kind])
        name = f"{base}{'²' if found['power'][0] in 'sS' else '³'}"
    else:
        name = _NAMED[kind]
    if name not in SIZES:
        return None
    return compound(text, stop, end, name) if stop < end and text[stop] in GOES_ON else (stop, name)


def _chinese(text: str, start: int, end: int) -> tuple[int, str] | None:
    at = start + (text[start : start + 1] in _SPACES)
    names = _CHINESE.get(text[at : at + 1])
    found = None if names is None else names.match(text, at, end)
    if found is None:
        return None
    word, stop = found[0], found.end()
    if stop >= end:
        return stop, CJK[word]
    if text[stop] in LONGER_ZH.get(word, ""):
        return None
    name = CJK[word]
    return compound(text, stop, end, name) if text[stop] in GOES_ON else (stop, name)


@lru_cache(maxsize=4096)
def resolve(name: str) -> Unit:
    """The unit of a canonical or spelled name such as ``"GB/s"``, ``"bytes per parameter"``, ``"W/(m·K)"``.

    A word that the table does not know counts things of its own kind.

    Raises:
        UnitError: the text is not shaped like a unit.
    """
    text = " ".join(name.split())
    if text in ("", "1"):
        return Unit("1", Fraction(1), ())
    size, names = Fraction(1), []
    powers: dict[str, int] = {}
    for index, factor in enumerate(_BAR.split(text)):
        parts = _factors(factor)
        sign = 1 if index == 0 else -1
        spelled = []
        for one in parts:
            part, factor_size, dims = _factor(one, name)
            size *= factor_size**sign
            for base, power in dims:
                kind = f"#{part}" if base == "#*" and sign < 0 else base  # ``块/层`` is no pure number
                powers[kind] = powers.get(kind, 0) + sign * power
            spelled.append(part)
        names.append("·".join(spelled) if index == 0 else "/".join(spelled))
    left = tuple(sorted((base, power) for base, power in powers.items() if power))
    joined = "/".join(names)
    return Unit(SPELLINGS.get(joined, joined), size, left)


def _factors(text: str) -> list[str]:
    """The factors of one side of a bar; a known spelling with a dot of its own (``GPU·h``) is one."""
    if text in SPELLINGS:
        return [text]
    inner = text[1:-1] if text[:1] == "(" and text[-1:] == ")" else text
    return re.split(r" ?[·⋅] ?", inner)


def _factor(text: str, whole: str) -> tuple[str, Fraction, Dimensions]:
    known = "1" if text == "1" else raised(text) or CJK.get(text) or (text if text in SIZES else None)
    if known is not None and known in SIZES:
        return known, *SIZES[known]
    if known is not None:
        unit = resolve(known)
        return known, unit.size, unit.dims
    head, _, last = text.rpartition("-")
    time = lookup(last) if head else None
    if time in ("h", "day", "week", "month", "year"):
        base, size, dims = _factor(head, whole)
        length, (dimension,) = SIZES[time]
        return f"{base}-{'hour' if time == 'h' else time}", size * length, (*dims, dimension)
    if _OPAQUE.fullmatch(text) is None:
        raise UnitError(f"{whole!r} is not a unit")
    return text, Fraction(1), ((f"#{text}", 1),)


def before(text: str, start: int) -> str | None:
    """The count that a plural noun before *start* names: ``steps 10k and 20k``."""
    if text[start - 1 : start] != " " or text[start - 2 : start - 1] not in _LAST_LETTERS:
        return None
    found = _NOUN_BEFORE.search(text, max(0, start - 48), start)
    name = None if found is None else lookup(found[1])
    return name if name is not None and resolve(name).counts else None


def behind_name(text: str, stop: int) -> str | None:
    """The count behind a product's name: ``2.788M H800 GPU hours``, ``2048 NVIDIA H800 GPUs``."""
    if not text[stop + 1 : stop + 2].isupper():
        return None
    name = _NAME.match(text, stop, min(len(text), stop + 40))
    found = None if name is None else match(text, name.end(), min(len(text), name.end() + 24))
    return found[1] if found is not None and "#" in str(resolve(found[1]).dims) else None


def conversion(source: Unit, target: Unit) -> Fraction | None:
    """The exact factor from *source* to *target*, or ``None`` when their kinds differ."""
    if source.dims != target.dims:
        return None
    return source.size / target.size
