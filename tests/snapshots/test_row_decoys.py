"""Decoys over the tables of the corpus: the name of one row with a number of another is never verified.

A row is a line with cells; its name is its first cell, which occurs once on the page; its numbers have a unit
in common with the other row's, so that neither is a header.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path

import pytest

from ledger.quantities import Quantity
from ledger.schema.outcomes import Outcome
from ledger.snapshots.extract import Extractor
from ledger.snapshots.locate import locate
from ledger.snapshots.located import Wanted
from ledger.snapshots.page import Document, Page
from ledger.snapshots.window import reading_of

pytestmark = pytest.mark.corpus

SEED = 7
EACH = 10
MEDIA = (".pdf", ".md")
Cell = tuple[int, int]


def rows(page: Page) -> list[list[Cell]]:
    """The cells of every line that has at least two."""
    lines = (match.start() for match in re.finditer(r"[^\n]*\S\t\S[^\n]*", page.text))
    return [cells(page.text, start) for start in lines]


def cells(text: str, at: int) -> list[Cell]:
    line = re.compile(r"[^\n]*").match(text, at)
    found = re.finditer(r"[^\t]+", line.group()) if line is not None else iter(())
    return [(at + cell.start(), at + cell.end()) for cell in found]


def numbers(page: Page, row: list[Cell]) -> list[tuple[str, Quantity]]:
    """The numbers of a row that are alone in their cells, as printed."""
    found = []
    for cell in row[1:]:
        tokens = reading_of(page, *cell, reach=0).tokens()
        if len(tokens) == 1 and tokens[0][2].quantity is not None:
            found.append((page.text[tokens[0][0] : tokens[0][1]], tokens[0][2].quantity))
    return found


def decoys(document: Document, rng: random.Random) -> Iterator[tuple[Page, Wanted]]:
    for page in document.pages:
        found = rows(page)
        pairs = [(a, b) for index, a in enumerate(found) for b in found[index + 1 : index + 4]]
        for a, b in rng.sample(pairs, min(EACH, len(pairs))):
            name, other = (page.text[slice(*row[0])].strip() for row in (a, b))
            units = {quantity.unit for _, quantity in numbers(page, a)}
            printed = {number for number, _ in numbers(page, a)}
            usable = [
                (number, quantity)
                for number, quantity in numbers(page, b)
                if quantity.unit in units and number not in printed
            ]
            if (
                not usable
                or page.text.casefold().count(name.casefold()) != 1
                or sum(map(str.isalpha, name)) < 3
            ):
                continue
            number, quantity = rng.choice(usable)
            for anchors in ((name, number), (name, other, number), (name, other)):
                yield page, Wanted(anchors, quantity, page.number)


def test_no_number_of_another_row_is_verified(
    corpus: Path, corpus_document: Callable[[str], Document], extractor: Extractor
) -> None:
    rng = random.Random(SEED)
    tried, escaped = 0, []
    for name in sorted(path.name for path in corpus.glob("*.*") if path.suffix in MEDIA):
        document = corpus_document(name)

        def second(pages: Iterable[int], document: Document = document) -> Mapping[int, Page]:
            return extractor.second_opinion(document.digest, pages)

        for page, wanted in decoys(document, rng):
            tried += 1
            if locate(document, wanted, second).outcome is Outcome.VERIFIED:
                escaped.append((name, page.number, wanted))
    assert not escaped
    assert tried >= 200, tried
