"""Worked examples, whose numbers are made up, and what looks like one and is a statement.

The texts under ``worked/`` are of this project's own writing. Each begins with ``%%`` and what makes it one
or the other; ``‹…›`` holds what is made up and needs no evidence, ``«…»`` what is stated and does. Each was
judged by its language. Numbers that stand in neither are of other kinds (names, dates) or
of both (``1B × 2 bytes``, one token).
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from ledger.documents.read import read
from ledger.quantities import Kind, scan

FOLDER = Path(__file__).parent / "worked"
_MARKED = re.compile(r"[‹«]([^›»]*)[›»]")


def texts(*names: str) -> list[str]:
    """The texts of some files, each with the reason that it begins with."""
    return [text for name in names for text in (FOLDER / name).read_text(encoding="utf-8").split("%% ")[1:]]


EXAMPLES = texts("examples_en.txt", "examples_zh.txt")
STATEMENTS = texts("statements_en.txt", "statements_zh.txt")


def faults(text: str) -> list[str]:
    """The marked stretches of *text* that the scanner takes for what they are not."""
    page, spans = "", []
    at = 0
    body = text.partition("\n")[2]
    for mark in _MARKED.finditer(body):
        page += body[at : mark.start()]
        spans.append((len(page), len(page) + len(mark[1]), mark[0][0] == "«"))
        page += mark[1]
        at = mark.end()
    document = read("page.md", page + body[at:])
    found = [(*document.offsets.span(token.start, token.end), token) for token in scan(document.text)]
    wrong = []
    for low, high, stated in spans:
        tokens = [token for start, end, token in found if start < high and low < end]
        needs = any(token.needs_evidence for token in tokens)
        masked = any(token.kind is Kind.EXAMPLE for token in tokens)
        if (stated and (masked or not needs)) or (not stated and needs):
            wrong.append(page[low:high])
    return wrong


@pytest.mark.parametrize("text", STATEMENTS)
def test_what_is_stated_beside_or_like_an_example_needs_evidence(text: str) -> None:
    assert faults(text) == []


@pytest.mark.parametrize("text", EXAMPLES)
def test_what_an_example_makes_up_needs_none(text: str, request: pytest.FixtureRequest) -> None:
    if text.startswith("(not yet) "):
        request.applymarker(pytest.mark.xfail(strict=True, reason="no rule tells this example yet"))
    assert faults(text) == []


def test_nineteen_of_twenty_examples_are_right() -> None:
    assert len(EXAMPLES) > 150
    assert sum(text.startswith("(not yet) ") for text in EXAMPLES) <= len(EXAMPLES) // 20
