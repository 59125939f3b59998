"""The Zero Bubble paper's closed forms; its B is the input gradient alone."""

from __future__ import annotations

from fractions import Fraction
from typing import Annotated

from ledger.core.exact import require, simplest
from ledger.core.formulas import Citation, Formula, Param, Result, formula
from ledger.core.pipeline.closed.inputs import Forward, InputGradient, MicroBatches, Stages, WeightGradient

_TABLE_2 = Citation("zero-bubble-2023", "2.3", note="Table 2")
_README = Citation("zero-bubble-readme", "Comparision of Schedules", note="T_F = T_B = T_W")
# Weight gradients that fill the bubble, per stage boundary: none, one, two.
_FILLED = {"1f1b": -1, "zb-h1": 1, "zb-h2": 2}
_BUBBLE_FACTORS = {
    "1f1b": Fraction(1),
    "zb1p": Fraction(1, 3),
    "zb2p": Fraction(0),
    "zbv": Fraction(0),
    "v-half": Fraction(1, 2),
    "v-min": Fraction(2, 3),
}
_MEMORY_FACTORS = {
    "1f1b": Fraction(1),
    "zb1p": Fraction(1),
    "zb2p": Fraction(2),
    "zbv": Fraction(1),
    "v-half": Fraction(1, 2),
    "v-min": Fraction(1, 3),
}
_VOLUME_FACTORS = {"1f1b": 1, "zb1p": 1, "zb2p": 1, "zbv": 2, "v-half": 2, "v-min": 2}
Handmade = Annotated[str, Param("word", "schedule of Table 2", choices=tuple(_FILLED))]
Compared = Annotated[str, Param("word", "schedule of the README's table", choices=tuple(_BUBBLE_FACTORS))]
HeldForB = Annotated[Fraction, Param("B", "activations kept for one input gradient, M_B", minimum=0)]
HeldForW = Annotated[Fraction, Param("B", "activations kept for one weight gradient, M_W", minimum=0)]
Communication = Annotated[Fraction, Param("s", "transfer between neighbouring stages, T_comm", minimum=0)]


@formula(
    "pipeline.zero_bubble_bubble_time",
    unit="s",
    convention="bubble of the slowest device from its first to its last operation; B is the input gradient",
    source=_TABLE_2,
    example={
        "schedule": "zb-h1",
        "stages": "4",
        "forward": "1",
        "input_gradient": "1",
        "weight_gradient": "1",
    },
    conditions=("equal stages", "no communication time", "m ≥ 2p", "T_W ≤ T_F where W is split off"),
)
def bubble_time(
    schedule: Handmade,
    stages: Stages,
    forward: Forward,
    input_gradient: InputGradient,
    weight_gradient: WeightGradient,
) -> Result:
    """(p − 1)(T_F + T_B + x·T_W), with x = 1 for 1F1B, −1 for ZB-H1 and −2 for ZB-H2.

    Raises:
        ConditionError: weight gradients are longer than forwards (code ``long-weight-gradient``) or
            than what they fill (``overfilled``); the schedule's bubble is then another.
    """
    filled = _FILLED[schedule]
    if filled > 0:
        require(weight_gradient <= forward, "long-weight-gradient", f"T_W {weight_gradient} > T_F {forward}")
    gap = forward + input_gradient - filled * weight_gradient
    require(gap >= 0, "overfilled", f"T_F + T_B is less than {filled}·T_W")
    return Result(simplest((stages - 1) * gap))


@formula(
    "pipeline.zero_bubble_activations",
    unit="B",
    convention="activation memory of one device; devices from 1, as in the paper",
    source=Citation("zero-bubble-2023", "2.3", note="text above Table 2"),
    example={"schedule": "zb-h1", "stages": "4", "device": "1", "held_for_b": "34", "held_for_w": "32"},
    conditions=("m ≥ p for 1F1B and ZB-H1, m ≥ 2p − 1 for ZB-H2", "M_W ≤ M_B"),
)
def activations(
    schedule: Handmade,
    stages: Stages,
    device: Annotated[int, Param("1", "from 1", minimum=1)],
    held_for_b: HeldForB,
    held_for_w: HeldForW,
) -> Result:
    """ZB-H1: (p − i + 1)M_B + (i − 1)M_W; ZB-H2: (2p − 2i + 1)M_B + (2i − 2)M_W; 1F1B: (p − i + 1)M_B.

    Raises:
        ConditionError: the device does not exist (code ``no-such-stage``).
    """
    require(device <= stages, "no-such-stage", f"device {device} of {stages}")
    factor = 2 if schedule == "zb-h2" else 1
    for_b = factor * (stages - device) + 1
    for_w = 0 if schedule == "1f1b" else factor * (device - 1)
    details = {"times_M_B": for_b, "times_M_W": for_w}
    return Result(simplest(for_b * held_for_b + for_w * held_for_w), details)


