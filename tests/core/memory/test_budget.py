"""The memory ledger: what is alive when, in which tier, and the first item that does not fit."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ledger.core import formulas
from ledger.core.memory.allocations import PHASES
from ledger.core.memory.budget import read_budgets
from ledger.errors import ConditionError, InputError

SMALL = {
    "model": "layers=4,hidden=64,heads=4,vocabulary=1000",
    "layout": "",
    "recipe": "zero-fp16-adam",
    "run": "sequence=128",
}
PARAMETERS = 4 * (12 * 64 * 64 + 4 * 64) + 128 + 64_000
LAYER = 128 * 64 * (34 + Fraction(5 * 4 * 128, 64))  # Korthikanti et al., Eq. 1


def ledger(**changes: Any) -> formulas.Result:
    return formulas.get("memory.ledger").compute(SMALL | changes)


def item(answer: formulas.Result, name: str) -> Any:
    return next(row for row in answer.details["items"] if row["item"] == name)


def test_items_of_the_plainest_run() -> None:
    answer = ledger()
    assert item(answer, "parameter")["bytes"] == 2 * PARAMETERS
    assert item(answer, "variance")["bytes"] == 4 * PARAMETERS
    assert item(answer, "activations of layers")["bytes"] == 4 * LAYER
    assert item(answer, "embedding dropout masks")["bytes"] == 128 * 64
    assert item(answer, "fp32 logits")["bytes"] == 4 * 128 * 1000
    assert answer.details["first over budget"] is None


def test_peak_is_the_largest_phase_and_phases_sum_their_items() -> None:
    answer = ledger(policy="recompute=full")
    phases = answer.details["phases"]["device"]
    assert answer.value == max(phases.values()) == phases["backward"]
    for phase in PHASES:
        alive = [row["bytes"] for row in answer.details["items"] if phase in row["phases"].split("+")]
        assert sum(alive) == phases[phase]
    assert phases["load"] == 16 * PARAMETERS


@pytest.mark.parametrize(
    ("budget", "item_name", "phase"),
    [
        (2 * PARAMETERS - 1, "parameter", "load"),
        (4 * PARAMETERS, "master parameter", "load"),
        (16 * PARAMETERS - 1, "variance", "load"),
        (16 * PARAMETERS, "activations of layers", "forward"),
        (16 * PARAMETERS + 4 * 2 * 128 * 64, "embedding dropout masks", "forward"),
        (10**9, None, None),
    ],
)
def test_first_item_over_budget(budget: int, item_name: str | None, phase: str | None) -> None:
    over = ledger(policy="recompute=full", budgets=f"device={budget}").details["first over budget"]
    assert (over and over["item"], over and over["phase"]) == (item_name, phase)


def test_a_shortage_of_backward_alone_is_found_there() -> None:
    answer = ledger(policy="recompute=full")
    forward = answer.details["phases"]["device"]["forward"]
    over = ledger(policy="recompute=full", budgets=f"device={forward}").details["first over budget"]
    assert (over["item"], over["phase"]) == ("recomputed layer", "backward")
    assert over["needed"] - over["budget"] == over["over by"] == item(answer, "recomputed layer")["bytes"]


def test_exactly_the_budget_fits() -> None:
    peak = ledger().value
    assert ledger(budgets={"device": peak}).details["first over budget"] is None
    assert ledger(budgets={"device": peak - 1}).details["first over budget"] is not None


def test_offload_moves_state_to_its_tier_and_keeps_streaming_buffers() -> None:
    answer = ledger(
        run="sequence=128,optimizer_tier=cpu,activations_tier=remote",
        budgets="cpu=1.5MB,remote=1GB",
    )
    assert answer.details["peaks"]["cpu"] == 12 * PARAMETERS
    assert item(answer, "two optimizer buffers to stream")["bytes"] == 2 * 12 * PARAMETERS / 4
    assert item(answer, "two layers' activations to stream")["bytes"] == 2 * LAYER
    over = answer.details["first over budget"]
    assert (over["tier"], over["item"], over["phase"]) == ("cpu", "momentum", "load")


def test_stage_3_gathers_what_it_computes() -> None:
    answer = ledger(layout="dp=8", run="sequence=128,zero_stage=3,prefetch=2,bucket=1000")
    layer = 12 * 64 * 64 + 4 * 64
    assert item(answer, "parameter")["bytes"] == Fraction(2 * PARAMETERS, 8)
    assert item(answer, "gathered layer")["bytes"] == 2 * layer
    assert item(answer, "prefetched layers")["bytes"] == 2 * 2 * layer
    assert item(answer, "whole gradient of a layer")["phases"] == "backward"
    assert item(answer, "two gradient buckets")["bytes"] == 2 * 1000 * 2


def test_stage_2_holds_the_gradient_it_has_not_yet_reduced() -> None:
    answer = ledger(layout="dp=8", run="sequence=128,zero_stage=2")
    assert item(answer, "whole gradient of a layer")["bytes"] == 2 * (12 * 64 * 64 + 4 * 64)
    assert "gathered layer" not in [row["item"] for row in answer.details["items"]]


def test_gradients_on_the_host_leave_two_chunks_on_the_device() -> None:
    """kimi-k3-2026 §5.2.2: shards in CPU memory, a double gradient buffer on the GPU."""
    answer = ledger(
        model="layers=8,hidden=64,heads=4",
        layout="pp=2,vpp=4",
        run="sequence=128,micro_batches=8,gradients_tier=cpu",
    )
    stage = 2 * 4 * (12 * 64 * 64 + 4 * 64)
    assert item(answer, "gradient")["tier"] == "cpu"
    assert item(answer, "two gradients buffers to stream")["bytes"] == Fraction(2 * stage, 4)


def test_buffers_of_activations_on_their_way() -> None:
    whole = 2 * 128 * 64
    piped = ledger(layout="pp=2")
    assert item(piped, "send and receive buffers of a stage")["bytes"] == 2 * whole
    sequence = ledger(layout="tp=4,sp=yes")
    assert item(sequence, "sequence gathered over TP")["bytes"] == whole
    experts = ledger(model="layers=4,hidden=64,heads=4,experts=8,top_k=2,expert_ffn=64", layout="dp=8,ep=8")
    assert item(experts, "dispatch and combine buffers")["bytes"] == 2 * 2 * whole


def test_prediction_layers_keep_activations_on_the_last_stage() -> None:
    model = f"{SMALL['model']},mtp_layers=1"
    answer = ledger(model=model, layout="pp=2", stage=1)
    assert item(answer, "activations of prediction layers")["bytes"] == LAYER
    names = [row["item"] for row in ledger(model=model, layout="pp=2", stage=0).details["items"]]
    assert "activations of prediction layers" not in names


def test_largest_stage_is_that_of_its_ledgers() -> None:
    changes = {"layout": "pp=4", "run": "sequence=128,micro_batches=16"}
    answer = formulas.get("memory.largest_stage").compute(SMALL | changes)
    peaks = [ledger(**changes, stage=stage).value for stage in range(4)]
    assert answer.details["peaks"] == peaks
    assert (answer.value, answer.details["stage"]) == (max(peaks), peaks.index(max(peaks)))
    between = formulas.get("memory.largest_stage").compute(
        SMALL | changes | {"budgets": {"device": max(peaks) - 1}}
    )
    assert list(between.details["first over budget"]) == [answer.details["stage"]]
    with pytest.raises(ConditionError) as refusal:
        formulas.get("memory.largest_stage").compute(SMALL | {"layout": "pp=2000"})
    assert refusal.value.code == "too-large"


def test_buckets_are_held_only_where_there_is_someone_to_reduce_with() -> None:
    def names(layout: str) -> list[str]:
        return [row["item"] for row in ledger(layout=layout, run="sequence=128,bucket=10").details["items"]]

    assert "two gradient buckets" in names("dp=2")
    assert "two gradient buckets" in names("cp=2")
    assert "two gradient buckets" not in names("")


def test_gathered_layer_is_a_rank_s_part_of_the_largest_layer() -> None:
    model: dict[str, Any] = {"layers": 2, "hidden": 64, "heads": 4, "experts": 8, "top_k": 2}
    model |= {"expert_ffn": 64, "moe_layers": [0, 1]}
    answer = ledger(model=model, layout="tp=2,dp=4,ep=4,etp=1", run="sequence=128,zero_stage=3")
    dense = 12 * 64 * 64 // 2 + 4 * 64
    experts = 4 * 64 * 64 // 2 + 4 * 64 + 64 * 8 + 8 * 2 * 64 * 64 // 4
    assert item(answer, "gathered layer")["bytes"] == 2 * max(dense, experts)


def test_early_stages_hold_more_micro_batches() -> None:
    def activations(stage: int) -> Any:
        answer = ledger(layout="pp=4", run="sequence=128,micro_batches=16", stage=stage)
        return item(answer, "activations of layers")["bytes"]

    assert [activations(stage) for stage in range(4)] == [count * LAYER for count in (4, 3, 2, 1)]


def test_experts_do_not_divide_activations() -> None:
    model = "layers=4,hidden=64,heads=4,experts=8,top_k=2,expert_ffn=64"

    def activations(layout: str) -> Any:
        return item(ledger(model=model, layout=layout), "activations of layers")["bytes"]

    assert activations("dp=8,ep=1") == activations("dp=8,ep=8")


def test_gpt3_names_the_item_that_overflows_80_gib() -> None:
    """Calculon says only that the whole needs more than 80 GiB; this ledger says which item, and when."""
    answer = formulas.get("memory.ledger").compute(
        {
            "model": "layers=96,hidden=12288,heads=96",
            "layout": "tp=8,pp=8,vpp=3",
            "recipe": "megatron-bf16-adam",
            "run": "sequence=2048,micro_batches=64",
            "budgets": "80GiB",
        }
    )
    over = answer.details["first over budget"]
    assert (over["item"], over["phase"], over["budget"]) == ("activations of layers", "forward", 80 << 30)


@given(st.integers(1, 8), st.integers(1, 8), st.sampled_from(["none", "selective", "full"]))
def test_longer_sequences_and_larger_batches_never_need_less(length: int, batch: int, recompute: str) -> None:
    def peak(s: int, b: int) -> Any:
        return ledger(run=f"sequence={128 * s},micro_batch={b}", policy=f"recompute={recompute}").value

    assert peak(length, batch) <= peak(length + 1, batch)
    assert peak(length, batch) <= peak(length, batch + 1)


@given(st.sampled_from([1, 2, 4]), st.sampled_from([0, 1, 2, 3]))
def test_more_tensor_parallelism_never_needs_more(degree: int, stage: int) -> None:
    def peak(t: int) -> Any:
        return ledger(layout=f"tp={t},sp=yes,dp=2", run=f"sequence=128,zero_stage={stage}").value

    assert peak(2 * degree if degree < 4 else 4) <= peak(degree)


def test_budgets_are_read_with_units() -> None:
    assert read_budgets("device=80GiB,cpu=2TB") == {"device": 80 * 2**30, "cpu": 2 * 10**12}
    assert read_budgets("80GB") == {"device": 80 * 10**9}
    assert read_budgets(5) == {"device": 5}
    assert read_budgets("0.5GiB") == {"device": 2**29}
    assert 80 * 10**9 < 80 * 2**30  # GB and GiB disagree


@pytest.mark.parametrize(
    "bad",
    [
        {"budgets": "gpu=80GiB"},
        {"budgets": "device=80 GiBs"},
        {"run": "sequence=0x10"},
        {"run": ""},
        {"stage": -1},
    ],
)
def test_inputs_that_do_not_read(bad: dict[str, Any]) -> None:
    with pytest.raises(InputError):
        ledger(**bad)


@pytest.mark.parametrize(
    ("bad", "code"),
    [
        ({"stage": 1}, "stage"),
        ({"run": "sequence=8,optimizer_tier=disk"}, "tier"),
        ({"run": "sequence=8,shard_domain=tp"}, "shard-domain"),
        ({"policy": "recompute=most"}, "recompute"),
        ({"run": "sequence=8,schedule=wave"}, "schedule"),
        ({"layout": "pp=3"}, "layers-not-divisible"),
    ],
)
def test_inputs_outside_the_conditions(bad: dict[str, Any], code: str) -> None:
    with pytest.raises(ConditionError) as refusal:
        ledger(**bad)
    assert refusal.value.code == code
