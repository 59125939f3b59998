"""Flush pipelines with equal stages and no communication: GPipe, 1F1B, interleaved 1F1B."""

from __future__ import annotations

from fractions import Fraction
from typing import Annotated

from ledger.core.exact import read_numbers, require, simplest
from ledger.core.formulas import Citation, Formula, Param, Result, formula
from ledger.core.pipeline.closed.inputs import BackwardFull, Chunks, Forward, MicroBatches, Stages

_EQUAL = ("equal stages", "no communication time")
_DEFAULT = Citation("megatron-3d-2021", "2.2.1")
_INTERLEAVED = Citation("megatron-3d-2021", "2.2.2")


@formula(
    "pipeline.bubble_time",
    unit="s",
    convention="idle time of one device; B is the full backward",
    source=_DEFAULT,
    example={"stages": "4", "forward": "1", "backward_full": "2"},
    conditions=_EQUAL,
)
def bubble_time(stages: Stages, forward: Forward, backward_full: BackwardFull) -> Result:
    """Bubble time (p − 1)(F + B), of GPipe and of 1F1B alike."""
    return Result(simplest((stages - 1) * (forward + backward_full)))


@formula(
    "pipeline.ideal_time",
    unit="s",
    convention="compute time of one device; B is the full backward",
    source=_DEFAULT,
    example={"microbatches": "8", "forward": "1", "backward_full": "2"},
    conditions=_EQUAL,
)
def ideal_time(microbatches: MicroBatches, forward: Forward, backward_full: BackwardFull) -> Result:
    """Useful time of a device, m(F + B)."""
    return Result(simplest(microbatches * (forward + backward_full)))


@formula(
    "pipeline.bubble_over_ideal",
    unit="1",
    convention="bubble time over ideal compute time; can exceed 1",
    source=_DEFAULT,
    example={"stages": "4", "microbatches": "8"},
    conditions=_EQUAL,
)
def bubble_over_ideal(stages: Stages, microbatches: MicroBatches) -> Result:
    """Bubble over ideal time, (p − 1)/m."""
    return Result(simplest(Fraction(stages - 1, microbatches)))


@formula(
    "pipeline.bubble_over_total",
    unit="1",
    convention="bubble time over total time, bubble included; below 1",
    source=Citation("gpipe-2018", "2.3", note="O((K−1)/(M+K−1)); K partitions, M micro-batches"),
    example={"stages": "4", "microbatches": "8"},
    conditions=_EQUAL,
)
def bubble_over_total(stages: Stages, microbatches: MicroBatches) -> Result:
    """Bubble share of the total time, (p − 1)/(m + p − 1)."""
    return Result(simplest(Fraction(stages - 1, microbatches + stages - 1)))


@formula(
    "pipeline.utilisation",
    unit="1",
    convention="compute time over total time; one minus the bubble over total",
    source=Citation("gpipe-2018", "2.3", note="complement of the bubble overhead"),
    example={"stages": "4", "microbatches": "8"},
    conditions=_EQUAL,
)
def utilisation(stages: Stages, microbatches: MicroBatches) -> Result:
    """Share of the total time spent computing, m/(m + p − 1)."""
    return Result(simplest(Fraction(microbatches, microbatches + stages - 1)))


@formula(
    "pipeline.gpipe_peak_activations",
    unit="micro-batch",
    convention="micro-batches whose activations one device holds, no recomputation",
    source=_DEFAULT,
    example={"microbatches": "8"},
)
def gpipe_peak_activations(microbatches: MicroBatches) -> Result:
    """GPipe keeps all m micro-batches."""
    return Result(microbatches)


@formula(
    "pipeline.one_f_one_b_peak_activations",
    unit="micro-batch",
    convention="micro-batches whose activations the device holds, no recomputation; devices from 0",
    source=_DEFAULT,
    example={"stages": "4", "microbatches": "8", "stage": "0"},
    conditions=("the stage exists",),
)
def one_f_one_b_peak_activations(
    stages: Stages, microbatches: MicroBatches, stage: Annotated[int, Param("1", "from 0", minimum=0)] = 0
) -> Result:
    """1F1B keeps min(p − stage, m) micro-batches, at most p on the first.

    Raises:
        ConditionError: the stage does not exist (code ``no-such-stage``).
    """
    require(stage < stages, "no-such-stage", f"stage {stage} of {stages}")
    return Result(min(stages - stage, microbatches))


