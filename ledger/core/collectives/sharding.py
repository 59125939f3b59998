"""Communication of data parallelism: the ZeRO paper's volumes, exact per-rank bytes, parameter servers.

The paper counts a reduce-scatter or all-gather of Ψ elements as a data movement of Ψ, without the (n−1)/n
factor and without naming a direction; the exact count has its own formulas.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Annotated

from ledger.core.collectives.inputs import Ranks, need_ranks
from ledger.core.collectives.volumes import PASSES, sent_share
from ledger.core.exact import require, simplest
from ledger.core.formulas import Citation, Formula, Param, Result, formula

Parameters = Annotated[Fraction, Param("parameter", "parameters of the model", minimum=0)]
Stage = Annotated[int, Param("1", "ZeRO stage; 0 is plain data parallelism", minimum=0)]
Workers = Annotated[int, Param("worker", "workers, each pushing and pulling once a step", minimum=1)]
StateBytes = Annotated[Fraction, Param("B", "gradient or parameter bytes of one worker", minimum=0)]
SERVER = Citation("param-server-2014", "3.2", note="Algorithm 1: each worker pushes its gradient and pulls")


def zero_calls(zero_stage: int) -> dict[str, int]:
    """Collectives over all Ψ elements in one step, by kind.

    Raises:
        ConditionError: no such stage.
    """
    require(0 <= zero_stage <= 3, "no-such-stage", f"ZeRO has stages 0 to 3, got {zero_stage}")
    return {"reduce_scatter": 1, "all_gather": 2 if zero_stage == 3 else 1}


@formula(
    "collectives.zero_paper_volume_of_collective",
    unit="element",
    convention="ZeRO paper: Ψ for a reduce-scatter or all-gather, 2Ψ for an all-reduce; (n-1)/n taken as 1",
    source=Citation("zero-2019", "7.1"),
    example={"operation": "all_reduce", "elements": "7.5e9"},
    conditions=("many ranks", "pipelined implementation"),
)
def zero_paper_volume_of_collective(
    operation: Annotated[
        str, Param("1", "the collective", choices=("all_reduce", "reduce_scatter", "all_gather"))
    ],
    elements: Annotated[Fraction, Param("element", "elements of the whole tensor", minimum=0)],
) -> Result:
    """The paper's data movement of one collective on Ψ elements."""
    return Result(simplest(PASSES[operation] * elements))


@formula(
    "collectives.zero_paper_volume",
    unit="element",
    convention="ZeRO paper: Ψ per reduce-scatter or all-gather, (n-1)/n taken as 1, no direction",
    source=Citation("zero-2019", "7.1; 7.2.1; 7.2.2"),
    example={"parameters": "7.5e9", "zero_stage": "3"},
    conditions=("one step, no gradient accumulation", "stages 0 to 3"),
)
def zero_paper_volume(parameters: Parameters, zero_stage: Stage) -> Result:
    """Elements per step: 2Ψ for data parallelism and stages 1 and 2, 3Ψ for stage 3.

    Raises:
        ConditionError: no such stage.
    """
    calls = zero_calls(zero_stage)
    return Result(simplest(sum(calls.values()) * parameters), {"collectives": calls})


@formula(
    "collectives.zero_paper_volume_ratio",
    unit="1",
    convention="ZeRO paper: volume of the stage over that of plain data parallelism",
    source=Citation("zero-2019", "7.2.2"),
    example={"zero_stage": "3"},
    conditions=("stages 0 to 3",),
)
def zero_paper_volume_ratio(zero_stage: Stage) -> Result:
    """1 for stages 0 to 2 and 3/2 for stage 3; the (n−1)/n factor cancels.

    Raises:
        ConditionError: no such stage.
    """
    ratio = Fraction(sum(zero_calls(zero_stage).values()), sum(zero_calls(0).values()))
    return Result(simplest(ratio))


