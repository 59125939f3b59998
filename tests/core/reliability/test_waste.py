"""Waste, run time and goodput."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ledger.core import formulas
from ledger.errors import ConditionError


def compute(name: str, **inputs: Any) -> formulas.Result:
    return formulas.get(f"reliability.{name}").compute(inputs)


def test_first_order_waste_by_hand() -> None:
    answer = compute("first_order_waste", interval=7200, cost=300, mtbf=86400, recovery=864)
    assert answer.value == Fraction(1, 24) + Fraction(1, 24) + Fraction(1, 100)


@given(st.integers(1, 10**4), st.integers(1, 10**8), st.integers(1, 10**8))
def test_young_s_interval_is_the_least_first_order_waste(cost: int, mtbf: int, interval: int) -> None:
    best = Fraction(compute("waste_at_young", cost=cost, mtbf=mtbf).value)
    here = Fraction(compute("first_order_waste", interval=interval, cost=cost, mtbf=mtbf).value)
    assert here >= best * (1 - Fraction(1, 10**40))


def test_exact_waste_approaches_the_first_order_for_rare_failures() -> None:
    inputs = {"interval": 3600, "cost": 36, "mtbf": 10**8}
    exact, first = (Fraction(compute(name, **inputs).value) for name in ("exact_waste", "first_order_waste"))
    # C/τ of the first order is C/(τ + C) of wall time in the exact model: compare in the same denominator
    assert abs(exact - first / (1 + Fraction(36, 3600))) < Fraction(1, 10**6)


@given(st.integers(1, 10**4), st.integers(0, 10**3), st.integers(10**3, 10**7), st.integers(0, 10**3))
def test_run_time_is_at_least_solution_and_checkpoints(
    interval: int, cost: int, mtbf: int, recovery: int
) -> None:
    inputs = {"interval": interval, "cost": cost, "mtbf": mtbf, "recovery": recovery}
    runtime = Fraction(compute("expected_runtime", solution=interval * 100, **inputs).value)
    assert runtime >= 100 * (interval + cost)
    rarer = compute("expected_runtime", solution=interval * 100, **(inputs | {"mtbf": 2 * mtbf})).value
    assert Fraction(rarer) <= runtime


def test_daly_s_interval_is_near_the_minimum_of_the_complete_model() -> None:
    """M = 6 h, δ = 5 min, R = 10 min: no interval on a one-minute grid beats 57 min by more than 0.01 %."""

    def runtime(interval: int) -> Fraction:
        answer = compute("expected_runtime", solution=30000, interval=interval, cost=5, mtbf=360, recovery=10)
        return Fraction(answer.value)

    assert runtime(57) <= min(runtime(minutes) for minutes in range(20, 120)) * Fraction(10001, 10000)


def test_availability_is_a_product_of_its_parts() -> None:
    answer = compute("availability", interval=900, cost=100, mtbf=10000, recovery=2500)
    assert answer.value == Fraction(4, 5) * Fraction(9, 10) * Fraction(19, 20)


def test_goodput_of_a_log() -> None:
    answer = compute("goodput", wall=1000, saving=50, lost=30, recovery=20)
    assert answer.value == Fraction(9, 10)
    assert answer.details["lost"] == Fraction(3, 100)
    assert compute("goodput", wall=10, lost=10).value == 0


@pytest.mark.parametrize(
    ("name", "inputs", "code"),
    [
        ("first_order_waste", {"interval": 0, "cost": 1, "mtbf": 1}, "not-positive"),
        ("exact_waste", {"interval": 1, "cost": 1, "mtbf": 0}, "not-positive"),
        ("waste_at_young", {"cost": 1, "mtbf": 0}, "not-positive"),
        ("availability", {"interval": 20, "cost": 1, "mtbf": 10}, "interval"),
        ("goodput", {"wall": 10, "lost": 11}, "losses"),
    ],
)
def test_refusals(name: str, inputs: dict[str, int], code: str) -> None:
    with pytest.raises(ConditionError) as refusal:
        compute(name, **inputs)
    assert refusal.value.code == code
