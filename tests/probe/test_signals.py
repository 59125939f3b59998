from __future__ import annotations

import pytest

from ledger.probe.exchange import Answer
from ledger.probe.page import PageFacts
from ledger.probe.signals import (
    Suspicion,
    is_challenge,
    is_home,
    is_login,
    is_parked,
    is_sent_home,
    soft_404,
)

LONG = 5000


def tiny(text: str, title: str | None = None) -> PageFacts:
    return PageFacts(title=title, excerpt=text, text_length=len(text))


def long(title: str, *headings: str) -> PageFacts:
    return PageFacts(title=title, headings=headings, text_length=LONG)


@pytest.mark.parametrize(
    "text",
    [
        "Page not found",
        "Sorry, the page you requested was not found.",
        "The page you are looking for doesn’t exist",
        "We couldn't find that page.",
        "404",
        "This repository does not exist",
        "No such file",
        "Sorry, this page isn't available.",
        "The requested URL was not found on this server.",
        "页面不存在",
        "抱歉，您访问的网页不存在",
        "找不到该页面",
        "内容已被删除",
        "お探しのページが見つかりません",
        "Seite nicht gefunden",
        "Página no encontrada",
    ],
)
def test_a_tiny_page_that_says_it_is_missing(text: str) -> None:
    assert soft_404(tiny(text, text)) is Suspicion.SURE


@pytest.mark.parametrize(
    "text",
    [
        "Welcome",
        "A solution does not exist for n = 2.",
        "Release 404",
        "We could not find a faster kernel.",
        "",
    ],
)
def test_a_tiny_page_that_does_not(text: str) -> None:
    assert soft_404(tiny(text, "Notes")) is Suspicion.NONE


def test_a_long_page_needs_its_title_to_be_the_phrase() -> None:
    assert soft_404(long("404 Not Found - HTTP | Docs", "404 Not Found")) is Suspicion.LIKELY
    assert soft_404(long("Page not found | Site", "404")) is Suspicion.SURE
    assert soft_404(long("How to design a page not found screen")) is Suspicion.NONE
    assert soft_404(long("Why the page was not found, and what to do")) is Suspicion.NONE


@pytest.mark.parametrize(
    "title",
    ["Just a moment...", "Attention Required! | Cloudflare", "Access Denied", "安全验证", "Robot Check"],
)
def test_challenges_by_title(title: str) -> None:
    assert is_challenge(Answer(200, page=tiny("", title)))
    assert not is_challenge(Answer(200, page=long(title)))


@pytest.mark.parametrize(
    "text",
    ["Please verify you are a human", "Enable JavaScript and cookies to continue", "请完成安全验证后继续"],
)
def test_challenges_by_text(text: str) -> None:
    assert is_challenge(Answer(200, page=tiny(text)))


def test_challenges_by_field() -> None:
    assert is_challenge(Answer(403, fields={"cf-mitigated": "challenge"}))
    assert is_challenge(Answer(202, fields={"x-amzn-waf-action": "captcha"}))
    assert not is_challenge(Answer(200))


def test_a_security_article_is_no_challenge() -> None:
    assert not is_challenge(Answer(200, page=long("How captcha and robot checks work")))


LOGIN = PageFacts(title="Sign in · Site", text_length=LONG, has_password_field=True)


def test_logins() -> None:
    assert is_login("http://h/private", "http://h/private", LOGIN)
    assert is_login("http://h/private", "http://h/users/sign_in", tiny("Email"))
    assert is_login("http://h/a", "http://h/a", tiny("", "登录"))
    assert is_login("http://h/a", "http://h/a", tiny("You must be logged in to view this page."))
    assert is_login("http://h/a", "http://h/a", tiny("请先登录"))
    assert is_login(
        "http://h/a", "http://h/a", PageFacts(excerpt="Go", text_length=2, has_password_field=True)
    )


def test_not_logins() -> None:
    assert not is_login("http://h/login", "http://h/login", LOGIN)
    article = PageFacts(title="How to sign in to clusters", text_length=LONG, has_password_field=True)
    assert not is_login("http://h/a", "http://h/a", article)
    assert not is_login("http://h/docs/auth", "http://h/docs/oauth2", long("OAuth 2"))


def test_parked_domains() -> None:
    assert is_parked("h.test", tiny("This domain is for sale. Contact us."))
    assert is_parked("www.hugedomains.com", None)
    assert is_parked("h.test", tiny("该域名已过期"))
    assert not is_parked("h.test", PageFacts(excerpt="domain is for sale", text_length=50_000))
    assert not is_parked("h.test", tiny("The domain of the function is parked at zero"))
    assert not is_parked("notsedo.com", None)


@pytest.mark.parametrize(
    ("asked", "final", "home"),
    [
        ("http://h/a/b.html", "http://h/", True),
        ("http://h/a", "https://www.h/", True),
        ("http://h/a/b", "http://h/en/", True),
        ("http://h/a/b", "http://h/index.html", True),
        ("http://old/papers/1.pdf", "http://new/", True),
        ("http://old/paper.pdf", "http://new/", True),
        ("http://short/abc", "http://new/", False),
        ("http://h/", "http://h/en/", False),
        ("http://h/index.php", "http://h/", False),
        ("http://h/en", "http://h/", False),
        ("http://h/a", "http://h/?page=a", False),
        ("http://h/a", "http://h/b", False),
        ("http://h/a/b", "http://h/ai/", False),
    ],
)
def test_sent_home(asked: str, final: str, home: bool) -> None:
    assert is_sent_home(asked, final) is home


def test_home_paths() -> None:
    assert all(map(is_home, ["", "/", "/index.html", "/en", "/zh-CN/", "/en/index.html", "/home"]))
    assert not any(map(is_home, ["/ai", "/a", "/index/x", "/indexes", "/en/docs"]))
