"""Parameter counts against the counts that models are published with."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ledger.core import formulas
from ledger.core.memory.parameters import dense_layer, moe_layer
from ledger.core.transformer import Model

# Published parameter counts: the sums of the released checkpoints' tensors.
PUBLISHED = [
    (
        "layers=32,hidden=4096,heads=32,ffn=11008,gated=yes,norm=rmsnorm,vocabulary=32000,tied=no",
        6_738_415_616,
    ),  # Llama-2 7B
    (
        "layers=80,hidden=8192,heads=64,kv_heads=8,ffn=28672,gated=yes,norm=rmsnorm,vocabulary=128256,tied=no",
        70_553_706_496,
    ),  # Llama-3 70B
    (
        "layers=32,hidden=4096,heads=32,kv_heads=8,ffn=14336,gated=yes,norm=rmsnorm,vocabulary=32000,tied=no,"
        "experts=8,top_k=2,expert_ffn=14336",
        46_702_792_704,
    ),  # Mixtral 8x7B
    (
        "layers=12,hidden=768,heads=12,vocabulary=50257,positions=1024,linear_bias=yes",
        124_439_808,
    ),  # GPT-2 small
]


@pytest.mark.parametrize(("model", "expected"), PUBLISHED)
def test_published_counts(model: str, expected: int) -> None:
    assert formulas.get("memory.transformer_parameters").compute({"model": model}).value == expected


def test_activated_parameters_count_only_the_chosen_experts() -> None:
    details = formulas.get("memory.transformer_parameters").compute({"model": PUBLISHED[2][0]}).details
    # 6 of 8 experts idle in each of 32 layers, three matrices of 4096 × 14336 each
    assert details["activated"] == 46_702_792_704 - 32 * 6 * 3 * 4096 * 14336


def test_the_rule_of_twelve_leaves_out_embeddings_and_norms() -> None:
    rule = formulas.get("memory.transformer_parameters_12lh2").compute({"layers": 96, "hidden": 12288}).value
    assert rule == 12 * 96 * 12288**2
    full = formulas.get("memory.transformer_parameters").compute(
        {"model": "layers=96,hidden=12288,heads=96,vocabulary=51200"}
    )
    assert full.value - rule == 12288 * 51200 + (96 * 2 + 1) * 2 * 12288


@given(st.integers(1, 64), st.integers(1, 64))
def test_experts_grow_linearly_and_leave_the_rest(experts: int, more: int) -> None:
    def layer(count: int) -> tuple[int, int]:
        held = moe_layer(Model(layers=1, hidden=64, heads=4, experts=count, expert_ffn=32))
        return held.expert, held.tensor_split

    assert layer(experts)[0] * (experts + more) == layer(experts + more)[0] * experts
    assert layer(experts)[1] == layer(experts + more)[1]


def test_norms_are_replicated_and_matrices_split() -> None:
    held = dense_layer(Model(layers=1, hidden=64, heads=4))
    assert (held.tensor_split, held.replicated, held.expert) == (12 * 64 * 64, 4 * 64, 0)
    assert held.total == 12 * 64 * 64 + 4 * 64
