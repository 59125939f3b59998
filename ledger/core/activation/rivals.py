"""Activation estimates of other papers and tools, each under its own name and convention."""

from __future__ import annotations

from fractions import Fraction
from typing import Annotated

from ledger.core.activation.korthikanti import (
    Heads,
    Hidden,
    MicroBatch,
    Sequence,
    Size,
    interleave_factor,
)
from ledger.core.exact import simplest
from ledger.core.formulas import Citation, Param, Result, formula
from ledger.core.roots import Number

Ranks = Annotated[int, Param("rank", minimum=1)]
Stages = Annotated[int, Param("stage", minimum=1)]
_MEGATRON = Citation("megatron-lm-repo", note="megatron/training/theoretical_memory_usage.py, d98e8a64")
_MEGATRON_EXAMPLE = {
    "layers": "96",
    "hidden": "12288",
    "ffn": "49152",
    "vocabulary": "51200",
    "sequence": "2048",
    "tensor_parallel": "8",
    "pipeline_parallel": "8",
    "micro_batches": "64",
}


def _in_flight_factor(pipeline_parallel: int, chunks: int, micro_batches: int) -> Fraction:
    if chunks > 1:
        return Fraction(interleave_factor(pipeline_parallel, chunks))
    return min(Fraction(1), Fraction(micro_batches, pipeline_parallel))


@formula(
    "activation.megatron_first_stage",
    unit="B",
    convention="whole first stage, all micro-batches in flight; sequence parallel, selective recomputation; "
    "everything divided by t",
    source=_MEGATRON,
    example=_MEGATRON_EXAMPLE,
)
def megatron_first_stage(
    layers: Size,
    hidden: Hidden,
    ffn: Size,
    vocabulary: Size,
    sequence: Sequence,
    micro_batch: MicroBatch = 1,
    tensor_parallel: Ranks = 1,
    pipeline_parallel: Stages = 1,
    chunks: Annotated[int, Param("chunk", "1 is no interleaving", minimum=1)] = 1,
    micro_batches: Annotated[int, Param("micro-batch", minimum=1)] = 1,
) -> Result:
    """Megatron-LM's estimate: L·sbh(18 + 4f/h), embedding terms, schedule factor, head when p = 1."""
    tokens = sequence * micro_batch
    items = {
        "layers": Fraction(layers * tokens * (18 * hidden + 4 * ffn)),
        "embedding input": Fraction(8 * tokens * pipeline_parallel),
        "embedding dropout": Fraction(tokens * hidden * pipeline_parallel),
    }
    factor = _in_flight_factor(pipeline_parallel, chunks, micro_batches)
    items = {name: size * factor / tensor_parallel for name, size in items.items()}
    if pipeline_parallel == 1:
        items["output layer and loss"] = Fraction(4 * tokens * (hidden + vocabulary), tensor_parallel)
    return Result(simplest(sum(items.values())), {name: simplest(size) for name, size in items.items()})


@formula(
    "activation.megatron_first_stage_without_sequence_parallel",
    unit="B",
    convention="whole first stage; 10 + 24/t a layer, embedding terms not divided by t, 5 % added",
    source=_MEGATRON,
    example={name: value for name, value in _MEGATRON_EXAMPLE.items() if name != "ffn"},
)
def megatron_first_stage_without_sequence_parallel(
    layers: Size,
    hidden: Hidden,
    vocabulary: Size,
    sequence: Sequence,
    micro_batch: MicroBatch = 1,
    tensor_parallel: Ranks = 1,
    pipeline_parallel: Stages = 1,
    chunks: Annotated[int, Param("chunk", "1 is no interleaving", minimum=1)] = 1,
    micro_batches: Annotated[int, Param("micro-batch", minimum=1)] = 1,
) -> Number:
    """Megatron-LM's estimate without sequence parallelism, with its flat allowance for temporaries."""
    tokens = sequence * micro_batch
    total = layers * tokens * hidden * (10 + Fraction(24, tensor_parallel))
    total += tokens * (8 + hidden) * pipeline_parallel
    total *= _in_flight_factor(pipeline_parallel, chunks, micro_batches)
    if pipeline_parallel == 1:
        total += 2 * tokens * (Fraction(vocabulary, tensor_parallel) + hidden)
    return simplest(total * Fraction(105, 100))


LLM_ANALYSIS_MODES = ("NONE", "ATTN_COMPUTE", "ATTN", "NORM_ATTN_NORM", "FULL")


