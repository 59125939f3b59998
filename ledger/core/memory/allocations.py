"""Every allocation of one rank, in the order in which they are made: state, buffers, activations.

An item says in which phases it is alive and in which tier; :mod:`ledger.core.memory.budget` adds them up.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from ledger.core.activation.layer import Policy, saved_tensors
from ledger.core.activation.stage import in_flight_batches
from ledger.core.exact import simplest
from ledger.core.memory.parameters import dense_layer, moe_layer
from ledger.core.memory.recipes import Recipe
from ledger.core.memory.stages import SHARD_DOMAINS, held_by_stage, layers_of_stages, stage_items
from ledger.core.roots import Number, divide
from ledger.core.transformer import Layout, Model
from ledger.errors import ConditionError

PHASES = ("load", "forward", "backward", "step")
TIERS = ("device", "cpu", "nvme", "remote")
ALWAYS = PHASES
PASSES = ("forward", "backward")


@dataclass(frozen=True, slots=True)
class Run:
    """One step's shape and the policies of state.

    ``bucket`` is the elements of a gradient communication bucket (two are held, to overlap); ``prefetch``
    the units gathered ahead under ZeRO-3; ``workspace`` bytes for kernels and libraries. The ``…_tier``
    fields move a kind of state off the device, which then keeps two buffers to stream it.
    """

    sequence: int
    micro_batch: int = 1
    micro_batches: int = 1
    schedule: str = "1f1b"
    zero_stage: int = 0
    shard_domain: str = "dp-cp"
    stages: tuple[int, ...] = ()
    bucket: int = 0
    prefetch: int = 1
    workspace: int = 0
    parameters_tier: str = "device"
    gradients_tier: str = "device"
    optimizer_tier: str = "device"
    activations_tier: str = "device"

    def __post_init__(self) -> None:
        if self.shard_domain not in SHARD_DOMAINS:
            raise ConditionError("shard-domain", f"shard_domain is one of {', '.join(SHARD_DOMAINS)}")
        for tier in (self.parameters_tier, self.gradients_tier, self.optimizer_tier, self.activations_tier):
            if tier not in TIERS:
                raise ConditionError("tier", f"a tier is one of {', '.join(TIERS)}, not '{tier}'")


@dataclass(frozen=True, slots=True)
class Item:
    """One allocation on one rank."""

    name: str
    bytes: Number
    phases: tuple[str, ...] = ALWAYS
    tier: str = "device"


def ledger_items(
    model: Model, layout: Layout, recipe: Recipe, run: Run, policy: Policy, stage: int
) -> Iterator[Item]:
    """Every allocation of a rank of that stage, in the order in which they are made."""
    layers = layers_of_stages(model, layout, run.stages)[stage]
    yield from _state(model, layout, recipe, run, stage, layers)
    yield from _buffers(model, layout, recipe, run, layers)
    yield from _messages(model, layout, run, policy, layers)
    yield from _activations(model, layout, run, policy, stage, layers)
    if run.workspace:
        yield Item("workspace", run.workspace)


def _state(
    model: Model, layout: Layout, recipe: Recipe, run: Run, stage: int, layers: list[int]
) -> Iterator[Item]:
    held = held_by_stage(model, layout, stage, layers)
    sizes = stage_items(held, layout, recipe, run.zero_stage, run.shard_domain)
    tiers = {
        "parameters": run.parameters_tier,
        "gradients": run.gradients_tier,
        "optimizer": run.optimizer_tier,
    }
    for row in recipe.tensors:
        yield Item(row.name, sizes[row.name], ALWAYS, tiers[row.group])
    for group in ("gradients", "optimizer"):
        moved = sum(sizes[row.name] for row in recipe.tensors if row.group == group)
        if tiers[group] != "device" and moved:
            phases = PASSES if group == "gradients" else ("step",)
            pieces = layout.vpp if group == "gradients" and layout.vpp > 1 else len(layers)
            yield Item(f"two {group} buffers to stream", divide(2 * moved, max(pieces, 2)), phases)


def _buffers(model: Model, layout: Layout, recipe: Recipe, run: Run, layers: list[int]) -> Iterator[Item]:
    """Gradient buckets, whole gradients before they are reduced, and layers gathered while they compute."""
    if run.bucket and layout.dp * layout.cp > 1:
        width = recipe.bytes_per_parameter("gradients")
        yield Item("two gradient buckets", simplest(2 * run.bucket * width), ("backward",))
    gathered = run.zero_stage == 3 or run.parameters_tier != "device"
    if not layers or (run.zero_stage < 2 and not gathered):
        return
    unit = _unit(model, layout, layers)
    width = recipe.bytes_per_parameter("parameters")
    if gathered:
        yield Item("gathered layer", simplest(unit * width), PASSES)
        if run.prefetch:
            yield Item("prefetched layers", simplest(run.prefetch * unit * width), PASSES)
    yield Item(
        "whole gradient of a layer", simplest(unit * recipe.bytes_per_parameter("gradients")), ("backward",)
    )


def _messages(model: Model, layout: Layout, run: Run, policy: Policy, layers: list[int]) -> Iterator[Item]:
    """Buffers of activations on their way: between stages, gathered over TP, dispatched to experts."""
    tokens = divide(run.sequence * run.micro_batch, layout.cp)
    whole = tokens * model.hidden * policy.element_bytes
    if layout.pp > 1:
        yield Item("send and receive buffers of a stage", divide(2 * whole, layout.sequence_shards), PASSES)
    if layout.sp and layout.tp > 1:
        yield Item("sequence gathered over TP", whole, PASSES)
    if layout.ep > 1 and True in _kinds(model, layers):
        width = model.hidden if model.moe_latent is None else model.moe_latent
        yield Item(
            "dispatch and combine buffers", 2 * tokens * model.top_k * width * policy.element_bytes, PASSES
        )


def _unit(model: Model, layout: Layout, layers: list[int]) -> Number:
    """Parameters of the stage's largest layer on one rank, gathered over data parallelism."""
    sizes = []
    if any(not model.is_moe(layer) for layer in layers):
        sizes.append(dense_layer(model))
    if any(model.is_moe(layer) for layer in layers):
        sizes.append(moe_layer(model))
    return max(
        divide(held.tensor_split, layout.tp)
        + held.replicated
        + divide(held.expert, layout.expert_tensor * layout.ep)
        for held in sizes
    )


