from __future__ import annotations

from collections.abc import Callable

import pytest

from ledger.snapshots.page import Bookmark, Document, Page
from ledger.snapshots.sections import find_section, sections_of
from tests.snapshots.pdfs import Words, pdf

Corpus = Callable[[str], Document]


def plain(*pages: str) -> Document:
    sheets = tuple(Page(number, text) for number, text in enumerate(pages, 1))
    return Document("0" * 64, "text/plain", "x", sheets)


def test_numbered_lines_that_count_up_and_not_a_list_nor_the_contents() -> None:
    document = plain(
        "Contents\n1 Start . . . . . . 2\n2 Method . . . . . 2",
        "Abstract\nWe do.\n1 Start\ntext\n7 Odd\n1.1 First\ntext 8\n2\n\nMethod\nend",
        "3 End\nlast",
    )
    names = [section.name for section in sections_of(document)]
    assert names == ["Abstract", "1 Start", "1.1 First", "2 Method", "3 End"]
    start = find_section(sections_of(document), "§1")
    assert start is not None
    assert start.start[0] == 2
    assert start.covers(
        2, document.pages[1].text.index("text 8"), document.pages[1].text.index("2\n\nMethod")
    )
    assert not start.covers(3, 0, 3)


def test_an_outline_whose_titles_have_no_numbers(read: Callable[..., Document]) -> None:
    data = pdf([Words("3.1 Model States", 72, 700, 12, True), Words("16 bytes", 72, 680)])
    page = read(data).pages[0]
    document = Document("0" * 64, "application/pdf", "x", (page,), (Bookmark("Model States", 1, 1, 712.0),))
    assert [section.name for section in sections_of(document)] == ["3.1 Model States"]


def test_headings_set_bold(read: Callable[..., Document]) -> None:
    head = [
        Words("1. Introduction", 72, 700, 12, True),
        Words("We scale to many GPUs in this work.", 72, 680),
    ]
    head += [Words("1.1 Aim", 72, 600, 12, True), Words("It is to scale further than others.", 72, 580)]
    assert [section.name for section in sections_of(read(pdf(head)))] == ["1 Introduction", "1.1 Aim"]


@pytest.mark.parametrize(
    ("wanted", "name"),
    [
        ("3.1", "3.1 Model States"),
        ("§3.1", "3.1 Model States"),
        ("Section 3.1", "3.1 Model States"),
        ("3.1 Model states", "3.1 Model States"),
        ("model states", "3.1 Model States"),
        ("A", "A Proofs"),
        ("Appendix A", "A Proofs"),
    ],
)
def test_ways_to_name_a_section(wanted: str, name: str) -> None:
    document = Document(
        "0" * 64,
        "application/pdf",
        "x",
        (Page(1, "3 Memory\n3.1 Model States\nA Proofs"),),
        (Bookmark("3 Memory", 0, 1), Bookmark("3.1 Model States", 1, 1), Bookmark("A Proofs", 0, 1)),
    )
    section = find_section(sections_of(document), wanted)
    assert section is not None
    assert section.name == name


NESTED = "# Ring\n\n## Latency\n\n# Tree\n\n## Latency\n\n### Small > large\n\nend"


@pytest.mark.parametrize(
    ("wanted", "line"),
    [
        ("Latency", 2),  # the first of that name
        ("Ring > Latency", 2),
        ("Tree > Latency", 6),
        ("Small > large", 8),
        ("Ring > Ring", None),
        ("Latency > Tree", None),
        ("Ring > Small > large", None),
        (" > ".join(["Tree"] * 5_000), None),
    ],
)
def test_a_section_within_another(read: Callable[..., Document], wanted: str, line: int | None) -> None:
    document = read(NESTED.encode(), "text/markdown")
    section = find_section(sections_of(document), wanted)
    starts = None if section is None else document.pages[0].text[: section.start[1]].count("\n")
    assert starts == line


@pytest.mark.parametrize(
    "wanted", ["3.2", "31", "Conclusion", "B", "", "3.1.1", "1 > 2", "3 > 4", "1 Start > 1"]
)
def test_a_section_that_is_not_there(wanted: str) -> None:
    document = plain("1 Start\n2 Method\n3 Memory\n3.1 States")
    assert find_section(sections_of(document), wanted) is None


@pytest.mark.corpus
@pytest.mark.parametrize(
    ("name", "number", "title", "page"),
    [
        ("zero.pdf", "3.1", "Model States: Optimizer States, Gradients and Parameters", 7),
        ("deepseek-v3.pdf", "3.2.1", "DualPipe and Computation-Communication Overlap", 12),
        ("kimi-k3.pdf", "5.3.2", "Sandbox Infrastructure", 22),
        ("kimi-k2.txt", "2.4.1", "Compute Cluster", 7),
        ("alpa.pdf", "2.1", "Conventional View of ML Parallelism", 4),
        ("megatron-lm.pdf", "2.1", "Neural Language Model Pretraining", 2),
        ("zero-bubble.pdf", "2.3", "Quantitative analyses", 4),
    ],
)
def test_sections_of_the_corpus(
    corpus_document: Corpus, name: str, number: str, title: str, page: int
) -> None:
    section = find_section(sections_of(corpus_document(name)), number)
    assert section is not None
    assert section.title == title
    assert section.start[0] == page
