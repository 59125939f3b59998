"""The traffic formulas in bytes."""

from __future__ import annotations

import pytest

from ledger.core.formulas import get
from ledger.errors import ConditionError


def test_binomial_tree_all_reduce_by_hand() -> None:
    # Rank 1 and 3 send up once; rank 2 sends up once and down once; rank 0 sends down twice.
    result = get("collectives.traffic_of_vector").compute(
        {"algorithm": "binomial_tree_all_reduce", "vector_bytes": 1024, "ranks": 4}
    )
    assert result.value == [2048, 1024, 2048, 1024]
    assert result.details["received_per_rank"] == [2048, 1024, 2048, 1024]
    assert result.details["sent_total"] == result.details["received_total"] == 6 * 1024
    assert result.details["rounds"] == 4


def test_a_bound_on_what_is_listed() -> None:
    with pytest.raises(ConditionError) as refusal:
        get("collectives.traffic_of_vector").compute(
            {"algorithm": "ring_all_reduce", "vector_bytes": 1, "ranks": 2**17}
        )
    assert refusal.value.code == "too-many-ranks"


def test_rounds_of_a_ring_all_reduce() -> None:
    assert get("collectives.rounds").compute({"algorithm": "ring_all_reduce", "ranks": 5}).value == 8
