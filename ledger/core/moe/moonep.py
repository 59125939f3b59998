"""MoonEP's formulas: the plan, its bound, the construction that makes the bound tight, and what it moves."""

from __future__ import annotations

from typing import Annotated

from ledger.core.exact import ceil_div, read_integer_rows, require
from ledger.core.formulas import Citation, Formula, Param, Result, formula
from ledger.core.moe.inputs import Experts, Ranks, RankTokens, TopK, experts_per_rank, need_countable
from ledger.core.moe.plan import Plan, balanced_plan

LoadBySource = Annotated[
    tuple[tuple[int, ...], ...],
    Param("token", "by source rank, tokens for each expert: [[8, 0], [8, 0]]", read=read_integer_rows),
]
Padding = Annotated[int, Param("token", "segments are padded to a multiple of this", minimum=1)]
Bytes = Annotated[int, Param("B/expert", "weights of one expert", minimum=0)]
APPENDIX = Citation("kimi-k3-2026", "5.2.1; E", note="Appendix E, Theorem 1")
LOADS = "[[8, 0, 0, 0], [8, 0, 0, 0]]"
EXAMPLE = {"load_by_source": LOADS, "tokens_per_rank": "4", "top_k": "2"}
CONDITIONS = (
    "R divides E",
    "one row a rank; the loads sum to S·K·R",
    "the planner is a heuristic: within the bound E/R, not always the least number of copies",
)


def _plan(load_by_source: LoadBySource, tokens_per_rank: int, top_k: int) -> Plan:
    totals = [sum(column) for column in zip(*load_by_source, strict=True)]
    require(len(totals) > 0, "empty", "no ranks or no experts given")
    return balanced_plan(totals, len(load_by_source), tokens_per_rank * top_k)


@formula(
    "moe.moonep_plan",
    unit="token by rank and expert",
    convention="MoonEP: exactly S·K a rank, one donor rank per receiver, at most E/R copied experts a rank",
    source=APPENDIX,
    example=EXAMPLE,
    conditions=CONDITIONS,
)
def moonep_plan(
    load_by_source: LoadBySource, tokens_per_rank: RankTokens, top_k: TopK, token_padding: Padding = 1
) -> Result:
    """Which rank computes how many of each expert's assignments, with copies, segments and counts.

    Raises:
        ConditionError: R does not divide E, or the loads do not sum to S·K·R.
    """
    require(token_padding >= 1, "no-padding", "the padding is at least 1")
    plan = _plan(load_by_source, tokens_per_rank, top_k)
    details = {
        "experts_to_copy": plan.copy_slots(),
        "segment_ends": plan.segment_ends(token_padding),
        "remote_experts_per_rank": plan.remote_counts,
        "copies_lent_per_rank": plan.copies_lent,
        "tokens_per_rank_before": plan.tokens_at_home,
        "tokens_per_rank_after": plan.tokens_per_rank,
        "migrated_tokens": plan.migrated_tokens,
        "donor_groups_per_rank": plan.donor_groups,
    }
    return Result([list(row) for row in plan.allocation], details)


@formula(
    "moe.moonep_migrated_tokens",
    unit="token",
    convention="assignments computed away from their expert's home rank",
    source=APPENDIX,
    example=EXAMPLE,
    conditions=CONDITIONS,
)
def moonep_migrated_tokens(load_by_source: LoadBySource, tokens_per_rank: RankTokens, top_k: TopK) -> Result:
    """Assignments that the plan moves to copies.

    Raises:
        ConditionError: R does not divide E, or the loads do not sum to S·K·R.
    """
    return Result(_plan(load_by_source, tokens_per_rank, top_k).migrated_tokens)


@formula(
    "moe.moonep_prefetch_bytes",
    unit="B",
    convention="weights of copied experts received before the forward pass, all ranks together",
    source=Citation("kimi-k3-2026", "5.2.1", note="copies are prefetched; their gradients are reduced back"),
    example={**EXAMPLE, "expert_bytes": "88080384"},
    conditions=CONDITIONS,
)
def moonep_prefetch_bytes(
    load_by_source: LoadBySource, tokens_per_rank: RankTokens, top_k: TopK, expert_bytes: Bytes
) -> Result:
    """Bytes of the copies that the plan needs, with the bytes of each rank.

    Raises:
        ConditionError: R does not divide E, or the loads do not sum to S·K·R.
    """
    counts = _plan(load_by_source, tokens_per_rank, top_k).remote_counts
    per_rank = [count * expert_bytes for count in counts]
    return Result(sum(per_rank), {"per_rank": per_rank, "busiest_rank": max(per_rank)})


@formula(
    "moe.moonep_copies_upper_bound",
    unit="expert/rank",
    convention="upper bound on redundant experts of a rank, for any router output",
    source=Citation("kimi-k3-2026", "E", equation="28", note="Theorem 1"),
    example={"experts": "896", "ranks": "64"},
    conditions=("R divides E", "an upper bound: most router outputs need fewer"),
)
def moonep_copies_upper_bound(experts: Experts, ranks: Ranks) -> Result:
    """E/R: the remote tokens of a rank come from one rank, home to E/R experts.

    Raises:
        ConditionError: R does not divide E.
    """
    return Result(experts_per_rank(experts, ranks))


@formula(
    "moe.moonep_copies_tight_case",
    unit="expert/rank",
    convention="redundant experts that some router output forces on a rank: ceil(E(R-1)/R^2)",
    source=Citation("kimi-k3-2026", "E", note="Theorem 2"),
    example={"experts": "896", "ranks": "64"},
    conditions=("R divides E", "S·K·R² divides by E(R-1), or is large"),
)
def moonep_copies_tight_case(experts: Experts, ranks: Ranks) -> Result:
    """Copies that a rank with no tokens of its own needs when all others' experts share evenly.

    Raises:
        ConditionError: R does not divide E.
    """
    experts_per_rank(experts, ranks)
    return Result(ceil_div(experts * (ranks - 1), ranks * ranks))


@formula(
    "moe.moonep_tight_routing",
    unit="token by expert",
    convention="the router output of Theorem 2: nothing for rank 0's experts, all others alike",
    source=Citation("kimi-k3-2026", "E", note="Theorem 2"),
    example={"experts": "8", "ranks": "4", "tokens_per_rank": "24", "top_k": "2"},
    conditions=("R divides E", "at least two ranks", "E(R-1)/R divides S·K·R"),
)
def moonep_tight_routing(experts: Experts, ranks: Ranks, tokens_per_rank: RankTokens, top_k: TopK) -> Result:
    """Tokens of each expert in the construction: S·K·R²/(E(R−1)) for each expert off rank 0.

    Raises:
        ConditionError: fewer than two ranks, or a share that is not whole.
    """
    idle = experts_per_rank(experts, ranks)
    need_countable(experts, "experts")
    require(ranks >= 2, "too-few-ranks", "the construction needs at least two ranks")
    total, busy = tokens_per_rank * top_k * ranks, experts - idle
    require(total % busy == 0, "not-divisible", f"{total} assignments do not divide over {busy} experts")
    return Result([0] * idle + [total // busy] * busy)


FORMULAS: tuple[Formula, ...] = (
    moonep_plan,
    moonep_migrated_tokens,
    moonep_prefetch_bytes,
    moonep_copies_upper_bound,
    moonep_copies_tight_case,
    moonep_tight_routing,
)
