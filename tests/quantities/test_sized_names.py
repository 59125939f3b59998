"""A name, its number and its size (``Llama 3 405B``): the number is the name's, wherever the name stands.

A count that merely opens its sentence stays a count, and wherever that is in doubt nothing is put aside. The
sizes are those that the names' makers print; the counts are written for these tests.
"""

from __future__ import annotations

import pytest

from ledger.documents.read import read
from ledger.quantities import Kind, scan

NAMES = [
    ("Llama 3", "405B", 405 * 10**9),
    ("Llama 3.1", "8B", 8 * 10**9),
    ("Gemma 2", "9B", 9 * 10**9),
    ("Gemma 3", "270M", 270 * 10**6),
    ("Qwen 2.5", "72B", 72 * 10**9),
    ("Phi 4", "14B", 14 * 10**9),
    ("DeepSeek 3", "671B", 671 * 10**9),
    ("Kimi 2", "1T", 10**12),
    ("Qwen 2.5", "0.5B", 5 * 10**8),
]
PLACES = [
    ("beginning", "{} has many layers.\n"),
    ("all of it", "{}\n"),
    ("second sentence", "That is so. {} was trained on it.\n"),
    ("next line", "It says:\n\n{} is large.\n"),
    ("middle", "We train {} on it.\n"),
    ("quotes", 'It is "{}" here.\n'),
    ("curly quotes", "“{}” is its name.\n"),
    ("brackets", "({}) is its name.\n"),
    ("bold", "**{}** is its name.\n"),
    ("emphasis", "_{}_ is its name.\n"),
    ("heading", "# {}\n\nText.\n"),
    ("heading with more", "## {} Instruct\n\nText.\n"),
    ("heading after a colon", "## Training: {}\n\nText.\n"),
    ("item", "- {}\n- other\n"),
    ("item that goes on", "1. {} with long context\n"),
    ("cell", "| Model | Layers |\n|---|---|\n| {} | many |\n"),
    ("link", "[{}](https://a.test/) is its name.\n"),
    ("quotation", "> {} is large.\n"),
    ("chinese", "我们训练{}模型。\n"),
    ("chinese stop", "如此。{} 模型很大。\n"),
    ("chinese comma", "其次，{} 很大。\n"),
    ("chinese quotes", "即「{}」模型。\n"),
    ("colon", "Model: {}\n"),
    ("dash", "It is there — {} is.\n"),
    ("semicolon", "It is there; {} is.\n"),
    ("slash", "Either of them/{} is.\n"),
    ("full stop", "It is {}.\n"),
    ("possessive", "{}'s weights are public.\n"),
    ("list", "{}, and others of its kind, are public.\n"),
    ("verb and object", "{} needs the memory of two nodes.\n"),
    ("verb and name", "{} outperforms Alpha.\n"),
]


@pytest.mark.parametrize(("name", "size", "value"), NAMES, ids=lambda value: str(value))
@pytest.mark.parametrize("place", [place for _, place in PLACES], ids=[id for id, _ in PLACES])
def test_the_number_is_part_of_the_name(place: str, name: str, size: str, value: int) -> None:
    text = read("page.md", place.format(f"{name} {size}")).text
    number = name.split()[1]
    tokens = scan(text)
    holds = [token for token in tokens if token.surface.endswith(number) and token.kind is Kind.IDENTIFIER]
    assert [token.needs_evidence for token in holds] == [False], tokens
    (sized,) = [token for token in tokens if token.surface.startswith(size)]
    assert sized.kind is Kind.QUANTITY
    assert sized.needs_evidence
    assert sized.quantity is not None
    assert sized.quantity.value == value


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("Bought 3 405 GB disks.", "3"),
        ("Bought 3 70B models.", "3"),
        ("Only 3 70B models fit.", "3"),
        ("(Only 3 70B models fit.)", "3"),
        ("[Only 3 70B models fit.]", "3"),
        ('"Only 3 70B models fit."', "3"),
        ("It fits; Only 3 70B models do.", "3"),
        ("Using 3 8B models helps.", "3"),
        ("Deployed 2 7B replicas.", "2"),
        ("Ran 3 70B jobs 16 times.", "3"),
        ("Run 3 70B jobs.", "3"),
        ("Serve 3 70B models on one node.", "3"),
        ("Serving 3 70B models is dear.", "3"),
        ("Compare 3 8B models the right way.", "3"),
        ("Top 3 70B models", "3"),
        ("Best 3 7B models", "3"),
        ("Our Top 3 70B models", "3"),
        ("In 3 40-minute runs it ended.", "3"),
        ("All 3 70B models fit.", "3"),
        ("These 3 70B models fit.", "3"),
        ("Another 3 70B models fit.", "3"),
        ("Exactly 3 70B models fit.", "3"),
        ("Approximately 3 7B models fit.", "3"),
        ("We Bought 3 70B Models", "3"),
        ("Shard 3 70B checkpoints on two nodes.", "3"),
        ("Quantise 3 70B instruction-tuned models.", "3"),
        ("Prune 3 7B Models Fast", "3"),
        ("Distil 1 70B model.", "1"),
        ("Loss 3 70B", "3"),
        ("Bought 3 70 billion parameter models.", "3"),
        ("Bought 3 8B and 2 70B models.", "3"),
        ("Run 3 70 billion parameter models.", "3"),
    ],
)
def test_a_count_stays_a_count(text: str, number: str) -> None:
    stated = [token for token in scan(text) if token.needs_evidence]
    assert any(token.surface.split()[-1] == number or f"{number} " in token.surface for token in stated)


