from __future__ import annotations

import asyncio
import json

import httpx
import pytest

from ledger.probe.archive import find_archived, read_answer

COPY = "http://web.archive.org/web/20200101000000/http://h.test/"


def closest(**changes: object) -> bytes:
    snapshot = {"available": True, "url": COPY, "timestamp": "20200101000000", "status": "200", **changes}
    return json.dumps({"url": "h.test", "archived_snapshots": {"closest": snapshot}}).encode()


def test_reads_a_good_copy() -> None:
    assert read_answer(closest()) == COPY


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"[]",
        b"[" * 100_000,
        b'{"archived_snapshots": {}}',
        b'{"archived_snapshots": []}',
        closest(available=False),
        closest(status="404"),
        closest(url="http://evil.test/web.archive.org/"),
        closest(url="javascript:alert(1)"),
        closest(url=None),
    ],
)
def test_proposes_nothing_else(data: bytes) -> None:
    assert read_answer(data) is None


def ask(handler: object) -> str | None:
    return asyncio.run(find_archived(httpx.MockTransport(handler), "http://h.test/a?b#c", timeout=1.0))  # type: ignore[arg-type]


def test_asks_for_the_url() -> None:
    def answer(request: httpx.Request) -> httpx.Response:
        assert request.url.host == "archive.org"
        assert request.url.params["url"] == "http://h.test/a?b#c"
        return httpx.Response(200, content=closest())

    assert ask(answer) == COPY


def test_an_archive_that_cannot_be_asked_proposes_nothing() -> None:
    def fail(request: httpx.Request) -> httpx.Response:
        raise httpx.ConnectError("down")

    assert ask(fail) is None
    assert ask(lambda request: httpx.Response(503)) is None
    assert ask(lambda request: httpx.Response(200, content=b"x" * 100_000)) is None
