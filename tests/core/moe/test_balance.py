"""Imbalance over experts and ranks."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ledger.core.formulas import get
from ledger.errors import ConditionError

LOADS = st.lists(st.integers(0, 10**9), min_size=8, max_size=8).filter(any)


def run(formula: str, **inputs: object) -> Any:
    return get(f"moe.{formula}").compute(inputs)


def test_by_hand() -> None:
    loads = "[24, 8, 13, 4, 7, 4, 4, 0]"  # 64 in all, mean 8
    assert run("max_violation", tokens_per_expert=loads).value == 2
    ranks = run("makespan_factor", tokens_per_expert=loads, ranks=4)
    assert (ranks.value, ranks.details["rank_tokens"]) == (2, [32, 17, 11, 4])


@given(LOADS)
def test_bounds(loads: list[int]) -> None:
    violation = run("max_violation", tokens_per_expert=loads).value
    assert 0 <= violation <= 7
    factors = [run("makespan_factor", tokens_per_expert=loads, ranks=ranks).value for ranks in (1, 2, 4, 8)]
    # Splitting a rank never lowers the factor, and one expert a rank is MaxVio + 1.
    assert factors == sorted(factors)
    assert (factors[0], factors[-1]) == (1, violation + 1)


@given(st.integers(1, 10**15))
def test_even_loads_are_even(load: int) -> None:
    assert run("max_violation", tokens_per_expert=[load] * 8).value == 0
    assert run("makespan_factor", tokens_per_expert=[load] * 8, ranks=4).value == 1


def test_assignments_of_the_report() -> None:
    total = run("assignments_total", tokens_per_rank=4096, top_k=16, ranks=64).value
    assert total == 64 * run("assignments_per_rank_balanced", tokens_per_rank=4096, top_k=16).value


def test_refusals() -> None:
    with pytest.raises(ConditionError) as refusal:
        run("max_violation", tokens_per_expert="[0, 0]")
    assert refusal.value.code == "no-tokens"
    with pytest.raises(ConditionError) as refusal:
        run("makespan_factor", tokens_per_expert="[1, 2, 3]", ranks=2)
    assert refusal.value.code == "not-divisible"
