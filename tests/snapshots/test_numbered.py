"""Headings told by their numbers: in a column before their titles, or run into a paragraph."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from ledger.snapshots.page import Bookmark, Document, Page
from ledger.snapshots.sections import find_section, sections_of

Corpus = Callable[[str], Document]


def plain(*pages: str) -> Document:
    sheets = tuple(Page(number, text) for number, text in enumerate(pages, 1))
    return Document("0" * 64, "text/plain", "x", sheets)


def outlined(*pages: str) -> Document:
    """Sections 1, 2, 2.1 and 3 by the outline of a PDF."""
    sheets = tuple(Page(number, text) for number, text in enumerate(pages, 1))
    titles = [("1 Start", 0), ("2 Method", 0), ("2.1 Plan", 1), ("3 End", 0)]
    places = {
        title: next(page.number for page in sheets if f"{title}\n" in page.text + "\n") for title, _ in titles
    }
    outline = tuple(Bookmark(title, depth, places[title]) for title, depth in titles)
    return Document("0" * 64, "application/pdf", "x", sheets, outline)


def names(document: Document) -> list[str]:
    return [section.name for section in sections_of(document)]


def test_two_numbers_in_a_column_before_their_titles() -> None:
    document = plain("1\n\nStart\n\nwords\n2\n2.1\n\nMethod\nPlan of work\n\nmore\n2.2\n\nSteps\n3\n\nEnd")
    assert names(document) == ["1 Start", "2 Method", "2.1 Plan of work", "2.2 Steps", "3 End"]


def test_a_page_number_before_a_number_is_not_of_the_column() -> None:
    document = plain("1\n\nStart\n\nwords\n12\n2\n\nMethod\nPlain words\n3\n\nEnd")
    assert names(document) == ["1 Start", "2 Method", "3 End"]


def test_cells_of_a_table_are_no_headings() -> None:
    document = plain("1 Start\nwords\n3.7\n\n61.3\n46.6\n\nAlpha\nBeta\n2 Method\n5\n\nGamma\n3 End")
    assert names(document) == ["1 Start", "2 Method", "3 End"]


def test_a_running_head_is_no_title() -> None:
    document = plain(
        "A Name\n\n1\n\nYearly Report\n\nStart\n\nwords",
        "A Name\n\nYearly Report\n\n2\n\nMethod",
        "A Name\n\n3\n\nYearly Report\n\nEnd",
    )
    assert names(document) == ["1 Start", "2 Method", "3 End"]


def test_headings_run_into_paragraphs_count_on() -> None:
    document = outlined(
        "1 Start\nwords",
        "2 Method\nwords\n2.1 Plan\n2.1.1 First Way. We go on foot.\nIt is slow, as Section\n"
        "2.1.2 Shows. More of it.\n\n"
        "2.1.2 A Longer Way of Go-\ning. Nobody tried it.",
        "3 End\n3.1 is not there. See also Section\n"
        "2.1.3 Then comes more. And so on.\n3.2 Odd. It has no 3.1.",
    )
    assert names(document) == [
        "1 Start",
        "2 Method",
        "2.1 Plan",
        "2.1.1 First Way",
        "2.1.2 A Longer Way of Going",
        "3 End",
    ]
    second = find_section(sections_of(document), "2.1.1")
    assert second is not None
    text = document.pages[1].text
    assert second.covers(2, text.index("It is"), text.index("slow"))
    assert not second.covers(2, text.index("Nobody"), text.index("tried"))


def test_nothing_runs_in_below_a_section_that_has_subsections() -> None:
    document = outlined("1 Start\nx", "2 Method\n2.2 Not. It is not in the outline.\n2.1 Plan\ny", "3 End\nz")
    assert names(document) == ["1 Start", "2 Method", "2.1 Plan", "3 End"]


def test_nothing_is_made_of_a_document_without_sections() -> None:
    assert names(plain("words\n2.1.1 First Way. We go.")) == []


@pytest.mark.corpus
@pytest.mark.parametrize(
    ("name", "number", "title", "page"),
    [
        ("kimi-k2.txt", "1", "Introduction", 2),
        ("kimi-k2.txt", "2.1", "MuonClip: Stable Training with Weight Clipping", 3),
        ("kimi-k2.txt", "3.3", "RL Infrastructure", 13),
        ("kimi-k2.txt", "3.3.1", "Colocated Architecture", 13),
        ("kimi-k2.txt", "3.3.2", "Efficient Engine Switching", 14),
        ("megatron-3d.pdf", "2.2.1", "Default Schedule", 3),
        ("megatron-3d.pdf", "2.2.2", "Schedule with Interleaved Stages", 4),
        ("megatron-3d.pdf", "3.3.2", "Data and Tensor Model Parallelism", 6),
        ("zero-infinity.pdf", "5.1.1", "Infinity offload engine for model states", 6),
    ],
)
def test_sections_of_the_corpus(
    corpus_document: Corpus, name: str, number: str, title: str, page: int
) -> None:
    section = find_section(sections_of(corpus_document(name)), number)
    assert section is not None
    assert section.title == title
    assert section.start[0] == page
