"""Words beside the number of a bound text: a noun is counted; what may change the number leaves it unread."""

from __future__ import annotations

import pytest

from ledger.documents.page import page
from ledger.documents.read import read
from ledger.quantities import Quantity, from_fields, restates


def agrees(bound: str, claimed: Quantity) -> bool:
    """Whether a page may bind *bound* to a claim of *claimed*."""
    (binding,) = page(read("p.md", f"It is [{bound}](claim:a.b).")).bindings
    stated = binding.stated(claimed)
    return len(stated) == 1 and restates(claimed, stated[0]).agrees


@pytest.mark.parametrize(
    ("bound", "value", "unit"),
    [
        ("16 bytes", "16", "B"),
        ("the 16 bytes", "16", "B"),
        ("(16 bytes)", "16", "B"),
        ("K = 16 bytes", "16", "B"),
        ("16 bytes of FP16 state", "16", "B"),
        ("16 bytes per parameter", "16", "B/parameter"),
        ("16 bytes a parameter", "16", "B/parameter"),
        ("16 字节", "16", "B"),
        ("8 块 GPU", "8", "GPU"),
        ("8 块 H800 GPU", "8", "GPU"),
        ("8 H800 GPUs", "8", "GPU"),
        ("2048 张 H800", "2048", "GPU"),
        ("16-way tensor parallelism", "16", "way"),
        ("8 experts of the model", "8", "expert"),
        ("8 experts of each layer", "8", "expert/layer"),
        ("126 rounds per step", "126", "round/step"),
        ("126 rounds", "126", "round"),
        ("20 feature maps", "20", "feature map"),
        ("20 份特征图", "20", "feature map"),
        ("6c 个 token", "6*c", "token"),
        ("2N slots", "2*N", "slot"),
        ("M ≥ 4 × K", "4*K", "1"),
    ],
)
def test_a_noun_or_a_name_leaves_the_number_as_it_is(bound: str, value: str, unit: str) -> None:
    assert agrees(bound, from_fields(value, unit, "≥" if "≥" in bound else "="))


@pytest.mark.parametrize(
    "bound",
    [
        "not 16 bytes",
        "no 16 bytes",
        "16 not bytes",
        "16 bytes (not)",
        "all but 16 bytes",
        "half of 16 bytes",
        "16 bytes, halved",
        "at most nearly 16 bytes",
        "16 bytes GB",
        "16 GB bytes",
        "16 bytes minus 2",
        "16 bytes less",
        "16 bytes or more",
        "16 bytes and two more",
        "16 fewer bytes",
        "16 bytes each",
        "16 bytes at best",
        "16 字节上限",
        "16 bytes a TB",
        "16 bytes per TB",
        "16 bytes a second",
        "16 bytes a parameter pair",
        "16 bytes squared",
        "16 bytes²",
        "16 bytes k",
        "16 bytes million",
        "saves 16 bytes",
        "不是 16 字节",
        "16 字节不到",
        "16 字节以上",
        "16 字节的一半",
        "每秒 16 字节",
        "16 字节毫秒",
        "16 字节/层",
        "16 bytes in a layer",
        "16 bytes " + "of state " * 4,
    ],
)
def test_a_word_that_may_change_the_number_is_never_passed_over(bound: str) -> None:
    assert not agrees(bound, from_fields("16", "B"))


@pytest.mark.parametrize(
    "bound",
    ["8 块 token", "8 个 GB GPU", "8 racks", "8 GPU nodes", "8 块不是 GPU", "8 块 GPU 天", "8 块 GPU 以上"],
)
def test_another_noun_counts_other_things(bound: str) -> None:
    assert not agrees(bound, from_fields("8", "GPU"))


@pytest.mark.parametrize(
    ("bound", "unit", "same"),
    [
        ("64 路", "way", True),
        ("64 层", "layer", True),
        ("64 层", "storey", True),  # of which no table knows
        ("64 个", "way", True),
        ("64 层", "way", False),
        ("64 路", "layer", False),
        ("64 步", "GPU", False),
        ("64 步", "step", True),
    ],
)
def test_a_measure_word_that_is_a_noun_counts_that(bound: str, unit: str, same: bool) -> None:
    assert agrees(bound, from_fields("64", unit)) is same


@pytest.mark.parametrize(
    "bound",
    [
        "6c 个 GB token",
        "6c 个 GPU",
        "6c GB token",
        "6c not tokens",
        "6c 个不是 token",
        "6c tokens less",
        "twice 6c",
    ],
)
def test_what_stands_behind_a_formula_is_never_passed_over(bound: str) -> None:
    assert not agrees(bound, from_fields("6*c", "token"))


@pytest.mark.parametrize(
    "bound", ["not M ≥ 4 × K", "M/2 ≥ 4 × K", "−M ≥ 4 × K", "half M ≥ 4 × K", "if M ≥ 4 × K", "M ≥ 4 × K − 1"]
)
def test_what_stands_before_a_relation_is_only_a_name(bound: str) -> None:
    assert not agrees(bound, from_fields("4*K", "1", "≥"))


@pytest.mark.parametrize(
    "text",
    [
        "It is not [16 bytes](claim:a.b).",
        "它不是 [16 字节](claim:a.b)。",
        "The last half of [16 bytes](claim:a.b).",
        "一半的 [16 字节](claim:a.b)。",
        "It is [16 bytes of it](claim:a.b) or more.",
        "It is [16 bytes](claim:a.b) halved.",
        "It is [16 bytes](claim:a.b) GB.",
        "It is [16 bytes of it](claim:a.b)².",
        "It is [16 bytes of it](claim:a.b) per layer.",
        "它是 [16 字节](claim:a.b) 万。",
        "它是 [16 字节的量](claim:a.b)以上。",
    ],
)
def test_a_word_outside_takes_the_number_back(text: str) -> None:
    (binding,) = page(read("p.md", text)).bindings
    assert binding.stated(from_fields("16", "B")) == ()


def test_a_denial_in_another_cell_denies_nothing() -> None:
    text = "| a | b |\n|--|--|\n| 无 | [16 字节](claim:a.b) |\n"
    (binding,) = page(read("p.md", text)).bindings
    assert binding.stated(from_fields("16", "B")) == (binding.quantity,)
