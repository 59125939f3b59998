"""Estimates of other tools, each under its own name, since their conventions disagree with each other."""

from __future__ import annotations

from fractions import Fraction
from math import floor
from typing import Annotated

from ledger.core.exact import simplest
from ledger.core.formulas import Citation, Param, Result, formula
from ledger.core.memory import parameters as count
from ledger.core.roots import Number, divide
from ledger.core.transformer import Layout, Layouts, Model, Models

_MEGATRON = Citation("megatron-lm-repo", note="megatron/training/theoretical_memory_usage.py, d98e8a64")
_EXAMPLE_MODEL = "layers=96,hidden=12288,heads=96,vocabulary=51200"
Distributed = Annotated[bool, Param("yes/no", "whether the optimizer is distributed (6 + 12/d)")]
Whole = Annotated[int, Param("parameter", minimum=0)]
Ranks = Annotated[int, Param("rank", minimum=1)]
Buffer = Annotated[Fraction, Param("1", "factor for additional buffers", minimum=0)]


def megatron_width(distributed: bool, data_parallel: int) -> Number:
    """Bytes per parameter: 18, or 6 + 12/d with the distributed optimizer."""
    return simplest(6 + Fraction(12, data_parallel)) if distributed else 18


def most_loaded_stage(model: Model, layout: Layout) -> tuple[Number, Number]:
    """Dense and expert parameters of the most loaded rank: 1/pp of the block, prediction, one embedding."""
    whole, extra = count.block(model), count.mtp_block(model)
    split = Fraction(whole.tensor_split, layout.pp) + extra.tensor_split + count.embedding(model)
    if layout.pp == 1 and not model.tied:
        split += count.embedding(model)
    replicated = Fraction(whole.replicated, layout.pp) + extra.replicated
    expert = Fraction(whole.expert, layout.pp) + extra.expert
    return simplest(split / layout.tp + replicated), simplest(expert / (layout.expert_tensor * layout.ep))


@formula(
    "memory.megatron_weight_and_optimizer",
    unit="B",
    convention="most loaded rank; norms and router replicated over TP; experts over expert data parallelism",
    source=_MEGATRON,
    example={"model": _EXAMPLE_MODEL, "layout": "tp=8,pp=8", "distributed_optimizer": "no"},
    conditions=("layers are counted as layers/pp, whole or not",),
)
def megatron_weight_and_optimizer(
    model: Models, layout: Layouts, distributed_optimizer: Distributed = False
) -> Result:
    """Megatron-LM's estimate of weights, gradients and optimizer state on the most loaded rank."""
    dense, expert = most_loaded_stage(model, layout)
    whole = count.block(model)
    others = (
        Fraction(whole.tensor_split, layout.pp * layout.tp)
        + Fraction(whole.replicated, layout.pp)
        + Fraction(whole.expert, layout.pp * layout.expert_tensor * layout.ep)
    )
    dense_width = megatron_width(distributed_optimizer, layout.dp)
    expert_width = megatron_width(distributed_optimizer, layout.expert_data)
    details = {
        "dense parameters": dense,
        "expert parameters": expert,
        "parameters on the most loaded rank": dense + expert,
        "parameters on the other ranks": simplest(others),
        "bytes per dense parameter": dense_width,
        "bytes per expert parameter": expert_width,
    }
    return Result(simplest(dense * dense_width + expert * expert_width), details)


@formula(
    "memory.megatron_weight_and_optimizer_all_over_tp",
    unit="B",
    convention="most loaded rank; every parameter (norms, all experts) divided by TP; no router",
    source=Citation("megatron-lm-repo", note="theoretical_memory_usage.py before expert parallelism"),
    example={"model": _EXAMPLE_MODEL, "layout": "tp=8,pp=8", "distributed_optimizer": "no"},
)
def megatron_weight_and_optimizer_all_over_tp(
    model: Models, layout: Layouts, distributed_optimizer: Distributed = False
) -> Result:
    """The older estimate, which divides norms by TP and leaves experts undivided by EP."""
    whole, extra = count.block(model), count.mtp_block(model)
    layers = model.moe_count()
    router = model.hidden * model.experts + (model.experts if model.router_bias else 0)
    held = Fraction(whole.total - layers * router, layout.pp) + extra.total + count.embedding(model)
    if layout.pp == 1 and not model.tied:
        held += count.embedding(model)
    shard = held / layout.tp
    width = megatron_width(distributed_optimizer, layout.dp)
    return Result(simplest(shard * width), {"parameters": simplest(shard), "bytes per parameter": width})


