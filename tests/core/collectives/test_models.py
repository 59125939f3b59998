"""Simulators' and handbooks' times: that their conventions are what their names say."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from ledger.core.formulas import get
from ledger.errors import ConditionError, InputError

CALL = {"operation_bytes": 8 * 10**9, "ranks": 8, "scale": 1, "offset": -1, "efficiency": 1}


def value(formula: str, **inputs: object) -> Any:
    return get(f"collectives.{formula}").compute(inputs).value


def calculon(**changes: object) -> Any:
    return value("calculon_time", **{**CALL, "latency_s": "1e-5", "gb_per_s": 1, **changes})


def simumax(**changes: object) -> Any:
    given = {**CALL, "operation": "all_gather", "latency_us": 10, "gib_per_s": 1, **changes}
    return value("simumax_time", **given)


def test_latency_once_or_per_hop() -> None:
    # The same 10 µs and 8 ranks: Calculon adds it once, SimuMax (n − 1) times.
    assert calculon() - calculon(latency_s=0) == Fraction("1e-5")
    assert simumax() - simumax(latency_us=0) == Fraction("0.07")  # ms


def test_gb_or_gib() -> None:
    # 7 × 10⁹ B at "1 GB/s": seven seconds, or 7·10⁹/2³⁰ s.
    assert calculon(latency_s=0) == 7
    assert simumax(latency_us=0) == Fraction(7 * 10**9 * 1000, 2**30)


def test_simumax_counts_hops_on_eight_gpu_nodes_only() -> None:
    assert simumax(ranks_per_node=4) - simumax(ranks_per_node=4, latency_us=0) == Fraction("0.01")
    assert simumax(operation="p2p", offset=0, ranks=2) - simumax(
        operation="p2p", offset=0, ranks=2, latency_us=0
    ) == Fraction("0.01")
    assert simumax(ranks=1, offset=0) == 0


def test_simumax_shares_a_node_s_links_between_nodes() -> None:
    inside = simumax(operation="p2p", offset=0, latency_us=0)
    assert simumax(operation="p2p", offset=0, latency_us=0, inter_node=True) == 8 * inside


def test_scaling_book_prints() -> None:
    # "Pop Quiz 2" rounds 33.5 MB to 34 MB and prints 377 µs and 560 µs.
    array = {"array_bytes": 34 * 10**6, "bandwidth": "9e10", "shards": 4}
    assert round(value("scaling_book_all_gather_time", **array) * 10**6) == 378
    exact = {**array, "array_bytes": 2048 * 8192 * 2}
    assert 559 < value("scaling_book_all_gather_time_open_line", **exact) * 10**6 < 560


def test_scaling_book_has_no_ring_factor() -> None:
    array = {"array_bytes": 8000, "bandwidth": 1}
    gather = value("scaling_book_all_gather_time", **array, shards=8)
    ring = value("alpha_beta_time", algorithm="ring_all_gather", vector_bytes=8000, ranks=8, alpha=0, beta=1)
    assert (gather, ring) == (8000, 7000)
    assert value("scaling_book_all_reduce_time", **array) == 2 * gather
    assert value("scaling_book_all_to_all_time", **array) == gather / 4


def test_scaling_book_latency_bound() -> None:
    # Question 3: 256 B over 4 devices at 1 µs a hop takes two hops.
    array = {"array_bytes": 256, "bandwidth": "9e10", "shards": 4, "hop_latency": "1e-6"}
    assert value("scaling_book_all_gather_time", **array) == Fraction("2e-6")
    assert value("bidirectional_ring_hops", shards=5) == 3


@pytest.mark.parametrize("efficiency", [0, -1, "1.01"])
def test_efficiency_out_of_range(efficiency: object) -> None:
    with pytest.raises(ConditionError) as refusal:
        calculon(efficiency=efficiency)
    assert refusal.value.code == "efficiency-out-of-range"


def test_other_refusals() -> None:
    with pytest.raises(ConditionError, match="bandwidth must be positive"):
        value("scaling_book_all_reduce_time", array_bytes=1, bandwidth=0)
    with pytest.raises(ConditionError, match="at least 2"):
        calculon(ranks=1)
    with pytest.raises(InputError, match=r"0\.65"):
        calculon(efficiency=0.65)  # a float has lost its printed digits