@formula(
    "activation.llm_analysis_layer",
    unit="B",
    convention="one dense layer; no MLP dropout mask (33, not 34); full recomputation is 2sbh/t",
    source=Citation("cli99/llm-analysis", note="get_activation_memory_per_layer, d841e40"),
    example={
        "sequence": "2048",
        "micro_batch": "1",
        "hidden": "12288",
        "heads": "96",
        "tensor_parallel": "8",
        "sequence_parallel": "8",
        "norm_bytes": "2",
        "flash": "no",
        "softmax_dropout": "yes",
    },
    conditions=("training", "dense MLP"),
)
def llm_analysis_layer(
    sequence: Sequence,
    micro_batch: MicroBatch,
    hidden: Hidden,
    heads: Heads,
    tensor_parallel: Ranks = 1,
    sequence_parallel: Ranks = 1,
    recomputation: Annotated[str, Param("word", choices=LLM_ANALYSIS_MODES)] = "NONE",
    flash: bool = True,
    softmax_dropout: bool = False,
    attention_dropout: bool = True,
    norm_bytes: Annotated[int, Param("B", minimum=0)] = 4,
    element_bytes: Annotated[Fraction, Param("B", minimum=0)] = Fraction(2),
    expansion: Annotated[Fraction, Param("1", "MLP width over hidden", minimum=0)] = Fraction(4),
) -> Result:
    """llm-analysis' estimate, whose FlashAttention case keeps 2sbh + 4as in place of the scores."""
    tokens = Fraction(sequence * micro_batch * hidden)
    if recomputation == "FULL":
        whole = tokens * element_bytes / tensor_parallel
        return Result(simplest(whole), {"layer input": simplest(whole)})
    attention = tokens * element_bytes / sequence_parallel
    if recomputation in ("NONE", "ATTN_COMPUTE"):
        attention += 4 * tokens * element_bytes / tensor_parallel
        attention += tokens / sequence_parallel if attention_dropout else 0
    if recomputation == "NONE":
        rows = sequence * micro_batch * heads
        kept = 2 * tokens + 4 * rows if flash else Fraction(2 * rows * sequence)
        mask = rows * sequence if softmax_dropout else 0
        attention += (kept * element_bytes + mask) / tensor_parallel
    items = {
        "attention": Fraction(0) if recomputation == "NORM_ATTN_NORM" else attention,
        "MLP": (tokens / sequence_parallel + 2 * tokens * expansion / tensor_parallel) * element_bytes,
        "norms": (1 if recomputation == "NORM_ATTN_NORM" else 2) * tokens * norm_bytes / sequence_parallel,
    }
    return Result(simplest(sum(items.values())), {name: simplest(size) for name, size in items.items()})


@formula(
    "activation.zero_total_elements",
    unit="element",
    convention="elements, not bytes: 2 bytes each in FP16; whole batch, no parallelism",
    source=Citation("zero-2019", "3.2", note="footnote 3"),
    example={"layers": "48", "hidden": "1600", "batch": "32", "sequence": "1024"},
)
def zero_total_elements(layers: Size, hidden: Hidden, batch: Size, sequence: Sequence) -> int:
    """12 · hidden · batch · sequence · layers: about 60 GB in FP16 for the 1.5B GPT-2."""
    return 12 * hidden * batch * sequence * layers


@formula(
    "activation.zero_infinity_checkpoints",
    unit="B",
    convention="FP16 input of every ci-th block, whole batch",
    source=Citation("zero-infinity-2021", "3", "3"),
    example={"batch": "32", "sequence": "1024", "hidden": "12288", "layers": "96", "interval": "1"},
)
def zero_infinity_checkpoints(
    batch: Size, sequence: Sequence, hidden: Hidden, layers: Size, interval: Size = 1
) -> Number:
    """2 · bsz · seq · hd · nl / ci."""
    return simplest(Fraction(2 * batch * sequence * hidden * layers, interval))


@formula(
    "activation.zero_infinity_working",
    unit="B",
    convention="activations between two checkpoints, recomputed before backward",
    source=Citation("zero-infinity-2021", "3", "5"),
    example={"batch": "4", "sequence": "1024", "hidden": "12288", "heads": "96", "interval": "1"},
)
def zero_infinity_working(
    batch: Size, sequence: Sequence, hidden: Hidden, heads: Heads, interval: Size = 1
) -> int:
    """bsz · seq · ci · (16·hd + 2·heads·seq)."""
    return batch * sequence * interval * (16 * hidden + 2 * heads * sequence)


@formula(
    "activation.partitioned_checkpoints",
    unit="B",
    convention="one FP16 checkpoint a layer, split over the model-parallel ranks (P_a)",
    source=Citation("zero-2019", "6.1"),
    example={
        "layers": "125",
        "hidden": "8192",
        "batch": "32",
        "sequence": "1024",
        "model_parallel": "16",
    },
)
def partitioned_checkpoints(
    layers: Size, hidden: Hidden, batch: Size, sequence: Sequence, model_parallel: Ranks = 1
) -> Number:
    """2 · batch · sequence · hidden · layers over the model-parallel degree.

    The paper's example (125 layers of 8192, batch 32, sequence 1024) prints about 33 GB, and 2 GB over 16
    ranks: that is the number of elements; two bytes each make 67 GB and 4.2 GB.
    """
    return simplest(Fraction(2 * batch * sequence * hidden * layers, model_parallel))


FORMULAS = (
    megatron_first_stage,
    megatron_first_stage_without_sequence_parallel,
    llm_analysis_layer,
    zero_total_elements,
    zero_infinity_checkpoints,
    zero_infinity_working,
    partitioned_checkpoints,
)
