"""Rounding intervals, and that every change of a quantity is noticed."""

from __future__ import annotations

from fractions import Fraction

import pytest

from ledger.quantities import Grade, compare, from_fields, parse
from ledger.quantities.interval import Interval, rounding_interval

F = Fraction


def test_rounding_intervals() -> None:
    assert rounding_interval(F(5), F(1)) == Interval(F(9, 2), F(11, 2))
    assert rounding_interval(F(5), F(1, 10)) == Interval(F(99, 20), F(101, 20))
    assert rounding_interval(F(1, 3), F(0)) == Interval(F(1, 3), F(1, 3))


def test_intervals_are_closed_below_and_open_above() -> None:
    low, high = rounding_interval(F(5), F(1)), rounding_interval(F(6), F(1))
    assert not low.meets(high)
    assert low.holds(F(9, 2))
    assert not low.holds(F(11, 2))
    assert Interval(F(5), F(5)).meets(low)


ORIGINALS = {
    "2.78T parameters": ["2.79T parameters", "27.8T parameters", "2.78B parameters", "−2.78T parameters"],
    "≈ 30 GB": ["30 GB", "≈ 31 GB", "≈ 30 GiB", "≈ 30 Gbit", "≈ 30 GB/s", "≈ 300 GB", "≈ −30 GB", "≤ 30 GB"],
    "up to 1.5×": ["1.5×", "up to 15×", "up to 1.6×", "at least 1.5×", "up to 1.5%", "≤ 1.5×"],
    "30–40%": ["30–41%", "31–40%", "30%", "40%", "30–40 pp", "3–40%"],
    "133 ms": ["133 µs", "133 s", "13.3 ms", "1330 ms", "134 ms", "< 133 ms"],
    "8×400 Gbps": ["8×40 Gbps", "4×400 Gbps", "8×400 GB/s", "8×401 Gbps"],
    "1×128 tile": ["128×1 tile", "1×256 tile", "128 elements", "1×127 tile"],
    "51,219,741": ["51,219,742", "5,121,974", "51.219741", "51,219,741%"],
    "4P + 12P/N": ["4P + 12P", "4P − 12P/N", "5P + 12P/N", "4P + 12N/P", "16P/N", "4P + 12P/N GB"],
    "0.02 ± 0.003": ["0.02 ± 0.004", "0.03 ± 0.003", "0.02"],
    "3 of 16": ["3 of 17", "4 of 16", "6 of 32", "3/16"],
    "10^-3": ["10^-4", "10^3", "10^-3 %"],
    "26 pp": ["26%", "26", "16 pp"],
    "2048 张 GPU": ["2049 张 GPU", "2048 GB", "2048 秒"],
    "1.2e25 FLOP": ["1.2e24 FLOP", "1.2e25 FLOPS", "1.3e25 FLOP", "1.2e-25 FLOP"],
}  # fmt: skip


@pytest.mark.parametrize("original", ORIGINALS)
def test_a_quantity_agrees_with_itself(original: str) -> None:
    assert compare(parse(original), parse(original)).grade is Grade.EXACT


@pytest.mark.parametrize(
    ("original", "changed"),
    [(original, changed) for original, all_of in ORIGINALS.items() for changed in all_of],
)
def test_a_changed_quantity_never_agrees(original: str, changed: str) -> None:
    assert not compare(parse(original), parse(changed)).agrees
    assert not compare(parse(changed), parse(original)).agrees


def test_coarser_and_finer() -> None:
    fine, coarse = from_fields("2.78e12"), from_fields("2.8e12")
    assert compare(fine, coarse).grade is Grade.CONSISTENT
    assert compare(coarse, fine).grade is Grade.CONSISTENT
    assert compare(fine, from_fields("2.7e12")).grade is Grade.INCONSISTENT


def test_percent_and_fraction() -> None:
    assert compare(from_fields("1/2"), parse("50%")).grade is Grade.EXACT
    assert compare(from_fields("35", "%"), parse("百分之三十五")).grade is Grade.EXACT


def test_what_may_be_left_out() -> None:
    assert compare(from_fields("16", "B/parameter"), parse("16 bytes")).omitted == "/parameter"
    assert compare(from_fields("8", "node"), parse("8")).omitted == "node"
    assert compare(from_fields("8", "GB"), parse("8")).grade is Grade.UNIT
    assert compare(from_fields("8"), parse("8 GB")).grade is Grade.UNIT
    assert compare(from_fields("8", "GB/s"), parse("8 GB")).grade is Grade.UNIT


def test_a_measure_word_as_a_divisor_is_no_joker() -> None:
    assert compare(from_fields("16", "B/parameter"), parse("16 字节")).agrees
    assert not compare(from_fields("16", "B/parameter"), parse("16 字节/步")).agrees