@formula(
    "memory.deepspeed_zero2_estimate",
    unit="B",
    convention="per GPU; details has bytes of one node's CPU; 2P + 18P/N without offload",
    source=Citation(
        "deepspeedai/DeepSpeed", note="runtime/zero/stage_1_and_2.py, estimate_zero2_model_states"
    ),
    example={"parameters": "2851000000", "gpus_per_node": "8", "nodes": "1", "cpu_offload": "yes"},
)
def deepspeed_zero2_estimate(
    parameters: Whole,
    gpus_per_node: Ranks = 1,
    nodes: Ranks = 1,
    cpu_offload: bool = True,
    buffer_factor: Buffer = Fraction(3, 2),
) -> Result:
    """DeepSpeed's ZeRO-2 estimate: FP16 and FP32 gradients both counted, so 20 B in all, not 16."""
    gpus = gpus_per_node * nodes
    if cpu_offload:
        device = 2 * parameters
        host = parameters * max(4 * gpus, 16) * buffer_factor
    else:
        device = 2 * parameters + 18 * parameters // gpus
        host = parameters * 4 * gpus_per_node * buffer_factor
    return Result(device, {"cpu bytes": floor(host)})


@formula(
    "memory.deepspeed_zero3_estimate",
    unit="B",
    convention="per GPU; details has bytes of one node's CPU; 18P/N and four bytes of the largest layer",
    source=Citation(
        "deepspeedai/DeepSpeed", note="runtime/zero/stage3.py, estimate_zero3_model_states_mem_needs"
    ),
    example={
        "parameters": "6738415616",
        "largest_layer": "131072000",
        "gpus_per_node": "4",
        "cpu_offload": "no",
        "cpu_offload_parameters": "no",
    },
)
def deepspeed_zero3_estimate(
    parameters: Whole,
    largest_layer: Whole,
    gpus_per_node: Ranks = 1,
    nodes: Ranks = 1,
    cpu_offload: bool = True,
    cpu_offload_parameters: bool = True,
    zero_init: bool = True,
    buffer_factor: Buffer = Fraction(3, 2),
) -> Result:
    """DeepSpeed's ZeRO-3 estimate, with the largest layer gathered and optional offload."""
    gathered = 4 * largest_layer
    width = 0 if cpu_offload and cpu_offload_parameters else 2 if cpu_offload else 18
    device = gathered + width * parameters // (gpus_per_node * nodes)
    if cpu_offload:
        share = Fraction(18 if cpu_offload_parameters else 16, nodes)
        each = share if zero_init else max(Fraction(4 * gpus_per_node), share)
        host = parameters * each * buffer_factor
    else:
        host = (largest_layer if zero_init else parameters) * 4 * gpus_per_node * buffer_factor
    return Result(device, {"cpu bytes": floor(host), "largest layer bytes": gathered})


@formula(
    "memory.korthikanti_parameters_and_optimizer",
    unit="B",
    convention="12Lh² parameters over t·p at 18 B each; no embeddings",
    source=Citation("selective-recompute-2022", note="Figure 1, parameters and optimizer state"),
    example={"layers": "48", "hidden": "6144", "tensor_parallel": "8", "pipeline_parallel": "1"},
)
def korthikanti_parameters_and_optimizer(
    layers: int, hidden: int, tensor_parallel: Ranks = 1, pipeline_parallel: Ranks = 1
) -> Number:
    """The static part of Figure 1: 18·12·L·h²/(t·p)."""
    return divide(18 * 12 * layers * hidden * hidden, tensor_parallel * pipeline_parallel)


FORMULAS = (
    megatron_weight_and_optimizer,
    megatron_weight_and_optimizer_all_over_tp,
    deepspeed_zero2_estimate,
    deepspeed_zero3_estimate,
    korthikanti_parameters_and_optimizer,
)
