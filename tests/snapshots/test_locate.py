"""Where things stand, and that nothing else is ever called verified.

The pages are drawn by the tests themselves; each expectation can be read off the page.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

import pytest

from ledger.quantities import from_fields
from ledger.schema.outcomes import Outcome
from ledger.snapshots.extract import Extractor
from ledger.snapshots.locate import locate
from ledger.snapshots.located import Located, Wanted
from ledger.snapshots.page import Document, Page
from tests.snapshots.pdfs import Words, lines, pdf

Read = Callable[..., Document]

PAGE = pdf(
    [
        Words("3 Memory", 72, 740, 12, True),
        *lines(
            "The recipe keeps 16 bytes of state per parameter. The optimizer alone takes",
            "12 bytes. Together they fit in at most 30 GB on 64 GPUs, a loss of -0.42. We",
            "train with 3.2 million tokens and reach up to 1.5x more than the baseline. It",
            "stores 4P bytes and saves between 100 ms and about 200 ms, over 90% of all time.",
        ),
    ],
    [
        Words("4 Network", 72, 740, 12, True),
        *lines(
            "The ring sends 48 GB over a link of 400 Gbps. The tree sends 24 GB over", "a link of 200 Gbps."
        ),
        Words("Model", 72, 500),
        Words("GPUs", 200, 500),
        Words("Memory (GB)", 300, 500),
        Words("Small", 72, 480),
        Words("64", 200, 480),
        Words("80", 300, 480),
        Words("Large", 72, 460),
        Words("1024", 200, 460),
        Words("640", 300, 460),
        Words("Table 2: Models.", 72, 430),
    ],
)


@pytest.fixture(scope="module")
def document(read: Read) -> Document:
    return read(PAGE)


@pytest.fixture(scope="module")
def find(document: Document, extractor: Extractor) -> Callable[..., Located]:
    def second(numbers: Iterable[int]) -> Mapping[int, Page]:
        return extractor.second_opinion(document.digest, numbers)

    def search(
        anchors: list[str],
        value: str | None = None,
        measure: str = "1",
        comparator: str = "=",
        page: int | None = 1,
        high: str | None = None,
        **more: Any,
    ) -> Located:
        quantity = None if value is None else from_fields(value, measure, comparator, high)
        return locate(document, Wanted(tuple(anchors), quantity, page, **more), second)

    return search


Find = Callable[..., Located]


def test_found_with_place_and_digest(find: Find) -> None:
    located = find(["recipe keeps", "16 bytes"], "16", "B/parameter", section="3")
    assert located.outcome is Outcome.VERIFIED, located.message
    assert (located.page, located.section, located.cause) == (1, "3 Memory", "")
    assert located.text == "recipe keeps 16 bytes"
    assert len(located.digest) == 64
    assert located.box is not None
    assert 72 <= located.box[0] < located.box[2] < 540


@pytest.mark.parametrize(
    ("anchors", "fields"),
    [
        (["optimizer alone", "12 bytes"], ("12", "B")),
        (["fit in", "30 GB"], ("30", "GB", "≤")),
        (["on 64 GPUs"], ("64", "GPU")),
        (["loss of -0.42"], ("-0.42",)),
        (["3.2 million tokens"], ("3200000", "token")),
        (["1.5x more"], ("1.5", "x", "up-to")),
        (["over 90%"], ("90", "%", ">")),
        (["stores 4P bytes"], ("4*P", "B")),
        (["about 200 ms"], ("200", "ms", "≈")),
    ],
)
def test_value_unit_sign_and_comparator(find: Find, anchors: list[str], fields: tuple[str, ...]) -> None:
    located = find(anchors, *fields)
    assert located.outcome is Outcome.VERIFIED, located.message


@pytest.mark.parametrize(
    ("anchors", "fields"),
    [
        (["optimizer alone", "12 bytes"], ("13", "B")),
        (["optimizer alone", "12 bytes"], ("16", "B")),
        (["optimizer alone", "12 bytes"], ("12", "KB")),
        (["optimizer alone", "12 bytes"], ("12", "B/parameter")),
        (["optimizer alone", "12 bytes"], ("12", "token")),
        (["optimizer alone", "12 bytes"], ("-12", "B")),
        (["optimizer alone", "12 bytes"], ("12", "B", "≈")),
        (["optimizer alone", "12 bytes"], ("12", "B", "up-to")),
        (["12 bytes", "optimizer alone"], ("12", "B")),
        (["fit in", "30 GB"], ("30", "GB")),
        (["fit in", "30 GB"], ("30", "GB", "≥")),
        (["fit in", "30 GB"], ("30", "TB", "≤")),
        (["fit in", "30 GB"], ("3.0", "GB", "≤")),
        (["loss of -0.42"], ("0.42",)),
        (["a loss of"], ("0.42",)),
        (["3.2 million tokens"], ("3.2", "token")),
        (["1.5x more"], ("1.5", "x")),
        (["1.5x more"], ("15", "x", "up-to")),
        (["over 90%"], ("90", "%", "<")),
        (["over 90%"], ("90", "pp", ">")),
        (["stores 4P bytes"], ("5*P", "B")),
        (["stores 4P bytes"], ("4", "B")),
        (["100 ms and about 200 ms"], ("100", "ms")),
        (["100 ms and about 200 ms"], ("200", "ms", "≈")),
        (["saves between"], ("200", "ms", "≈")),
    ],
)
def test_decoys(find: Find, anchors: list[str], fields: tuple[str, ...]) -> None:
    assert find(anchors, *fields).outcome is not Outcome.VERIFIED


def test_a_number_beside_the_anchors_is_the_nearest_one(find: Find) -> None:
    assert find(["ring sends"], "48", "GB", page=2).outcome is Outcome.VERIFIED
    assert find(["ring sends"], "24", "GB", page=2).outcome is not Outcome.VERIFIED
    assert find(["link of"], "400", "Gbps", page=2).outcome is Outcome.AMBIGUOUS
    assert find(["tree sends"], "200", "Gbps", page=2).outcome is Outcome.AMBIGUOUS
    assert find(["over a link of"], "200", "Gbps", page=2).outcome is Outcome.AMBIGUOUS


def test_a_row_of_a_table(find: Find) -> None:
    cell = {"printed": "640", "unit": "GB", "captions": ("Table 2",), "page": 2}
    assert find(["Large", "1024", "640"], "640", "GB", **cell).outcome is Outcome.VERIFIED
    assert find(["Small", "640"], "640", "GB", **cell).outcome is not Outcome.VERIFIED
    assert find(["Large", "640"], "64", "GB", **cell).outcome is not Outcome.VERIFIED
    assert find(["Large", "640"], "640", "MB", **cell).outcome is not Outcome.VERIFIED
    other = {**cell, "captions": ("Table 3",)}
    assert find(["Large", "640"], "640", "GB", **other).cause == "no-such-caption"


def test_another_page_is_not_here_but_told(find: Find) -> None:
    located = find(["recipe keeps", "16 bytes"], "16", "B/parameter", page=2)
    assert located.outcome is Outcome.NOT_FOUND
    assert located.elsewhere == (1,)
    assert find(["recipe keeps"], page=3).cause == "no-such-page"


def test_sections(find: Find) -> None:
    assert find(["ring sends", "48 GB"], "48", "GB", page=None, section="4").page == 2
    assert find(["ring sends", "48 GB"], "48", "GB", page=2, section="3").outcome is Outcome.NOT_FOUND
    assert find(["ring sends", "48 GB"], "48", "GB", page=2, section="5").cause == "no-such-section"


def test_anchors_of_another_sentence_do_not_bind_past_a_number(find: Find) -> None:
    assert find(["ring sends", "24 GB"], "24", "GB", page=2).cause == "another-between"
    assert find(["tree sends", "24 GB"], "24", "GB", page=2).outcome is Outcome.VERIFIED


def test_terms_alone(find: Find) -> None:
    assert find(["ring", "tree"], page=2).outcome is Outcome.VERIFIED
    assert find(["tree", "ring"], page=2).outcome is Outcome.NOT_FOUND
    assert find([]).cause == "no-anchors"


def test_a_printed_form_with_what_it_stands_for(find: Find) -> None:
    form = {"printed": "4P", "where": {"P": "1"}, "unit": "B/parameter"}
    assert find(["stores", "4P"], "4", "B/parameter", **form).outcome is Outcome.VERIFIED
    assert find(["stores", "4P"], "5", "B/parameter", **form).outcome is not Outcome.VERIFIED
    assert find(["stores", "4P"], "4", "B/token", **form).outcome is not Outcome.VERIFIED
    assert find(["stores", "4P"], "4", "B/parameter", "≈", **form).outcome is not Outcome.VERIFIED
    gigabytes = {**form, "unit": "GB/parameter"}
    assert find(["stores", "4P"], "4", "GB/parameter", **gigabytes).outcome is not Outcome.VERIFIED
    strange = {**form, "where": {"Q": "1"}}
    assert find(["stores", "4P"], "4", "B/parameter", **strange).outcome is Outcome.UNCHECKABLE
    absent = {**form, "printed": "5P"}
    assert find(["stores"], "5", "B/parameter", **absent).outcome is Outcome.NOT_FOUND


@pytest.mark.parametrize(
    ("printed", "where", "value"),
    [
        ("4P", {"P": "6"}, "24"),
        ("4P", {"P": "24/4"}, "24"),
        ("4P", {"P": "6e9"}, "24e9"),
        ("4P", {"P": "6*N"}, "24*N"),
        ("stores", {"stores": "24"}, "24"),
        ("stores", {"stores": "1"}, "1"),
    ],
)
def test_no_digits_come_from_what_a_symbol_stands_for(
    find: Find, printed: str, where: dict[str, str], value: str
) -> None:
    found = find(["stores", "4P"], value, "B", printed=printed, where=where, unit="B")
    assert found.outcome is not Outcome.VERIFIED


def test_one_extractor_is_not_enough(document: Document) -> None:
    wanted = Wanted(("on 64 GPUs",), from_fields("64", "GPU"), 1)
    assert locate(document, wanted).cause == "no-second-opinion"
    differs = {1: Page(1, document.pages[0].text.replace("64 GPUs", "84 GPUs"))}
    assert locate(document, wanted, lambda _: differs).cause == "extractors-disagree"
    cut = {1: Page(1, "", fault="the page was cut at a work limit")}
    assert locate(document, wanted, lambda _: cut).outcome is Outcome.UNCHECKABLE


def test_a_page_that_is_not_whole_never_lacks_anything() -> None:
    page = Page(1, "only a part", fault="the page was cut at a work limit")
    document = Document("0" * 64, "application/pdf", "x", (page,))
    assert locate(document, Wanted(("missing",), page=1)).outcome is Outcome.UNCHECKABLE
    broken = Document("0" * 64, "application/pdf", "x", fault="not a PDF")
    assert locate(broken, Wanted(("missing",), page=1)).cause == "unreadable"


def test_a_broken_number_is_ambiguous() -> None:
    document = Document("0" * 64, "text/plain", "x", (Page(1, "a bandwidth of 3,\n200 Gbps here"),))
    for value in ("200", "3200"):
        located = locate(document, Wanted(("bandwidth",), from_fields(value, "Gbps"), 1))
        assert located.outcome is Outcome.AMBIGUOUS
