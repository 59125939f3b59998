"""Megatron's sequence parallelism beside tensor parallelism and beside Ulysses."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ledger.core.formulas import get
from ledger.errors import ConditionError


def value(formula: str, **inputs: object) -> Any:
    return get(f"context.{formula}").compute(inputs).value


@given(st.integers(1, 10**12), st.integers(1, 20000), st.integers(1, 64))
def test_same_bytes_as_tensor_parallelism(chunk: int, hidden: int, ranks: int) -> None:
    # §4.2.2: the bandwidth used is the same, since an all-reduce is a reduce-scatter and an all-gather.
    shape = {"sequence": chunk * ranks, "hidden": hidden, "tensor_parallel": ranks}
    tensor_parallel = value("tensor_parallel_sent_per_rank_per_layer", **shape)
    assert value("megatron_sp_sent_per_rank_per_layer", **shape) == tensor_parallel
    again = value("megatron_sp_sent_per_rank_per_layer_regathered", **shape)
    assert again * 8 == tensor_parallel * 10


def test_by_hand() -> None:
    # 8 passes over 8·4·2 B at ¾: 384 B.
    shape = {"sequence": 8, "hidden": 4, "tensor_parallel": 4}
    assert value("megatron_sp_sent_per_rank_per_layer", **shape) == 384
    assert value("megatron_sp_sent_per_rank_per_layer", **shape, batch=3, element_bytes=4) == 2304


def test_paper_ratio_to_ulysses_is_the_degree() -> None:
    megatron = value("megatron_sp_paper_volume_per_link", sequence=8192, hidden=4096)
    ulysses = value("ulysses_paper_volume_per_link", sequence=8192, hidden=4096, degree=64)
    assert megatron == 64 * ulysses


@pytest.mark.parametrize(
    ("method", "degree", "printed"),
    [("TP", 8, 8), ("TP_SP", 8, 10), ("Ulysses", 16, Fraction(1, 2)), ("Ring", 3, 4)],
)
def test_printed_table(method: str, degree: int, printed: Fraction) -> None:
    assert value("odysseus_table_volume", method=method, degree=degree) == printed


def test_sequence_must_divide() -> None:
    with pytest.raises(ConditionError) as refusal:
        value("megatron_sp_sent_per_rank_per_layer", sequence=9, hidden=4, tensor_parallel=4)
    assert refusal.value.code == "not-divisible"
