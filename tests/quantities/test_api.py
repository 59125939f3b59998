"""The public functions, on the handed cases and on the traps of units, signs and rounding."""

from __future__ import annotations

from fractions import Fraction

import pytest

from ledger.errors import QuantityError, UnitError
from ledger.quantities import (
    Comparator,
    Form,
    Grade,
    Kind,
    compare,
    equivalent,
    evaluate,
    from_fields,
    parse,
    scan,
)

F = Fraction


@pytest.mark.parametrize(
    ("text", "value", "unit", "comparator", "quantum"),
    [
        ("2.78T", F(278 * 10**10), "1", "=", F(10**10)),
        ("1.5×", F(3, 2), "x", "=", F(1, 10)),
        ("up to 1.5×", F(3, 2), "x", "up-to", F(1, 10)),
        ("≥4K", F(4000), "1", "≥", F(1000)),
        ("10^-3", F(1, 1000), "1", "=", F(0)),
        ("3.8×10²⁵ FLOP", F(38 * 10**24), "FLOP", "=", F(10**24)),
        ("51,219,741", F(51219741), "1", "=", F(1)),
        ("816 000 t", F(816000), "t", "=", F(1)),
        ("约 30 GB", F(30), "GB", "≈", F(1)),
        ("1,100万", F(11_000_000), "1", "=", F(10_000)),
        ("一万五千亿", F(15 * 10**11), "1", "=", F(10**11)),
        ("减少约 5×", F(5), "x", "≈", F(1)),
        ("不超过 4 个节点", F(4), "node", "≤", F(1)),
        ("至少 8 张", F(8), "张", "at-least", F(1)),
        ("百万 Token", F(10**6), "token", "=", F(10**6)),
        ("１２８ＧＢ", F(128), "GB", "=", F(1)),
        ("−0.42", F(-21, 50), "1", "=", F(1, 100)),
        ("2 percentage points", F(2), "pp", "=", F(1)),
        ("10K+ GPUs", F(10_000), "GPU", "at-least", F(1000)),
        ("no more than 3 days", F(3), "day", "≤", F(1)),
        ("312 TFLOPS", F(312), "TFLOP/s", "=", F(1)),
        ("16 bytes per parameter", F(16), "B/parameter", "=", F(1)),
    ],
)
def test_parse(text: str, value: Fraction, unit: str, comparator: str, quantum: Fraction) -> None:
    quantity = parse(text)
    assert (quantity.value, quantity.unit, quantity.comparator, quantity.quantum) == (
        value,
        unit,
        comparator,
        quantum,
    )


def test_parse_of_forms() -> None:
    assert parse("8×400 Gbps").factors == (8, 400)
    assert parse("1×128 tile").form is Form.SHAPE
    assert (parse("30–40%").value, parse("30–40%").high) == (30, 40)
    assert parse("16P bytes").expression == "16*P"
    assert parse("3 of 16 runs").value == F(3, 16)
    tolerance = parse("0.02 ± 0.003 nats")
    assert (tolerance.value, tolerance.high) == (F(17, 1000), F(23, 1000))


@pytest.mark.parametrize("text", ["", "no number", "FP8", "ZeRO-3", "§5.2.1", "133 ms / 49 ms", "2026-07-29"])
def test_parse_refuses(text: str) -> None:
    with pytest.raises(QuantityError):
        parse(text)


def test_a_lost_exponent_is_never_a_value() -> None:
    with pytest.raises(QuantityError, match="power of ten"):
        parse("3.8×1025")


def test_llama_3_405b_is_a_name_and_a_quantity() -> None:
    name, size = scan("We trained Llama 3 405B on it.")
    assert (name.kind, size.kind, size.surface) == (Kind.IDENTIFIER, Kind.QUANTITY, "405B")


