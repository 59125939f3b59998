"""Moving repeated building blocks together: earlier starts in free slots, never above the blocks' own peak.

Time is in unit slots. Each rank has four rows of slots, one entry a micro-batch: the forwards of its
first and second chunk, the input gradients of its second and first chunk, in the order in which a
micro-batch passes them. A fifth row holds weight gradients, by count: the k-th runs after the k-th
input gradient of the rank, whichever chunk that is. Two passes: the first moves everything before
the first micro-batch has come back to rank 0, and after rank 0's last forward; the second takes the
weight gradients out again and moves the end once more.
"""

from __future__ import annotations

from bisect import insort

from ledger.core.pipeline.schedule import Schedule, v_route
from ledger.core.pipeline.timeline import simulate
from ledger.core.pipeline.v_memory import DeferredMemory, Memory, PlacedMemory

Rows = list[list[int]]
_GRADIENTS, _WEIGHTS = (2, 3), 4


def compact(ranks: list[Rows]) -> list[Rows]:
    """The four rows of each rank after both passes: the same operations, in other slots."""
    placed = [[*rows, weights_in_gaps(rows)] for rows in ranks]
    _Mover(placed, [PlacedMemory(rows) for rows in placed]).run(start_too=True)
    ranks = [rows[:_WEIGHTS] for rows in squeeze(placed)]
    _Mover(ranks, [DeferredMemory(rows) for rows in ranks]).run(start_too=False)
    return [rows[:_WEIGHTS] for rows in squeeze([[*rows, weights_in_gaps(rows)] for rows in ranks])]


def weights_in_gaps(rows: Rows) -> list[int]:
    """The slots of the weight gradients when each takes the first free slot after its input gradient."""
    taken = {slot: stream for stream, row in enumerate(rows[:_WEIGHTS]) for slot in row}
    waiting, found, end = 0, [], max(taken) + 1
    for slot in range(end):
        stream = taken.get(slot)
        if stream in _GRADIENTS:
            waiting += 1
        elif stream is None and waiting:
            found.append(slot)
            waiting -= 1
    return [*found, *range(end, end + waiting)]


def squeeze(ranks: list[Rows]) -> list[Rows]:
    """Every operation as early as its inputs and its rank's order allow, in unit slots; the orders stay."""
    walks = [
        sorted((slot, i, k) for i, row in enumerate(rows) for k, slot in enumerate(row)) for rows in ranks
    ]
    microbatches, stages = len(ranks[0][0]), 2 * len(ranks)
    orders = [_codes(rank, walk, stages, microbatches) for rank, walk in enumerate(walks)]
    timeline = simulate(Schedule("v", stages, microbatches, orders, (v_route(len(ranks)),)))
    squeezed = [[[0] * len(row) for row in rows] for rows in ranks]
    for rows, walk, starts in zip(squeezed, walks, timeline.starts, strict=True):
        for (_, stream, k), start in zip(walk, starts, strict=True):
            rows[stream][k] = start
    return squeezed


def _codes(rank: int, walk: list[tuple[int, int, int]], stages: int, microbatches: int) -> list[int]:
    """The walk as operation codes; the k-th weight gradient is that of the k-th input gradient."""
    n, near, far = stages * microbatches, rank * microbatches, (stages - 1 - rank) * microbatches
    bases = (near, far, n + far, n + near)
    codes: list[int] = []
    gradients: list[int] = []
    for _, stream, k in walk:
        code = gradients[k] + n if stream == _WEIGHTS else bases[stream] + k
        if stream in _GRADIENTS:
            gradients.append(code)
        codes.append(code)
    return codes


class _Mover:
    """One pass over all operations in the order of their slots, moving each as early as it may go."""

    def __init__(self, ranks: list[Rows], memories: list[Memory]) -> None:
        self.ranks, self.memories = ranks, memories
        self.cap = max(memory.peak for memory in memories)
        self.occupied = [bytearray(1 + max(map(max, rows))) for rows in ranks]
        self.gradients: list[list[int]] = [[] for _ in ranks]

    def run(self, start_too: bool) -> None:
        """Move what is after rank 0's last forward and, *start_too*, what is before its first block's end."""
        walk = sorted(
            (slot, rank, stream, k)
            for rank, rows in enumerate(self.ranks)
            for stream, row in enumerate(rows)
            for k, slot in enumerate(row)
        )
        last = len(self.ranks[0][0]) - 1
        moving, steady = start_too, False
        for slot, rank, stream, k in walk:
            if not steady and rank == 0 and stream == 3:
                moving, steady = False, True
            placed = self._earlier(slot, rank, stream, k) if moving else slot
            self._place(placed, rank, stream, k)
            if steady and stream == 0 and k == last:
                moving = True

    def _place(self, slot: int, rank: int, stream: int, k: int) -> None:
        self.ranks[rank][stream][k] = slot
        self.occupied[rank][slot] = 1
        if stream in _GRADIENTS:
            insort(self.gradients[rank], slot)

    def _earlier(self, slot: int, rank: int, stream: int, k: int) -> int:
        """The first free slot after the operation's inputs that keeps the memory; its own slot if none."""
        occupied, memory = self.occupied[rank], self.memories[rank]
        for candidate in range(self._inputs_end(rank, stream, k), slot):
            if not occupied[candidate] and memory.move(stream, slot, candidate, self.cap):
                return candidate
        return slot

    def _inputs_end(self, rank: int, stream: int, k: int) -> int:
        rows, after = self.ranks[rank], [-1]
        if stream == _WEIGHTS:
            after.append(self.gradients[rank][k])
        else:
            before = rank + (1 if stream % 2 else -1)
            if 0 <= before < len(self.ranks):
                after.append(self.ranks[before][stream][k])
            if stream:
                after.append(rows[stream - 1][k])
        if k:
            after.append(rows[stream][k - 1])
        return max(after) + 1
