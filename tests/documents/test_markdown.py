from __future__ import annotations

import pytest

from ledger.documents.markdown import read_markdown
from ledger.quantities.text import Role
from tests.documents.reading import marked, mention_of, source_of


def plain(source: str) -> str:
    return read_markdown("a.md", source).text.plain


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        pytest.param("reserve **80 GB** each\n", "reserve 80 GB each\n", id="emphasis"),
        pytest.param("<b>2.4</b>&times; and H<sub>2</sub>O\n", "2.4× and H2O\n", id="raw-html"),
        pytest.param("up to\n1.5x\n", "up to 1.5x\n", id="soft-break"),
        pytest.param("one  message per   step\n", "one message per step\n", id="spaces"),
        pytest.param("    a  b\n", "a  b\n", id="spaces-of-code"),
        pytest.param("one  \ntwo\n", "one\ntwo\n", id="hard-break"),
        pytest.param("a \\* b \\(x_1\\) c\n", "a * b x1 c\n", id="escapes-and-bracketed-maths"),
        pytest.param("> 16\n> bytes\n", "16 bytes\n", id="quote"),
        pytest.param("| a | b |\n|--|--|\n| 1 | 2 |\n", "a\tb\n1\t2\n", id="table"),
        pytest.param("see [^n].\n\n[^n]: note 3\n", "see .\nn\nnote 3\n", id="footnote"),
        pytest.param("costs $5-$10, $3/$4, $x$ or $y_1$\n", "costs $5-$10, $3/$4, x or y1\n", id="money"),
        pytest.param("$$\n\\frac{2(N-1)}{N}\n$$\n", "2(N-1)/N\n", id="display-maths"),
        pytest.param("2. one\n   - two\n", "2. one\ntwo\n", id="lists"),
        pytest.param("[16 bytes](claim:a.b) here\n", "16 bytes here\n", id="claim"),
    ],
)
def test_plain_text(source: str, expected: str) -> None:
    assert plain(source) == expected


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("80 GB", "80** GB"),
        ("2.4×", "2.4</b>&times;"),
        ("16 bytes", "16\n> bytes"),
        ("x==1.2", "x==1.2"),
        ("3", "3"),
    ],
)
def test_way_back_to_the_file(words: str, expected: str) -> None:
    source = "a **80** GB `x==1.2` <i>2.4</i>\n\n<b>2.4</b>&times;\n\n> 16\n> bytes\n\n[^3]\n\n[^3]: n\n"
    assert source_of(read_markdown("a.md", source), words) == expected


@pytest.mark.parametrize(
    ("source", "surface", "shown"),
    [
        ("takes 16[^1] bytes\n\n[^1]: n\n", "16 bytes", "16[^1] bytes"),
        ("takes 16 bytes[^1] now\n\n[^1]: n\n", "16 bytes", "16 bytes"),
        ("takes 16[^2][^x].\n\n[^2]: n\n[^x]: m\n", "16", "16"),
        ("| 16[^2] |\n|--|\n| 5 |\n\n[^2]: n\n", "16", "16"),
    ],
)
def test_a_footnote_call_is_no_digit_of_the_number_before_it(source: str, surface: str, shown: str) -> None:
    """16 with the footnote 1 was read as 161."""
    mention = mention_of("a.md", source, surface)
    assert mention.text == shown
    assert mention.quantity is not None
    assert mention.quantity.value == 16


def test_way_back_over_a_run_of_spaces() -> None:
    source = "keeps 16   bytes  each\n"
    assert source_of(read_markdown("a.md", source), "16 bytes each") == "16   bytes  each"


def test_marks_tell_the_structure() -> None:
    source = (
        "# Title\n\n3. item `c1` x^2^\n\n| h | k |\n|--|--|\n| 1 | 2 |\n\n"
        "```py\nx = 1\n```\n\n> q 4\n\n![alt 5](pic_6.png) <http://e.f/7>\n"
    )
    document = read_markdown("a.md", source)
    assert marked(document, Role.HEADING) == [("Title", "1")]
    assert marked(document, Role.LIST_MARKER) == [("3.", "")]
    assert marked(document, Role.LIST_ITEM) == [("item c1 x^2^", "")]
    assert marked(document, Role.CODE_SPAN) == [("c1", "")]
    assert marked(document, Role.TABLE_HEADER) == [("h", "0:0:0"), ("k", "0:0:1")]
    assert marked(document, Role.TABLE_CELL) == [("1", "0:1:0"), ("2", "0:1:1")]
    assert marked(document, Role.CODE_BLOCK) == [("x = 1\n", "py")]
    assert marked(document, Role.QUOTE) == [("q 4\n", "")]
    assert marked(document, Role.IMAGE_ALT) == [("alt 5", "")]
    assert marked(document, Role.LINK_TARGET) == [("pic_6.png", "")]
    assert marked(document, Role.URL) == [("http://e.f/7", "")]


def test_what_is_not_seen_follows_its_block() -> None:
    assert plain("see [run](http://h/2026?x=1) for 9.3%\n") == "see run for 9.3%\nhttp://h/2026?x=1\n"


def test_reference_definitions_are_read() -> None:
    document = read_markdown("a.md", "see [r]\n\n[r]: http://h/2019\n")
    assert marked(document, Role.LINK_TARGET) == [("http://h/2019", "")]
    assert source_of(document, "http://h/2019") == "http://h/2019"


def test_front_matter_is_metadata_and_titles_are_prose() -> None:
    document = read_markdown("a.md", "---\ntitle: The 9 ledgers\norder: 7\n---\ntext\n")
    assert marked(document, Role.FRONT_MATTER) == [("The 9 ledgers", "title"), ("7", "order")]
    assert marked(document, Role.STRING_DATA) == [("The 9 ledgers", "title")]


def test_heading_path() -> None:
    document = read_markdown("a.md", "# A\n\n## B\n\n1\n\n## C\n\n2\n\n# D\n\n3\n")
    paths = [document.heading_path(document.text.plain.index(digit)) for digit in "123"]
    assert paths == [("A", "B"), ("A", "C"), ("D",)]


def test_bindings_and_comments() -> None:
    document = read_markdown("a.md", 'x [16 bytes](claim:a.b) <!-- ledger: exempt "3" why --> 3\n')
    (bound,) = document.bound
    assert document.text.plain[bound.start : bound.end] == "16 bytes"
    assert document.source[bound.source_start : bound.source_end] == "[16 bytes](claim:a.b)"
    (comment,) = document.comments
    assert (comment.words, comment.inline) == ('ledger: exempt "3" why', True)
    assert "exempt" not in document.text.plain


def test_html_block_may_stay_open_over_markdown() -> None:
    document = read_markdown("a.md", "<div data-claim='a.b'>\n\n5 *x*\n\n</div>\n")
    (bound,) = document.bound
    assert document.text.plain[bound.start : bound.end].strip() == "5 x"


def test_nested_fraction_after_a_digit_stays_a_factor() -> None:
    assert plain("$2\\frac{1}{3}$\n") == "2(1)/3\n"
    assert plain("$\\frac{D-1}{D}S$\n") == "(D-1)/(D)S\n"
