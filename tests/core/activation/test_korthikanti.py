"""Korthikanti et al. (arXiv:2205.05198v1): Table 2, Figure 7, the FLOPs of appendix A."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ledger.core import formulas
from ledger.core.activation.korthikanti import TECHNIQUES
from ledger.errors import ConditionError

SBH = 2048 * 12288
GPT3 = {"sequence": 2048, "micro_batch": 1, "hidden": 12288, "heads": 96, "tensor_parallel": 8}


def value(formula: str, **inputs: Any) -> Any:
    return formulas.get(formula).compute(inputs).value


# Table 2 with 5as/h = 80 and t = 8, in units of sbh
TABLE_2 = [
    ("none", Fraction(34 + 80)),
    ("tensor", 10 + Fraction(24, 8) + Fraction(80, 8)),
    ("tensor+sequence", Fraction(34, 8) + Fraction(80, 8)),
    ("tensor+selective", 10 + Fraction(24, 8)),
    ("tensor+sequence+selective", Fraction(34, 8)),
    ("selective", Fraction(34)),
    ("full", Fraction(2)),
    ("full+sharded", Fraction(2, 8)),
]


@pytest.mark.parametrize(("technique", "expected"), TABLE_2)
def test_table_2(technique: str, expected: Fraction) -> None:
    assert value("activation.korthikanti_layer", **GPT3, technique=technique) == expected * SBH


def test_full_recomputation_2sbh_or_2sbh_over_t() -> None:
    shape = {"sequence": 2048, "micro_batch": 1, "hidden": 12288}
    whole = value("activation.full_recompute_layer", **shape)
    shared = value("activation.full_recompute_layer_sharded", **shape, tensor_parallel=8)
    assert (whole, shared) == (50_331_648, 6_291_456)


def test_text_of_section_5() -> None:
    """5as/h is 80 for GPT-3 and 64 for MT-NLG; 70 % and 65 % saved; 2.7 % and 1.6 % more FLOPs."""
    models = [("12288", "96", "96", "0.70", "0.027"), ("20480", "128", "105", "0.65", "0.016")]
    factors = []
    for hidden, heads, layers, saved, flops in models:
        shape = {"sequence": 2048, "hidden": hidden, "heads": heads}
        factors.append(value("activation.attention_core_factor", **shape))
        share = value("activation.selective_saving", **shape)
        assert abs(share - Fraction(saved)) <= Fraction(1, 200)
        more = value(
            "activation.selective_flops_overhead",
            layers=layers,
            sequence=2048,
            hidden=hidden,
            vocabulary=51200,
        )
        assert abs(more - Fraction(flops)) <= Fraction(1, 2000)
    assert factors == [80, 64]


def test_equation_8_and_its_own_text_disagree() -> None:
    """The text adds two GEMMs of 2Bs²h a layer to Eq. 7, which is s/18h; Eq. 8 as printed adds s/6h."""
    shape = {"batch": 1, "layers": 96, "sequence": 2048, "hidden": 12288, "vocabulary": 51200}
    base = value("activation.model_flops", **shape)
    printed = value("activation.selective_hardware_flops", **shape) - base
    derived = value("activation.selective_hardware_flops_derived", **shape) - base
    assert derived == 96 * 4 * 2048**2 * 12288
    assert printed == 3 * derived


def test_figure_1_of_the_22b_model() -> None:
    """59.25 GiB at the tensor-parallel baseline, 9.56 GiB with both techniques."""
    shape = {
        "layers": 48,
        "sequence": 2048,
        "micro_batch": 4,
        "hidden": 6144,
        "heads": 64,
        "tensor_parallel": 8,
    }
    stage = [
        Fraction(value("activation.korthikanti_first_stage", **shape, technique=technique)) / 2**30
        for technique in ("tensor", "tensor+sequence+selective")
    ]
    assert stage == [Fraction("59.25"), Fraction("9.5625")]


def test_small_terms_of_section_4_3_are_negligible() -> None:
    """For the 22B model the paper puts them below 0.01 % of the total; exactly they are about 0.6 %."""
    answer = formulas.get("activation.korthikanti_first_stage").compute(
        {
            "layers": 48,
            "sequence": 2048,
            "micro_batch": 4,
            "hidden": 6144,
            "heads": 64,
            "tensor_parallel": 8,
            "technique": "tensor+sequence",
            "vocabulary": 51200,
        }
    )
    tokens = Fraction(2048 * 4 * 6144, 8)
    assert answer.details["embedding and head"] == tokens * (1 + 4 * (1 + Fraction(51200, 6144)))
    share = Fraction(answer.details["embedding and head"]) / answer.details["layers"]
    assert Fraction(1, 200) < share < Fraction(1, 100)


def test_output_deallocation_is_printed_in_gib() -> None:
    """Appendix B prints 2.73 GB for sbhp at two bytes: 2.94 GB, or 2.73 GiB."""
    saving = value(
        "activation.output_deallocation_saving", sequence=2048, micro_batch=1, hidden=20480, in_flight=35
    )
    assert saving == 2_936_012_800
    assert abs(Fraction(saving, 2**30) - Fraction("2.73")) < Fraction(1, 200)
    assert abs(Fraction(saving, 10**9) - Fraction("2.73")) > Fraction(1, 10)


def test_interleaving_costs_and_vanishes() -> None:
    assert value("activation.interleave_factor", pipeline_parallel=8, chunks=3) == 1 + Fraction(7, 24)
    assert value("activation.interleave_factor", pipeline_parallel=8, chunks=1) == 1
    assert value("activation.interleave_factor", pipeline_parallel=1, chunks=4) == 1


sizes = st.integers(1, 64)


@given(sizes, sizes, sizes, st.integers(1, 16), st.sampled_from(sorted(TECHNIQUES)))
def test_more_tensor_parallelism_never_stores_more(s: int, b: int, a: int, t: int, technique: str) -> None:
    def layer(degree: int) -> Any:
        return value(
            "activation.korthikanti_layer",
            sequence=s,
            micro_batch=b,
            hidden=64 * a,
            heads=a,
            tensor_parallel=degree,
            technique=technique,
        )

    assert layer(t + 1) <= layer(t)


@given(sizes, sizes, sizes)
def test_without_parallelism_the_techniques_coincide(s: int, b: int, a: int) -> None:
    shape = {"sequence": s, "micro_batch": b, "hidden": 64 * a, "heads": a}
    alone = {
        technique: value("activation.korthikanti_layer", **shape, technique=technique)
        for technique in TECHNIQUES
    }
    assert alone["none"] == alone["tensor"] == alone["tensor+sequence"]
    assert alone["selective"] == alone["tensor+selective"] == alone["tensor+sequence+selective"]
    assert alone["full"] == alone["full+sharded"]


@given(st.integers(0, 100), st.integers(0, 100), st.integers(0, 64), st.integers(0, 10**4))
def test_checkpoint_window_is_the_largest_that_fits(
    full: int, checkpoint: int, held: int, budget: int
) -> None:
    inputs = {"budget": budget, "full": full, "checkpoint": checkpoint, "in_flight": held}
    if checkpoint > full or held * checkpoint > budget:
        with pytest.raises(ConditionError):
            value("activation.checkpoint_window", **inputs)
        return
    window = value("activation.checkpoint_window", **inputs)

    def used(whole: int) -> int:
        return whole * full + (held - whole) * checkpoint

    assert used(window) <= budget
    assert window == held or used(window + 1) > budget
