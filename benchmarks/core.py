"""Time of process groups and of a whole memory ledger: ``python -m benchmarks.core``.

Prints the median beside its budget and beside a rival in the same run: for the groups, the rank-by-rank
algorithm of Megatron's rank generator (every member decomposed and recomposed); for the memory ledger,
Calculon, when it can be imported (``PYTHONPATH=…/calculon``), given as a share of one of its runs.
"""

from __future__ import annotations

import importlib
import importlib.util
import statistics
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

from ledger.core.activation.layer import Policy
from ledger.core.memory.allocations import Run
from ledger.core.memory.budget import memory_ledger
from ledger.core.memory.recipes import RECIPES
from ledger.core.mesh.grids import DENSE_TOKENS, EXPERT_TOKENS, Degrees, dense_axes, expert_axes, grids
from ledger.core.transformer import Layout, Model

WORLD = Degrees(world=16_384, tp=8, pp=16, cp=2, ep=64, etp=1)
GROUPS_MS, LEDGER_US = 100, 200
DENSE = Model(layers=96, hidden=12288, heads=96, vocabulary=51200)
EXPERTS = Model(
    layers=61,
    hidden=7168,
    heads=128,
    vocabulary=129280,
    tied=False,
    gated=True,
    norm="rmsnorm",
    experts=256,
    top_k=8,
    expert_ffn=2048,
    shared_expert_ffn=2048,
    moe_layers=(0, 0, 0, *[1] * 58),
)


def median(action: Callable[[], object], repeats: int) -> float:
    """Seconds."""
    times = []
    for _ in range(repeats):
        start = time.perf_counter()
        action()
        times.append(time.perf_counter() - start)
    return statistics.median(times)


def rank_by_rank() -> list[list[list[int]]]:
    """Every group of both grids, each member taken apart into coordinates and put together again."""
    found = []
    for axes, tokens in ((dense_axes(WORLD), DENSE_TOKENS), (expert_axes(WORLD), EXPERT_TOKENS)):
        for token in tokens:
            inside, outside = axes.split(token.split("-"))
            found.append(
                [
                    [_recompose(place, inside) + base for place in range(_count(inside))]
                    for base in _bases(outside)
                ]
            )
    return found


def _count(pairs: list[tuple[int, int]]) -> int:
    total = 1
    for size, _ in pairs:
        total *= size
    return total


def _recompose(index: int, pairs: list[tuple[int, int]]) -> int:
    rank, step = 0, 1
    for size, stride in pairs:
        rank += index // step % size * stride
        step *= size
    return rank


def _bases(pairs: list[tuple[int, int]]) -> list[int]:
    return [_recompose(index, pairs) for index in range(_count(pairs))]


def groups() -> None:
    answer = grids(WORLD, 8)
    listed = [*answer.value["dense"].values(), *answer.value["expert"].values()]
    assert listed == rank_by_rank()
    ours = median(lambda: grids(WORLD, 8), 15) * 1000
    rival = median(rank_by_rank, 5) * 1000
    print(
        f"groups of 16,384 ranks, 11 kinds {ours:8.1f} ms ({ours / GROUPS_MS:.2f} of {GROUPS_MS} ms), "
        f"rank by rank {rival:.1f} ms, ratio {ours / rival:.2f}"
    )


def calculon_run() -> Callable[[], object] | None:
    """One run of Calculon on GPT-3 175B, or nothing when it is not there."""
    if importlib.util.find_spec("calculon") is None:
        return None
    calculon: Any = importlib.import_module("calculon")
    llm: Any = importlib.import_module("calculon.llm.llm")
    root = Path(calculon.__file__).parent.parent
    system = calculon.read_json_file(f"{root}/systems/a100_80e.json")
    shape = calculon.read_json_file(f"{root}/models/gpt3-175B.json")
    options = calculon.read_json_file(f"{root}/validation/seqsel/fig7/gpt3-175B_seqsel.json")
    log = importlib.import_module("logging").getLogger("calculon")

    def run() -> object:
        model = llm.Llm(llm.Llm.Application(shape), log)
        model.compile(calculon.System(system), llm.Llm.Execution.from_json(options))
        return model.run(calculon.System(system))

    return run


def ledgers() -> None:
    budgets = {"device": 80 << 30}
    recipe = RECIPES["megatron-bf16-adam"]
    runs: dict[str, dict[str, Any]] = {
        "dense, 8 stages": {
            "model": DENSE,
            "layout": Layout(tp=8, pp=8, dp=16),
            "run": Run(2048, micro_batches=64, zero_stage=1),
        },
        "experts, 16 stages": {
            "model": EXPERTS,
            "layout": Layout(pp=16, dp=128, ep=64),
            "run": Run(4096, micro_batches=64, zero_stage=1, stages=(3, *[4] * 14, 2)),
        },
    }
    rival = calculon_run()
    theirs = median(rival, 15) * 1e6 if rival is not None else None
    for name, run in runs.items():
        action = partial(memory_ledger, recipe=recipe, policy=Policy("selective"), budgets=budgets, **run)
        ours = median(action, 500) * 1e6
        beside = f", Calculon {theirs:.0f} µs, ratio {ours / theirs:.3f}" if theirs is not None else ""
        print(f"memory ledger, {name:20} {ours:8.1f} µs ({ours / LEDGER_US:.2f} of {LEDGER_US} µs){beside}")


def main() -> None:
    groups()
    ledgers()


if __name__ == "__main__":
    main()
