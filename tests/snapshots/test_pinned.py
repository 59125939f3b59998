"""``ledger fetch`` goes to the address that was judged, and to no other. Everything is on loopback."""

from __future__ import annotations

import contextlib
import socket
import ssl
import threading
from collections.abc import Iterator
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from ipaddress import ip_address, ip_network
from pathlib import Path
from typing import Any

import httpx
import pytest

from ledger.addresses import Address, AddressPolicy
from ledger.errors import SnapshotError
from ledger.snapshots.fetch import Fetched, Fetcher
from ledger.snapshots.pinned import ONE_USE, PinnedTransport
from ledger.snapshots.store import Store
from tests.checks.make import source
from tests.probe.server import Certificates
from tests.snapshots.pdfs import Words, pdf

PAPER = pdf([Words("A paper")])
OUTSIDE = AddressPolicy(allow=(ip_network("127.0.0.1/32"),))
"""For these tests 127.0.0.1 is the open network, and 127.0.0.2 the inside that nobody may be led to."""


@dataclass
class Site:
    """A server and what it heard: (path, Host field) of each request. ``moved`` maps paths to redirects."""

    port: int = 0
    heard: list[tuple[str, str]] = field(default_factory=list)
    moved: dict[str, str] = field(default_factory=dict)


@contextlib.contextmanager
def serve(host: str = "127.0.0.1", port: int = 0, tls: ssl.SSLContext | None = None) -> Iterator[Site]:
    site = Site()

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"  # connections stay open

        def do_GET(self) -> None:
            site.heard.append((self.path, self.headers["host"]))
            location = site.moved.get(self.path)
            self.send_response(200 if location is None else 302)
            if location is not None:
                self.send_header("Location", location)
            body = PAPER if location is None else b""
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_: object) -> None:
            """Tests are quiet."""

    server = ThreadingHTTPServer((host, port), Handler)
    server.handle_error = lambda *_: None  # type: ignore[method-assign]  # a refused handshake is expected
    if tls is not None:
        server.socket = tls.wrap_socket(server.socket, server_side=True, do_handshake_on_connect=False)
    thread = threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True)
    thread.start()
    site.port = server.server_address[1]
    try:
        yield site
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


class Names:
    """Each name has a list of answers, given one after another, the last for good."""

    def __init__(self, **answers: list[list[str]]) -> None:
        self._answers = {name.replace("_", "."): rounds for name, rounds in answers.items()}
        self.asked: list[str] = []

    def __call__(self, name: str) -> tuple[Address, ...]:
        self.asked.append(name)
        rounds = self._answers.get(name)
        if rounds is None:
            raise socket.gaierror(socket.EAI_NONAME, "no such name")
        return tuple(ip_address(text) for text in (rounds.pop(0) if len(rounds) > 1 else rounds[0]))


def fetch(
    folder: Path, url: str, names: Names, trusting: ssl.SSLContext | None = None, **more: Any
) -> Fetched:
    more = {"policy": OUTSIDE, **more}
    if trusting is not None:
        more["transport"] = httpx.HTTPTransport(verify=trusting, limits=ONE_USE)
    fetcher = Fetcher(Store(folder / "store"), resolve=names, sleep=lambda _: None, **more)
    return fetcher.fetch(source(url=url, snapshot=None, unavailable="a test"))


def test_a_name_is_looked_up_once_and_asked_there(tmp_path: Path) -> None:
    """Its second answer is the inside, where somebody listens at the same port."""
    names = Names(rebind_test=[["127.0.0.1"], ["127.0.0.2"]])
    with serve() as site, serve("127.0.0.2", site.port) as inside:
        url = f"http://rebind.test:{site.port}/a.pdf"
        assert fetch(tmp_path, url, names).origin == url
        assert site.heard == [("/a.pdf", f"rebind.test:{site.port}")]
        assert names.asked == ["rebind.test"]
        assert inside.heard == []


def test_a_name_that_turns_inward_between_two_hops_is_refused(tmp_path: Path) -> None:
    names = Names(rebind_test=[["127.0.0.1"], ["127.0.0.2"]])
    with serve() as site, serve("127.0.0.2", site.port) as inside:
        site.moved["/go"] = "/a.pdf"
        with pytest.raises(SnapshotError, match=r"rebind\.test is not a public address: 127\.0\.0\.2 is a"):
            fetch(tmp_path, f"http://rebind.test:{site.port}/go", names)
        assert inside.heard == []
        assert site.heard == [("/go", f"rebind.test:{site.port}")]


@pytest.mark.parametrize(
    "host",
    [
        "127.0.0.2",
        "inner.test",
        "[::1]",
        "[::ffff:127.0.0.2]",  # IPv4-mapped
        "[::ffff:7f00:2]",
        "mapped.test",
        "2130706434",  # 127.0.0.2 as one decimal number
        "0177.0.0.2",  # octal
        "0x7f.0.0.2",
        "127.2",
        "127.0.0.%32",
        "169.254.169.254",
    ],
)
def test_a_redirect_inward_never_arrives(tmp_path: Path, host: str) -> None:
    names = Names(out_test=[["127.0.0.1"]], inner_test=[["127.0.0.2"]], mapped_test=[["::ffff:127.0.0.2"]])
    with serve() as site, serve("127.0.0.2", site.port) as inside:
        site.moved["/go"] = f"http://{host}:{site.port}/a.pdf"
        with pytest.raises(SnapshotError, match=r"not a (public|web) address|Invalid IPv4 address"):
            fetch(tmp_path, f"http://out.test:{site.port}/go", names)
        assert inside.heard == []
        assert len(site.heard) == 1
        assert not list(Store(tmp_path / "store").digests())


