"""Estimates of other tools: each under its own name, and where they disagree."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from ledger.core import formulas


def answer(formula: str, **inputs: Any) -> formulas.Result:
    return formulas.get(formula).compute(inputs)


def test_megatron_s_scope_of_norms() -> None:
    """Norms replicated over TP, or divided by it: the newer and the older estimate differ by just that."""
    model = "layers=96,hidden=12288,heads=96,vocabulary=51200"
    newer = answer("memory.megatron_weight_and_optimizer", model=model, layout="tp=8,pp=8").value
    older = answer("memory.megatron_weight_and_optimizer_all_over_tp", model=model, layout="tp=8,pp=8").value
    norms = (96 * 4 + 2) * 12288
    assert newer - older == 18 * Fraction(norms * 7, 8 * 8)


def test_the_older_estimate_does_not_divide_experts_by_ep() -> None:
    model = "layers=8,hidden=64,heads=4,experts=8,expert_ffn=64,top_k=2"
    apart = [
        answer(f"memory.megatron_weight_and_optimizer{suffix}", model=model, layout="dp=8,ep=8").value
        for suffix in ("", "_all_over_tp")
    ]
    experts, router = 8 * 8 * 2 * 64 * 64, 8 * 64 * 8
    assert apart[1] - apart[0] == 18 * (Fraction(experts * 7, 8) - router)


def test_the_older_estimate_counts_no_router_and_an_untied_head() -> None:
    model = "layers=2,hidden=64,heads=4,vocabulary=100,tied=no,experts=8,expert_ffn=64,router_bias=yes"
    older = answer("memory.megatron_weight_and_optimizer_all_over_tp", model=model, layout="tp=2")
    layer = 4 * 64 * 64 + 4 * 64 + 8 * 2 * 64 * 64  # attention, norms, experts
    assert older.details["parameters"] == Fraction(2 * layer + 128 + 2 * 6400, 2)
    tied = answer(
        "memory.megatron_weight_and_optimizer_all_over_tp",
        model=model.replace("tied=no", "tied=yes"),
        layout="tp=2",
    )
    assert tied.details["parameters"] == Fraction(2 * layer + 128 + 6400, 2)


def test_deepspeed_counts_20_bytes_where_zero_counts_16() -> None:
    one = answer("memory.deepspeed_zero2_estimate", parameters=10**9, cpu_offload="no").value
    assert one == 20 * 10**9
    assert one != answer("memory.zero2_state", parameters=10**9).value == 16 * 10**9


def test_deepspeed_stage_3_keeps_the_largest_layer() -> None:
    estimate = answer(
        "memory.deepspeed_zero3_estimate",
        parameters=10**9,
        largest_layer=10**7,
        gpus_per_node=8,
        cpu_offload="no",
    )
    assert estimate.value == 4 * 10**7 + 18 * 10**9 // 8
