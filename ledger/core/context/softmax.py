"""Online softmax as an identity that can be run: blocks in any split give the attention of the whole row.

The identity needs only base^(a+b) = base^a · base^b, so with whole scores and a rational base it holds
exactly. With base e it is computed to a stated precision.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from decimal import Context, Decimal, localcontext
from fractions import Fraction
from typing import Annotated, Generic, TypeVar

from ledger.core.exact import is_short, read_integer_rows, read_number_rows, require, simplest
from ledger.core.formulas import Citation, Formula, Param, Result, formula

Number = TypeVar("Number", Fraction, Decimal)
DIGITS = 50
# The identity is for small examples: exact powers and sums grow with both.
LARGEST_SCORE = 200
MOST_SCORES = 256
LARGEST_BASE = 1000
LARGEST_VALUE = 10**6

Scores = Annotated[
    tuple[tuple[int, ...], ...],
    Param("1", "scores of one query by block, [[3, 1], [5, 2]]", read=read_integer_rows),
]
Values = Annotated[
    tuple[tuple[Fraction, ...], ...], Param("1", "one value a key, by block", read=read_number_rows)
]
SOURCE = Citation(
    "flashattention2-2023", "2.3.1", note="online softmax; Ring Attention §3 combines blocks so"
)
EXAMPLE = {"scores": "[[3, 1], [5, 2]]", "values": "[[1, 2], [3, 4]]"}


@dataclass(frozen=True, slots=True)
class Running(Generic[Number]):
    """What a query carries from block to block: maximum, denominator, weighted sum."""

    maximum: int
    denominator: Number
    numerator: Number


def fold(
    scores: Sequence[int],
    values: Sequence[Number],
    power: Callable[[int], Number],
    before: Running[Number] | None,
) -> Running[Number]:
    """Take in one block: rescale what was summed to the new maximum, then add the block."""
    maximum = max(scores) if before is None else max(before.maximum, *scores)
    denominator, numerator = power(0) - power(0), power(0) - power(0)
    if before is not None:
        scale = power(before.maximum - maximum)
        denominator, numerator = before.denominator * scale, before.numerator * scale
    for score, value in zip(scores, values, strict=True):
        weight = power(score - maximum)
        denominator += weight
        numerator += weight * value
    return Running(maximum, denominator, numerator)


def _need_blocks(scores: tuple[tuple[int, ...], ...], values: tuple[tuple[Fraction, ...], ...]) -> None:
    alike = [len(block) for block in scores] == [len(block) for block in values]
    require(alike, "wrong-shape", "needs one value for each score, block by block")
    count = sum(len(block) for block in scores)
    require(0 < count <= MOST_SCORES, "empty", f"needs from 1 to {MOST_SCORES} scores")
    short = all(is_short(value, LARGEST_VALUE) for block in values for value in block)
    require(short, "number-too-long", f"values with numerators and denominators up to {LARGEST_VALUE}")
    bounded = all(abs(score) <= LARGEST_SCORE for block in scores for score in block)
    require(bounded, "score-out-of-range", f"scores from −{LARGEST_SCORE} to {LARGEST_SCORE}")


def _run(
    scores: tuple[tuple[int, ...], ...],
    values: Sequence[Sequence[Number]],
    power: Callable[[int], Number],
) -> tuple[Running[Number], Running[Number]]:
    """The state after all blocks, and after the same scores as one block."""
    running: Running[Number] | None = None
    for block, own in zip(scores, values, strict=True):
        running = fold(block, own, power, running)
    row = [score for block in scores for score in block]
    whole = fold(row, [value for block in values for value in block], power, None)
    return (whole if running is None else running), whole


@formula(
    "context.online_softmax_exact",
    unit="1",
    convention="attention output of one query over blocks, weights base^score, exact",
    source=SOURCE,
    example={**EXAMPLE, "base": "2"},
    conditions=("whole scores within ±200, at most 256", "base > 0", "blocks of equal length"),
)
def online_softmax_exact(
    scores: Scores,
    values: Values,
    base: Annotated[Fraction, Param("1", "base of the exponential")] = Fraction(2),
) -> Result:
    """The output after the last block, with whether it equals the softmax of the whole row.

    Raises:
        ConditionError: blocks of other shapes, scores out of range, or a base that is not positive.
    """
    _need_blocks(scores, values)
    require(base > 0, "base-not-positive", "the base must be positive")
    require(
        max(base.numerator, base.denominator) <= LARGEST_BASE, "base-out-of-range", "the base is too large"
    )
    online, whole = _run(scores, values, lambda exponent: base**exponent)
    output = online.numerator / online.denominator
    details = {
        "maximum": online.maximum,
        "denominator": simplest(online.denominator),
        "equals_whole_row": output == whole.numerator / whole.denominator,
    }
    return Result(simplest(output), details)


@formula(
    "context.online_softmax_natural",
    unit="1",
    convention="attention output of one query over blocks, weights e^score, to 50 significant digits",
    source=SOURCE,
    example=EXAMPLE,
    conditions=("whole scores within ±200, at most 256", "blocks of equal length"),
)
def online_softmax_natural(scores: Scores, values: Values) -> Result:
    """The output after the last block, with its distance from the softmax of the whole row.

    Raises:
        ConditionError: blocks of other shapes, or scores out of range.
    """
    _need_blocks(scores, values)
    # Guard digits keep the rounding of a few hundred terms below the digits shown.
    context = Context(prec=DIGITS + 20)
    decimals = [[context.divide(v.numerator, v.denominator) for v in block] for block in values]
    with localcontext(context):
        online, whole = _run(scores, decimals, lambda exponent: Decimal(exponent).exp())
        output, reference = (state.numerator / state.denominator for state in (online, whole))
        distance = abs(output - reference)
    shown = Context(prec=DIGITS).plus(output)
    return Result(shown, {"maximum": online.maximum, "distance": distance})


FORMULAS: tuple[Formula, ...] = (online_softmax_exact, online_softmax_natural)
