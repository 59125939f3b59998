"""What a PDF page holds but does not show is not what it says. Each page is drawn here by hand.

The page is 612 by 792 points; a line ``It takes 16 GB.`` stands visibly at (72, 700) in 12-point Helvetica,
whose digits are 6.672 points wide (0.556 em) and reach 0.7 em above the baseline.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from ledger.quantities import parse
from ledger.schema.outcomes import Outcome
from ledger.snapshots import pdf as reader
from ledger.snapshots.contrast import Budget
from ledger.snapshots.extract import Extractor
from ledger.snapshots.locate import locate
from ledger.snapshots.located import Located, Wanted
from ledger.snapshots.page import Document, Page, Why
from ledger.snapshots.pdf import NOT_SHOWN, SCAN
from tests.snapshots.pdfs import Raw, Words, pdf

Read = Callable[..., Document]
Drawn = Sequence[Words | Raw]

SHOWN = Words("It takes 16 GB.")
FAKE = "It takes 12 GB."


def text(body: str = FAKE, y: float = 600, before: str = "", x: float = 72) -> Raw:
    """A line of text with operators before it, in a graphics state of its own."""
    return Raw(f"q {before} BT /F1 12 Tf {x} {y} Td ({body}) Tj ET Q")


def box(x: float, y: float, width: float, height: float, colour: str = "1 g") -> Raw:
    return Raw(f"q {colour} {x} {y} {width} {height} re f Q")


STATES = b"/ExtGState<</Clear<</ca 0 /CA 0>>/Half<</ca 0.5 /CA 0.5>>>>"
IMAGE = "q {w} 0 0 {h} {x} {y} cm BI /W 1 /H 1 /BPC 8 /CS /G ID {byte} EI Q"


def image(x: float, y: float, w: float, h: float, byte: str) -> Raw:
    """A picture of one grey pixel; ``byte`` is its value as a character."""
    return Raw(IMAGE.format(x=x, y=y, w=w, h=h, byte=byte))


HIDDEN: dict[str, Drawn] = {
    "invisible": [text(before="3 Tr")],
    "white on paper": [text(before="1 g")],
    "almost white": [text(before="0.96 g")],
    "white in another space": [text(before="0 0 0 0 k")],
    "white lines only": [text(before="1 Tr 1 G 0.3 w")],
    "transparent": [text(before="/Clear gs")],
    "black on black": [box(60, 590, 300, 30, "0 g"), text()],
    "black on a black picture": [image(60, 590, 300, 30, "\x01"), text()],
    "covered in white": [text(), box(60, 590, 300, 30)],
    "covered in red": [text(), box(60, 590, 300, 30, "1 0 0 rg")],
    "covered by two": [text(), box(60, 590, 50, 30), box(109, 590, 200, 30)],
    "covered by a thick line": [text(), Raw("q 1 G 20 w 60 604 m 300 604 l S Q")],
    "covered by a picture": [text(), image(60, 590, 300, 30, "z")],
    "clipped away": [text(before="0 0 50 50 re W n")],
    "clipped by a triangle": [text(before="0 0 m 50 0 l 0 50 l h W n")],
    "clipped by nothing at all": [text(before="0 0 m h W n")],
    "beside the page": [text(x=700)],
    "under the page": [text(y=-100)],
}


@pytest.mark.parametrize("drawn", HIDDEN.values(), ids=HIDDEN)
def test_what_is_not_shown_is_not_said(read: Read, drawn: Drawn) -> None:
    page = read(pdf([SHOWN, *drawn], resources=STATES)).pages[0]
    assert page.text == "It takes 16 GB."
    assert page.fault == ""
    assert page.behind is not None
    assert "12" in page.behind.text
    assert page.behind.whys == (Why.HIDDEN,)


VISIBLE: dict[str, Drawn] = {
    "white on black": [box(60, 590, 300, 30, "0 g"), text(before="1 g")],
    "white on a dark picture": [image(60, 590, 300, 30, "\x01"), text(before="1 g")],
    "grey on paper": [text(before="0.8 g")],
    "half transparent": [text(before="/Half gs")],
    "on a box of its own": [box(60, 590, 300, 30, "0.9 g"), text()],
    "above a box that comes later": [text(), box(60, 560, 300, 30, "0 g")],
    "under a tint": [text(), Raw("q /Half gs 1 1 0 rg 60 590 300 30 re f Q")],
    "under a frame": [text(), Raw("q 60 590 300 30 re S Q")],
    "inside its clip": [text(before="60 590 300 30 re W n")],
    "underlined": [text(), Raw("q 0.5 w 72 597.5 m 160 597.5 l S Q")],
    "over a line": [text(), Raw("q 0.5 w 72 611 m 160 611 l S Q")],
    "outlined": [text(before="1 Tr 0.3 w")],
    "crossed by a grid line": [text(), Raw("q 0.3 w 0 604 m 612 604 l S Q")],
    "crossed by a covered line": [
        Raw("q 0.3 w 72 604 m 156 604 l S Q"), box(60, 590, 300, 30, "0.9 g"), text(),
    ],
    "in a table of framed cells": [text(), Raw("q 0.5 w 72 604 42 20 re S 114 604 42 20 re S Q")],
    "drawn twice for weight": [text(before="1 g"), text(before="0 g"), text(before="0 g", x=72.2)],
}  # fmt: skip


@pytest.mark.parametrize("drawn", VISIBLE.values(), ids=VISIBLE)
def test_what_is_shown_stays(read: Read, drawn: Drawn) -> None:
    page = read(pdf([SHOWN, *drawn], resources=STATES)).pages[0]
    assert "It takes 16 GB." in page.text
    assert FAKE in page.text


@pytest.mark.parametrize("line", ["604 m 156 604", "597 m 156 597", "601 m 156 607"])
def test_white_text_on_a_line_is_not_shown_by_the_gaps_that_it_makes(read: Read, line: str) -> None:
    drawn = [SHOWN, Raw(f"q 1 w 60 {line} l S Q"), text(before="1 g")]
    assert read(pdf(drawn)).pages[0].text == "It takes 16 GB."


def test_white_text_on_black_text_is_no_text(read: Read) -> None:
    """What is left of the letters below are scraps; neither number is read."""
    (page,) = read(pdf([SHOWN, text(), text("It takes 16 GB.", before="1 g")])).pages
    assert page.text.count("1") == 1
    assert page.behind is not None
    assert Why.UNSURE in page.behind.whys


STRUCK: dict[str, Drawn] = {
    "by a line": [text(), Raw("q 0.6 w 72 604 m 156 604 l S Q")],
    "by a thin box": [text(), box(72, 603.7, 84, 0.7, "0 g")],
    "by a red line": [text(), Raw("q 1 0 0 RG 0.6 w 70 603.5 m 158 603.5 l S Q")],
    "by a line from below": [Raw("q 0.6 w 72 604 m 156 604 l S Q"), text()],
    "word by word": [text(), Raw("q 0.6 w 72 604 m 79 604 l S 82 604 m 110 604 l S 113 604 m 156 604 l S Q")],
    "by lines of one path": [text(), Raw("q 0.6 w 72 604 m 156 604 l 72 400 m 156 400 l S Q")],
}


@pytest.mark.parametrize("drawn", STRUCK.values(), ids=STRUCK)
def test_what_is_struck_out_is_withdrawn(read: Read, drawn: Drawn) -> None:
    page = read(pdf([SHOWN, *drawn])).pages[0]
    assert "12" not in page.text
    assert "It takes 16 GB." in page.text
    assert page.behind is not None
    assert page.behind.whys == (Why.STRUCK,)


def test_a_struck_number_alone(read: Read) -> None:
    """``It takes `` is 42 points wide (3.5 em), each digit 6.672."""
    drawn = [text("It takes 12 16 GB."), Raw("q 0.6 w 114 604 m 127.3 604 l S Q")]
    (page,) = read(pdf(drawn)).pages
    assert " ".join(page.text.split()) == "It takes 16 GB."


@pytest.mark.parametrize(
    "line",
    [
        pytest.param("q 0.6 w 120.7 604 m 127.3 604 l S Q", id="struck"),
        pytest.param("q 0 g 120.7 598 6.7 12 re f Q", id="blacked out"),
    ],
)
def test_digits_that_a_lost_one_parts_are_not_read_together(read: Read, line: str) -> None:
    """The second digit of ``126`` is lost: what is left is neither 16 nor 1 and 6."""
    (page,) = read(pdf([text("It takes 126 GB."), Raw(line)])).pages
    assert "It takes 1\u200b6 GB." in page.text


def test_a_note_strikes_out(read: Read) -> None:
    note = (
        b"/Annots[<</Type/Annot/Subtype/StrikeOut/Rect[70 595 160 615]"
        b"/QuadPoints[72 610 156 610 72 598 156 598]/C[1 0 0]>>]"
    )
    (page,) = read(pdf([SHOWN, text()], page_extra=note)).pages
    assert page.text == "It takes 16 GB."
    assert page.behind is not None
    assert page.behind.whys == (Why.STRUCK,)


def test_outside_the_crop_box(read: Read) -> None:
    (page,) = read(pdf([SHOWN, text(y=100)], page_extra=b"/CropBox[0 400 612 792]")).pages
    assert page.text == "It takes 16 GB."


@pytest.mark.parametrize("turn", [90, 180, 270])
def test_on_a_page_that_is_turned(read: Read, turn: int) -> None:
    drawn = [SHOWN, text(before="1 g"), box(60, 490, 300, 30, "0 g"), text("It has 3 GB.", 500, "1 g")]
    extra = f"/Rotate {turn}/CropBox[20 30 600 780]".encode()
    (page,) = read(pdf(drawn, page_extra=extra)).pages
    assert sorted(page.text.split("\n\n")) == ["It has 3 GB.", "It takes 16 GB."]


def form(content: str, more: str = "") -> bytes:
    """A form, to be drawn with ``/X Do``."""
    return (
        f"<</Type/XObject/Subtype/Form/BBox[0 0 612 792]{more}"
        f"/Resources<</Font<</F1 3 0 R>>>>/Length {len(content)}>>stream\n{content}\nendstream"
    ).encode()


@pytest.mark.parametrize(
    ("content", "before", "shown"),
    [
        ("BT /F1 12 Tf 72 600 Td (It takes 12 GB.) Tj ET", "", True),
        ("1 g BT /F1 12 Tf 72 600 Td (It takes 12 GB.) Tj ET", "", False),
        ("BT /F1 12 Tf 72 600 Td (It takes 12 GB.) Tj ET 1 g 60 590 300 30 re f", "", False),
        ("BT /F1 12 Tf 72 600 Td (It takes 12 GB.) Tj ET", "/Clear gs", False),
        ("BT /F1 12 Tf 72 600 Td (It takes 12 GB.) Tj ET", "0 0 50 50 re W n", False),
        ("BT /F1 12 Tf 72 600 Td (It takes 12 GB.) Tj ET", "1 0 0 1 600 0 cm", False),
        ("0 g 60 590 300 30 re f 1 g BT /F1 12 Tf 72 600 Td (It takes 12 GB.) Tj ET", "", True),
    ],
)
def test_inside_forms(read: Read, content: str, before: str, shown: bool) -> None:
    drawn = [SHOWN, Raw(f"q {before} /X Do Q")]
    data = pdf(drawn, resources=STATES + b"/XObject<</X 7 0 R>>", more=[form(content)])
    (page,) = read(data).pages
    assert ("12" in page.text) is shown
    assert "It takes 16 GB." in page.text


@pytest.mark.parametrize("state", ["ON", "OFF"])
def test_on_a_layer(read: Read, state: str) -> None:
    drawn = [SHOWN, Raw("/OC /L BDC BT /F1 12 Tf 72 600 Td (It takes 12 GB.) Tj ET EMC")]
    extra = f"/OCProperties<</OCGs[7 0 R]/D<</BaseState/ON/{state}[7 0 R]>>>>".encode()
    data = pdf(drawn, extra=extra, resources=b"/Properties<</L 7 0 R>>", more=[b"<</Type/OCG/Name(L)>>"])
    assert ("12" in read(data).pages[0].text) is (state == "ON")


def test_hidden_under_text_that_is_seen(read: Read) -> None:
    """White digits on the dark box are seen; those under the box, at the same place, are not."""
    drawn = [
        SHOWN, text("It takes 12 GB.", before="1 g"), box(60, 590, 300, 30, "0 g"),
        text("It needs 99 MB.", before="1 g"),
    ]  # fmt: skip
    (page,) = read(pdf(drawn)).pages
    assert page.text == "It takes 16 GB.\n\nIt needs 99 MB."


def test_a_full_stop_is_seen_however_small(read: Read) -> None:
    """A full stop of 2-point Helvetica is a fifth of a point wide; grey on a tint it is faint but there."""
    drawn = [
        box(60, 590, 300, 30, "0.9 g"),
        Raw("q 0.4 g BT /F1 2 Tf 72 600 Td (peak of 59.8 TFLOP/s) Tj ET Q"),
        Raw("q /Half gs 1 1 0 rg 60 590 300 30 re f Q"),
    ]
    (page,) = read(pdf(drawn, resources=STATES)).pages
    assert page.text == "peak of 59.8 TFLOP/s"


def test_a_scan_says_that_its_text_was_recognised(read: Read) -> None:
    (page,) = read(pdf([image(0, 0, 612, 792, "z"), text(before="3 Tr")])).pages
    assert page.text == ""
    assert page.fault == SCAN
    assert page.behind is not None
    assert page.behind.text == FAKE
    assert page.behind.whys == (Why.RECOGNISED,)


def test_nothing_is_shown(read: Read) -> None:
    (page,) = read(pdf([text(before="1 g")])).pages
    assert (page.text, page.fault) == ("", NOT_SHOWN)


def found(read: Read, extractor: Extractor, data: bytes, quantity: str, *anchors: str) -> Located:
    document = read(data)

    def second(pages: Sequence[int]) -> dict[int, Page]:
        return extractor.second_opinion(document.digest, pages)

    wanted = Wanted(anchors, parse(quantity), page=1)
    return locate(document, wanted, second)  # type: ignore[arg-type]  # any iterable of pages will do


@pytest.mark.parametrize(
    ("drawn", "outcome", "said"),
    [
        (HIDDEN["white on paper"], Outcome.NOT_FOUND, "is not shown"),
        (HIDDEN["invisible"], Outcome.NOT_FOUND, "is not shown"),
        (STRUCK["by a line"], Outcome.NOT_FOUND, "is struck out"),
        ([image(0, 0, 612, 680, "z"), text(before="3 Tr")], Outcome.UNCHECKABLE, "recognised in a picture"),
        ([text(before="7 Tr")], Outcome.UNCHECKABLE, "may not be shown"),
    ],
)
def test_a_claim_is_told_where_its_number_is(
    read: Read, extractor: Extractor, drawn: Drawn, outcome: Outcome, said: str
) -> None:
    data = pdf([SHOWN, *drawn])
    located = found(read, extractor, data, "12 GB", "takes", "12 GB")
    assert (located.outcome, located.cause) == (outcome, "not-shown")
    assert located.message.startswith("page 1 holds it only in text that ")
    assert said in located.message
    assert found(read, extractor, data, "16 GB", "takes", "16 GB").outcome is Outcome.VERIFIED
    assert found(read, extractor, data, "18 GB", "takes", "18 GB").cause == "no-anchor"


@pytest.mark.parametrize(
    "drawn",
    [
        [Words("It takes 16 GB of memory."), text("It takes 12 GB of memory.", 712, "1 g")],
        [text("It takes 12 GB of memory.", 712, "1 g"), Words("It takes 16 GB of memory.")],
        [Words("It takes 16 GB of memory."), text("12 GB", 700, "1 g", 210)],
    ],
)
def test_hidden_text_beside_a_number_does_not_part_the_extractors(
    read: Read, extractor: Extractor, drawn: Drawn
) -> None:
    """pypdf reads what is hidden; the visible number is still confirmed, the hidden one never."""
    data = pdf(drawn)
    located = found(read, extractor, data, "16 GB", "takes", "16 GB")
    assert located.outcome is Outcome.VERIFIED, located.message
    assert found(read, extractor, data, "12 GB", "takes", "12 GB").outcome is not Outcome.VERIFIED


def test_a_page_that_takes_too_long_is_not_vouched_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With no time left for pictures, what may be hidden counts as neither shown nor not."""
    monkeypatch.setattr(reader, "Budget", lambda: Budget(seconds=-1.0))
    path = tmp_path / "x.pdf"
    path.write_bytes(pdf([SHOWN, *VISIBLE["white on black"]]))
    _, page = reader.read_pdfium(path, 1)
    assert page["text"] == "It takes 16 GB."
    assert page["behind"]["whys"] == ["unsure"]
