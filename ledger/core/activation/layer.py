"""The stored activations of one transformer layer, tensor by tensor.

Each row says how many elements are kept for backward, at how many bytes, and over how many ranks they are
split. Expert parallelism never divides activations: a rank of an expert group receives as many tokens, on
average, as it sends away.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated

from ledger.core.exact import simplest
from ledger.core.formulas import Citation, Param, Result, formula
from ledger.core.records import record_reader
from ledger.core.roots import Number, divide
from ledger.core.transformer import Layout, Layouts, Model, Models
from ledger.errors import ConditionError

FP8_TILE = 1 + Fraction(4, 128)  # one byte, and an FP32 scale for each 1 x 128 tile


@dataclass(frozen=True, slots=True)
class Policy:
    """How activations are kept.

    ``recompute`` is none, selective (the attention core) or full (only the layer's input); ``flash`` keeps
    a softmax statistic in place of the scores; ``fp8`` stores the inputs of the up projection and of the
    gated activation in FP8 with tile scales; ``share`` stores a full-recompute input split over TP, which
    sequence parallelism does by itself.
    """

    recompute: str = "none"
    flash: bool = False
    dropout: bool = True
    fp8: bool = False
    share: bool = False
    element_bytes: int = 2
    norm_bytes: int = 2

    def __post_init__(self) -> None:
        if self.recompute not in ("none", "selective", "full"):
            raise ConditionError("recompute", "recompute is none, selective or full")


DEFAULT_POLICY = Policy()
Policies = Annotated[
    Policy, Param("policy", "as recompute=selective,flash=yes or JSON", read=record_reader(Policy))
]


@dataclass(frozen=True, slots=True)
class Saved:
    """One tensor kept for backward: elements before splitting, bytes each, ranks that share it."""

    name: str
    elements: Number
    element_bytes: Number
    shards: int = 1

    @property
    def bytes(self) -> Number:
        """Bytes on one rank."""
        return divide(self.elements * self.element_bytes, self.shards)


def saved_tensors(
    model: Model, layout: Layout, policy: Policy, sequence: int, micro_batch: int, *, moe: bool
) -> Iterator[Saved]:
    """Every tensor that a layer keeps for backward, for one micro-batch on one rank."""
    tokens = divide(sequence * micro_batch, layout.cp)
    if policy.recompute == "full":
        shards = layout.tp if policy.share else layout.sequence_shards
        yield Saved("layer input", tokens * model.hidden, policy.element_bytes, shards)
        return
    yield from _attention(model, layout, policy, tokens, sequence)
    if moe:
        yield from _experts(model, layout, policy, tokens)
    else:
        yield from _mlp(model, layout, policy, tokens)


def _attention(
    model: Model, layout: Layout, policy: Policy, tokens: Number, sequence: int
) -> Iterator[Saved]:
    width, half, replicated = model.heads * model.head_width, policy.element_bytes, layout.sequence_shards
    yield Saved("attention norm input", tokens * model.hidden, policy.norm_bytes, replicated)
    yield Saved("query, key, value input", tokens * model.hidden, half, replicated)
    yield Saved("query", tokens * width, half, layout.tp)
    keys = 2 * tokens * model.key_value_heads * model.head_width
    yield Saved("key, value", keys, half, layout.tp)
    if policy.recompute == "none":
        yield from _attention_core(model, layout, policy, tokens, sequence)
    yield Saved("output projection input", tokens * width, half, layout.tp)
    if policy.dropout:
        yield Saved("attention dropout mask", tokens * model.hidden, 1, replicated)


def _attention_core(
    model: Model, layout: Layout, policy: Policy, tokens: Number, sequence: int
) -> Iterator[Saved]:
    """Scores, or FlashAttention's row statistic: the output itself is the projection's input."""
    if policy.flash:
        yield Saved("log-sum-exp of rows", tokens * model.heads, 4, layout.tp)
        return
    scores = tokens * sequence * model.heads
    yield Saved("softmax output", scores, policy.element_bytes, layout.tp)
    if policy.dropout:
        yield Saved("softmax dropout mask", scores, 1, layout.tp)
        yield Saved("softmax dropout output", scores, policy.element_bytes, layout.tp)


def _mlp(model: Model, layout: Layout, policy: Policy, tokens: Number) -> Iterator[Saved]:
    replicated = layout.sequence_shards
    yield Saved("MLP norm input", tokens * model.hidden, policy.norm_bytes, replicated)
    yield Saved("up projection input", tokens * model.hidden, _stored(policy), replicated)
    yield from _inner(tokens * model.feed_forward, model.gated, policy, layout.tp, "MLP")
    if policy.dropout:
        yield Saved("MLP dropout mask", tokens * model.hidden, 1, replicated)


def _inner(inner: Number, gated: bool, policy: Policy, shards: int, name: str) -> Iterator[Saved]:
    yield Saved(f"{name} activation input", inner * (2 if gated else 1), _stored(policy), shards)
    yield Saved(f"{name} down projection input", inner, policy.element_bytes, shards)


def _stored(policy: Policy) -> Number:
    return FP8_TILE if policy.fp8 else policy.element_bytes


def _experts(model: Model, layout: Layout, policy: Policy, tokens: Number) -> Iterator[Saved]:
    """Router, dispatched tokens and experts, for a balanced load of top_k copies of every token."""
    replicated, half = layout.sequence_shards, policy.element_bytes
    hidden = model.hidden if model.moe_latent is None else model.moe_latent
    copies = tokens * model.top_k
    yield Saved("MLP norm input", tokens * model.hidden, policy.norm_bytes, replicated)
    yield Saved("router input", tokens * model.hidden, half, replicated)
    yield Saved("router probabilities", tokens * model.experts, 4, replicated)
    per_rank = layout.tp // layout.expert_tensor if layout.tp % layout.expert_tensor == 0 else 1
    yield Saved("dispatched expert input", copies * hidden, _stored(policy), per_rank)
    yield from _inner(copies * model.expert_ffn, model.gated, policy, layout.tp, "expert")
    yield Saved("expert output to combine", copies * hidden, half, per_rank)
    if model.shared_expert_ffn:
        yield from _inner(tokens * model.shared_expert_ffn, model.gated, policy, layout.tp, "shared expert")


@formula(
    "activation.layer",
    unit="B",
    convention="one layer, one micro-batch, one rank, tensors kept for backward; balanced experts; "
    "never divided by EP",
    source=Citation(
        "selective-recompute-2022", "4.1-4.2", note="extended to GQA, gated MLP, FlashAttention, experts"
    ),
    example={
        "model": "layers=80,hidden=8192,heads=64,kv_heads=8,ffn=28672,gated=yes,norm=rmsnorm",
        "layout": "tp=8,sp=yes",
        "policy": "flash=yes,dropout=no",
        "sequence": "8192",
        "micro_batch": "1",
    },
    conditions=("small buffers (norm statistics) are left out", "a layer is dense or has experts"),
)
def layer(
    model: Models,
    layout: Layouts,
    sequence: Annotated[int, Param("token", minimum=1)],
    micro_batch: Annotated[int, Param("sequence", minimum=1)] = 1,
    policy: Policies = DEFAULT_POLICY,
    experts: Annotated[bool, Param("yes/no", "whether this layer has experts")] = False,
) -> Result:
    """Bytes that a layer keeps for backward, with every tensor in ``details``.

    With two-matrix MLP of 4h, all heads alike, dropout and no FlashAttention it is sbh(34 + 5as/h).

    Raises:
        ConditionError: an expert layer of a model without experts.
    """
    if experts and model.experts == 0:
        raise ConditionError("no-experts", "the model has no experts")
    rows = list(saved_tensors(model, layout, policy, sequence, micro_batch, moe=experts))
    return Result(simplest(sum(row.bytes for row in rows)), {row.name: row.bytes for row in rows})


FORMULAS = (layer,)
