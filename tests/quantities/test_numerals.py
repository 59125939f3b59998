"""Numerals to exact values: expected values worked out by hand."""

from __future__ import annotations

from fractions import Fraction

import pytest

from ledger.quantities.numerals import chinese, digits, english, scaled

F = Fraction


@pytest.mark.parametrize(
    ("text", "value", "quantum"),
    [
        ("5", F(5), F(1)),
        ("5.0", F(5), F(1, 10)),
        ("5×10^0", F(5), F(1)),
        ("1,048,576", F(1048576), F(1)),
        ("816 000", F(816000), F(1)),
        ("1_000", F(1000), F(1)),
        (".009", F(9, 1000), F(1, 1000)),
        ("1e-4", F(1, 10000), F(1, 10000)),
        ("3.8×10²⁵", F(38) * 10**24, F(10) ** 24),
        ("7.8·10⁻³", F(78, 10000), F(1, 10000)),
        ("10^{25}", F(10) ** 25, F(0)),
        ("2^15", F(32768), F(0)),
        ("2⁻⁷", F(1, 128), F(0)),
    ],
)
def test_digits(text: str, value: Fraction, quantum: Fraction) -> None:
    assert digits(text) == (value, quantum)


@pytest.mark.parametrize("text", ["", ".", "1e999999", "abc", "9^9999", "0^-1"])
def test_no_digits(text: str) -> None:
    with pytest.raises(ValueError, match=r"numeral|range"):
        digits(text)


@pytest.mark.parametrize(
    ("text", "value", "quantum"),
    [
        ("零", 0, 1),
        ("两", 2, 1),
        ("十二", 12, 1),
        ("二十", 20, 10),
        ("一百零五", 105, 1),
        ("三百二十", 320, 10),
        ("百万", 10**6, 10**6),
        ("一万五", 15_000, 1_000),
        ("六千七百一十亿", 671 * 10**9, 10**9),
        ("一万五千亿", 15 * 10**11, 10**11),
        ("三亿五千万", 350_000_000, 10**7),
        ("一千二百三十四万五千六百七十八", 12_345_678, 1),
        ("二〇二六", 2026, 1),
        ("万亿", 10**12, 10**12),
    ],
)
def test_chinese(text: str, value: int, quantum: int) -> None:
    assert chinese(text) == (value, quantum)


@pytest.mark.parametrize("text", ["亿万", "万百万", "一二十", "十x"])
def test_no_chinese(text: str) -> None:
    with pytest.raises(ValueError, match="not a Chinese numeral"):
        chinese(text)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("twenty-four", F(24)),
        ("one hundred and five", F(105)),
        ("two million three hundred thousand", F(2_300_000)),
        ("a dozen", F(12)),
        ("two thirds", F(2, 3)),
        ("a quarter", F(1, 4)),
        ("half a million", F(500_000)),
        ("million", F(10**6)),
    ],
)
def test_english(text: str, value: Fraction) -> None:
    assert english(text)[0] == value


def test_no_english() -> None:
    with pytest.raises(ValueError, match="number in words"):
        english("several")


def test_a_scale_moves_value_and_quantum() -> None:
    assert scaled((F(278, 100), F(1, 100)), "T") == (F(278) * 10**10, F(10) ** 10)
