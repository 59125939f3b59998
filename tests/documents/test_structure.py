"""Small pages of every format: what their structure numbers needs no evidence, what they state does.

In the files of pages ``=== NAME`` begins a page and ``⟦number|kinds⟧`` marks a number in it. ``q`` is one
that the page states. All that is not marked so is of the page's own structure (the number of a heading, an
attribute, a size of a drawing), or points, dates or names: nothing there may count as a statement.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from ledger.documents.mentions import mentions
from ledger.documents.read import read
from ledger.quantities import Kind

PAGES = Path(__file__).parent / "structure"
KINDS = {"r": Kind.REFERENCE, "o": Kind.ORDINAL}
_MARKED = re.compile(r"⟦([^|⟧]*)\|([a-z]+)⟧")


def pages() -> list[tuple[str, str]]:
    """The name and the marked text of every page."""
    found = []
    for file in sorted(PAGES.glob("*.txt")):
        for page in file.read_text("utf-8").split("=== ")[1:]:
            name, _, text = page.partition("\n")
            found.append((name, text))
    return found


def faults(name: str, marked: str) -> list[str]:
    """What is wrong with what is found on a page: a need that is missed or made up, or another kind."""
    plain, spans, position = "", [], 0
    for found in _MARKED.finditer(marked):
        plain += marked[position : found.start()]
        spans.append((len(plain), len(plain) + len(found[1]), found[2]))
        plain += found[1]
        position = found.end()
    plain += marked[position:]
    tokens = mentions(read(name, plain), parts=True)
    wrong = []
    for start, end, kinds in spans:
        touched = [token for token in tokens if token.source_start < end and token.source_end > start]
        if kinds == "q":
            if not any(token.token.needs_evidence for token in touched):
                wrong.append(f"{plain[start:end]!r} is a statement: {[each.token.rule for each in touched]}")
        elif any(token.kind not in [KINDS[kind] for kind in kinds] for token in touched):
            wrong.append(f"{plain[start:end]!r} is {[(each.kind, each.token.rule) for each in touched]}")
    stated = [(start, end) for start, end, kinds in spans if kinds == "q"]
    wrong += [
        f"{token.text!r} in line {token.line} states nothing: {token.kind} ({token.token.rule})"
        for token in tokens
        if token.token.needs_evidence
        and not any(token.source_start < end and token.source_end > start for start, end in stated)
    ]
    return wrong


@pytest.mark.parametrize(("name", "marked"), pages(), ids=[name for name, _ in pages()])
def test_only_what_a_page_states_needs_evidence(name: str, marked: str) -> None:
    assert faults(name, marked) == []
