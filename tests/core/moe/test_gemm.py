"""Makespan of expert GEMMs inside a rank."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ledger.core.formulas import get
from ledger.errors import ConditionError

LOADS = st.lists(st.integers(0, 5000), min_size=1, max_size=24)


def makespan(schedule: str, **inputs: object) -> Any:
    return get(f"moe.expert_gemm_makespan_{schedule}").compute(inputs).value


def test_by_hand() -> None:
    # Tiles of 10: costs 3, 1, 3, 1. Dealt out: 6 and 2; queue: 3+… = 4 and 4; tiles: ⌈8/2⌉.
    case = {"tokens_per_expert": "[30, 10, 30, 10]", "workers": 2, "tile_tokens": 10, "tile_cost": 1}
    assert makespan("round_robin", **case) == 6
    assert makespan("fixed_order", **case) == 4
    assert makespan("longest_first", **case) == 4
    assert makespan("by_tile", **case) == 4
    assert makespan("lower_bound", **case) == 4
    assert makespan("round_robin", **case, expert_cost="0.5") == 7


@given(LOADS, st.integers(1, 8), st.integers(1, 300))
def test_order_of_the_schedules(loads: list[int], workers: int, tile: int) -> None:
    case = {"tokens_per_expert": loads, "workers": workers, "tile_tokens": tile, "tile_cost": 1}
    bound, longest = makespan("lower_bound", **case), makespan("longest_first", **case)
    assert bound <= longest
    assert bound <= makespan("fixed_order", **case)
    assert bound <= makespan("round_robin", **case)
    assert makespan("by_tile", **case) <= longest
    # Graham: a list schedule ends within total/W + longest · (1 − 1/W).
    assert longest * workers <= bound * (2 * workers - 1)


@given(LOADS, st.integers(1, 300))
def test_one_worker_does_everything(loads: list[int], tile: int) -> None:
    case = {"tokens_per_expert": loads, "workers": 1, "tile_tokens": tile, "tile_cost": 2}
    total = sum(-(-load // tile) for load in loads) * 2
    for schedule in ("round_robin", "fixed_order", "longest_first", "by_tile", "lower_bound"):
        assert makespan(schedule, **case) == total


def test_refusals() -> None:
    with pytest.raises(ConditionError) as refusal:
        makespan("fixed_order", tokens_per_expert="[1, -1]", workers=1, tile_tokens=1, tile_cost=1)
    assert refusal.value.code == "negative-load"