@pytest.mark.parametrize("host", ["127.0.0.2", "2130706434", "0177.0.0.2", "[::ffff:127.0.0.2]", "none.test"])
def test_a_source_that_names_the_inside_is_refused(tmp_path: Path, host: str) -> None:
    with serve("127.0.0.2") as inside:
        with pytest.raises(SnapshotError, match=r"address|lookup"):
            fetch(tmp_path, f"http://{host}:{inside.port}/a.pdf", Names())
        assert inside.heard == []


def test_one_inner_address_among_several_refuses_the_host(tmp_path: Path) -> None:
    with serve() as site:
        with pytest.raises(SnapshotError, match=r"10\.0\.0\.1 is a private address"):
            fetch(tmp_path, f"http://mixed.test:{site.port}/", Names(mixed_test=[["127.0.0.1", "10.0.0.1"]]))
        assert site.heard == []


def test_no_policy_opens_what_hands_out_credentials(tmp_path: Path) -> None:
    everything = AddressPolicy(allow_private=True, allow=(ip_network("0.0.0.0/0"),))
    with pytest.raises(SnapshotError, match="cloud metadata"):
        fetch(tmp_path, "http://169.254.169.254/latest", Names(), policy=everything)


def test_the_second_address_is_asked_where_the_first_does_not_answer(tmp_path: Path) -> None:
    both = AddressPolicy(allow=(ip_network("127.0.0.0/30"),))
    with serve() as site:
        url = f"http://two.test:{site.port}/a.pdf"
        fetched = fetch(tmp_path, url, Names(two_test=[["127.0.0.2", "127.0.0.1"]]), policy=both)
        assert fetched.origin == url
        assert site.heard == [("/a.pdf", f"two.test:{site.port}")]


def test_nobody_answers(tmp_path: Path) -> None:
    with serve() as site:
        port = site.port
    with pytest.raises(SnapshotError, match=r"gone\.test cannot be reached: .*refused"):
        fetch(tmp_path, f"http://gone.test:{port}/", Names(gone_test=[["127.0.0.1"]]))
    with pytest.raises(SnapshotError, match=r"empty\.test cannot be reached: it has no address"):
        fetch(tmp_path, f"http://empty.test:{port}/", Names(empty_test=[[]]))


def test_the_certificate_is_that_of_the_name(tmp_path: Path) -> None:
    """The authority is trusted; only the name decides. ``good`` is issued for public.test."""
    certificates = Certificates()
    names = Names(public_test=[["127.0.0.1"]], other_test=[["127.0.0.1"]])
    with serve(tls=certificates.good()) as site:
        url = f"https://public.test:{site.port}/a.pdf"
        assert fetch(tmp_path, url, names, certificates.trusting()).origin == url
        with pytest.raises(SnapshotError, match=r"certificate is not valid for 'other\.test'"):
            fetch(tmp_path, f"https://other.test:{site.port}/a.pdf", names, certificates.trusting())
        assert site.heard == [("/a.pdf", f"public.test:{site.port}")]


@pytest.mark.parametrize(("limits", "outcome"), [(ONE_USE, "refused"), (httpx.Limits(), "handed on")])
def test_a_connection_is_not_handed_on(limits: httpx.Limits, outcome: str) -> None:
    """Kept open, the connection that public.test's certificate opened would serve other.test as well, since
    both are at one address; the second row shows that this danger is real."""
    certificates = Certificates()
    names = Names(public_test=[["127.0.0.1"]], other_test=[["127.0.0.1"]])
    with serve(tls=certificates.good()) as site:
        inner = httpx.HTTPTransport(verify=certificates.trusting(), limits=limits)
        with httpx.Client(transport=PinnedTransport(inner, OUTSIDE, names), trust_env=False) as client:
            assert client.get(f"https://public.test:{site.port}/").status_code == 200
            try:
                client.get(f"https://other.test:{site.port}/")
                seen = "handed on"
            except SnapshotError:
                seen = "refused"
    assert seen == outcome


def test_a_certificate_of_an_unknown_authority_is_refused(tmp_path: Path) -> None:
    certificates = Certificates()
    with serve(tls=certificates.unknown()) as site:
        url = f"https://127.0.0.1:{site.port}/a.pdf"
        with pytest.raises(SnapshotError, match="certificate verify failed"):
            fetch(tmp_path, url, Names(), certificates.trusting())
        assert site.heard == []


@pytest.mark.parametrize("variable", ["HTTP_PROXY", "http_proxy", "ALL_PROXY"])
def test_no_proxy_is_used(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, variable: str) -> None:
    """A proxy would look the name up again. Where nothing else leads out, the message says so."""
    names = Names(out_test=[["127.0.0.1"]])
    with serve() as site, serve("127.0.0.2") as proxy:
        monkeypatch.setenv(variable, f"http://127.0.0.2:{proxy.port}")
        url = f"http://out.test:{site.port}/a.pdf"
        assert fetch(tmp_path, url, names).origin == url
        assert proxy.heard == []
        with pytest.raises(SnapshotError, match=f"{variable.upper()} is not used; bring the bytes"):
            fetch(tmp_path, f"http://unknown.test:{site.port}/", names)
