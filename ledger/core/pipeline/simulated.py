"""Formulas that build a schedule, time it and measure it: one for every measure and convention."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Annotated, Any

from ledger.core.exact import read_numbers, require, simplest
from ledger.core.formulas import Citation, Formula, Param, Result, formula, read_number
from ledger.core.pipeline import bubbles
from ledger.core.pipeline.catalog import FAMILIES, Options, build
from ledger.core.pipeline.communication import exposed_communication, messages, transfers
from ledger.core.pipeline.costs import Costs
from ledger.core.pipeline.residency import parameter_copies, peak_activations
from ledger.core.pipeline.schedule import Kind
from ledger.core.pipeline.timeline import Timeline, simulate
from ledger.core.pipeline.weights import weight_use

MOST_CELLS = 1 << 18
"""Bound on ranks · chunks · micro-batches, so that a formula's time and memory are bounded."""

Times = Fraction | tuple[Fraction, ...]


def read_times(given: object) -> Times:
    """One number for all stages, or a list ``[1, 1, 2]`` with one a stage.

    Raises:
        ValueError: it is neither.
    """
    if isinstance(given, list | tuple) or (isinstance(given, str) and given.lstrip().startswith("[")):
        return read_numbers(given)
    return read_number(given)


_TIMES = "one number, or a list with one a stage; of one chunk where a rank has several"
Forward = Annotated[Times, Param("s", f"forward of one micro-batch: {_TIMES}", read=read_times)]
InputGradient = Annotated[Times, Param("s", f"backward for the input alone: {_TIMES}", read=read_times)]
WeightGradient = Annotated[Times, Param("s", f"backward for the weights alone: {_TIMES}", read=read_times)]
Measure = Callable[[Timeline], tuple[Any, Mapping[str, Any]]]
_SOURCE = Citation("definition", note="as-soon-as-possible execution of the schedule's order")
_CONDITIONS = (
    "the family exists for these counts",
    f"ranks · chunks · micro-batches ≤ {MOST_CELLS}",
    "chunks, extra_warm_up, split_backward, pairs and the limits count only for the families that have them",
)


def _declare(
    name: str,
    doc: str,
    measure: Measure,
    *,
    unit: str,
    convention: str,
    source: Citation = _SOURCE,
    of: str = "1f1b",
) -> Formula:
    def run(
        schedule: Annotated[str, Param("word", "the schedule family", choices=tuple(FAMILIES))],
        ranks: Annotated[int, Param("rank", "pipeline ranks p", minimum=1)],
        microbatches: Annotated[int, Param("micro-batch", "micro-batches m", minimum=1)],
        forward: Forward = Fraction(1),
        input_gradient: InputGradient = Fraction(1),
        weight_gradient: WeightGradient = Fraction(1),
        communication: Annotated[Fraction, Param("s", "transfer between ranks", minimum=0)] = Fraction(0),
        overlapped: Annotated[
            Fraction | None,
            Param(
                "s", "one overlapped slot F&B; the sum of its parts if not given", minimum=0, read=read_number
            ),
        ] = None,
        chunks: Annotated[int, Param("chunk", "model chunks v a rank", minimum=1)] = 2,
        extra_warm_up: Annotated[int, Param("micro-batch", "more forwards in the warm-up", minimum=0)] = 0,
        split_backward: Annotated[
            bool, Param("yes/no", "weight gradients apart, for interleaved-1f1b")
        ] = False,
        memory_limit: Annotated[
            Fraction | None,
            Param("micro-batch", "activation limit for zb-auto; p if not given", minimum=1, read=read_number),
        ] = None,
        kept_for_weights: Annotated[
            Fraction, Param("1", "share kept from input to weight gradient, for zb-auto", minimum=0)
        ] = Fraction(1),
        pairs: Annotated[int, Param("1", "pairs of pipelines", minimum=1)] = 1,
    ) -> Result:
        require(
            max(chunks, 2) * ranks * microbatches <= MOST_CELLS,
            "too-large",
            f"{ranks} ranks with {microbatches} micro-batches are beyond what is simulated",
        )
        costs = Costs(forward, input_gradient, weight_gradient, communication, overlapped)
        options = Options(chunks, extra_warm_up, split_backward, memory_limit, kept_for_weights, pairs, costs)
        value, details = measure(simulate(build(schedule, ranks, microbatches, options), costs))
        return Result(value, details)

    run.__doc__ = f"""{doc}

    Raises:
        ConditionError: the family does not exist for these counts, or they are too large.
    """
    example = {"schedule": of, "ranks": "4", "microbatches": "8"}
    declared = formula(
        f"pipeline.{name}",
        unit=unit,
        convention=convention,
        source=source,
        example=example,
        conditions=_CONDITIONS,
    )
    return declared(run)


def _plain(values: tuple[Any, ...]) -> list[Any]:
    return [simplest(value) for value in values]


def _times(timeline: Timeline) -> dict[str, Any]:
    return {
        "makespan": simplest(timeline.makespan),
        "busy_per_rank": _plain(timeline.busy),
        "idle_per_rank": _plain(bubbles.idle(timeline)),
        "span_per_rank": _plain(bubbles.spans(timeline)),
        "idle_within_span_per_rank": _plain(bubbles.stage_local_idle(timeline)),
    }


def _ratio(of: Callable[[Timeline], Fraction]) -> Measure:
    return lambda timeline: (simplest(of(timeline)), _times(timeline))


def _peak(after_input_gradient: int | None) -> Measure:
    def measure(timeline: Timeline) -> tuple[Any, Mapping[str, Any]]:
        peaks = peak_activations(timeline.schedule, 1, after_input_gradient)
        chunks = timeline.schedule.stages // timeline.schedule.ranks
        return max(peaks), {"per_rank": list(peaks), "chunks_per_rank": chunks}

    return measure


