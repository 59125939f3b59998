"""Micro-batches in flight, and segment checkpoints."""

from __future__ import annotations

from fractions import Fraction
from math import isqrt
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ledger.core import formulas
from ledger.errors import ConditionError


def in_flight(schedule: str, p: int, stage: int, m: int, chunks: int = 1) -> Any:
    return (
        formulas.get("activation.in_flight")
        .compute(
            {
                "schedule": schedule,
                "pipeline_parallel": p,
                "stage": stage,
                "micro_batches": m,
                "chunks": chunks,
            }
        )
        .value
    )


def test_gpipe_holds_all_and_1f1b_what_the_pipeline_is_deep() -> None:
    assert [in_flight("gpipe", 4, stage, 12) for stage in range(4)] == [12] * 4
    assert [in_flight("1f1b", 4, stage, 12) for stage in range(4)] == [4, 3, 2, 1]
    assert [in_flight("1f1b", 4, stage, 2) for stage in range(4)] == [2, 2, 2, 1]


# Handed pipeline case: 4 stages, 2 chunks a device, 8 micro-batches: 11, 9, 7, 5 chunk activations at peak.
def test_interleaved_peaks() -> None:
    assert [in_flight("interleaved", 4, stage, 8, 2) * 2 for stage in range(4)] == [11, 9, 7, 5]


@given(st.integers(1, 64), st.integers(2, 8))
def test_first_stage_has_the_paper_s_factor(p: int, chunks: int) -> None:
    factor = formulas.get("activation.interleave_factor").compute({"pipeline_parallel": p, "chunks": chunks})
    assert in_flight("interleaved", p, 0, 10**6, chunks) == p * Fraction(factor.value)


@given(
    st.sampled_from(["gpipe", "1f1b", "interleaved"]),
    st.integers(1, 16),
    st.integers(1, 64),
    st.integers(1, 4),
)
def test_later_stages_and_fewer_batches_never_hold_more(schedule: str, p: int, m: int, chunks: int) -> None:
    held = [in_flight(schedule, p, stage, m, chunks) for stage in range(p)]
    assert held == sorted(held, reverse=True)
    assert all(0 < count <= m for count in held)
    assert held[0] <= in_flight(schedule, p, 0, m + 1, chunks)


def test_a_stage_beyond_the_pipeline() -> None:
    with pytest.raises(ConditionError) as refusal:
        in_flight("1f1b", 4, 4, 8)
    assert refusal.value.code == "stage"


@given(st.integers(1, 40))
def test_square_root_checkpoints(root: int) -> None:
    """With equal sizes, √n segments of √n layers are best: 2√n instead of n + 1 layers' worth."""
    layers = root * root

    def memory(checkpoints: int) -> Fraction:
        return Fraction(
            formulas.get("activation.segment_checkpoints")
            .compute(
                {"layers": layers, "checkpoints": checkpoints, "input_bytes": 1, "intermediate_bytes": 1}
            )
            .value
        )

    assert memory(isqrt(layers)) == 2 * root
    assert min(memory(count) for count in range(1, layers + 1)) == 2 * root
