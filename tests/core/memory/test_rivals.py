"""Estimates of other tools: each under its own name, and where they disagree."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ledger.core import formulas
from ledger.errors import ConditionError


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


def test_eleuther_shards_by_all_gpus_and_never_by_tp() -> None:
    """A negative oracle: its gradient and optimizer shares are not ours."""
    theirs = answer(
        "memory.eleuther_training",
        options="num_layers=32,hidden_size=4096,num_attention_heads=32,tensor_parallel_size=2,num_gpus=128",
    )
    parameters = theirs.details["parameters"]
    assert theirs.details["items"]["optimizer"] == Fraction(12 * parameters, 128)
    assert theirs.details["items"]["gradient"] == 4 * parameters
    ours = answer(
        "memory.model_state",
        parameters=parameters // 2,  # half of the model on each tensor-parallel rank
        recipe="megatron-bf16-adam",
        zero_stage=1,
        data_parallel=64,
    )
    assert ours.details["items"]["gradient"] == theirs.details["items"]["gradient"] / 2
    assert ours.value != sum(theirs.details["items"][name] for name in ("model", "gradient", "optimizer"))


def test_calculon_counts_one_fp32_gradient_of_one_block() -> None:
    shape = {"hidden": 64, "ffn": 256, "sequence": 32, "heads": 4, "head_size": 16, "blocks": 12}
    tiers = answer("memory.calculon_tiers", **shape, execution="batch_size=8")
    items = tiers.details["items"]
    weights = items["Weights"] // 2 // 12  # elements of a block
    assert weights == 12 * 64 * 64 + 4 * 64
    assert items["Weight grad"] == 4 * weights + 11 * 2 * weights
    assert items["Optim space"] == 12 * 12 * weights
    assert tiers.value == sum(items.values())


def test_calculon_stores_a_layer_as_korthikanti_s_first_equation_has_it() -> None:
    """Without recomputation each further block adds sbh(34 + 5as/h)."""
    shape = {"hidden": 64, "ffn": 256, "sequence": 32, "heads": 4, "head_size": 16}
    both = [
        answer("memory.calculon_tiers", **shape, blocks=blocks, execution="batch_size=1").details["items"][
            "Act"
        ]
        for blocks in (1, 2)
    ]
    layer = answer("activation.korthikanti_layer", sequence=32, micro_batch=1, hidden=64, heads=4)
    assert both[1] - both[0] == layer.value


def test_calculon_offload_moves_the_optimizer() -> None:
    shape = {"hidden": 64, "ffn": 256, "sequence": 32, "heads": 4, "head_size": 16, "blocks": 12}
    near = answer("memory.calculon_tiers", **shape, execution="batch_size=8,optimizer_offload=yes")
    items = near.details["items"]
    assert near.details["tier2"] >= items["Optim space"]
    assert near.value < sum(items.values())


@pytest.mark.parametrize(
    ("execution", "code"),
    [
        ("batch_size=8,datatype=int8", "option"),
        ("batch_size=3,data_par=2", "not-divisible"),
        ("batch_size=8,tensor_par=3", "not-divisible"),
        ("batch_size=8,activation_recompute=some", "option"),
    ],
)
def test_calculon_refuses(execution: str, code: str) -> None:
    shape = {"hidden": 64, "ffn": 256, "sequence": 32, "heads": 4, "head_size": 16, "blocks": 12}
    with pytest.raises(ConditionError) as refusal:
        answer("memory.calculon_tiers", **shape, execution=execution)
    assert refusal.value.code == code


@pytest.mark.parametrize(("options", "code"), [("optimizer=lion", "optimizer"), ("zero_stage=4", "degree")])
def test_eleuther_refuses(options: str, code: str) -> None:
    with pytest.raises(ConditionError) as refusal:
        answer("memory.eleuther_training", options=options)
    assert refusal.value.code == code


def test_zero_infinity_s_figures() -> None:
    """§3: 20 bytes a parameter, 12·nl·hd² parameters: 240·nl·hd²; the largest operator 4·hd·4hd."""
    assert (
        answer("memory.zero_infinity_model_states", layers=128, hidden=25600).value
        == 20 * 12 * 128 * 25600**2
    )
    assert answer("memory.zero_infinity_model_state_working", hidden=25600).value == 16 * 25600**2


@given(st.integers(1, 10**15), st.integers(1, 10**12), st.integers(1, 10**15))
def test_offload_bandwidth_is_the_inverse_of_its_efficiency(
    peak: int, bandwidth: int, intensity: int
) -> None:
    efficiency = answer(
        "memory.offload_efficiency", intensity=intensity, bandwidth=bandwidth, peak=peak
    ).value
    back = answer("memory.offload_bandwidth", efficiency=efficiency, intensity=intensity, peak=peak).value
    assert back == bandwidth


def test_offload_limits() -> None:
    for inputs in (
        {"efficiency": 1, "intensity": 1, "peak": 1},
        {"efficiency": "0.5", "intensity": 0, "peak": 1},
    ):
        with pytest.raises(ConditionError):
            answer("memory.offload_bandwidth", **inputs)
    with pytest.raises(ConditionError):
        answer("memory.offload_efficiency", intensity=0, bandwidth=0, peak=0)
    assert answer("memory.intensity_of_optimizer", sequence=1024, batch=4).value == 1024
    assert answer("memory.intensity_of_parameters", sequence=1024, batch=4).value == 4096
    assert answer("memory.intensity_of_checkpoints", hidden=8192).value == 24 * 8192
