"""Bidirectional pipelines: the DualPipe table and Chimera. B is the full backward in both."""

from __future__ import annotations

from fractions import Fraction
from typing import Annotated

from ledger.core.exact import require, simplest
from ledger.core.formulas import Citation, Formula, Param, Result, formula, read_number
from ledger.core.pipeline.closed.inputs import BackwardFull, Forward, MicroBatches, Stages, WeightGradient

_DUALPIPE = Citation("deepseek-v3-2024", "3.2.1", note="Table 2; DualPipeV and #Devices: dualpipe-readme")
_CHIMERA = Citation("chimera-2021", "3.6", note="Table 3; f = 1 is Table 2")
Method = Annotated[str, Param("word", "row of the table", choices=("1f1b", "zb1p", "dualpipe", "dualpipe-v"))]
TableStages = Annotated[int, Param("stage", "PP, the pipeline stages (even for DualPipe)", minimum=1)]
Overlapped = Annotated[
    Fraction | None,
    Param(
        "s", "F&B, one overlapped forward and full backward; F + B if not given", read=read_number, minimum=0
    ),
]
Pairs = Annotated[int, Param("1", "f, pairs of pipelines", minimum=1)]


@formula(
    "pipeline.dualpipe_table_bubble",
    unit="s",
    convention="bubble of one device; B is the full backward (ZB1P's own paper has the input gradient)",
    source=_DUALPIPE,
    example={
        "method": "dualpipe",
        "stages": "8",
        "forward": "1",
        "backward_full": "2",
        "weight_gradient": "1",
        "overlapped": "3",
    },
    conditions=(
        "equal stages",
        "no communication time",
        "PP even and m ≥ 2·PP for DualPipe (m ≥ PP for DualPipeV)",
        "the schedule's bubble where F = B − W ≥ W and B ≤ F&B ≤ F + B; details say whether so",
    ),
)
def dualpipe_table_bubble(
    method: Method,
    stages: TableStages,
    forward: Forward,
    backward_full: BackwardFull,
    weight_gradient: WeightGradient,
    overlapped: Overlapped = None,
) -> Result:
    """(PP − 1)(F + B) for 1F1B, (PP − 1)(F + B − 2W) for ZB1P, (PP/2 − 1)(F&B + B − 3W) for both DualPipes.

    Raises:
        ConditionError: PP is odd for DualPipe (code ``not-divisible``).
    """
    if method in ("1f1b", "zb1p"):
        filled = 2 if method == "zb1p" else 0
        return Result(simplest((stages - 1) * (forward + backward_full - filled * weight_gradient)))
    _require_even(stages)
    pair = forward + backward_full if overlapped is None else overlapped
    even = forward == backward_full - weight_gradient >= weight_gradient
    met = even and backward_full <= pair <= forward + backward_full
    bubble = (stages // 2 - 1) * (pair + backward_full - 3 * weight_gradient)
    return Result(simplest(bubble), {"schedule_meets_it": met, "F&B": simplest(pair)})


@formula(
    "pipeline.dualpipe_table_parameters",
    unit="1",
    convention="parameters on one device over one stage's (DualPipeV: of PP stages on PP/2 devices)",
    source=_DUALPIPE,
    example={"method": "dualpipe"},
)
def dualpipe_table_parameters(method: Method) -> Result:
    """2 for DualPipe and DualPipeV, 1 otherwise."""
    return Result(2 if method.startswith("dualpipe") else 1)


@formula(
    "pipeline.dualpipe_table_activation",
    unit="micro-batch",
    convention="peak activations of one device, in those of one micro-batch on one stage of PP",
    source=_DUALPIPE,
    example={"method": "dualpipe", "stages": "8"},
)
def dualpipe_table_activation(method: Method, stages: TableStages) -> Result:
    """PP for 1F1B and ZB1P, PP + 1 for DualPipe and DualPipeV, which is 1/PP more."""
    more = 1 if method.startswith("dualpipe") else 0
    return Result(stages + more, {"over_1f1b": Fraction(stages + more, stages)})


@formula(
    "pipeline.dualpipe_table_devices",
    unit="device",
    convention="devices that share one pipeline of PP stages",
    source=Citation("dualpipe-readme", "Pipeline Bubbles and Memory Usage Comparison"),
    example={"method": "dualpipe-v", "stages": "8"},
)
def dualpipe_table_devices(method: Method, stages: TableStages) -> Result:
    """Devices: PP, or PP/2 for DualPipeV.

    Raises:
        ConditionError: PP is odd for DualPipeV (code ``not-divisible``).
    """
    if method != "dualpipe-v":
        return Result(stages)
    _require_even(stages)
    return Result(stages // 2)


@formula(
    "pipeline.chimera_bubble_over_total",
    unit="1",
    convention="bubble over total; a backward takes as long as a forward, or the middle bubbles are removed",
    source=_CHIMERA,
    example={"stages": "8", "microbatches": "16"},
    conditions=("D even", "f divides D/2", "m ≥ D, a multiple of D", "no communication time"),
)
def chimera_bubble_over_total(stages: Stages, microbatches: MicroBatches, pairs: Pairs = 1) -> Result:
    """(D − 2f)/(2fN + D − 2f), which is (D − 2)/(2N + D − 2) for f = 1.

    Raises:
        ConditionError: D, f or N do not divide as they must (code ``not-divisible``).
    """
    _require_units(stages, microbatches, pairs)
    bubble = stages - 2 * pairs
    return Result(simplest(Fraction(bubble, 2 * pairs * microbatches + bubble)))


@formula(
    "pipeline.chimera_middle_bubble_over_total",
    unit="1",
    convention="bubble over total; a full backward takes twice a forward, one unit of N = D micro-batches",
    source=Citation("chimera-2021", "2", note="text on Fig. 2; the middle bubbles of the practical schedule"),
    example={"stages": "4", "microbatches": "4"},
    conditions=("D even", "one down and one up pipeline", "no communication time"),
)
def chimera_middle_bubble_over_total(stages: Stages, microbatches: MicroBatches) -> Result:
    """Bubble share with middle bubbles, (D − 2)/(3N/2 + D − 2).

    Raises:
        ConditionError: D is odd (code ``not-divisible``).
    """
    _require_even(stages)
    return Result(simplest(Fraction(stages - 2) / (Fraction(3 * microbatches, 2) + stages - 2)))


@formula(
    "pipeline.chimera_activations",
    unit="micro-batch",
    convention="lowest and highest peak over the devices, in micro-batches of one stage",
    source=_CHIMERA,
    example={"stages": "8", "pairs": "1"},
    conditions=("D even", "f divides D/2", "m ≥ D"),
)
def chimera_activations(stages: Stages, pairs: Pairs = 1) -> Result:
    """Activations kept, from D − D/2f + 1 to D.

    Raises:
        ConditionError: D or f do not divide as they must (code ``not-divisible``).
    """
    _require_units(stages, stages, pairs)
    return Result([stages - stages // (2 * pairs) + 1, stages], {"lowest_on": "devices at the ends"})


@formula(
    "pipeline.chimera_parameters",
    unit="1",
    convention="weights on one device over one stage's",
    source=_CHIMERA,
    example={"pairs": "1"},
)
def chimera_parameters(pairs: Pairs = 1) -> Result:
    """Weights of 2f stages on every device."""
    return Result(2 * pairs)


def _require_even(stages: int) -> None:
    require(stages % 2 == 0, "not-divisible", f"an even number of stages is needed, got {stages}")


def _require_units(stages: int, microbatches: int, pairs: int) -> None:
    _require_even(stages)
    require((stages // 2) % pairs == 0, "not-divisible", f"{pairs} does not divide {stages}/2")
    require(microbatches % stages == 0, "not-divisible", f"{microbatches} is no multiple of {stages}")


FORMULAS: tuple[Formula, ...] = (
    dualpipe_table_bubble,
    dualpipe_table_parameters,
    dualpipe_table_activation,
    dualpipe_table_devices,
    chimera_bubble_over_total,
    chimera_middle_bubble_over_total,
    chimera_activations,
    chimera_parameters,
)
