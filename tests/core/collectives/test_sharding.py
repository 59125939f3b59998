"""ZeRO's volumes and the parameter server."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ledger.core.formulas import get
from ledger.errors import ConditionError

STAGES = st.integers(0, 3)


def value(formula: str, **inputs: object) -> Any:
    return get(f"collectives.{formula}").compute(inputs).value


@pytest.mark.parametrize(("stage", "times"), [(0, 2), (1, 2), (2, 2), (3, 3)])
def test_paper_volumes(stage: int, times: int) -> None:
    # ZeRO §7.1: 2Ψ; §7.2.1: 2Ψ; §7.2.2: 3Ψ, 1.5× the baseline.
    assert value("zero_paper_volume", parameters="7.5e9", zero_stage=stage) == times * 7_500_000_000
    assert value("zero_paper_volume_ratio", zero_stage=stage) == Fraction(times, 2)


@pytest.mark.parametrize(
    ("operation", "times"), [("all_reduce", 2), ("reduce_scatter", 1), ("all_gather", 1)]
)
def test_paper_volume_of_a_collective(operation: str, times: int) -> None:
    assert value("zero_paper_volume_of_collective", operation=operation, elements="1e15") == times * 10**15


def test_paper_volume_and_sent_bytes_differ() -> None:
    paper = value("zero_paper_volume", parameters=1000, zero_stage=3)
    sent = value(
        "zero_sent_per_rank",
        parameters=1000,
        zero_stage=3,
        data_parallel=4,
        gradient_bytes=1,
        parameter_bytes=1,
    )
    assert (paper, sent) == (3000, 2250)


@given(st.integers(0, 10**15), STAGES, st.integers(1, 4096))
def test_ratio_is_untouched_by_the_ring_factor(parameters: int, stage: int, ranks: int) -> None:
    sent, plain = (
        value("zero_sent_per_rank", parameters=parameters, zero_stage=chosen, data_parallel=ranks)
        for chosen in (stage, 0)
    )
    assert sent == value("zero_paper_volume_ratio", zero_stage=stage) * plain


def test_dtypes_of_gradients_and_parameters() -> None:
    inputs = {"parameters": 100, "data_parallel": 2, "gradient_bytes": 4, "parameter_bytes": 2}
    assert value("zero_sent_per_rank", zero_stage=0, **inputs) == 400  # all-reduce in FP32
    assert value("zero_sent_per_rank", zero_stage=1, **inputs) == 300
    assert value("zero_sent_per_rank", zero_stage=3, **inputs) == 400


def test_no_such_stage() -> None:
    with pytest.raises(ConditionError) as refusal:
        value("zero_paper_volume", parameters=1, zero_stage=4)
    assert refusal.value.code == "no-such-stage"


def test_partitioned_checkpoints_cost_less_than_a_tenth() -> None:
    assert value("zero_r_activation_checkpoint_overhead") == Fraction(1, 12) < Fraction(1, 10)


@given(st.integers(1, 10**4), st.integers(0, 10**16), st.integers(1, 512))
def test_parameter_server_counts_agree(workers: int, state: int, servers: int) -> None:
    total = value("parameter_server_total", workers=workers, state_bytes=state)
    assert total == workers * value("parameter_server_per_worker", state_bytes=state)
    per_server = value("parameter_server_per_server", workers=workers, state_bytes=state, servers=servers)
    assert total == servers * per_server


def test_parameter_server_by_hand() -> None:
    # 8 workers push and pull 14 GB: 224 GB through the servers, 56 GB through each of four.
    inputs = {"workers": 8, "state_bytes": "14e9"}
    assert value("parameter_server_total", **inputs) == 224 * 10**9
    assert value("parameter_server_per_server", servers=4, **inputs) == 56 * 10**9
