"""Ulysses: volumes by hand and by moving heads and tokens."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ledger.core.formulas import get
from ledger.errors import ConditionError

SHAPE = {"sequence": 8192, "query_heads": 32, "kv_heads": 8, "head_dim": 128, "degree": 4}


def value(formula: str, **inputs: object) -> Any:
    return get(f"context.ulysses_{formula}").compute(inputs).value


def moved(tokens: int, heads: int, ranks: int) -> int:
    """(token, head) entries that a rank does not keep when tokens are traded for heads."""
    return sum(
        1
        for token in range(tokens // ranks)  # rank 0's tokens
        for head in range(heads)
        if head * ranks // heads != 0
    )


@pytest.mark.parametrize(("query_heads", "kv_heads", "ranks"), [(8, 8, 4), (8, 4, 2), (12, 4, 4), (4, 4, 1)])
def test_sent_by_moving_entries(query_heads: int, kv_heads: int, ranks: int) -> None:
    tokens = 16
    # Q, K, V go out by head; the output comes back by token, which moves as many entries as Q.
    entries = 2 * moved(tokens, query_heads, ranks) + 2 * moved(tokens, kv_heads, ranks)
    inputs = {"sequence": tokens, "query_heads": query_heads, "kv_heads": kv_heads, "head_dim": 1}
    assert value("forward_sent_per_rank", **inputs, degree=ranks, element_bytes=1) == entries


def test_self_copy_is_a_convention() -> None:
    with_self, without = value("forward_volume_with_self", **SHAPE), value("forward_sent_per_rank", **SHAPE)
    assert with_self == (64 + 16) * 128 * 2048 * 2
    assert without == with_self * 3 // 4
    assert value("forward_backward_sent_per_rank", **SHAPE) == 2 * without


def test_paper_count_per_link_is_the_volume_with_self_of_mha() -> None:
    # §3.2: 3Nh/P + Nh/P with h = 32 heads × 128.
    paper = value("paper_volume_per_link", sequence=8192, hidden=4096, degree=4)
    assert paper == 4 * 8192 * 4096 // 4
    parts = [
        value(f"paper_{part}_volume_per_link", sequence=8192, hidden=4096, degree=4)
        for part in ("qkv", "output")
    ]
    assert parts == [3 * 8192 * 1024, 8192 * 1024]
    assert value("forward_volume_with_self", **{**SHAPE, "kv_heads": 32}, element_bytes=1) == paper


@given(st.integers(1, 64), st.integers(1, 10**6))
def test_paper_count_is_constant_when_both_grow(degree: int, tokens: int) -> None:
    one = value("paper_volume_per_link", sequence=tokens, hidden=64, degree=1)
    assert value("paper_volume_per_link", sequence=tokens * degree, hidden=64, degree=degree) == one


@given(st.integers(0, 5), st.integers(0, 3), st.integers(1, 10**9))
def test_more_ranks_never_raise_the_volume(power: int, group: int, tokens: int) -> None:
    kv_heads = 64
    shape = {"query_heads": kv_heads << group, "kv_heads": kv_heads, "head_dim": 128, "sequence": 64 * tokens}
    fewer, more = (
        value("forward_volume_with_self", **shape, degree=1 << exponent) for exponent in (power, power + 1)
    )
    assert more * 2 == fewer


def test_one_rank_sends_nothing_and_a_petabyte_is_exact() -> None:
    assert value("forward_sent_per_rank", **{**SHAPE, "degree": 1}) == 0
    huge = {**SHAPE, "sequence": 10**15, "degree": 8}
    assert value("forward_sent_per_rank", **huge) == 80 * 128 * 10**15 // 8 * 2 * 7 // 8


def test_head_limits() -> None:
    assert value("maximum_degree", query_heads=32, kv_heads=8) == 8
    assert value("maximum_degree", query_heads=32, kv_heads=8, tensor_parallel=4) == 2
    assert value("maximum_degree", query_heads=16, kv_heads=1) == 1
    with pytest.raises(ConditionError) as refusal:
        value("forward_sent_per_rank", **{**SHAPE, "degree": 16})
    assert refusal.value.code == "not-divisible"


def test_repeating_kv_heads_lifts_the_limit_at_a_price() -> None:
    inputs = {**SHAPE, "degree": 16}
    # 16 key and 16 value heads are sent instead of 8: (64 + 32) · 128 · 512 · 2 · 15/16.
    assert value("forward_sent_per_rank_repeated_kv", **inputs) == 96 * 128 * 512 * 2 * 15 // 16
    assert value("forward_sent_per_rank_repeated_kv", **SHAPE) == value("forward_sent_per_rank", **SHAPE)
    with pytest.raises(ConditionError, match="repeated evenly"):
        value("forward_sent_per_rank_repeated_kv", **{**SHAPE, "degree": 12})


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"kv_heads": 7}, "uneven-groups"),
        ({"sequence": 8193}, "not-divisible"),
        ({"degree": 3}, "not-divisible"),
    ],
)
def test_refusals(changes: dict[str, int], code: str) -> None:
    with pytest.raises(ConditionError) as refusal:
        value("forward_sent_per_rank", **{**SHAPE, **changes})
    assert refusal.value.code == code


def test_paper_count_stays_exact_when_it_does_not_divide() -> None:
    assert value("paper_volume_per_link", sequence=1, hidden=1, degree=3) == Fraction(4, 3)
