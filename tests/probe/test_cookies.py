from __future__ import annotations

import httpx
import pytest

from ledger.probe.cookies import MAX_COOKIES, ChainCookies
from ledger.probe.targets import Target, read_target


def at(url: str) -> Target:
    target = read_target(url)
    assert isinstance(target, Target)
    return target


def jar(url: str, *fields: str) -> ChainCookies:
    cookies = ChainCookies()
    cookies.remember(at(url), httpx.Response(200, headers=[("Set-Cookie", field) for field in fields]))
    return cookies


@pytest.mark.parametrize(
    ("field", "url", "header"),
    [
        ("a=1", "http://h.test/x", "a=1"),
        ("a=1; Path=/; HttpOnly", "https://h.test/", "a=1"),
        ("a=1", "http://sub.h.test/", None),
        ("a=1", "http://other.test/", None),
        ("a=1; Domain=h.test", "http://sub.h.test/", "a=1"),
        ("a=1; Domain=.h.test", "http://h.test/", "a=1"),
        ("a=1; Domain=test", "http://x.test/", None),
        ("a=1; Domain=other.test", "http://other.test/", None),
        ("a=1; Secure", "http://h.test/", None),
        ("a=1; Secure", "https://h.test/", "a=1"),
        ("a=1\x01b", "http://h.test/", "a=1"),
        ("=x", "http://h.test/", None),
        ("a=" + "x" * 5000, "http://h.test/", None),
    ],
)
def test_a_cookie_goes_where_it_belongs(field: str, url: str, header: str | None) -> None:
    assert jar("https://h.test/", field).header(at(url)) == header


def test_an_address_has_no_domain() -> None:
    cookies = jar("http://127.0.0.1/", "a=1; Domain=0.0.1")
    assert cookies.header(at("http://127.0.0.1/")) == "a=1"
    assert cookies.header(at("http://x.0.0.1.test/")) is None


def test_the_later_value_wins_and_the_number_is_bounded() -> None:
    assert jar("http://h.test/", "a=1", "a=2").header(at("http://h.test/")) == "a=2"
    many = jar("http://h.test/", *(f"c{n}=1" for n in range(MAX_COOKIES * 2)))
    header = many.header(at("http://h.test/"))
    assert header is not None
    assert header.count("=") == MAX_COOKIES
