"""DeepSpeed-Ulysses: an all-to-all gives each rank the whole sequence of some heads, another gives it back.

The paper's count per link takes M/P for an all-to-all of aggregate size M and leaves the (n−1)/n factor
out, so a rank's block to itself is in it; the counts of bytes sent leave the self-copy out.
"""

from __future__ import annotations

from fractions import Fraction
from math import gcd
from typing import Annotated

from ledger.core.collectives.inputs import need_ranks
from ledger.core.context.inputs import (
    Batch,
    Degree,
    ElementBytes,
    HeadDim,
    KvHeads,
    QueryHeads,
    Sequence,
    need_divides,
    need_head_split,
)
from ledger.core.exact import require, simplest
from ledger.core.formulas import Citation, Formula, Param, Result, formula

PAPER = Citation("ulysses-2023", "3.2", note="Communication Analysis")
EXAMPLE = {
    "sequence": "8192",
    "query_heads": "32",
    "kv_heads": "8",
    "head_dim": "128",
    "degree": "4",
}
CONDITIONS = ("the degree divides the sequence, the query heads and the key/value heads",)
PAPER_CONDITIONS = ("as many key/value as query heads", "forward pass of a layer", "many ranks")
Hidden = Annotated[int, Param("element", "hidden size", minimum=1)]


def all_to_all_bytes(
    local_tokens: Fraction, query_heads: int, kv_heads: int, head_dim: int, element_bytes: int
) -> Fraction:
    """Bytes a rank puts into the forward all-to-alls: Q and output, K and V of its own tokens."""
    return local_tokens * (2 * query_heads + 2 * kv_heads) * head_dim * element_bytes


def _with_self(
    sequence: int,
    query_heads: int,
    kv_heads: int,
    head_dim: int,
    degree: int,
    batch: int,
    element_bytes: int,
) -> Fraction:
    need_head_split(degree, query_heads, kv_heads)
    need_divides(degree, sequence, "tokens")
    local = Fraction(batch * sequence, degree)
    return all_to_all_bytes(local, query_heads, kv_heads, head_dim, element_bytes)


@formula(
    "context.ulysses_forward_volume_with_self",
    unit="B/rank",
    convention="bytes one rank puts into the forward all-to-alls of a layer, its block to itself included",
    source=PAPER,
    example=EXAMPLE,
    conditions=CONDITIONS,
)
def ulysses_forward_volume_with_self(
    sequence: Sequence,
    query_heads: QueryHeads,
    kv_heads: KvHeads,
    head_dim: HeadDim,
    degree: Degree,
    batch: Batch = 1,
    element_bytes: ElementBytes = 2,
) -> Result:
    """(2h_q + 2h_kv)·d·b·s/n elements: Q, K, V before attention and the output after it.

    Raises:
        ConditionError: heads or tokens that do not divide over the ranks.
    """
    shape = (sequence, query_heads, kv_heads, head_dim, degree, batch, element_bytes)
    return Result(simplest(_with_self(*shape)))


@formula(
    "context.ulysses_forward_sent_per_rank",
    unit="B/rank",
    convention="bytes one rank sends to others in the forward pass of a layer, without its self-copy",
    source=PAPER,
    example=EXAMPLE,
    conditions=CONDITIONS,
)
def ulysses_forward_sent_per_rank(
    sequence: Sequence,
    query_heads: QueryHeads,
    kv_heads: KvHeads,
    head_dim: HeadDim,
    degree: Degree,
    batch: Batch = 1,
    element_bytes: ElementBytes = 2,
) -> Result:
    """The volume with self-copy × (n−1)/n.

    Raises:
        ConditionError: heads or tokens that do not divide over the ranks.
    """
    volume = _with_self(sequence, query_heads, kv_heads, head_dim, degree, batch, element_bytes)
    return Result(simplest(volume * Fraction(degree - 1, degree)))


@formula(
    "context.ulysses_forward_backward_sent_per_rank",
    unit="B/rank",
    convention="bytes one rank sends to others in both passes of a layer, without its self-copy",
    source=PAPER,
    example=EXAMPLE,
    conditions=(*CONDITIONS, "gradients in the dtype of the activations", "no recomputation"),
)
def ulysses_forward_backward_sent_per_rank(
    sequence: Sequence,
    query_heads: QueryHeads,
    kv_heads: KvHeads,
    head_dim: HeadDim,
    degree: Degree,
    batch: Batch = 1,
    element_bytes: ElementBytes = 2,
) -> Result:
    """Twice the forward: the backward pass runs the same all-to-alls the other way.

    Raises:
        ConditionError: heads or tokens that do not divide over the ranks.
    """
    volume = _with_self(sequence, query_heads, kv_heads, head_dim, degree, batch, element_bytes)
    return Result(simplest(2 * volume * Fraction(degree - 1, degree)))


