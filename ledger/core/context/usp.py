"""Unified sequence parallelism: a grid of Ulysses ranks (fast links) by Ring ranks (slower links)."""

from __future__ import annotations

from fractions import Fraction
from typing import Annotated

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
from ledger.core.context.ulysses import all_to_all_bytes
from ledger.core.exact import require, simplest
from ledger.core.formulas import Citation, Formula, Param, Result, formula

UlyssesDegree = Annotated[int, Param("rank", "ranks of the all-to-all axis", minimum=1)]
RingDegree = Annotated[int, Param("rank", "ranks of the ring axis", minimum=1)]
MOST_RANKS = 1 << 20
SOURCE = Citation("usp-readme", note="hybrid of Ulysses and Ring; composition of their volumes")


@formula(
    "context.usp_forward_sent_per_rank",
    unit="B/rank",
    convention="bytes one rank sends in the forward pass: all-to-all over u without self-copy, ring over r",
    source=SOURCE,
    example={
        "sequence": "32768",
        "query_heads": "32",
        "kv_heads": "8",
        "head_dim": "128",
        "ulysses_degree": "4",
        "ring_degree": "2",
    },
    conditions=("u divides both kinds of heads", "u·r divides the sequence"),
)
def usp_forward_sent_per_rank(
    sequence: Sequence,
    query_heads: QueryHeads,
    kv_heads: KvHeads,
    head_dim: HeadDim,
    ulysses_degree: UlyssesDegree,
    ring_degree: RingDegree,
    batch: Batch = 1,
    element_bytes: ElementBytes = 2,
) -> Result:
    """Between the all-to-alls a rank holds s/r tokens of h/u heads, whose keys and values go round.

    Raises:
        ConditionError: heads or tokens that do not divide.
    """
    need_head_split(ulysses_degree, query_heads, kv_heads)
    need_divides(ulysses_degree * ring_degree, sequence, "tokens")
    local = Fraction(batch * sequence, ulysses_degree * ring_degree)
    exchanged = all_to_all_bytes(local, query_heads, kv_heads, head_dim, element_bytes)
    # s/r tokens of h_kv/u heads: as many elements as the shard of s/(u·r) tokens of all heads.
    shard = local * 2 * kv_heads * head_dim * element_bytes
    parts = {
        "all_to_all_bytes": simplest(exchanged * Fraction(ulysses_degree - 1, ulysses_degree)),
        "ring_bytes": simplest((ring_degree - 1) * shard),
    }
    return Result(sum(parts.values()), parts)


@formula(
    "context.usp_meshes",
    unit="rank by axis",
    convention="every (Ulysses, Ring) pair whose product is the degree, Ulysses within the heads",
    source=SOURCE,
    example={"degree": "16", "query_heads": "32", "kv_heads": "8"},
    conditions=("no head repeated", "at most 2^20 ranks"),
)
def usp_meshes(degree: Degree, query_heads: QueryHeads, kv_heads: KvHeads) -> Result:
    """The grids that are possible, largest Ulysses axis first.

    Raises:
        ConditionError: key/value heads that do not group the query heads, or too many ranks.
    """
    require(degree <= MOST_RANKS, "too-many-ranks", f"at most {MOST_RANKS} ranks, got {degree}")
    need_head_split(1, query_heads, kv_heads)
    largest = min(degree, kv_heads)
    fits = (u for u in range(largest, 0, -1) if degree % u == 0 and kv_heads % u == 0)
    return Result([(ulysses, degree // ulysses) for ulysses in fits])


FORMULAS: tuple[Formula, ...] = (usp_forward_sent_per_rank, usp_meshes)
