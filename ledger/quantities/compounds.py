"""What a unit is divided by, multiplied with or raised to: ``W/(m·K)``, ``petaflop/s-days``, ``kg·m²``.

Nothing here reads farther than a few words behind the unit that opens the compound.
"""

from __future__ import annotations

import re

from ledger.quantities.unit_table import CJK, FOLDED, RAISED_BELOW, SIZES, SPELLINGS, lookup
from ledger.quantities.unit_words import BELOW_ZH

FIRST, NEXT = "A-Za-zµμ°℃℉Ω\u2126Å\u212b", "A-Za-zµμΩ\u2126"
WORD = rf"[{FIRST}][{NEXT}]*(?:-batch(?:es)?)?"
LETTER = r"[^\W\u2e80-\uffff]"
"""A letter of an alphabet, a digit or an underscore, but no Chinese character."""
_POWER = re.compile(r"[²³]|\^\{?[23]\}?(?!\d)| squared\b| cubed\b")
_BELOW_ONE = rf"({WORD})({_POWER.pattern})?"
PER = re.compile(rf"(?: ?/ ?|[ -]per[ -])(?:an? )?{_BELOW_ONE}(?!{LETTER}|[²³])")
_PER_ZH = re.compile(rf"(?:/| / )({'|'.join(sorted({*CJK, *BELOW_ZH}, key=len, reverse=True))})([²³]?)")
_PER_BOTH = re.compile(rf" ?/ ?\(({WORD}(?:[²³])?(?:[·⋅*× ]{WORD}(?:[²³])?){{1,3}})\)")
_PER_SPACE = re.compile(
    rf"(?: ?/ ?|[ -]per[ -])(?:an? )?(square|cubic|sq\.?|cu\.?) ({WORD})(?!{LETTER}|[²³])"
)
_INVERSE = re.compile(rf"[ ·⋅]({WORD})(?:[⁻−]([¹²³])|\^\{{?[-−]([123])\}}?)(?!\d)")
_TIMES = re.compile(rf"([·⋅])({WORD})([²³]?)(?!{LETTER}|[²³])|-([A-Za-z]{{2,20}})(?!{LETTER}|-)")
_EVERY_ZH = re.compile(r" ?每(秒|分钟?|小时)()(?=[，。；、,.;）)\n]|\Z)")
_SIGNS = re.compile("[·⋅*× ]")
GOES_ON = frozenset("/·⋅-²³^ 每")
"""What may stand behind the first unit of a compound."""
_BEHIND_SPACE = frozenset("/pschd小天每")
"""What may then stand behind a space: a bar, per, squared, cubed, a time, 每."""
_TIMES_TIME = re.compile(rf"[ \-·]?(hours?|h|days?|小时|天)(?!{LETTER})")
_TIMES_LONG = re.compile(rf"-(years?|months?|weeks?)(?!{LETTER}|-)")
_FLOWS = frozenset({"A", "mA", "W", "kW", "MW", "GW", "TW"})
_HOURS = re.compile(rf"[ -](?:h|hours?)(?!{LETTER})")
"""What makes a charge of a current and an energy of a power."""
_LETTERS = frozenset({"A·h", "W·h", "V·A", "V·s"})
"""Products of one letter each that are no formula's."""
_MOST = 4
"""How many units one compound has above its bar, and below."""


def compound(text: str, stop: int, end: int, name: str) -> tuple[int, str]:
    """The unit that begins with *name*, which ends at *stop*: its powers, products and divisors.

    What stands there and is no unit stays outside.
    """
    ended = text[stop : stop + 1] == " " and text[stop + 1 : stop + 2] not in _BEHIND_SPACE
    if ended and not _has_inverse(text, stop):
        return stop, name
    power = _POWER.match(text, stop, end)
    lifted = None if power is None else f"{name}{_sign(power[0])}"
    if power is not None and lifted in SIZES and lifted not in RAISED_BELOW:
        name, stop = lifted, power.end()
    else:
        name, stop = _held(text, stop, end, name)
    over, below = [name], list[str]()
    while stop < end and len(over) < _MOST and len(below) < _MOST and text[stop] in GOES_ON:
        further = _divided(text, stop, end, name, below) or _multiplied(text, stop, end, over, below)
        if further is None:
            break
        stop = further
    joined = "/".join(("·".join(over), *below))
    return stop, SPELLINGS.get(joined, joined)


