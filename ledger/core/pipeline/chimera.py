"""Chimera: pipelines in both directions over the same ranks, each with its own model replica."""

from __future__ import annotations

from ledger.core.pipeline.conditions import require_even, require_positive
from ledger.core.pipeline.schedule import Schedule
from ledger.errors import ConditionError


def chimera(ranks: int, microbatches: int, pairs: int = 1) -> Schedule:
    """Chimera with *pairs* pipelines down and as many up; units of ``p`` micro-batches concatenated directly.

    Within a unit every pipeline takes its share two slots apart; the order on a rank is that of the
    slots in which forward and backward take one each. A last unit of fewer than ``p`` micro-batches is
    shared among the pipelines as evenly as possible.

    Source: Li & Hoefler 2021 (Chimera), §3.1 and Fig. 3; direct concatenation §3.5, Fig. 7 (b); more
    than two pipelines §3.6, Fig. 8 and Table 3.

    Raises:
        ConditionError: a count is below one (``not-positive``), ranks are odd, or *pairs* does not
            divide half of them (``not-divisible``).
    """
    require_positive(ranks=ranks, microbatches=microbatches, pairs=pairs)
    require_even(ranks=ranks)
    if (ranks // 2) % pairs:
        raise ConditionError("not-divisible", f"{pairs} pairs of pipelines do not divide {ranks}/2 ranks")
    routes = tuple(_route(ranks, pairs, pipeline) for pipeline in range(2 * pairs))
    slots: list[list[tuple[int, int]]] = [[] for _ in range(ranks)]
    route_of: list[int] = []
    for first in range(0, microbatches, ranks):
        unit = min(ranks, microbatches - first)
        for pipeline, share in enumerate(_shares(unit, 2 * pairs)):
            for k in range(share):
                _place(slots, routes[pipeline], 2 * (first + k), len(route_of), microbatches)
                route_of.append(pipeline)
    orders = [[code for _, code in sorted(row)] for row in slots]
    return Schedule("chimera", ranks, microbatches, orders, routes, route_of)


def _route(ranks: int, pairs: int, pipeline: int) -> tuple[int, ...]:
    """Even pipelines go down from their own first rank, odd ones up against the one before."""
    first = (pipeline // 2) * (ranks // pairs)
    down = tuple((first + stage) % ranks for stage in range(ranks))
    return down[::-1] if pipeline % 2 else down


def _shares(total: int, pipelines: int) -> list[int]:
    return [(total + pipelines - 1 - index) // pipelines for index in range(pipelines)]


def _place(
    slots: list[list[tuple[int, int]]], route: tuple[int, ...], start: int, microbatch: int, microbatches: int
) -> None:
    """Put one micro-batch on its ranks: forward down the stages from slot *start*, then straight back."""
    depth = len(route)
    for stage, rank in enumerate(route):
        cell = stage * microbatches + microbatch
        slots[rank].append((start + stage, cell))
        slots[rank].append((start + 2 * depth - 1 - stage, 3 * depth * microbatches + cell))
