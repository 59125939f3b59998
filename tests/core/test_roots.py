"""Square roots, surds and exponentials: exact where rational, else to fifty digits."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ledger.core.roots import divide, exponential, exponential_less_one, square_root, surd, to_decimal
from ledger.errors import ConditionError

TIGHT = Fraction(1, 10**48)


@given(st.fractions(0, 10**9))
def test_root_of_a_square_is_exact(number: Fraction) -> None:
    assert square_root(number * number) == number


@given(st.fractions(Fraction(1, 10**6), 10**18))
def test_other_roots_have_fifty_digits(number: Fraction) -> None:
    root = Fraction(square_root(number))
    assert abs(root * root / number - 1) < TIGHT


@given(st.integers(-100, 100), st.integers(-100, 100), st.integers(0, 100))
def test_surd(rational: int, coefficient: int, radicand: int) -> None:
    wanted = rational + coefficient * Fraction(square_root(radicand))
    assert abs(Fraction(surd(rational, coefficient, radicand)) - wanted) < Fraction(1, 10**44)


@given(st.integers(-(10**30), 10**30), st.integers(1, 10**6))
def test_division_is_exact_and_whole_where_it_can_be(number: int, by: int) -> None:
    assert divide(number, by) == Fraction(number, by)
    assert isinstance(divide(number * by, by), int)


def test_exponential_is_bounded() -> None:
    assert exponential(-(10**400)) == 0
    with pytest.raises(ConditionError) as refusal:
        exponential(10**400)
    assert refusal.value.code == "too-large"


def test_exponential_and_decimal() -> None:
    assert exponential(1) == Decimal("2.7182818284590452353602874713526624977572470937000")
    assert exponential(0) == 1
    assert to_decimal(Fraction(1, 3)) == Decimal("0." + "3" * 50)


@given(st.fractions(Fraction(-50), Fraction(50)))
def test_exponential_less_one_is_what_it_says(number: Fraction) -> None:
    direct = Fraction(exponential(number)) - 1
    assert abs(Fraction(exponential_less_one(number)) - direct) <= Fraction(1, 10**47) * (1 + abs(direct))


@pytest.mark.parametrize("power", range(20, 60))
def test_exponential_less_one_keeps_its_digits_near_zero(power: int) -> None:
    """e^x - 1 is x + x²/2 + x³/6 + … for small x, to the last of fifty digits."""
    small = Fraction(1, 10**power)
    value = Fraction(exponential_less_one(small))
    assert abs(value - small - small**2 / 2 - small**3 / 6) <= small / 10**49
