from __future__ import annotations

from collections.abc import Callable
from ipaddress import ip_address
from pathlib import Path
from typing import Any

import httpx
import pytest

from ledger.errors import SnapshotError
from ledger.schema.documents import Source
from ledger.snapshots.fetch import Fetcher, add_file, address_of, from_files, wanted_digests
from ledger.snapshots.store import Store
from tests.checks.make import source
from tests.snapshots.pdfs import Words, pdf

PAPER = pdf([Words("A paper")])
Handler = Callable[[httpx.Request], httpx.Response]


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return Store(tmp_path / "store")


def digest_of(data: bytes, tmp_path: Path) -> str:
    return Store(tmp_path / "other").add_bytes(data)


def pinned(tmp_path: Path, data: bytes = PAPER, **fields: Any) -> Source:
    snapshot = {"sha256": digest_of(data, tmp_path), "media": "application/pdf"}
    return source(snapshot=snapshot, **{"url": "https://arxiv.org/abs/1910.02054", "version": "v3", **fields})


def fetcher(store: Store, handler: Handler, **more: Any) -> Fetcher:
    more = {"sleep": lambda _: None, "resolve": lambda name: (ip_address("8.8.8.8"),), **more}
    return Fetcher(store, httpx.MockTransport(handler), **more)


def test_files_are_matched_by_digest_whatever_their_names(tmp_path: Path, store: Store) -> None:
    folder = tmp_path / "files" / "deep"
    folder.mkdir(parents=True)
    (folder / "strange.bin").write_bytes(PAPER)
    (folder / "other.pdf").write_bytes(b"%PDF-1.4 other")
    (folder / "link.pdf").symlink_to(folder / "strange.bin")
    (folder / "loop").symlink_to(folder)
    one = pinned(tmp_path)
    wanted = wanted_digests({"paper": one}, store)
    (fetched,) = from_files(tmp_path / "files", wanted, store)
    assert (fetched.source, fetched.media, fetched.pinned) == ("paper", "application/pdf", True)
    assert not store.require(fetched.digest).is_symlink()
    assert wanted_digests({"paper": one}, store) == {}


def test_a_file_that_nobody_pins_is_added_by_name(tmp_path: Path, store: Store) -> None:
    path = tmp_path / "x.md"
    path.write_text("# Title")
    fetched = add_file(path, store)
    assert (fetched.media, fetched.pinned) == ("text/markdown", False)
    with pytest.raises(SnapshotError, match="no such file"):
        list(from_files(tmp_path / "none", {}, store))


@pytest.mark.parametrize(
    ("fields", "address"),
    [
        ({}, "https://arxiv.org/pdf/1910.02054v3"),
        ({"url": "https://arxiv.org/pdf/1910.02054v1.pdf"}, "https://arxiv.org/pdf/1910.02054v3"),
        (
            {"url": "https://github.com/a/b/blob/main/README.md", "version": "c" * 40},
            f"https://raw.githubusercontent.com/a/b/{'c' * 40}/README.md",
        ),
        ({"url": "https://example.org/a.pdf"}, "https://example.org/a.pdf"),
    ],
)
def test_addresses(tmp_path: Path, fields: dict[str, str], address: str) -> None:
    assert address_of(pinned(tmp_path, **fields)) == address


def test_an_unpinned_arxiv_paper_is_refused(tmp_path: Path) -> None:
    with pytest.raises(SnapshotError, match="pin an arXiv paper"):
        address_of(pinned(tmp_path, version=None))
    with pytest.raises(SnapshotError, match="no url"):
        address_of(source(url=None))


def test_download_through_redirects_at_a_pace(tmp_path: Path, store: Store) -> None:
    waits: list[float] = []

    def answer(request: httpx.Request) -> httpx.Response:
        if request.url.path.startswith("/pdf"):
            return httpx.Response(302, headers={"location": "/files/a.pdf"})
        return httpx.Response(200, content=PAPER)

    one = fetcher(store, answer, sleep=waits.append, clock=lambda: 0.0)
    fetched = one.fetch(pinned(tmp_path))
    assert fetched.pinned
    assert fetched.origin == "https://arxiv.org/files/a.pdf"
    assert store.require(fetched.digest).read_bytes() == PAPER
    assert waits == [3.0]
    assert list((store.root / "partial").iterdir()) == []


def test_a_broken_download_goes_on_where_it_stopped(tmp_path: Path, store: Store) -> None:
    ranges: list[str | None] = []

    class Broken(httpx.SyncByteStream):
        def __iter__(self):  # type: ignore[no-untyped-def]  # a stream of one chunk, then a fault
            yield PAPER[:100]
            raise httpx.ReadError("gone")

    def answer(request: httpx.Request) -> httpx.Response:
        ranges.append(request.headers.get("range"))
        if len(ranges) == 1:
            return httpx.Response(200, stream=Broken())
        return httpx.Response(206, content=PAPER[100:])

    one = fetcher(store, answer)
    with pytest.raises(SnapshotError, match="ReadError"):
        one.fetch(pinned(tmp_path))
    assert one.fetch(pinned(tmp_path)).pinned
    assert ranges == [None, "bytes=100-"]


@pytest.mark.parametrize(
    ("response", "words"),
    [
        (httpx.Response(403), "answered 403"),
        (httpx.Response(200, content=b"<html>Just a moment...</html>"), "not a PDF"),
        (httpx.Response(200, content=PAPER + b"changed"), "the source pins"),
        (httpx.Response(302, headers={"location": "file:///etc/passwd"}), "not a web address"),
        (httpx.Response(302, headers={"location": "http://127.0.0.1/"}), "not a public address"),
        (httpx.Response(302, headers={"location": "http://169.254.169.254/"}), "not a public address"),
        (httpx.Response(302, headers={"location": "https://arxiv.org/again"}), "redirects"),
        (httpx.Response(302, headers={"location": "http://[::1"}), "Invalid URL in location"),
        (httpx.Response(302, headers={"location": "https://user:word@arxiv.org/"}), "credentials"),
    ],
)
def test_refusals_leave_nothing(tmp_path: Path, store: Store, response: httpx.Response, words: str) -> None:
    with pytest.raises(SnapshotError, match=words):
        fetcher(store, lambda _: response).fetch(pinned(tmp_path))
    assert list(store.digests()) == []


def test_a_slow_download_ends(tmp_path: Path, store: Store) -> None:
    times = iter(range(0, 100_000, 400))
    slow = fetcher(store, lambda _: httpx.Response(200, content=PAPER), clock=lambda: float(next(times)))
    with pytest.raises(SnapshotError, match="not finished"):
        slow.fetch(pinned(tmp_path))
