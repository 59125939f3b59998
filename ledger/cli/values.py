"""Exact values as text and as JSON; nothing is rounded without saying so."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import fields, is_dataclass
from decimal import Decimal
from enum import Enum
from fractions import Fraction
from typing import Any


def exact_text(value: Fraction | Decimal | int) -> str:
    """A number in full: ``31406250000``, ``0.25`` where the decimals end, else ``1/3``."""
    if isinstance(value, int):
        return str(value)
    if isinstance(value, Decimal):
        return format(value, "f") if abs(value.adjusted()) < 40 else str(value)
    if value.denominator == 1:
        return str(value.numerator)
    return _ending_decimal(value) or f"{value.numerator}/{value.denominator}"


def grouped(value: Fraction | Decimal | int) -> str:
    """For people: ``31 406 250 000``, and ``1/3 ≈ 0.333333``."""
    text = exact_text(value)
    if "/" in text:
        return f"{text} ≈ {_approximately(Fraction(value)):.6g}"
    whole, dot, decimals = text.partition(".")
    return f"{int(whole):_}".replace("_", " ") + dot + decimals if whole.lstrip("-").isdigit() else text


def as_json(value: Any) -> Any:
    """Whole numbers as JSON numbers, other exact ones as their text, containers likewise."""
    if value is None or isinstance(value, bool | str | int):
        return value
    if isinstance(value, Fraction):
        return value.numerator if value.denominator == 1 else exact_text(value)
    if isinstance(value, Decimal):
        return exact_text(value)
    if isinstance(value, Enum):
        return as_json(value.value)
    if isinstance(value, Mapping):
        return {str(as_json(key)): as_json(item) for key, item in value.items()}
    if is_dataclass(value) and not isinstance(value, type):
        return {field.name: as_json(getattr(value, field.name)) for field in fields(value)}
    if isinstance(value, Iterable):
        return [as_json(item) for item in value]
    return str(value)


def _approximately(value: Fraction) -> Decimal:
    return Decimal(value.numerator) / Decimal(value.denominator)


def _ending_decimal(value: Fraction) -> str | None:
    rest, twos, fives = value.denominator, 0, 0
    while rest % 2 == 0:
        rest, twos = rest // 2, twos + 1
    while rest % 5 == 0:
        rest, fives = rest // 5, fives + 1
    places = max(twos, fives)
    if rest != 1 or places > 40:
        return None
    digits = abs(value.numerator) * 10**places // value.denominator
    sign = "-" if value < 0 else ""
    return f"{sign}{digits // 10**places}.{digits % 10**places:0{places}d}"