@formula(
    "pipeline.zero_bubble_memory_plateau",
    unit="micro-batch",
    convention="forwards before the first device's first backward, beyond which the bubble hardly shrinks",
    source=Citation("zero-bubble-2023", "Appendix B", note="k; the limit itself is k·M_B"),
    example={"stages": "8", "forward": "18.522", "input_gradient": "18.086", "communication": "0.601"},
    conditions=("equal stages", "T_F > 0"),
)
def memory_plateau(
    stages: Stages,
    forward: Forward,
    input_gradient: InputGradient,
    communication: Communication = Fraction(0),
) -> Result:
    """⌊((p − 1)(T_B + 2T_comm) + p·T_F)/T_F⌋.

    Raises:
        ConditionError: T_F is zero (code ``no-time``).
    """
    require(forward > 0, "no-time", "the forward takes no time")
    return Result(((stages - 1) * (input_gradient + 2 * communication) + stages * forward) // forward)


@formula(
    "pipeline.zero_bubble_few_microbatches_time",
    unit="s",
    convention="iteration time where m ≤ p; B is the input gradient; a rough analysis in the paper's words",
    source=Citation("zero-bubble-2023", "Appendix H"),
    example={
        "split": "yes",
        "stages": "8",
        "microbatches": "4",
        "forward": "1",
        "input_gradient": "1",
        "weight_gradient": "1",
    },
    conditions=("m ≤ p", "no communication time", "T_W < T_B"),
)
def few_microbatches_time(
    split: Annotated[bool, Param("yes/no", "whether the weight gradient is split off; no means 1F1B")],
    stages: Stages,
    microbatches: MicroBatches,
    forward: Forward,
    input_gradient: InputGradient,
    weight_gradient: WeightGradient,
) -> Result:
    """(m + p − 1)(T_F + T_B) + T_W when split, (m + p − 1)(T_F + T_B + T_W) for 1F1B.

    Raises:
        ConditionError: m > p (code ``too-many-microbatches``).
    """
    require(microbatches <= stages, "too-many-microbatches", f"{microbatches} > {stages}")
    steps = microbatches + stages - 1
    chain = steps * (forward + input_gradient)
    return Result(simplest(chain + (weight_gradient if split else steps * weight_gradient)))


@formula(
    "pipeline.zero_bubble_readme_bubble_rate",
    unit="1",
    convention="bubble over total; V-Min's O(n) overhead is left out",
    source=_README,
    example={"schedule": "zb1p", "stages": "4", "microbatches": "8"},
    conditions=("T_F = T_B = T_W", "to leading order"),
)
def readme_bubble_rate(schedule: Compared, stages: Stages, microbatches: MicroBatches) -> Result:
    """(p − 1)/(m + p − 1) for 1F1B; ZB1P a third of it, ZB2P and ZBV none, V-Half half, V-Min two thirds."""
    base = Fraction(stages - 1, microbatches + stages - 1)
    return Result(simplest(_BUBBLE_FACTORS[schedule] * base), {"over_1f1b": _BUBBLE_FACTORS[schedule]})


@formula(
    "pipeline.zero_bubble_readme_activation_factor",
    unit="1",
    convention="peak activation memory over that of 1F1B's first device",
    source=_README,
    example={"schedule": "v-half"},
    conditions=("T_F = T_B = T_W", "to leading order"),
)
def readme_activation_factor(schedule: Compared) -> Result:
    """1 for 1F1B, ZB1P and ZBV, 2 for ZB2P, a half for V-Half, a third for V-Min."""
    return Result(simplest(_MEMORY_FACTORS[schedule]))


@formula(
    "pipeline.zero_bubble_readme_volume_factor",
    unit="1",
    convention="pipeline communication over that of 1F1B",
    source=_README,
    example={"schedule": "zbv"},
    conditions=("to leading order",),
)
def readme_volume_factor(schedule: Compared) -> Result:
    """2 for the V-shaped schedules, which cross every rank boundary twice, 1 for the others."""
    return Result(_VOLUME_FACTORS[schedule])


FORMULAS: tuple[Formula, ...] = (
    bubble_time,
    activations,
    memory_plateau,
    few_microbatches_time,
    readme_bubble_rate,
    readme_activation_factor,
    readme_volume_factor,
)
