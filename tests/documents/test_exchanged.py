"""Two claims of one block whose bindings have changed places, told by the words beside them."""

from __future__ import annotations

import pytest

from ledger.documents.exchanged import exchanged, words
from ledger.documents.page import page
from ledger.documents.read import read
from ledger.documents.suggest import ClaimFacts
from ledger.quantities import parse

TWO, FOUR = parse("2 bytes"), parse("4 bytes")
CLAIMS = {
    facts.id: facts
    for facts in (
        ClaimFacts("w", TWO, "ZeRO recipe FP16 weights take 2 bytes a parameter. FP16 权重每参数 2 字节。"),
        ClaimFacts("g", TWO, "ZeRO recipe FP16 gradients take 2 bytes a parameter. FP16 梯度每参数 2 字节。"),
        ClaimFacts("m", FOUR, "ZeRO recipe FP32 master copies take 4 bytes a parameter."),
        ClaimFacts("t", None, "FlashAttention works in tiles and keeps a running softmax."),
        ClaimFacts("s", None, "FlashAttention never stores the score matrix in device memory."),
    )
}


def pairs(text: str) -> list[tuple[str, str]]:
    """The claims of every two bindings of *text* that are taken for exchanged."""
    known = page(read("a.md", text))
    return [(found.one.claim, found.other.claim) for found in exchanged(known, CLAIMS)]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Weights take [2 bytes](claim:{}) and gradients [2 bytes](claim:{}).", [("g", "w")]),
        ("The [2 bytes](claim:{}) of weights, and [2 bytes](claim:{}) of gradients.", [("g", "w")]),
        ("[Weights: 2 bytes](claim:{}) [gradients: 2 bytes](claim:{})", [("g", "w")]),
        (
            f"Weights [2 bytes](claim:{{}}), {'[4 bytes](claim:m), ' * 11}gradients [2 bytes](claim:{{}}).",
            [("g", "w")],
        ),
        ("权重占 [2 字节](claim:{})，梯度占 [2 字节](claim:{})。", [("g", "w")]),
        ("| weights | gradients |\n|---|---|\n| [2 bytes](claim:{}) | [2 bytes](claim:{}) |\n", [("g", "w")]),
    ],
)
def test_claims_of_one_number_beside_each_others_words_are_exchanged(
    text: str, found: list[tuple[str, str]]
) -> None:
    assert pairs(text.format("w", "g")) == []
    assert pairs(text.format("g", "w")) == found


def test_claims_without_a_number_are_told_by_their_own_words_too() -> None:
    text = "It [works in tiles](claim:{}), and [never stores the score matrix](claim:{})."
    assert pairs(text.format("t", "s")) == []
    assert pairs(text.format("s", "t")) == [("s", "t")]


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("They take [2 bytes](claim:g) and [2 bytes](claim:w).", id="no-word-of-either"),
        pytest.param(
            "Weights take [2 bytes](claim:g).\n\nGradients take [2 bytes](claim:w).", id="two-blocks"
        ),
        pytest.param(
            "# A\n\nWeights take [2 bytes](claim:g).\n\n# B\n\nGradients take [2 bytes](claim:w).",
            id="two-sections",
        ),
        pytest.param("Weights take [2 bytes](claim:g), it takes [2 bytes](claim:w).", id="one-word"),
        pytest.param("[Tiles run in the score matrix](claim:t), [so](claim:s).", id="words-of-both"),
        pytest.param("It [keeps tiles running](claim:w), weights take [2 bytes](claim:t).", id="one-number"),
        pytest.param(
            f"Weights [2 bytes](claim:g), {'[4 bytes](claim:m), ' * 12}gradients [2 bytes](claim:w).",
            id="too-far-apart",
        ),
        pytest.param("Masters take [4 bytes](claim:g), weights [2 bytes](claim:m).", id="other-numbers"),
        pytest.param("Weights take [2 bytes](claim:g), gradients [2 bytes](claim:g).", id="one-claim"),
        pytest.param("Weights take [2 bytes](claim:x), gradients [2 bytes](claim:w).", id="unknown-claim"),
    ],
)
def test_nothing_else_is_taken_for_an_exchange(text: str) -> None:
    assert pairs(text) == []


def test_words_are_held_together_without_their_endings() -> None:
    assert words("Storing copies, stores 64-way") == {"stor", "cop", "64", "way"}
    assert words("is used") == {"is", "used"}  # too little would be left
    assert words("存梯度") == {"存梯", "梯度"}
