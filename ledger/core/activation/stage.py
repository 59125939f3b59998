"""Activations of a pipeline stage: how many micro-batches are in flight, and what each keeps."""

from __future__ import annotations

from fractions import Fraction
from typing import Annotated

from ledger.core.exact import simplest
from ledger.core.formulas import Citation, Param, formula
from ledger.core.roots import Number
from ledger.errors import ConditionError

Stages = Annotated[int, Param("stage", "pipeline stages p", minimum=1)]
StageIndex = Annotated[int, Param("1", "stage, from 0", minimum=0)]
MicroBatches = Annotated[int, Param("micro-batch", "micro-batches m", minimum=1)]
SCHEDULES = ("gpipe", "1f1b", "interleaved")


def in_flight_batches(
    schedule: str, pipeline_parallel: int, stage: int, micro_batches: int, chunks: int
) -> Number:
    """Micro-batches' worth of whole-stage activations held at once by a stage (0-based).

    Raises:
        ConditionError: the stage or the schedule is not one of those there are.
    """
    if stage >= pipeline_parallel:
        raise ConditionError("stage", f"stage {stage} of {pipeline_parallel}")
    if schedule == "gpipe":
        return micro_batches
    if schedule == "1f1b":
        return min(micro_batches, pipeline_parallel - stage)
    if schedule != "interleaved":
        raise ConditionError("schedule", f"schedule is one of {', '.join(SCHEDULES)}")
    warm_up = (pipeline_parallel - stage - 1) * 2 + (chunks - 1) * pipeline_parallel
    return simplest(Fraction(min(micro_batches * chunks, warm_up + 1), chunks))


@formula(
    "activation.in_flight",
    unit="micro-batch",
    convention="whole-stage micro-batches held at once; a chunk's micro-batch counts 1/chunks; "
    "released after the full backward",
    source=Citation("megatron-3d-2021", "2.2", note="default, interleaved schedules; GPipe holds all"),
    example={
        "schedule": "1f1b",
        "pipeline_parallel": "8",
        "stage": "0",
        "micro_batches": "64",
    },
    conditions=("interleaved: micro_batches is a multiple of p",),
)
def in_flight(
    schedule: Annotated[str, Param("word", choices=SCHEDULES)],
    pipeline_parallel: Stages,
    stage: StageIndex,
    micro_batches: MicroBatches,
    chunks: Annotated[int, Param("chunk", "model chunks a device", minimum=1)] = 1,
) -> Number:
    """GPipe m; 1F1B min(m, p - stage); interleaved ((p - stage - 1)·2 + (v - 1)·p + 1)/v.

    For the first stage interleaving gives p(1 + (p - 1)/(p·v)), the factor of Korthikanti et al.
    """
    return in_flight_batches(schedule, pipeline_parallel, stage, micro_batches, chunks)


@formula(
    "activation.segment_checkpoints",
    unit="B",
    convention="c checkpoints and one segment's activations; c need not divide l",
    source=Citation("megatron-3d-2021", "3.5", note="c·A_input + (l/c)·A_intermediate"),
    example={"layers": "36", "checkpoints": "6", "input_bytes": "1e8", "intermediate_bytes": "1e8"},
)
def segment_checkpoints(
    layers: Annotated[int, Param("layer", minimum=1)],
    checkpoints: Annotated[int, Param("1", minimum=1)],
    input_bytes: Annotated[Fraction, Param("B", "input of a layer", minimum=0)],
    intermediate_bytes: Annotated[Fraction, Param("B", "intermediates of a layer", minimum=0)],
) -> Number:
    """Memory with *checkpoints* segments over *layers* layers; least near √(l·A_intermediate/A_input).

    With equal sizes and c = √l it is 2√l layers' worth: the O(√n) of Chen et al.
    """
    return simplest(checkpoints * input_bytes + Fraction(layers, checkpoints) * intermediate_bytes)


FORMULAS = (in_flight, segment_checkpoints)
