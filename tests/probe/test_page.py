from __future__ import annotations

import pytest

from ledger.probe.page import MAX_ANCHORS, MAX_EXCERPT, MAX_TITLE, PageFacts, read_page


def test_reads_the_facts_of_a_page() -> None:
    facts = read_page(
        b"""<!DOCTYPE html><html><head><title> The\n title </title>
        <meta name="citation_title" content="A paper"><meta name="citation_author" content="B. One">
        <meta name="citation_author" content="C. Two"><meta property="og:title" content="A paper, shared">
        <meta name="viewport" content="width=1"><meta http-equiv="Refresh" content="3;URL='/next'">
        </head><body><h1>Head <b>ing</b></h1><p id="p1">seen <script>hidden()</script>text</p>
        <a name="old">x</a><input type="PASSWORD"></body></html>"""
    )
    assert facts.title == "The title"
    assert facts.headings == ("Head ing",)
    assert facts.excerpt == "Head ing seen text x"
    assert facts.refresh == "/next"
    assert facts.has_password_field
    assert facts.scripts == 1
    assert facts.anchors == {"p1", "old"}
    assert facts.metadata == {
        "citation_title": ("A paper",),
        "citation_author": ("B. One", "C. Two"),
        "og:title": ("A paper, shared",),
    }


@pytest.mark.parametrize(
    ("data", "content_type"),
    [
        ("<title>Prüfung 测试</title>".encode(), "text/html"),
        ("<title>Prüfung 测试</title>".encode(), "text/html; charset=UTF-8"),
        ("<title>Prüfung 测试</title>".encode("gb18030"), "text/html; charset=gb18030"),
        ("<meta charset=gb18030><title>Prüfung 测试</title>".encode("gb18030"), "text/html"),
        ("<title>Prüfung 测试</title>".encode("utf-16"), "text/html"),
        ("<title>Prüfung 测试</title>".encode(), "text/html; charset=nonsense"),
    ],
    ids=["sniffed", "declared", "gb18030", "meta", "bom", "unknown"],
)
def test_reads_encodings(data: bytes, content_type: str) -> None:
    assert read_page(data, content_type).title == "Prüfung 测试"


def test_a_page_cut_within_a_character_is_still_utf_8() -> None:
    assert read_page("<title>测试</title><p>测".encode()[:-1]).title == "测试"


@pytest.mark.parametrize("data", [b"", b"\x00", b"   ", b"<!-- -->"])
def test_nothing_yields_empty_facts(data: bytes) -> None:
    assert read_page(data).title is None
    assert read_page(data).text_length <= 1


def test_entities_do_not_split_words() -> None:
    facts = read_page(b"<title>A&amp;B</title><p>can&#x2019;t <b>find</b><br>it</p>")
    assert (facts.title, facts.excerpt) == ("A&B", "can\u2019t find it")


@pytest.mark.parametrize("refresh", ["60; url=/x", "0", "url=/x", "0; /x", ""])
def test_a_slow_or_empty_refresh_is_no_redirect(refresh: str) -> None:
    assert read_page(f'<meta http-equiv="refresh" content="{refresh}"><p>x'.encode()).refresh is None


def test_a_title_inside_a_drawing_does_not_replace_the_page_title() -> None:
    assert read_page(b"<title>Page</title><svg><title>Drawing</title></svg>").title == "Page"


@pytest.mark.parametrize(
    "data",
    [
        b"<div>" * 100_000,
        b"<" * 250_000,
        b"<a " + b"x=1 " * 60_000,
        b"<b><p>" * 40_000,
        b"<title>" + b"t" * 200_000,
        b"".join(b"<i id=%d>" % n for n in range(30_000)),
        b"<meta name=citation_author content=" + b"x" * 200_000 + b">",
        b"<meta http-equiv=refresh content='" + b"0" * 200_000 + b"'>",
    ],
    ids=["deep", "angles", "attributes", "misnested", "title", "ids", "meta", "refresh"],
)
def test_hostile_pages_stay_within_bounds(data: bytes) -> None:
    facts = read_page(data)
    assert len(facts.title or "") <= MAX_TITLE
    assert len(facts.excerpt) <= MAX_EXCERPT + 1000
    assert len(facts.anchors) <= MAX_ANCHORS
    assert all(len(value) <= MAX_TITLE for values in facts.metadata.values() for value in values)


def test_the_defaults_are_an_empty_page() -> None:
    assert PageFacts().metadata == {}
