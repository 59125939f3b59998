"""Newton-Schulz on sharded matrices: peer-to-peer against all-gather, and the FLOPs."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from ledger.core import formulas


def compute(formula: str, **inputs: Any) -> formulas.Result:
    return formulas.get(formula).compute(inputs)


@given(st.integers(0, 10**15), st.integers(1, 4096))
def test_peer_to_peer_moves_one_nth_and_needs_one_nth_of_the_buffer(parameters: int, ranks: int) -> None:
    gather = compute("numerics.muon_all_gather", parameters=parameters, ranks=ranks)
    direct = compute("numerics.muon_p2p", parameters=parameters, ranks=ranks)
    assert Fraction(direct.value) * ranks == gather.value
    assert Fraction(direct.details["buffer per rank"]) * ranks == gather.details["buffer per rank"]
    assert direct.details["with updates returned"] == 2 * direct.value


def test_one_rank_moves_nothing() -> None:
    for formula in ("numerics.muon_all_gather", "numerics.muon_p2p"):
        assert compute(formula, parameters=10**12, ranks=1).value == 0


def test_all_gather_conserves_bytes() -> None:
    """Every rank sends its shard to the n - 1 others: what all receive is (n - 1) times the buffer."""
    answer = compute("numerics.muon_all_gather", parameters=1000, ranks=8, element_bytes=2)
    assert answer.details["received by all"] == 7 * 2000


@given(st.integers(1, 512), st.integers(1, 512), st.integers(0, 10))
def test_newton_schulz_takes_the_smaller_side(rows: int, columns: int, steps: int) -> None:
    flops = compute("numerics.newton_schulz_flops", rows=rows, columns=columns, steps=steps).value
    assert flops == compute("numerics.newton_schulz_flops", rows=columns, columns=rows, steps=steps).value
    m, n = sorted((rows, columns))
    # three products a step: m×n by n×m, m×m by m×m, m×m by m×n
    assert flops == steps * (2 * m * n * m + 2 * m * m * m + 2 * m * m * n)


def test_per_head_blocks_are_cheaper_than_the_whole_projection() -> None:
    answer = compute("numerics.per_head_newton_schulz_flops", hidden=7168, heads=64, head_size=128)
    assert answer.value < answer.details["whole matrix"]
