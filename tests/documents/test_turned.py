"""Words of a page's sentence that take back the number it binds, and those that do not."""

from __future__ import annotations

import pytest

from ledger.documents.page import page
from ledger.documents.read import read
from ledger.documents.turned import turning_word
from ledger.quantities import Quantity, parse

GB = parse("31.4 GB")
SAYS = ("A rank needs 31.4 GB.", "每个 rank 需要 31.4 GB。")


def found(
    text: str, quantity: Quantity | None = GB, texts: tuple[str, ...] = SAYS, terms: tuple[str, ...] = ()
) -> str:
    """The word that takes back the first binding of *text*."""
    known = page(read("a.md", text))
    return turning_word(known, known.bindings[0], quantity, texts, terms)


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("A rank does not need [31.4 GB](claim:a).", "not"),
        ("A rank doesn't need [31.4 GB](claim:a).", "n't"),
        ("A rank never held the full [31.4 GB](claim:a) of it.", "never"),
        ("A rank does not, in any run, need [31.4 GB](claim:a).", "not"),
        ("A rank does not (in any run) need [31.4 GB](claim:a).", "not"),
        ("A rank does not — in any run — need [31.4 GB](claim:a).", "not"),
        ("A rank does not—in any run—need [31.4 GB](claim:a).", "not"),
        ("A rank does not – in any run – need [31.4 GB](claim:a).", "not"),
        ("A rank does not - in any run - need [31.4 GB](claim:a).", "not"),
        ("每个 rank 并不（在任何一次）需要 [31.4 GB](claim:a)。", "不"),
        ("It is not true that a rank needs [31.4 GB](claim:a).", "not"),
        ("A stage that does not need [31.4 GB](claim:a) is rare.", "not"),
        ("No rank needs [31.4 GB](claim:a).", "No"),
        ("There is no rank with [31.4 GB](claim:a).", "no"),
        ("With stage 1, no rank needs [31.4 GB](claim:a).", "no"),
        ("A rank needs 10 GB rather than the usual [31.4 GB](claim:a).", "rather than"),
        ("It runs without holding [31.4 GB](claim:a).", "without"),
        ("A rank no longer takes [31.4 GB](claim:a).", "no"),
        ("A rank would need [31.4 GB](claim:a).", "would"),
        ("A rank might perhaps use [31.4 GB](claim:a).", "might"),
        ("If a rank needs [31.4 GB](claim:a), it does not fit.", "If"),
        ("It fits unless a rank needs [31.4 GB](claim:a).", "unless"),
        ("[31.4 GB](claim:a) is not needed.", "not"),
        ("[31.4 GB](claim:a) a rank is wrong.", "is wrong"),
        ("The sum is not: weights [31.4 GB](claim:a), and more.", "not"),
        ("每个 rank 曾经需要 [31.4 GB](claim:a)。", "曾经"),
        ("现在不再是均分时的 [31.4 GB](claim:a)。", "不"),
        ("总量并不是：权重、梯度合计 [31.4 GB](claim:a)。", "不"),
        ("不难看出每个 rank 不需要 [31.4 GB](claim:a)。", "不"),
        ("There is no doubt that a rank does not need [31.4 GB](claim:a).", "not"),
        ("I doubt that a rank needs [31.4 GB](claim:a).", "doubt"),
        ("每个 rank 避免 [31.4 GB](claim:a) 的开销。", "避免"),
        ("每个 rank 难得不占 [31.4 GB](claim:a)。", "不"),
        ("每个 rank 并不需要 [31.4 GB](claim:a)。", "不"),
        ("每个 rank 不需要额外的 [31.4 GB](claim:a)。", "不"),
        ("并非切成两份时每个 rank 需要 [31.4 GB](claim:a)。", "并非"),
        ("每个 rank 没有用到 [31.4 GB](claim:a)。", "没"),
        ("两段分别不用时 [31.4 GB](claim:a)。", "不"),
        ("如果每个 rank 需要 [31.4 GB](claim:a)，就放不下。", "如果"),
        ("每个 rank 也许需要 [31.4 GB](claim:a)。", "也许"),
        ("每个 rank 要 10 GB，而不是原来的 [31.4 GB](claim:a)。", "而不是"),
        ("[31.4 GB](claim:a) 是不需要的。", "不"),
    ],
)
def test_a_word_in_the_phrase_of_a_number_takes_it_back(text: str, word: str) -> None:
    assert found(text) == word


