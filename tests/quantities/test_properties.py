"""What must hold for any text: spans, order, no error, printing and parsing again."""

from __future__ import annotations

import time
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ledger.errors import QuantityError
from ledger.quantities import (
    Comparator,
    Grade,
    Mark,
    Quantity,
    Role,
    Text,
    compare,
    evaluate,
    from_fields,
    parse,
    scan,
)
from ledger.quantities.expression import normal
from ledger.quantities.expression import parse as parse_expression
from ledger.quantities.unit_table import CJK, FOLDED, SPELLINGS
from ledger.quantities.vocabulary import spaced

WORDS = spaced(
    "0 1 2 7 16 2048 1,024 3.8 .5 1e-4 10^25 2⁻⁷ ½ １２ ₀ ² K M B T P N % × x - − – ~ ≈ ≥ <= ± / ( ) [ ]"
    " { } ^ _ = , . 。 ， ： ； “ ” of to per from GB GiB ms FLOPS Gbps tokens GPU 张 个 万 亿 百万 一 两"
    " 几 分之 第 倍 约 不超过 以上 two dozen half million twice Figure Table § v H800 ZeRO- http:// 年 月"
    " 2026-07-29 12:30 e E 图 log2 √ ceil( ÷ halved 翻两番 减半 零 点 五 成 半 个 百分之 out three order"
    " an factor by and million+ 1,00,000 ₹ kPa psi mmHg Ω µF mAh °C ℃ °F K L mL m² m/s² kg·m² W/(m·K) mol px"
    " 千帕 欧姆 转/分 毫安时 公里 每秒 /秒 $ HK$ /GPU-hour petaflop/s-days squared ⁻¹ ^2 rpm MT/s third in"
    " ﬁve ﬂ ﬀ ﬁ oﬀ"
)
SIGNS = ["\n", "\t", "\\", "\u2009", "\u00a0", "\ud7ff", "\U0001f600", "\ue123", "\ue950"]
UNITS_OF_ALL_KINDS = sorted({*SPELLINGS, *FOLDED, *CJK})
PIECES = st.sampled_from(WORDS) | st.sampled_from(UNITS_OF_ALL_KINDS) | st.sampled_from(SIGNS)
SOUP = st.lists(PIECES, max_size=30).map("".join) | st.lists(PIECES, max_size=30).map(" ".join) | st.text()


def check_spans(text: str) -> None:
    end = 0
    for token in scan(text):
        assert text[token.start : token.end] == token.surface
        assert token.surface
        assert token.start >= end
        end = token.end
        inner = token.start
        for part in token.parts:
            assert text[part.start : part.end] == part.surface
            assert inner <= part.start < part.end <= token.end
            inner = part.end
        assert token.reason
        assert token.rule


@given(SOUP)
@settings(max_examples=400, deadline=None)
def test_any_text_is_read_with_true_spans(text: str) -> None:
    check_spans(text)
    for token in scan(text):
        _ = token.quantity


@given(
    SOUP, st.lists(st.tuples(st.integers(0, 40), st.integers(0, 40), st.sampled_from(list(Role))), max_size=6)
)
@settings(max_examples=300, deadline=None)
def test_any_marks_are_borne(text: str, spans: list[tuple[int, int, Role]]) -> None:
    marks = tuple(Mark(start, start + size, role, "0:1:0") for start, size, role in spans)
    end = 0
    for token in scan(Text(text, marks)):
        assert text[token.start : token.end] == token.surface
        assert token.start >= end
        end = token.end
        _ = token.quantity


@given(SOUP)
@settings(max_examples=400, deadline=None)
def test_what_is_printed_reads_back(text: str) -> None:
    for token in scan(text):
        quantity = token.quantity
        if quantity is not None:
            assert parse(quantity.text()) == quantity, (token.surface, quantity.text())


UNITS = st.sampled_from(
    ["1", "B", "GB/s", "Gbps", "%", "x", "B/parameter", "token", "GPU-hour", "ms", "pp", "KiB"]
)
PLAIN = st.sampled_from([c for c in Comparator if c is not Comparator.RANGE])
VALUES = st.decimals(allow_nan=False, allow_infinity=False, min_value=-(10**15), max_value=10**15, places=4)


@given(VALUES, UNITS, PLAIN)
@settings(max_examples=200, deadline=None)
def test_fields_print_and_parse(value: object, unit: str, comparator: Comparator) -> None:
    quantity = from_fields(str(value), unit, comparator)
    assert parse(quantity.text()) == quantity
    assert compare(quantity, parse(quantity.text())).grade is Grade.EXACT


NUMERALS = st.fractions(min_value=0, max_value=10**9).map(lambda f: Quantity(f, "1", quantum=Fraction(0)))


@given(NUMERALS)
@settings(deadline=None)
def test_exact_fractions_print_and_parse(quantity: Quantity) -> None:
    assert parse(quantity.text()) == quantity


LEAVES = st.sampled_from(["P", "N_d", "m", "2", "16", "0.5"])
TREES = st.recursive(
    LEAVES,
    lambda inner: st.tuples(inner, st.sampled_from("+-*/^"), inner).map(
        lambda t: f"({t[0]}){t[1]}({t[2]})" if t[1] != "^" else f"({t[0]})^2"
    ),
    max_leaves=8,
)


@given(TREES)
@settings(deadline=None)
def test_expressions_print_parse_and_keep_their_value(text: str) -> None:
    node = parse_expression(text)
    again = parse_expression(normal(node))
    points = {"P": Fraction(3), "N_d": Fraction(7, 2), "m": Fraction(5)}
    try:
        value = evaluate(node, points)
    except QuantityError:
        return
    assert evaluate(again, points) == value


@given(st.text(max_size=200))
@settings(max_examples=300, deadline=None)
def test_parse_raises_only_its_own_errors(text: str) -> None:
    for reader in (parse, parse_expression, from_fields):
        try:
            reader(text)
        except QuantityError:
            continue


FILLER = "words of a long text that stand between its numbers " * 40


@pytest.mark.parametrize(
    "piece", ["3FS ", "3Nhk ", "say, 1 ", "Example: 1\n", "如1，", "以1为例，", "“1” ", "1 = 1 ", "(e.g. 1 "]
)
def test_time_goes_with_the_length_of_a_text(piece: str) -> None:
    """No number has a whole text looked through for it: eight times the text takes no square of the time."""

    def taken(count: int) -> float:
        start = time.process_time()
        scan((piece + FILLER) * count)
        return time.process_time() - start

    assert min(taken(400), taken(400)) < 20 * min(taken(50) for _ in range(5))
