"""V-Min and V-Half: two chunks a rank in the shape of a V, with a third or a half of 1F1B's activations.

One micro-batch's operations on every rank form a building block in unit slots; repeated every six
slots (two forwards, two input gradients, two weight gradients a rank) the blocks never collide. How
long a block keeps its activations sets the memory. The blocks are then moved together: at the start
and the end, where slots are free, operations move earlier as far as their inputs and the block's own
peak memory allow.

Source: the memory and bubble factors and the idea of the building block's lifespan are in
``zero-bubble.readme.md``, which names the paper ("Pipeline Parallelism with Controllable Memory",
arXiv 2405.15362); the blocks' slots and the two passes follow the authors' published scheduler.
"""

from __future__ import annotations

from ledger.core.pipeline.conditions import require_positive
from ledger.core.pipeline.schedule import Schedule, v_route
from ledger.core.pipeline.v_compaction import Rows, compact

_PERIOD = 6


def v_min(ranks: int, microbatches: int) -> Schedule:
    """V-Min: about a third of the activation memory of 1F1B (2p/3 chunk activations and a few).

    Raises:
        ConditionError: a count is below one (code ``not-positive``).
    """
    return _build("v-min", ranks, microbatches, [_min_block(rank, ranks) for rank in range(ranks)])


def v_half(ranks: int, microbatches: int) -> Schedule:
    """V-Half: about half of the activation memory of 1F1B (p chunk activations and a few).

    Raises:
        ConditionError: a count is below one (code ``not-positive``).
    """
    return _build("v-half", ranks, microbatches, [_half_block(rank, ranks) for rank in range(ranks)])


def _min_block(rank: int, ranks: int) -> tuple[int, ...]:
    """The slots of one micro-batch: F of the first chunk, F and B of the second, B of the first."""
    pause = 2 if ranks % 3 == 0 else 0  # else two operations of different blocks would share a slot
    turn = 2 * ranks + pause
    return (rank, 2 * ranks - 1 - rank, turn + rank, turn + 2 * ranks - 1 - rank)


def _half_block(rank: int, ranks: int) -> tuple[int, ...]:
    pause = 3 if ranks % 2 == 0 else 0
    turn = 3 * ranks - 1 + pause
    return (2 * rank, 3 * ranks - 2 - rank, turn + 2 * rank, turn + 3 * ranks - 1 - rank)


def _build(name: str, ranks: int, microbatches: int, blocks: list[tuple[int, ...]]) -> Schedule:
    require_positive(ranks=ranks, microbatches=microbatches)
    sample = min(microbatches, 2 * ranks + 24)
    orders = _orders(blocks, sample)
    if sample < microbatches:
        longer = _extend(orders, sample, microbatches)
        orders = _orders(blocks, microbatches) if longer is None else longer
    stages = 2 * ranks
    n = stages * microbatches
    codes = []
    for rank, order in enumerate(orders):
        base = (rank * microbatches, (stages - 1 - rank) * microbatches)
        codes.append([kind * n + base[chunk] + k for kind, chunk, k in order])
    return Schedule(name, stages, microbatches, codes, (v_route(ranks),))


Order = list[tuple[int, int, int]]
"""One rank's operations as (kind, chunk, micro-batch); kinds 0 F, 1 B, 2 W."""


def _orders(blocks: list[tuple[int, ...]], microbatches: int) -> list[Order]:
    rows: list[Rows] = [
        [list(range(slot, slot + _PERIOD * microbatches, _PERIOD)) for slot in block] for block in blocks
    ]
    return [_with_weights(row) for row in compact(rows)]


def _with_weights(rows: Rows) -> Order:
    """One rank's order with weight gradients in the free slots, the second chunk's before the first's."""
    taken = {slot: (stream, k) for stream, row in enumerate(rows) for k, slot in enumerate(row)}
    order: Order = []
    waiting: tuple[list[int], list[int]] = ([], [])
    for slot in range(max(taken) + 1):
        if slot in taken:
            stream, k = taken[slot]
            chunk = (0, 1, 1, 0)[stream]
            order.append((stream // 2, chunk, k))
            if stream >= 2:
                waiting[chunk].append(k)
        else:
            _run_one(waiting, order)
    while waiting[0] or waiting[1]:
        _run_one(waiting, order)
    return order


def _run_one(waiting: tuple[list[int], list[int]], order: Order) -> None:
    for chunk in (1, 0):
        if waiting[chunk]:
            order.append((2, chunk, waiting[chunk].pop(0)))
            return


def _extend(orders: list[Order], sample: int, microbatches: int) -> list[Order] | None:
    """The orders for more micro-batches, by repeating the steady period; ``None`` if there is none.

    The period of every rank starts with the forward of the same micro-batch; it must hold one
    operation of each kind and chunk and recur with the next micro-batches, twice.
    """
    extended = []
    for order in orders:
        first = sample // 2
        cuts = [order.index((0, 0, first + turn)) for turn in range(4)]
        periods = [
            [(kind, chunk, k - turn) for kind, chunk, k in order[cuts[turn] : cuts[turn + 1]]]
            for turn in range(3)
        ]
        if len(periods[0]) != _PERIOD or not periods[0] == periods[1] == periods[2]:
            return None
        extra = microbatches - sample
        longer = order[: cuts[0]]
        for turn in range(extra):
            longer += [(kind, chunk, k + turn) for kind, chunk, k in periods[0]]
        longer += [(kind, chunk, k + extra) for kind, chunk, k in order[cuts[0] :]]
        extended.append(longer)
    return extended
