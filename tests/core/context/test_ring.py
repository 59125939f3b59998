"""Ring Attention's volumes and its condition for overlap."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ledger.core.formulas import get
from ledger.errors import ConditionError

SHAPE = {"sequence": 8192, "kv_heads": 8, "head_dim": 128, "degree": 4}


def run(formula: str, **inputs: object) -> Any:
    return get(f"context.{formula}").compute(inputs)


def test_by_hand() -> None:
    # 2 · 2048 · 8 · 128 elements of 2 B: 8 MiB a shard.
    shard = 8 * 2**20
    assert run("kv_shard_bytes", **SHAPE).value == shard
    assert run("ring_forward_sent_per_rank", **SHAPE).value == 3 * shard
    # Gradients in FP32 travel four hops: 4 · 16 MiB.
    assert run("ring_backward_sent_per_rank", **SHAPE).value == 3 * shard + 4 * 2 * shard
    assert run("ring_backward_sent_per_rank", **SHAPE, gradient_bytes=2).value == 7 * shard


@given(st.integers(1, 10**12), st.integers(1, 128), st.integers(1, 512))
def test_gathering_sends_as_much_and_holds_more(chunk: int, heads: int, degree: int) -> None:
    shape = {"sequence": chunk * degree, "kv_heads": heads, "head_dim": 128, "degree": degree}
    gathered = run("gather_kv_forward_sent_per_rank", **shape)
    assert gathered.value == run("ring_forward_sent_per_rank", **shape).value
    assert gathered.details["gathered_bytes"] == degree * run("kv_shard_bytes", **shape).value


def test_one_rank_forwards_nothing() -> None:
    assert run("ring_forward_sent_per_rank", **{**SHAPE, "degree": 1}).value == 0


@pytest.mark.parametrize(
    ("tera_flops", "giga_bytes", "block", "sequence"),
    [
        (312, "300", "1.0", "6.2"),
        (312, "12.5", "25.0", "149.8"),
        (123, "112", "1.1", "6.6"),
        (275, "268", "1.0", "6.2"),
        (196, "186", "1.1", "6.3"),
    ],
)
def test_table_2_of_the_paper(tera_flops: int, giga_bytes: str, block: str, sequence: str) -> None:
    # In thousands of tokens. For InfiniBand the table prints 24.5 and 149.5; F/B gives 24.96 and 149.8.
    found = run("ring_minimum_block", flop_per_s=f"{tera_flops}e12", byte_per_s=f"{giga_bytes}e9")
    assert f"{float(found.value) / 1000:.1f}" == block
    assert f"{float(found.details['minimum_sequence']) / 1000:.1f}" == sequence


def test_refusals() -> None:
    with pytest.raises(ConditionError) as refusal:
        run("ring_forward_sent_per_rank", **{**SHAPE, "degree": 3})
    assert refusal.value.code == "not-divisible"
    with pytest.raises(ConditionError) as refusal:
        run("ring_minimum_block", flop_per_s=1, byte_per_s=0)
    assert refusal.value.code == "no-bandwidth"
