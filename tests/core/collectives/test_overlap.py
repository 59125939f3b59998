"""Hidden and exposed time."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ledger.core.formulas import get
from ledger.errors import ConditionError

TIMES = st.fractions(0, 10**6, max_denominator=10**6)
SHARES = st.fractions(0, 1, max_denominator=1000)


def run(formula: str, compute: object, communication: object, share: object) -> Any:
    inputs = {"compute_s": compute, "communication_s": communication, "overlappable": share}
    return get(f"collectives.{formula}").compute(inputs)


def test_ninety_five_percent_by_hand() -> None:
    assert run("exposed_time", 100, 40, "0.95").value == 2
    assert run("hidden_time", 100, 40, "0.95").value == 38


@given(TIMES, TIMES, SHARES)
def test_hidden_plus_exposed_is_all_and_the_step_is_bounded(
    compute: Fraction, communication: Fraction, share: Fraction
) -> None:
    hidden = run("hidden_time", compute, communication, share).value
    exposed = run("exposed_time", compute, communication, share).value
    step = run("overlapped_step_time", compute, communication, share)
    assert hidden + exposed == communication
    assert step.value == compute + exposed
    assert step.details["lower_bound_s"] <= step.value <= step.details["upper_bound_s"]


@given(TIMES, TIMES)
def test_limits(compute: Fraction, communication: Fraction) -> None:
    full = run("overlapped_step_time", compute, communication, 1)
    none = run("overlapped_step_time", compute, communication, 0)
    assert full.value == full.details["lower_bound_s"]
    assert none.value == none.details["upper_bound_s"]


@pytest.mark.parametrize("share", ["-0.1", "1.1"])
def test_share_out_of_range(share: str) -> None:
    with pytest.raises(ConditionError) as refusal:
        run("hidden_time", 1, 1, share)
    assert refusal.value.code == "share-out-of-range"
