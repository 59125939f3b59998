"""Failures of a system, observed and scaled."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from ledger.core import formulas


def compute(formula: str, **inputs: Any) -> formulas.Result:
    return formulas.get(formula).compute(inputs)


@given(st.integers(1, 10**9), st.integers(1, 10**6))
def test_rates_add(mtbf: int, units: int) -> None:
    assert compute("reliability.system_mtbf", unit_mtbf=mtbf, units=units).value * units == mtbf


def test_llama_3() -> None:
    """arXiv:2407.21783: 419 unexpected interruptions in 54 days on 16,384 GPUs, one every 3.1 hours."""
    answer = compute(
        "reliability.observed_mtbf", duration=54 * 24, interruptions=419, units=16384, scaled_units=32768
    )
    assert answer.value == Fraction(1296, 419)
    assert answer.details["unit"] == Fraction(1296 * 16384, 419)
    assert answer.details["scaled system"] == Fraction(1296, 838)


def test_survival_of_one_mean_time() -> None:
    chance = compute("reliability.survival", time=3600, mtbf=3600).value
    assert chance == Decimal("0.36787944117144232159552377016146086744581113103177")
    assert compute("reliability.survival", time=0, mtbf=3600).value == 1
    assert compute("reliability.expected_failures", time=7200, mtbf=3600).value == 2
