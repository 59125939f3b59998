"""Proof that a schedule is legal: complete, each operation once, on its rank, in order, and without deadlock.

One rank never does two operations at a time by construction: its order is a sequence.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from ledger.core.pipeline.schedule import Kind, Schedule, format_slot
from ledger.core.pipeline.timeline import simulate
from ledger.errors import ConditionError

_FORWARD, _GRADIENT, _WEIGHT = 1, 2, 4
_DONE = _FORWARD | _GRADIENT | _WEIGHT
# By kind: what a cell must have done before, and what the operation adds.
_NEEDS = (0, _FORWARD, _FORWARD | _GRADIENT, _FORWARD)
_ADDS = (_FORWARD, _GRADIENT, _WEIGHT, _GRADIENT | _WEIGHT)


@dataclass(frozen=True, slots=True)
class Violation:
    """One way in which a schedule is not legal.

    Attributes:
        rank: the rank whose order is at fault, or −1 for the schedule as a whole.
        code: ``missing``, ``repeated``, ``out-of-range``, ``wrong-rank``, ``before-input`` (an operation
            ahead of its own cell's input), or ``deadlock``.
        detail: the operation concerned, in words.
    """

    rank: int
    code: str
    detail: str

    def __str__(self) -> str:
        return f"rank {self.rank}: {self.detail}" if self.rank >= 0 else self.detail


def violations(schedule: Schedule) -> tuple[Violation, ...]:
    """Everything that makes the schedule illegal; empty for a legal one. Linear in its operations."""
    seen = bytearray(schedule.cells)
    found: list[Violation] = []
    for rank in range(schedule.ranks):
        _check_rank(schedule, rank, seen, found)
    found += _missing(schedule, seen)
    found += _deadlock(schedule)
    return tuple(found)


def require_legal(schedule: Schedule) -> Schedule:
    """The schedule itself.

    Raises:
        ConditionError: it is not legal (code ``illegal-schedule``), with the first ten reasons.
    """
    found = violations(schedule)
    if found:
        raise ConditionError("illegal-schedule", f"{schedule.name}: {'; '.join(map(str, found[:10]))}")
    return schedule


def _check_rank(schedule: Schedule, rank: int, seen: bytearray, found: list[Violation]) -> None:
    """Walk one rank's order; *seen* keeps, for each cell, which of its operations have run."""
    n, m, routes, route_of = schedule.cells, schedule.microbatches, schedule.routes, schedule.route_of
    for code in schedule.orders[rank]:
        if not 0 <= code < 4 * n + n * n:
            found.append(Violation(rank, "out-of-range", f"code {code} is no operation"))
            continue
        for kind, cell in _parts(code, n):
            done = seen[cell]
            route = routes[route_of[cell % m]] if route_of else routes[0]
            if done & _ADDS[kind] or done & _NEEDS[kind] != _NEEDS[kind] or route[cell // m] != rank:
                fault, why = _fault(done, kind)
                found.append(Violation(rank, fault, f"{_name(schedule, kind, cell)} {why}"))
            seen[cell] = done | _ADDS[kind]


def _parts(code: int, n: int) -> tuple[tuple[int, int], ...]:
    if code < 4 * n:
        return (divmod(code, n),)
    forward, backward = divmod(code - 4 * n, n)
    return ((Kind.F, forward), (Kind.BW, backward))


def _fault(done: int, kind: int) -> tuple[str, str]:
    if done & _ADDS[kind]:
        return "repeated", "runs again"
    if done & _NEEDS[kind] != _NEEDS[kind]:
        return "before-input", "runs before its own input"
    return "wrong-rank", "belongs to another rank"


def _missing(schedule: Schedule, seen: bytearray) -> list[Violation]:
    found = []
    for cell, done in enumerate(seen):
        if done != _DONE:
            rank = schedule.rank_of(*divmod(cell, schedule.microbatches))
            kinds = [kind for kind in (Kind.F, Kind.B, Kind.W) if not done & _ADDS[kind]]
            if kinds[-2:] == [Kind.B, Kind.W]:
                kinds[-2:] = [Kind.BW]
            found += [Violation(rank, "missing", f"missing {_name(schedule, kind, cell)}") for kind in kinds]
    return found


def _deadlock(schedule: Schedule) -> list[Violation]:
    n = schedule.cells
    known = [[code for code in order if 0 <= code < 4 * n + n * n] for order in schedule.orders]
    try:
        simulate(replace(schedule, orders=known))
    except ConditionError as fault:
        return [Violation(-1, fault.code, str(fault))]
    return []


def _name(schedule: Schedule, kind: int, cell: int) -> str:
    return format_slot(schedule.slot(kind * schedule.cells + cell))
