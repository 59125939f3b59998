"""Tile scales of low-precision tensors, and the loss scaling of FP16 training."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Annotated

from ledger.core.exact import ceil_div, simplest
from ledger.core.formulas import Citation, Param, Result, formula
from ledger.core.numerics.formats import FORMATS, Formats, nearest
from ledger.core.records import read_flag, read_items
from ledger.core.roots import Number
from ledger.errors import ConditionError

Extent = Annotated[int, Param("element", minimum=1)]
_K2 = Citation("kimi-k2-2025", "2.4.3", note="1 × 128 tiles with FP32 scales")
LONGEST_HISTORY = 100_000


@formula(
    "numerics.tile_bytes_per_element",
    unit="B/element",
    convention="whole tiles; element and its share of the tile's scale",
    source=_K2,
    example={"tile_rows": "1", "tile_columns": "128"},
)
def tile_bytes_per_element(
    tile_rows: Extent,
    tile_columns: Extent,
    element_bytes: Annotated[Fraction, Param("B", minimum=0)] = Fraction(1),
    scale_bytes: Annotated[Fraction, Param("B", minimum=0)] = Fraction(4),
) -> Number:
    """1 + 4/128 = 1.03125 B for FP8 in 1 × 128 tiles with FP32 scales."""
    return simplest(element_bytes + scale_bytes / (tile_rows * tile_columns))


@formula(
    "numerics.tiled_tensor_bytes",
    unit="B",
    convention="a partial tile at an edge has a scale of its own",
    source=Citation("deepseek-v3-2024", "3.3.2", note="1 × Nc tiles, Nc × Nc blocks; Nc = 128"),
    example={"rows": "7168", "columns": "18432", "tile_rows": "128", "tile_columns": "128"},
)
def tiled_tensor_bytes(
    rows: Extent,
    columns: Extent,
    tile_rows: Extent = 1,
    tile_columns: Extent = 128,
    element_bytes: Annotated[Fraction, Param("B", minimum=0)] = Fraction(1),
    scale_bytes: Annotated[Fraction, Param("B", minimum=0)] = Fraction(4),
) -> Result:
    """Bytes of a tensor stored with one scale a tile."""
    tiles = ceil_div(rows, tile_rows) * ceil_div(columns, tile_columns)
    elements, scales = rows * columns * element_bytes, tiles * scale_bytes
    details = {"elements": simplest(elements), "scales": simplest(scales), "tiles": tiles}
    return Result(simplest(elements + scales), details)


@formula(
    "numerics.tile_scale",
    unit="1",
    convention="largest magnitude of the tile over the format's largest number",
    source=Citation("deepseek-v3-2024", "3.3.2", note="online scaling by the tile's maximum"),
    example={"largest_magnitude": "12.5", "format": "fp8-e4m3"},
)
def tile_scale(largest_magnitude: Annotated[Fraction, Param("1", minimum=0)], format: Formats) -> Number:  # noqa: A002
    """The scale by which a tile is divided before it is rounded to the format."""
    return simplest(largest_magnitude / format.largest)


@formula(
    "numerics.largest_loss_scale",
    unit="1",
    convention="largest power of two whose product with the gradient stays finite",
    source=Citation("mixed-precision-2017", "3.2", note="product below 65,504"),
    example={"largest_gradient": "0.25"},
    conditions=("the gradient is not zero",),
)
def largest_loss_scale(
    largest_gradient: Annotated[Fraction, Param("1", "largest magnitude of a gradient", minimum=0)],
    format: Formats = FORMATS["fp16"],  # noqa: A002  (the field's own word)
) -> Number:
    """The largest 2^k with 2^k·gradient at most the format's largest number.

    Raises:
        ConditionError: the gradient is zero, which any scale suits.
    """
    if largest_gradient == 0:
        raise ConditionError("zero", "a zero gradient bounds no scale")
    ratio = format.largest / largest_gradient
    power = ratio.numerator.bit_length() - ratio.denominator.bit_length()
    while Fraction(2) ** power > ratio:
        power -= 1
    return simplest(Fraction(2) ** power)


@formula(
    "numerics.survives_scaling",
    unit="yes/no",
    convention="whether gradient·scale rounds to a number of the format that is neither zero nor overflow",
    source=Citation("mixed-precision-2017", "3.2"),
    example={"gradient": "1e-9", "scale": "1024"},
)
def survives_scaling(
    gradient: Annotated[Fraction, Param("1")],
    scale: Annotated[Fraction, Param("1", minimum=0)] = Fraction(1),
    format: Formats = FORMATS["fp16"],  # noqa: A002  (the field's own word)
) -> Result:
    """Whether a gradient is kept: below half of 2^-24 FP16 rounds it to zero; scaling lifts it."""
    rounded = nearest(gradient * scale, format)
    kept = rounded != 0 and abs(rounded) <= format.largest
    return Result(kept, {"rounded": simplest(rounded), "unscaled": simplest(rounded / scale) if scale else 0})


@formula(
    "numerics.dynamic_loss_scale",
    unit="1",
    convention="halve and skip the step on overflow; double after a full interval without one",
    source=Citation("mixed-precision-2017", "3.2", note="the dynamic rule is of later implementations"),
    example={"overflows": "no,no,yes,no", "initial": "65536", "interval": "2"},
)
def dynamic_loss_scale(
    overflows: Annotated[
        tuple[bool, ...],
        Param("yes/no", "whether each step overflowed", read=lambda given: read_history(given)),
    ],
    initial: Annotated[Fraction, Param("1", minimum=1)] = Fraction(65536),
    interval: Annotated[int, Param("step", "steps before the scale grows", minimum=1)] = 2000,
    factor: Annotated[int, Param("1", minimum=2)] = 2,
    ceiling: Annotated[Fraction, Param("1", "the scale grows no further", minimum=1)] = Fraction(2**24),
) -> Result:
    """The scale after a history of steps; ``details`` has the scale that each step used and the skips."""
    scales = list(_scales(overflows, initial, interval, factor, ceiling))
    details = {"scales": [simplest(scale) for scale in scales[:-1]], "skipped": sum(overflows)}
    return Result(simplest(scales[-1]), details)


def read_history(given: object) -> tuple[bool, ...]:
    """Flags from ``no,yes,no`` or a sequence.

    Raises:
        ValueError: it is not one, or is too long.
    """
    items = read_items(given)
    if len(items) > LONGEST_HISTORY:
        raise ValueError("too many steps")
    return tuple(read_flag(item) for item in items)


def _scales(
    overflows: tuple[bool, ...], scale: Fraction, interval: int, factor: int, ceiling: Fraction
) -> Iterator[Fraction]:
    good = 0
    for overflow in overflows:
        yield scale
        good = 0 if overflow else good + 1
        if overflow:
            scale = max(scale / factor, Fraction(1))
        elif good == interval:
            scale, good = max(scale, min(scale * factor, ceiling)), 0
    yield scale


FORMULAS = (
    tile_bytes_per_element,
    tiled_tensor_bytes,
    tile_scale,
    largest_loss_scale,
    survives_scaling,
    dynamic_loss_scale,
)
