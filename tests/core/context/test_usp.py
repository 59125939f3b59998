"""USP: its ends are Ulysses and Ring."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ledger.core.formulas import get
from ledger.errors import ConditionError

SHAPE = {"sequence": 32768, "query_heads": 32, "kv_heads": 8, "head_dim": 128}


def run(formula: str, **inputs: object) -> Any:
    return get(f"context.{formula}").compute(inputs)


@given(st.integers(0, 3))
def test_the_ends_are_ulysses_and_ring(power: int) -> None:
    degree = 1 << power
    ulysses = run("usp_forward_sent_per_rank", **SHAPE, ulysses_degree=degree, ring_degree=1)
    assert ulysses.value == run("ulysses_forward_sent_per_rank", **SHAPE, degree=degree).value
    ring = run("usp_forward_sent_per_rank", **SHAPE, ulysses_degree=1, ring_degree=degree)
    shape = {name: SHAPE[name] for name in ("sequence", "kv_heads", "head_dim")}
    assert ring.value == run("ring_forward_sent_per_rank", **shape, degree=degree).value


def test_the_ring_part_by_hand() -> None:
    # u = 4, r = 2: 2 (K, V) · 16384 tokens · 2 heads · 128 · 2 B, sent once.
    result = run("usp_forward_sent_per_rank", **SHAPE, ulysses_degree=4, ring_degree=2)
    assert result.details["ring_bytes"] == 2 * 16384 * 2 * 128 * 2
    assert result.details["all_to_all_bytes"] == 80 * 128 * 4096 * 2 * 3 // 4


def test_meshes() -> None:
    meshes = run("usp_meshes", degree=16, query_heads=32, kv_heads=8).value
    assert meshes == [(8, 2), (4, 4), (2, 8), (1, 16)]
    assert run("usp_meshes", degree=6, query_heads=32, kv_heads=8).value == [(2, 3), (1, 6)]
    assert run("usp_meshes", degree=64, query_heads=8, kv_heads=1).value == [(1, 64)]


@given(st.integers(1, 512), st.sampled_from([1, 2, 4, 6, 8, 12]))
def test_every_mesh_covers_the_degree(degree: int, kv_heads: int) -> None:
    for ulysses, ring in run("usp_meshes", degree=degree, query_heads=4 * kv_heads, kv_heads=kv_heads).value:
        assert ulysses * ring == degree
        assert kv_heads % ulysses == 0


@pytest.mark.parametrize(("ulysses", "ring"), [(16, 1), (8, 3)])
def test_refusals(ulysses: int, ring: int) -> None:
    with pytest.raises(ConditionError) as refusal:
        run("usp_forward_sent_per_rank", **SHAPE, ulysses_degree=ulysses, ring_degree=ring)
    assert refusal.value.code == "not-divisible"
