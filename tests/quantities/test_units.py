"""Units in text and their exact conversions."""

from __future__ import annotations

from fractions import Fraction

import pytest

from ledger.errors import UnitError
from ledger.quantities import parse, scan
from ledger.quantities.unit_table import CJK, FOLDED, SPELLINGS
from ledger.quantities.units import before, behind_name, conversion, match, resolve


@pytest.mark.parametrize(
    ("text", "name"),
    [
        (" GB/s", "GB/s"),
        ("GB/sec", "GB/s"),
        (" GBps", "GB/s"),
        (" Gbps", "Gbps"),
        (" Gb/s", "Gbps"),
        (" Gbit/s", "Gbps"),
        (" KiB", "KiB"),
        ("kB", "kB"),
        (" FLOP", "FLOP"),
        (" FLOPs", "FLOP"),
        (" FLOPS", "FLOP/s"),
        (" TFLOP/s/GPU", "TFLOP/s/GPU"),
        (" bytes per parameter", "B/parameter"),
        (" FLOP / step", "FLOP/step"),
        ("-way", "way"),
        ("%", "%"),
        (" percent", "%"),
        (" per cent", "%"),
        (" percentage points", "pp"),
        ("个百分点", "pp"),
        (" 倍", "x"),
        (" GPU hours", "GPU-hour"),
        (" GPU 小时", "GPU-hour"),
        (" 张", "张"),
        (" 个节点", "node"),
        ("µs", "µs"),
        (" us", "µs"),
        (" tok/s", "token/s"),
        (" ktokens", "ktoken"),
        (" Ktok/s", "ktoken/s"),
        (" Mparams", "Mparameter"),
        (" megapixels", "Mpixel"),
    ],
)
def test_match(text: str, name: str) -> None:
    found = match(text, 0, len(text))
    assert found == (len(text), name)


@pytest.mark.parametrize("text", [" things", " FP8", "D", "", " 本章", " A100", ".", " Grow"])
def test_no_match(text: str) -> None:
    assert match(text, 0, len(text)) is None


@pytest.mark.parametrize(
    ("source", "target", "factor"),
    [
        ("GB", "B", Fraction(10**9)),
        ("GiB", "B", Fraction(2**30)),
        ("GB", "GiB", Fraction(10**9, 2**30)),
        ("Gbps", "GB/s", Fraction(1, 8)),
        ("B", "bit", Fraction(8)),
        ("h", "s", Fraction(3600)),
        ("GPU-hour", "GPU-day", Fraction(1, 24)),
        ("year", "month", Fraction(12)),
        ("%", "1", Fraction(1, 100)),
        ("TFLOP/s", "GFLOP/s", Fraction(1000)),
        ("kWh", "J", Fraction(3_600_000)),
        ("ktoken", "token", Fraction(1000)),
        ("Mparam", "parameter", Fraction(10**6)),
        ("Gdollar", "USD", Fraction(10**9)),
        ("USD/Mtok", "USD/token", Fraction(1, 10**6)),
    ],
)
def test_conversion(source: str, target: str, factor: Fraction) -> None:
    assert conversion(resolve(source), resolve(target)) == factor


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("FLOP", "FLOP/s"),
        ("%", "pp"),
        ("GB", "GB/s"),
        ("token", "parameter"),
        ("x", "1"),
        ("K", "1"),
        ("USD", "EUR"),
    ],
)
def test_different_kinds(one: str, other: str) -> None:
    assert conversion(resolve(one), resolve(other)) is None


def test_an_unknown_word_counts_its_own_kind() -> None:
    unit = resolve("agent task")
    assert unit.counts
    assert conversion(unit, resolve("sandbox")) is None


@pytest.mark.parametrize("text", ["]", "5", "GB/", "a b c d e f"])
def test_no_unit(text: str) -> None:
    with pytest.raises(UnitError):
        resolve(text)


@pytest.mark.parametrize("form", ["5 {}", "5{}", "5 {}/s", "5 {} per GPU"])
def test_every_spelling_prints_and_reads_back(form: str) -> None:
    for word in (*SPELLINGS, *FOLDED, *CJK):
        for token in scan(form.format(word)):
            quantity = token.quantity
            assert quantity is None or parse(quantity.text()) == quantity, word


def test_a_noun_behind_a_product_s_name() -> None:
    assert behind_name("2.788M H800 GPU hours", 6) == "GPU-hour"
    assert behind_name("2048 NVIDIA H800 GPUs", 4) == "GPU"
    assert behind_name("2048 NVIDIA H800 and", 4) is None


def test_a_plural_noun_before_the_number() -> None:
    text = "between steps 10k and 20k"
    assert (before(text, 14), before(text, 22), before(text, 8)) == ("step", "step", None)
