"""A number that is part of something larger: read as the whole, or not at all."""

from __future__ import annotations

import pytest

from ledger.errors import QuantityError
from ledger.quantities import Kind, Mark, Role, Text, compare, from_fields, parse, scan

UNREAD = [
    # what stands behind
    ("16 bytes²", "16 bytes"),
    ("16 bytes^2", "16 bytes"),
    ("16 bytes^2", "2"),
    ("10 rounds/s²", "10"),
    ("5 W/m2 of it", "5 W"),  # a raised digit that was lost on the way
    ("3 kg·m2 of it", "3 kg"),
    ("80 GB/H100 in all", "80 GB"),
    ("8 J/mol·K of it", "8 J/mol"),
    ("12 rounds/s", "12"),
    ("12 rounds / s", "12"),
    ("12 rounds per second", "12"),
    ("12 per second", "12"),
    ("two rounds/s", "two"),
    ("约 12 次同步/秒", "约 12 次"),
    ("a 128x128 block/s", "128x128"),
    ("16 bytes × N in all", "16 bytes"),
    ("16 bytes/(N)", "16 bytes"),
    ("16 bytes − N", "16 bytes"),
    ("5₂", "5"),
    ("3𝑎b", "3"),
    # what stands before
    ("loss−5% now", "5%"),
    ("loss − 5% now", "5%"),
    ("total − 4P bytes", "4P bytes"),
    ("first N – 1 iterations", "1 iterations"),
    ("tokens/8 GPUs", "8 GPUs"),
    ("see exp(5 GB) now", "5 GB"),
    ("1/3 × 5 GB", "5 GB"),
    # both halves
    ("2× 128 GPUs", "2×"),
    ("2× 128 GPUs", "128 GPUs"),
    ("30 − 40 GB", "30"),
    ("30 − 40 GB", "40 GB"),
    ("20-10 GB", "20"),
    ("4–8 × 10^5 steps", "4"),
    ("4–8 × 10^5 steps", "8 × 10^5 steps"),
    ("4–8×10⁵", "8×10⁵"),
    ("it is 3 (N − 1) of", "3"),
    ("20-10 GB", "10 GB"),
]


@pytest.mark.parametrize(("text", "surface"), UNREAD, ids=[f"{one[0]}:{one[1]}" for one in UNREAD])
def test_a_part_has_no_value(text: str, surface: str) -> None:
    found = [token for token in scan(text) if token.surface == surface]
    assert [token.quantity for token in found] == [None]
    assert "something larger" in found[0].reason
    with pytest.raises(QuantityError):
        parse(text)


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("first N − 1 iterations", "N−1 iteration"),
        ("the p−1 GB of it", "p−1 GB"),
        ("𝑛 × 5 GB", "𝑛*5 GB"),
        ("N/2 GPUs", "N/2 GPU"),
        ("2 × N bytes", "2*N B"),
        ("2 × (N − 1) bytes", "2*(N−1) B"),
        ("2𝑏𝑠ℎ", "2*𝑏*𝑠*ℎ"),
        ("16𝑃 bytes", "16*𝑃 B"),
        ("2√d", "2*sqrt(d)"),
        ("−16P bytes", "−(16*P) B"),
        ("-16P bytes", "−(16*P) B"),
        ("−4P + 2Q bytes", "(−(4*P))+2*Q B"),
        ("𝟏𝟔 bytes", "16 B"),
        ("1× 128 tiles with scales", "1*128 tile"),
    ],
)
def test_the_whole_is_read(text: str, read: str) -> None:
    stated = [token.quantity for token in scan(text)]
    assert [quantity.text() for quantity in stated if quantity is not None] == [read]


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("speedups 1.5× 2.3× 4×", 3),
        ("7.2× (DDP 1.1×)", 2),
        ("80 GB × 8 GPUs", 2),
        ("MFU · 40%", 1),
        ("16 PP · 8 EP", 2),
        ("8 GPUs + 2 CPUs", 2),
        ("(NVLink) – 900 GB/s", 1),
        ("2× a speedup", 1),
        ("30–40 GB, −5%, 45 ms（-62.5%）", 4),
        ("8 GPUs with 5 nodes", 2),
        ("16 bytes per parameter", 1),
        ("**16 GB** of it", 1),
    ],
)
def test_what_stands_for_itself(text: str, values: int) -> None:
    assert [token.kind for token in scan(text) if token.quantity is not None] == [Kind.QUANTITY] * values


def test_a_note_mark_is_no_power() -> None:
    raised = Mark(8, 9, Role.SUPERSCRIPT)
    (bare, _) = scan(Text("16 bytes2 of", (raised,)))
    assert bare.quantity is None
    note = scan(Text("16 bytes2 of", (raised, Mark(8, 9, Role.FOOTNOTE_REF))))
    assert note[0].quantity == parse("16 bytes")
    percent = scan(Text("of 86.4%15 here", (Mark(8, 10, Role.SUPERSCRIPT),)))
    assert percent[0].quantity == parse("86.4%")
    starred = scan(Text("16 bytes* of", (raised,)))
    assert starred[0].quantity == parse("16 bytes")


def test_no_plain_number_is_verified_by_a_part_of_a_formula() -> None:
    assert not compare(from_fields("1", "iteration"), parse("first N − 1 iterations")).agrees
    assert not compare(from_fields("16*P", "B"), parse("−16P bytes")).agrees
    assert not compare(from_fields("2"), parse("2𝑏𝑠ℎ")).agrees


def test_a_shape_counts_elements() -> None:
    claimed = from_fields("1x128", "element")
    assert compare(claimed, parse("1x128 elements")).agrees
    assert compare(claimed, parse("1× 128 tiles")).agrees
    assert not compare(claimed, parse("128x1 elements")).agrees
