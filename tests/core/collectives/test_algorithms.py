"""Algorithms against simulations that move data and check the result, rank by rank."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

import pytest

from ledger.core.collectives.algorithms import (
    ALGORITHMS,
    MOST_RANKS,
    binomial_edges,
    double_tree,
    in_order_tree,
    traffic_of,
)
from ledger.errors import ConditionError

Blocks = list[list[int]]  # rank → block → partial sum
POWERS = (1, 2, 4, 8, 16)
ANY = (1, 2, 3, 4, 5, 6, 7, 8, 12, 13, 16)


class Wire:
    """Counts blocks sent by each rank and rounds."""

    def __init__(self, ranks: int) -> None:
        self.sent, self.received, self.rounds = [0] * ranks, [0] * ranks, 0

    def move(self, source: int, destination: int, blocks: int) -> None:
        self.sent[source] += blocks
        self.received[destination] += blocks


def start(ranks: int) -> Blocks:
    return [[10**rank if rank < 15 else rank for _ in range(ranks)] for rank in range(ranks)]


def ring_all_reduce(ranks: int) -> tuple[Wire, Blocks]:
    wire, held = Wire(ranks), start(ranks)
    for phase in range(2):
        for step in range(ranks - 1):
            wire.rounds += 1
            moving = [(rank, (rank - step + phase) % ranks) for rank in range(ranks)]
            payload = [held[rank][block] for rank, block in moving]
            for (rank, block), data in zip(moving, payload, strict=True):
                target = (rank + 1) % ranks
                wire.move(rank, target, 1)
                held[target][block] = data if phase else held[target][block] + data
    return wire, held


def recursive_doubling_all_reduce(ranks: int) -> tuple[Wire, Blocks]:
    wire, held, distance = Wire(ranks), start(ranks), 1
    while distance < ranks:
        wire.rounds += 1
        before = [list(blocks) for blocks in held]
        for rank in range(ranks):
            wire.move(rank, rank ^ distance, ranks)
            held[rank] = [a + b for a, b in zip(before[rank], before[rank ^ distance], strict=True)]
        distance *= 2
    return wire, held


def rabenseifner_all_reduce(ranks: int) -> tuple[Wire, Blocks]:
    wire, held = Wire(ranks), start(ranks)
    owned = [range(ranks) for _ in range(ranks)]
    history = []
    distance = ranks // 2
    while distance:  # recursive halving: keep the half that holds one's own block
        wire.rounds += 1
        before, halves = [list(blocks) for blocks in held], {}
        for rank in range(ranks):
            middle = len(owned[rank]) // 2
            low, high = owned[rank][:middle], owned[rank][middle:]
            halves[rank] = (low, high) if rank & distance == 0 else (high, low)
        for rank in range(ranks):
            keep, give = halves[rank]
            wire.move(rank, rank ^ distance, len(give))
            for block in keep:
                held[rank][block] = before[rank][block] + before[rank ^ distance][block]
            owned[rank] = keep
        history.append(distance)
        distance //= 2
    for distance in reversed(history):  # recursive doubling: exchange what is finished
        wire.rounds += 1
        before, spans = [list(blocks) for blocks in held], list(owned)
        for rank in range(ranks):
            partner = spans[rank ^ distance]
            wire.move(rank ^ distance, rank, len(partner))
            for block in partner:
                held[rank][block] = before[rank ^ distance][block]
            low = min(spans[rank].start, partner.start)
            owned[rank] = range(low, low + 2 * len(partner))
    return wire, held


@pytest.mark.parametrize(
    ("name", "simulate", "sizes"),
    [
        ("ring_all_reduce", ring_all_reduce, ANY),
        ("recursive_doubling_all_reduce", recursive_doubling_all_reduce, POWERS),
        ("rabenseifner_all_reduce", rabenseifner_all_reduce, POWERS),
    ],
)
def test_all_reduce_by_moving_data(
    name: str, simulate: Callable[[int], tuple[Wire, Blocks]], sizes: tuple[int, ...]
) -> None:
    for ranks in sizes:
        wire, held = simulate(ranks)
        expected = [sum(row[0] for row in start(ranks))] * ranks
        assert all(blocks == expected for blocks in held)
        traffic = traffic_of(name, ranks)
        assert traffic.rounds == wire.rounds
        assert list(traffic.sent) == [Fraction(blocks, ranks) for blocks in wire.sent]
        assert list(traffic.received) == [Fraction(blocks, ranks) for blocks in wire.received]


@pytest.mark.parametrize("ranks", ANY)
def test_bruck_by_moving_data(ranks: int) -> None:
    wire = Wire(ranks)
    # held[rank][distance]: the block that still has to travel the set bits of its distance
    held = [[(rank, (rank + distance) % ranks) for distance in range(ranks)] for rank in range(ranks)]
    bit = 1
    while bit < ranks:
        wire.rounds += 1
        before = [list(blocks) for blocks in held]
        for rank in range(ranks):
            target = (rank + bit) % ranks
            for distance in range(ranks):
                if distance & bit:
                    wire.move(rank, target, 1)
                    held[target][distance] = before[rank][distance]
        bit *= 2
    for rank in range(ranks):
        assert sorted(held[rank]) == [(source, rank) for source in range(ranks)]
    traffic = traffic_of("bruck_all_to_all", ranks)
    assert traffic.rounds == wire.rounds
    assert list(traffic.sent) == [Fraction(blocks, ranks) for blocks in wire.sent]


@pytest.mark.parametrize("ranks", ANY)
def test_binomial_tree_reaches_everyone_in_time(ranks: int) -> None:
    reached_at = {0: 0}
    busy = dict.fromkeys(range(ranks), 0)
    # A parent serves its largest subtree first, one child a round.
    for parent, child in sorted(binomial_edges(ranks), key=lambda edge: (edge[0], -(edge[1] & -edge[1]))):
        busy[parent] = max(busy[parent], reached_at[parent]) + 1
        reached_at[child] = busy[parent]
    assert sorted(reached_at) == list(range(ranks))
    assert max(reached_at.values()) == traffic_of("binomial_broadcast", ranks).rounds


@pytest.mark.parametrize("ranks", ANY)
def test_double_tree_spans_twice_and_shares_the_inner_work(ranks: int) -> None:
    trees = double_tree(ranks)
    inner = [{parent for parent in tree if parent is not None} for tree in trees]
    for tree in trees:
        assert tree.count(None) == 1
        for rank in range(ranks):
            hops, at = 0, rank
            while (parent := tree[at]) is not None:
                hops, at = hops + 1, parent
            assert hops <= traffic_of("double_tree_all_reduce", ranks).rounds // 2
        assert all(tree.count(parent) <= 2 for parent in range(ranks))
    assert inner[0] & inner[1] <= (set() if ranks % 2 == 0 else {0})


def test_in_order_tree_of_eight() -> None:
    assert in_order_tree(8) == (None, 2, 4, 2, 0, 6, 4, 6)


@pytest.mark.parametrize("ranks", ANY)
def test_double_tree_moves_as_much_as_the_ring(ranks: int) -> None:
    tree, ring = traffic_of("double_tree_all_reduce", ranks), traffic_of("ring_all_reduce", ranks)
    assert sum(tree.sent) == sum(ring.sent) == 2 * (ranks - 1)
    assert max(tree.sent) <= 2


@pytest.mark.parametrize("name", sorted(ALGORITHMS))
def test_sent_equals_received_and_one_rank_is_silent(name: str) -> None:
    for ranks in POWERS:
        traffic = traffic_of(name, ranks)
        assert sum(traffic.sent) == sum(traffic.received)
        assert len(traffic.sent) == len(traffic.received) == ranks
    alone = traffic_of(name, 1)
    assert (alone.rounds, alone.sent, alone.critical) == (0, (0,), 0)


@pytest.mark.parametrize(
    "name", ["rabenseifner_all_reduce", "recursive_doubling_all_reduce", "scatter_all_gather_broadcast"]
)
def test_powers_of_two_only(name: str) -> None:
    with pytest.raises(ConditionError) as refusal:
        traffic_of(name, 6)
    assert refusal.value.code == "not-a-power-of-two"


def test_a_bound_on_ranks() -> None:
    with pytest.raises(ConditionError) as refusal:
        traffic_of("ring_all_reduce", MOST_RANKS + 1)
    assert refusal.value.code == "too-many-ranks"
