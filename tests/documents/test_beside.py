from __future__ import annotations

import pytest

from ledger.documents.page import page
from ledger.documents.read import read
from ledger.quantities import from_fields

CLAIMED = from_fields("4*P", "B")


@pytest.mark.parametrize(
    "text",
    [
        "It is [4P bytes](claim:a.b).",
        "（[4P](claim:a.b)）",
        "x = [4P](claim:a.b)",
        "foo – [4P](claim:a.b)",
        "ZeRO-1: [4P](claim:a.b), so",
        "[4P](claim:a.b) + [12P/N](claim:c.d)",
        "| a | [4P](claim:a.b) |",
    ],
)
def test_a_formula_that_stands_alone_is_read_as_a_whole(text: str) -> None:
    binding = next(one for one in page(read("p.md", text)).bindings if one.claim == "a.b")
    (stated,) = binding.stated(CLAIMED)
    assert stated.expression == "4*P"
    assert stated.comparator.value == "="


@pytest.mark.parametrize(
    "text",
    [
        "It is −[4P bytes](claim:a.b).",
        "It is −[4P](claim:a.b).",
        "use -[4P](claim:a.b)",
        "at most [4P bytes](claim:a.b)",
        "约 [4P bytes](claim:a.b)",
        "2×[4P bytes](claim:a.b)",
        "2 × [4P](claim:a.b)",
        "[4P](claim:a.b)/N",
        "[4P](claim:a.b)²",
        "[4P](claim:a.b) × 3",
    ],
)
def test_what_stands_around_a_formula_changes_what_it_states(text: str) -> None:
    (binding,) = page(read("p.md", text)).bindings
    assert binding.attached
    stated = binding.stated(CLAIMED)
    assert len(stated) != 1 or stated[0] != CLAIMED


@pytest.mark.parametrize(
    ("text", "read_as"),
    [
        ("[8 块 GPU](claim:a.b)", ["8 GPU"]),
        ("[8 块 GPU](claim:a.b) / 秒", []),
        ("[8 块 GPU](claim:a.b)/s", []),
        ("[8 块 GPU](claim:a.b)/秒", []),
        ("[20 bytes a parameter](claim:a.b)/s", []),
        ("[8 nodes](claim:a.b)/s", ["8 node/s"]),
        ("[16-way](claim:a.b)/[8-way](claim:c.d)", ["16 way"]),
    ],
)
def test_a_number_divided_by_a_unit_outside_is_another_one(text: str, read_as: list[str]) -> None:
    binding = next(one for one in page(read("p.md", text)).bindings if one.claim == "a.b")
    assert [quantity.text() for quantity in binding.stated(from_fields("8", "GPU"))] == read_as


@pytest.mark.parametrize(
    "text",
    [
        "It takes [16 bytes](claim:a.b)².",
        "It takes [16 bytes](claim:a.b) × N.",
        "It takes 2 × [16 bytes](claim:a.b).",
        "It takes N − [16 bytes](claim:a.b).",
        "It takes [16 bytes²](claim:a.b).",
    ],
)
def test_what_stands_around_a_number_changes_what_it_states(text: str) -> None:
    (binding,) = page(read("p.md", text)).bindings
    assert from_fields("16", "B") not in binding.stated(from_fields("16", "B"))


@pytest.mark.parametrize("text", ["[12 rounds](claim:a.b)/s", "[12 rounds/s](claim:a.b)"])
def test_a_rate_is_no_count(text: str) -> None:
    (binding,) = page(read("p.md", text)).bindings
    assert binding.stated(from_fields("12", "round")) == ()


@pytest.mark.parametrize(
    ("shown", "quoted", "exempt"),
    [("万亿参数", "万亿参数", True), ("三万亿参数", "万亿参数", False), ("负两次", "两次", False)],
)
def test_an_exemption_holds_the_whole_number(shown: str, quoted: str, exempt: bool) -> None:
    text = f'训练用了{shown}。<!-- ledger: exempt "{quoted}" 示例 -->'
    assert bool(page(read("p.md", text)).exemptions) is exempt


@pytest.mark.parametrize(
    "text",
    [
        "It takes [12 bytes](claim:a.b) a layer.",
        "It takes [12 bytes](claim:a.b) for each layer.",
        "It is ≠ [12 bytes](claim:a.b).",
        "It is no longer [12 bytes](claim:a.b).",
        "It used to be [12 bytes](claim:a.b).",
        "它不占 [12 字节](claim:a.b)。",
        "它不再是 [12 字节](claim:a.b)。",
        "它占 [12 字节](claim:a.b)多。",
    ],
)
def test_words_around_a_binding_that_say_another_thing(text: str) -> None:
    (binding,) = page(read("p.md", text)).bindings
    assert binding.stated(from_fields("12", "B/parameter")) == ()


@pytest.mark.parametrize(
    "text",
    [
        "It takes [12 bytes](claim:a.b) a parameter.",
        "It takes [12 bytes](claim:a.b) for each trained parameter.",
        "It takes [12 bytes](claim:a.b), at most for a day.",
        "It would take [12 bytes](claim:a.b).",
        "它只占 [12 字节](claim:a.b)多种状态。",
    ],
)
def test_words_around_a_binding_that_change_nothing(text: str) -> None:
    (binding,) = page(read("p.md", text)).bindings
    assert len(binding.stated(from_fields("12", "B/parameter"))) == 1
