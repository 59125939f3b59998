"""Units: reading one out of running text, its canonical name, exact conversion.

A canonical name is what a claim writes: ``"B/parameter"``, ``"GB/s"``, ``"Gbps"``, ``"GPU-hour"``,
``"%"``, ``"x"`` (a ratio such as 1.5×), ``"1"`` (a pure number).
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

from ledger.errors import UnitError
from ledger.quantities.unit_table import CJK, FOLDED, SIZES, SPELLINGS, Dimensions

_WORD = r"[A-Za-zµμ°℃][A-Za-zµμ]*(?:-batch(?:es)?)?"
_LATIN = re.compile(rf"(?:[ \u00a0\u2009\u202f]{{0,2}}-?|[-\u2011])({_WORD}|[%％‰×℃°€])")
_CJK = re.compile(
    r"[ \u00a0\u2009\u202f]?("
    + "|".join(sorted(map(re.escape, CJK), key=len, reverse=True))
    + ")(?<!本)|[ \u00a0\u2009\u202f]?(本)(?![章文节课页书表图专站教系身地质来次期轮人国])"
)
_PER = re.compile(rf"(?: ?/ ?|[ -]per[ -])(?:an? )?({_WORD})(?![\w])|/([秒天卡步层个])")
_TIMES_TIME = re.compile(r"[ \-·]?(hours?|h|days?|小时|天)(?![A-Za-z])")
_PER_CENT = re.compile(r"[ \u00a0-]per cent(?![A-Za-z])")
_PERCENTAGE_POINTS = re.compile(r"[ \u00a0-]percentage[ -]points?(?![A-Za-z])")
_POINTS = re.compile(r"[ -](?:percentage[ -])?points?(?![A-Za-z])")
_NOUN_BEFORE = re.compile(r"(?<![A-Za-z-])([A-Za-z]{3,16}s) (?:\d\S{0,12}(?:, | and | or | to )){0,3}$")
_NAME = re.compile(r"[ \u00a0](?:[A-Z][A-Za-z]{1,11}[ \u00a0])?[A-Z]{1,3}\d{2,4}[A-Za-z]{0,4}(?![\w-])")
_LAST_LETTERS = frozenset("s,dro")
_CJK_PER = re.compile(r"(?:/| / )(秒|天|小时|分钟|步|卡)")
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


def lookup(word: str) -> str | None:
    """The canonical name of one spelled unit word, or ``None``."""
    found = SPELLINGS.get(word)
    return found if found is not None else FOLDED.get(word.lower())


def match(text: str, start: int, end: int) -> tuple[int, str] | None:
    """The unit that stands at *start* (after optional space or hyphen): its end and canonical name."""
    found = _LATIN.match(text, start, end)
    if found is not None:
        name = lookup(found[1])
        if name is None:
            return _percentage(text, start, end)
        stop = found.end()
        if name == "%" and (points := _POINTS.match(text, stop, end)) is not None:
            return points.end(), "pp"
        if stop < end and text[stop] in "0123456789_":
            return None
        return _compound(text, stop, end, name)
    found = _CJK.match(text, start, end)
    if found is None:
        return None
    name = CJK[found[1] or found[2]]
    per = _CJK_PER.match(text, found.end(), end)
    if per is not None:
        return per.end(), f"{name}/{CJK[per[1]]}"
    return found.end(), name


def _percentage(text: str, start: int, end: int) -> tuple[int, str] | None:
    points = _PERCENTAGE_POINTS.match(text, start, end)
    if points is not None:
        return points.end(), "pp"
    cent = _PER_CENT.match(text, start, end)
    return None if cent is None else (cent.end(), "%")


def _compound(text: str, stop: int, end: int, name: str) -> tuple[int, str]:
    if (
        name in SIZES
        and ("#" + name, 1) in SIZES[name][1]
        and (held := _TIMES_TIME.match(text, stop, end)) is not None
    ):
        stop = held.end()
        time = CJK.get(held[1]) or FOLDED.get(held[1]) or "h"
        name = f"{name}-{'hour' if time == 'h' else time}"
    for _ in range(3):
        found = _PER.match(text, stop, end)
        if found is None:
            break
        below = CJK.get(found[2]) if found[2] else lookup(found[1])
        if below is None or below in ("x", "%"):
            if found[1] is None or found[0][0] != "/" or " " in found[0]:
                break
            below = found[1]
        name, stop = f"{name}/{below}", found.end()
    return stop, SPELLINGS.get(name, name)


@lru_cache(maxsize=4096)
def resolve(name: str) -> Unit:
    """The unit of a canonical or spelled name such as ``"GB/s"``, ``"bytes per parameter"``.

    A word that the table does not know counts things of its own kind.

    Raises:
        UnitError: the text is not shaped like a unit.
    """
    text = " ".join(name.split())
    if text in ("", "1"):
        return Unit("1", Fraction(1), ())
    size, names = Fraction(1), []
    powers: dict[str, int] = {}
    for index, factor in enumerate(re.split(r" ?/ ?| per (?:an? )?", text)):
        part, factor_size, dims = _factor(factor, name)
        sign = 1 if index == 0 else -1
        size *= factor_size**sign
        for base, power in dims:
            powers[base] = powers.get(base, 0) + sign * power
        names.append(part)
    left = tuple(sorted((base, power) for base, power in powers.items() if power))
    joined = "/".join(names)
    return Unit(SPELLINGS.get(joined, joined), size, left)


def _factor(text: str, whole: str) -> tuple[str, Fraction, Dimensions]:
    known = "1" if text == "1" else lookup(text) or CJK.get(text) or (text if text in SIZES else None)
    if known is not None and known in SIZES:
        return known, *SIZES[known]
    if known is not None:
        unit = resolve(known)
        return known, unit.size, unit.dims
    head, _, last = text.rpartition("-")
    time = lookup(last) if head else None
    if time in ("h", "day"):
        base, size, dims = _factor(head, whole)
        name = "hour" if time == "h" else "day"
        return f"{base}-{name}", size * SIZES[time][0], (*dims, ("s", 1))
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
    name = _NAME.match(text, stop, min(len(text), stop + 40))
    found = None if name is None else match(text, name.end(), min(len(text), name.end() + 24))
    return found[1] if found is not None and "#" in str(resolve(found[1]).dims) else None


def conversion(source: Unit, target: Unit) -> Fraction | None:
    """The exact factor from *source* to *target*, or ``None`` when their kinds differ."""
    if source.dims != target.dims:
        return None
    return source.size / target.size
