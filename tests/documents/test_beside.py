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
