"""Model state under ZeRO: the paper's table, limits, monotonicity, exactness."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ledger.core import formulas
from ledger.core.memory.recipes import RECIPES
from ledger.errors import ConditionError, InputError

# ZeRO (arXiv:1910.02054v3) Table 1, p. 11: parameters, DP degree, GB under P_os, P_os+g, P_os+g+p
TABLE_1 = [
    ("7.5e9", 1, "120", "120", "120"),
    ("7.5e9", 4, "52.5", "41.3", "30"),
    ("7.5e9", 16, "35.6", "21.6", "7.5"),
    ("7.5e9", 64, "31.4", "16.6", "1.88"),
    ("7.5e9", 256, "30.4", "15.4", "0.47"),
    ("7.5e9", 1024, "30.1", "15.1", "0.12"),
    ("128e9", 1, "2048", "2048", "2048"),
    ("128e9", 4, "896", "704", "512"),
    ("128e9", 16, "608", "368", "128"),
    ("128e9", 64, "536", "284", "32"),
    ("128e9", 256, "518", "263", "8"),
    ("128e9", 1024, "513", "257", "2"),
    ("1e12", 1, "16000", "16000", "16000"),
    ("1e12", 4, "7000", "5500", "4000"),
    ("1e12", 16, "4750", "2875", "1000"),
    ("1e12", 64, "4187", "2218", "250"),
    ("1e12", 256, "4046", "2054", "62.5"),
    ("1e12", 1024, "4011", "2013", "15.6"),
]


def value(formula: str, **inputs: object) -> Fraction:
    return Fraction(formulas.get(formula).compute(inputs).value)


@pytest.mark.parametrize(("parameters", "degree", "one", "two", "three"), TABLE_1)
def test_table_1_of_zero(parameters: str, degree: int, one: str, two: str, three: str) -> None:
    for stage, printed in ((1, one), (2, two), (3, three)):
        gigabytes = value(f"memory.zero{stage}_state", parameters=parameters, data_parallel=degree) / 10**9
        unit = Fraction(Decimal(1).scaleb(int(Decimal(printed).as_tuple().exponent)))
        assert abs(gigabytes - Fraction(printed)) < unit  # the table rounds some entries, truncates others


def test_the_issue_s_own_call() -> None:
    answer = formulas.get("memory.model_state").compute(
        {"parameters": "70e9", "recipe": "zero-fp16-adam", "zero_stage": "3", "data_parallel": "64"}
    )
    assert answer.value == 17_500_000_000  # 16 · 70e9 / 64
    assert answer.details["items"]["master parameter"] == 4_375_000_000


@pytest.mark.parametrize(
    ("recipe", "stage", "ranks", "expected"),
    [
        ("megatron-bf16-adam", 1, 16, 6 + Fraction(12, 16)),
        ("megatron-fp16-adam", 1, 16, 4 - 2 + 2 + Fraction(16, 16)),
        ("megatron-fp32-adam", 1, 16, 8 + Fraction(8, 16)),
        ("zero-infinity-fp16-adam", 2, 8, 2 + Fraction(18, 8)),
        ("zero-fp16-adam", 3, 64, Fraction(16, 64)),
    ],
)
def test_bytes_per_parameter(recipe: str, stage: int, ranks: int, expected: Fraction) -> None:
    assert (
        value("memory.bytes_per_parameter", recipe=recipe, zero_stage=stage, data_parallel=ranks) == expected
    )


def test_symbolic_forms_agree() -> None:
    """4P + 12P/N in byte totals, in widths and by recipe."""
    for stage in range(4):
        by_recipe = value(
            "memory.model_state",
            parameters="7.5e9",
            recipe="zero-fp16-adam",
            zero_stage=stage,
            data_parallel=48,
        )
        by_widths = value(
            "memory.state_by_widths",
            parameters="7.5e9",
            parameter_bytes=2,
            gradient_bytes=2,
            optimizer_bytes=12,
            zero_stage=stage,
            data_parallel=48,
        )
        by_bytes = value(
            "memory.state_by_bytes",
            weights="15e9",
            gradients="15e9",
            optimizer="90e9",
            zero_stage=stage,
            data_parallel=48,
        )
        closed = value(f"memory.zero{stage}_state", parameters="7.5e9", data_parallel=48)
        assert by_recipe == by_widths == by_bytes == closed


recipes = st.sampled_from(sorted(RECIPES))


@given(st.integers(0, 10**15), recipes, st.integers(0, 3), st.integers(1, 10**5))
def test_more_ranks_never_raise_a_shard(parameters: int, recipe: str, stage: int, ranks: int) -> None:
    inputs = {"parameters": parameters, "recipe": recipe, "zero_stage": stage}
    fewer = value("memory.model_state", **inputs, data_parallel=ranks)
    more = value("memory.model_state", **inputs, data_parallel=ranks + 1)
    assert more <= fewer


@given(st.integers(1, 10**15), recipes, st.integers(1, 10**5))
def test_higher_stages_never_hold_more(parameters: int, recipe: str, ranks: int) -> None:
    sizes = [
        value(
            "memory.model_state", parameters=parameters, recipe=recipe, zero_stage=stage, data_parallel=ranks
        )
        for stage in range(4)
    ]
    assert sizes == sorted(sizes, reverse=True)


@given(st.integers(0, 10**15), recipes, st.integers(0, 3))
def test_one_rank_holds_everything(parameters: int, recipe: str, stage: int) -> None:
    alone = value("memory.model_state", parameters=parameters, recipe=recipe, zero_stage=stage)
    assert alone == parameters * Fraction(RECIPES[recipe].bytes_per_parameter())


@given(st.integers(10**15, 10**18), st.integers(1, 10**5), recipes)
def test_shards_sum_to_the_whole_exactly(parameters: int, ranks: int, recipe: str) -> None:
    """No drift at 10^15 bytes and beyond: the shards of all ranks make up the whole to the byte."""
    whole = value("memory.model_state", parameters=parameters, recipe=recipe)
    shard = value(
        "memory.model_state", parameters=parameters, recipe=recipe, zero_stage=3, data_parallel=ranks
    )
    assert shard * ranks == whole


def test_fsdp_strategies_are_zero_stages() -> None:
    common = {"parameters": "8e9", "recipe": "zero-bf16-adam", "world": 64}

    def fsdp(strategy: str, group: int = 1) -> Fraction:
        return value("memory.fsdp_state", **common, strategy=strategy, shard_group=group)

    assert fsdp("NO_SHARD") == 128 * 10**9
    assert fsdp("SHARD_GRAD_OP") == 16 * 10**9 + Fraction(112 * 10**9, 64)
    assert fsdp("FULL_SHARD") == 2 * 10**9
    assert fsdp("HYBRID_SHARD", 8) == 16 * 10**9
    assert fsdp("HYBRID_SHARD", 64) == fsdp("FULL_SHARD")
    hybrid = formulas.get("memory.fsdp_state").compute(
        {**common, "strategy": "HYBRID_SHARD", "shard_group": 8}
    )
    assert hybrid.details["replicas"] == 8
    with pytest.raises(ConditionError, match="does not divide") as refusal:
        fsdp("HYBRID_SHARD", 7)
    assert refusal.value.code == "not-divisible"


def test_the_peak_of_stage_3_is_more_than_its_shard() -> None:
    peak = formulas.get("memory.sharded_peak").compute(
        {
            "parameters": "7e9",
            "recipe": "zero-bf16-adam",
            "data_parallel": 64,
            "unit_parameters": "200e6",
            "buffer": "1e8",
        }
    )
    assert peak.details["items"]["resident shard"] == 1_750_000_000
    # two bytes each for the unit, its gradient and one prefetched unit, and the buffer
    assert peak.value == 1_750_000_000 + 3 * 400_000_000 + 100_000_000


@pytest.mark.parametrize("stage", [4, 17])
def test_a_stage_that_is_none(stage: int) -> None:
    with pytest.raises(ConditionError) as refusal:
        value("memory.model_state", parameters=1, recipe="zero-fp16-adam", zero_stage=stage)
    assert refusal.value.code == "zero-stage"


@pytest.mark.parametrize(
    "bad",
    [
        {"parameters": -1},
        {"data_parallel": 0},
        {"recipe": "zero-fp16-adm"},
        {"zero_stage": -1},
        {"parameters": 1.5},
    ],
)
def test_bad_inputs(bad: dict[str, object]) -> None:
    inputs = {"parameters": 1, "recipe": "zero-fp16-adam", "zero_stage": 0, "data_parallel": 1} | bad
    with pytest.raises(InputError):
        formulas.get("memory.model_state").compute(inputs)
