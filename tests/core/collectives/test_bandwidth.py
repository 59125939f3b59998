"""nccl-tests' bandwidths."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ledger.core.formulas import get
from ledger.errors import ConditionError

MEASURED = {"count": 268435456, "typesize": 4, "ranks": 8, "seconds": "0.01"}


def value(formula: str, **inputs: object) -> Any:
    return get(f"collectives.{formula}").compute(inputs).value


@pytest.mark.parametrize(
    ("operation", "factor"),
    [
        ("all_reduce", Fraction(7, 4)),
        ("reduce_scatter", Fraction(7, 8)),
        ("all_gather", Fraction(7, 8)),
        ("all_to_all", Fraction(7, 8)),
        ("gather", Fraction(7, 8)),
        ("scatter", Fraction(7, 8)),
        ("broadcast", 1),
        ("reduce", 1),
        ("send_receive", 1),
    ],
)
def test_factors(operation: str, factor: Fraction) -> None:
    assert value("bus_bandwidth_factor", operation=operation, ranks=8) == factor


def test_decimal_and_binary_gigabytes_disagree() -> None:
    decimal = value("algorithm_bandwidth", operation="all_reduce", **MEASURED)
    binary = value("algorithm_bandwidth_gib", operation="all_reduce", **MEASURED)
    assert decimal == Fraction("107.3741824")  # 2^30 B in 0.01 s
    assert binary == 100


def test_count_is_per_rank_for_gathers_and_whole_for_all_reduce() -> None:
    whole = value("algorithm_bandwidth", operation="all_reduce", **MEASURED)
    per_rank = value("algorithm_bandwidth", operation="all_gather", **MEASURED)
    assert per_rank == 8 * whole


@given(st.sampled_from(["all_reduce", "all_gather", "all_to_all", "reduce_scatter"]), st.integers(1, 9999))
def test_bus_bytes_are_what_a_rank_sends(operation: str, ranks: int) -> None:
    result = get("collectives.bus_bandwidth").compute(
        {"operation": operation, "count": 10**6, "typesize": 2, "ranks": ranks, "seconds": 1}
    )
    sent = value(
        "sent_per_rank_of_tensor",
        operation=operation,
        tensor_bytes=result.details["size_bytes"],
        ranks=ranks,
    )
    assert result.details["bus_bytes"] == sent
    assert result.value * 10**9 == sent


@pytest.mark.parametrize("seconds", [0, -1])
def test_no_time_no_bandwidth(seconds: int) -> None:
    with pytest.raises(ConditionError) as refusal:
        value("bus_bandwidth", operation="reduce", count=1, typesize=1, ranks=2, seconds=seconds)
    assert refusal.value.code == "no-time"
