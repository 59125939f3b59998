"""A whole text that is a formula: signs, units, symbols without digits, and what is none."""

from __future__ import annotations

import pytest

from ledger.quantities.whole import read_formula


@pytest.mark.parametrize(
    ("text", "expression", "comparator", "unit"),
    [
        ("M ≥ 4 × K", "4*K", "≥", "1"),
        ("M(I) ≤ E/R", "E/R", "≤", "1"),
        ("(p − 1)·(F + B_f)", "(p-1)*(F+B_f)", "=", "1"),
        ("m · (F + B)", "m*(F+B)", "=", "1"),
        ("F/v", "F/v", "=", "1"),
        ("p + 1 micro-batches", "p+1", "=", "micro-batch"),
        ("p + 1 个 micro-batch", "p+1", "=", "micro-batch"),
        ("3·s·h 个元素", "3*s*h", "=", "个"),
        ("2N/(G·E) tokens per expert", "2*N/(G*E)", "=", "token/expert"),
        ("16Ψ bytes", "16*Ψ", "=", "B"),
        ("x ≈ 2(N−1)/N", "2*(N-1)/N", "≈", "1"),
    ],
)
def test_formula(text: str, expression: str, comparator: str, unit: str) -> None:
    found = read_formula(text)
    assert found is not None
    assert (found.expression, found.comparator.value, found.unit) == (expression, comparator, unit)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "p + 1 个 GB micro-batch",
        "6c 个 GB token",
        "6c 个不是 token",
        "6c not tokens",
        "6c tokens less",
        "not M ≥ 4 × K",
        "−M ≥ 4 × K",
        "M/2 ≥ 4 × K",
        "2N slots",
        "16 bytes",
        "about thirty",
        "p +",
        "a < b < c",
        "x" * 1000,
        "16",
        "(",
        "二十",
    ],
)
def test_what_is_no_formula(text: str) -> None:
    assert read_formula(text) is None


def test_the_noun_of_a_claimed_unit_may_stand_behind_a_formula() -> None:
    found = read_formula("2N slots", "slot/rank")
    assert found is not None
    assert (found.expression, found.unit) == ("2*N", "slot")
    assert read_formula("2N slots", "GPU") is None
