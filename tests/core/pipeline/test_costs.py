"""Times become whole ticks without loss."""

from __future__ import annotations

from fractions import Fraction

import pytest

from ledger.core.pipeline.costs import Costs
from ledger.errors import ConditionError


def test_ticks_divide_every_time() -> None:
    ticks = Costs([Fraction(1, 2), 1], Fraction(2, 3), 0, Fraction(1, 4), 3).ticks(2)
    assert ticks.tick == Fraction(1, 12)
    assert ticks.forward == [6, 12]
    assert ticks.input_gradient == [8, 8]
    assert ticks.weight_gradient == [0, 0]
    assert ticks.communication == 3
    assert ticks.overlapped == 36


def test_a_pair_takes_its_own_time_or_the_sum() -> None:
    assert Costs(1, 2, 4, overlapped=5).ticks(2).pair(0, 1) == 5
    assert Costs([1, 10], [2, 20], [4, 40]).ticks(2).pair(0, 1) == 61


@pytest.mark.parametrize(
    ("costs", "code"),
    [
        (Costs(-1), "negative-time"),
        (Costs(1, [1, Fraction(-1, 9)]), "negative-time"),
        (Costs(1, communication=-1), "negative-time"),
        (Costs(1, overlapped=-1), "negative-time"),
        (Costs([1, 2, 3]), "wrong-length"),
        (Costs([]), "wrong-length"),
    ],
)
def test_refusals(costs: Costs, code: str) -> None:
    with pytest.raises(ConditionError) as refusal:
        costs.ticks(2)
    assert refusal.value.code == code


def test_no_drift_at_large_and_fine_times() -> None:
    fine = Fraction(10**15) + Fraction(1, 3)
    assert Costs(fine).ticks(1).forward[0] * Costs(fine).ticks(1).tick == fine
