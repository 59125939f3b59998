"""Expert capacity: how many tokens an expert takes, what overflows, what is padding."""

from __future__ import annotations

from fractions import Fraction
from math import ceil, floor
from typing import Annotated

from ledger.core.exact import require, simplest
from ledger.core.formulas import Citation, Formula, Param, Result, formula
from ledger.core.moe.inputs import ExpertLoad, Experts, TopK, need_loads

Tokens = Annotated[int, Param("token", "tokens routed together", minimum=0)]
Factor = Annotated[Fraction, Param("1", "capacity over the even share", minimum=0)]
GSHARD = Citation("gshard-2020", "2.2", note="expert capacity O(N/E); 2N/(G·E) in a group")


def _share(tokens: int, top_k: int, experts: int, factor: Fraction) -> Fraction:
    require(experts > 0, "empty", "needs at least one expert")
    return Fraction(tokens * top_k, experts) * factor


@formula(
    "moe.group_capacity_gshard",
    unit="token/expert",
    convention="GShard: fractional capacity of each expert in one of G groups, top-2, unrounded",
    source=GSHARD,
    example={"tokens": "4096", "groups": "8", "experts": "128"},
    conditions=("top-2 gating", "equal groups"),
)
def group_capacity_gshard(
    tokens: Tokens, groups: Annotated[int, Param("group", "groups of tokens", minimum=1)], experts: Experts
) -> Result:
    """2N/(G·E) tokens of a group may go to an expert.

    Raises:
        ConditionError: no group or no expert.
    """
    require(groups > 0 and experts > 0, "empty", "needs at least one group and one expert")
    return Result(simplest(Fraction(2 * tokens, groups * experts)))


@formula(
    "moe.expert_capacity_rounded_up",
    unit="token/expert",
    convention="ceil(factor × K × N / E): the even share of (token, expert) pairs, rounded up",
    source=GSHARD,
    example={"tokens": "4096", "top_k": "8", "experts": "256", "capacity_factor": "1.25"},
)
def expert_capacity_rounded_up(
    tokens: Tokens, top_k: TopK, experts: Experts, capacity_factor: Factor
) -> Result:
    """Slots of an expert, rounded up.

    Raises:
        ConditionError: no expert.
    """
    return Result(ceil(_share(tokens, top_k, experts, capacity_factor)))


@formula(
    "moe.expert_capacity_rounded_down",
    unit="token/expert",
    convention="floor(factor × K × N / E): the even share of (token, expert) pairs, rounded down",
    source=GSHARD,
    example={"tokens": "4096", "top_k": "8", "experts": "256", "capacity_factor": "1.25"},
)
def expert_capacity_rounded_down(
    tokens: Tokens, top_k: TopK, experts: Experts, capacity_factor: Factor
) -> Result:
    """Slots of an expert, rounded down.

    Raises:
        ConditionError: no expert.
    """
    return Result(floor(_share(tokens, top_k, experts, capacity_factor)))


@formula(
    "moe.dropped_pairs",
    unit="token",
    convention="(token, expert) pairs beyond the capacity of their expert",
    source=GSHARD,
    example={"tokens_per_expert": "[24, 8, 13, 4]", "capacity": "16"},
)
def dropped_pairs(
    tokens_per_expert: ExpertLoad, capacity: Annotated[int, Param("token/expert", "slots", minimum=0)]
) -> Result:
    """Overflowing pairs, with pairs kept and slots left empty (padding).

    Raises:
        ConditionError: no loads, or a negative one.
    """
    need_loads(tokens_per_expert)
    kept = sum(min(load, capacity) for load in tokens_per_expert)
    padding = capacity * len(tokens_per_expert) - kept
    return Result(sum(tokens_per_expert) - kept, {"kept": kept, "padding_slots": padding})


FORMULAS: tuple[Formula, ...] = (
    group_capacity_gshard,
    expert_capacity_rounded_up,
    expert_capacity_rounded_down,
    dropped_pairs,
)
