"""Load imbalance over experts and over ranks, and the makespan it costs."""

from __future__ import annotations

from fractions import Fraction

from ledger.core.exact import require, simplest
from ledger.core.formulas import Citation, Formula, Result, formula
from ledger.core.moe.inputs import ExpertLoad, Ranks, RankTokens, TopK, experts_per_rank, need_loads

LOADS = "[24, 8, 13, 4, 7, 4, 4, 0]"


def max_over_mean(loads: tuple[int | Fraction, ...]) -> Fraction:
    """The largest load over the mean load.

    Raises:
        ConditionError: code ``no-tokens``: all loads are zero.
    """
    total = sum(loads)
    require(total > 0, "no-tokens", "with no tokens there is no mean to compare with")
    return Fraction(max(loads) * len(loads)) / total


def home_loads(tokens_per_expert: tuple[int, ...], ranks: int) -> list[int]:
    """Tokens of each rank when every expert is computed at its home rank.

    Raises:
        ConditionError: the ranks do not divide the experts.
    """
    width = experts_per_rank(len(tokens_per_expert), ranks)
    return [sum(tokens_per_expert[rank * width : (rank + 1) * width]) for rank in range(ranks)]


@formula(
    "moe.max_violation",
    unit="1",
    convention="MaxVio over experts: max_e(T_e / mean) − 1",
    source=Citation("definition", note="MaxVio, as balancing reports use it"),
    example={"tokens_per_expert": LOADS},
    conditions=("at least one token",),
)
def max_violation(tokens_per_expert: ExpertLoad) -> Result:
    """How far the busiest expert lies above the mean; 0 is even.

    Raises:
        ConditionError: no loads, a negative one, or no tokens at all.
    """
    need_loads(tokens_per_expert)
    mean = Fraction(sum(tokens_per_expert), len(tokens_per_expert))
    return Result(simplest(max_over_mean(tokens_per_expert) - 1), {"mean": simplest(mean)})


@formula(
    "moe.makespan_factor",
    unit="1",
    convention="busiest rank over mean rank, contiguous home placement, no redundant experts",
    source=Citation("kimi-k3-2026", "5.2.1", note="imbalanced token loads degrade throughput"),
    example={"tokens_per_expert": LOADS, "ranks": "4"},
    conditions=("R divides E", "time proportional to tokens", "at least one token"),
)
def makespan_factor(tokens_per_expert: ExpertLoad, ranks: Ranks) -> Result:
    """How much longer the busiest rank works than an even split would take.

    Raises:
        ConditionError: R does not divide E, a negative load, or no tokens at all.
    """
    need_loads(tokens_per_expert)
    loads = home_loads(tokens_per_expert, ranks)
    return Result(simplest(max_over_mean(tuple(loads))), {"rank_tokens": loads})


@formula(
    "moe.assignments_total",
    unit="assignment",
    convention="(token, expert) pairs of the whole expert-parallel group: S·K·R",
    source=Citation("kimi-k3-2026", "E", note="all S × K × R tokens"),
    example={"tokens_per_rank": "4096", "top_k": "16", "ranks": "64"},
    conditions=("every rank holds S tokens", "nothing dropped"),
)
def assignments_total(tokens_per_rank: RankTokens, top_k: TopK, ranks: Ranks) -> Result:
    """Assignments that the group computes in one layer."""
    return Result(tokens_per_rank * top_k * ranks)


@formula(
    "moe.assignments_per_rank_balanced",
    unit="assignment/rank",
    convention="(token, expert) pairs of each rank under perfect balance: S·K",
    source=Citation("kimi-k3-2026", "5.2.1", note="every rank receives exactly S × K tokens"),
    example={"tokens_per_rank": "4096", "top_k": "16"},
    conditions=("every rank holds S tokens", "nothing dropped"),
)
def assignments_per_rank_balanced(tokens_per_rank: RankTokens, top_k: TopK) -> Result:
    """What each rank computes when the group's assignments are shared evenly."""
    return Result(tokens_per_rank * top_k)


FORMULAS: tuple[Formula, ...] = (
    assignments_total,
    assignments_per_rank_balanced,
    max_violation,
    makespan_factor,
)
