from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ledger.documents.document import Format
from ledger.documents.page import page
from ledger.documents.read import form_of, read


@pytest.mark.parametrize(
    ("path", "text", "expected"),
    [
        ("a.md", "\\documentclass{x}", Format.MARKDOWN),
        ("a.HTML", "# x", Format.HTML),
        ("a.astro", "", Format.ASTRO),
        ("a.tex", "", Format.LATEX),
        ("a.txt", "# Title\n\n- item\n", Format.MARKDOWN),
        ("a.rst", "# Title\n\n- item\n", Format.TEXT),
        ("a.adoc", "\\section{x}\n", Format.TEXT),
        ("a.qmd", "x\n", Format.MARKDOWN),
        ("a.txt", "<!doctype html><p>", Format.HTML),
        ("a.txt", "---\nimport x from 'y';\n---\n<div>\n", Format.ASTRO),
        ("a.txt", "\\documentclass{x}\n", Format.LATEX),
        ("a.txt", "Just words, 3 of them.\n", Format.TEXT),
        ("README", "Just words\n", Format.TEXT),
    ],
)
def test_format(path: str, text: str, expected: Format) -> None:
    assert form_of(path, text) is expected


_FRAGMENTS = [
    *("# ", "\n", "\n\n", "- ", "1. ", "| a | 3 |\n|--|--|\n", "`", "```\n", "**", "](claim:a.b)", "[", "> "),
    *(
        "$",
        "$$",
        "\\(",
        "\\)",
        "\\[",
        "\\]",
        "\\frac{1}{2}",
        "\\SI{4}{\\giga\\byte}",
        "{",
        "}",
        "^",
        "_",
        "%",
    ),
    *("\\begin{tabular}{l}", "\\end{tabular}", "&", "\\\\", "\\claim{a.b}{", "[^1]", "[^1]: ", "\t", "\r\n"),
    *("<b>", "</b>", "<p data-claim='x'>", "<!--", ' ledger: exempt "64" why ', "-->", "&times;", "&#50;"),
    *("<script>", "<td>", "<table>", '<a href="http://x/3"', "'", "<", ">", "//", "/*", "\ud800", "\x00"),
    *("---\n", 'const a = ["3 GPUs"];\n', "{a.map((x) => (<li>{x}</li>))}", "\u2009", "−"),
    *("64", "16 bytes", "3.5×10²⁵", "中文 2048 张"),
]
HOSTILE = st.one_of(
    st.text(),
    st.lists(st.one_of(st.sampled_from(_FRAGMENTS), st.text(max_size=4)), max_size=30).map("".join),
)


@given(HOSTILE, st.sampled_from(list(Format)))
def test_any_text_is_read_and_every_number_stands_where_it_says(text: str, form: Format) -> None:
    known = page(read("a", text, form))
    lines = known.document.source.split("\n")
    plain = known.document.text.plain
    for mention in known.mentions:
        assert lines[mention.line - 1][mention.column - 1 : mention.end_column - 1] == mention.text
        assert mention.text
        assert plain[mention.start : mention.end] == mention.surface
    for mark in known.document.text.marks:
        assert 0 <= mark.start < mark.end <= len(plain)


@pytest.mark.parametrize("form", list(Format))
@pytest.mark.parametrize(
    "unit", ["[", "(", "{", "<div>", "<!--", "*a ", "`", "\\frac{", "$", "> ", "\\footnote{", '{"', "=>("]
)
def test_deep_and_unfinished_nesting_ends(form: Format, unit: str) -> None:
    document = read("a", unit * 20_000 + " 16 bytes", form)
    assert document.source.endswith("16 bytes")


PAGES = {
    Format.MARKDOWN: (
        "---\ntitle: x 3\n---\n# A 4\n\nsoft 16\nbytes `a\nb`\n\n```py\nx = 1\n```\n\n"
        "<!-- c\nd -->\n\n| a |\n|--|\n| 1 |\n"
    ),
    Format.HTML: "<p>a\nb <pre>x\n y\n</pre><script>a=1\nb=2\n</script>",
    Format.ASTRO: '---\nimport a from "b";\nconst c = ["4 GB",\n  "5"]; // d\n---\n<p>\n6 {e}\n</p>\n',
    Format.LATEX: "\\section{A}\nx 1\ny 2 % c\nz\n\n\\begin{verbatim}\na 1\n\\end{verbatim}\n",
    Format.TEXT: "a 1\nb 2\n\nc\td\n1\t2\n",
}


@pytest.mark.parametrize("form", list(Format))
def test_line_ends_of_either_kind_read_the_same(form: Format) -> None:
    text = PAGES[form]
    other = page(read("a", text.replace("\n", "\r\n"), form))
    assert "\r" not in other.document.text.plain
    one = page(read("a", text, form))
    assert other.document.text.plain.split() == one.document.text.plain.split()
    places = [(mention.line, mention.column, mention.text) for mention in one.mentions]
    assert [(mention.line, mention.column, mention.text) for mention in other.mentions] == places


def test_a_byte_order_mark_hides_no_heading() -> None:
    document = read("a.md", "\ufeff# 16 bytes\n")
    (heading,) = document.headings
    assert heading.words == "16 bytes"
    assert document.source == "# 16 bytes\n"


@pytest.mark.parametrize(
    ("path", "opened", "closed"),
    [
        pytest.param("a.html", "<h1>7 ", "</h1>", id="html"),
        pytest.param("a.html", "<h2><b>7 ", "</b></h2>", id="within-emphasis"),
        pytest.param("a.tex", "\\section{7 ", "}", id="latex"),
    ],
)
def test_a_heading_within_a_heading_repeats_no_words(path: str, opened: str, closed: str) -> None:
    headings = read(path, opened * 100 + closed * 100).headings
    assert [heading.words for heading in headings] == ["7"] * 100


def test_many_links_within_each_other_cost_no_square() -> None:
    started = time.perf_counter()
    document = read("a.html", '<a href="#fn1">7 ' * 60_000 + "</a>" * 60_000)
    assert time.perf_counter() - started < 20
    assert document.text.plain.count("7") == 60_000