@formula(
    "pipeline.chunk_time",
    unit="s",
    convention="time of one chunk of v, of whatever pass the given time is",
    source=_INTERLEAVED,
    example={"whole": "3", "chunks": "2"},
    conditions=_EQUAL,
)
def chunk_time(
    whole: Annotated[Fraction, Param("s", "the pass over a device's whole share", minimum=0)], chunks: Chunks
) -> Result:
    """The device's time divided by v."""
    return Result(simplest(whole / chunks))


@formula(
    "pipeline.interleaved_bubble_time",
    unit="s",
    convention="idle time of one device; F and B are of a device's whole share; B is the full backward",
    source=_INTERLEAVED,
    example={"stages": "4", "chunks": "2", "forward": "1", "backward_full": "2"},
    conditions=(*_EQUAL, "micro-batches are a multiple of p"),
)
def interleaved_bubble_time(
    stages: Stages, chunks: Chunks, forward: Forward, backward_full: BackwardFull
) -> Result:
    """Bubble time with v chunks a device, (p − 1)(F + B)/v."""
    return Result(simplest((stages - 1) * (forward + backward_full) / chunks))


@formula(
    "pipeline.interleaved_bubble_over_ideal",
    unit="1",
    convention="bubble time over ideal compute time",
    source=_INTERLEAVED,
    example={"stages": "4", "microbatches": "8", "chunks": "2"},
    conditions=(*_EQUAL, "micro-batches are a multiple of p"),
)
def interleaved_bubble_over_ideal(stages: Stages, microbatches: MicroBatches, chunks: Chunks) -> Result:
    """Bubble over ideal time with v chunks a device, (p − 1)/(v·m).

    Raises:
        ConditionError: m is not a multiple of p (code ``not-divisible``).
    """
    require(microbatches % stages == 0, "not-divisible", f"{microbatches} is no multiple of {stages}")
    return Result(simplest(Fraction(stages - 1, chunks * microbatches)))


@formula(
    "pipeline.interleaved_communication_factor",
    unit="1",
    convention="point-to-point communication over that of the schedule with one chunk a device",
    source=_INTERLEAVED,
    example={"chunks": "2"},
    conditions=("counts a device's own boundaries; the two ends of the whole pipeline have one fewer",),
)
def interleaved_communication_factor(chunks: Chunks) -> Result:
    """Communication grows by the factor v."""
    return Result(chunks)


@formula(
    "pipeline.throughput_bound",
    unit="micro-batch/s",
    convention="upper bound; reached only as m grows and nothing but the slowest stage limits",
    source=Citation("definition", note="every micro-batch passes every stage"),
    example={"stage_times": "[3, 6, 3]"},
)
def throughput_bound(
    stage_times: Annotated[
        tuple[Fraction, ...], Param("s", "time of each stage for one micro-batch", read=read_numbers)
    ],
) -> Result:
    """Micro-batches per time at most, 1 / max tᵢ.

    Raises:
        ConditionError: no stage takes any time (code ``no-time``).
    """
    require(max(stage_times, default=Fraction(0)) > 0, "no-time", "no stage takes any time")
    slowest = max(range(len(stage_times)), key=stage_times.__getitem__)
    return Result(simplest(1 / stage_times[slowest]), {"slowest_stage": slowest})


FORMULAS: tuple[Formula, ...] = (
    bubble_time,
    ideal_time,
    bubble_over_ideal,
    bubble_over_total,
    utilisation,
    gpipe_peak_activations,
    one_f_one_b_peak_activations,
    chunk_time,
    interleaved_bubble_time,
    interleaved_bubble_over_ideal,
    interleaved_communication_factor,
    throughput_bound,
)
