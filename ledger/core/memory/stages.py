"""Model state of pipeline stages: which layers each holds, and what that costs on a rank."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

from ledger.core.exact import simplest
from ledger.core.formulas import Citation, Param, Result, formula
from ledger.core.memory.parameters import (
    Held,
    dense_layer,
    embedding,
    final_norm,
    moe_layer,
    mtp_block,
)
from ledger.core.memory.recipes import Recipe
from ledger.core.memory.state import Recipes, Stage, shard_factor
from ledger.core.records import read_runs
from ledger.core.roots import Number, divide
from ledger.core.transformer import Layout, Layouts, Model, Models
from ledger.errors import ConditionError

SHARD_DOMAINS = ("dp-cp", "dp", "world")
Counts = Annotated[
    tuple[int, ...],
    Param("layer", "layers of each chunk in order, as 3,4*14,2; empty splits evenly", read=read_runs),
]
Domain = Annotated[
    str,
    Param(
        "word", "ranks that share dense shards: dp-cp, dp alone, or the whole world", choices=SHARD_DOMAINS
    ),
]


def layers_of_stages(model: Model, layout: Layout, counts: Sequence[int]) -> list[list[int]]:
    """The layers (0-based) of every stage; with ``vpp`` chunks, chunk k belongs to stage k mod pp.

    Raises:
        ConditionError: the layers do not divide evenly, or *counts* do not fit the model and layout.
    """
    chunks = layout.pp * layout.vpp
    if not counts:
        if model.layers % chunks:
            raise ConditionError(
                "layers-not-divisible", f"{model.layers} layers are not divisible into {chunks} chunks"
            )
        counts = [model.layers // chunks] * chunks
    if len(counts) != chunks or sum(counts) != model.layers or min(counts) < 0:
        raise ConditionError(
            "stages", f"{len(counts)} chunks of {sum(counts)} layers; expected {chunks} of {model.layers}"
        )
    stages: list[list[int]] = [[] for _ in range(layout.pp)]
    first = 0
    for chunk, count in enumerate(counts):
        stages[chunk % layout.pp].extend(range(first, first + count))
        first += count
    return stages


def held_by_stage(model: Model, layout: Layout, stage: int, layers: Sequence[int]) -> Held:
    """Parameters of one stage: its layers; first the embedding; last the norm, prediction and head.

    Tied embeddings have a copy on the last stage too when there is more than one.
    """
    moe = sum(model.is_moe(layer) for layer in layers) if model.experts else 0
    held = dense_layer(model) * (len(layers) - moe)
    if moe:
        held += moe_layer(model) * moe
    if stage == 0:
        held += Held(embedding(model), model.positions * model.hidden)
    if stage == layout.pp - 1:
        head = 0 if model.tied and layout.pp == 1 else embedding(model)
        held += mtp_block(model) + Held(head, final_norm(model))
    return held


def shards_of(layout: Layout, domain: str) -> tuple[int, int]:
    """Over how many ranks dense and expert state is sharded."""
    if domain == "world":
        return layout.world, layout.world
    return (layout.dp * layout.cp if domain == "dp-cp" else layout.dp), layout.expert_data


def stage_items(
    held: Held, layout: Layout, recipe: Recipe, zero_stage: int, domain: str
) -> dict[str, Number]:
    """Bytes of every tensor class on one rank of a stage."""
    dense = divide(held.tensor_split, layout.tp) + held.replicated
    expert = divide(held.expert, layout.expert_tensor * layout.ep)
    dense_shards, expert_shards = shards_of(layout, domain)
    items: dict[str, Number] = {}
    for row in recipe.tensors:
        size = divide(dense * row.bytes, shard_factor(row.group, zero_stage, dense_shards))
        if expert:
            size += divide(expert * row.bytes, shard_factor(row.group, zero_stage, expert_shards))
        items[row.name] = size
    return items


@formula(
    "memory.stage_state",
    unit="B",
    convention="model state of the most loaded rank; norms and router replicated over TP; experts sharded "
    "over expert data parallelism",
    source=Citation("megatron-lm-repo", note="theoretical_memory_usage.py; whole layers a stage"),
    example={
        "model": "layers=61,hidden=7168,heads=128,vocabulary=129280,tied=no",
        "layout": "pp=16,dp=8",
        "recipe": "megatron-bf16-adam",
        "zero_stage": "1",
        "stages": "3,4*14,2",
    },
    conditions=("the stages hold all layers",),
)
def stage_state(
    model: Models,
    layout: Layouts,
    recipe: Recipes,
    zero_stage: Stage = 0,
    stages: Counts = (),
    shard_domain: Domain = "dp-cp",
) -> Result:
    """Model state of every stage's rank, from the layers each stage really holds.

    Raises:
        ConditionError: the stages do not hold the model's layers, or the layout does not divide it.
    """
    rows = []
    for stage, layers in enumerate(layers_of_stages(model, layout, stages)):
        held = held_by_stage(model, layout, stage, layers)
        items = stage_items(held, layout, recipe, zero_stage, shard_domain)
        rows.append(
            {"layers": len(layers), "parameters": held.total, "bytes": simplest(sum(items.values())), **items}
        )
    largest = max(range(len(rows)), key=lambda stage: rows[stage]["bytes"])
    return Result(rows[largest]["bytes"], {"most loaded stage": largest, "stages": rows})


FORMULAS = (stage_state,)
