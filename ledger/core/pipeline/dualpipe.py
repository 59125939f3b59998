"""DualPipe and DualPipeV: two streams of micro-batches through each rank, forward paired with backward."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, field

from ledger.core.pipeline.conditions import require_even, require_positive
from ledger.core.pipeline.schedule import Schedule, v_route
from ledger.errors import ConditionError


def dualpipe(ranks: int, microbatches: int) -> Schedule:
    """DualPipe: micro-batches enter at both ends; every rank holds two stages of ``p``.

    Micro-batches ``0 … m/2 − 1`` go down the ranks, ``m/2 … m − 1`` up. Stage *s* of the second
    direction is on rank ``p − 1 − s``.

    Source: DeepSeek-V3 report, §3.2.1, Fig. 5; the eight phases as in the DualPipe repository
    (``dualpipe.readme.md`` and its schedule figure).

    Raises:
        ConditionError: ranks or micro-batches are odd (code ``not-divisible``), or there are fewer
            than ``2p`` micro-batches (``too-few-microbatches``).
    """
    require_positive(ranks=ranks, microbatches=microbatches)
    require_even(ranks=ranks, microbatches=microbatches)
    _require_enough(microbatches, ranks)
    half, n = microbatches // 2, ranks * microbatches
    orders = []
    for rank in range(ranks):
        mirrored = ranks - 1 - rank
        down, up = rank * microbatches, mirrored * microbatches + half
        near, far = (down, up) if rank < mirrored else (up, down)
        depth = min(rank, mirrored)
        orders.append(_Streams(n, near, far).order(depth, ranks // 2, half))
    routes = (tuple(range(ranks)), tuple(reversed(range(ranks))))
    return Schedule("dualpipe", ranks, microbatches, orders, routes, [0] * half + [1] * half)


def dualpipe_v(ranks: int, microbatches: int) -> Schedule:
    """DualPipeV: DualPipe cut in half; each rank holds two stages of ``2p``, in the shape of a V.

    Source: ``dualpipe.readme.md``, "DualPipeV".

    Raises:
        ConditionError: fewer than ``2p`` micro-batches (code ``too-few-microbatches``).
    """
    require_positive(ranks=ranks, microbatches=microbatches)
    _require_enough(microbatches, ranks)
    stages = 2 * ranks
    n = stages * microbatches
    orders = [
        _Streams(n, rank * microbatches, (stages - 1 - rank) * microbatches).order(rank, ranks, microbatches)
        for rank in range(ranks)
    ]
    return Schedule("dualpipe-v", stages, microbatches, orders, (v_route(ranks),))


def _require_enough(microbatches: int, ranks: int) -> None:
    if microbatches < 2 * ranks:
        raise ConditionError(
            "too-few-microbatches", f"needs at least 2p = {2 * ranks} micro-batches, got {microbatches}"
        )


@dataclass(slots=True)
class _Streams:
    """One rank's order under construction: a near stream (0) and a far stream (1) of cells.

    ``near`` and ``far`` are the cells of each stream's first micro-batch; the next micro-batch is the
    next cell. Postponed weight gradients leave in the order in which they came.
    """

    n: int
    near: int
    far: int
    codes: list[int] = field(default_factory=list)
    postponed: deque[int] = field(default_factory=deque)
    forwards: list[int] = field(init=False)
    backwards: list[int] = field(init=False)

    def __post_init__(self) -> None:
        self.forwards, self.backwards = [self.near, self.far], [self.near, self.far]

    def order(self, depth: int, depths: int, microbatches: int) -> list[int]:
        """The eight phases for the rank *depth* steps from its stream's entry, of *depths*."""
        inner = depths - 1 - depth
        self._warm_up(depth, inner)
        self._main(microbatches - 2 * depths + depth + 1, overlap_first=inner > 0)
        for _ in range(inner):
            self._backward(1)
            self._overlap(1, 0)
        self._drain(depth, inner)
        return self.codes

    def _warm_up(self, depth: int, inner: int) -> None:
        for _ in range(2 * inner):
            self._forward(0)
        for _ in range(depth + 1):
            self._forward(0)
            self._forward(1)
        for _ in range(inner):
            self._backward(1, split=True)
            self._weight()
            self._forward(1)

    def _main(self, rounds: int, overlap_first: bool) -> None:
        for turn in range(rounds):
            if turn or overlap_first:
                self._overlap(0, 1)
            else:  # the innermost rank gains more by starting its first backward as soon as it can
                self._forward(0)
                self._backward(1)
            self._overlap(1, 0)

    def _drain(self, depth: int, inner: int) -> None:
        # The second half of the last backwards is split, so that its weight gradients fill the end.
        for turn in range(2 * (depth + 1)):
            self._backward(1 - turn % 2, split=turn >= depth + 1)
        for _ in range(inner):
            self._weight()
            self._backward(0, split=True)
        while self.postponed:
            self._weight()

    def _forward(self, stream: int) -> None:
        self.codes.append(self.forwards[stream])
        self.forwards[stream] += 1

    def _backward(self, stream: int, split: bool = False) -> None:
        cell = self.backwards[stream]
        self.backwards[stream] += 1
        self.codes.append((self.n if split else 3 * self.n) + cell)
        if split:
            self.postponed.append(2 * self.n + cell)

    def _overlap(self, forward: int, backward: int) -> None:
        self.codes.append(4 * self.n + self.forwards[forward] * self.n + self.backwards[backward])
        self.forwards[forward] += 1
        self.backwards[backward] += 1

    def _weight(self) -> None:
        self.codes.append(self.postponed.popleft())