@pytest.mark.parametrize(
    "text",
    [
        "A rank needs [31.4 GB](claim:a).",
        "If sharded, a rank needs [31.4 GB](claim:a).",
        "If it is sharded a rank needs [31.4 GB](claim:a).",
        "The overhead over no sharding is [31.4 GB](claim:a).",
        "Ranks that do not share the states need [31.4 GB](claim:a).",
        "It is not small: a rank needs [31.4 GB](claim:a).",
        "It is not small — a rank needs [31.4 GB](claim:a).",
        "It is not small - a rank needs [31.4 GB](claim:a).",
        "It is not small - [31.4 GB](claim:a) a rank.",
        "It is not small (a rank needs [31.4 GB](claim:a)).",
        "It does not fit, because a rank needs [31.4 GB](claim:a).",
        "It does not fit because a rank needs [31.4 GB](claim:a).",
        "A rank needs not only [31.4 GB](claim:a) but buffers too.",
        "There is no doubt that a rank needs [31.4 GB](claim:a).",
        "A rank cannot avoid [31.4 GB](claim:a).",
        "每个 rank 不可避免地占 [31.4 GB](claim:a)。",
        "每个 rank 无法避免这 [31.4 GB](claim:a)。",
        "不难看出每个 rank 需要 [31.4 GB](claim:a)。",
        "每个 rank 不得不占 [31.4 GB](claim:a)。",
        "A rank needs [31.4 GB](claim:a), buffers not counted.",
        "A rank needs [31.4 GB](claim:a) and does not share it.",
        "A rank needs [31.4 GB](claim:a) that would otherwise lie idle.",
        "The [31.4 GB](claim:a) are not enough.",
        "Without offloading, a rank needs [31.4 GB](claim:a).",
        "Without offloading any state a rank needs [31.4 GB](claim:a).",
        "This cannot be. A rank needs [31.4 GB](claim:a).",
        "| not sharded | [31.4 GB](claim:a) |\n|---|---|\n",
        "不切分时每个 rank 需要 [31.4 GB](claim:a)。",
        "不切分的 rank 需要 [31.4 GB](claim:a)。",
        "如果切成两份就需要 [31.4 GB](claim:a)。",
        "每个 rank 不仅需要 [31.4 GB](claim:a)，还要缓冲。",
        "每个 rank 需要 [31.4 GB](claim:a)，不含缓冲。",
        "这曾让每个 rank 需要 [31.4 GB](claim:a)。",
        "两者不同，每个 rank 需要 [31.4 GB](claim:a)。",
        "[31.4 GB](claim:a) 不够。",
    ],
)
def test_other_words_take_back_nothing(text: str) -> None:
    assert found(text) == ""


def test_what_the_statement_has_in_earnest_the_page_does_not_do_without() -> None:
    says = ("With full sharding a rank needs 31.4 GB.", "完全切分时每个 rank 需要 31.4 GB。")
    without = "Without full sharding, a rank needs [31.4 GB](claim:a)."
    assert found(without, texts=says) == "Without"
    assert found("A rank needs [31.4 GB](claim:a) instead of full sharding.", texts=says) == "instead of"
    assert found("避免完全切分，每个 rank 要 [31.4 GB](claim:a)。", texts=says) == "避免"
    assert found("Without offloading, a rank needs [31.4 GB](claim:a).", texts=says) == ""
    assert found(without, texts=("Without full sharding a rank needs 31.4 GB.",)) == ""
    assert found(without, texts=SAYS) == ""


def test_what_the_statement_takes_back_or_supposes_the_page_may_too() -> None:
    denied = ("A rank does not need 31.4 GB.",)
    supposed = ("If it were whole, a rank would need 31.4 GB.",)
    granted = ("There is no doubt about the states.",)
    of_another = ("A rank needs 31.4 GB, not 10 GB.",)
    assert found("A rank never needs [31.4 GB](claim:a).", texts=denied) == ""
    assert found("A rank would need [31.4 GB](claim:a).", texts=supposed) == ""
    assert found("A rank never needs [31.4 GB](claim:a).", texts=granted) == "never"
    assert found("A rank does not need [31.4 GB](claim:a).", texts=of_another) == "not"
    assert found("A rank would need [31.4 GB](claim:a).", terms=("if it were whole",)) == "would"
    assert found("A rank would need [31.4 GB](claim:a).", terms=("as it would be, whole",)) == ""
    assert found("A rank does not need [31.4 GB](claim:a).", terms=("no buffers",)) == "not"


def test_words_bound_to_a_claim_without_a_quantity_are_taken_back_by_a_denial_before_them() -> None:
    texts = ("A rank keeps its states.",)
    assert found("A rank does not [keep its states](claim:a).", None, texts) == "not"
    assert found("A rank may [keep its states](claim:a).", None, texts) == ""
    assert found("A rank [does not share its states](claim:a).", None, texts) == ""
