"""What crosses between ranks: activations forward, their gradients back."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import pairwise

from ledger.core.pipeline.schedule import Kind, Schedule
from ledger.core.pipeline.timeline import Timeline, simulate_ticks


@dataclass(frozen=True, slots=True)
class Transfer:
    """One message between two ranks: a micro-batch's activations (F) or their gradient (B).

    Times are in the costs' unit; *end* is when the receiver may use it.
    """

    kind: Kind
    stage: int
    microbatch: int
    sender: int
    receiver: int
    start: Fraction
    end: Fraction


def messages(schedule: Schedule) -> tuple[tuple[int, int], ...]:
    """For each rank, how many messages it sends and receives between two optimizer steps."""
    sent, received = [0] * schedule.ranks, [0] * schedule.ranks
    for route, microbatches in zip(schedule.routes, _per_route(schedule), strict=True):
        for near, far in pairwise(route):
            if near != far:
                for rank in (near, far):  # one forward, one back
                    sent[rank] += microbatches
                    received[rank] += microbatches
    return tuple(zip(sent, received, strict=True))


def transfers(timeline: Timeline) -> Iterator[Transfer]:
    """Every message with its slot in time, rank by rank in the order of sending."""
    schedule, tick = timeline.schedule, timeline.ticks.tick
    delay = timeline.ticks.communication * tick
    for rank in range(schedule.ranks):
        for slot, _, end in timeline.events(rank):
            for kind, stage, microbatch in slot:
                step = {Kind.F: 1, Kind.B: -1, Kind.BW: -1}.get(kind, 0)
                if step and 0 <= stage + step < schedule.stages:
                    receiver = schedule.rank_of(stage + step, microbatch)
                    if receiver != rank:
                        sort = Kind.F if step > 0 else Kind.B
                        yield Transfer(sort, stage, microbatch, rank, receiver, end, end + delay)


def exposed_communication(timeline: Timeline) -> Fraction:
    """By how much communication lengthens the makespan of this order."""
    silent = simulate_ticks(timeline.schedule, replace(timeline.ticks, communication=0))
    return timeline.makespan - silent.makespan


def _per_route(schedule: Schedule) -> list[int]:
    if not schedule.route_of:
        return [schedule.microbatches]
    return [list(schedule.route_of).count(route) for route in range(len(schedule.routes))]
