"""Model state: bytes of parameters, gradients and optimizer tensors on one rank.

Shards are exact fractions: an implementation that pads to equal shards holds the next whole element.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Annotated, Any

from ledger.core.exact import simplest
from ledger.core.formulas import Citation, Param, Result, formula
from ledger.core.memory.recipes import RECIPES, SHARDED_FROM_STAGE, Group, Recipe, read_recipe
from ledger.core.roots import Number, divide
from ledger.errors import ConditionError

Parameters = Annotated[Fraction, Param("parameter", "parameters that this replica holds", minimum=0)]
Recipes = Annotated[Recipe, Param("recipe", f"one of {', '.join(RECIPES)}", read=read_recipe)]
Stage = Annotated[int, Param("1", "ZeRO stage: 0, 1, 2 or 3", minimum=0)]
Degree = Annotated[int, Param("rank", "ranks that share the shards", minimum=1)]
Bytes = Annotated[Fraction, Param("B", minimum=0)]

_ZERO_5 = Citation("zero-2019", "5", note="Figure 1 and Table 1")


def shard_factor(group: Group, zero_stage: int, data_parallel: int) -> int:
    """Over how many ranks a kind of state is split at a ZeRO stage.

    Raises:
        ConditionError: the stage is not 0, 1, 2 or 3.
    """
    if not 0 <= zero_stage <= 3:
        raise ConditionError("zero-stage", f"ZeRO has stages 0 to 3, not {zero_stage}")
    return data_parallel if zero_stage >= SHARDED_FROM_STAGE[group] else 1


def state_items(recipe: Recipe, parameters: Number, zero_stage: int, shards: int) -> dict[str, Number]:
    """Bytes on one rank of every tensor class of the recipe."""
    return {
        row.name: divide(parameters * row.bytes, shard_factor(row.group, zero_stage, shards))
        for row in recipe.tensors
    }


@formula(
    "memory.model_state",
    unit="B",
    convention="bytes on one rank; resident shards only, no gathered units, buffers or activations",
    source=_ZERO_5,
    example={"parameters": "7.5e9", "recipe": "zero-fp16-adam", "zero_stage": "1", "data_parallel": "64"},
    conditions=("zero_stage is 0 to 3", "shards are equal, without padding"),
)
def model_state(
    parameters: Parameters, recipe: Recipes, zero_stage: Stage = 0, data_parallel: Degree = 1
) -> Result:
    """Parameters, gradients and optimizer state of one rank under a ZeRO stage.

    ZeRO-1 shards optimizer state, ZeRO-2 gradients too, ZeRO-3 (and FSDP's full sharding) parameters
    too, over the data-parallel ranks. ``details`` has the bytes of every tensor class.
    """
    items = state_items(recipe, simplest(parameters), zero_stage, data_parallel)
    return Result(simplest(sum(items.values())), {"items": items, "recipe": recipe.name})


@formula(
    "memory.bytes_per_parameter",
    unit="B/parameter",
    convention="bytes on one rank for each parameter of the replica",
    source=_ZERO_5,
    example={"recipe": "megatron-bf16-adam", "zero_stage": "1", "data_parallel": "16"},
    conditions=("zero_stage is 0 to 3",),
)
def bytes_per_parameter(recipe: Recipes, zero_stage: Stage = 0, data_parallel: Degree = 1) -> Result:
    """Bytes of model state per parameter: 16 for ZeRO's recipe, 18 or 6 + 12/d for Megatron's, and so on."""
    items = state_items(recipe, 1, zero_stage, data_parallel)
    details: dict[str, Any] = {"items": items, "source": str(recipe.source), "note": recipe.note}
    return Result(simplest(sum(items.values())), details)


@formula(
    "memory.state_by_bytes",
    unit="B",
    convention="bytes on one rank, from the byte totals of the three kinds of state",
    source=_ZERO_5,
    example={
        "weights": "140e9",
        "gradients": "140e9",
        "optimizer": "840e9",
        "zero_stage": "2",
        "data_parallel": "8",
    },
    conditions=("zero_stage is 0 to 3", "optimizer includes the master copy of the weights"),
)
def state_by_bytes(
    weights: Bytes, gradients: Bytes, optimizer: Bytes, zero_stage: Stage, data_parallel: Degree
) -> Result:
    """W + G + O under a stage: W + G + O/D, W + (G + O)/D, (W + G + O)/D."""
    totals: dict[Group, Fraction] = {"parameters": weights, "gradients": gradients, "optimizer": optimizer}
    items = {
        group: divide(total, shard_factor(group, zero_stage, data_parallel))
        for group, total in totals.items()
    }
    return Result(simplest(sum(items.values())), {"items": items})


@formula(
    "memory.state_by_widths",
    unit="B",
    convention="bytes on one rank, from bytes per element of the three kinds of state",
    source=_ZERO_5,
    example={
        "parameters": "7.5e9",
        "parameter_bytes": "2",
        "gradient_bytes": "2",
        "optimizer_bytes": "12",
        "zero_stage": "3",
        "data_parallel": "64",
    },
    conditions=("zero_stage is 0 to 3", "optimizer_bytes bundles the master copy and both moments"),
)
def state_by_widths(
    parameters: Parameters,
    parameter_bytes: Bytes,
    gradient_bytes: Bytes,
    optimizer_bytes: Bytes,
    zero_stage: Stage,
    data_parallel: Degree,
) -> Result:
    """N(b_p + b_g + b_o) with each term divided by the ranks from its ZeRO stage on."""
    answer: Result = state_by_bytes(
        parameters * parameter_bytes,
        parameters * gradient_bytes,
        parameters * optimizer_bytes,
        zero_stage,
        data_parallel,
    )
    return answer


def _closed_form(stage: int, whole: str, section: str, text: str) -> Any:
    def value(parameters: Parameters, data_parallel: Degree = 1) -> Result:
        return Result(model_state(parameters, read_recipe("zero-fp16-adam"), stage, data_parallel).value)

    value.__doc__ = text
    return formula(
        f"memory.zero{stage}_state",
        unit="B",
        convention=f"{whole} with P parameters and N data-parallel ranks; FP16/FP32 Adam, K = 12",
        source=Citation("zero-2019", section),
        example={"parameters": "7.5e9", "data_parallel": "64"},
    )(value)


zero0_state = _closed_form(0, "16P", "3.1", "Model state without sharding, whatever the ranks.")
zero1_state = _closed_form(1, "4P + 12P/N", "5.1", "Model state of one rank with optimizer state sharded.")
zero2_state = _closed_form(2, "2P + 14P/N", "5.2", "Model state of one rank with gradients sharded too.")
zero3_state = _closed_form(3, "16P/N", "5.3", "Model state of one rank with parameters sharded too.")


@formula(
    "memory.fsdp_state",
    unit="B",
    convention="bytes on one rank, resident shards only; the named FSDP sharding strategy",
    source=Citation("fsdp-2023", note="full, hybrid and gradient-and-optimizer sharding"),
    example={
        "parameters": "70e9",
        "recipe": "zero-bf16-adam",
        "strategy": "HYBRID_SHARD",
        "world": "512",
        "shard_group": "8",
    },
    conditions=("shard_group divides world",),
)
def fsdp_state(
    parameters: Parameters,
    recipe: Recipes,
    strategy: Annotated[
        str,
        Param("word", choices=("NO_SHARD", "SHARD_GRAD_OP", "FULL_SHARD", "HYBRID_SHARD")),
    ],
    world: Degree,
    shard_group: Annotated[int, Param("rank", "ranks of one shard group (hybrid sharding)", minimum=1)] = 1,
) -> Result:
    """FSDP's strategies as ZeRO stages: none 0, SHARD_GRAD_OP 2, FULL_SHARD 3, HYBRID_SHARD 3 in a group.

    Raises:
        ConditionError: the shard group does not divide the world (hybrid sharding).
    """
    if strategy == "HYBRID_SHARD" and world % shard_group:
        raise ConditionError("not-divisible", f"a group of {shard_group} does not divide {world} ranks")
    stage = {"NO_SHARD": 0, "SHARD_GRAD_OP": 2}.get(strategy, 3)
    shards = shard_group if strategy == "HYBRID_SHARD" else world
    state: Result = model_state(parameters, recipe, stage, shards)
    return Result(state.value, {**state.details, "replicas": world // shards})


@formula(
    "memory.sharded_peak",
    unit="B",
    convention="resident shard + unit in use + prefetched units + communication buffer, one rank",
    source=Citation("fsdp-2023", note="parameters of one unit are gathered before, freed after compute"),
    example={
        "parameters": "7e9",
        "recipe": "zero-bf16-adam",
        "data_parallel": "64",
        "unit_parameters": "200e6",
        "prefetched_units": "1",
    },
)
def sharded_peak(
    parameters: Parameters,
    recipe: Recipes,
    data_parallel: Degree,
    unit_parameters: Annotated[Fraction, Param("parameter", "parameters of the largest unit", minimum=0)],
    prefetched_units: Annotated[int, Param("unit", "units gathered ahead", minimum=0)] = 1,
    buffer: Annotated[Fraction, Param("B", "communication buffer", minimum=0)] = Fraction(0),
) -> Result:
    """What ZeRO-3 or full sharding holds while a unit computes: 16P/N is not the peak.

    The gathered unit has the recipe's compute parameters, and its whole gradient until the
    reduce-scatter.
    """
    resident: Result = model_state(parameters, recipe, 3, data_parallel)
    width = recipe.bytes_per_parameter("parameters")
    items = {
        "resident shard": resident.value,
        "unit in use": simplest(unit_parameters * width),
        "unit gradient": simplest(unit_parameters * recipe.bytes_per_parameter("gradients")),
        "prefetched units": simplest(prefetched_units * unit_parameters * width),
        "communication buffer": simplest(buffer),
    }
    return Result(simplest(sum(items.values())), {"items": items})


FORMULAS = (
    model_state,
    bytes_per_parameter,
    state_by_bytes,
    state_by_widths,
    zero0_state,
    zero1_state,
    zero2_state,
    zero3_state,
    fsdp_state,
    sharded_peak,
)
