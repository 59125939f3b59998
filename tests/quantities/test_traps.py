"""The handed traps of numbers and units, one test each (`tests/gold/handed_traps.jsonl`)."""

from __future__ import annotations

import pytest

from ledger.errors import QuantityError
from ledger.quantities import Grade, Kind, Mark, Role, Text, compare, from_fields, parse, scan


def test_01_a_raised_exponent_is_an_exponent() -> None:
    marked = Text("about 3.8×1025 FLOP", (Mark(12, 14, Role.SUPERSCRIPT),))
    assert parse(marked).value == 38 * 10**24
    (bare,) = scan(Text("1025", (Mark(2, 4, Role.SUPERSCRIPT),)))
    assert bare.quantity is not None
    assert bare.quantity.value == 10**25


def test_01_without_marks_no_value_is_read() -> None:
    (token,) = scan("it took 3.8×1025 FLOP")
    assert token.quantity is None
    assert token.needs_evidence
    assert [t.quantity.value for t in scan("10 25") if t.quantity is not None] == [10, 25]


@pytest.mark.parametrize("sign", ["\u2010", "\u2013", "\u2212", "\uff0d", "-", "\ufe63"])
def test_05_every_minus_is_a_sign(sign: str) -> None:
    agreement = compare(from_fields("0.42"), parse(f"a change of {sign}0.42 points"))
    assert agreement.grade is Grade.SIGN


def test_04_a_range_is_not_its_digits() -> None:
    quantity = parse("1-2 hours")
    assert (quantity.value, quantity.high, quantity.unit) == (1, 2, "h")
    assert not compare(from_fields("12", "h"), quantity).agrees


def test_06_consistent_only_by_rounding() -> None:
    """1 h as printed is [30, 90) min; 0.02 days is 28.8 min, as printed [21.6, 36) min."""
    assert compare(from_fields("1", "h"), parse("0.02 days")).grade is Grade.BY_ROUNDING


def test_07_a_point_is_no_thousands_comma() -> None:
    assert not compare(from_fields("16181", "user"), parse("16.181 users")).agrees
    assert compare(from_fields("16181", "user"), parse("16,181 users")).agrees


def test_08_two_numbers_without_a_space() -> None:
    assert [t.quantity.value for t in scan("1400,1777") if t.quantity is not None] == [1400, 1777]
    with pytest.raises(QuantityError, match="more than one"):
        parse("1400,1777")


def test_09_percent_is_not_money() -> None:
    assert compare(from_fields("35", "%"), parse("$35M")).grade is Grade.UNIT


@pytest.mark.parametrize("text", ["It speaks SMT-LIB 2.6.", "Version=10.0.0.0"])
def test_10_names_and_versions(text: str) -> None:
    tokens = scan(text)
    assert tokens
    assert not any(token.needs_evidence for token in tokens)


def test_11_grouped_by_a_space_and_a_span_of_years() -> None:
    tonnes, years = scan("816 000 t in 2012–13")
    assert tonnes.quantity is not None
    assert (tonnes.quantity.value, tonnes.quantity.unit) == (816_000, "t")
    assert years.kind is Kind.DATE


def test_12_a_name_then_a_size() -> None:
    tokens = scan("The largest is Llama 3 405B; batches of 4M tokens on 16,384 GPUs")
    stated = [t.quantity for t in tokens if t.kind is Kind.QUANTITY]
    assert [(q.value, q.unit) for q in stated if q is not None] == [
        (405 * 10**9, "1"),
        (4 * 10**6, "token"),
        (16_384, "GPU"),
    ]


def test_13_points_are_not_percent() -> None:
    """26 % to 16 % is down 10 percentage points, or 38.5 % of what it was."""
    assert compare(from_fields("10", "pp"), parse("10%")).grade is Grade.UNIT
    assert compare(from_fields("10", "pp"), parse("10 percentage points")).grade is Grade.EXACT
    assert compare(from_fields("10", "pp"), parse("10 个百分点")).grade is Grade.EXACT


def test_14_terabytes_are_not_tebibytes() -> None:
    """200·10¹² / 2⁴⁰ = 181.9 (to one place)."""
    assert compare(from_fields("200", "TB"), parse("182 TB")).grade is Grade.INCONSISTENT
    assert compare(from_fields("200", "TB"), parse("182 TiB")).grade is Grade.UNIT


@pytest.mark.parametrize(
    ("claimed", "unit", "comparator", "text"),
    [
        ("5", "%", "=", "0.5 percent"),
        ("12", "h", "=", "512 hours"),
        ("0.5", "1", "=", "−0.5"),
        ("2.1", "1", "<", "loss > 2.1"),
    ],
)
def test_18_part_of_a_number_is_another_number(claimed: str, unit: str, comparator: str, text: str) -> None:
    assert not compare(from_fields(claimed, unit, comparator), parse(text)).agrees


def test_02_a_raised_two_is_not_a_two() -> None:
    raised = parse("x²")
    assert raised.expression == "x^2"
    assert compare(raised, parse("x2")).grade is not Grade.EXACT
    assert [token.kind for token in scan("y2")] == [Kind.IDENTIFIER]


@pytest.mark.parametrize(
    "text", ["It speaks HTTP/1.1.", "HTTP/1.1 requests are slow.", "as Mozilla/5.0 does"]
)
def test_10_a_version_behind_a_slash(text: str) -> None:
    assert [(token.kind, token.needs_evidence) for token in scan(text)] == [(Kind.VERSION, False)]


@pytest.mark.parametrize("text", ["It is 5 GB/1.5 s.", "at 3 TFLOPS/1.5 W", "N/2.5 of them"])
def test_10_a_quotient_is_no_version(text: str) -> None:
    assert all(token.needs_evidence for token in scan(text))
