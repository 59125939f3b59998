"""Sublinear memory, and what recomputation costs."""

from __future__ import annotations

from fractions import Fraction
from math import ceil, log
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from ledger.core import formulas


def compute(name: str, **inputs: Any) -> formulas.Result:
    return formulas.get(f"activation.{name}").compute(inputs)


@given(st.integers(1, 60))
def test_square_root_segments_are_best(root: int) -> None:
    costs = [
        compute("sublinear_segments", layers=root**2, segments=k).value
        for k in range(1, root**2 + 1, max(1, root // 4))
    ]
    best = compute("sublinear_segments", layers=root**2, segments=root).value
    assert best == 2 * root <= min(costs)


@given(st.integers(1, 10**6), st.integers(1, 9))
def test_recursion_is_logarithmic(layers: int, kept: int) -> None:
    answer = compute("sublinear_recursion", layers=layers, kept=kept)
    assert answer.value == kept * answer.details["levels"]
    assert (kept + 1) ** answer.details["levels"] >= layers
    assert abs(answer.details["levels"] - ceil(log(layers, kept + 1))) <= 1


def test_a_page_s_toy_diagram() -> None:
    assert compute("checkpoints_kept", layers=12, every=4).value == 3
    assert compute("checkpoints_kept", layers=13, every=4).value == 4


def test_one_more_forward_is_a_third_of_a_step_and_doubles_the_forward() -> None:
    answer = compute("recompute_overhead")
    assert answer.value == Fraction(1, 3)
    assert answer.details["forward compute over without"] == 2


def test_scores_and_their_flops_are_quadratic() -> None:
    assert (
        compute("score_matrix", heads=96, sequence=4096).value
        == 4 * compute("score_matrix", heads=96, sequence=2048).value
    )
    assert compute("score_matrix", heads=1, sequence=3).value == 18
    assert compute("attention_core_flops", sequence=6, hidden=5).value == 4 * 36 * 5
