"""Volumes of ring collectives: values by hand, and that differently named counts differ."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ledger.core.collectives.volumes import FORMULAS, PASSES
from ledger.core.formulas import get
from ledger.errors import ConditionError, InputError

OPERATIONS = st.sampled_from(sorted(PASSES))
RANKS = st.integers(1, 5000)
SIZES = st.integers(0, 10**18)


def value(formula: str, **inputs: object) -> Any:
    return get(f"collectives.{formula}").compute(inputs).value


def test_all_reduce_by_hand() -> None:
    # 8 ranks, 1 GiB: 2 · 7/8 GiB = 1.75 GiB sent by each rank.
    gib = {"operation": "all_reduce", "tensor_bytes": 2**30, "ranks": 8}
    assert value("sent_per_rank_of_tensor", **gib) == 7 * 2**28
    assert value("received_per_rank_of_tensor", **gib) == 7 * 2**28
    assert value("sent_and_received_per_rank_of_tensor", **gib) == 7 * 2**29
    assert value("total_over_ranks_of_tensor", **gib) == 7 * 2**31


def test_size_as_tensor_or_as_shard_differ_by_the_number_of_ranks() -> None:
    as_tensor = value("sent_per_rank_of_tensor", operation="all_gather", tensor_bytes=4096, ranks=8)
    as_shard = value("sent_per_rank_of_shard", operation="all_gather", shard_bytes=4096, ranks=8)
    assert (as_tensor, as_shard) == (3584, 28672)
    assert as_shard == 8 * as_tensor


@given(OPERATIONS, SIZES, RANKS)
def test_sent_equals_received_over_the_group(operation: str, size: int, ranks: int) -> None:
    inputs = {"operation": operation, "tensor_bytes": size, "ranks": ranks}
    sent, received = (value(f"{way}_per_rank_of_tensor", **inputs) for way in ("sent", "received"))
    total = value("total_over_ranks_of_tensor", **inputs)
    assert ranks * sent == total == ranks * received
    assert value("sent_and_received_per_rank_of_tensor", **inputs) == sent + received


@given(OPERATIONS, SIZES, RANKS)
def test_shard_form_is_the_tensor_form_of_all_shards(operation: str, shard: int, ranks: int) -> None:
    by_shard = {"operation": operation, "shard_bytes": shard, "ranks": ranks}
    by_tensor = {"operation": operation, "tensor_bytes": shard * ranks, "ranks": ranks}
    for count in ("sent_per_rank", "received_per_rank", "total_over_ranks"):
        assert value(f"{count}_of_shard", **by_shard) == value(f"{count}_of_tensor", **by_tensor)


@given(SIZES, RANKS)
def test_all_reduce_is_reduce_scatter_then_all_gather(size: int, ranks: int) -> None:
    parts = [
        value("sent_per_rank_of_tensor", operation=operation, tensor_bytes=size, ranks=ranks)
        for operation in ("reduce_scatter", "all_gather")
    ]
    whole = value("sent_per_rank_of_tensor", operation="all_reduce", tensor_bytes=size, ranks=ranks)
    assert whole == sum(parts)


@given(OPERATIONS, st.integers(1, 10**18), st.integers(1, 5000))
def test_sent_grows_with_ranks_and_stays_below_its_limit(operation: str, size: int, ranks: int) -> None:
    fewer, more = (
        value("sent_per_rank_of_tensor", operation=operation, tensor_bytes=size, ranks=count)
        for count in (ranks, ranks + 1)
    )
    assert fewer < more < PASSES[operation] * size


@pytest.mark.parametrize("operation", sorted(PASSES))
def test_one_rank_sends_nothing(operation: str) -> None:
    assert value("sent_per_rank_of_tensor", operation=operation, tensor_bytes=10**15, ranks=1) == 0


def test_exact_at_a_petabyte() -> None:
    # A double holds 53 bits; 2·(3−1)/3·(10^15+1) needs the fraction.
    found = value("sent_per_rank_of_tensor", operation="all_reduce", tensor_bytes=10**15 + 1, ranks=3)
    assert found == Fraction(4 * (10**15 + 1), 3)
    assert found != Fraction(float(found))


def test_refusals() -> None:
    with pytest.raises(InputError, match="unknown 'all_reduced'"):
        value("sent_per_rank_of_tensor", operation="all_reduced", tensor_bytes=1, ranks=2)
    with pytest.raises(InputError, match="at least 1"):
        value("sent_per_rank_of_tensor", operation="all_reduce", tensor_bytes=1, ranks=0)
    with pytest.raises(ConditionError, match="at least 1 rank") as refusal:
        get("collectives.sent_per_rank_of_tensor")("all_reduce", 1, 0)
    assert refusal.value.code == "too-few-ranks"


@pytest.mark.parametrize("formula", FORMULAS, ids=lambda formula: formula.id)
def test_what_size_means_is_in_the_name(formula: Any) -> None:
    assert formula.id.endswith(("_of_tensor", "_of_shard"))
    assert "size is" in formula.convention