def _copies(timeline: Timeline) -> tuple[Any, Mapping[str, Any]]:
    copies = parameter_copies(timeline.schedule)
    return simplest(max(copies)), {"per_rank": _plain(copies)}


def _messages(timeline: Timeline) -> tuple[Any, Mapping[str, Any]]:
    counts = messages(timeline.schedule)
    sent, received = ([pair[side] for pair in counts] for side in (0, 1))
    return sum(sent), {"sent_per_rank": sent, "received_per_rank": received}


def _slots(timeline: Timeline) -> tuple[Any, Mapping[str, Any]]:
    rows = [
        {
            "carries": "activations" if one.kind is Kind.F else "gradient",
            "of": f"{one.stage}.{one.microbatch}",
            "sender": one.sender,
            "receiver": one.receiver,
            "start": simplest(one.start),
            "end": simplest(one.end),
        }
        for one in transfers(timeline)
    ]
    return rows, {"makespan": simplest(timeline.makespan)}


def _exposed(timeline: Timeline) -> tuple[Any, Mapping[str, Any]]:
    return simplest(exposed_communication(timeline)), {"makespan": simplest(timeline.makespan)}


def _timeline(timeline: Timeline) -> tuple[Any, Mapping[str, Any]]:
    schedule = timeline.schedule
    rows = [
        [
            {"slot": [str(op) for op in slot], "start": simplest(start), "end": simplest(end)}
            for slot, start, end in timeline.events(rank)
        ]
        for rank in range(schedule.ranks)
    ]
    return rows, {"makespan": simplest(timeline.makespan), "stages": schedule.stages}


def _versions(timeline: Timeline) -> tuple[Any, Mapping[str, Any]]:
    stashed, synced = (weight_use(timeline.schedule, vertical_sync) for vertical_sync in (False, True))
    return [use.copies for use in stashed], {
        "staleness_per_rank": [max(use.staleness) for use in stashed],
        "copies_with_vertical_sync": [use.copies for use in synced],
        "staleness_with_vertical_sync": [max(use.staleness) for use in synced],
    }


FORMULAS: tuple[Formula, ...] = (
    _declare(
        "makespan",
        "Time from the first start to the last end of the simulated schedule.",
        _ratio(lambda timeline: timeline.makespan),
        unit="s",
        convention="all ranks together, first start at zero; no optimizer step",
    ),
    _declare(
        "simulated_bubble_over_ideal",
        "Simulated bubble: time beyond the busiest rank's work, over that work.",
        _ratio(bubbles.bubble_over_ideal),
        unit="1",
        convention="over ideal: the compute time of the busiest rank; can exceed 1",
        source=Citation("megatron-3d-2021", "2.2.1"),
    ),
    _declare(
        "simulated_bubble_over_total",
        "Simulated bubble: the largest share of the makespan that one rank idles.",
        _ratio(bubbles.bubble_over_total),
        unit="1",
        convention="over total: the makespan; of the rank that idles most",
        source=Citation("chimera-2021", "2"),
    ),
    _declare(
        "simulated_bubble_stage_local",
        "Simulated bubble: the idle share of the longest span from a rank's first start to its last end.",
        _ratio(bubbles.stage_local_bubble),
        unit="1",
        convention="stage-local: late starts and early ends are forgiven (the paper's bubble rate)",
        source=Citation("zero-bubble-2023", "5.3"),
    ),
    _declare(
        "simulated_bubble_global",
        "Simulated bubble: the idle time of all ranks over their time together.",
        _ratio(bubbles.global_bubble),
        unit="1",
        convention="global: idle time of all ranks over ranks times makespan",
    ),
    _declare(
        "simulated_peak_activations_released_at_w",
        "The most chunk activations a rank holds when a weight gradient releases them.",
        _peak(None),
        unit="chunk activation",
        convention="released at W; a chunk is 1/v of a rank's layers; the largest over the ranks",
    ),
    _declare(
        "simulated_peak_activations_released_at_b",
        "The most chunk activations a rank holds when the input gradient already releases them.",
        _peak(0),
        unit="chunk activation",
        convention="released at B; a chunk is 1/v of a rank's layers; the largest over the ranks",
        of="zb-h1",
    ),
    _declare(
        "simulated_parameter_copies",
        "The parameters a rank holds over its share 1/p of the model.",
        _copies,
        unit="1",
        convention="copies of parameters only; stashed weight versions are not among them",
        of="dualpipe",
    ),
    _declare(
        "simulated_messages",
        "Point-to-point messages between ranks from one optimizer step to the next.",
        _messages,
        unit="message",
        convention="one activation or one gradient of one micro-batch each, counted at the sender",
        of="interleaved-1f1b",
    ),
    _declare(
        "communication_slots",
        "Every message between ranks with its slot in time.",
        _slots,
        unit="s",
        convention="starts when its operation ends; the receiver may use it at its end; the sender goes on",
    ),
    _declare(
        "exposed_communication",
        "By how much communication between ranks lengthens the makespan of the schedule's order.",
        _exposed,
        unit="s",
        convention="makespan with the communication time minus makespan without; the order stays",
    ),
    _declare(
        "timeline",
        "For each rank, what it runs with start and end.",
        _timeline,
        unit="s",
        convention="stages and micro-batches from 0; B is the input gradient, BW the full backward",
    ),
    _declare(
        "simulated_weight_versions",
        "Weight versions each rank of an asynchronous pipeline holds, with the staleness of its gradients.",
        _versions,
        unit="version",
        convention="weight stashing; the latest version counts; with vertical sync in the details",
        source=Citation("pipedream-2018", "3.4"),
        of="pipedream",
    ),
)
