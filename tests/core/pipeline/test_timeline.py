"""Times by hand for small schedules; deadlocks; any order that can run at all is timed exactly."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ledger.core.pipeline.costs import Costs
from ledger.core.pipeline.gpipe import gpipe
from ledger.core.pipeline.one_f_one_b import one_f_one_b
from ledger.core.pipeline.schedule import Kind, Schedule, linear_route
from ledger.core.pipeline.text import read_orders
from ledger.core.pipeline.timeline import Timeline, simulate
from ledger.errors import ConditionError
from tests.core.pipeline.strategies import costs_for, schedules


def written(*lines: str, microbatches: int) -> Schedule:
    schedule, outside = read_orders(lines, len(lines), microbatches, (linear_route(len(lines)),))
    assert outside == ()
    return schedule


def starts(timeline: Timeline, rank: int) -> list[Fraction]:
    return [start for _, start, _ in timeline.events(rank)]


def test_two_ranks_by_hand() -> None:
    # F0.0 0-1, F0.1 1-2 | F1.0 1-2, BW1.0 2-4, F1.1 4-5, BW1.1 5-7 | BW0.0 4-6, BW0.1 7-9
    timeline = simulate(one_f_one_b(2, 2))
    assert starts(timeline, 0) == [0, 1, 4, 7]
    assert starts(timeline, 1) == [1, 2, 4, 5]
    assert timeline.makespan == 9
    assert timeline.busy == (6, 6)
    assert timeline.first == (0, 1)
    assert timeline.last == (9, 7)
    assert timeline.waits == (3, 0)


def test_communication_delays_the_receiver_and_not_the_sender() -> None:
    # F0.0 0-1, F0.1 1-2; arrives at 1.5: F1.0 1.5-2.5, BW1.0 2.5-4.5; arrives at 5: BW0.0 5-7
    timeline = simulate(one_f_one_b(2, 2), Costs(communication=Fraction(1, 2)))
    assert starts(timeline, 0) == [0, 1, 5, 8]
    assert starts(timeline, 1) == [Fraction(3, 2), Fraction(5, 2), Fraction(9, 2), Fraction(11, 2)]


def test_no_communication_between_chunks_of_one_rank() -> None:
    route = ((0, 0),)
    schedule, _ = read_orders(["F0.0 F1.0 B1.0 B0.0 W1.0 W0.0"], 2, 1, route)
    assert simulate(schedule, Costs(communication=100)).makespan == 6


def test_uneven_stages_by_hand() -> None:
    # Stage 1 takes 3 for F and 4 for BW: F1.0 1-4, BW1.0 4-8, F1.1 8-11, BW1.1 11-15, BW0.1 15-17
    timeline = simulate(one_f_one_b(2, 2), Costs([1, 3], [1, 2], [1, 2]))
    assert timeline.makespan == 17


def test_weight_gradients_hold_nothing_back() -> None:
    # Stage 1: F 1-2, B 2-3, W 3-4; stage 0 may start its B at 3, not at 4
    timeline = simulate(written("F0.0 B0.0 W0.0", "F1.0 B1.0 W1.0", microbatches=1))
    assert starts(timeline, 0) == [0, 3, 4]


def test_an_overlapped_slot_waits_for_both_inputs_and_ends_both() -> None:
    lines = ("F0.0 F0.1 F0.2 BW0.0 BW0.1 BW0.2", "F1.0 F1.1 (F1.2|BW1.0) BW1.1 BW1.2")
    timeline = simulate(written(*lines, microbatches=3), Costs(overlapped=2))
    assert starts(timeline, 1) == [1, 2, 3, 5, 7]
    assert starts(timeline, 0) == [0, 1, 2, 5, 7, 9]


@pytest.mark.parametrize(
    "lines",
    [
        ("BW0.0 F0.0", "F1.0 BW1.0"),  # before its own forward
        ("F0.0 W0.0 B0.0", "F1.0 BW1.0"),  # before its own input gradient
        ("F0.0 BW0.0", "BW1.0 F1.0"),  # the last stage too
        ("F0.1 BW0.1 F0.0 BW0.0", "F1.0 BW1.0 F1.1 BW1.1"),  # a cycle between ranks
        ("F0.0 BW0.0", "F1.0"),  # an input that never comes
    ],
)
def test_deadlocks_are_found_and_named(lines: tuple[str, str]) -> None:
    with pytest.raises(ConditionError) as refusal:
        simulate(written(*lines, microbatches=2))
    assert refusal.value.code == "deadlock"
    assert "waits for" in str(refusal.value)


def test_no_recursion_limit() -> None:
    # Ranks × micro-batches far beyond the interpreter's recursion limit, in a chain of dependencies.
    timeline = simulate(gpipe(1500, 3))
    assert timeline.makespan == (1500 + 2) * 3


@given(st.data())
def test_every_dependency_holds_in_time(data: st.DataObject) -> None:
    schedule = data.draw(schedules())
    costs = data.draw(costs_for(schedule.stages))
    timeline = simulate(schedule, costs)
    ends: dict[tuple[Kind, int, int], Fraction] = {}
    begins: dict[tuple[Kind, int, int], Fraction] = {}
    for rank in range(schedule.ranks):
        free = Fraction(0)
        for slot, start, end in timeline.events(rank):
            assert free <= start <= end  # one thing at a time
            free = end
            for operation in slot:
                begins[operation], ends[operation] = start, end
    for (kind, stage, k), start in begins.items():
        rank = schedule.rank_of(stage, k)
        for needed in inputs(kind, stage, k, schedule.stages):
            late = costs.communication if schedule.rank_of(needed[1], k) != rank else 0
            assert output_time(ends, needed) + late <= start


def inputs(kind: Kind, stage: int, k: int, stages: int) -> list[tuple[Kind, int, int]]:
    if kind is Kind.F:
        return [(Kind.F, stage - 1, k)] if stage else []
    if kind is Kind.W:
        return [(Kind.B, stage, k)]
    return [(Kind.F, stage, k), *([(Kind.B, stage + 1, k)] if stage + 1 < stages else [])]


def output_time(ends: dict[tuple[Kind, int, int], Fraction], needed: tuple[Kind, int, int]) -> Fraction:
    if needed in ends:
        return ends[needed]
    return ends[Kind.BW, needed[1], needed[2]]


@given(st.data())
def test_nothing_could_start_earlier(data: st.DataObject) -> None:
    """Every operation starts at zero, when its rank becomes free, or when one of its inputs arrives."""
    schedule = data.draw(schedules())
    costs = data.draw(costs_for(schedule.stages))
    timeline = simulate(schedule, costs)
    arrivals = {Fraction(0)}
    for rank in range(schedule.ranks):
        for _, _, end in timeline.events(rank):
            arrivals |= {end, end + costs.communication}
    assert all(set(starts(timeline, rank)) <= arrivals for rank in range(schedule.ranks))


@given(schedules())
def test_times_scale_exactly(schedule: Schedule) -> None:
    once = simulate(schedule, Costs(3, 4, 2, 1))
    scaled = simulate(schedule, Costs(*(Fraction(x, 7 * 10**15) for x in (3, 4, 2, 1))))
    assert scaled.makespan * 7 * 10**15 == once.makespan
