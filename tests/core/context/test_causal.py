"""Causal work by rank, counted pair by pair."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ledger.core.context.causal import LAYOUTS, MOST_RANKS
from ledger.core.formulas import get
from ledger.errors import ConditionError


def run(formula: str, **inputs: object) -> Any:
    return get(f"context.{formula}").compute(inputs)


def owner(layout: str, token: int, sequence: int, degree: int) -> int:
    if layout == "striped":
        return token % degree
    if layout == "contiguous":
        return token * degree // sequence
    chunk = token * 2 * degree // sequence
    return min(chunk, 2 * degree - 1 - chunk)


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize(("sequence", "degree"), [(8, 1), (8, 2), (24, 3), (32, 4), (24, 6)])
def test_pairs_and_steps_one_by_one(layout: str, sequence: int, degree: int) -> None:
    place = [owner(layout, token, sequence, degree) for token in range(sequence)]
    pairs = [0] * degree
    steps = [[0] * degree for _ in range(degree)]
    for query in range(sequence):
        for key in range(query + 1):
            pairs[place[query]] += 1
            steps[(place[query] - place[key]) % degree][place[query]] += 1
    case = {"sequence": sequence, "degree": degree, "layout": layout}
    assert run("causal_pairs_per_rank", **case).value == pairs
    assert run("causal_makespan_factor", **case).details["step_pairs"] == [max(step) for step in steps]


def test_contiguous_is_nearly_twice_as_slow_and_zigzag_is_even() -> None:
    case = {"sequence": 65536, "degree": 64}
    contiguous = run("causal_makespan_factor", **case, layout="contiguous").value
    assert Fraction(19, 10) < contiguous < 2
    zigzag = run("causal_pairs_per_rank", **case, layout="zigzag")
    assert zigzag.details["max_over_mean"] == 1
    assert run("causal_makespan_factor", **case, layout="zigzag").value < Fraction(101, 100)


@given(st.integers(1, 500))
def test_zigzag_holds_every_chunk_once(degree: int) -> None:
    held = [run("zigzag_chunks", rank=rank, degree=degree).value for rank in range(degree)]
    assert sorted(chunk for pair in held for chunk in pair) == list(range(2 * degree))
    assert {sum(pair) for pair in held} == {2 * degree - 1}


@given(st.integers(1, 64))
def test_shares_sum_to_one_and_are_the_limit_of_the_count(degree: int) -> None:
    shares = [run("causal_work_share_contiguous", rank=rank, degree=degree).value for rank in range(degree)]
    assert sum(shares) == 1
    sequence = degree * 10**12
    pairs = run("causal_pairs_per_rank", sequence=sequence, degree=degree, layout="contiguous").value
    total = sequence * (sequence + 1) // 2
    assert sum(pairs) == total
    assert all(
        abs(Fraction(count, total) - share) < Fraction(1, 10**11)
        for count, share in zip(pairs, shares, strict=True)
    )


@pytest.mark.parametrize(
    ("changes", "code"),
    [({"degree": MOST_RANKS * 2}, "too-many-ranks"), ({"sequence": 12}, "not-divisible")],
)
def test_refusals(changes: dict[str, int], code: str) -> None:
    with pytest.raises(ConditionError) as refusal:
        run("causal_pairs_per_rank", **{"sequence": 64, "degree": 4, "layout": "zigzag", **changes})
    assert refusal.value.code == code
    with pytest.raises(ConditionError) as refusal:
        run("causal_work_share_contiguous", rank=4, degree=4)
    assert refusal.value.code == "no-such-rank"
