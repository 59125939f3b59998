"""Times in the α–β model."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ledger.core.collectives.algorithms import ALGORITHMS
from ledger.core.formulas import get
from ledger.errors import ConditionError

EXPONENTS = st.integers(0, 12)
COSTS = st.fractions(0, 1, max_denominator=10**12)


def time(algorithm: str, vector: int, ranks: int, alpha: Any, beta: Any, gamma: Any = 0) -> Fraction:
    inputs = {"alpha": alpha, "beta": beta, "gamma": gamma}
    return Fraction(
        get("collectives.alpha_beta_time")
        .compute({"algorithm": algorithm, "vector_bytes": vector, "ranks": ranks, **inputs})
        .value
    )


def test_ring_all_reduce_by_hand() -> None:
    # 4 ranks: 6 rounds; 2·3/4·1000 B = 1500 B; 3/4·1000 B combined.
    assert time("ring_all_reduce", 1000, 4, "0.5", "0.01", "0.1") == 3 + 15 + 75


def test_counts_of_the_caller() -> None:
    inputs = {"rounds": 6, "critical_bytes": 1500, "alpha": "0.5", "beta": "0.01"}
    assert get("collectives.latency_bandwidth_time").compute(inputs).value == 18


def test_double_tree_beats_the_ring_on_latency_only() -> None:
    assert time("double_tree_all_reduce", 0, 1024, 1, 0) == 20
    assert time("ring_all_reduce", 0, 1024, 1, 0) == 2046
    assert time("double_tree_all_reduce", 1024, 1024, 0, 1) == 2 * 1024
    assert time("ring_all_reduce", 1024, 1024, 0, 1) == 2 * 1023


def test_self_copy_is_a_convention() -> None:
    without = time("pairwise_all_to_all", 8000, 8, 1, 1)
    inputs = {"send_buffer_bytes": 8000, "ranks": 8, "alpha": 1, "beta": 1}
    with_self = get("collectives.pairwise_all_to_all_time_with_self").compute(inputs).value
    assert (without, with_self) == (7 + 7000, 7 + 8000)


@given(st.sampled_from(sorted(ALGORITHMS)), st.integers(0, 10**16), EXPONENTS, COSTS, COSTS)
def test_time_is_monotone_in_size_and_costs(
    algorithm: str, vector: int, exponent: int, alpha: Fraction, beta: Fraction
) -> None:
    ranks = 1 << exponent
    base = time(algorithm, vector, ranks, alpha, beta)
    assert time(algorithm, vector + 1, ranks, alpha, beta) >= base
    assert time(algorithm, vector, ranks, alpha + 1, beta) >= base
    assert time(algorithm, vector, ranks, alpha, beta + 1) >= base


@given(st.sampled_from(sorted(ALGORITHMS)), st.integers(0, 10**16), COSTS, COSTS)
def test_one_rank_takes_no_time(algorithm: str, vector: int, alpha: Fraction, beta: Fraction) -> None:
    assert time(algorithm, vector, 1, alpha, beta, gamma=1) == 0


def test_crossover_is_where_the_terms_meet() -> None:
    inputs = {"algorithm": "ring_all_reduce", "ranks": 8, "alpha": "5e-6", "beta": "2e-11"}
    size = get("collectives.latency_bandwidth_crossover").compute(inputs).value
    assert size == 2_000_000  # 14·5e-6 / (7/4·2e-11)
    assert time("ring_all_reduce", size, 8, "5e-6", 0) == time("ring_all_reduce", size, 8, 0, "2e-11")


@pytest.mark.parametrize(("ranks", "beta", "code"), [(1, 1, "too-few-ranks"), (2, 0, "no-bandwidth-term")])
def test_no_crossover(ranks: int, beta: int, code: str) -> None:
    inputs = {"algorithm": "ring_all_reduce", "ranks": ranks, "alpha": 1, "beta": beta}
    with pytest.raises(ConditionError) as refusal:
        get("collectives.latency_bandwidth_crossover").compute(inputs)
    assert refusal.value.code == code
