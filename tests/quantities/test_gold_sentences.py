"""Every handed sentence, read through the page readers: the tokens, values, units and comparators."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from ledger.documents.document import Format
from ledger.documents.read import read
from ledger.quantities import Kind, Token, equivalent, scan
from ledger.quantities.units import resolve

GOLD = Path(__file__).parents[1] / "gold"
ROWS = [json.loads(line) for line in (GOLD / "quantity_sentences.jsonl").read_text("utf-8").splitlines()]
FORMATS = {
    "text": Format.TEXT,
    "md": Format.MARKDOWN,
    "html": Format.HTML,
    "astro": Format.ASTRO,
    "latex": Format.LATEX,
}
COMPARATORS = {"-": "=", "lt": "<", "approx": "≈", "upto": "up-to"}
STATED = {Kind.QUANTITY, Kind.FORMULA, Kind.LIST_COUNT, Kind.EXAMPLE}
READ_OTHERWISE = {
    ("q54", "3"): "10<sup>3</sup> W is one quantity, 1000 W: its raised digit belongs to it",
}
"""Labels that we argue with."""
WIDER = {("q48", "80 GB"): "per GPU"}
"""Our token goes on where the label's stops, and its unit with it."""


def found(row: dict[str, Any]) -> list[tuple[int, int, Token]]:
    document = read("page", row["text"], FORMATS[row["format"]])
    return [(*document.offsets.span(token.start, token.end), token) for token in scan(document.text)]


def value_agrees(token: Token, value: object) -> bool:
    quantity = token.quantity
    if quantity is None:
        return False
    if isinstance(value, str):
        return quantity.expression is not None and equivalent(quantity.expression, value.removeprefix("="))
    if isinstance(value, list):
        stated = quantity.factors or (quantity.value, quantity.high)
        return [float(part) for part in stated if part is not None] == [float(part) for part in value]
    assert isinstance(value, int | float)
    return (
        quantity.value is not None and abs(quantity.value - Fraction(value)) <= abs(Fraction(value)) / 10**6
    )


def without_counts(unit: str) -> object:
    """Labels leave counted nouns out (``1.0T parameters`` is a plain 10¹²)."""
    known = resolve(unit)
    return known.size, tuple(base for base in known.dims if not base[0].startswith("#"))


@pytest.mark.parametrize("row", ROWS, ids=[row["id"] for row in ROWS])
def test_sentence(row: dict[str, Any]) -> None:
    tokens = found(row)
    for label in row["tokens"]:
        over = [t for start, end, t in tokens if start < label["end"] and label["start"] < end]
        if label["label"] == "not":
            if (row["id"], label["surface"]) not in READ_OTHERWISE:
                assert not [t for t in over if t.kind in (Kind.QUANTITY, Kind.FORMULA)], label
            continue
        assert len(over) == 1, label
        (token,) = over
        assert token.kind in STATED, label
        assert value_agrees(token, label["value"]), (label, token.quantity)
        quantity = token.quantity
        assert quantity is not None
        assert without_counts(quantity.unit) == without_counts(label["unit"]), (label, quantity)
        assert quantity.comparator == COMPARATORS[label["mod"]], (label, quantity)
        if (row["id"], label["surface"]) in WIDER:
            assert token.surface.endswith(WIDER[row["id"], label["surface"]])


@pytest.mark.parametrize("row", ROWS, ids=[row["id"] for row in ROWS])
def test_nothing_else_in_the_sentence_needs_evidence(row: dict[str, Any]) -> None:
    spans = [(label["start"], label["end"]) for label in row["tokens"]]
    for start, end, token in found(row):
        if not any(start < last and first < end for first, last in spans):
            assert not token.needs_evidence, token
