"""EPLB's formulas: replicas, placement and the balance they reach."""

from __future__ import annotations

from fractions import Fraction
from typing import Annotated

from ledger.core.exact import is_short, read_number_rows, require, simplest
from ledger.core.formulas import Citation, Formula, Param, Result, formula
from ledger.core.moe.balance import max_over_mean
from ledger.core.moe.placement import Placement, exactly, place, to_single

Weights = Annotated[
    tuple[tuple[Fraction, ...], ...],
    Param(
        "token", "by layer, the expected load of each expert: [[90, 132, ...], ...]", read=read_number_rows
    ),
]
Count = Annotated[int, Param("1", "how many", minimum=1)]
ROUNDINGS = {"exact": exactly, "single": to_single}
Arithmetic = Annotated[
    str, Param("1", "exact, or rounded to single precision as the reference", choices=tuple(ROUNDINGS))
]
MOST_SLOTS = 1 << 17  # bounds on what one question may take
LARGEST_LOAD = 10**15
README = Citation("eplb-readme", "The Algorithm", note="deepseek-ai/EPLB: hierarchical and global policies")
EXAMPLE = {
    "weights": "[[90, 132, 40, 61, 104, 165, 39, 4, 73, 56, 183, 86]]",
    "replicas": "16",
    "groups": "4",
    "nodes": "2",
    "gpus": "8",
}
CONDITIONS = (
    "groups divide the experts, nodes the GPUs, GPUs the replicas",
    "equal loads may be placed otherwise by another sorting order",
)


def _places(
    weights: Weights, replicas: int, groups: int, nodes: int, gpus: int, arithmetic: str
) -> list[Placement]:
    require(len(weights) > 0 and len(weights[0]) > 0, "empty", "no layers or no experts given")
    slots = len(weights) * replicas
    require(slots <= MOST_SLOTS, "too-many", f"at most {MOST_SLOTS} replicas over all layers, got {slots}")
    short = all(is_short(weight, LARGEST_LOAD) for layer in weights for weight in layer)
    require(short, "number-too-long", "loads with numerators and denominators up to 10^15")
    require(min(map(min, weights)) >= 0, "negative-load", "a load is negative")
    rounding = ROUNDINGS[arithmetic]
    return [place(layer, replicas, groups, nodes, gpus, rounding) for layer in weights]


@formula(
    "moe.eplb_placement",
    unit="expert by layer and slot",
    convention="EPLB: hierarchical if the nodes divide the groups, else global; ties to the earlier expert",
    source=README,
    example=EXAMPLE,
    conditions=CONDITIONS,
)
def eplb_placement(
    weights: Weights,
    replicas: Count,
    groups: Count,
    nodes: Count,
    gpus: Count,
    arithmetic: Arithmetic = "exact",
) -> Result:
    """Which expert each physical slot holds, with replica counts, slots by expert and GPU loads.

    Raises:
        ConditionError: a division with a remainder, too few replicas, or a negative load.
    """
    layers = _places(weights, replicas, groups, nodes, gpus, arithmetic)
    loads = [layer.loads(row, gpus) for layer, row in zip(layers, weights, strict=True)]
    details = {
        "replica_counts": [list(layer.replicas) for layer in layers],
        "slots_by_expert": [layer.slots() for layer in layers],
        "gpu_loads": [[simplest(load) for load in row] for row in loads],
    }
    return Result([list(layer.experts) for layer in layers], details)


@formula(
    "moe.eplb_max_over_mean",
    unit="1 by layer",
    convention="busiest GPU over mean GPU after placement; an expert's load is even over its replicas",
    source=README,
    example=EXAMPLE,
    conditions=(*CONDITIONS, "at least one token a layer"),
)
def eplb_max_over_mean(
    weights: Weights,
    replicas: Count,
    groups: Count,
    nodes: Count,
    gpus: Count,
    arithmetic: Arithmetic = "exact",
) -> Result:
    """The makespan factor that the placement leaves, by layer.

    Raises:
        ConditionError: as for the placement, or a layer without load.
    """
    layers = _places(weights, replicas, groups, nodes, gpus, arithmetic)
    return Result(
        [
            simplest(max_over_mean(tuple(layer.loads(row, gpus))))
            for layer, row in zip(layers, weights, strict=True)
        ]
    )


FORMULAS: tuple[Formula, ...] = (eplb_placement, eplb_max_over_mean)
