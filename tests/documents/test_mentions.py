from __future__ import annotations

import json
from fractions import Fraction

import pytest

from ledger.documents.mentions import Status, mentions
from ledger.documents.read import read
from tests.documents.reading import mention_of


def test_row_is_the_contract() -> None:
    mention = mention_of("p.md", "It holds [30–40%](claim:a.b) of it.\n", "30–40%")
    assert mention.row() == {
        "path": "p.md",
        "line": 1,
        "column": 11,
        "end_column": 17,
        "text": "30–40%",
        "kind": "quantity",
        "value": 30,
        "high": 40,
        "unit": "%",
        "comparator": "range",
        "needs_evidence": True,
        "reason": mention.reason,
        "claim": "a.b",
    }
    assert json.loads(json.dumps(mention.row())) == mention.row()


@pytest.mark.parametrize(
    ("text", "surface", "value"),
    [
        ("a 1,048,576 b", "1,048,576", 1_048_576),
        ("takes 0.3 s", "0.3 s", 0.3),
        ("1/3 of it", "1/3", "1/3"),
        ("needs 16P bytes", "16P bytes", "=16*P"),
    ],
)
def test_values_are_exact_in_json(text: str, surface: str, value: object) -> None:
    assert mention_of("a.md", text, surface).row()["value"] == value


def test_a_mention_is_on_one_line_with_its_digits() -> None:
    mention = mention_of("a.md", "up to\n1.5× more\n", "up to 1.5×")
    assert (mention.line, mention.column, mention.text) == (2, 1, "1.5×")
    assert mention.source_start == 0


def test_braces_that_a_number_opens_belong_to_it() -> None:
    assert mention_of("a.tex", "It has $2^{20}$ slots", "220").text == "2^{20}"


def test_order_is_that_of_the_file() -> None:
    found = mentions(read("a.md", "see [run](http://h/2026) for 9.3%\n\nthen 4 GB\n"))
    assert [mention.text for mention in found] == ["2026", "9.3%", "4 GB"]


def test_innermost_binding_wins() -> None:
    source = "<p data-claim='out.er'>16 bytes or <b data-claim='in.ner'>4 GB</b></p>"
    claims = {mention.text: mention.claim for mention in mentions(read("a.html", source))}
    assert claims == {"16 bytes": "out.er", "4 GB": "in.ner"}


def test_statuses() -> None:
    found = mentions(read("a.md", "# 4.2 On memory\n\nIt keeps [16 bytes](claim:a.b) and 4 GB.\n"))
    assert [mention.status for mention in found] == [Status.NOT_NEEDED, Status.CLAIMED, Status.UNCLAIMED]


def test_constants_of_a_formula_on_demand() -> None:
    document = read("a.md", "moves 2(N−1)/N bytes\n")
    whole = mentions(document)
    parts = mentions(document, parts=True)
    assert len(whole) == 1
    assert [mention.text for mention in parts[1:]] == ["2", "1"]
    assert parts[0].quantity is not None
    assert parts[0].quantity.value in (None, Fraction(2))
