"""Online softmax: any split into blocks, any order of blocks, the same output."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ledger.core.context.softmax import Running, fold
from ledger.core.formulas import get
from ledger.errors import ConditionError

SCORES = st.lists(st.integers(-30, 30), min_size=1, max_size=12)


def run(formula: str, **inputs: object) -> Any:
    return get(f"context.online_softmax_{formula}").compute(inputs)


def test_by_hand() -> None:
    # Base 2, scores 0 and 1: weights 1/3 and 2/3 of values 3 and 6.
    result = run("exact", scores="[[0], [1]]", values="[[3], [6]]", base="2")
    assert result.value == 5
    assert result.details == {"maximum": 1, "denominator": Fraction(3, 2), "equals_whole_row": True}


@given(SCORES, st.data(), st.sampled_from([Fraction(2), Fraction(3, 2), Fraction(1, 3)]))
def test_every_split_gives_the_plain_softmax(scores: list[int], data: st.DataObject, base: Fraction) -> None:
    values = [Fraction(position * position, 7) for position in range(len(scores))]
    cuts = sorted(data.draw(st.sets(st.integers(1, len(scores)), max_size=4)) | {len(scores)})
    running: Running[Fraction] | None = None
    start = 0
    for end in cuts:
        running = fold(scores[start:end], values[start:end], lambda power: base**power, running)
        start = end
    weights = [base**score for score in scores]
    plain = sum(w * v for w, v in zip(weights, values, strict=True)) / sum(weights)
    assert running is not None
    assert running.numerator / running.denominator == plain
    assert running.maximum == max(scores)


@given(st.lists(st.lists(st.integers(-200, 200), min_size=3, max_size=3), min_size=1, max_size=5))
def test_natural_base_agrees_far_below_the_digits_shown(scores: list[list[int]]) -> None:
    values = [[1, -2, 3]] * len(scores)
    result = run("natural", scores=scores, values=values)
    assert result.details["distance"] < Decimal("1e-60")
    assert -2 <= result.value <= 3


def test_natural_base_by_hand() -> None:
    # 1/(1 + e) to 30 digits.
    result = run("natural", scores="[[0], [1]]", values="[[1], [0]]")
    assert str(result.value).startswith("0.268941421369995120748840758")


def test_equal_scores_average() -> None:
    for formula in ("exact", "natural"):
        assert run(formula, scores="[[7, 7], [7, 7]]", values="[[1, 2], [3, 4]]").value == Decimal("2.5")


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"values": "[[1]]"}, "wrong-shape"),
        ({"scores": "[]", "values": "[]"}, "empty"),
        ({"scores": "[[201, 0]]"}, "score-out-of-range"),
        ({"values": "[[1, 1e7]]"}, "number-too-long"),
        ({"base": "0"}, "base-not-positive"),
        ({"base": "1001"}, "base-out-of-range"),
    ],
)
def test_refusals(changes: dict[str, str], code: str) -> None:
    with pytest.raises(ConditionError) as refusal:
        run("exact", **{"scores": "[[1, 0]]", "values": "[[1, 2]]", **changes})
    assert refusal.value.code == code
