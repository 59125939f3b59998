"""EPLB's formulas on the example its README prints."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from ledger.core.formulas import get
from ledger.errors import ConditionError

README = {
    "weights": "[[90, 132, 40, 61, 104, 165, 39, 4, 73, 56, 183, 86],"
    " [20, 107, 104, 64, 19, 197, 187, 157, 172, 86, 16, 27]]",
    "replicas": 16,
    "groups": 4,
    "nodes": 2,
    "gpus": 8,
}


def run(formula: str, **inputs: object) -> Any:
    return get(f"moe.{formula}").compute(inputs)


@pytest.mark.parametrize("arithmetic", ["exact", "single"])
def test_the_printed_example(arithmetic: str) -> None:
    placed = run("eplb_placement", **README, arithmetic=arithmetic)
    assert placed.value == [
        [5, 6, 5, 7, 8, 4, 3, 4, 10, 9, 10, 2, 0, 1, 11, 1],
        [7, 10, 6, 8, 6, 11, 8, 9, 2, 4, 5, 1, 5, 0, 3, 1],
    ]


def test_a_bound_on_layers() -> None:
    with pytest.raises(ConditionError) as refusal:
        run("eplb_placement", weights=[[1]] * 129, replicas=1024, groups=1, nodes=1, gpus=1)
    assert refusal.value.code == "too-many"


def test_balance_of_the_printed_example() -> None:
    # Layer 0: GPU 6 holds experts 0 and 1/2 of 1: 90 + 66 = 156 of 1033/8 on average.
    ratio = run("eplb_max_over_mean", **README).value[0]
    assert ratio == Fraction(156 * 8, 1033)


def test_replicas_lower_the_peak_below_home_placement() -> None:
    weights = [[100, 1, 1, 1, 1, 1, 1, 1]]
    home = run("makespan_factor", tokens_per_expert=weights[0], ranks=4).value
    placed = run("eplb_max_over_mean", weights=weights, replicas=12, groups=1, nodes=1, gpus=4).value[0]
    assert (home, placed) == (Fraction(404, 107), Fraction(164, 107))


@pytest.mark.parametrize(
    ("weights", "code"),
    [
        ("[]", "empty"),
        ("[[]]", "empty"),
        ("[[1, 1e16]]", "number-too-long"),
        ("[[1, -1]]", "negative-load"),
        ("[[0, 0]]", "no-tokens"),
    ],
)
def test_refusals(weights: str, code: str) -> None:
    with pytest.raises(ConditionError) as refusal:
        run("eplb_max_over_mean", weights=weights, replicas=2, groups=1, nodes=1, gpus=2)
    assert refusal.value.code == code