@pytest.mark.parametrize(
    ("claimed", "observed", "grade"),
    [
        (("2.78e12", "parameter", "="), "2.8T", Grade.CONSISTENT),
        (("2.78e12", "parameter", "="), "2.78T", Grade.EXACT),
        (("2.78e12", "parameter", "="), "2.9T", Grade.INCONSISTENT),
        (("16", "B/parameter", "="), "16 bytes", Grade.EXACT),
        (("16", "B/parameter", "="), "16 bits", Grade.INCONSISTENT),
        (("16", "B/parameter", "="), "16", Grade.UNIT),
        (("1", "GB", "="), "1 GiB", Grade.UNIT),
        (("1", "FLOP", "="), "1 FLOPS", Grade.UNIT),
        (("50", "GB/s", "="), "400 Gbps", Grade.EXACT),
        (("10", "pp", "="), "10%", Grade.UNIT),
        (("35", "%", "="), "$35M", Grade.UNIT),
        (("2.1", "1", "<"), "< 2.1", Grade.EXACT),
        (("2.1", "1", "<"), "> 2.1", Grade.COMPARATOR),
        (("1.5", "x", "="), "up to 1.5×", Grade.COMPARATOR),
        (("1.5", "x", "up-to"), "up to 1.5×", Grade.EXACT),
        (("4", "1", "≥"), "at least 4", Grade.EXACT),
        (("0.42", "1", "="), "−0.42", Grade.SIGN),
        (("0.42", "1", "="), "‐0.42", Grade.SIGN),
        (("0.42", "1", "="), "–0.42", Grade.SIGN),
        (("0.42", "1", "="), "－0.42", Grade.SIGN),
        (("10000", "1", "="), "10K", Grade.EXACT),
        (("100000", "1", "="), "100K", Grade.EXACT),
        (("2048", "GPU", "="), "2048 张 H800", Grade.EXACT),
        (("8", "node", "="), "8 GPUs", Grade.UNIT),
        (("16*P", "B", "="), "16P bytes", Grade.EXACT),
        (("16*P", "B", "="), "15P bytes", Grade.INCONSISTENT),
        (("16*P", "B", "="), "16 bytes", Grade.FORM),
        (("8×400", "Gbps", "="), "3200 Gbps", Grade.EXACT),
    ],
)
def test_compare(claimed: tuple[str, str, str], observed: str, grade: Grade) -> None:
    assert compare(from_fields(*claimed), parse(observed)).grade is grade


def test_compare_names_the_omitted_unit() -> None:
    agreement = compare(from_fields("2.8e12", "parameter"), parse("2.8T"))
    assert (agreement.agrees, agreement.omitted) == (True, "parameter")


def test_intervals_that_only_meet_are_not_agreement() -> None:
    """1 h is [30, 90) min; 0.02 days is 28.8 min and, as printed, [21.6, 36) min."""
    agreement = compare(from_fields("1", "h"), parse("0.02 days"))
    assert (agreement.grade, agreement.agrees) == (Grade.BY_ROUNDING, False)


@pytest.mark.parametrize(
    ("fields", "error"),
    [
        (("x y z(", "1", "="), QuantityError),
        (("5", "]", "="), UnitError),
        (("5", "B", "about"), QuantityError),
        (("5", "B", "range"), QuantityError),
        (("5", "B", "range", "4"), QuantityError),
        (("5", "B", "=", "6"), QuantityError),
        (("1e99999", "B", "="), QuantityError),
    ],
)
def test_from_fields_refuses(fields: tuple[str, ...], error: type[Exception]) -> None:
    with pytest.raises(error):
        from_fields(*fields)


def test_from_fields_of_an_expression() -> None:
    quantity = from_fields("4P + 12P/N", "B")
    assert quantity.expression is not None
    assert evaluate(quantity.expression, {"P": 3, "N": 4}) == 21
    assert equivalent("2(N−1)/N", "2 - 2/N")
    assert not equivalent("2(N−1)/N", "2 - 1/N")
    assert equivalent("2(n-1)/n", "2*(N-1)/N", {"n": "N"})
    assert equivalent("2 ∗ (n − 1)", "2*n - 2")


def test_comparators_have_fixed_spellings() -> None:
    assert [item.value for item in Comparator] == ["=", "≈", "<", "≤", ">", "≥", "range", "up-to", "at-least"]
