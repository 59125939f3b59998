"""Calculon's memory tiers: what its convention counts; the sizes it printed are in tests/gold."""

from __future__ import annotations

from typing import Any

import pytest

from ledger.core import formulas
from ledger.errors import ConditionError


def answer(formula: str, **inputs: Any) -> formulas.Result:
    return formulas.get(formula).compute(inputs)


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


SHAPE = {"hidden": 64, "ffn": 256, "sequence": 32, "heads": 4, "head_size": 16, "blocks": 12}


def items(execution: str) -> Any:
    return answer("memory.calculon_tiers", **SHAPE, execution=execution).details["items"]


def test_a_fused_activation_keeps_neither_input_nor_gradient() -> None:
    plain, fused = items("batch_size=1"), items("batch_size=1,fused_activation=yes")
    inner = 2 * 32 * 256
    # one working block and eleven stored ones, the working one stored too
    assert plain["Act"] - fused["Act"] == 12 * inner
    assert plain["Act grad"] - fused["Act grad"] == inner


def test_full_precision_needs_no_master_copy() -> None:
    half, single = items("batch_size=1"), items("batch_size=1,datatype=float32")
    assert half["Optim space"] * 8 == single["Optim space"] * 12
    assert single["Weights"] == 2 * half["Weights"]
