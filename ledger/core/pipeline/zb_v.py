"""ZB-V: two chunks a rank in the shape of a V, no bubble inside a rank where F = B = W."""

from __future__ import annotations

from dataclasses import dataclass, field

from ledger.core.pipeline.conditions import require_positive
from ledger.core.pipeline.schedule import Schedule, v_route


def zb_v(ranks: int, microbatches: int) -> Schedule:
    """ZB-V by hand, for F = B = W, within the activation memory of 1F1B (2p chunk activations).

    With fewer than ``2p − 1`` micro-batches the order is that of ``2p − 1`` with the surplus left out.

    Source: Qi et al. 2024 (Zero Bubble), §6, Fig. 8.

    Raises:
        ConditionError: a count is below one (code ``not-positive``).
    """
    require_positive(ranks=ranks, microbatches=microbatches)
    stages, filling = 2 * ranks, max(2 * ranks - 1, microbatches)
    orders = [_VOrder(rank, ranks, filling).codes(stages, microbatches, rank) for rank in range(ranks)]
    return Schedule("zb-v", stages, microbatches, orders, (v_route(ranks),))


@dataclass(slots=True)
class _VOrder:
    """One rank's order as runs of ``(kind, chunk, microbatch)``; kinds 0 F, 1 B, 2 W."""

    rank: int
    ranks: int
    filling: int
    steps: list[tuple[int, int, int]] = field(default_factory=list)
    counts: list[list[int]] = field(default_factory=lambda: [[0, 0] for _ in range(3)])

    def codes(self, stages: int, microbatches: int, rank: int) -> list[int]:
        """The operation codes, without those of micro-batches that only fill the pipeline."""
        self._warm_up()
        self._steady()
        self._cool_down()
        n = stages * microbatches
        base = [rank * microbatches, (stages - 1 - rank) * microbatches]
        return [kind * n + base[chunk] + k for kind, chunk, k in self.steps if k < microbatches]

    def _add(self, kind: int, chunk: int) -> None:
        counts = self.counts[kind]
        self.steps.append((kind, chunk, counts[chunk]))
        counts[chunk] += 1

    def _group(self, chunk: int) -> None:
        for kind in range(3):
            self._add(kind, chunk)

    def _warm_up(self) -> None:
        for _ in range(2 * (self.ranks - self.rank) - 1):
            self._add(0, 0)
        for _ in range(self.rank):
            self._add(0, 1)
            self._add(0, 0)
        for _ in range(self.ranks - self.rank):
            self._group(1)

    def _steady(self) -> None:
        forwards = self.counts[0]
        while forwards[0] < self.filling:
            self._group(0)
            self._group(1)
        while forwards[1] < forwards[0]:
            self._add(1, 0)
            self._add(2, 0)
            self._group(1)

    def _cool_down(self) -> None:
        for _ in range(self.rank):
            self._add(1, 0)
            self._add(1, 1)
        for _ in range(self.ranks - self.rank):
            self._add(1, 0)
            self._add(2, 0)
        for chunk in (1, 0):
            while self.counts[2][chunk] < self.counts[1][chunk]:
                self._add(2, chunk)