def _activations(
    model: Model, layout: Layout, run: Run, policy: Policy, stage: int, layers: list[int]
) -> Iterator[Item]:
    schedule = "interleaved" if layout.vpp > 1 else run.schedule
    in_flight = in_flight_batches(schedule, layout.pp, stage, run.micro_batches, layout.vpp)
    tokens = divide(run.sequence * run.micro_batch, layout.cp)
    sizes = {moe: _layer_bytes(model, layout, run, policy, moe) for moe in _kinds(model, layers)}
    stored = sum(sizes[model.is_moe(layer)] for layer in layers)
    yield Item("activations of layers", simplest(stored * in_flight), PASSES, run.activations_tier)
    if run.activations_tier != "device" and sizes:
        yield Item("two layers' activations to stream", 2 * max(sizes.values()), PASSES)
    if stage == 0 and policy.dropout:
        mask = divide(tokens * model.hidden, layout.sequence_shards)
        yield Item("embedding dropout masks", simplest(mask * in_flight), PASSES, run.activations_tier)
    if stage == layout.pp - 1:
        yield from _prediction(model, layout, run, policy)
        yield from _head(model, layout, tokens)
    if policy.recompute != "none" and sizes:
        kept = replace(policy, recompute="none")
        working = max(_layer_bytes(model, layout, run, kept, moe) - size for moe, size in sizes.items())
        yield Item("recomputed layer", simplest(working), ("backward",))


def _kinds(model: Model, layers: list[int]) -> set[bool]:
    return {model.is_moe(layer) for layer in layers}


def _layer_bytes(model: Model, layout: Layout, run: Run, policy: Policy, moe: bool) -> Number:
    rows = saved_tensors(model, layout, policy, run.sequence, run.micro_batch, moe=moe)
    return sum(row.bytes for row in rows)


def _prediction(model: Model, layout: Layout, run: Run, policy: Policy) -> Iterator[Item]:
    """The multi-token-prediction layers' activations, of the one micro-batch at the end."""
    if model.mtp_layers:
        each = _layer_bytes(model, layout, run, policy, model.is_moe(model.layers - 1))
        yield Item("activations of prediction layers", simplest(each * model.mtp_layers), PASSES)


def _head(model: Model, layout: Layout, tokens: Number) -> Iterator[Item]:
    """Inputs of the last norm and of the head, and FP32 logits, of the one micro-batch at the end."""
    if model.vocabulary == 0:
        return
    hidden = divide(4 * tokens * model.hidden, layout.sequence_shards)
    yield Item("last norm and head inputs", hidden, PASSES)
    yield Item("fp32 logits", divide(4 * tokens * model.vocabulary, layout.tp), PASSES)
