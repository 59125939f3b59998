"""EleutherAI's calculator: a negative oracle for our own conventions."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from ledger.core import formulas
from ledger.errors import ConditionError


def answer(formula: str, **inputs: Any) -> formulas.Result:
    return formulas.get(formula).compute(inputs)


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


@pytest.mark.parametrize(("options", "code"), [("optimizer=lion", "optimizer"), ("zero_stage=4", "degree")])
def test_eleuther_refuses(options: str, code: str) -> None:
    with pytest.raises(ConditionError) as refusal:
        answer("memory.eleuther_training", options=options)
    assert refusal.value.code == code


def test_communication_is_one_bucket_and_the_live_parameters_of_stage_3() -> None:
    def communication(stage: int, gpus: int = 8) -> Any:
        options = f"num_gpus={gpus},zero_stage={stage},zero_allgather_bucket_size=7,zero3_max_live_params=11"
        return answer("memory.eleuther_training", options=options).details["items"]["communication"]

    assert [communication(stage) for stage in range(4)] == [0, 14, 14, 36]
    assert communication(3, gpus=1) == 0
