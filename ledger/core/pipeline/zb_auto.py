"""Zero-bubble schedules searched for given times and a memory limit (ZB-1p, ZB-2p and between)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from math import lcm
from typing import NamedTuple

from ledger.core.exact import require
from ledger.core.pipeline.conditions import require_positive
from ledger.core.pipeline.costs import UNIT_COSTS, Costs, Number, Ticks
from ledger.core.pipeline.schedule import Schedule, linear_route


def zb_auto(
    ranks: int,
    microbatches: int,
    memory_limit: Number,
    costs: Costs = UNIT_COSTS,
    kept_for_weights: Number = 1,
) -> Schedule:
    """The best schedule of the Zero Bubble heuristic within an activation limit on every rank.

    *memory_limit* is in the activations of one micro-batch's forward (``M_B``), of which
    *kept_for_weights* (``M_W/M_B``) stay from the input gradient until the weight gradient. The
    heuristic is greedy under three yes/no choices; all eight combinations are tried, and the one whose
    slowest rank is fastest from its own first to its own last operation wins. It is no proof of
    optimality.

    Source: Qi et al. 2024 (Zero Bubble), §3.1; the third choice (whether a gap shorter than a weight
    gradient is filled although it costs no rank more than the worst one has lost already) is in the
    authors' implementation. ``memory_limit = p`` gives ZB-1p, ``2p`` gives ZB-2p.

    Raises:
        ConditionError: a count is below one (code ``not-positive``), the limit is below one
            micro-batch or the kept share not from 0 to 1 (``memory``), or the costs do not fit.
    """
    require_positive(ranks=ranks, microbatches=microbatches)
    require(memory_limit >= 1, "memory", f"not one micro-batch fits in a limit of {memory_limit}")
    require(
        0 <= kept_for_weights <= 1, "memory", f"kept_for_weights must be from 0 to 1, got {kept_for_weights}"
    )
    ticks, memory = costs.ticks(ranks), _Memory.of(memory_limit, kept_for_weights)
    best: list[list[int]] = []
    shortest = None
    same: set[_Choices] = set()
    for choices in map(_Choices._make, product((True, False), repeat=3)):
        if choices not in same:
            attempt = _Attempt(ranks, microbatches, memory, ticks, choices)
            if attempt.build(below=shortest):
                shortest, best = attempt.span, attempt.orders
            same |= attempt.same_outcome()
    return Schedule("zb-auto", ranks, microbatches, best, (linear_route(ranks),))


class _Choices(NamedTuple):
    """The heuristic's three yes/no choices.

    Attributes:
        gap_before_first_backward: leave a small gap rather than delay the first backward by a forward.
        prefer_backward: a rank two forwards ahead of the next may skip a forward.
        fill_harmless_gaps: put a weight gradient even into a gap that is no rank's worst.
    """

    gap_before_first_backward: bool
    prefer_backward: bool
    fill_harmless_gaps: bool


@dataclass(frozen=True, slots=True)
class _Memory:
    """Activations in whole units: of one micro-batch, what its weight gradient keeps, and the limit."""

    whole: int
    kept: int
    limit: int

    @classmethod
    def of(cls, limit: Number, kept: Number) -> _Memory:
        """The limit and the kept share of one micro-batch, in the largest unit that divides all."""
        kept, limit = Fraction(kept), Fraction(limit)
        whole = lcm(kept.denominator, limit.denominator)
        return cls(whole, int(kept * whole), int(limit * whole))


class _Attempt:
    """One run of the greedy heuristic: per rank a clock, counts of F, B and W done, and gaps so far.

    Every rank takes forwards, backwards and weight gradients in the order of the micro-batches, so
    that the counts are all the state there is.
    """

    def __init__(
        self, ranks: int, microbatches: int, memory: _Memory, ticks: Ticks, choices: _Choices
    ) -> None:
        self.p, self.m, self.memory, self.choices = ranks, microbatches, memory, choices
        self.delay = ticks.communication
        self.took_f, self.took_b, self.took_w = ticks.forward, ticks.input_gradient, ticks.weight_gradient
        self.forwards, self.backwards, self.weights = [0] * ranks, [0] * ranks, [0] * ranks
        self.clock, self.gaps, self.worst_gap = [0] * ranks, [0] * ranks, 0
        self.forward_ends: list[list[int]] = [[] for _ in range(ranks)]
        self.backward_ends: list[list[int]] = [[] for _ in range(ranks)]
        self.orders: list[list[int]] = [[] for _ in range(ranks)]
        self.work = [
            microbatches * (f + b + w) for f, b, w in zip(self.took_f, self.took_b, self.took_w, strict=True)
        ]
        self.span = max(self.work)  # longest time of a rank from its first start to its last end, so far
        self.mattered = [False, False, False]  # which of the choices made a difference so far

    def same_outcome(self) -> set[_Choices]:
        """The choices that would have led to the same orders, since what differs never mattered."""
        options = [
            (now,) if mattered else (True, False)
            for now, mattered in zip(self.choices, self.mattered, strict=True)
        ]
        return set(map(_Choices._make, product(*options)))

    def build(self, below: int | None) -> bool:
        """Build the orders; give up (``False``) as soon as the span cannot stay *below* the best."""
        self._warm_up()
        for microbatch in range(1, self.m):
            if below is not None and self.span >= below:
                return False
            self._forwards(range(self._first_to_feed(), self.p))
            self._backwards(microbatch)
        for rank in range(self.p):
            self._weights_left(rank)
        return below is None or self.span < below

    def _put_weight(self, rank: int) -> None:
        self.clock[rank] += self.took_w[rank]
        self.orders[rank].append((2 * self.p + rank) * self.m + self.weights[rank])
        self.weights[rank] += 1

    def _idle(self, rank: int, until: int) -> None:
        """Wait, if the gap was not filled; a wait before the first forward is no gap of the rank's own."""
        gap = until - self.clock[rank]
        if gap > 0:
            self.clock[rank] = until
            if self.forwards[rank]:
                self.gaps[rank] += gap
                self.worst_gap = max(self.worst_gap, self.gaps[rank])
                self.span = max(self.span, self.work[rank] + self.gaps[rank])

    def _warm_up(self) -> None:
        """The first micro-batch's forward and backward everywhere, with further forwards between."""
        self._forwards(range(self.p))
        for rank, further in enumerate(self._further_forwards()):
            for _ in range(further):
                self._forwards((rank,))
        self._backwards(0)

    def _further_forwards(self) -> list[int]:
        """How many more forwards fit before each rank's first backward; strictly fewer a rank onwards."""
        further = [0] * self.p
        gradient_at = self.clock[-1] + self.took_b[-1]
        for rank in reversed(range(self.p - 1)):
            clock, took, arrival = self.clock[rank], self.took_f[rank], gradient_at + self.delay
            room = min(self.m, self.memory.limit // self.memory.whole) - 1
            while further[rank] < room and self._fits_before(clock, took, arrival):
                clock += took
                further[rank] += 1
            gradient_at = max(clock, arrival) + self.took_b[rank]
        for rank in range(1, self.p):
            # A rank keeps one forward fewer than the one before, unless that has them all.
            spare = 0 if 1 + further[rank] >= self.m else 1
            further[rank] = min(further[rank], max(further[rank - 1] - spare, 0))
        return further

    def _fits_before(self, clock: int, took: int, arrival: int) -> bool:
        whole, starts = clock + took <= arrival, clock < arrival
        if whole != starts:
            self.mattered[0] = True
        return whole if self.choices.gap_before_first_backward else starts

    def _first_to_feed(self) -> int:
        """The first rank that takes a forward this round; all after it do, none before.

        A rank whose next rank takes none takes none either.
        """
        forwards, rank = self.forwards, self.p - 1
        if forwards[rank] == self.m:
            return self.p
        while rank and forwards[rank - 1] < self.m:
            if forwards[rank - 1] >= forwards[rank] + 2 and self._skips_forward(rank - 1):
                break
            rank -= 1
        return rank

    def _skips_forward(self, rank: int) -> bool:
        if self._gains_by_forward(rank, rank + 1):
            return False
        self.mattered[1] = True
        return self.choices.prefer_backward

    def _gains_by_forward(self, rank: int, following: int) -> bool:
        """Whether a rank two forwards ahead should take one more before the next backward."""
        gradient_at = self.clock[following] + self.took_f[following] + self.took_b[following] + self.delay
        clock = self.clock[rank]
        if clock >= gradient_at:
            return False
        freed = min(self._surplus(rank), self.backwards[rank] - self.weights[rank])
        if clock + self.took_f[rank] + freed * self.took_w[rank] <= gradient_at:
            return True
        return gradient_at - clock > self.worst_gap - self.gaps[rank]

    def _surplus(self, rank: int) -> int:
        """How many weight gradients must run before one more forward keeps the limit."""
        memory, done = self.memory, self.backwards[rank]
        in_flight = memory.whole * (self.forwards[rank] + 1 - done)
        excess = in_flight + memory.kept * (done - self.weights[rank]) - memory.limit
        return -(-excess // memory.kept) if excess > 0 else 0

    def _forwards(self, ranks: Iterable[int]) -> None:
        """One forward on each of the ranks, after the weight gradients that its memory or a gap asks for."""
        m, delay, orders, took = self.m, self.delay, self.orders, self.took_f
        clock, counts, ends = self.clock, self.forwards, self.forward_ends
        for rank in ranks:
            k = counts[rank]
            for _ in range(self._surplus(rank)):
                self._put_weight(rank)
            if rank:
                arrival = ends[rank - 1][k] + delay
                if clock[rank] < arrival:
                    self._fill(rank, arrival)
                    self._idle(rank, arrival)
            clock[rank] += took[rank]
            ends[rank].append(clock[rank])
            counts[rank] = k + 1
            orders[rank].append(rank * m + k)

    def _backwards(self, k: int) -> None:
        """Micro-batch *k*'s backward on every rank, after weight gradients in the gaps before it."""
        m, delay, orders, took, last = self.m, self.delay, self.orders, self.took_b, self.p - 1
        clock, counts, ends = self.clock, self.backwards, self.backward_ends
        for rank in range(last, -1, -1):
            arrival = ends[rank + 1][k] + delay if rank < last else 0
            if clock[rank] < arrival:
                self._fill(rank, arrival)
            if rank == 0 and self.forwards[0] == m:
                self._weights_left(0)
            if clock[rank] < arrival:
                self._idle(rank, arrival)
            clock[rank] += took[rank]
            ends[rank].append(clock[rank])
            counts[rank] = k + 1
            orders[rank].append((last + 1 + rank) * m + k)

    def _fill(self, rank: int, until: int) -> None:
        """Weight gradients into the gap before *until*; one more may overlap its end if that pays."""
        left, took = self.backwards[rank] - self.weights[rank], self.took_w[rank]
        while left and self.clock[rank] + took <= until:
            self._put_weight(rank)
            left -= 1
        gap = until - self.clock[rank]
        if left and gap > 0:
            harmless = gap <= self.worst_gap - self.gaps[rank]
            if harmless:
                self.mattered[2] = True
            if self.choices.fill_harmless_gaps or not harmless:
                self._put_weight(rank)

    def _weights_left(self, rank: int) -> None:
        while self.weights[rank] < self.backwards[rank]:
            self._put_weight(rank)
