from __future__ import annotations

import lxml.html
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ledger.documents.html import read_html
from ledger.documents.markup import Piece, tokens
from ledger.quantities import Kind, scan
from ledger.quantities.text import Role
from tests.documents.reading import marked, source_of


def plain(source: str) -> str:
    return read_html("a.html", source).text.plain


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        pytest.param("<p>a <b>2.4</b>&times;</p>", "a 2.4×\n", id="inline"),
        pytest.param("<p>10<sup>3</sup> W</p>", "103 W\n", id="superscript"),
        pytest.param("<p>a\n   b</p><p>c", "a b\nc\n", id="white-space"),
        pytest.param("<pre>a  1\n b</pre>", "a  1\n b\n", id="preformatted"),
        pytest.param("<ul><li>1<li>2</ul>3", "1\n2\n3\n", id="implied-ends"),
        pytest.param("<tr><th>h<td>1<tr><td>2", "h1\n2\n", id="cells-without-a-table"),
        pytest.param("<b>80</b><span>GB</span>", "80 GB\n", id="side-by-side"),
        pytest.param("<i>1</i><b>2</b>", "12\n", id="digits-side-by-side"),
        pytest.param("a<br>b", "a\nb\n", id="line-break"),
        pytest.param("1 < 2 &notin; &#50; &unknown; &", "1 < 2 ∉ 2 &unknown; &\n", id="references"),
        pytest.param("<!doctype html><title>T 1</title>x", "T 1\nx\n", id="title"),
        pytest.param("x <!-- 5 --> y", "x y\n<!-- 5 -->\n", id="comment-follows"),
    ],
)
def test_plain_text(source: str, expected: str) -> None:
    assert plain(source) == expected


def test_marks() -> None:
    source = (
        "<html lang=zh><h2>Q 3</h2><table><tr><th>a<th>b<tr><td>1<td>2</table><code>x1</code>"
        "<script>y=4</script><a href=http://h/5?a=1&amp;b=2>z</a><img alt='alt 6' width=7>"
        "<figure><figcaption>c 8</figcaption></figure><blockquote>q 9</blockquote>"
    )
    document = read_html("a.html", source)
    assert document.text.lang == "zh"
    assert marked(document, Role.HEADING) == [("Q 3", "2")]
    assert marked(document, Role.TABLE_HEADER) == [("a", "0:0:0"), ("b", "0:0:1")]
    assert marked(document, Role.TABLE_CELL) == [("1", "0:1:0"), ("2", "0:1:1")]
    assert marked(document, Role.CODE_SPAN) == [("x1", "")]
    assert marked(document, Role.CODE) == [("y=4", "script")]
    assert marked(document, Role.LINK_TARGET) == [("http://h/5?a=1&b=2", "")]
    assert marked(document, Role.IMAGE_ALT) == [("alt 6", "")]
    assert marked(document, Role.ATTRIBUTE) == [("7", "width")]
    assert marked(document, Role.CAPTION) == [("c 8", "")]
    assert marked(document, Role.QUOTE) == [("q 9", "")]


def test_data_claim_on_any_element() -> None:
    source = "<p data-claim='a.b'>16 <b>bytes</b><p>next <td data-claim=c.d>2"
    document = read_html("a.html", source)
    bound = {b.claim: document.text.plain[b.start : b.end].strip() for b in document.bound}
    assert bound == {"a.b": "16 bytes", "c.d": "2"}


def test_source_of_a_number_keeps_its_markup() -> None:
    assert source_of(read_html("a.html", "<b>2.4</b>&times; x"), "2.4×") == "2.4</b>&times;"


@pytest.mark.parametrize("source", ["<p>1 <b x='2", "<!-- 1", "<script>1", "<a 1", "</p 1", "<?1"])
def test_unfinished_markup_runs_to_the_end(source: str) -> None:
    assert [token.end for token in tokens(source)][-1] == len(source)


_WORDS = st.text(alphabet="ab1 é中&;<", max_size=6).map(lambda text: text.replace("<", "&lt;"))
_TAGS = st.sampled_from(["b", "i", "span", "div", "section", "p"])
_TREES = st.recursive(
    _WORDS,
    lambda inner: st.tuples(_TAGS.filter(lambda tag: tag != "p"), st.lists(inner, max_size=3)).map(
        lambda pair: f"<{pair[0]} class='x'>{''.join(pair[1])}</{pair[0]}>"
    ),
    max_leaves=12,
)


@given(_TREES)
def test_text_is_what_an_established_parser_reads(source: str) -> None:
    """libxml2 is the rival; white space, which it keeps and a browser folds, is left out."""
    expected = lxml.html.fromstring(f"<div>{source}</div>").text_content()
    assert "".join(plain(f"<div>{source}</div>").split()) == "".join(expected.split())


@given(st.text(alphabet="<>/!-='\"ab &;", max_size=60))
def test_pieces_ascend_and_stay_inside(source: str) -> None:
    position = 0
    for token in tokens(source):
        assert position <= token.start < token.end or token.kind in (Piece.RAW, Piece.TEXT)
        position = token.end
    assert position <= len(source)


def test_words_that_an_attribute_shows_are_read_without_a_digit_too() -> None:
    document = read_html("a.html", '<a title="百万 Token 的训练" class="three four" alt="a tall tree">x</a>')
    assert marked(document, Role.STRING_DATA) == [("百万 Token 的训练", "title")]
    assert marked(document, Role.IMAGE_ALT) == [("a tall tree", "")]
    assert marked(document, Role.ATTRIBUTE) == []


def test_settings_in_a_meta_tag_are_no_words() -> None:
    page = read_html("a.html", '<meta name="viewport" content="width=device-width, initial-scale=1.0">')
    assert [token.kind for token in scan(page.text)] == [Kind.CODE]
    page = read_html("a.html", '<meta name="description" content="It has 5 GB, no more">')
    assert [token.surface for token in scan(page.text) if token.needs_evidence] == ["5 GB"]


@pytest.mark.parametrize(
    ("source", "plain"),
    [
        (r"<p>is \(2mnp\) for it</p>", "is 2mnp for it\n"),
        (r"<p>is \[2 \cdot n^2\]</p>", "is 2·n2\n"),
        (r"<pre>is \(2mnp\)</pre>", "is \\(2mnp\\)\n"),
        (r"<p>is \(a &lt; 2\)</p>", "is \\(a < 2\\)\n"),
        (r"<p>is \(2 <b>mnp</b>\)</p>", "is \\(2 mnp\\)\n"),
    ],
)
def test_mathematics_in_brackets_of_tex(source: str, plain: str) -> None:
    assert read_html("a.html", source).text.plain == plain


def test_a_link_to_a_note_is_its_mark_only_where_it_is_a_number_alone() -> None:
    page = read_html("a.html", '<p>as said<sup><a href="#fn3">3</a></sup> of <a href="#note1">5 GB</a></p>')
    assert [words for words, _ in marked(page, Role.FOOTNOTE_REF)] == ["3"]
    assert [token.surface for token in scan(page.text) if token.needs_evidence] == ["5 GB"]


def test_brackets_of_tex_that_never_close_are_read_in_one_pass() -> None:
    assert read_html("a.html", r"\[" * 200_000).text.plain
