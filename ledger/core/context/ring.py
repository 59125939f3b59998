"""Ring Attention: queries stay, key/value blocks travel round; and gathering keys and values instead."""

from __future__ import annotations

from fractions import Fraction
from typing import Annotated

from ledger.core.context.inputs import (
    Batch,
    Degree,
    ElementBytes,
    HeadDim,
    KvHeads,
    Sequence,
    need_divides,
)
from ledger.core.exact import require, simplest
from ledger.core.formulas import Citation, Formula, Param, Result, formula

PAPER = Citation("ring-attention-2023", "3", note="each host sends its key/value block to the next")
CODE = Citation("feifeibear/long-context-attention", "yunchang/ring/ring_pytorch_attn.py", note="at 56118e0")
EXAMPLE = {"sequence": "8192", "kv_heads": "8", "head_dim": "128", "degree": "4"}
CONDITIONS = ("the degree divides the sequence", "every block travels, masked or not")
GradientBytes = Annotated[int, Param("B/element", "dtype of the travelling gradients", minimum=1)]


def kv_shard_elements(sequence: int, kv_heads: int, head_dim: int, degree: int, batch: int) -> int:
    """Elements of one rank's keys and values together.

    Raises:
        ConditionError: the degree does not divide the sequence.
    """
    need_divides(degree, sequence, "tokens")
    return 2 * batch * (sequence // degree) * kv_heads * head_dim


@formula(
    "context.kv_shard_bytes",
    unit="B/rank",
    convention="keys and values of one rank's own tokens",
    source=PAPER,
    example=EXAMPLE,
    conditions=("the degree divides the sequence",),
)
def kv_shard_bytes(
    sequence: Sequence,
    kv_heads: KvHeads,
    head_dim: HeadDim,
    degree: Degree,
    batch: Batch = 1,
    element_bytes: ElementBytes = 2,
) -> Result:
    """2·b·(s/n)·h_kv·d elements.

    Raises:
        ConditionError: the degree does not divide the sequence.
    """
    return Result(kv_shard_elements(sequence, kv_heads, head_dim, degree, batch) * element_bytes)


@formula(
    "context.ring_forward_sent_per_rank",
    unit="B/rank",
    convention="bytes one rank sends in the forward pass of a layer: n−1 key/value blocks",
    source=PAPER,
    example=EXAMPLE,
    conditions=CONDITIONS,
)
def ring_forward_sent_per_rank(
    sequence: Sequence,
    kv_heads: KvHeads,
    head_dim: HeadDim,
    degree: Degree,
    batch: Batch = 1,
    element_bytes: ElementBytes = 2,
) -> Result:
    """(n−1) blocks; the last block need not be passed on.

    Raises:
        ConditionError: the degree does not divide the sequence.
    """
    shard = kv_shard_elements(sequence, kv_heads, head_dim, degree, batch)
    return Result((degree - 1) * shard * element_bytes)


@formula(
    "context.ring_backward_sent_per_rank",
    unit="B/rank",
    convention="bytes one rank sends in the backward pass: n−1 key/value blocks, n gradient blocks (FP32)",
    source=CODE,
    example=EXAMPLE,
    conditions=(*CONDITIONS, "a block's gradient travels all the way back to its owner"),
)
def ring_backward_sent_per_rank(
    sequence: Sequence,
    kv_heads: KvHeads,
    head_dim: HeadDim,
    degree: Degree,
    batch: Batch = 1,
    element_bytes: ElementBytes = 2,
    gradient_bytes: GradientBytes = 4,
) -> Result:
    """(n−1) blocks of keys and values and n blocks of their gradients.

    Raises:
        ConditionError: the degree does not divide the sequence.
    """
    shard = kv_shard_elements(sequence, kv_heads, head_dim, degree, batch)
    parts = {
        "key_value_bytes": (degree - 1) * shard * element_bytes,
        "gradient_bytes": degree * shard * gradient_bytes,
    }
    return Result(sum(parts.values()), parts)


@formula(
    "context.gather_kv_forward_sent_per_rank",
    unit="B/rank",
    convention="bytes one rank sends when keys and values are all-gathered on a ring instead of rotated",
    source=Citation("kimi-k3-2026", "5.2.3", note="gather-KV among the ranks that share a large image"),
    example=EXAMPLE,
    conditions=("the degree divides the sequence", "the gathered keys and values are held at once"),
)
def gather_kv_forward_sent_per_rank(
    sequence: Sequence,
    kv_heads: KvHeads,
    head_dim: HeadDim,
    degree: Degree,
    batch: Batch = 1,
    element_bytes: ElementBytes = 2,
) -> Result:
    """As many bytes as the ring, in one collective, at the price of n shards of memory.

    Raises:
        ConditionError: the degree does not divide the sequence.
    """
    shard = kv_shard_elements(sequence, kv_heads, head_dim, degree, batch) * element_bytes
    return Result((degree - 1) * shard, {"gathered_bytes": degree * shard})


@formula(
    "context.ring_minimum_block",
    unit="token",
    convention="block size at which computing a block covers sending the next: c ≥ F/B, BF16 keys and values",
    source=Citation("ring-attention-2023", "3", note="Arithmetic Intensity Between Hosts; Table 2"),
    example={"flop_per_s": "312e12", "byte_per_s": "300e9"},
    conditions=("4dc² FLOP against 4cd bytes", "attention only, multi-head, no mask"),
)
def ring_minimum_block(
    flop_per_s: Annotated[Fraction, Param("FLOP/s", "compute rate of a host", minimum=0)],
    byte_per_s: Annotated[Fraction, Param("B/s", "bandwidth to the next host")],
) -> Result:
    """Tokens of a block; the least sequence on a device is six blocks.

    Raises:
        ConditionError: no bandwidth.
    """
    require(byte_per_s > 0, "no-bandwidth", "the bandwidth must be positive")
    block = flop_per_s / byte_per_s
    return Result(simplest(block), {"minimum_sequence": simplest(6 * block)})


FORMULAS: tuple[Formula, ...] = (
    kv_shard_bytes,
    ring_forward_sent_per_rank,
    ring_backward_sent_per_rank,
    gather_kv_forward_sent_per_rank,
    ring_minimum_block,
)
