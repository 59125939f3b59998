"""What a reader does not see on a page is not on it; what is struck out is not stated."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from ledger.quantities import from_fields
from ledger.schema.outcomes import Outcome
from ledger.snapshots.locate import locate
from ledger.snapshots.located import Wanted
from ledger.snapshots.page import Document

Read = Callable[..., Document]

HIDING = (
    "<style>.gone, #off {display : none} p.out{visibility:hidden} .old{text-decoration:line-through}</style>"
)


@pytest.mark.parametrize(
    "html",
    [
        "<p>It takes <del>7 ms</del> 9 ms.</p>",
        "<p>It takes <s>7 ms</s> 9 ms.</p>",
        "<p>It takes <strike>7 ms</strike> 9 ms.</p>",
        "<p>It takes <span style='text-decoration: line-through'>7 ms</span> 9 ms.</p>",
        "<p>It takes <span style='display: none'>7 ms</span> 9 ms.</p>",
        "<p>It takes <span style='color:red;visibility:hidden'>7 ms</span> 9 ms.</p>",
        "<p>It takes <span style='opacity:0'>7 ms</span> 9 ms.</p>",
        "<p>It takes <span style='font-size:0px'>7 ms</span> 9 ms.</p>",
        "<p>It takes <span style='color: transparent'>7 ms</span> 9 ms.</p>",
        "<p>It takes <span hidden>7 ms</span> 9 ms.</p>",
        "<p>It takes <!-- 7 ms --> 9 ms.</p>",
        "<p>It takes <img alt='7 ms' title='7 ms'> 9 ms.</p>",
        "<p>It takes <template>7 ms</template> 9 ms.</p>",
        "<p>It takes <select><option>7 ms</option></select> 9 ms.</p>",
        f"{HIDING}<p>It takes <b class='x gone'>7 ms</b> 9 ms.</p>",
        f"{HIDING}<p>It takes <b id='off'>7 ms</b> 9 ms.</p>",
        f"{HIDING}<p class='out'>It takes 7 ms.</p><p>It takes 9 ms.</p>",
        f"{HIDING}<p>It takes <b class='old'>7 ms</b> 9 ms.</p>",
    ],
)
def test_unseen(read: Read, html: str) -> None:
    text = read(html.encode(), "text/html").pages[0].text
    assert "7" not in text
    assert "It takes" in text
    assert "9 ms" in text


@pytest.mark.parametrize(
    "html",
    [
        "<p style='opacity:0.7; font-size:0.8em; background-color:transparent'>It takes 7 ms.</p>",
        f"{HIDING}<p class='outer'>It takes 7 ms.</p>",
        f"{HIDING}<div class='out'>It takes 7 ms.</div>",
        "<p>It takes <ins>7 ms</ins>.</p>",
    ],
)
def test_seen(read: Read, html: str) -> None:
    assert "7 ms" in read(html.encode(), "text/html").pages[0].text


def test_struck_out_markdown(read: Read) -> None:
    text = read(b"It takes ~~7 ms~~ 9 ms.", "text/markdown").pages[0].text
    assert text.strip() == "It takes 9 ms."


def test_digits_that_a_struck_one_parted_are_no_number(read: Read) -> None:
    document = read(b"<p>The ring takes 7<del>1</del>5 ms.</p>", "text/html")
    for value in ("7", "5", "75"):
        wanted = Wanted(("The ring takes",), from_fields(value, "ms"), 1)
        assert locate(document, wanted).outcome is not Outcome.VERIFIED


@pytest.mark.parametrize(
    "html",
    [
        "<p>It takes <math><msup><mn>10</mn><mn>7</mn></msup></math> steps.</p>",
        "<p>It takes <span><span><math><msup><mn>10</mn><mn>7</mn></msup></math></span>"
        "<span aria-hidden='true'><i>10</i><i>7</i></span></span> steps.</p>",
    ],
)
def test_mathematics_keeps_what_is_raised(read: Read, html: str) -> None:
    document = read(html.encode(), "text/html")

    def outcome(value: str) -> Outcome:
        return locate(document, Wanted(("It takes",), from_fields(value, "step"), 1)).outcome

    assert outcome("1e7") is Outcome.VERIFIED
    assert outcome("107") is not Outcome.VERIFIED


def test_a_fraction_is_not_its_digits_in_a_row(read: Read) -> None:
    html = (
        b"<p><math><mfrac><mn>1</mn><mn>2</mn></mfrac></math> and <math><msqrt><mn>7</mn></msqrt></math></p>"
    )
    assert read(html, "text/html").pages[0].text.strip() == "(1)/(2) and √(7)"


def test_a_hostile_style_sheet_is_bounded(read: Read) -> None:
    html = b"<style>" + b".a,{" * 100_000 + b"</style><p>It takes 7 ms.</p>"
    assert "7 ms" in read(html, "text/html").pages[0].text
