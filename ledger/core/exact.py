"""Exact numbers at the edge of the formulas: readers for structured inputs, guards, and small helpers.

The readers serve ``Param.read``: they take what a caller already holds (nested sequences) or the
JSON text that a command line carries, and are bounded in length, depth and size of each number.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import NoReturn, TypeVar

from ledger.core.formulas import read_integer, read_number
from ledger.errors import ConditionError

LONGEST_TEXT = 4_000_000
T = TypeVar("T")


def require(holds: bool, code: str, message: str) -> None:
    """Refuse inputs outside a formula's conditions of validity.

    Raises:
        ConditionError: *holds* is false.
    """
    if not holds:
        raise ConditionError(code, message)


def simplest(number: int | Fraction) -> int | Fraction:
    """The same number, as an ``int`` when it is whole."""
    return number.numerator if isinstance(number, Fraction) and number.denominator == 1 else number


def is_short(number: Fraction, largest: int) -> bool:
    """Whether numerator and denominator are at most *largest*: a bound on how far exact sums grow."""
    return abs(number.numerator) <= largest and number.denominator <= largest


def ceil_div(number: int, divisor: int) -> int:
    """⌈number / divisor⌉ in integers."""
    return -(-number // divisor)


def round_up(number: int, multiple: int) -> int:
    """The smallest multiple of *multiple* that is at least *number*."""
    return ceil_div(number, multiple) * multiple


def ceil_log2(number: int) -> int:
    """⌈log₂ number⌉ for a positive number, in integers."""
    return (number - 1).bit_length()


def read_integers(given: object) -> tuple[int, ...]:
    """A list of whole numbers, ``[1, 2, 3]``.

    Raises:
        ValueError: it is not one.
    """
    return tuple(read_integer(item) for item in _sequence(_decoded(given)))


def read_numbers(given: object) -> tuple[Fraction, ...]:
    """A list of exact numbers, ``[1, 0.5, "1/3"]``.

    Raises:
        ValueError: it is not one.
    """
    return tuple(read_number(item) for item in _sequence(_decoded(given)))


def read_integer_rows(given: object) -> tuple[tuple[int, ...], ...]:
    """A matrix of whole numbers by rows, ``[[1, 2], [3, 4]]``; rows of equal length.

    Raises:
        ValueError: it is not one.
    """
    return _rows(given, read_integer)


def read_number_rows(given: object) -> tuple[tuple[Fraction, ...], ...]:
    """A matrix of exact numbers by rows; rows of equal length.

    Raises:
        ValueError: it is not one.
    """
    return _rows(given, read_number)


def read_number_matrices(given: object) -> tuple[tuple[tuple[Fraction, ...], ...], ...]:
    """A list of matrices of exact numbers, each by rows of equal length.

    Raises:
        ValueError: it is not one.
    """
    return tuple(read_number_rows(matrix) for matrix in _sequence(_decoded(given)))


def _rows(given: object, read: Callable[[object], T]) -> tuple[tuple[T, ...], ...]:
    rows = tuple(tuple(read(item) for item in _sequence(row)) for row in _sequence(_decoded(given)))
    if len({len(row) for row in rows}) > 1:
        raise ValueError("rows of unequal length")
    return rows


def _sequence(value: object) -> Sequence[object]:
    if isinstance(value, str | bytes) or not isinstance(value, Sequence):
        raise ValueError("not a list")
    return value


def _decoded(given: object) -> object:
    if not isinstance(given, str):
        return given
    if len(given) > LONGEST_TEXT:
        raise ValueError("too long")
    try:
        return json.loads(given, parse_float=read_number, parse_constant=_refuse)
    except RecursionError as fault:
        raise ValueError("nested too deeply") from fault


def _refuse(constant: str) -> NoReturn:
    raise ValueError(f"{constant} is not a number")
