"""Causal masks on a ring: how (query, key) pairs spread over ranks, and what the lockstep costs.

With contiguous blocks rank i has the triangle's i-th slice, (2i+1)/n² of the work, and every step waits
for the last rank. Giving rank i the chunks i and 2n−1−i (zigzag, head to tail) evens out both.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import Annotated

from ledger.core.context.inputs import Degree, Sequence, need_divides
from ledger.core.exact import require, simplest
from ledger.core.formulas import Citation, Formula, Param, Result, formula

LAYOUTS = ("contiguous", "zigzag", "striped")
MOST_RANKS = 256  # pairs of ranks are counted one by one

Layout = Annotated[str, Param("1", "which tokens a rank holds", choices=LAYOUTS)]
SOURCE = Citation("usp-readme", note="zigzag and stripe balance causal work; the counts are derived")
EXAMPLE = {"sequence": "64", "degree": "4", "layout": "zigzag"}
CONDITIONS = (
    "the degree (zigzag: twice it) divides the sequence",
    "work proportional to unmasked (query, key) pairs",
    "at most 256 ranks",
)


def _triangle(tokens: int) -> int:
    return tokens * (tokens + 1) // 2


def _chunks(layout: str, rank: int, degree: int) -> tuple[int, ...]:
    return (rank, 2 * degree - 1 - rank) if layout == "zigzag" else (rank,)


def block_pairs(layout: str, sequence: int, degree: int, queries: int, keys: int) -> int:
    """Unmasked pairs between the queries of one rank and the keys of another."""
    if layout == "striped":
        # Tokens rank, rank + n, …: a pair counts when the key's stripe is not later, row by row.
        width = sequence // degree
        return _triangle(width) if keys <= queries else _triangle(width - 1)
    chunk = sequence // (degree * len(_chunks(layout, 0, degree)))
    return sum(
        _triangle(chunk) if query == key else chunk * chunk
        for query, key in product(_chunks(layout, queries, degree), _chunks(layout, keys, degree))
        if key <= query
    )


def _need_layout(layout: str, sequence: int, degree: int) -> None:
    require(degree <= MOST_RANKS, "too-many-ranks", f"at most {MOST_RANKS} ranks, got {degree}")
    need_divides(2 * degree if layout == "zigzag" else degree, sequence, "tokens")


@formula(
    "context.causal_pairs_per_rank",
    unit="pair by rank",
    convention="unmasked (query, key) pairs of each rank's queries, diagonal included",
    source=SOURCE,
    example=EXAMPLE,
    conditions=CONDITIONS,
)
def causal_pairs_per_rank(sequence: Sequence, degree: Degree, layout: Layout) -> Result:
    """Pairs by rank, with the busiest rank over the mean.

    Raises:
        ConditionError: a sequence that does not divide, or too many ranks.
    """
    _need_layout(layout, sequence, degree)
    ranks = range(degree)
    pairs = [sum(block_pairs(layout, sequence, degree, rank, keys) for keys in ranks) for rank in ranks]
    return Result(pairs, {"max_over_mean": simplest(Fraction(max(pairs) * degree, sum(pairs)))})


@formula(
    "context.causal_makespan_factor",
    unit="1",
    convention="lockstep ring: sum over steps of the busiest rank's pairs, over an even split",
    source=SOURCE,
    example=EXAMPLE,
    conditions=(*CONDITIONS, "every rank waits for the slowest at each step"),
)
def causal_makespan_factor(sequence: Sequence, degree: Degree, layout: Layout) -> Result:
    """How much longer a causal ring runs than its work, evenly split, would take.

    Raises:
        ConditionError: a sequence that does not divide, or too many ranks.
    """
    _need_layout(layout, sequence, degree)
    steps = [
        max(block_pairs(layout, sequence, degree, rank, (rank - step) % degree) for rank in range(degree))
        for step in range(degree)
    ]
    return Result(simplest(Fraction(sum(steps) * degree, _triangle(sequence))), {"step_pairs": steps})


@formula(
    "context.causal_work_share_contiguous",
    unit="1",
    convention="share of the triangle's area in one rank's slice, diagonal halved: (2i+1)/n², i from 0",
    source=SOURCE,
    example={"rank": "3", "degree": "4"},
    conditions=("contiguous blocks", "long sequence"),
)
def causal_work_share_contiguous(
    rank: Annotated[int, Param("rank", "from 0", minimum=0)], degree: Degree
) -> Result:
    """The last rank has (2n−1)/n², close to twice the mean.

    Raises:
        ConditionError: no such rank.
    """
    require(0 <= rank < degree, "no-such-rank", f"ranks are numbered 0 to {degree - 1}")
    return Result(simplest(Fraction(2 * rank + 1, degree * degree)))


@formula(
    "context.zigzag_chunks",
    unit="chunk",
    convention="the two of 2n chunks that a rank holds under head-to-tail reordering, from 0",
    source=SOURCE,
    example={"rank": "1", "degree": "4"},
)
def zigzag_chunks(rank: Annotated[int, Param("rank", "from 0", minimum=0)], degree: Degree) -> Result:
    """Chunks i and 2n−1−i: an early one with few keys and a late one with many.

    Raises:
        ConditionError: no such rank.
    """
    require(0 <= rank < degree, "no-such-rank", f"ranks are numbered 0 to {degree - 1}")
    return Result(list(_chunks("zigzag", rank, degree)))


FORMULAS: tuple[Formula, ...] = (
    zigzag_chunks,
    causal_pairs_per_rank,
    causal_makespan_factor,
    causal_work_share_contiguous,
)
