"""Numbers of names, references and dates in many places, and statements that look like them.

Each line of ``cases/names_en.txt`` is a page; ``\\n`` in it ends a line. A number in braces
states nothing and is of a kind that the line's part names; one that an equals sign opens states something
and needs evidence, as no other number of the line does.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from ledger.documents.read import read
from ledger.quantities import scan

FILE = Path(__file__).parent / "cases" / "names_en.txt"
_BRACED = re.compile(r"\{(=?)([^{}]*)\}")
_PART = re.compile(r"## ([a-z ]+): ([a-z -]+)\Z")
STATED, DOUBTED = "near misses", "reported in vain"


def pages() -> list[tuple[str, frozenset[str], str]]:
    """The part, the kinds that its names may be, and the page with its braces."""
    found, part, kinds = [], "", frozenset[str]()
    for line in FILE.read_text("utf-8").splitlines():
        if (heading := _PART.match(line)) is not None:
            part, kinds = heading[1], frozenset(heading[2].split())
        else:
            found.append((part, kinds, line.replace("\\n", "\n")))
    return found


PAGES = pages()


def faults(page: str, kinds: frozenset[str]) -> list[str]:
    """What is wrong of the numbers of *page*."""
    plain, named, stated, last = "", [], [], 0
    for braced in _BRACED.finditer(page):
        plain += page[last : braced.start()]
        span = len(plain), len(plain) + len(braced[2])
        (stated if braced[1] else named).append(span)
        plain, last = plain + braced[2], braced.end()
    document = read("page.md", plain + page[last:])
    tokens = [(*document.offsets.span(token.start, token.end), token) for token in scan(document.text)]
    wrong = []
    for low, high in stated:
        over = [token for start, end, token in tokens if start < high and low < end]
        if not any(token.needs_evidence for token in over):
            wrong.append(f"{plain[low:high]}: states something, {[token.rule for token in over]}")
    for start, end, token in tokens:
        if token.needs_evidence and not any(start < high and low < end for low, high in stated):
            wrong.append(f"{token.surface}: states nothing, {token.rule}")
        elif any(start < high and low < end for low, high in named) and token.kind.value not in kinds:
            wrong.append(f"{token.surface}: {token.kind.value}, {token.rule}")
    return wrong


@pytest.mark.parametrize(
    ("kinds", "page"),
    [(kinds, page) for part, kinds, page in PAGES if part not in (STATED, DOUBTED)],
    ids=[f"{part}-{page[:30]}" for part, _, page in PAGES if part not in (STATED, DOUBTED)],
)
def test_a_name_states_nothing(kinds: frozenset[str], page: str) -> None:
    assert faults(page, kinds) == []


@pytest.mark.parametrize(
    ("kinds", "page"),
    [(kinds, page) for part, kinds, page in PAGES if part == STATED],
    ids=[page[:30] for part, _, page in PAGES if part == STATED],
)
def test_a_statement_needs_evidence(kinds: frozenset[str], page: str) -> None:
    assert faults(page, kinds) == []


@pytest.mark.parametrize(
    ("kinds", "page"),
    [(kinds, page) for part, kinds, page in PAGES if part == DOUBTED],
    ids=[page[:30] for part, _, page in PAGES if part == DOUBTED],
)
def test_a_name_that_nothing_tells_from_a_count_is_reported(kinds: frozenset[str], page: str) -> None:
    found = faults(page, kinds)
    assert found
    assert all("states nothing" in fault for fault in found)
