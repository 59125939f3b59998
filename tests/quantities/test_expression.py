"""Expressions: precedence as papers print it, exact values, identity, bounds."""

from __future__ import annotations

from fractions import Fraction

import pytest

from ledger.errors import QuantityError
from ledger.quantities import scan
from ledger.quantities.evaluation import equivalent, evaluate
from ledger.quantities.expression import normal, parse, read, symbols
from ledger.quantities.text import Mark, Role, Text


@pytest.mark.parametrize(
    ("text", "spelling"),
    [
        ("16P", "16*P"),
        ("4P + 12P/N_d", "4*P+12*P/N_d"),
        ("2(N−1)/N", "2*(N-1)/N"),
        ("(p−1)/(m+p−1)", "(p-1)/(m+p-1)"),
        ("3SH/n", "3*S*H/n"),
        ("2DS/K", "2*D*S/K"),
        ("2(D-1)/(D)S", "2*(D-1)/D*S"),
        ("a/2b", "a/(2*b)"),
        ("ceil(E(R-1)/R²)", "ceil(E*(R-1)/R^2)"),
        ("O(√n)", "O*sqrt(n)"),
        ("N_{d}", "N_d"),
        ("x₁+1", "x_1+1"),
        ("a-(b-c)", "a-(b-c)"),
        ("2^-3", "2^(-3)"),
    ],
)
def test_normal(text: str, spelling: str) -> None:
    assert normal(parse(text)) == spelling
    assert normal(parse(spelling)) == spelling


def test_raised_and_lowered_marks() -> None:
    """``x`` with a raised ``n−1`` and a lowered ``k``, as the working form of a text has them."""
    node = parse("x" + chr(0xE900 + ord("k")) + chr(0xE100 + ord("n")) + "⁻¹")
    assert normal(node) == "x_k^(n-1)"


@pytest.mark.parametrize(
    ("text", "values", "value"),
    [
        ("(p-1)/(m+p-1)", {"p": 4, "m": 8}, Fraction(3, 11)),
        ("4P + 12P/N", {"P": 2, "N": 4}, Fraction(14)),
        ("ceil(E(R-1)/R^2)", {"E": 384, "R": 16}, Fraction(23)),
        ("sqrt(x)", {"x": 9}, Fraction(3)),
        ("max(a, b, 2)", {"a": 1, "b": 5}, Fraction(5)),
        ("-x^2", {"x": 3}, Fraction(-9)),
    ],
)
def test_evaluate(text: str, values: dict[str, int], value: Fraction) -> None:
    """384·15/256 = 22.5, and its ceiling is 23."""
    assert evaluate(text, values) == value


@pytest.mark.parametrize(
    ("text", "values"),
    [("1/x", {"x": 0}), ("x", {}), ("sqrt(x)", {"x": 2}), ("x^x", {"x": 10**6}), ("log(x)", {"x": 2})],
)
def test_evaluate_refuses(text: str, values: dict[str, int]) -> None:
    with pytest.raises(QuantityError):
        evaluate(text, values)


@pytest.mark.parametrize(
    ("left", "right", "same"),
    [
        ("4P+12P/N", "(4*N*P + 12*P)/N", True),
        ("2(N-1)/N", "2 - 2/N", True),
        ("(p-1)/m", "(p-1)/(m+p-1)", False),
        ("log(n)", "log(n)", True),
        ("log(n)", "log(2n)", False),
        ("16P", "16Q", False),
        ("x/x", "1", False),
    ],
)
def test_equivalent(left: str, right: str, same: bool) -> None:
    assert equivalent(left, right) is same


def test_equivalent_under_other_names() -> None:
    assert equivalent("2(n-1)/n", "2(N-1)/N", {"n": "N"})
    assert not equivalent("2(n-1)/n", "2(N-1)/N")


@pytest.mark.parametrize("text", ["", "(", "1+", "f(x", "foo(x)", "(" * 300, "1" * 500, "a b", "a;b"])
def test_no_expression(text: str) -> None:
    with pytest.raises(QuantityError):
        parse(text)


def test_read_stops_at_words() -> None:
    text = "16P bytes"
    found = read(text, 0, len(text))
    assert found is not None
    node, end, literals = found
    assert (normal(node), end, symbols(node)) == ("16*P", 3, {"P"})
    assert [(literal.start, literal.end) for literal in literals] == [(0, 2)]


def test_a_power_of_ten_written_with_e_belongs_to_its_number() -> None:
    (token,) = [t for t in scan(Text("12·n·d²/1.5e12", (Mark(0, 14, Role.MATH, "inline"),))) if t.parts]
    assert token.quantity is not None
    assert token.quantity.expression == "12*n*d^2/1500000000000"
