"""Number formats: published limits, and exact rounding against the machine's own FP16 and FP32."""

from __future__ import annotations

import struct
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ledger.core import formulas
from ledger.core.numerics.formats import FORMATS, nearest
from ledger.errors import ConditionError, InputError

# largest, smallest normal, smallest: IEEE 754; arXiv:2209.05433 Table 1 (FP8); OCP MX v1.0 (FP6, FP4)
LIMITS = [
    ("fp32", (2 - Fraction(1, 2**23)) * 2**127, Fraction(1, 2**126), Fraction(1, 2**149)),
    ("fp16", 65504, Fraction(1, 2**14), Fraction(1, 2**24)),
    ("bf16", (2 - Fraction(1, 2**7)) * 2**127, Fraction(1, 2**126), Fraction(1, 2**133)),
    ("fp8-e4m3", 448, Fraction(1, 2**6), Fraction(1, 2**9)),
    ("fp8-e5m2", 57344, Fraction(1, 2**14), Fraction(1, 2**16)),
    ("fp6-e2m3", Fraction("7.5"), 1, Fraction("0.125")),
    ("fp6-e3m2", 28, Fraction("0.25"), Fraction("0.0625")),
    ("fp4-e2m1", 6, 1, Fraction("0.5")),
]


def value(formula: str, **inputs: Any) -> Any:
    return formulas.get(formula).compute(inputs).value


@pytest.mark.parametrize(("name", "largest", "normal", "smallest"), LIMITS)
def test_published_limits(name: str, largest: Any, normal: Any, smallest: Any) -> None:
    assert value("numerics.largest", format=name) == largest
    assert value("numerics.smallest_normal", format=name) == normal
    assert value("numerics.smallest", format=name) == smallest


@pytest.mark.parametrize(
    ("name", "size"), [("fp32", 4), ("tf32", 4), ("bf16", 2), ("fp8-e5m2", 1), ("fp4-e2m1", Fraction(1, 2))]
)
def test_bytes(name: str, size: Any) -> None:
    assert value("numerics.bytes", format=name) == size


def test_range_against_precision() -> None:
    """BF16 has FP32's range and less precision than FP16; E5M2 the range of FP16, E4M3 the finer step."""
    assert FORMATS["bf16"].highest_exponent == FORMATS["fp32"].highest_exponent
    assert value("numerics.epsilon", format="bf16") == 8 * value("numerics.epsilon", format="fp16")
    assert value("numerics.epsilon", format="fp8-e5m2") == 2 * value("numerics.epsilon", format="fp8-e4m3")
    assert FORMATS["fp8-e5m2"].largest > FORMATS["fp8-e4m3"].largest


@given(st.floats(-65519, 65519, allow_nan=False))
def test_rounding_to_fp16_is_the_machine_s(number: float) -> None:
    expected = Fraction(*struct.unpack("<e", struct.pack("<e", number))[0].as_integer_ratio())
    assert nearest(Fraction(*number.as_integer_ratio()), FORMATS["fp16"]) == expected


@given(st.floats(allow_nan=False, allow_infinity=False, width=64))
def test_rounding_to_fp32_is_the_machine_s(number: float) -> None:
    exact = Fraction(*number.as_integer_ratio())
    if abs(exact) >= FORMATS["fp32"].largest * (1 + Fraction(1, 2**26)):
        return
    expected = Fraction(*struct.unpack("<f", struct.pack("<f", number))[0].as_integer_ratio())
    assert nearest(exact, FORMATS["fp32"]) == expected


@given(st.sampled_from(sorted(FORMATS)), st.fractions(-100, 100))
def test_rounding_is_idempotent_and_odd(name: str, number: Fraction) -> None:
    once = nearest(number, FORMATS[name])
    assert nearest(once, FORMATS[name]) == once
    assert nearest(-number, FORMATS[name]) == -once


def test_overflow_and_unknown_formats_are_refused() -> None:
    assert value("numerics.round", value="448", format="fp8-e4m3") == 448
    with pytest.raises(ConditionError) as refusal:
        value("numerics.round", value="480", format="fp8-e4m3")
    assert refusal.value.code == "overflow"
    with pytest.raises(InputError, match="fp8-e4m3"):
        value("numerics.round", value=1, format="fp8")
