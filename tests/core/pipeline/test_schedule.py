"""Codes of operations, and routes."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from ledger.core.pipeline.one_f_one_b import one_f_one_b
from ledger.core.pipeline.schedule import (
    Kind,
    Operation,
    Schedule,
    format_slot,
    linear_route,
    looped_route,
    v_route,
)
from ledger.core.pipeline.text import encode


@given(st.sampled_from(Kind), st.integers(0, 4), st.integers(0, 6))
def test_a_code_means_its_operation(kind: Kind, stage: int, microbatch: int) -> None:
    schedule = Schedule("x", 5, 7, [[]], (linear_route(5),))
    operation = Operation(kind, stage, microbatch)
    assert schedule.slot(encode((operation,), 5, 7)) == (operation,)


def test_a_pair_keeps_both_of_its_operations() -> None:
    schedule = Schedule("x", 3, 4, [[]], (linear_route(3),))
    pair = (Operation(Kind.F, 2, 3), Operation(Kind.BW, 1, 2))
    assert schedule.slot(encode(pair, 3, 4)) == pair
    assert format_slot(pair) == "(F2.3|BW1.2)"


def test_routes() -> None:
    assert linear_route(3) == (0, 1, 2)
    assert looped_route(2, 3) == (0, 1, 0, 1, 0, 1)
    assert v_route(3) == (0, 1, 2, 2, 1, 0)


def test_text_of_a_rank() -> None:
    assert one_f_one_b(2, 3).text(0) == "F0.0 F0.1 BW0.0 F0.2 BW0.1 BW0.2"
