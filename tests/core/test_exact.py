"""Readers of structured inputs: what they take, and that what they refuse is bounded and typed."""

from __future__ import annotations

from collections.abc import Callable
from decimal import Decimal
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ledger.core.exact import (
    LONGEST_TEXT,
    ceil_div,
    ceil_log2,
    is_short,
    read_integer_rows,
    read_integers,
    read_number_matrices,
    read_number_rows,
    read_numbers,
    require,
    round_up,
    simplest,
)
from ledger.errors import ConditionError


def test_json_text_and_values_read_alike() -> None:
    assert read_integers("[1, 2e3, -1]") == read_integers([1, 2000, -1]) == (1, 2000, -1)
    assert read_numbers('[0.1, "1/3", 2]') == (Fraction(1, 10), Fraction(1, 3), 2)
    assert read_numbers([Decimal("0.1")]) == (Fraction(1, 10),)
    assert read_integer_rows("[[1, 2], [3, 4]]") == ((1, 2), (3, 4))
    assert read_number_rows("[[0.5]]") == ((Fraction(1, 2),),)
    assert read_number_matrices("[[[1]], [[2]]]") == (((1,),), ((2,),))


@pytest.mark.parametrize(
    ("read", "given"),
    [
        (read_integers, "[1.5]"),
        (read_integers, "3"),
        (read_integers, '"12"'),
        (read_integers, "[true]"),
        (read_integers, "[NaN]"),
        (read_integers, "[1e999]"),
        (read_integers, "[" + "9" * 5000 + "]"),
        (read_integers, [0.5]),
        (read_integers, "[1"),
        (read_integer_rows, "[[1], [1, 2]]"),
        (read_integer_rows, "[1]"),
        (read_integer_rows, "[" * 100_000),
        (read_numbers, " " * (LONGEST_TEXT + 1)),
        (read_numbers, {"a": 1}),
    ],
)
def test_refused(read: Callable[[object], object], given: object) -> None:
    with pytest.raises((ValueError, TypeError, ArithmeticError)):
        read(given)


def test_simplest_keeps_the_number() -> None:
    assert simplest(Fraction(4, 2)) == 2
    assert isinstance(simplest(Fraction(4, 2)), int)
    assert simplest(Fraction(1, 3)) == Fraction(1, 3)


@given(st.integers(-(10**20), 10**20), st.integers(1, 10**6))
def test_rounding_up(number: int, multiple: int) -> None:
    assert ceil_div(number, multiple) - 1 < Fraction(number, multiple) <= ceil_div(number, multiple)
    assert round_up(number, multiple) - multiple < number <= round_up(number, multiple)


@given(st.integers(1, 10**30))
def test_ceil_log2(number: int) -> None:
    power = ceil_log2(number)
    assert 2**power >= number
    assert power == 0 or 2 ** (power - 1) < number


@pytest.mark.parametrize(("number", "short"), [("-9/7", True), ("10", False), ("1/10", False), ("0", True)])
def test_short_numbers(number: str, short: bool) -> None:
    assert is_short(Fraction(number), 9) is short


def test_require() -> None:
    require(True, "code", "message")
    with pytest.raises(ConditionError, match="message") as refusal:
        require(False, "code", "message")
    assert refusal.value.code == "code"
