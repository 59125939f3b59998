"""Slots of receive buffers."""

from __future__ import annotations

from itertools import combinations, product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ledger.core.formulas import get

SHAPE = {"tokens_per_rank": 4096, "top_k": 8}


def slots(formula: str, **inputs: object) -> Any:
    return get(f"moe.{formula}").compute(inputs).value


def test_the_report_s_comparison() -> None:
    # §5.2.1: S·K·R against S·K, a ratio of R.
    fixed = slots("moonep_buffer_slots", **SHAPE)
    dynamic = slots("dynamic_buffer_slots_expanded", **SHAPE, ranks=64)
    assert (fixed, dynamic) == (32768, 64 * 32768)


def test_worst_case_reachable_and_deduplicated_disagree() -> None:
    # 32 experts on 8 ranks: four experts a rank, so a token cannot have eight there.
    inputs = {**SHAPE, "ranks": 8}
    assert slots("dynamic_buffer_slots_expanded", **inputs) == 262144
    assert slots("dynamic_buffer_slots_reachable", **inputs, experts=32) == 131072
    assert slots("dynamic_buffer_slots_deduplicated", tokens_per_rank=4096, ranks=8) == 32768


def test_reachable_maximum_by_exhaustion() -> None:
    # Two ranks of one token each, four experts, K = 3: every routing with distinct experts.
    experts, ranks, top_k = 4, 2, 3
    choices = list(combinations(range(experts), top_k))
    worst = max(
        sum(expert < experts // ranks for token in routing for expert in token)
        for routing in product(choices, repeat=ranks)
    )
    found = slots(
        "dynamic_buffer_slots_reachable", tokens_per_rank=1, top_k=top_k, experts=experts, ranks=ranks
    )
    assert found == worst == 4


@given(st.integers(0, 10**6), st.integers(1, 64), st.integers(1, 64), st.integers(1, 64))
def test_order_of_the_bounds(tokens: int, top_k: int, ranks: int, width: int) -> None:
    inputs = {"tokens_per_rank": tokens, "top_k": top_k, "ranks": ranks}
    expanded = slots("dynamic_buffer_slots_expanded", **inputs)
    reachable = slots("dynamic_buffer_slots_reachable", **inputs, experts=ranks * width)
    deduplicated = slots("dynamic_buffer_slots_deduplicated", tokens_per_rank=tokens, ranks=ranks)
    assert deduplicated <= reachable <= expanded
    assert expanded == ranks * slots("moonep_buffer_slots", tokens_per_rank=tokens, top_k=top_k)


@pytest.mark.parametrize(("padding", "padded"), [(1, 32768), (128, 40896)])
def test_padding(padding: int, padded: int) -> None:
    group = {"experts": 256, "ranks": 8, "token_padding": padding}
    assert slots("moonep_buffer_slots_padded", **SHAPE, **group) == padded  # 127 · 2 · 32 = 8128


def test_bytes() -> None:
    assert slots("buffer_bytes", slots=32768, hidden=7168, element_bytes=2) == 469762048
