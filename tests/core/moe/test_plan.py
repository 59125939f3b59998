"""The balanced plan's guarantees, for any loads."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ledger.core.moe.plan import Plan, balanced_plan
from ledger.errors import ConditionError


@st.composite
def loads(draw: st.DrawFn) -> tuple[list[int], int, int]:
    """Loads of E experts that sum to ranks × capacity, from even to all on one expert."""
    ranks = draw(st.integers(1, 8))
    experts = ranks * draw(st.integers(1, 6))
    capacity = draw(st.integers(0, 10**15))
    weights = draw(st.lists(st.integers(0, 1000), min_size=experts, max_size=experts))
    total, scale = ranks * capacity, sum(weights) or 1
    counts = [total * weight // scale for weight in weights]
    counts[draw(st.integers(0, experts - 1))] += total - sum(counts)
    return counts, ranks, capacity


@given(loads())
def test_guarantees_of_theorem_1(case: tuple[list[int], int, int]) -> None:
    counts, ranks, capacity = case
    plan = balanced_plan(counts, ranks, capacity)
    assert plan.tokens_per_rank == [capacity] * ranks  # exactly S·K a rank
    assert [sum(column) for column in zip(*plan.allocation, strict=True)] == counts  # nothing lost
    assert all(count >= 0 for row in plan.allocation for count in row)
    assert max(plan.remote_counts) <= len(counts) // ranks  # at most E/R copies
    assert max(plan.donor_groups) <= 1  # from one rank
    assert sum(plan.copies_lent) == sum(plan.remote_counts)
    assert plan.migrated_tokens >= sum(max(0, load - capacity) for load in plan.tokens_at_home)


@given(loads())
def test_only_what_is_needed_moves(case: tuple[list[int], int, int]) -> None:
    counts, ranks, capacity = case
    plan = balanced_plan(counts, ranks, capacity)
    home = plan.tokens_at_home
    if all(load == capacity for load in home):
        assert plan.migrated_tokens == 0
    for rank in range(ranks):
        own = sum(count for expert, count in enumerate(plan.allocation[rank]) if plan.is_home(rank, expert))
        assert own <= home[rank]


@given(loads(), st.integers(1, 128))
def test_padded_segments_fit_the_fixed_buffer(case: tuple[list[int], int, int], padding: int) -> None:
    counts, ranks, capacity = case
    plan = balanced_plan(counts, ranks, capacity)
    width = len(counts) // ranks
    for ends in plan.segment_ends(padding):
        assert len(ends) == len(counts) + width
        assert ends == sorted(ends)
        assert all(end % padding == 0 for end in ends)
        assert capacity <= ends[-1] <= capacity + (padding - 1) * 2 * width


def test_one_hot_expert_by_hand() -> None:
    # Two ranks, four experts, all 16 assignments on expert 0: rank 1 takes 8 of them with one copy.
    plan = balanced_plan([16, 0, 0, 0], 2, 8)
    assert plan.allocation == ((8, 0, 0, 0), (8, 0, 0, 0))
    assert plan.copy_slots() == [[-1, -1], [0, -1]]
    assert plan.segment_ends(1) == [[8, 8, 8, 8, 8, 8], [0, 0, 0, 0, 8, 8]]
    assert plan.segment_ends(3)[1] == [0, 0, 0, 0, 9, 9]


def test_copies_are_ordered_by_load_then_number() -> None:
    # Rank 0 is home to experts 0–2 with 8, 4 and 4 tokens and must give away 8.
    plan = balanced_plan([8, 4, 4, 0, 0, 0], 2, 8)
    assert plan.allocation[1] == (8, 0, 0, 0, 0, 0)
    plan = Plan(6, 2, 4, ((0, 0, 0, 0, 0, 0), (1, 1, 2, 0, 0, 0)))
    assert plan.remote_experts == ((), (2, 1, 0))


def test_large_case_keeps_the_bound() -> None:
    generator = random.Random(7)
    experts, ranks, capacity = 896, 64, 4096 * 16
    weights = [generator.paretovariate(0.7) for _ in range(experts)]
    counts = [int(ranks * capacity * weight / sum(weights)) for weight in weights]
    counts[0] += ranks * capacity - sum(counts)
    plan = balanced_plan(counts, ranks, capacity)
    assert plan.tokens_per_rank == [capacity] * ranks
    assert max(plan.remote_counts) <= 14
    assert max(plan.donor_groups) == 1


@pytest.mark.parametrize(
    ("counts", "ranks", "capacity", "code"),
    [
        ([1, 2, 3], 2, 3, "not-divisible"),
        ([5, 0], 2, 3, "unequal-assignments"),
        ([7, -1], 2, 3, "negative-load"),
        ([], 1, 0, "empty"),
        ([1], 0, 1, "empty"),
    ],
)
def test_refusals(counts: list[int], ranks: int, capacity: int, code: str) -> None:
    with pytest.raises(ConditionError) as refusal:
        balanced_plan(counts, ranks, capacity)
    assert refusal.value.code == code
