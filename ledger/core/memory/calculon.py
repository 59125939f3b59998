"""Calculon's memory tiers for one transformer, in its own convention (no embeddings, one working block).

The table has a row for each operator of a block with what Calculon stores for it; sizes are bytes for one
micro-batch. Operator fusion of communication and GEMM (``tensor_par_overlap``) is not covered.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated

from ledger.core.exact import ceil_div, simplest
from ledger.core.formulas import Citation, Param, Result, formula
from ledger.core.records import record_reader
from ledger.core.roots import Number
from ledger.errors import ConditionError

Size = Annotated[int, Param("1", minimum=1)]
ELEMENT_BYTES = {"float8": 1, "float16": 2, "bfloat16": 2, "float32": 4}


@dataclass(frozen=True, slots=True)
class Execution:
    """Calculon's execution options that touch memory, under its own names."""

    batch_size: int
    tensor_par: int = 1
    pipeline_par: int = 1
    data_par: int = 1
    microbatch_size: int = 1
    datatype: str = "float16"
    fused_activation: bool = False
    attention_type: str = "multihead"
    activation_recompute: str = "none"
    pipeline_interleaving: int = 1
    optimizer_sharding: bool = False
    tensor_par_comm_type: str = "ar"
    seq_par_ag_redo: bool = False
    weight_offload: bool = False
    activations_offload: bool = False
    optimizer_offload: bool = False

    def __post_init__(self) -> None:
        choices = {
            "datatype": ELEMENT_BYTES,
            "attention_type": ("multihead", "multiquery"),
            "activation_recompute": ("none", "attn_only", "full"),
            "tensor_par_comm_type": ("ar", "p2p_rs_ag", "rs_ag"),
        }
        for name, allowed in choices.items():
            if getattr(self, name) not in allowed:
                raise ConditionError("option", f"{name} is one of {', '.join(allowed)}")
        if self.batch_size % (self.data_par * self.microbatch_size):
            raise ConditionError("not-divisible", "data_par·microbatch_size must divide batch_size")

    @property
    def sequence_parallel(self) -> bool:
        """Reduce-scatter and all-gather in place of all-reduce imply sequence parallelism."""
        return self.tensor_par_comm_type == "rs_ag"


@dataclass(frozen=True, slots=True)
class Block:
    """Bytes of one block and one micro-batch."""

    weights: int  # elements, all ranks' share of one
    working: Number
    stored: Number
    gradients: Number
    checkpoint: int


@dataclass(frozen=True, slots=True)
class _Row:
    """What one operator keeps: activations while it works, in storage until backward, and gradients."""

    working: Number
    stored: Number
    gradients: Number


