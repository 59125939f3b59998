"""Replication and packing."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ledger.core.moe.placement import Rounding, exactly, pack, place, replicate, to_single
from ledger.errors import ConditionError

WEIGHTS = st.lists(st.integers(0, 10**6).map(Fraction), min_size=8, max_size=8)


@given(st.floats(min_value=2.0**-100, max_value=2.0**100, width=32))
def test_single_precision_numbers_are_fixed_points(number: float) -> None:
    assert to_single(Fraction(number)) == Fraction(number)


@pytest.mark.parametrize(
    ("number", "rounded"),
    [
        (Fraction(0), 0),
        (Fraction(1, 3), Fraction(11184811, 2**25)),  # 0x3EAAAAAB
        (Fraction(2**24 + 1), 2**24),  # tie, to even
        (Fraction(2**24 + 3), 2**24 + 4),  # tie, to even
        (Fraction(2**25 - 1), 2**25),  # rounds up into the next binade
    ],
)
def test_single_precision_rounding(number: Fraction, rounded: Fraction) -> None:
    assert to_single(number) == rounded


def test_packing_by_hand() -> None:
    # Heaviest first: 9 → pack 0, 7 → pack 1, 5 → pack 1 (7 < 9), 3 → pack 0 (pack 1 is full).
    assert pack([Fraction(w) for w in (5, 9, 3, 7)], 2, exactly) == [[1, 2], [3, 0]]
    assert pack([Fraction(w) for w in (5, 9)], 2, exactly) == [[0], [1]]


def test_replication_by_hand() -> None:
    # 100 → two halves of 50, then 60 → 30, then 50 → thirds of 33⅓.
    items, counts = replicate([Fraction(100), Fraction(60), Fraction(10)], 6, exactly)
    assert (items, counts) == ([0, 1, 2, 0, 1, 0], [3, 2, 1])


@given(WEIGHTS, st.integers(0, 4))
def test_replication_never_raises_the_peak(weights: list[Fraction], extra: int) -> None:
    peaks = [
        max(w / c for w, c in zip(weights, replicate(weights, 8 + more, exactly)[1], strict=True))
        for more in range(extra + 1)
    ]
    assert peaks == sorted(peaks, reverse=True)


@given(WEIGHTS, st.sampled_from([exactly, to_single]), st.sampled_from([(2, 2), (4, 2), (1, 1), (3, 2)]))
def test_every_placement_is_complete(
    weights: list[Fraction], rounding: Rounding, shape: tuple[int, int]
) -> None:
    groups, nodes = shape
    layer = place(weights, 12, groups, nodes, 4, rounding)
    assert Counter(layer.experts) == Counter(dict(enumerate(layer.replicas)))
    assert sum(layer.replicas) == 12
    assert min(layer.replicas) >= 1
    for expert, slots in enumerate(layer.slots()):
        assert [layer.experts[slot] for slot in slots] == [expert] * layer.replicas[expert]
    assert sum(layer.loads(weights, 4)) == sum(weights)


@given(WEIGHTS)
def test_a_group_stays_on_one_node_under_the_hierarchical_policy(weights: list[Fraction]) -> None:
    layer = place(weights, 12, 4, 2, 4, exactly)
    node_of_group: dict[int, int] = {}
    for slot, expert in enumerate(layer.experts):
        assert node_of_group.setdefault(expert // 2, slot // 6) == slot // 6


@pytest.mark.parametrize(
    ("slots", "groups", "nodes", "gpus", "code"),
    [
        (12, 3, 3, 6, "not-divisible"),
        (12, 2, 2, 3, "not-divisible"),
        (13, 2, 2, 4, "not-divisible"),
        (4, 2, 2, 4, "too-few-replicas"),
        (0, 1, 1, 1, "empty"),
    ],
)
def test_refusals(slots: int, groups: int, nodes: int, gpus: int, code: str) -> None:
    with pytest.raises(ConditionError) as refusal:
        place([Fraction(1)] * 8, slots, groups, nodes, gpus, exactly)
    assert refusal.value.code == code
