from __future__ import annotations

from collections.abc import Callable

from ledger.snapshots.page import Document, Span

Read = Callable[..., Document]


def test_html_becomes_one_page_of_blocks_rows_and_roles(read: Read) -> None:
    html = b"""<html><head><title>A  title</title><style>b{}</style></head><body><h1>Top</h1>
    <p>10<sup>25</sup> FLOP &amp; 5&nbsp;GB<script>var x = 99</script></p>
    <table><tr><th>Model</th><th>Size</th></tr><tr><td>A</td><td>16 GB</td></tr></table></body></html>"""
    document = read(html, "text/html")
    page = document.pages[0]
    assert document.title == "A title"
    assert page.text == "Top\n\n1025 FLOP & 5\u00a0GB\n\nModel\tSize\n\nA\t16 GB\n\n"
    assert page.spans == (Span(0, 3, "h1"), Span(7, 9, "^"))


def test_markdown_loses_its_markup_and_keeps_code(read: Read) -> None:
    text = "## Two\n\n**16** bytes, see [the paper](http://x/99)\n\n| a | b |\n|---|---|\n| 1 | 2 |\n"
    page = read(text.encode(), "text/markdown").pages[0]
    assert page.text.startswith("Two\n\n16 bytes, see the paper\n\na\tb\n\n1\t2")
    assert page.spans[0] == Span(0, 3, "h2")


def test_plain_text_has_the_pages_of_its_form_feeds(read: Read) -> None:
    document = read(b"one\n\n\n\ntwo      three\n\fsecond\n\f", "text/plain")
    assert [page.text for page in document.pages] == ["one\n\ntwo\tthree", "second"]


def test_an_empty_page_has_a_fault(read: Read) -> None:
    assert read(b"one\n\f\n\fthree\n", "text/plain").pages[1].fault
    assert read(b"<p></p>", "text/html").pages[0].fault


def test_deep_nesting_and_broken_bytes_are_survived(read: Read) -> None:
    assert read(b"<div>" * 5000 + b"\xff\xfe 7 GB \xed\xa0\x80", "text/html").pages or True
    assert "\ufffd" in read(b"a \xff b", "text/plain").pages[0].text


def test_a_row_of_a_table_is_one_line(read: Read) -> None:
    html = b"""<table><tr><th>Model</th><th>One<br>way</th></tr>
    <tr><td><p>Alpha</p><p>(FP8)</p></td><td><ul><li>12 s</li></ul></td></tr></table>"""
    text = read(html, "text/html").pages[0].text
    assert [line for line in text.split("\n") if line] == ["Model\tOne way", "Alpha (FP8)\t12 s"]


def test_spanning_cells_are_spread(read: Read) -> None:
    html = b"""<table><tr><th rowspan=2>Model</th><th colspan="2">Time</th><th>Size</th></tr>
    <tr><th>all</th><th>two</th><th></th></tr>
    <tr><td rowspan="2">Alpha</td><td>1 s</td><td>2 s</td><td>3 GB</td></tr>
    <tr><td>4 s</td><td>5 s</td><td>6 GB</td></tr>
    <tr><td>Beta</td><td>7 s</td><td>8 s</td><td>9 GB</td></tr></table>"""
    lines = [line for line in read(html, "text/html").pages[0].text.split("\n") if line.strip()]
    assert lines == [
        "Model\tTime\t\tSize",
        "Model\tall\ttwo\t",
        "Alpha\t1 s\t2 s\t3 GB",
        "Alpha\t4 s\t5 s\t6 GB",
        "Beta\t7 s\t8 s\t9 GB",
    ]


def test_spans_of_a_hostile_table_are_bounded(read: Read) -> None:
    row = b"<tr>" + b'<td rowspan="99999" colspan="99999">x</td>' * 60 + b"</tr>"
    page = read(b"<table>" + row * 60 + b"</table>", "text/html").pages[0]
    assert len(page.text) < 500_000


def test_a_word_divided_at_a_line_end_of_the_file_keeps_that_end(read: Read) -> None:
    """As in a PDF; a hyphen before a space, in a cell or after a digit divides none."""
    html = b"<p>evalu-\n  ation of\nall, 16-\nbit, pre- and <b>post-</b>\ntraining</p><table><td>up-\nper"
    text = read(html, "text/html").pages[0].text
    assert text == "evalu-\nation of all, 16- bit, pre- and post- training\n\nup- per\n\n"
    assert read(b"evalu-\r\nation", "text/markdown").pages[0].text == "evalu-\nation\n\n"
