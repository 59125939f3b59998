"""Call frequencies: per layer, micro-batch and step, and what policies add or save."""

from __future__ import annotations

from typing import Any

import pytest

from ledger.core import formulas
from ledger.errors import ConditionError


def calls(text: str) -> dict[str, Any]:
    answer = formulas.get("mesh.call_frequency").compute({"plan": text})
    assert answer.value == sum(row["per step"] for row in answer.details.values())
    return {name: row["per step"] for name, row in answer.details.items()}


def test_tensor_parallelism_has_two_all_reduces_each_way() -> None:
    """Megatron-LM: two in forward and two in backward of a layer, for every micro-batch."""
    assert calls("layers=10,micro_batches=8,tp=8") == {"tp: all-reduce": 4 * 10 * 8}


def test_sequence_parallelism_has_four_and_four_and_may_gather_again() -> None:
    """selective-recompute-2022 §4.2.2: four all-gathers, four reduce-scatters, and one gather more."""
    plain = calls("layers=1,tp=8,sp=yes,regather=no")
    assert plain == {"tp: all-gather": 4, "tp: reduce-scatter": 4}
    assert calls("layers=1,tp=8,sp=yes")["tp: all-gather"] == 6


def test_data_parallelism_once_a_step_or_once_a_micro_batch() -> None:
    """The two descriptions of gradient accumulation disagree; no_sync says which it is."""
    assert calls("layers=4,micro_batches=8,dp=4") == {"dp: all-reduce of gradients": 1}
    assert calls("layers=4,micro_batches=8,dp=4,no_sync=no") == {"dp: all-reduce of gradients": 8}


def test_zero_stages() -> None:
    base = "layers=4,micro_batches=8,dp=4"
    assert calls(f"{base},zero_stage=1") == {
        "dp: reduce-scatter of gradients": 1,
        "dp: all-gather of parameters": 1,
    }
    assert calls(f"{base},zero_stage=2") == {
        "dp: reduce-scatter of gradients": 8,
        "dp: all-gather of parameters": 1,
    }
    assert calls(f"{base},zero_stage=3") == {
        "dp: all-gather of parameters": 2 * 4 * 8,
        "dp: reduce-scatter of gradients": 4 * 8,
    }


def test_pipeline_sends_once_each_way_for_every_chunk() -> None:
    assert calls("layers=4,micro_batches=8,pp=4,chunks=2") == {
        "pp: send to the next stage": 16,
        "pp: send to the previous stage": 16,
    }


def test_two_ranks_of_an_axis_are_enough() -> None:
    assert len(calls("layers=1,moe_layers=1,tp=2,pp=2,dp=2,ep=2,cp=2,zero_stage=1")) == 8


def test_experts_dispatch_and_combine_both_ways_and_may_dispatch_again() -> None:
    base = "layers=4,moe_layers=3,micro_batches=8,ep=8"
    assert calls(base) == {"ep: all-to-all": 4 * 3 * 8}
    assert calls(f"{base},redispatch=yes") == {"ep: all-to-all": 5 * 3 * 8}
    assert calls("layers=4,ep=8") == {}


def test_context_parallelism() -> None:
    assert calls("layers=2,cp=4,context=ulysses") == {"cp: all-to-all": 16}
    assert calls("layers=2,cp=4") == {
        "cp: ring exchange of keys and values": 2 * 6,
        "cp: ring exchange of their gradients": 2 * 4,
    }


def test_a_single_rank_calls_nothing() -> None:
    assert calls("layers=4,micro_batches=8,zero_stage=3") == {}


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("layers=1,context=sparse", "context"),
        ("layers=1,zero_stage=4", "zero-stage"),
        ("layers=1,moe_layers=2", "layers"),
    ],
)
def test_plans_that_cannot_be(text: str, code: str) -> None:
    with pytest.raises(ConditionError) as refusal:
        calls(text)
    assert refusal.value.code == code
