"""Tile scales and loss scaling."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ledger.core import formulas
from ledger.core.numerics.formats import FORMATS
from ledger.errors import ConditionError, InputError


def compute(formula: str, **inputs: Any) -> formulas.Result:
    return formulas.get(formula).compute(inputs)


def test_k2_s_tiles() -> None:
    """1 × 128 tiles with FP32 scales: 1 + 4/128 bytes an element."""
    answer = compute("numerics.tile_bytes_per_element", tile_rows=1, tile_columns=128).value
    assert answer == Fraction("1.03125")


def test_v3_s_blocks_cost_less_than_its_tiles() -> None:
    tile = compute("numerics.tiled_tensor_bytes", rows=7168, columns=18432).value
    block = compute("numerics.tiled_tensor_bytes", rows=7168, columns=18432, tile_rows=128).value
    elements = 7168 * 18432
    assert tile == elements + elements // 128 * 4
    assert block == elements + elements // 128**2 * 4


def test_partial_tiles_have_whole_scales() -> None:
    answer = compute("numerics.tiled_tensor_bytes", rows=3, columns=129)
    assert answer.details["tiles"] == 6
    assert answer.value == 3 * 129 + 24


@given(st.integers(1, 300), st.integers(1, 300), st.integers(1, 64), st.integers(1, 128))
def test_whole_tiles_are_the_lower_bound(rows: int, columns: int, tile_rows: int, tile_columns: int) -> None:
    exact = compute(
        "numerics.tiled_tensor_bytes",
        rows=rows,
        columns=columns,
        tile_rows=tile_rows,
        tile_columns=tile_columns,
    ).value
    each = compute("numerics.tile_bytes_per_element", tile_rows=tile_rows, tile_columns=tile_columns).value
    whole = rows % tile_rows == 0 and columns % tile_columns == 0
    assert exact == rows * columns * Fraction(each) if whole else exact > rows * columns * Fraction(each)


def test_tile_scale_maps_the_maximum_to_the_top() -> None:
    scale = compute("numerics.tile_scale", largest_magnitude="12.5", format="fp8-e4m3").value
    assert Fraction("12.5") / scale == 448


def test_scale_survives_where_fp16_alone_does_not() -> None:
    """mixed-precision-2017 §3.2: small gradients become zero in FP16 unless the loss is scaled."""
    lost = compute("numerics.survives_scaling", gradient="1e-8")
    kept = compute("numerics.survives_scaling", gradient="1e-8", scale=1024)
    assert (lost.value, kept.value) == (False, True)
    assert compute("numerics.survives_scaling", gradient="100", scale=1024).value is False
    assert abs(kept.details["unscaled"] - Fraction("1e-8")) <= Fraction(1, 2**24) / 1024


@given(st.fractions(Fraction(1, 10**12), 10**12))
def test_largest_loss_scale_is_the_largest_power_of_two_that_fits(gradient: Fraction) -> None:
    scale = Fraction(compute("numerics.largest_loss_scale", largest_gradient=gradient).value)
    assert scale * gradient <= FORMATS["fp16"].largest < 2 * scale * gradient


def test_zero_gradient_bounds_no_scale() -> None:
    with pytest.raises(ConditionError) as refusal:
        compute("numerics.largest_loss_scale", largest_gradient=0)
    assert refusal.value.code == "zero"


def test_dynamic_scale_by_hand() -> None:
    """Two good steps double, an overflow halves and starts the count again."""
    answer = compute("numerics.dynamic_loss_scale", overflows="no,no,yes,no,no", initial=8, interval=2)
    assert answer.details == {"scales": [8, 8, 16, 8, 8], "skipped": 1}
    assert answer.value == 16
    assert compute("numerics.dynamic_loss_scale", overflows="yes,yes", initial=2).value == 1
    assert compute("numerics.dynamic_loss_scale", overflows="no,no", interval=1, ceiling=65536).value == 65536


@given(st.lists(st.booleans(), max_size=60), st.integers(1, 5))
def test_dynamic_scale_stays_a_power_of_two_times_the_first(history: list[bool], interval: int) -> None:
    value = compute("numerics.dynamic_loss_scale", overflows=history, initial=64, interval=interval).value
    assert value >= 1
    assert value & (value - 1) == 0


@pytest.mark.parametrize("bad", ["maybe", "no,,perhaps", {"no": 1}, ["no"] * 100_001])
def test_histories_that_do_not_read(bad: Any) -> None:
    with pytest.raises(InputError):
        compute("numerics.dynamic_loss_scale", overflows=bad)
