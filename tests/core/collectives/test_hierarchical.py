"""The two-level all-reduce."""

from __future__ import annotations

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from ledger.core.formulas import get


def value(formula: str, **inputs: object) -> Any:
    return get(f"collectives.{formula}").compute(inputs).value


def test_by_hand() -> None:
    # 2 ranks a node, 2 nodes, 8 B: in the node 2·½·8 = 8 B and 2 rounds; across 2·½·(8/2) = 4 B and 2 rounds.
    shape = {"tensor_bytes": 8, "ranks_per_node": 2, "nodes": 2}
    assert value("hierarchical_all_reduce_sent_intra_of_tensor", **shape) == 8
    assert value("hierarchical_all_reduce_sent_inter_of_tensor", **shape) == 4
    inter = {"alpha_inter": 100, "beta_inter": 10}
    both = {"alpha_intra": 1, "beta_intra": "0.5", **inter}
    assert value("hierarchical_all_reduce_time", **shape, **both) == 2 + 4 + 200 + 40
    # Flat: 6 rounds and 2·¾·8 = 12 B, all at the slow link's cost.
    assert value("flat_ring_all_reduce_time_slowest_link", **shape, **inter) == 600 + 120


@given(st.integers(0, 10**16), st.integers(1, 16), st.integers(1, 64))
def test_moves_no_fewer_bytes_than_the_flat_ring(size: int, ranks_per_node: int, nodes: int) -> None:
    shape = {"tensor_bytes": size, "ranks_per_node": ranks_per_node, "nodes": nodes}
    flat = value(
        "sent_per_rank_of_tensor", operation="all_reduce", tensor_bytes=size, ranks=ranks_per_node * nodes
    )
    levels = [
        value(f"hierarchical_all_reduce_sent_{level}_of_tensor", **shape) for level in ("intra", "inter")
    ]
    # (g−1)/g + (k−1)/(gk) = (gk−1)/(gk): the same bytes, most of them on fast links.
    assert sum(levels) == flat


@given(st.integers(0, 10**16), st.integers(1, 16))
def test_one_level_is_a_plain_ring(size: int, ranks: int) -> None:
    cost = {"alpha_intra": 3, "beta_intra": 5, "alpha_inter": 3, "beta_inter": 5}
    ring = value(
        "alpha_beta_time", algorithm="ring_all_reduce", vector_bytes=size, ranks=ranks, alpha=3, beta=5
    )
    for shape in ({"ranks_per_node": ranks, "nodes": 1}, {"ranks_per_node": 1, "nodes": ranks}):
        assert value("hierarchical_all_reduce_time", tensor_bytes=size, **shape, **cost) == ring
