"""Orders written as text read back as themselves; what is outside is told, what is nonsense refused."""

from __future__ import annotations

import pytest
from hypothesis import given

from ledger.core.pipeline.schedule import Schedule, linear_route
from ledger.core.pipeline.text import read_orders
from ledger.core.pipeline.validate import violations
from ledger.errors import InputError
from tests.core.pipeline.strategies import schedules


@given(schedules())
def test_round_trip(schedule: Schedule) -> None:
    lines = [schedule.text(rank) for rank in range(schedule.ranks)]
    read, outside = read_orders(lines, schedule.stages, schedule.microbatches, schedule.routes)
    assert outside == ()
    assert [list(order) for order in read.orders] == [list(order) for order in schedule.orders]


def test_operations_out_of_range_are_told_and_left_out() -> None:
    schedule, outside = read_orders(["F0.1 BW0.0 F0.2"], 1, 2, (linear_route(1),))
    assert [str(violation) for violation in outside] == ["rank 0: F0.2 out of range (m=2)"]
    assert "rank 0: missing F0.0" in {str(violation) for violation in violations(schedule)}
    _, outside = read_orders(["F3.0"], 1, 2, (linear_route(1),))
    assert [str(violation) for violation in outside] == ["rank 0: F3.0 out of range (stages=1)"]


@pytest.mark.parametrize(
    "token",
    ["G0.0", "F0", "F.1", "F-1.0", "F0.0.0", "(F0.0)", "(F0.0|B0.0)", "(BW0.0|F0.0)", "F" + "1" * 99 + ".0"],
)
def test_nonsense_is_refused(token: str) -> None:
    with pytest.raises(InputError):
        read_orders([token], 1, 1, (linear_route(1),))
