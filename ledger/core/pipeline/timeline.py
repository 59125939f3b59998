"""From an order of operations to times: every operation starts as soon as it may.

An operation starts at the later of its rank being free and its inputs being there: a forward needs
the previous stage's forward, a backward the next stage's backward and its own forward, a weight
gradient its own input gradient. Inputs from another rank arrive after the communication time.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise

from ledger.core.pipeline.costs import UNIT_COSTS, Costs, Ticks
from ledger.core.pipeline.schedule import Schedule, Slot, format_slot
from ledger.errors import ConditionError


@dataclass(frozen=True, slots=True)
class Timeline:
    """When every operation of a schedule runs, in whole ticks.

    Attributes:
        schedule: the schedule that was timed.
        ticks: the cost model in ticks; ``ticks.tick`` is one tick in the caller's unit.
        starts: for each rank, the start of each operation of its order.
        first, last: for each rank, its first start and its last end.
        waits: for each rank, the time between ``first`` and ``last`` in which it does nothing.
    """

    schedule: Schedule
    ticks: Ticks
    starts: tuple[list[int], ...]
    first: tuple[int, ...]
    last: tuple[int, ...]
    waits: tuple[int, ...]

    @property
    def makespan_ticks(self) -> int:
        """From time zero until the last operation ends, in ticks."""
        return max(self.last)

    @property
    def makespan(self) -> Fraction:
        """From time zero until the last operation ends, in the costs' unit."""
        return self.makespan_ticks * self.ticks.tick

    @property
    def busy(self) -> tuple[Fraction, ...]:
        """For each rank, the time it computes."""
        rows = zip(self.first, self.last, self.waits, strict=True)
        return tuple((last - first - wait) * self.ticks.tick for first, last, wait in rows)

    def events(self, rank: int) -> Iterator[tuple[Slot, Fraction, Fraction]]:
        """The rank's slots with start and end, for drawing."""
        tick = self.ticks.tick
        for slot, start in zip(self.schedule.slots(rank), self.starts[rank], strict=True):
            yield slot, start * tick, (start + duration(slot, self.ticks)) * tick


def duration(slot: Slot, ticks: Ticks) -> int:
    """How many ticks the slot takes."""
    if len(slot) > 1:
        return ticks.pair(slot[0].stage, slot[1].stage)
    kind, stage, _ = slot[0]
    backward, weight = ticks.input_gradient[stage], ticks.weight_gradient[stage]
    return (ticks.forward[stage], backward, weight, backward + weight)[kind]


def simulate(schedule: Schedule, costs: Costs = UNIT_COSTS) -> Timeline:
    """Time a schedule; linear in its operations, exact.

    The codes must be operations of the schedule; whether it is complete and each operation its
    rank's own is for :func:`ledger.core.pipeline.validate.violations` to say.

    Raises:
        ConditionError: the order deadlocks (code ``deadlock``): some rank waits for an operation that
            never runs; or the costs do not fit the stages.
    """
    return simulate_ticks(schedule, costs.ticks(schedule.stages))


def simulate_ticks(schedule: Schedule, ticks: Ticks) -> Timeline:
    """:func:`simulate` with the costs in ticks already.

    Raises:
        ConditionError: the order deadlocks (code ``deadlock``).
    """
    run = _Run(schedule, ticks)
    run.all_ranks()
    stuck = run.stuck()
    if stuck:
        raise ConditionError("deadlock", f"{schedule.name}: {'; '.join(stuck)}")
    starts = tuple(run.starts)
    first = tuple(row[0] if row else 0 for row in starts)
    waits = tuple(idle - start for idle, start in zip(run.idle, first, strict=True))
    return Timeline(schedule, run.ticks, starts, first, tuple(run.clock), waits)


class _Run:
    """The state of one simulation: each rank advances until an input is missing, then is woken by it.

    ``done[i]`` is when the forward of cell *i* is available to the next stage, ``done[n + i]`` when
    its input gradient is available to the previous stage; −1 while it has not run.
    """

    def __init__(self, schedule: Schedule, ticks: Ticks) -> None:
        self.schedule, self.ticks = schedule, ticks
        ranks = schedule.ranks
        self.done = [-1] * (2 * schedule.cells)
        self.clock, self.idle, self.position = [0] * ranks, [0] * ranks, [0] * ranks
        self.missing = [-1] * ranks
        self.starts: list[list[int]] = [[] for _ in range(ranks)]
        whole = [b + w for b, w in zip(ticks.input_gradient, ticks.weight_gradient, strict=True)]
        self.took = [*ticks.forward, *ticks.input_gradient, *ticks.weight_gradient, *whole]
        self.waiting: dict[int, int] = {}
        self.runnable = list(reversed(range(ranks)))
        route, delay = schedule.routes[0], ticks.communication
        # All routes of a schedule are the same up to the naming of ranks, so the first one tells
        # which stage boundaries lie between two ranks.
        crossing = [delay if here != there else 0 for here, there in pairwise(route)]
        self.to_next, self.to_previous = [*crossing, 0], [0, *crossing]

    def all_ranks(self) -> None:
        while self.runnable:
            rank = self.runnable.pop()
            self.missing[rank] = missing = self._advance(rank)
            if missing >= 0:
                self.waiting[missing] = rank

    def stuck(self) -> list[str]:
        """What each unfinished rank waits for."""
        found = []
        for rank, order in enumerate(self.schedule.orders):
            position = self.position[rank]
            if position < len(order):
                blocked, missing = (self.schedule.slot(c) for c in (order[position], self.missing[rank]))
                found.append(f"rank {rank}: {format_slot(blocked)} waits for {format_slot(missing)}")
        return found

    def _advance(self, rank: int) -> int:
        """Run the rank until its order ends (−1) or an input is missing (the input's code).

        One flat loop, since it runs once an operation and there are hundreds of thousands. A backward
        does not ask for its own forward: the next stage's backward cannot exist without it.
        """
        order, starts, done = self.schedule.orders[rank], self.starts[rank], self.done
        m, n, stages = self.schedule.microbatches, self.schedule.cells, self.schedule.stages
        weights, fulls, pairs = 2 * n, 3 * n, 4 * n
        took, to_next, to_previous = self.took, self.to_next, self.to_previous
        waiting, runnable = self.waiting, self.runnable
        now, idle, missing = self.clock[rank], self.idle[rank], -1
        for position in range(self.position[rank], len(order)):
            code = order[position]
            fed = back = -1
            if code < n:
                fed = code
            elif code < weights:
                back = code
            elif code < fulls:
                if done[code - n] < 0:
                    missing = code - n
                    break
            elif code < pairs:
                back = code - weights
            else:
                fed, back = divmod(code - pairs, n)
                back += n
            ready = now
            if fed >= m:
                ready = done[fed - m]
                if ready < 0:
                    missing = fed - m
                    break
            if back >= 0:
                need = back + m if back < weights - m else back - n
                arrival = done[need]
                if arrival < 0:
                    missing = need
                    break
                if arrival > ready:
                    ready = arrival
            if ready > now:
                idle += ready - now
                now = ready
            starts.append(now)
            now += took[code // m] if code < pairs else self.ticks.pair(fed // m, (back - n) // m)
            if fed >= 0:
                done[fed] = now + to_next[fed // m]
                if fed in waiting:
                    runnable.append(waiting.pop(fed))
            if back >= 0:
                done[back] = now + to_previous[back // m - stages]
                if back in waiting:
                    runnable.append(waiting.pop(back))
        self.clock[rank], self.idle[rank], self.position[rank] = now, idle, len(starts)
        return missing
