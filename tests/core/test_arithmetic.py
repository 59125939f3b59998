"""Plain arithmetic, on numbers that pages derive in a sentence."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ledger.core import formulas
from ledger.errors import ConditionError, InputError


def compute(name: str, **inputs: Any) -> formulas.Result:
    return formulas.get(f"arithmetic.{name}").compute(inputs)


def test_sentences_of_a_page() -> None:
    assert compute("sum", values="2,2,4,4,4").value == 16
    assert compute("ratio", numerator=2048, denominator=8).value == 256
    assert compute("product", values="16,16").value == 256
    assert compute("difference", minuend="30", subtrahend="23.4").value == Fraction("6.6")
    assert compute("mean", values="1,2,6").value == 3
    images = compute("ratio", numerator=51_219_741, denominator=1_505_678)
    assert round(Fraction(images.value), 2) == Fraction("34.02")
    assert images.details["rounded up"] == 35


@given(st.lists(st.fractions(-100, 100), min_size=1, max_size=20))
def test_mean_times_count_is_the_sum(values: list[Fraction]) -> None:
    assert compute("mean", values=values).value * len(values) == compute("sum", values=values).value


@given(st.fractions(-100, 100), st.fractions(-100, 100).filter(bool))
def test_ratio_multiplies_back(numerator: Fraction, denominator: Fraction) -> None:
    answer = compute("ratio", numerator=numerator, denominator=denominator)
    assert answer.value * denominator == numerator
    assert answer.details["change in per cent"] == 100 * answer.value - 100


def test_refusals() -> None:
    for name in ("sum", "product", "mean"):
        with pytest.raises(ConditionError):
            compute(name, values="")
    with pytest.raises(ConditionError):
        compute("ratio", numerator=1, denominator=0)
    with pytest.raises(InputError):
        compute("sum", values=[0.5])
