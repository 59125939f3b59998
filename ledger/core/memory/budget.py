"""The memory ledger of one rank: every item with its tier and phases, and the first that does not fit.

Items are allocated in a fixed order: state, then communication buffers, then activations, then what only a
phase needs. A phase's total is the sum of the items alive in it, so a shortage is named by the first item
that crosses the budget, in the first phase in which that happens, and not only by a total.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Annotated, Any

from ledger.core.activation.layer import DEFAULT_POLICY, Policies, Policy, saved_tensors
from ledger.core.activation.stage import in_flight_batches
from ledger.core.exact import simplest
from ledger.core.formulas import Citation, Param, Result, formula, read_integer, read_number
from ledger.core.memory.parameters import dense_layer, moe_layer
from ledger.core.memory.recipes import Recipe
from ledger.core.memory.stages import SHARD_DOMAINS, held_by_stage, layers_of_stages, stage_items
from ledger.core.memory.state import Recipes
from ledger.core.records import read_mapping, record_reader
from ledger.core.roots import Number, divide
from ledger.core.transformer import Layout, Layouts, Model, Models
from ledger.errors import ConditionError

PHASES = ("load", "forward", "backward", "step")
TIERS = ("device", "cpu", "nvme", "remote")
ALWAYS = PHASES
PASSES = ("forward", "backward")
UNITS = {"GiB": 1 << 30, "MiB": 1 << 20, "TiB": 1 << 40, "GB": 10**9, "MB": 10**6, "TB": 10**12, "B": 1}


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


def read_budgets(given: object) -> dict[str, int]:
    """Bytes by tier, as ``device=80GiB,cpu=2TB``; a bare number is bytes, a bare size is the device's.

    Raises:
        ValueError: it is not one, a unit is unknown, or a tier is.
    """
    if isinstance(given, int) or (isinstance(given, str) and "=" not in given and "{" not in given):
        return {"device": _size(given)}
    found = {name: _size(size) for name, size in read_mapping(given).items()}
    if unknown := found.keys() - set(TIERS):
        raise ValueError(f"no tier {', '.join(sorted(unknown))}; choose {', '.join(TIERS)}")
    return found


def _size(given: object) -> int:
    text = str(given).strip()
    for unit, factor in UNITS.items():
        if isinstance(given, str) and text.endswith(unit):
            return int(read_number(text.removesuffix(unit)) * factor)
    return read_integer(given)


def ledger_items(
    model: Model, layout: Layout, recipe: Recipe, run: Run, policy: Policy, stage: int
) -> Iterator[Item]:
    """Every allocation of a rank of that stage, in the order in which they are made."""
    layers = layers_of_stages(model, layout, run.stages)[stage]
    yield from _state(model, layout, recipe, run, stage, layers)
    yield from _buffers(model, layout, recipe, run, layers)
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
            yield Item(f"two {group} buffers to stream", divide(2 * moved, max(len(layers), 2)), phases)


def _buffers(model: Model, layout: Layout, recipe: Recipe, run: Run, layers: list[int]) -> Iterator[Item]:
    """Gradient buckets, and the layers that are gathered while they compute."""
    if run.bucket and layout.dp * layout.cp > 1:
        width = recipe.bytes_per_parameter("gradients")
        yield Item("two gradient buckets", simplest(2 * run.bucket * width), ("backward",))
    streamed = run.parameters_tier != "device"
    if not layers or (run.zero_stage < 3 and not streamed):
        return
    unit = _unit(model, layout, layers)
    width = recipe.bytes_per_parameter("parameters")
    yield Item("gathered layer", simplest(unit * width), PASSES)
    if run.prefetch:
        yield Item("prefetched layers", simplest(run.prefetch * unit * width), PASSES)
    yield Item(
        "whole gradient of a layer", simplest(unit * recipe.bytes_per_parameter("gradients")), ("backward",)
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


def _head(model: Model, layout: Layout, tokens: Number) -> Iterator[Item]:
    """Inputs of the last norm and of the head, and FP32 logits, of the one micro-batch at the end."""
    if model.vocabulary == 0:
        return
    hidden = divide(4 * tokens * model.hidden, layout.sequence_shards)
    yield Item("last norm and head inputs", hidden, PASSES)
    yield Item("fp32 logits", divide(4 * tokens * model.vocabulary, layout.tp), PASSES)


def totals(items: list[Item]) -> dict[str, dict[str, Number]]:
    """Bytes by tier and phase."""
    found: dict[str, dict[str, Number]] = {}
    for item in items:
        phases = found.setdefault(item.tier, dict.fromkeys(PHASES, 0))
        for phase in item.phases:
            phases[phase] += item.bytes
    return found


def first_over(items: list[Item], budgets: dict[str, int]) -> dict[str, Any] | None:
    """The first item, in the first phase, that takes a tier over its budget."""
    for phase in PHASES:
        running: dict[str, Number] = {}
        for item in items:
            if phase not in item.phases:
                continue
            used = running[item.tier] = running.get(item.tier, 0) + item.bytes
            budget = budgets.get(item.tier)
            if budget is not None and used > budget:
                return {
                    "item": item.name,
                    "phase": phase,
                    "tier": item.tier,
                    "needed": simplest(used),
                    "budget": budget,
                    "over by": simplest(used - budget),
                }
    return None


@formula(
    "memory.ledger",
    unit="B",
    convention="device peak of one rank over the phases load, forward, backward, step; gradients resident "
    "throughout; activations never divided by EP",
    source=Citation(
        "selective-recompute-2022",
        "4",
        note="activations; zero-2019 §3 (state, buffers), zero-infinity-2021 §3 (working memory)",
    ),
    example={
        "model": "layers=96,hidden=12288,heads=96,vocabulary=51200",
        "layout": "tp=8,pp=8",
        "recipe": "megatron-bf16-adam",
        "run": "sequence=2048,micro_batches=64",
        "budgets": "device=80GiB",
    },
    conditions=("fragmentation is not modelled: give it room in workspace",),
)
def memory_ledger(
    model: Models,
    layout: Layouts,
    recipe: Recipes,
    run: Annotated[Run, Param("run", "as sequence=4096,micro_batches=8,… or JSON", read=record_reader(Run))],
    policy: Policies = DEFAULT_POLICY,
    stage: Annotated[int, Param("1", "pipeline stage, from 0", minimum=0)] = 0,
    budgets: Annotated[
        dict[str, int] | None, Param("B", "as device=80GiB,cpu=1TB", read=read_budgets)
    ] = None,
) -> Result:
    """What a rank holds, phase by phase, and the first item over budget with its phase (or ``None``).

    Raises:
        ConditionError: the layout does not fit the model, or there is no such stage.
    """
    if stage >= layout.pp:
        raise ConditionError("stage", f"stage {stage} of {layout.pp}")
    items = list(ledger_items(model, layout, recipe, run, policy, stage))
    by_tier = totals(items)
    peaks = {tier: simplest(max(phases.values())) for tier, phases in by_tier.items()}
    details = {
        "items": [
            {"item": item.name, "bytes": item.bytes, "tier": item.tier, "phases": "+".join(item.phases)}
            for item in items
        ],
        "phases": by_tier,
        "peaks": peaks,
        "first over budget": first_over(items, budgets or {}),
    }
    return Result(peaks.get("device", 0), details)


FORMULAS = (memory_ledger,)
