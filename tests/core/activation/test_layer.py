"""The itemised layer: Eq. 1 as its plainest case, and every variant's own difference."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ledger.core import formulas
from ledger.errors import ConditionError

PLAIN = "layers=2,hidden=256,heads=8"
TOKENS = 512 * 256  # s·b·h for one sequence of 512


def layer(model: str = PLAIN, layout: str = "", policy: str = "", **inputs: Any) -> formulas.Result:
    given_inputs = {"model": model, "layout": layout, "policy": policy, "sequence": 512} | inputs
    return formulas.get("activation.layer").compute(given_inputs)


def korthikanti(technique: str, tensor_parallel: int = 1) -> Any:
    return (
        formulas.get("activation.korthikanti_layer")
        .compute(
            {
                "sequence": 512,
                "micro_batch": 1,
                "hidden": 256,
                "heads": 8,
                "tensor_parallel": tensor_parallel,
                "technique": technique,
            }
        )
        .value
    )


@pytest.mark.parametrize(
    ("layout", "policy", "technique", "degree"),
    [
        ("", "", "none", 1),
        ("tp=4", "", "tensor", 4),
        ("tp=4,sp=yes", "", "tensor+sequence", 4),
        ("tp=4", "recompute=selective", "tensor+selective", 4),
        ("tp=4,sp=yes", "recompute=selective", "tensor+sequence+selective", 4),
        ("tp=4", "recompute=full", "full", 4),
        ("tp=4", "recompute=full,share=yes", "full+sharded", 4),
        ("tp=4,sp=yes", "recompute=full", "full+sharded", 4),
    ],
)
def test_plain_layer_is_table_2(layout: str, policy: str, technique: str, degree: int) -> None:
    assert layer(layout=layout, policy=policy).value == korthikanti(technique, degree)


def test_34_or_33_or_32() -> None:
    """Each dropout mask is one byte of sbh; llm-analysis leaves the MLP's out, so it has 33."""
    with_dropout = layer(policy="recompute=selective").value
    without = layer(policy="recompute=selective,dropout=no").value
    assert (with_dropout, without) == (34 * TOKENS, 32 * TOKENS)
    rival = formulas.get("activation.llm_analysis_layer").compute(
        {
            "sequence": 512,
            "micro_batch": 1,
            "hidden": 256,
            "heads": 8,
            "recomputation": "ATTN_COMPUTE",
            "norm_bytes": 2,
        }
    )
    assert rival.value == 33 * TOKENS


def test_flash_attention_is_linear_in_the_sequence() -> None:
    def core(length: int, flash: str) -> Any:
        with_core = layer(policy=f"flash={flash}", sequence=length).value
        return with_core - layer(policy="recompute=selective", sequence=length).value

    assert core(1024, "no") == 4 * core(512, "no")
    assert core(1024, "yes") == 2 * core(512, "yes")
    assert core(512, "yes") == 4 * 512 * 8  # one FP32 statistic a row and head
    assert core(512, "yes") < core(512, "no")


def test_grouped_queries_store_fewer_keys() -> None:
    full = layer().details
    grouped = layer(f"{PLAIN},kv_heads=2").details
    assert full["key, value"] == 2 * 2 * TOKENS
    assert grouped["key, value"] == 2 * 2 * TOKENS * 2 // 8
    assert grouped["query"] == full["query"]


def test_gated_mlp_stores_two_inputs_of_the_activation() -> None:
    plain, gated = layer(f"{PLAIN},ffn=512").details, layer(f"{PLAIN},ffn=512,gated=yes").details
    assert gated["MLP activation input"] == 2 * plain["MLP activation input"] == 2 * 2 * 512 * 512
    assert gated["MLP down projection input"] == plain["MLP down projection input"]


def test_fp8_storage_pays_its_scales() -> None:
    plain, stored = layer(policy="").details, layer(policy="fp8=yes").details
    assert stored["up projection input"] == TOKENS * (1 + Fraction(4, 128))
    assert stored["MLP activation input"] == 4 * TOKENS * (1 + Fraction(4, 128))
    assert stored["query"] == plain["query"]


def test_context_parallelism_divides_tokens_but_not_the_other_side_of_the_scores() -> None:
    whole, part = layer().details, layer(layout="cp=4").details
    assert all(Fraction(part[name]) * 4 == whole[name] for name in whole)


EXPERTS = f"{PLAIN},experts=16,top_k=4,expert_ffn=128,gated=yes,shared_expert_ffn=64"


def test_experts_are_never_divided_by_ep() -> None:
    alone = layer(EXPERTS, "dp=8", experts="yes")
    spread = layer(EXPERTS, "dp=8,ep=8", experts="yes")
    assert alone.details == spread.details
    assert alone.details["dispatched expert input"] == 4 * 2 * TOKENS
    assert alone.details["expert activation input"] == 4 * 2 * 2 * 512 * 128
    assert alone.details["shared expert down projection input"] == 2 * 512 * 64
    assert alone.details["MLP norm input"] == 2 * TOKENS
    assert alone.details["router input"] == 2 * TOKENS
    assert alone.details["router probabilities"] == 4 * 512 * 16
    assert alone.details["expert output to combine"] == 4 * 2 * TOKENS
    assert alone.details["expert down projection input"] == 4 * 2 * 512 * 128
    assert alone.details["shared expert activation input"] == 2 * 2 * 512 * 64


def test_sequence_parallelism_and_expert_tensor_parallelism_of_an_expert_layer() -> None:
    alone = layer(EXPERTS, "dp=8", experts="yes").details
    split = layer(EXPERTS, "tp=4,sp=yes,dp=8,etp=1,ep=8", experts="yes").details
    assert {name: Fraction(alone[name]) / split[name] for name in alone} == dict.fromkeys(alone, 4)


def test_wider_expert_tensor_parallelism_shares_fewer_tokens_of_the_dispatch() -> None:
    """Ranks of one expert shard see the same tokens: tp/etp of them see different ones."""
    whole = 4 * 2 * TOKENS
    for etp, shared in ((1, 4), (2, 2), (4, 1)):
        details = layer(EXPERTS, f"tp=4,sp=yes,dp=8,etp={etp},ep=8", experts="yes").details
        assert details["dispatched expert input"] == whole // shared
        assert details["expert activation input"] == 4 * 2 * 2 * 512 * 128 // 4


def test_latent_experts_work_on_the_latent_width() -> None:
    narrow = layer(f"{EXPERTS},moe_latent=64", experts="yes").details
    assert narrow["dispatched expert input"] == 4 * 2 * 512 * 64


def test_expert_layer_of_a_dense_model_is_refused() -> None:
    with pytest.raises(ConditionError) as refusal:
        layer(experts="yes")
    assert refusal.value.code == "no-experts"


@given(
    st.sampled_from([1, 2, 4, 8]),
    st.sampled_from(["none", "selective", "full"]),
    st.booleans(),
    st.booleans(),
)
def test_sequence_parallelism_never_stores_more(
    degree: int, recompute: str, flash: bool, gated: bool
) -> None:
    model, policy = f"{PLAIN},gated={gated}", f"recompute={recompute},flash={flash}"
    without = layer(model, f"tp={degree}", policy).value
    assert layer(model, f"tp={degree},sp=yes", policy).value <= without


@given(st.integers(1, 64), st.integers(1, 8))
def test_recomputing_more_never_stores_more(length: int, batch: int) -> None:
    sizes = [
        layer(policy=f"recompute={recompute}", sequence=length, micro_batch=batch).value
        for recompute in ("full", "selective", "none")
    ]
    assert sizes == sorted(sizes)
