"""Number words of both languages: multiples, shares, mixed numbers, decimals, ranges, and their twins."""

from __future__ import annotations

import pytest

from ledger.quantities import Grade, compare, from_fields, parse, scan

READ = [
    # multiples are ratios: each 番 doubles
    ("显存翻倍", ["2 x"]), ("产量翻一番", ["2 x"]), ("翻了一番", ["2 x"]), ("翻两番", ["4 x"]),
    ("翻了三番", ["8 x"]),
    ("翻了 2 番", ["4 x"]), ("翻了一倍", ["2 x"]), ("学习率减半", ["1÷2 x"]), ("约翻倍", ["≈ 2 x"]),
    ("加倍", ["2 x"]),
    ("memory doubles", ["2 x"]), ("it tripled", ["3 x"]), ("halved", ["1÷2 x"]),
    ("halving the cost", ["1÷2 x"]),
    ("which halves the memory", ["1÷2 x"]), ("twice as many", ["2 x"]), ("tenfold", ["10 x"]),
    ("by a factor of two", ["2 x"]), ("by a factor of 2.5", ["2.5 x"]), ("by a factor of about 2", ["≈ 2 x"]),
    ("by a factor of two to three", ["2 to 3 x"]), ("by a factor of 4-8", ["4 to 8 x"]),
    # orders of magnitude are themselves: neither 2 nor 100×
    ("an order of magnitude faster", ["1 order of magnitude"]),
    ("two orders of magnitude", ["2 order of magnitude"]),
    ("高一个数量级", ["1 order of magnitude"]), ("3 个数量级", ["3 order of magnitude"]),
    # shares
    ("三成", ["3e1 %"]), ("七成五", ["75 %"]), ("两成半", ["25 %"]), ("九成九", ["99 %"]),
    ("四成左右", ["≈ 4e1 %"]),
    ("一半", ["1/2"]), ("半个", ["1÷2 个"]), ("半数", ["1/2"]), ("百分之三", ["3/100"]),
    ("百分之三点五", ["7/200"]),
    ("百分之零点五", ["1/200"]), ("千分之二", ["1/500"]), ("万分之五", ["1/2000"]),
    ("百万分之五", ["1÷200000"]),
    ("two thirds", ["2/3"]), ("a third of it", ["1/3"]), ("a third less", ["1/3"]), ("a quarter", ["1/4"]),
    ("three out of four", ["3 of 4"]), ("one in five requests", ["1 of 5"]), ("one out of 8", ["1 of 8"]),
    ("half an hour", ["1÷2 h"]), ("half a day", ["1÷2 day"]), ("half a dozen", ["≈ 6.0"]),
    ("two dozen", ["≈ 24"]),
    # mixed numbers, decimals, ranges
    ("one and a half hours", ["1.5 h"]), ("3 and a half hours", ["3.5 h"]),
    ("two and three quarters", ["2.75"]),
    ("two and a half million tokens", ["2.5e6 token"]), ("零点五", ["0.5"]), ("三点五倍", ["3.5 x"]),
    ("一点二万", ["1.2e4"]),
    ("一点五", ["1.5"]), ("两百万", ["2e6"]), ("two to three GPUs", ["2 to 3 GPU"]),
    ("two or three days", ["2 to 3 day"]),
    ("two to three million", ["2e6 to 3e6"]),
]  # fmt: skip


@pytest.mark.parametrize(("text", "read"), READ, ids=[row[0] for row in READ])
def test_read(text: str, read: list[str]) -> None:
    found = [token.quantity for token in scan(text) if token.quantity is not None]
    assert [quantity.text() for quantity in found] == read
    assert all(parse(quantity.text()) == quantity for quantity in found)


NOT = [
    # what only looks like it: names of formats and kinds, ordinals, idioms, times of day, lists
    "double precision", "double-blind", "knowledge triples of it", "recursive halving-and-doubling",
    "the third quarter",
    "a third option", "A third kind of it", "a fifth column", "it splits into two halves",
    "翻页", "翻译", "减半径", "加倍数", "一成不变", "一点一滴地做", "快一点", "一点都没有",
]  # fmt: skip


@pytest.mark.parametrize("text", NOT)
def test_no_number_needs_evidence(text: str) -> None:
    assert [token.surface for token in scan(text) if token.needs_evidence] == []


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        # each was once read as the number on the right
        ("one and a half hours", "1/2 h"),
        ("百分之三点五", "3/100"),
        ("一点二万", "2e4"),
        ("two orders of magnitude", "2"),
        ("half a dozen", "0"),
        ("two to three GPUs", "2 GPU"),
        ("half an hour", "1/2"),
        ("翻了一倍", "1 x"),
        ("翻两番", "2 番"),
        ("from two to three GPUs", "2 to 3 GPU"),
        ("five in six months", "5 of 6"),
        ("下午三点五分", "3.5"),
        ("有三点一是贵", "3.1"),
        ("third in two races", "1/3"),
    ],
)
def test_is_not_read_as(text: str, wrong: str) -> None:
    expected = parse(wrong)
    for token in scan(text):
        if token.quantity is not None:
            assert compare(expected, token.quantity).grade is not Grade.EXACT


def test_a_ratio_is_no_plain_number() -> None:
    """A claim of a plain 2 is not borne out by a doubling, nor a claim of 1/2 by what is halved."""
    assert not compare(from_fields("2"), parse("it doubled")).agrees
    assert not compare(from_fields("2"), parse("显存翻倍")).agrees
    assert not compare(from_fields("1/2"), parse("it was halved")).agrees
    assert compare(from_fields("2", "x"), parse("显存翻倍")).agrees
    assert compare(from_fields("1/2", "x"), parse("学习率减半")).agrees
    assert not compare(from_fields("100", "x"), parse("two orders of magnitude")).agrees


def test_a_change_in_one_word_needs_no_evidence_of_its_own() -> None:
    """No number is printed; two turns (翻两番) and more are a count."""
    assert [token.needs_evidence for token in scan("显存翻倍，学习率减半")] == [False, False]
    assert [token.needs_evidence for token in scan("产量翻两番")] == [True]


@pytest.mark.parametrize(
    "text",
    ["Part IV", "Table XII", "Type II", "Phase III", "表 IV", "Section III-A", "图 XI", "Chapter VIII"],
)
def test_roman_numerals_are_no_quantities(text: str) -> None:
    assert scan(f"See {text} for it.") == []
    assert [t.quantity.text() for t in scan(f"{text} holds 3 GB.") if t.quantity] == ["3 GB"]


@pytest.mark.parametrize(
    "text", ["点" * 5000, "一点" * 3000, "one in " * 3000, "two to " * 3000, "翻" * 5000, "成五" * 3000]
)
def test_long_runs_are_read_in_one_pass(text: str) -> None:
    assert all(token.surface for token in scan(text))


@pytest.mark.parametrize("text", ["±几十", "±翻倍", "5 W/m^2}", "零百万", "million dozen", "五零百"])
def test_what_was_once_an_error_or_a_wrong_value(text: str) -> None:
    """A vague number has no digits to be negative, a power may end in a stray brace, 零百 is no numeral."""
    for token in scan(text):
        assert token.quantity is None or parse(token.quantity.text()) == token.quantity
    assert [token.quantity for token in scan("零百万")] in ([], [None])
