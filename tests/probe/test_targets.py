from __future__ import annotations

from ipaddress import ip_address

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ledger.hosts import parse_ipv4
from ledger.probe.targets import Rejection, Target, read_redirect, read_target


@pytest.mark.parametrize(
    ("text", "url"),
    [
        ("http://Example.TEST", "http://example.test/"),
        ("HTTPS://example.test:443/a", "https://example.test/a"),
        ("http://example.test:8080?q", "http://example.test:8080/?q"),
        ("  http://example.test/a b  ", "http://example.test/a%20b"),
        ("http://example.test/100%", "http://example.test/100%"),
        ("http://example.test/a%2Fb", "http://example.test/a%2Fb"),
        ("http://bücher.test/", "http://xn--bcher-kva.test/"),
        ("http://例え。テスト/", "http://xn--r8jz45g.xn--zckzah/"),
        ("http://faß.test/", "http://xn--fa-hia.test/"),
        ("http://💩.test/", "http://xn--ls8h.test/"),
        ("http://ex%61mple.test/", "http://example.test/"),
        ("http://under_score.test/", "http://under_score.test/"),
        ("http://[2606:4700::1111]:81/", "http://[2606:4700::1111]:81/"),
        ("http://8.8.8.8/", "http://8.8.8.8/"),
    ],
)
def test_reads(text: str, url: str) -> None:
    """IDN values: RFC 5891 and UTS #46 examples (bücher, faß), and the IDN test top-level domains."""
    target = read_target(text)
    assert isinstance(target, Target), target
    assert target.url == url


def test_keeps_the_fragment_apart() -> None:
    target = read_target("http://example.test/a#b#c")
    assert isinstance(target, Target)
    assert (target.url, target.fragment) == ("http://example.test/a", "b#c")


def test_the_standard_ports_are_one_host() -> None:
    keys = [read_target(f"{base}/").host_key for base in ("http://h.test", "https://h.test")]  # type: ignore[union-attr]
    assert keys == ["h.test", "h.test"]
    assert read_target("http://h.test:81/").host_key == "h.test:81"  # type: ignore[union-attr]


@pytest.mark.parametrize(
    ("text", "outcome", "cause"),
    [
        ("", "broken", "malformed"),
        ("example.test", "broken", "malformed"),
        ("http://", "broken", "malformed"),
        ("http:///path", "broken", "malformed"),
        ("http:example.test", "broken", "malformed"),
        ("http://xn--/", "broken", "malformed"),
        ("http://xn--\u00e9/", "broken", "malformed"),
        ("http://a..b/", "broken", "malformed"),
        ("http://.a/", "broken", "malformed"),
        ("http://exa mple.test/", "broken", "malformed"),
        ("http://h.test:0/", "broken", "malformed"),
        ("http://h.test:65536/", "broken", "malformed"),
        ("http://h.test:8a/", "broken", "malformed"),
        ("http://h.test/\r\nX: y", "broken", "malformed"),
        ("http://h.test\\@127.0.0.1/", "broken", "malformed"),
        ("http://h.test/" + "a" * 9000, "broken", "malformed"),
        ("http://" + "a" * 64 + ".test/", "broken", "malformed"),
        ("http://1.2.3.4.5/", "broken", "malformed"),
        ("http://256.1.1.1/", "broken", "malformed"),
        ("http://09.1.1.1/", "broken", "malformed"),
        ("http://[::1/", "broken", "malformed"),
        ("http://[fe80::1%25eth0]/", "broken", "malformed"),
        ("http://user@h.test/", "refused", "credentials"),
        ("http://user:pass@h.test/", "refused", "credentials"),
        ("http://@h.test/", "refused", "credentials"),
        ("http://127.1/", "refused", "address"),
        ("http://2130706433/", "refused", "address"),
        ("http://0x7f.1/", "refused", "address"),
        ("http://0x7f000001/", "refused", "address"),
        ("http://0177.0.0.1/", "refused", "address"),
        ("http://127.0.0.1./", "refused", "address"),
        ("http://127.0.0.%31/", "refused", "address"),
        ("http://①②⑦.0.0.1/", "refused", "address"),
        ("http://134744072/", "refused", "address"),
        ("http://[::ffff:8.8.8.8]/", "refused", "address"),
        ("http://[::127.0.0.1]/", "refused", "address"),
        ("http://[64:ff9b::7f00:1]/", "refused", "address"),
        ("http://[2002:7f00:1::]/", "refused", "address"),
        ("mailto:a@b.test", "unsupported", "scheme"),
        ("javascript:alert(1)", "unsupported", "scheme"),
        ("data:text/html,x", "unsupported", "scheme"),
    ],
)
def test_rejects(text: str, outcome: str, cause: str) -> None:
    rejection = read_target(text)
    assert isinstance(rejection, Rejection), rejection
    assert (rejection.outcome, rejection.cause) == (outcome, cause)


@pytest.mark.parametrize(
    ("name", "address"),
    [("127.1", "127.0.0.1"), ("0x7f.1", "127.0.0.1"), ("2130706433", "127.0.0.1"), ("1.2.3", "1.2.0.3")],
)
def test_reads_ipv4_as_browsers_do(name: str, address: str) -> None:
    """WHATWG URL Standard, IPv4 parser: the last number fills the remaining bytes."""
    assert parse_ipv4(name) == ip_address(address)


@pytest.mark.parametrize(
    ("location", "url"),
    [
        ("/c", "http://h.test/c"),
        ("c?x#y", "http://h.test/a/c?x"),
        ("//o.test/", "http://o.test/"),
        ("", "http://h.test/a/b"),
    ],
)
def test_reads_a_redirect(location: str, url: str) -> None:
    target = read_redirect("http://h.test/a/b", location)
    assert isinstance(target, Target)
    assert target.url == url


@pytest.mark.parametrize(
    "location", ["file:///etc/passwd", "ftp://h.test/", "javascript:0", "gopher://h:70/"]
)
def test_a_redirect_to_another_scheme_is_refused(location: str) -> None:
    rejection = read_redirect("http://h.test/a", location)
    assert isinstance(rejection, Rejection)
    assert rejection.outcome == "refused"


@given(st.text(st.characters(), max_size=60))
def test_no_text_raises(text: str) -> None:
    for candidate in (
        text,
        f"http://{text}",
        f"http://h.test/{text}",
        f"http://h.test:{text}/",
        f"http://[{text}]/",
    ):
        read_target(candidate)
        read_redirect("http://h.test/", candidate)
