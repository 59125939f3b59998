"""Activation estimates of other papers and tools, and where they disagree."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from ledger.core import formulas


def value(formula: str, **inputs: Any) -> Any:
    return formulas.get(formula).compute(inputs).value


def test_megatron_is_korthikanti_with_its_own_ends() -> None:
    shape = {"layers": 48, "sequence": 2048, "micro_batch": 4, "hidden": 6144, "tensor_parallel": 8}
    ours = value(
        "activation.korthikanti_first_stage",
        **shape,
        heads=64,
        technique="tensor+sequence+selective",
        vocabulary=51200,
    )
    theirs = value("activation.megatron_first_stage", **shape, ffn=24576, vocabulary=51200)
    assert theirs - ours == Fraction(8 * 2048 * 4, 8)  # eight bytes a token for the input ids


def test_megatron_with_few_micro_batches() -> None:
    shape = {"layers": 8, "hidden": 64, "ffn": 256, "vocabulary": 100, "sequence": 16, "pipeline_parallel": 4}
    full = value("activation.megatron_first_stage", **shape, micro_batches=8)
    assert value("activation.megatron_first_stage", **shape, micro_batches=2) == Fraction(full) / 2
    interleaved = value("activation.megatron_first_stage", **shape, micro_batches=2, chunks=3)
    assert interleaved == full * (1 + Fraction(3, 12))


def test_megatron_without_sequence_parallelism_adds_five_percent() -> None:
    shape = {"layers": 1, "hidden": 64, "vocabulary": 100, "sequence": 16, "tensor_parallel": 4}
    layer, ends = 16 * 64 * (10 + Fraction(24, 4)), 16 * (8 + 64) + 2 * 16 * (Fraction(100, 4) + 64)
    wanted = (layer + ends) * Fraction(21, 20)
    assert value("activation.megatron_first_stage_without_sequence_parallel", **shape) == wanted


def test_full_recomputation_of_llm_analysis_is_divided_by_t() -> None:
    shape = {"sequence": 2048, "micro_batch": 1, "hidden": 12288}
    theirs = value(
        "activation.llm_analysis_layer", **shape, heads=96, tensor_parallel=8, recomputation="FULL"
    )
    assert theirs * 8 == value("activation.full_recompute_layer", **shape)


def test_zero_s_footnote_counts_elements() -> None:
    """60 GB for GPT-2 1.5B (48 layers of 1600) at batch 32, sequence 1K, is two bytes for each element."""
    elements = value("activation.zero_total_elements", layers=48, hidden=1600, batch=32, sequence=1024)
    assert abs(Fraction(2 * elements, 10**9) - 60) < 1


def test_zero_s_partitioned_checkpoints_print_elements() -> None:
    """§6.1 prints about 33 GB and 2 GB; at two bytes an element it is twice that."""
    shape = {"layers": 125, "hidden": 8192, "batch": 32, "sequence": 1024}
    whole = value("activation.partitioned_checkpoints", **shape)
    part = value("activation.partitioned_checkpoints", **shape, model_parallel=16)
    assert round(Fraction(whole, 10**9)) == 67
    assert abs(Fraction(whole, 2 * 10**9) - 33) < 1
    assert abs(part / (2 * 10**9) - 2) < Fraction(1, 5)


def test_zero_infinity_by_hand() -> None:
    """Eq. 3 and 5 with bsz 2, seq 8, hd 4, nl 6, ci 3, 2 heads."""
    stored = value(
        "activation.zero_infinity_checkpoints", batch=2, sequence=8, hidden=4, layers=6, interval=3
    )
    assert stored == 2 * 2 * 8 * 4 * 6 // 3
    working = value("activation.zero_infinity_working", batch=2, sequence=8, hidden=4, heads=2, interval=3)
    assert working == 2 * 8 * 3 * (16 * 4 + 2 * 2 * 8)


def test_megatron_without_sequence_parallelism_over_a_pipeline() -> None:
    shape = {"layers": 4, "hidden": 64, "vocabulary": 100, "sequence": 16, "tensor_parallel": 4}
    one = 4 * 16 * 64 * (10 + Fraction(24, 4)) + 16 * (8 + 64) * 4
    wanted = one * Fraction(2, 4) * Fraction(21, 20)
    answer = value(
        "activation.megatron_first_stage_without_sequence_parallel",
        **shape,
        pipeline_parallel=4,
        micro_batches=2,
    )
    assert answer == wanted


@given(st.integers(1, 64), st.integers(1, 32))
def test_zero_infinity_checkpoints_fall_and_working_memory_grows_with_the_interval(
    hidden: int, interval: int
) -> None:
    shape = {"batch": 4, "sequence": 128, "hidden": hidden}

    def both(ci: int) -> tuple[Any, Any]:
        stored = value("activation.zero_infinity_checkpoints", **shape, layers=64, interval=ci)
        return stored, value("activation.zero_infinity_working", **shape, heads=4, interval=ci)

    assert both(interval + 1)[0] < both(interval)[0]
    assert both(interval + 1)[1] > both(interval)[1]