@pytest.mark.parametrize(
    "text",
    [
        "Llama 3 (405B) has many layers.",
        "Llama 3 8B and 70B are public.",
        "Llama 3 8B/70B",
        "Llama 3 405 billion parameters",
        "Llama 3 405B parameters",
        "Llama 3 405B-Instruct is public.",
        "Llama 3 8x7B is public.",
        "Llama\u00a03\u00a0405B is public.",
        "Llama 3\u2009405B is public.",
        "Llama 3 405B vs. Alpha 2 70B",
    ],
)
def test_other_forms_of_a_size(text: str) -> None:
    first = scan(text)[0]
    assert (first.kind, first.needs_evidence) == (Kind.IDENTIFIER, False)
    assert first.surface.endswith("3")


def test_references_and_grouped_digits_stay_what_they_are() -> None:
    table, size = scan("Table 3 405 MB")
    assert (table.kind, size.surface) == (Kind.REFERENCE, "405 MB")
    chapter, pages = scan("Chapter 3 405 pages")
    assert (chapter.kind, pages.surface) == (Kind.REFERENCE, "405 pages")
    (grouped,) = scan("Over 4 000 GPUs")
    assert grouped.quantity is not None
    assert grouped.quantity.value == 4000


@pytest.mark.parametrize(
    "text",
    [
        "We compare with Llama 3 at length. Llama 3 models were trained longer.",
        "Llama 3 70B models were trained longer. We compare them with Llama, too.",
        "Llama 3 70B runs were longer. We compare the Llama runs.",
    ],
)
def test_a_name_that_the_text_has_elsewhere(text: str) -> None:
    named = [token for token in scan(text) if token.surface.endswith("3")]
    assert {(token.surface, token.kind, token.needs_evidence) for token in named} == {
        ("Llama 3", Kind.IDENTIFIER, False)
    }


@pytest.mark.parametrize(
    "text",
    [
        "Shard 3 70B checkpoints. To shard them by Shard rules is hard.",
        "# How to Graft 3 Trees\n\nGraft 3 70B checkpoints.",
        "Llama 3 models, trained longer.",
    ],
)
def test_no_name_where_the_text_has_it_as_a_word(text: str) -> None:
    found = scan(read("page.md", text).text)
    assert any(token.needs_evidence and token.surface == "3" for token in found)


@pytest.mark.parametrize("verb", ["is", "was", "has", "does"])
def test_what_is_said_of_one_thing_is_said_of_a_name(verb: str) -> None:
    (token,) = scan(f"Llama 3 {verb} well known.")
    assert (token.surface, token.needs_evidence) == ("Llama 3", False)
    for text in (f"Only 3 {verb} well known.", f"Loss 3 {verb} well known.", "Llama 3 are well known."):
        assert any(token.needs_evidence for token in scan(text)), text
