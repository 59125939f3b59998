"""Comparing an adapter's answers with a case's expected entries, under the case's tolerance.

``exact`` means the same integer, word, list or mapping. An expected number with a fraction was printed
from a double, so an exact comparison allows a few units in its last place; nothing else is allowed.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from typing import Any

from tests.oracles.case import AtMost, Case, Ignored, Judge

DOUBLE_NOISE = Fraction(1, 2**50)
_TOLERANCE = re.compile(r"^(rel|abs) +([0-9.]+(?:e[-+]?[0-9]+)?)", re.ASCII)


@dataclass(frozen=True, slots=True)
class Tolerance:
    """Allowed distance, as a fraction of the expected number and as a number."""

    relative: Fraction
    absolute: Fraction

    @classmethod
    def parse(cls, text: str) -> Tolerance:
        """Read ``rel 1e-6`` or ``abs 0.005 GiB``; any other wording is taken as exact."""
        match = _TOLERANCE.match(text)
        if match is None:
            return cls(Fraction(0), Fraction(0))
        size = Fraction(match[2])
        return cls(size, Fraction(0)) if match[1] == "rel" else cls(Fraction(0), size)

    def allows(self, expected: int | Decimal, answer: Fraction) -> bool:
        """Whether *answer* is near enough to *expected*."""
        wanted = Fraction(expected)
        noise = Fraction(0) if wanted.denominator == 1 else DOUBLE_NOISE
        room = max(self.absolute, abs(wanted) * max(self.relative, noise))
        return abs(answer - wanted) <= room


def faults(case: Case, answers: Mapping[str, Any]) -> list[str]:
    """Every disagreement between *answers* and the case; an empty list means the case passes."""
    tolerance = Tolerance.parse(case.tolerance)
    found: list[str] = []
    judged = 0
    for name, expected in case.expected.items():
        if name not in answers:
            found.append(f"{name}: no answer")
            continue
        if isinstance(answers[name], Ignored):
            continue
        judged += 1
        found.extend(_entry_faults(name, expected, answers[name], tolerance))
    if judged == 0 and not found:
        found.append("nothing was compared")
    return found


def _entry_faults(path: str, expected: Any, answer: Any, tolerance: Tolerance) -> list[str]:
    if isinstance(answer, Ignored):
        return []
    if isinstance(answer, Judge):
        fault = answer.fault(expected)
        return [f"{path}: {fault}"] if fault else []
    if isinstance(answer, AtMost):
        return _bound_faults(path, expected, answer.value, tolerance)
    if isinstance(expected, dict):
        return _mapping_faults(path, expected, answer, tolerance)
    if isinstance(expected, list):
        return _sequence_faults(path, expected, answer, tolerance)
    return _scalar_faults(path, expected, answer, tolerance)


def _bound_faults(path: str, expected: Any, answer: Any, tolerance: Tolerance) -> list[str]:
    if _is_number(expected) and _is_number(answer) and Fraction(answer) <= Fraction(expected):
        return []
    return _scalar_faults(path, expected, answer, tolerance)


def _mapping_faults(path: str, expected: Any, answer: Any, tolerance: Tolerance) -> list[str]:
    if not isinstance(answer, Mapping):
        return [f"{path}: expected a mapping, got {answer!r:.60}"]
    missing = [f"{path}.{key}: no answer" for key in expected if key not in answer]
    present = [key for key in expected if key in answer]
    return missing + [
        fault
        for key in present
        for fault in _entry_faults(f"{path}.{key}", expected[key], answer[key], tolerance)
    ]


def _sequence_faults(path: str, expected: Any, answer: Any, tolerance: Tolerance) -> list[str]:
    if not isinstance(answer, list | tuple | range):
        return [f"{path}: expected a list, got {answer!r:.60}"]
    if len(expected) != len(answer):
        return [f"{path}: expected {len(expected)} entries, got {len(answer)}"]
    return [
        fault
        for place, (wanted, given) in enumerate(zip(expected, answer, strict=True))
        for fault in _entry_faults(f"{path}[{place}]", wanted, given, tolerance)
    ]


def _scalar_faults(path: str, expected: Any, answer: Any, tolerance: Tolerance) -> list[str]:
    if _is_number(expected) and _is_number(answer):
        same = tolerance.allows(expected, Fraction(answer))
    else:
        same = type(expected) is type(answer) and expected == answer
    return [] if same else [f"{path}: expected {expected!s}, got {_show(answer)}"]


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float | Decimal | Fraction) and not isinstance(value, bool)


def _show(value: Any) -> str:
    return f"{value} (≈ {float(value):.12g})" if isinstance(value, Fraction) else f"{value!s:.120}"
