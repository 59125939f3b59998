"""Makespan of the expert GEMMs inside one rank.

Equal totals per rank leave the experts of a rank uneven. The report names the effect (a fixed-order,
workload-oblivious schedule turns the skew into an uneven finish of the SM workers) and gives no formula;
the model here is ours: an expert costs a fixed part plus a part for each tile of tokens.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from heapq import heapreplace
from typing import Annotated

from ledger.core.exact import ceil_div, require, simplest
from ledger.core.formulas import Citation, Formula, Param, Result, formula
from ledger.core.moe.inputs import ExpertLoad, need_countable, need_loads

Workers = Annotated[int, Param("worker", "SM workers of the grouped GEMM", minimum=1)]
Tile = Annotated[int, Param("token", "tokens of a tile", minimum=1)]
TileCost = Annotated[Fraction, Param("s", "time of one tile", minimum=0)]
ExpertCost = Annotated[Fraction, Param("s", "fixed time of an expert that has tokens", minimum=0)]
REPORT = Citation("kimi-k3-2026", "5.2.1", note="expert-GEMM scheduling; the cost model is a derivation")
EXAMPLE = {"tokens_per_expert": "[300, 20, 20, 20]", "workers": "2", "tile_tokens": "64", "tile_cost": "1"}
CONDITIONS = ("cost of an expert = fixed + tiles × tile cost", "workers alike, no shared bandwidth limit")


def _costs(loads: tuple[int, ...], tile: int, tile_cost: Fraction, expert_cost: Fraction) -> list[Fraction]:
    need_loads(loads)
    require(tile >= 1, "empty", "a tile has at least one token")
    return [expert_cost + ceil_div(load, tile) * tile_cost if load > 0 else Fraction(0) for load in loads]


def _finish(costs: Iterable[Fraction], workers: int) -> list[Fraction]:
    """Finish times when each task in turn goes to the worker that is free first."""
    _need_workers(workers)
    free = [(Fraction(0), worker) for worker in range(workers)]
    for cost in costs:
        time, worker = free[0]
        heapreplace(free, (time + cost, worker))
    return [time for time, _ in sorted(free, key=lambda entry: entry[1])]


def _need_workers(workers: int) -> None:
    require(workers >= 1, "empty", "needs at least one worker")
    need_countable(workers, "workers")


def _answer(busy: list[Fraction]) -> Result:
    return Result(simplest(max(busy)), {"worker_finish": [simplest(time) for time in busy]})


@formula(
    "moe.expert_gemm_makespan_round_robin",
    unit="s",
    convention="oblivious: expert i on worker i mod W, whatever its tokens",
    source=REPORT,
    example=EXAMPLE,
    conditions=CONDITIONS,
)
def expert_gemm_makespan_round_robin(
    tokens_per_expert: ExpertLoad,
    workers: Workers,
    tile_tokens: Tile,
    tile_cost: TileCost,
    expert_cost: ExpertCost = Fraction(0),
) -> Result:
    """Time of the last worker when experts are dealt out in order without looking at their loads.

    Raises:
        ConditionError: no loads or a negative one.
    """
    costs = _costs(tokens_per_expert, tile_tokens, tile_cost, expert_cost)
    _need_workers(workers)
    return _answer([sum(costs[worker::workers], Fraction(0)) for worker in range(workers)])


@formula(
    "moe.expert_gemm_makespan_fixed_order",
    unit="s",
    convention="fixed order: the next expert goes to the worker that is free first",
    source=REPORT,
    example=EXAMPLE,
    conditions=CONDITIONS,
)
def expert_gemm_makespan_fixed_order(
    tokens_per_expert: ExpertLoad,
    workers: Workers,
    tile_tokens: Tile,
    tile_cost: TileCost,
    expert_cost: ExpertCost = Fraction(0),
) -> Result:
    """Time of the last worker with a queue of whole experts in their own order.

    Raises:
        ConditionError: no loads or a negative one.
    """
    return _answer(_finish(_costs(tokens_per_expert, tile_tokens, tile_cost, expert_cost), workers))


@formula(
    "moe.expert_gemm_makespan_longest_first",
    unit="s",
    convention="workload-aware: longest expert first, to the worker that is free first",
    source=REPORT,
    example=EXAMPLE,
    conditions=CONDITIONS,
)
def expert_gemm_makespan_longest_first(
    tokens_per_expert: ExpertLoad,
    workers: Workers,
    tile_tokens: Tile,
    tile_cost: TileCost,
    expert_cost: ExpertCost = Fraction(0),
) -> Result:
    """Time of the last worker with a queue of whole experts sorted by cost; at most 4/3 of the best.

    Raises:
        ConditionError: no loads or a negative one.
    """
    costs = _costs(tokens_per_expert, tile_tokens, tile_cost, expert_cost)
    return _answer(_finish(sorted(costs, reverse=True), workers))


@formula(
    "moe.expert_gemm_makespan_by_tile",
    unit="s",
    convention="experts split into tiles, each to the worker that is free first, no fixed cost",
    source=REPORT,
    example=EXAMPLE,
    conditions=CONDITIONS,
)
def expert_gemm_makespan_by_tile(
    tokens_per_expert: ExpertLoad, workers: Workers, tile_tokens: Tile, tile_cost: TileCost
) -> Result:
    """Time of the last worker when single tiles are handed out: ⌈tiles / W⌉ tiles.

    Raises:
        ConditionError: no loads or a negative one.
    """
    need_loads(tokens_per_expert)
    require(workers >= 1 and tile_tokens >= 1, "empty", "needs at least one worker and one token a tile")
    tiles = sum(ceil_div(load, tile_tokens) for load in tokens_per_expert)
    return Result(simplest(ceil_div(tiles, workers) * tile_cost), {"tiles": tiles})


@formula(
    "moe.expert_gemm_makespan_lower_bound",
    unit="s",
    convention="lower bound for whole experts: max(longest expert, total / W)",
    source=REPORT,
    example=EXAMPLE,
    conditions=(*CONDITIONS, "a lower bound, not always reached"),
)
def expert_gemm_makespan_lower_bound(
    tokens_per_expert: ExpertLoad,
    workers: Workers,
    tile_tokens: Tile,
    tile_cost: TileCost,
    expert_cost: ExpertCost = Fraction(0),
) -> Result:
    """No schedule of whole experts finishes earlier.

    Raises:
        ConditionError: no loads or a negative one.
    """
    costs = _costs(tokens_per_expert, tile_tokens, tile_cost, expert_cost)
    _need_workers(workers)
    parts = {"longest_expert": max(costs), "even_share": sum(costs, Fraction(0)) / workers}
    return Result(simplest(max(parts.values())), parts)


FORMULAS: tuple[Formula, ...] = (
    expert_gemm_makespan_round_robin,
    expert_gemm_makespan_fixed_order,
    expert_gemm_makespan_longest_first,
    expert_gemm_makespan_by_tile,
    expert_gemm_makespan_lower_bound,
)