def _held(text: str, stop: int, end: int, name: str) -> tuple[str, int]:
    """``GPU hours``, ``person-years``, ``mA h``: what is counted or flows, for a time; else as it is."""
    if name in _FLOWS:
        flowed = _HOURS.match(text, stop, end)
        return (f"{name}·h", flowed.end()) if flowed is not None else (name, stop)
    if name not in SIZES or (f"#{name}", 1) not in SIZES[name][1]:
        return name, stop
    held = _TIMES_TIME.match(text, stop, end) or _TIMES_LONG.match(text, stop, end)
    if held is None:
        return name, stop
    time = CJK.get(held[1]) or FOLDED.get(held[1]) or "h"
    return f"{name}-{'hour' if time == 'h' else time}", held.end()


def _divided(text: str, stop: int, end: int, name: str, below: list[str]) -> int | None:
    """Add what *name* is divided by next to *below*; where that ends, or ``None``."""
    if text.find("(", stop, stop + 4) >= 0 and (both := _PER_BOTH.match(text, stop, end)) is not None:
        parts = [raised(part) for part in _SIGNS.split(both[1])]
        below += [part for part in parts if part is not None]
        return None if None in parts else both.end()
    if (space := _PER_SPACE.match(text, stop, end)) is not None:
        part = raised(f"{space[2]}{'²' if space[1][0] == 's' else '³'}")
        below += [] if part is None else [part]
        return None if part is None else space.end()
    found = PER.match(text, stop, end)
    if found is not None:
        return _below(text, end, name, found, below)
    if (chinese := _PER_ZH.match(text, stop, end) or _EVERY_ZH.match(text, stop, end)) is not None:
        part = (BELOW_ZH.get(chinese[1]) or CJK[chinese[1]]) + (chinese[2] or "")
        if chinese[2] and part not in SIZES:
            return None
        below.append(part)
        return chinese.end()
    return _inverse(text, stop, end, below) if _has_inverse(text, stop) else None


def _below(text: str, end: int, name: str, found: re.Match[str], below: list[str]) -> int | None:
    """A word under a bar: a unit, or, where the bar stands tight, whatever it names."""
    part = raised(found[1] + (found[2] or ""))
    if part is None or part in ("x", "%"):
        tight = found[0][0] == "/" and " " not in found[0] and found[2] is None
        if not tight or name in CJK:
            return None
        part = found[1]
    part, stop = _held(text, found.end(), end, part)
    below.append(part)
    return stop


def _has_inverse(text: str, stop: int) -> bool:
    return text.find("⁻", stop, stop + 12) >= 0 or text.find("^", stop, stop + 12) >= 0


def _inverse(text: str, stop: int, end: int, below: list[str]) -> int | None:
    """``W m⁻²``: a unit raised to a negative power."""
    found = _INVERSE.match(text, stop, end)
    if found is None:
        return None
    power = "⁰¹²³".find(found[2]) if found[2] else int(found[3])
    part = raised(found[1] + ("", "", "²", "³")[power])
    if part is None:
        return None
    below.append(part)
    return found.end()


def _multiplied(text: str, stop: int, end: int, over: list[str], below: list[str]) -> int | None:
    """Add what *over* is multiplied with next; where that ends, or ``None``.

    Two single letters are a formula's (``2 s·h``), and ``a/b·c`` has two meanings.
    """
    found = _TIMES.match(text, stop, end)
    if found is None:
        return None
    part = raised(found[2] + found[3]) if found[1] else lookup(found[4])
    if part is None or not _measures(part) or not _measures(over[-1]):
        return None
    if found[1]:
        letters = len(found[2]) == len(over[0]) == 1 and not found[3]
        if below or (letters and f"{over[0]}·{found[2]}" not in _LETTERS):
            return None
    elif any(SIZES[name][1] == SIZES[part][1] for name in over):  # ``a 7 day-week``
        return None
    over.append(part)
    return found.end()


def _measures(name: str) -> bool:
    """Whether *name* is a unit of the table that counts nothing and is no ratio."""
    dims = SIZES[name][1] if name in SIZES and name != "x" else ()
    return bool(dims) and not any(base.startswith("#") for base, _ in dims)


def raised(text: str) -> str | None:
    """The canonical name of a spelled unit with or without a power, as one part of a compound."""
    power = _POWER.search(text)
    if power is None:
        return lookup(text)
    base = lookup(text[: power.start()])
    name = f"{base}{_sign(power[0])}"
    return name if name in SIZES else None


def _sign(power: str) -> str:
    """The raised digit of a power in any spelling (``²``, ``^{2}``, `` squared``)."""
    return "²" if power.strip("^{}") in ("²", "2", " squared") else "³"