@formula(
    "context.ulysses_forward_sent_per_rank_repeated_kv",
    unit="B/rank",
    convention="as the forward count, with key/value heads repeated up to the degree before the exchange",
    source=Citation("ulysses-2023", "3.2", note="derivation: K and V are sent with max(h_kv, n) heads"),
    example={**EXAMPLE, "degree": "16"},
    conditions=("the degree divides the sequence and the query heads", "one divides the other: degree, h_kv"),
)
def ulysses_forward_sent_per_rank_repeated_kv(
    sequence: Sequence,
    query_heads: QueryHeads,
    kv_heads: KvHeads,
    head_dim: HeadDim,
    degree: Degree,
    batch: Batch = 1,
    element_bytes: ElementBytes = 2,
) -> Result:
    """Bytes sent when the degree exceeds the key/value heads, so that each rank still gets one.

    Raises:
        ConditionError: heads or tokens that do not divide over the ranks even so.
    """
    require(
        kv_heads % degree == 0 or degree % kv_heads == 0, "not-divisible", "heads cannot be repeated evenly"
    )
    sent = max(kv_heads, degree)
    volume = _with_self(sequence, query_heads, sent, head_dim, degree, batch, element_bytes)
    return Result(simplest(volume * Fraction(degree - 1, degree)), {"kv_heads_sent": sent})


@formula(
    "context.ulysses_paper_volume_per_link",
    unit="element/link",
    convention="paper: M/P per link for an all-to-all of aggregate size M; 3Nh for QKV, Nh for the output",
    source=PAPER,
    example={"sequence": "8192", "hidden": "4096", "degree": "4"},
    conditions=PAPER_CONDITIONS,
)
def ulysses_paper_volume_per_link(sequence: Sequence, hidden: Hidden, degree: Degree) -> Result:
    """4Nh/P elements; constant when N and P grow together."""
    parts = {
        "qkv": Fraction(ulysses_paper_qkv_volume_per_link(sequence, hidden, degree).value),
        "output": Fraction(ulysses_paper_output_volume_per_link(sequence, hidden, degree).value),
    }
    return Result(simplest(sum(parts.values(), Fraction(0))), parts)


@formula(
    "context.ulysses_paper_qkv_volume_per_link",
    unit="element/link",
    convention="paper: M/P per link for the all-to-all of Q, K and V, M = 3Nh",
    source=PAPER,
    example={"sequence": "8192", "hidden": "4096", "degree": "4"},
    conditions=PAPER_CONDITIONS,
)
def ulysses_paper_qkv_volume_per_link(sequence: Sequence, hidden: Hidden, degree: Degree) -> Result:
    """3Nh/P elements before attention."""
    need_ranks(degree)
    return Result(simplest(Fraction(3 * sequence * hidden, degree)))


@formula(
    "context.ulysses_paper_output_volume_per_link",
    unit="element/link",
    convention="paper: M/P per link for the all-to-all of the output, M = Nh",
    source=PAPER,
    example={"sequence": "8192", "hidden": "4096", "degree": "4"},
    conditions=PAPER_CONDITIONS,
)
def ulysses_paper_output_volume_per_link(sequence: Sequence, hidden: Hidden, degree: Degree) -> Result:
    """Nh/P elements after attention."""
    need_ranks(degree)
    return Result(simplest(Fraction(sequence * hidden, degree)))


@formula(
    "context.ulysses_maximum_degree",
    unit="rank",
    convention="largest degree that divides both kinds of heads, none repeated",
    source=Citation("usp-readme", note="the degree of Ulysses cannot exceed the number of heads"),
    example={"query_heads": "32", "kv_heads": "8"},
    conditions=("upper bound from heads only; tensor parallelism divides the heads first",),
)
def ulysses_maximum_degree(
    query_heads: QueryHeads,
    kv_heads: KvHeads,
    tensor_parallel: Annotated[int, Param("rank", "tensor-parallel ranks", minimum=1)] = 1,
) -> Result:
    """gcd(h_q, h_kv) of the heads that tensor parallelism leaves on a rank.

    Raises:
        ConditionError: tensor parallelism does not divide the heads.
    """
    need_head_split(tensor_parallel, query_heads, kv_heads)
    return Result(gcd(query_heads // tensor_parallel, kv_heads // tensor_parallel))


FORMULAS: tuple[Formula, ...] = (
    ulysses_forward_volume_with_self,
    ulysses_forward_sent_per_rank,
    ulysses_forward_backward_sent_per_rank,
    ulysses_forward_sent_per_rank_repeated_kv,
    ulysses_paper_volume_per_link,
    ulysses_paper_qkv_volume_per_link,
    ulysses_paper_output_volume_per_link,
    ulysses_maximum_degree,
)
