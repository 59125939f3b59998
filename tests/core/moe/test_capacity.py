"""Expert capacity."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ledger.core.formulas import get
from ledger.errors import ConditionError


def run(formula: str, **inputs: object) -> Any:
    return get(f"moe.{formula}").compute(inputs)


def test_gshard_fraction() -> None:
    # §2.2: 2N/(G·E) with N = 4096, G = 8, E = 128.
    assert run("group_capacity_gshard", tokens=4096, groups=8, experts=128).value == 8
    assert run("group_capacity_gshard", tokens=100, groups=8, experts=128).value == Fraction(25, 128)


def test_rounding_is_a_convention() -> None:
    inputs = {"tokens": 100, "top_k": 2, "experts": 64, "capacity_factor": "1.25"}
    # 1.25 · 200/64 = 3.90625
    assert run("expert_capacity_rounded_up", **inputs).value == 4
    assert run("expert_capacity_rounded_down", **inputs).value == 3


def test_dropping_by_hand() -> None:
    result = run("dropped_pairs", tokens_per_expert="[24, 8, 13, 4]", capacity=16)
    assert (result.value, result.details["kept"], result.details["padding_slots"]) == (8, 41, 23)


@given(st.lists(st.integers(0, 10**6), min_size=1, max_size=64), st.integers(0, 10**6))
def test_pairs_are_kept_or_dropped(loads: list[int], capacity: int) -> None:
    result = run("dropped_pairs", tokens_per_expert=loads, capacity=capacity)
    assert result.value + result.details["kept"] == sum(loads)
    assert result.details["kept"] + result.details["padding_slots"] == capacity * len(loads)
    assert run("dropped_pairs", tokens_per_expert=loads, capacity=capacity + 1).value <= result.value


@pytest.mark.parametrize(
    ("formula", "arguments"),
    [
        ("group_capacity_gshard", (8, 0, 4)),
        ("group_capacity_gshard", (8, 4, 0)),
        ("expert_capacity_rounded_up", (8, 1, 0, Fraction(1))),
    ],
)
def test_a_direct_call_is_guarded_too(formula: str, arguments: tuple[Any, ...]) -> None:
    with pytest.raises(ConditionError) as refusal:
        get(f"moe.{formula}")(*arguments)
    assert refusal.value.code == "empty"


def test_one_expert_takes_everything() -> None:
    assert get("moe.expert_capacity_rounded_up")(8, 1, 1, Fraction(1)).value == 8
    assert get("moe.group_capacity_gshard")(8, 1, 1).value == 16


@pytest.mark.parametrize(("loads", "code"), [("[]", "empty"), ("[1, -1]", "negative-load")])
def test_refusals(loads: str, code: str) -> None:
    with pytest.raises(ConditionError) as refusal:
        run("dropped_pairs", tokens_per_expert=loads, capacity=1)
    assert refusal.value.code == code
