from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ledger.documents.read import read
from ledger.documents.urls import urls


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param("见 http://h/a。后文", ["http://h/a"], id="engine-hand-01"),
        pytest.param("(see http://a.b/c_(d)).", ["http://a.b/c_(d)"], id="brackets"),
        pytest.param("<http://a.b/x>, and", ["http://a.b/x"], id="angle-brackets"),
        pytest.param("http://a.b/c, http://a.b/d; e", ["http://a.b/c", "http://a.b/d"], id="commas"),
        pytest.param("http://a.b/c?d=1&e=2#f.", ["http://a.b/c?d=1&e=2#f"], id="query"),
        pytest.param("访问http://example.com查看", ["http://example.com"], id="no-space-before-chinese"),
        pytest.param("https://zh.w.org/wiki/中文 好", ["https://zh.w.org/wiki/中文"], id="iri"),
        pytest.param("http://例え.jp/パス", ["http://例え.jp/パス"], id="idn"),
        pytest.param("（http://a.b/c）“http://a.b/d”", ["http://a.b/c", "http://a.b/d"], id="cjk-brackets"),
        pytest.param('"http://a.b/c" `http://a.b/d`', ["http://a.b/c", "http://a.b/d"], id="quotes"),
        pytest.param(
            "http://a.b/c… **http://a.b/d**", ["http://a.b/c", "http://a.b/d"], id="ellipsis-and-bold"
        ),
        pytest.param("HTTPS://A.B/C!", ["HTTPS://A.B/C"], id="upper-case"),
        pytest.param("http:// and https://. and ftp://a.b", [], id="none"),
        pytest.param("http://[::1]:8/x]", ["http://[::1]:8/x"], id="ipv6"),
        pytest.param(
            "http://a.b/x\u200b http://a.b/y\u3000", ["http://a.b/x", "http://a.b/y"], id="odd-spaces"
        ),
    ],
)
def test_prose(text: str, expected: list[str]) -> None:
    found = urls(text)
    assert [url for url, _ in found] == expected
    assert all(text.startswith(url, start) for url, start in found)


@pytest.mark.parametrize(
    ("path", "text", "expected"),
    [
        (
            "p.md",
            '[x](http://a.b/c_(d) "t") <http://e.f> http://g.h/i).',
            "http://a.b/c_(d) http://e.f http://g.h/i",
        ),
        ("p.md", "![](http://j/k.png) [r]\n\n[r]: http://l/m\n", "http://j/k.png http://l/m"),
        ("p.html", "<a href='http://n/?a=1&amp;b=2'>z</a><img src=//x>", "http://n/?a=1&b=2"),
        ("p.tex", "\\url{http://a.b/c_d} \\href{http://e.f/}{x}", "http://a.b/c_d http://e.f/"),
        (
            "p.astro",
            '---\nconst a = ["http://a.b/c"];\n---\n<a href="http://e.f/">x</a>',
            "http://a.b/c http://e.f/",
        ),
        ("p.txt", "see http://a.b/c.\n", "http://a.b/c"),
    ],
)
def test_pages(path: str, text: str, expected: str) -> None:
    found = urls(read(path, text))
    assert [url for url, _ in found] == expected.split()
    assert all(
        text.startswith(url.replace("&", "&amp;"), at) or text.startswith(url, at) for url, at in found
    )


@given(st.text(alphabet='htp:/s.()[]。 a中\n"<>', max_size=60).map(lambda tail: "x http://" + tail))
def test_every_address_stands_where_it_says(text: str) -> None:
    for url, start in urls(text):
        assert text.startswith(url, start)
        assert " " not in url
        assert "。" not in url
