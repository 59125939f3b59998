"""The number and unit commands of the LaTeX package siunitx (versions 2 and 3), as text."""

from __future__ import annotations

import re

from ledger.documents.builder import Builder
from ledger.documents.names import names

COMMANDS = names(
    "SI qty num si unit SIrange qtyrange numrange SIlist qtylist numlist ang numproduct qtyproduct"
)
_LIMIT = 400
_GROUP = re.compile(r"\s*+\{(?P<inside>(?:[^{}]++|\{[^{}]*+\})*+)\}")
_OPTION = re.compile(r"\s*\[[^\[\]\n]{0,300}\]")
_NUMBER_PIECE = re.compile(r"\+-|\\pm|[xX](?=\s*[\d.+-])|\\times|;|[^\s\\;+xX]+|\+|\\.?|[xX]")
_UNIT_PIECE = re.compile(
    r"\\(?P<word>[A-Za-z]+)|\^\{?(?P<power>-?\d+)\}?|(?P<gap>[.~\s])|(?P<text>[^\\^.~\s{}]+)"
)
_PREFIXES = {
    "kilo": "k", "mega": "M", "giga": "G", "tera": "T", "peta": "P", "exa": "E", "zetta": "Z", "yotta": "Y",
    "hecto": "h", "deca": "da", "deka": "da", "deci": "d", "centi": "c", "milli": "m", "micro": "µ",
    "nano": "n", "pico": "p", "femto": "f", "atto": "a",
    "kibi": "Ki", "mebi": "Mi", "gibi": "Gi", "tebi": "Ti", "pebi": "Pi", "exbi": "Ei",
}  # fmt: skip
_UNITS = {
    "second": "s", "metre": "m", "meter": "m", "gram": "g", "kilogram": "kg", "ampere": "A", "kelvin": "K",
    "mole": "mol", "candela": "cd", "byte": "B", "bit": "bit", "hertz": "Hz", "watt": "W", "joule": "J",
    "volt": "V", "ohm": "Ω", "farad": "F", "newton": "N", "pascal": "Pa", "celsius": "°C",
    "degreeCelsius": "°C", "degree": "°", "percent": "%", "minute": "min", "hour": "h", "day": "d",
    "litre": "L", "liter": "L", "tonne": "t", "electronvolt": "eV", "decibel": "dB", "bel": "B",
    "radian": "rad", "tesla": "T", "s": "s", "ms": "ms", "us": "µs", "ns": "ns", "GHz": "GHz", "MHz": "MHz",
    "kHz": "kHz", "Hz": "Hz", "W": "W", "kW": "kW", "MW": "MW", "kWh": "kWh",
}  # fmt: skip
_POWERS = {"squared": "²", "cubed": "³", "square": "²", "cubic": "³"}


def write(builder: Builder, name: str, start: int, position: int, end: int) -> int:
    """Write the command *name* that stands at *start*; returns where its arguments end."""
    option = _OPTION.match(builder.source, position, end)
    position = option.end() if option else position
    groups: list[tuple[int, int]] = []
    while len(groups) < _arguments(name):
        group = _braces(builder.source, position, end)
        if group is None:
            break
        groups.append(group)
        position = group[1] + 1
    _write_groups(builder, name, groups)
    return position


def _arguments(name: str) -> int:
    if name in ("SIrange", "qtyrange"):
        return 3
    return 1 if name in ("num", "si", "unit", "ang", "numlist", "numproduct") else 2


def _write_groups(builder: Builder, name: str, groups: list[tuple[int, int]]) -> None:
    if not groups:
        return
    if name in ("si", "unit"):
        _unit(builder, *groups[0])
        return
    _number(builder, *groups[0])
    rest = groups[1:]
    if name.endswith("range") and rest:
        builder.atom("–", groups[0][1], rest[0][0])
        _number(builder, *rest[0])
        rest = rest[1:]
    if name == "ang":
        builder.atom("°", groups[0][1], groups[0][1] + 1)
    for group in rest:
        builder.atom(" ", group[0] - 1, group[0])
        _unit(builder, *group)


def _braces(source: str, position: int, end: int) -> tuple[int, int] | None:
    """The inside of the group at *position*, or ``None``."""
    found = _GROUP.match(source, position, min(end, position + _LIMIT))
    return (found.start("inside"), found.end("inside")) if found else None


def _number(builder: Builder, start: int, end: int) -> None:
    for match in _NUMBER_PIECE.finditer(builder.source, start, end):
        piece = match.group()
        if piece in ("+-", "\\pm"):
            builder.atom("±", *match.span())
        elif piece in ("x", "X", "\\times"):
            builder.atom("×", *match.span())
        elif piece == ";":
            builder.atom(", ", *match.span())
        elif not piece.startswith("\\"):
            builder.exact(*match.span())


def _unit(builder: Builder, start: int, end: int) -> None:
    """Write a unit: prefixes join their unit, ``\\per`` is a stroke, other neighbours are multiplied."""
    parts: list[str] = []
    joined = True
    power = ""
    for match in _UNIT_PIECE.finditer(builder.source, start, end):
        word = match["word"]
        if word == "per":
            parts.append("/")
            joined = True
        elif word in ("square", "cubic"):
            power = _POWERS[word]
        elif word in _POWERS:
            parts.append(_POWERS[word])
        elif match["power"]:
            parts.append("^" + match["power"])
        elif match["gap"]:
            continue
        else:
            text = _PREFIXES.get(word) or _UNITS.get(word, word) if word else match["text"]
            parts.append(text if joined else "·" + text)
            joined = word in _PREFIXES
            if not joined and power:
                parts.append(power)
                power = ""
    builder.atom("".join(parts), start, end)
