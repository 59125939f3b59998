"""Recipes are tables; their sums are the constants that papers print, and they disagree with each other."""

from __future__ import annotations

from fractions import Fraction

import pytest

from ledger.core.memory.recipes import RECIPES, SHARDED_FROM_STAGE, read_recipe

# Sums as the sources print them: ZeRO §3.1; ZeRO-Infinity §3; Megatron's dist_optimizer.md.
PRINTED = {
    "zero-fp16-adam": 16,
    "zero-bf16-adam": 16,
    "zero-infinity-fp16-adam": 20,
    "megatron-fp16-adam": 20,
    "megatron-bf16-adam": 18,
    "megatron-fp32-adam": 16,
    "sgd-momentum-fp16": 12,
    "bf16-pure-adam": 8,
    "muon-bf16": 14,
    "deepseek-v3-fp8-adamw": 13 + Fraction(4, 16384),
    "adam-8bit": 10 + Fraction(8, 2048),
}


@pytest.mark.parametrize("name", RECIPES)
def test_sum_of_the_rows(name: str) -> None:
    assert RECIPES[name].bytes_per_parameter() == PRINTED[name]


@pytest.mark.parametrize("name", RECIPES)
def test_rows_are_named_once_and_typed(name: str) -> None:
    rows = RECIPES[name].tensors
    assert len({row.name for row in rows}) == len(rows)
    assert all(row.bytes > 0 and row.dtype and row.group in SHARDED_FROM_STAGE for row in rows)
    assert RECIPES[name].source.source


def test_groups_add_up() -> None:
    recipe = RECIPES["megatron-bf16-adam"]
    assert [recipe.bytes_per_parameter(group) for group in ("parameters", "gradients", "optimizer")] == [
        2,
        4,
        12,
    ]


def test_three_recipes_of_mixed_precision_adam_disagree() -> None:
    names = ("zero-fp16-adam", "megatron-bf16-adam", "zero-infinity-fp16-adam")
    assert [RECIPES[name].bytes_per_parameter() for name in names] == [16, 18, 20]


def test_unknown_recipe_is_refused_with_the_list() -> None:
    with pytest.raises(ValueError, match="zero-fp16-adam"):
        read_recipe("zero")
    assert read_recipe(RECIPES["muon-bf16"]) is RECIPES["muon-bf16"]
