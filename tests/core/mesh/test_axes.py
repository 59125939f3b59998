"""Axes: two conventions of order, coordinates and ranks, and the world as the product of orthogonal axes."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ledger.core import formulas
from ledger.core.mesh.axes import Axes, read_axes
from ledger.errors import ConditionError, InputError

axes = st.lists(st.integers(1, 5), min_size=1, max_size=5).map(
    lambda sizes: Axes(tuple(["tp", "cp", "dp", "pp", "ep"][: len(sizes)]), tuple(sizes))
)


def value(formula: str, **inputs: Any) -> Any:
    return formulas.get(formula).compute(inputs).value


@given(axes, st.data())
def test_coordinates_and_rank_are_inverse(mesh: Axes, data: st.DataObject) -> None:
    rank = data.draw(st.integers(0, mesh.world - 1))
    assert mesh.rank(mesh.coordinates(rank)) == rank


def test_rank_orders_disagree() -> None:
    """Rank 13 of (2, 2, 4): in Megatron's order the first axis is fastest, in a row-major mesh the last."""
    megatron = value("mesh.coordinates", axes="pp=2,dp=2,tp=4", rank=13)
    row_major = value("mesh.coordinates_row_major", axes="pp=2,dp=2,tp=4", rank=13)
    assert megatron == {"pp": 1, "dp": 0, "tp": 3}
    assert row_major == {"pp": 1, "dp": 1, "tp": 1}
    assert value("mesh.order_of_row_major", axes="pp=2,dp=2,tp=4") == "tp-dp-pp"


def test_three_axes_fill_the_gpus() -> None:
    """Table 1 of Efficient Large-Scale Language Model Training (2021): tensor 8, pipeline 64, 3072 GPUs."""
    assert value("mesh.gpus_of_three_axes", pipeline=64, tensor=8, data=6) == 3072
    with pytest.raises(InputError):
        value("mesh.gpus_of_three_axes", pipeline=0, tensor=8, data=6)


def test_world_is_the_product_of_orthogonal_axes_only() -> None:
    assert value("mesh.world_size", axes="tp=1,dp=128,pp=16") == 2048
    with pytest.raises(ConditionError) as refusal:  # DeepSeek-V3: 128 · 16 · 64 would be 131,072
        value("mesh.world_size", axes="tp=1,dp=128,pp=16,ep=64")
    assert refusal.value.code == "ep-inside-dp"
    with pytest.raises(ConditionError) as refusal:
        value("mesh.world_size", axes="tp=8,sp=8,dp=2")
    assert refusal.value.code == "sp-shares-tp"
    assert value("mesh.world_size", axes="ep=8,pp=2") == 16


def test_the_plain_product_over_counts() -> None:
    """A lecture multiplies five degrees; for DeepSeek-V3 that is 64 times its 2,048 GPUs."""
    everything = value("mesh.product_of_all_axes", axes="dp=128,tp=1,pp=16,cp=1,ep=64")
    assert everything == 131_072 == 64 * value("mesh.world_size", axes="dp=128,tp=1,pp=16,cp=1")


@pytest.mark.parametrize(
    ("given_axes", "code"),
    [({"tp": 0}, "size"), ({}, "size"), ({"tp": 2**13, "dp": 2**13}, "too-large")],
)
def test_axes_that_cannot_be(given_axes: dict[str, int], code: str) -> None:
    with pytest.raises(ConditionError) as refusal:
        read_axes(given_axes)
    assert refusal.value.code == code


def test_refusals_of_ranks_and_texts() -> None:
    with pytest.raises(ConditionError, match="rank 4 of a world of 4"):
        value("mesh.coordinates", axes="tp=4", rank=4)
    for text in ("tp=2,tp=2", "tp", "tp=1.5", "[2]"):
        with pytest.raises(InputError):
            value("mesh.coordinates", axes=text, rank=0)
    with pytest.raises(ConditionError) as refusal:
        Axes(("tp", "tp"), (2, 2))
    assert refusal.value.code == "duplicate-axis"
