"""Pipeline stages: whole layers, uneven lists, embeddings at the ends, experts by expert data parallelism."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ledger.core import formulas
from ledger.core.memory.parameters import Held, block, embedding
from ledger.core.memory.stages import held_by_stage, layers_of_stages, shards_of
from ledger.core.transformer import Layout, Model
from ledger.errors import ConditionError

PLAIN = Model(layers=8, hidden=64, heads=4, vocabulary=1000)
MIXED = Model(
    layers=6, hidden=64, heads=4, vocabulary=100, experts=8, expert_ffn=32, moe_layers=(0, 0, 1, 1, 1, 1)
)


def test_even_uneven_and_interleaved_splits() -> None:
    assert layers_of_stages(PLAIN, Layout(pp=4), ()) == [[0, 1], [2, 3], [4, 5], [6, 7]]
    assert layers_of_stages(PLAIN, Layout(pp=3), (2, 3, 3)) == [[0, 1], [2, 3, 4], [5, 6, 7]]
    assert layers_of_stages(PLAIN, Layout(pp=2), (8, 0)) == [list(range(8)), []]
    assert layers_of_stages(PLAIN, Layout(pp=2, vpp=2), ()) == [[0, 1, 4, 5], [2, 3, 6, 7]]


@pytest.mark.parametrize(
    ("layout", "counts", "code"),
    [
        (Layout(pp=3), (), "layers-not-divisible"),
        (Layout(pp=3), (4, 4), "stages"),
        (Layout(pp=2), (4, 5), "stages"),
        (Layout(pp=2), (9, -1), "stages"),
        (Layout(pp=2), (5, 4), "stages"),
    ],
)
def test_splits_that_do_not_fit(layout: Layout, counts: tuple[int, ...], code: str) -> None:
    with pytest.raises(ConditionError) as refusal:
        layers_of_stages(PLAIN, layout, counts)
    assert refusal.value.code == code


def total(model: Model, layout: Layout) -> Held:
    held = Held()
    for stage, layers in enumerate(layers_of_stages(model, layout, ())):
        held += held_by_stage(model, layout, stage, layers)
    return held


@given(st.sampled_from([1, 2, 4, 8]), st.booleans())
def test_stages_hold_the_model_and_no_more(stages: int, tied: bool) -> None:
    model = Model(layers=8, hidden=64, heads=4, vocabulary=1000, tied=tied)
    copies = 1 if tied and stages == 1 else 2  # a tied matrix is held at both ends of a pipeline
    assert total(model, Layout(pp=stages)).total == block(model).total + copies * embedding(model)


def test_expert_layers_go_where_the_pattern_says() -> None:
    layout = Layout(pp=3)
    experts = [
        held_by_stage(MIXED, layout, stage, layers).expert
        for stage, layers in enumerate(layers_of_stages(MIXED, layout, ()))
    ]
    each = 2 * 8 * 2 * 64 * 32  # two layers of eight experts of two matrices
    assert experts == [0, each, each]


def test_shard_domains_disagree() -> None:
    layout = Layout(tp=2, dp=4, cp=2, pp=2, ep=4, etp=1)
    assert shards_of(layout, "dp-cp") == (8, 4)
    assert shards_of(layout, "dp") == (4, 4)
    assert shards_of(layout, "world") == (32, 32)


def compute(**inputs: object) -> formulas.Result:
    return formulas.get("memory.stage_state").compute(inputs)


def test_most_loaded_stage_is_named() -> None:
    answer = compute(
        model="layers=8,hidden=64,heads=4,vocabulary=1000",
        layout="pp=4",
        recipe="zero-fp16-adam",
        stages="1,3,3,1",
    )
    layer = 12 * 64 * 64 + 4 * 64
    sizes = [row["parameters"] for row in answer.details["stages"]]
    assert sizes == [layer + 64_000, 3 * layer, 3 * layer, layer + 64_000 + 128]
    assert answer.details["most loaded stage"] == 1
    assert answer.value == 16 * 3 * layer


def test_expert_state_is_sharded_over_expert_data_parallelism() -> None:
    inputs = {
        "model": "layers=1,hidden=64,heads=4,experts=8,expert_ffn=32,top_k=2",
        "layout": "dp=16,ep=8",
        "recipe": "megatron-bf16-adam",
        "zero_stage": 1,
    }
    dense = 4 * 64 * 64 + 4 * 64 + 64 * 8 + 128  # attention, norms, router, last norm
    expert = 8 * 2 * 64 * 32 // 8  # one expert a rank
    wanted = dense * (6 + Fraction(12, 16)) + expert * (6 + Fraction(12, 2))
    assert compute(**inputs).value == wanted


def test_whole_layers_disagree_with_a_fractional_share() -> None:
    """61 layers over 16 stages: an estimate that takes 61/16 of the layers is below the fullest stage."""
    model = "layers=61,hidden=1024,heads=8,vocabulary=1000,tied=no"
    fractional = formulas.get("memory.megatron_weight_and_optimizer").compute(
        {"model": model, "layout": "pp=16"}
    )
    whole = compute(model=model, layout="pp=16", recipe="megatron-bf16-adam", stages="4*15,1")
    assert whole.value > fractional.value
