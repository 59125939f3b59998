from __future__ import annotations

import pytest

from ledger.documents.page import page
from ledger.documents.read import read
from ledger.documents.sidecar import read_sidecar
from ledger.documents.suggest import ClaimFacts, suggestions, vocabulary
from ledger.quantities import parse

FACTS = [
    ClaimFacts("zero.model-state", parse("16 bytes"), "mixed-precision Adam model state"),
    ClaimFacts("other.lanes", parse("16 GB"), "memory of a card"),
    ClaimFacts("zero.symbolic", parse("16P bytes"), "Adam"),
    ClaimFacts("no.number", None, "Adam keeps model state"),
]


def test_the_same_value_with_unit_and_words_comes_first() -> None:
    known = page(read("p.md", "Mixed-precision Adam keeps 16 bytes of model state.\n"))
    found = suggestions(known, known.unclaimed[0], FACTS)
    assert [suggestion.claim for suggestion in found] == ["zero.model-state", "other.lanes"]
    assert found[0].binding == "[16 bytes](claim:zero.model-state)"
    assert "nearby words" in found[0].reasons[-1]


def test_what_a_binding_would_differ_in_is_told() -> None:
    known = page(read("p.md", "它有 16 个核。\n"))
    facts = [ClaimFacts("a.cores", parse("16"), ""), ClaimFacts("a.lanes", parse("16 GB"), "")]
    reasons = {one.claim: one.reasons for one in suggestions(known, known.unclaimed[0], facts)}
    assert "but unit 个 is not the claim's, none" in reasons["a.cores"]
    assert "but unit 个 is not the claim's, GB" in reasons["a.lanes"]


def test_words_are_whole_in_any_latin_alphabet() -> None:
    """``énergie`` and ``nergie`` share no word; ``für`` is no ``f`` and ``r``."""
    assert vocabulary("L'énergie für Zellen") == {"énergie", "für", "zellen"}


def test_another_value_is_never_suggested() -> None:
    known = page(read("p.md", "It keeps 17 bytes of model state.\n"))
    assert suggestions(known, known.unclaimed[0], FACTS) == []


@pytest.mark.parametrize(
    ("printed", "claimed"),
    [("7.5B parameters", "7.52e9 parameter"), ("80 GB", "80000 MB"), ("2.8T", "2.78T")],
)
def test_fewer_digits_or_another_unit_are_suggested(printed: str, claimed: str) -> None:
    known = page(read("p.md", f"It has {printed} now.\n"))
    facts = [ClaimFacts("a.b", parse(claimed), ""), ClaimFacts("c.d", parse("9.9e9 parameter"), "")]
    assert [one.claim for one in suggestions(known, known.unclaimed[0], facts)] == ["a.b"]


@pytest.mark.parametrize(
    ("path", "text", "span", "binding"),
    [
        ("p.md", "keeps **16** bytes now", "**16** bytes", "[**16** bytes](claim:zero.model-state)"),
        ("p.md", "keeps `16 bytes` now", "`16 bytes`", "[`16 bytes`](claim:zero.model-state)"),
        ("p.html", "keeps <b>16</b> bytes", "<b>16</b> bytes", None),
        (
            "p.tex",
            "keeps \\SI{16}{\\byte} now",
            "\\SI{16}{\\byte}",
            "\\claim{zero.model-state}{\\SI{16}{\\byte}}",
        ),
    ],
)
def test_a_binding_keeps_the_markup_whole(path: str, text: str, span: str, binding: str | None) -> None:
    known = page(read(path, text))
    found = suggestions(known, known.unclaimed[0], FACTS)[0]
    assert text[found.start : found.end] == span
    assert binding is None or found.binding == binding
    after = page(read(path, text[: found.start] + found.binding + text[found.end :]))
    assert after.unclaimed == ()
    assert after.bindings[0].quantity == known.unclaimed[0].quantity


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("p.md", "see [16 bytes](http://h/) there"),
        ("p.astro", '---\nconst a = ["16 bytes"];\n---\n'),
        ("p.txt", "keeps 16 bytes"),
    ],
)
def test_where_no_markup_fits_the_sidecar_entry_does(path: str, text: str) -> None:
    known = page(read(path, text))
    found = suggestions(known, known.unclaimed[0], FACTS)[0]
    assert found.binding == ""
    lines = "\n".join("  " + line for line in found.sidecar.splitlines())
    after = page(known.document, read_sidecar(f"bindings:\n{lines}\n", "p.bindings.yaml"))
    assert after.unclaimed == ()


@pytest.mark.parametrize(
    ("text", "claim", "words", "likely"),
    [
        ("It keeps 16 bytes of state.", "16 bytes", "Adam keeps model state", True),
        ("It keeps 16 bytes there.", "16 bytes", "memory of a card", False),
        ("It keeps 16 rounds of state.", "16 bytes", "Adam keeps model state", False),
        ("A batch of 64 keeps all of it.", "64", "what a layer keeps", False),
        ("A batch of 64 keeps the state.", "64", "the batch that keeps its pace", True),
    ],
)
def test_the_same_number_alone_makes_no_claim_likely(text: str, claim: str, words: str, likely: bool) -> None:
    """Value and unit are the claim's, and words beside it tell that it is: with no unit, two of them."""
    known = page(read("p.md", text + "\n"))
    found = suggestions(known, known.unclaimed[0], [ClaimFacts("x.y", parse(claim), words)])
    assert [one.likely for one in found] == [likely]
