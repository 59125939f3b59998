"""Tiers beyond the device: what ZeRO-Infinity needs where, and whether a link is fast enough."""

from __future__ import annotations

from fractions import Fraction
from typing import Annotated

from ledger.core.exact import simplest
from ledger.core.formulas import Citation, Param, formula
from ledger.core.roots import Number
from ledger.errors import ConditionError

SOURCE = "zero-infinity-2021"
Size = Annotated[int, Param("1", minimum=1)]
Intensity = Annotated[Fraction, Param("FLOP/B", "arithmetic intensity of a data movement", minimum=0)]
Bandwidth = Annotated[Fraction, Param("B/s", minimum=0)]
Peak = Annotated[Fraction, Param("FLOP/s", minimum=0)]


@formula(
    "memory.zero_infinity_model_states",
    unit="B",
    convention="20 B for each of 12·nl·hd² parameters",
    source=Citation(SOURCE, "3", "2"),
    example={"layers": "128", "hidden": "25600"},
)
def zero_infinity_model_states(layers: Size, hidden: Size) -> int:
    """All model states of a transformer, 240·nl·hd²."""
    return 240 * layers * hidden * hidden


@formula(
    "memory.zero_infinity_model_state_working",
    unit="B",
    convention="FP16 parameters and gradients of the largest linear layer, hd × 4hd",
    source=Citation(SOURCE, "3", "4"),
    example={"hidden": "25600"},
)
def zero_infinity_model_state_working(hidden: Size) -> int:
    """The device memory that one operator needs whatever is offloaded, 4·hd·4hd."""
    return 4 * hidden * 4 * hidden


@formula(
    "memory.offload_efficiency",
    unit="1",
    convention="compute time over compute plus movement time, no overlap",
    source=Citation(SOURCE, "4", "6"),
    example={"intensity": "4096", "bandwidth": "1e10", "peak": "7e13"},
)
def offload_efficiency(intensity: Intensity, bandwidth: Bandwidth, peak: Peak) -> Number:
    """ait·bw/(ait·bw + peak).

    Raises:
        ConditionError: intensity, bandwidth and peak are all 0.
    """
    moved = intensity * bandwidth
    if moved + peak == 0:
        raise ConditionError("not-positive", "nothing to compute and nothing to move")
    return simplest(moved / (moved + peak))


@formula(
    "memory.offload_bandwidth",
    unit="B/s",
    convention="bandwidth for a wanted efficiency, no overlap",
    source=Citation(SOURCE, "4", "6", note="solved for the bandwidth"),
    example={"efficiency": "0.5", "intensity": "4096", "peak": "7e13"},
    conditions=("efficiency below 1", "intensity above 0"),
)
def offload_bandwidth(
    efficiency: Annotated[Fraction, Param("1", minimum=0)], intensity: Intensity, peak: Peak
) -> Number:
    """peak·e/(ait·(1 - e)).

    Raises:
        ConditionError: the efficiency is 1 or more, or the intensity is 0.
    """
    if efficiency >= 1 or intensity == 0:
        raise ConditionError("unreachable", "without overlap an efficiency of 1 needs infinite bandwidth")
    return simplest(peak * efficiency / (intensity * (1 - efficiency)))


@formula(
    "memory.intensity_of_parameters",
    unit="FLOP/B",
    convention="parameters and gradients moved four times in FP16, with recomputation",
    source=Citation(SOURCE, "4.1", "9"),
    example={"sequence": "1024", "batch": "4"},
)
def intensity_of_parameters(sequence: Size, batch: Size) -> int:
    """FLOPs for each byte of parameters and gradients moved, seq·bsz."""
    return sequence * batch


@formula(
    "memory.intensity_of_optimizer",
    unit="FLOP/B",
    convention="16 B of optimizer state read and written once a step",
    source=Citation(SOURCE, "4.1", "10"),
    example={"sequence": "1024", "batch": "4"},
)
def intensity_of_optimizer(sequence: Size, batch: Size) -> Number:
    """FLOPs for each byte of optimizer state moved, seq·bsz/4."""
    return simplest(Fraction(sequence * batch, 4))


@formula(
    "memory.intensity_of_checkpoints",
    unit="FLOP/B",
    convention="FP16 activation checkpoints written and read once",
    source=Citation(SOURCE, "4.1", "11"),
    example={"hidden": "8192", "interval": "1"},
)
def intensity_of_checkpoints(hidden: Size, interval: Size = 1) -> int:
    """FLOPs for each byte of activation checkpoints moved, 24·hd·ci."""
    return 24 * hidden * interval


FORMULAS = (
    zero_infinity_model_states,
    zero_infinity_model_state_working,
    offload_efficiency,
    offload_bandwidth,
    intensity_of_parameters,
    intensity_of_optimizer,
    intensity_of_checkpoints,
)
