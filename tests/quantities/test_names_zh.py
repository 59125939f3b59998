"""Chinese sentences with numbers of names, references, dates and lists, and with statements beside them.

In the files of cases ``⟦number|kinds⟧`` marks a number and what it may be, by the letters below; each is
derived from the sentence itself. ``q`` is a number that somebody could doubt: something that touches it must
count as a statement.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from ledger.documents.read import read
from ledger.quantities import Kind, scan

CASES = Path(__file__).parent / "cases"
KINDS = {
    "r": Kind.REFERENCE,
    "o": Kind.ORDINAL,
    "d": Kind.DATE,
    "v": Kind.VERSION,
    "i": Kind.IDENTIFIER,
    "c": Kind.CODE,
    "l": Kind.LIST_COUNT,
    "k": Kind.CONSTANT,
    "n": Kind.QUANTITY,
}
_MARKED = re.compile(r"⟦([^|⟧]*)\|([a-z]+)⟧")


def cases(name: str) -> list[str]:
    lines = (CASES / name).read_text("utf-8").splitlines()
    return [line for line in lines if line and not line.startswith("#")]


def faults(case: str) -> list[str]:
    """What is wrong with what is found in *case*: a need that is missed or made up, or another kind."""
    plain, spans = "", []
    position = 0
    for found in _MARKED.finditer(case):
        plain += case[position : found.start()]
        spans.append((len(plain), len(plain) + len(found[1]), found[2]))
        plain += found[1]
        position = found.end()
    plain += case[position:]
    document = read("page.md", f"{plain}\n")
    tokens = [(*document.offsets.span(token.start, token.end), token) for token in scan(document.text)]
    wrong = []
    for start, end, kinds in spans:
        touched = [token for low, high, token in tokens if low < end and high > start]
        if kinds == "q":
            if not any(token.needs_evidence for token in touched):
                wrong.append(f"{plain[start:end]!r} is a statement, not {[token.rule for token in touched]}")
            continue
        for token in touched:
            if token.needs_evidence or token.kind not in [KINDS[kind] for kind in kinds]:
                wrong.append(
                    f"{token.surface!r} is {token.kind} by {token.rule}, needs {token.needs_evidence}"
                )
    return wrong


@pytest.mark.parametrize("case", cases("named_zh.txt"))
def test_a_number_that_names_points_or_dates_needs_no_evidence(case: str) -> None:
    assert faults(case) == []


@pytest.mark.parametrize("case", cases("stated_zh.txt"))
def test_a_number_that_states_needs_evidence(case: str) -> None:
    assert faults(case) == []


@pytest.mark.parametrize("case", cases("doubted_zh.txt"))
def test_a_name_that_nothing_tells_from_a_statement_is_reported(case: str) -> None:
    assert any("True" in fault for fault in faults(case))