def _block(hidden: int, ffn: int, sequence: int, heads: int, head_size: int, run: Execution) -> Block:
    element, t = ELEMENT_BYTES[run.datatype], run.tensor_par
    tokens = run.microbatch_size * sequence
    width = heads * head_size // t
    key_width = head_size if run.attention_type == "multiquery" else width
    whole = Fraction(tokens * hidden * element)
    rows = (
        *_attention_rows(whole, tokens, sequence, heads // t, head_size, key_width, run),
        *_mlp_rows(whole, Fraction(tokens * (ffn // t) * element), run),
    )
    weights = hidden * (2 * width + 2 * key_width) + 2 * hidden * (ffn // t) + 4 * hidden
    return Block(
        weights,
        simplest(sum(row.working for row in rows)),
        simplest(sum(row.stored for row in rows)),
        simplest(sum(row.gradients for row in rows)),
        tokens * hidden * element if run.activation_recompute == "full" else 0,
    )


def _attention_rows(
    whole: Fraction, tokens: int, sequence: int, heads: int, head_size: int, key_width: int, run: Execution
) -> tuple[_Row, ...]:
    element = ELEMENT_BYTES[run.datatype]
    part = whole / run.tensor_par if run.sequence_parallel else whole
    full, recompute = _recompute(run)
    scores = Fraction(heads * sequence * tokens)
    context = Fraction(heads * tokens * head_size * element)
    keys = Fraction(tokens * key_width * element)
    gathered_again = full or recompute or run.seq_par_ag_redo
    return (
        _Row(part, part, 0),  # fork of the residual
        _Row(0, 0, part),  # norm: its input is the fork's
        _entry(whole, run),
        _Row(whole, 0 if gathered_again else whole, 0),  # shared input of query, key, value
        _Row(0, 0, context + 2 * keys),
        _Row(2 * context, 2 * context - (scores * element if recompute else 0), scores * element),
        _Row(scores * element, 0 if recompute else scores * element, scores * element),  # softmax
        _Row(scores, 0 if recompute else scores, scores),  # dropout mask
        _Row(scores * element + context, scores * element + context, context),  # scores times values
        _Row(context, context, whole),  # output projection
        *_exit(whole, part, run),
    )


def _mlp_rows(whole: Fraction, inner: Fraction, run: Execution) -> tuple[_Row, ...]:
    part = whole / run.tensor_par if run.sequence_parallel else whole
    full, _ = _recompute(run)
    activation = Fraction(0) if run.fused_activation else inner
    return (
        _Row(part, part, 0),
        _Row(0, 0, part),
        _entry(whole, run),
        _Row(whole, 0 if full or run.seq_par_ag_redo else whole, inner),
        _Row(activation, activation, activation),
        _Row(inner, inner, whole),
        *_exit(whole, part, run),
    )


def _recompute(run: Execution) -> tuple[bool, bool]:
    full = run.activation_recompute == "full"
    return full, full or run.activation_recompute == "attn_only"


def _entry(whole: Fraction, run: Execution) -> _Row:
    """The communication before a block half: identity forward, or the all-gather's shard."""
    if run.sequence_parallel and run.tensor_par > 1:
        shard = whole / run.tensor_par
        return _Row(shard, shard, shard)
    return _Row(0, 0, whole if run.tensor_par > 1 else 0)


def _exit(whole: Fraction, part: Fraction, run: Execution) -> tuple[_Row, ...]:
    """The communication after a block half, its dropout mask (one byte each) and the residual."""
    if run.tensor_par == 1:
        reduction = _Row(0, 0, 0)
    elif run.sequence_parallel:
        reduction = _Row(whole / run.tensor_par, 0, whole / run.tensor_par)
    else:
        reduction = _Row(whole, 0, 0)
    mask = part / ELEMENT_BYTES[run.datatype]
    return (reduction, _Row(mask, mask, mask), _Row(0, 0, part))


def _in_flight(run: Execution) -> Number:
    batches = min(run.batch_size // (run.data_par * run.microbatch_size), run.pipeline_par)
    if run.pipeline_interleaving == 1:
        return batches
    return batches * (1 + Fraction(run.pipeline_par - 1, run.pipeline_interleaving * run.pipeline_par))


@formula(
    "memory.calculon_tiers",
    unit="B",
    convention="tier-1 requirement; no embeddings, 1F1B, one FP32 weight gradient of one block, "
    "one working block under full recomputation",
    source=Citation("calculon-ai/calculon", note="calculon/llm/llm.py and layers.py, caa4b11"),
    example={
        "hidden": "12288",
        "ffn": "49152",
        "sequence": "2048",
        "heads": "96",
        "head_size": "128",
        "blocks": "96",
        "execution": "batch_size=64,tensor_par=8,pipeline_par=8,pipeline_interleaving=3",
    },
    conditions=("tensor_par divides hidden, ffn and heads", "no overlap of communication with GEMMs"),
)
def calculon_tiers(
    hidden: Size,
    ffn: Size,
    sequence: Size,
    heads: Size,
    head_size: Size,
    blocks: Size,
    execution: Annotated[
        Execution, Param("execution", "Calculon's execution options", read=record_reader(Execution))
    ],
) -> Result:
    """Memory of Calculon's first tier, with its items and the second tier's requirement.

    Raises:
        ConditionError: tensor parallelism does not divide the shape.
    """
    if any(size % execution.tensor_par for size in (hidden, ffn, heads)):
        raise ConditionError("not-divisible", "tensor_par must divide hidden, ffn and heads")
    block = _block(hidden, ffn, sequence, heads, head_size, execution)
    items = _spaces(block, ceil_div(blocks, execution.pipeline_par), execution)
    tier1, tier2 = _tiers(items, block, ceil_div(blocks, execution.pipeline_par), execution)
    return Result(
        simplest(tier1), {"items": {name: simplest(size) for name, size in items.items()}, "tier2": tier2}
    )


def _spaces(block: Block, count: int, run: Execution) -> dict[str, Number]:
    element = ELEMENT_BYTES[run.datatype]
    shards = run.data_par if run.optimizer_sharding else 1
    master = 4 if element < 4 else 0
    full = run.activation_recompute == "full"
    in_flight = count * _in_flight(run)
    return {
        "Weights": block.weights * element * count,
        "Act": block.working + (0 if full else block.stored * (in_flight - 1)),
        "Act CP": block.checkpoint * in_flight,
        "Act grad": block.gradients,
        "Weight grad": 4 * block.weights + Fraction(element * block.weights * (count - 1), shards),
        "Optim space": Fraction((master + 8) * block.weights * count, shards),
    }


def _tiers(items: dict[str, Number], block: Block, count: int, run: Execution) -> tuple[Number, Number]:
    element = ELEMENT_BYTES[run.datatype]
    shards = run.data_par if run.optimizer_sharding else 1
    sharded_gradient = Fraction(element * block.weights, shards)
    full = run.activation_recompute == "full"
    near, far = dict(items), Fraction(0)
    if run.weight_offload:
        near["Weights"], far = 2 * element * block.weights, far + items["Weights"]
    if run.activations_offload:
        moved = items["Act CP"] if full else items["Act"]
        near["Act"] = block.working + (0 if full else block.stored)
        near["Act CP"], far = 2 * block.checkpoint, far + moved
    if run.optimizer_offload:
        near["Weight grad"] = 4 * block.weights + sharded_gradient
        near["Optim space"] = 2 * Fraction(items["Optim space"]) / count
        far += sharded_gradient * count + items["Optim space"]
    return simplest(Fraction(sum(near.values()))), simplest(far)


FORMULAS = (calculon_tiers,)
