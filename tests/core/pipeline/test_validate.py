"""The validator passes what is legal and kills every planted defect."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from ledger.core.pipeline.dualpipe import dualpipe
from ledger.core.pipeline.one_f_one_b import one_f_one_b
from ledger.core.pipeline.schedule import Kind, Schedule
from ledger.core.pipeline.validate import require_legal, violations
from ledger.errors import ConditionError
from tests.core.pipeline.strategies import schedules


def codes(schedule: Schedule) -> set[str]:
    return {violation.code for violation in violations(schedule)}


def with_order(schedule: Schedule, rank: int, order: list[int]) -> Schedule:
    orders = [list(row) for row in schedule.orders]
    orders[rank] = order
    return replace(schedule, orders=orders)


@given(schedules())
def test_every_generated_schedule_is_legal(schedule: Schedule) -> None:
    assert violations(schedule) == ()
    assert require_legal(schedule) is schedule


@given(st.data())
def test_a_lost_operation_is_found(data: st.DataObject) -> None:
    schedule = data.draw(schedules())
    rank = data.draw(st.integers(0, schedule.ranks - 1))
    order = list(schedule.orders[rank])
    assume(order)
    del order[data.draw(st.integers(0, len(order) - 1))]
    assert "missing" in codes(with_order(schedule, rank, order))


@given(st.data())
def test_a_repeated_operation_is_found(data: st.DataObject) -> None:
    schedule = data.draw(schedules())
    rank = data.draw(st.integers(0, schedule.ranks - 1))
    order = list(schedule.orders[rank])
    assume(order)
    again = data.draw(st.sampled_from(order))
    order.insert(data.draw(st.integers(0, len(order))), again)
    assert codes(with_order(schedule, rank, order)) & {"repeated", "before-input"}


@given(st.data())
def test_an_operation_on_another_rank_is_found(data: st.DataObject) -> None:
    schedule = data.draw(schedules())
    assume(schedule.ranks > 1 and all(schedule.orders))
    orders = [list(row) for row in schedule.orders]
    moved = orders[0].pop(data.draw(st.integers(0, len(orders[0]) - 1)))
    orders[1].insert(data.draw(st.integers(0, len(orders[1]))), moved)
    assert codes(replace(schedule, orders=orders)) & {"wrong-rank", "before-input"}


@given(st.data())
def test_an_operation_before_its_input_is_found(data: st.DataObject) -> None:
    schedule = data.draw(schedules())
    rank = data.draw(st.integers(0, schedule.ranks - 1))
    order = list(schedule.orders[rank])
    last = next((i for i, code in enumerate(order) if code // schedule.cells in (Kind.B, Kind.BW)), None)
    assume(last is not None)
    order.insert(0, order.pop(last))
    assert "before-input" in codes(with_order(schedule, rank, order))


@pytest.mark.parametrize("code", [-1, 4 * 8 + 64, 10**9])
def test_a_code_that_is_no_operation(code: int) -> None:
    schedule = one_f_one_b(2, 4)
    assert codes(with_order(schedule, 0, [*schedule.orders[0], code])) == {"out-of-range"}


def test_deadlock_without_any_other_fault() -> None:
    # Rank 0 sends micro-batch 1 first, rank 1 expects micro-batch 0 first and answers before taking 1.
    schedule = replace(one_f_one_b(2, 2), orders=[[1, 13, 0, 12], [2, 14, 3, 15]])
    assert codes(schedule) == {"deadlock"}
    with pytest.raises(ConditionError) as refusal:
        require_legal(schedule)
    assert refusal.value.code == "illegal-schedule"


def test_split_backward_cannot_also_run_whole() -> None:
    schedule = one_f_one_b(1, 1)
    n = schedule.cells
    assert codes(with_order(schedule, 0, [0, n, 3 * n])) == {"repeated"}
    assert [str(violation) for violation in violations(with_order(schedule, 0, [0, n]))] == [
        "rank 0: missing W0.0"
    ]


def test_directions_are_checked() -> None:
    schedule = dualpipe(2, 4)
    swapped = replace(schedule, orders=[schedule.orders[1], schedule.orders[0]])
    assert codes(swapped) == {"wrong-rank"}