@formula(
    "collectives.zero_sent_per_rank",
    unit="B/rank",
    convention="bytes one rank sends in a step, with the (n-1)/n factor of ring collectives",
    source=Citation("zero-2019", "7.2", note="with the ring factor of nccl-tests"),
    example={
        "parameters": "7.5e9",
        "zero_stage": "3",
        "data_parallel": "64",
        "gradient_bytes": "2",
        "parameter_bytes": "2",
    },
    conditions=("one step, no gradient accumulation", "equal shards", "stages 0 to 3"),
)
def zero_sent_per_rank(
    parameters: Parameters,
    zero_stage: Stage,
    data_parallel: Ranks,
    gradient_bytes: Annotated[Fraction, Param("B/parameter", "dtype reduced", minimum=0)] = Fraction(2),
    parameter_bytes: Annotated[Fraction, Param("B/parameter", "dtype gathered", minimum=0)] = Fraction(2),
) -> Result:
    """Bytes each rank sends in one step; the all-reduce of stage 0 gathers gradients, not parameters.

    Raises:
        ConditionError: no such stage.
    """
    calls = zero_calls(zero_stage)
    gathered = gradient_bytes if zero_stage == 0 else parameter_bytes
    share = sent_share("all_gather", data_parallel) * parameters
    parts = {
        "gradient_reduce_scatter_bytes": share * gradient_bytes * calls["reduce_scatter"],
        "all_gather_bytes": share * gathered * calls["all_gather"],
    }
    return Result(simplest(sum(parts.values(), Fraction(0))), parts)


@formula(
    "collectives.zero_r_activation_checkpoint_overhead",
    unit="1",
    convention="ZeRO paper: added all-gather of P_a over the model-parallel volume, per block",
    source=Citation("zero-2019", "8"),
    example={},
    conditions=("Megatron blocks with recomputation: two all-reduces forward, two again, two backward",),
)
def zero_r_activation_checkpoint_overhead() -> Result:
    """One all-gather of s·h elements against six all-reduces of 2·s·h: 1/12, below the paper's 10 %."""
    return Result(Fraction(1, 12), {"model_parallel_over_sh": 12, "added_over_sh": 1})


def _server_bytes(workers: int, state_bytes: Fraction) -> Fraction:
    need_ranks(workers)
    return 2 * workers * state_bytes


@formula(
    "collectives.parameter_server_total",
    unit="B",
    convention="bytes pushed plus bytes pulled in a step, all workers together",
    source=SERVER,
    example={"workers": "8", "state_bytes": "14e9"},
    conditions=("dense state", "every worker every step", "workers and servers on different machines"),
)
def parameter_server_total(workers: Workers, state_bytes: StateBytes) -> Result:
    """Traffic of the cluster: 2·D·S."""
    return Result(simplest(_server_bytes(workers, state_bytes)))


@formula(
    "collectives.parameter_server_per_worker",
    unit="B/worker",
    convention="bytes one worker pushes plus bytes it pulls in a step",
    source=SERVER,
    example={"state_bytes": "14e9"},
    conditions=("dense state",),
)
def parameter_server_per_worker(state_bytes: StateBytes) -> Result:
    """Traffic of a worker: 2·S, both directions together."""
    return Result(simplest(2 * state_bytes))


@formula(
    "collectives.parameter_server_per_server",
    unit="B/server",
    convention="bytes one server receives plus bytes it sends in a step, balanced key ranges",
    source=SERVER,
    example={"workers": "8", "state_bytes": "14e9", "servers": "4"},
    conditions=("dense state", "balanced key ranges"),
)
def parameter_server_per_server(
    workers: Workers, state_bytes: StateBytes, servers: Annotated[int, Param("server", "servers", minimum=1)]
) -> Result:
    """Traffic of a server: 2·D·S/K; more servers spread the total and do not lower it."""
    need_ranks(servers)
    return Result(simplest(_server_bytes(workers, state_bytes) / servers))


FORMULAS: tuple[Formula, ...] = (
    zero_paper_volume_of_collective,
    zero_paper_volume,
    zero_paper_volume_ratio,
    zero_sent_per_rank,
    zero_r_activation_checkpoint_overhead,
    parameter_server_total,
    parameter_server_per_worker,
    parameter_server_per_server,
)
