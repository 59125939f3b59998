"""Decoys over the corpus: what the text does not say is never called verified.

For numbers taken at random from every document (anchors: a word shortly before, and the number), each true
location is turned into statements that are false: another value, one that stands elsewhere on the page,
another sign, unit, comparator, scale, decimal point, printed form; anchors reversed; the page off by one, a
section that is not there. A decoy that the page happens to state as well (found by plain string search in the
same sentence) is not a decoy.
"""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path

import pytest

from ledger.quantities import Comparator, Kind, Quantity
from ledger.schema.outcomes import Outcome
from ledger.snapshots.extract import Extractor
from ledger.snapshots.locate import locate
from ledger.snapshots.located import Wanted
from ledger.snapshots.page import Document, Page
from ledger.snapshots.window import reading_of

pytestmark = pytest.mark.corpus

SEED = 20240229
EACH = 16
PAGES = 4
KINDS = {
    *("digit", "scale", "point", "sign", "unit", "comparator", "another value", "another number"),
    *("reversed", "page", "section", "printed"),
}
UNITS = {"GB": "TB", "TB": "GB", "B": "KB", "%": "pp", "x": "%", "ms": "s", "s": "ms", "GPU": "node"}
SAME = {Comparator.AT_LEAST, Comparator.NOT_LESS}
Fact = tuple[Page, int, int, Quantity]
Decoy = tuple[str, Wanted]


def facts(document: Document, rng: random.Random) -> list[Fact]:
    """Numbers that state something, on a few pages of the document, in random order."""
    found: list[Fact] = []
    for page in rng.sample(document.pages, min(PAGES, len(document.pages))):
        for low, high in blocks(page):
            for start, end, token in reading_of(page, low, high, reach=0).tokens():
                quantity = token.quantity if token.kind is Kind.QUANTITY and token.needs_evidence else None
                if quantity is not None and quantity.value:
                    found.append((page, start, end, quantity))
    rng.shuffle(found)
    return found


def blocks(page: Page) -> list[tuple[int, int]]:
    """The stretches of a page between empty lines, of the first 8,000 characters."""
    return [match.span() for match in re.finditer(r"[^\n]+(?:\n[^\n]+)*", page.text[:8000])]


def anchors_of(page: Page, start: int, end: int) -> tuple[str, str] | None:
    before = re.findall(r"[A-Za-z][a-z-]{4,}(?= )", page.text[max(0, start - 60) : start].replace("\n", " "))
    return (before[-1], " ".join(page.text[start:end].split())) if before else None


def decoys(wanted: Wanted, others: list[Quantity], rng: random.Random) -> Iterator[Decoy]:
    quantity = wanted.quantity
    if quantity is None or quantity.value is None:
        return

    def change(**fields: object) -> Wanted:
        return replace(wanted, quantity=replace(quantity, **fields))  # type: ignore[arg-type]  # named fields

    value = quantity.value
    yield "digit", change(value=value + (quantity.quantum or 1) * rng.choice((1, -1, 3)))
    yield "scale", change(value=value * 1000)
    yield "point", change(value=value / 10)
    yield "sign", change(value=-value)
    yield "unit", change(unit=UNITS.get(quantity.unit, "GB"))
    if quantity.high is None:
        bounds = [bound for bound in Comparator if bound not in (quantity.comparator, Comparator.RANGE)]
        for bound in rng.sample(bounds, 2):
            if {bound, quantity.comparator} != SAME:
                yield "comparator", change(comparator=bound)
    yield "reversed", replace(wanted, anchors=wanted.anchors[::-1])
    yield "section", replace(wanted, section="97.3")
    yield "printed", replace(wanted, printed=f"{value + 1}")
    for other in rng.sample(others, min(2, len(others))):
        yield "another value", change(value=other.value, quantum=other.quantum)
        yield "another number", replace(wanted, quantity=other)
    for step in (-1, 1):
        yield "page", replace(wanted, page=(wanted.page or 0) + step)


def is_true(kind: str, document: Document, wanted: Wanted) -> bool:
    """Whether the page states the decoy too: both anchors in this order in one block; another comparator,
    where they stand there more than once."""
    page = document.page(wanted.page or 0)
    if kind not in ("reversed", "page", "comparator") or page is None:
        return False
    first, last = (r"\s*".join(map(re.escape, anchor.replace(" ", ""))) for anchor in wanted.anchors)
    pattern = re.compile(rf"{first}(?:(?!\n\n).){{0,600}}?{last}", re.IGNORECASE | re.DOTALL)
    found = sum(1 for _ in pattern.finditer(page.text))
    return found > (1 if kind == "comparator" else 0)


def true_facts(
    document: Document, extractor: Extractor, rng: random.Random
) -> Iterator[tuple[Wanted, list[Quantity]]]:
    """Located facts, each with the other numbers of its page."""
    chosen = facts(document, rng)
    if document.media == "application/pdf":
        extractor.second_opinion(document.digest, [page.number for page, *_ in chosen[:EACH]])
    for page, start, end, quantity in chosen[:EACH]:
        anchors = anchors_of(page, start, end)
        wanted = Wanted(anchors or (), quantity, page.number)
        if anchors is not None and found(document, extractor, wanted):
            beside = [other for sheet, _, _, other in chosen if sheet is page]
            yield wanted, [other for other in beside if other.high is None and other.value != quantity.value]


def found(document: Document, extractor: Extractor, wanted: Wanted) -> bool:
    def second(pages: Iterable[int]) -> Mapping[int, Page]:
        return extractor.second_opinion(document.digest, pages)

    return locate(document, wanted, second).outcome is Outcome.VERIFIED


def test_no_decoy_is_verified(
    corpus: Path, corpus_document: Callable[[str], Document], extractor: Extractor
) -> None:
    rng = random.Random(SEED)
    tried: Counter[str] = Counter()
    escaped = []
    names = sorted(path.name for path in corpus.glob("*.*") if path.suffix in (".pdf", ".md", ".txt"))
    for name in names:
        document = corpus_document(name)
        for wanted, others in true_facts(document, extractor, rng):
            for kind, decoy in decoys(wanted, others, rng):
                if is_true(kind, document, decoy):
                    continue
                tried[kind] += 1
                if found(document, extractor, decoy):
                    escaped.append((kind, name, wanted, decoy))
    assert not escaped
    assert tried.total() >= 2000, tried
    assert set(tried) == KINDS, tried
    assert min(tried.values()) >= 100, tried
