"""MoonEP's formulas: the bound, its tight construction, and what a plan moves."""

from __future__ import annotations

from typing import Any

import pytest

from ledger.core.formulas import get
from ledger.errors import ConditionError, InputError


def run(formula: str, **inputs: object) -> Any:
    return get(f"moe.{formula}").compute(inputs)


@pytest.mark.parametrize(
    ("experts", "ranks", "tight"),
    [(896, 64, 14), (256, 64, 4), (8, 4, 2), (8, 2, 2), (64, 2, 16), (256, 8, 28)],
)
def test_bound_and_tight_case(experts: int, ranks: int, tight: int) -> None:
    # ⌈E(R−1)/R²⌉ by hand: 896·63/4096 = 13.8; 256·63/4096 = 3.9; 8·3/16 = 1.5; 64/4 = 16; 256·7/64 = 28.
    assert run("moonep_copies_tight_case", experts=experts, ranks=ranks).value == tight
    assert tight <= run("moonep_copies_upper_bound", experts=experts, ranks=ranks).value == experts // ranks


@pytest.mark.parametrize(("experts", "ranks"), [(8, 2), (8, 4), (64, 2), (64, 8), (256, 8), (256, 64)])
def test_the_construction_of_theorem_2_needs_exactly_that_many(experts: int, ranks: int) -> None:
    top_k, tokens = 1, experts - experts // ranks
    shape = {"tokens_per_rank": tokens, "top_k": top_k}
    loads = run("moonep_tight_routing", experts=experts, ranks=ranks, **shape).value
    assert sum(loads) == tokens * top_k * ranks
    by_source = [loads] + [[0] * experts] * (ranks - 1)
    plan = run("moonep_plan", load_by_source=by_source, **shape)
    copies = plan.details["remote_experts_per_rank"]
    tight = run("moonep_copies_tight_case", experts=experts, ranks=ranks).value
    assert copies[0] == tight  # rank 0 has nothing of its own
    assert max(copies) == tight


def test_what_a_plan_moves() -> None:
    case = {"load_by_source": "[[8, 0, 0, 0], [8, 0, 0, 0]]", "tokens_per_rank": 4, "top_k": 2}
    assert run("moonep_migrated_tokens", **case).value == 8
    prefetch = run("moonep_prefetch_bytes", **case, expert_bytes=1000)
    assert (prefetch.value, prefetch.details["per_rank"]) == (1000, [0, 1000])
    plan = run("moonep_plan", **case)
    assert plan.details["tokens_per_rank_before"] == [16, 0]
    assert plan.details["tokens_per_rank_after"] == [8, 8]
    assert plan.details["copies_lent_per_rank"] == [1, 0]


def test_refusals() -> None:
    case = {"load_by_source": [[8, 0], [8, 0]], "tokens_per_rank": 4, "top_k": 2}
    with pytest.raises(ConditionError) as refusal:
        run("moonep_plan", **{**case, "tokens_per_rank": 5})
    assert refusal.value.code == "unequal-assignments"
    with pytest.raises(ConditionError) as refusal:
        run("moonep_plan", **{**case, "load_by_source": []})
    assert refusal.value.code == "empty"
    with pytest.raises(InputError, match="load_by_source"):
        run("moonep_plan", **{**case, "load_by_source": "[[8, 0], [8]]"})
    with pytest.raises(ConditionError) as refusal:
        run("moonep_tight_routing", experts=8, ranks=4, tokens_per_rank=5, top_k=1)
    assert refusal.value.code == "not-divisible"
    with pytest.raises(ConditionError) as refusal:
        run("moonep_tight_routing", experts=8, ranks=1, tokens_per_rank=8, top_k=1)
    assert refusal.value.code == "too-few-ranks"
