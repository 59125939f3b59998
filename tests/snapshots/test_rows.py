"""Tables: a number counts only with the anchors of its own row and of its own column's header."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from ledger.quantities import from_fields
from ledger.schema.outcomes import Outcome
from ledger.snapshots.extract import Extractor
from ledger.snapshots.locate import locate
from ledger.snapshots.located import Located, Wanted
from ledger.snapshots.page import Document, Page
from ledger.snapshots.stated import asked
from tests.snapshots.pdfs import Words, lines, pdf

Read = Callable[..., Document]
Find = Callable[..., Located]

HEAD = ("Model", "Device", "Gather", "Send (all)", "Send (two)")
ROWS = (
    ("Alpha (FP8)", "16 cards", "1.17s", "10.19s", "11.80s"),
    ("Beta (FP8)", "16 cards", "1.33s", "14.36s", "17.49s"),
    ("Alpha (FP8)", "256 cards", "0.80s", "11.33s", "11.81s"),
    ("Beta (FP8)", "256 cards", "1.22s", "16.04s", "16.75s"),
)
MARKDOWN = "\n".join(
    ["Times.", "", *(f"| {' | '.join(row)} |" for row in (HEAD, ("---",) * 5, *ROWS)), "", "After it."]
)
HTML = "<p>Times.</p><table>{}</table><p>After it.</p>".format(
    "".join(f"<tr>{''.join(f'<td>{cell}</td>' for cell in row)}</tr>" for row in (HEAD, *ROWS))
)
COLUMNS = (72, 160, 250, 320, 400)
SHEET = pdf(
    [
        *(
            Words(cell, x, 600 - 16 * index, 10)
            for index, row in enumerate((HEAD, *ROWS))
            for x, cell in zip(COLUMNS, row, strict=True)
        ),
        *lines("After the table the text goes on for a while.", top=480, size=10),
    ]
)
TABLES = {
    "markdown": (MARKDOWN.encode(), "text/markdown"),
    "html": (HTML.encode(), "text/html"),
    "pdf": (SHEET, "application/pdf"),
}


@pytest.fixture(scope="module", params=sorted(TABLES))
def find(request: pytest.FixtureRequest, read: Read, extractor: Extractor) -> Find:
    document = read(*TABLES[request.param])

    def search(anchors: str, quantity: str) -> Located:
        stated, loose, nouns, _ = asked(quantity)
        wanted = Wanted(tuple(anchors.split("|")), stated, 1, loose=loose, nouns=nouns)
        return locate(document, wanted, lambda pages: extractor.second_opinion(document.digest, pages))

    return search


@pytest.mark.parametrize(
    ("anchors", "quantity"),
    [
        ("Gather|Beta (FP8)|256 cards|1.22s", "1.22 s"),
        ("Send (all)|Beta (FP8)|16 cards|14.36s", "14.36 s"),
        ("Send (all)|Alpha (FP8) 256 cards|11.33s", "11.33 s"),
        ("Send (all)|Beta (FP8)|256 cards|16.04s", "16.04 s"),
        ("Model|Send (all)|Beta (FP8)|256 cards|16.04s", "16.04 s"),
        ("Send (two)|Beta (FP8)|256 cards|16.75s", "16.75 s"),
        ("Gather|Beta (FP8) 256 cards", "1.22 s"),
        ("Send (two)|Alpha (FP8) 256 cards", "11.81 s"),
    ],
)
def test_one_row_and_its_header(find: Find, anchors: str, quantity: str) -> None:
    located = find(anchors, quantity)
    assert located.outcome is Outcome.VERIFIED, located.message


@pytest.mark.parametrize(
    ("anchors", "quantity"),
    [
        ("Beta (FP8)|256 cards|11.33s", "11.33 s"),
        ("Beta (FP8)|256 cards|0.80s", "0.80 s"),
        ("Alpha (FP8)|Beta (FP8)|1.33s", "1.33 s"),
        ("Beta (FP8)|11.33s", "11.33 s"),
        ("Alpha (FP8)|16.04s", "16.04 s"),
        ("Send (all)|Beta (FP8)|256 cards|11.33s", "11.33 s"),
        ("Send (two)|Beta (FP8)|256 cards|16.04s", "16.04 s"),
        ("Gather|Beta (FP8)|256 cards|16.04s", "16.04 s"),
        ("Gather|Beta (FP8) 256 cards", "16.04 s"),
        ("Gather|Beta (FP8) 256 cards", "0.80 s"),
        ("Beta (FP8) 256 cards", "1.22 s"),
        ("Beta (FP8) 256 cards", "16.04 s"),
        ("256 cards|16.04s|16.75s", "16.04 s"),
        ("Beta (FP8)|256 cards|16.04s", "16.04 s"),
        ("0.80s|1.22s", "1.22 s"),
    ],
)
def test_another_row_or_column_is_not_it(find: Find, anchors: str, quantity: str) -> None:
    assert find(anchors, quantity).outcome is not Outcome.VERIFIED


def test_why_it_is_not(find: Find) -> None:
    assert find("Beta (FP8)|256 cards|11.33s", "11.33 s").cause == "another-row"
    assert find("Gather|Beta (FP8)|256 cards|16.04s", "16.04 s").cause == "another-row"
    assert find("Beta (FP8) 256 cards", "1.22 s").cause == "several-numbers"


def test_rows_whose_cells_stand_too_close_for_tabs() -> None:
    text = "Results of all\nAlpha 16 1.17 10.19 11.80\nBeta 32 1.33 14.36 17.49\nand so on"
    document = Document("0" * 64, "text/plain", "x", (Page(1, text),))

    def outcome(value: str, *anchors: str) -> Outcome:
        return locate(document, Wanted(anchors, from_fields(value, "1"), 1)).outcome

    assert outcome("14.36", "Beta", "14.36") is not Outcome.VERIFIED
    assert outcome("14.36", "Alpha", "32", "14.36") is not Outcome.VERIFIED
    assert outcome("14.36", "Alpha", "Beta 32", "14.36") is not Outcome.VERIFIED
    assert outcome("1.33", "Beta") is not Outcome.VERIFIED


def test_a_list_of_numbers_in_running_text_is_no_table() -> None:
    text = "We measured the ring on\n8, 16, 32 and 64 GPUs, and the tree needs\n12 ms on the last."
    document = Document("0" * 64, "text/plain", "x", (Page(1, text),))
    wanted = Wanted(("measured the ring", "64 GPUs"), from_fields("64", "GPU"), 1)
    assert locate(document, wanted).outcome is Outcome.VERIFIED


SPANS = """<table><tr><th>Cards</th><th>Model</th><th colspan="2">Time</th><th>Size</th></tr>
<tr><th></th><th></th><th>all</th><th>two</th><th></th></tr>
<tr><td rowspan="2">16 cards</td><td>Alpha</td><td>1.5 s</td><td>2.5 s</td><td>3 GB</td></tr>
<tr><td>Beta<br>(big)</td><td>4.5 s</td><td>5.5 s</td><td>6 GB</td></tr>
<tr><td>64 cards</td><td>Beta</td><td>7.5 s</td><td>8.5 s</td><td>9 GB</td></tr></table>"""


@pytest.mark.parametrize(
    ("anchors", "value", "verified"),
    [
        ("all|16 cards|Beta (big)|4.5 s", "4.5", True),
        ("all|16 cards|Alpha|1.5 s", "1.5", True),
        ("16 cards|Alpha|1.5 s", "1.5", False),
        ("two|16 cards|Beta (big)", "5.5", True),
        ("Time|two|16 cards|Beta (big)|5.5 s", "5.5", True),
        ("16 cards|Beta|7.5 s", "7.5", False),
        ("64 cards|4.5 s", "4.5", False),
        ("all|16 cards|Beta (big)|5.5 s", "5.5", False),
        ("Size|64 cards|8.5 s", "8.5", False),
        ("Time|64 cards", "7.5", False),
    ],
)
def test_spanning_cells(read: Read, anchors: str, value: str, verified: bool) -> None:
    document = read(SPANS.encode(), "text/html")
    located = locate(document, Wanted(tuple(anchors.split("|")), from_fields(value, "s"), 1))
    assert (located.outcome is Outcome.VERIFIED) is verified, located.message


def strictly(text: str, anchors: str, value: str) -> Located:
    document = Document("0" * 64, "text/plain", "x", (Page(1, text),))
    wanted = Wanted(tuple(anchors.split("|")), from_fields(value, "s"), 1, strict=True, own=True)
    return locate(document, wanted)


SAME = "\n".join("\t".join(row) for row in (HEAD, *ROWS))


@pytest.mark.parametrize(
    ("anchors", "value", "proposed"),
    [
        ("Send (all)|Alpha (FP8)|11.33s", "11.33", ("Send (all)", "Alpha (FP8)", "256 cards", "11.33s")),
        ("Send (all)|256 cards|16.04s", "16.04", ("Send (all)", "Beta (FP8)", "256 cards", "16.04s")),
        ("Gather|Alpha (FP8)|1.17s", "1.17", ("Gather", "Alpha (FP8)", "16 cards", "1.17s")),
    ],
)
def test_a_row_whose_name_another_has_too(anchors: str, value: str, proposed: tuple[str, ...]) -> None:
    located = strictly(SAME, anchors, value)
    assert (located.outcome, located.cause) == (Outcome.AMBIGUOUS, "same-name"), located.message
    assert located.anchors == proposed
    assert strictly(SAME, "|".join(proposed), value).outcome is Outcome.VERIFIED


def test_what_was_measured_tells_no_row_from_another() -> None:
    located = strictly("Cards\tRate\tTime\n8\t4.5 %\t7 s\n8\t3.5 %\t9 s", "Time|8|7 s", "7")
    assert (located.cause, located.anchors) == ("same-name", ()), located.message


def test_what_is_no_word_tells_no_row_from_another() -> None:
    located = strictly("Model\tTime\tCards\n– Alpha\t7 s\t8\n– Alpha\t8 s\t64", "Time|–|Alpha|7 s", "7")
    assert (located.outcome, located.cause) == (Outcome.AMBIGUOUS, "same-name")


@pytest.mark.parametrize(
    ("text", "anchors"),
    [
        ("Cards\tTime\n8\t7 s\n64\t8 s", "Time|8|7 s"),  # the other 8 stands in another column
        ("Model\tTime\nAlpha\t7 s\nAlpha\t–", "Time|Alpha|7 s"),  # the other row has no number there
        ("Model\tTime\nAlpha\t7 s\nAlpha-2\t7 s", "Time|Alpha|7 s"),  # whichever of them is meant
        ("Alpha\tTime\nAlpha\t7 s\nBeta\t8 s", "Time|Alpha|7 s"),  # the header's
    ],
)
def test_a_row_that_no_other_is_taken_for(text: str, anchors: str) -> None:
    located = strictly(text, anchors, "7")
    assert located.outcome is Outcome.VERIFIED, located.message


def test_a_head_over_several_columns_tells_none_of_them(read: Read, extractor: Extractor) -> None:
    head = ("Size", "Iteration time", "Gain"), ("", "Old", "New", "")
    cells = ("530B", "49.05 s", "37.83 s", "29.7%"), ("22B", "1.42 s", "1.10 s", "29.0%")
    places = {"": 300, "Size": 72, "Iteration time": 205, "Gain": 400, "Old": 180, "New": 260}
    columns = (72, 180, 260, 400)
    words = [
        *(
            Words(cell, places[cell], 600 - 16 * index, 10)
            for index, row in enumerate(head)
            for cell in row
            if cell
        ),
        *(
            Words(cell, x, 568 - 16 * index, 10)
            for index, row in enumerate(cells)
            for x, cell in zip(columns, row, strict=True)
        ),
        *lines("After the table the text goes on for a while.", top=480, size=10),
    ]
    document = read(pdf(words), "application/pdf")

    def cause(anchors: str, value: str) -> str:
        wanted = Wanted(tuple(anchors.split("|")), from_fields(value, "s"), 1, strict=True, own=True)
        return locate(document, wanted, lambda pages: extractor.second_opinion(document.digest, pages)).cause

    assert cause("Iteration time|530B|49.05 s", "49.05") == "column-not-anchored"
    assert cause("Iteration time|Old|530B|49.05 s", "49.05") == ""
