from __future__ import annotations

import asyncio
import gzip
import zlib
from collections.abc import AsyncIterator

import httpx
import pytest

from ledger.probe.body import Body, UndecodableBody, read_body

TEXT = b"some words " * 500


class Chunks(httpx.AsyncByteStream):
    def __init__(self, data: bytes, size: int) -> None:
        self.data, self.size, self.given = data, size, 0

    async def __aiter__(self) -> AsyncIterator[bytes]:
        for start in range(0, len(self.data), self.size):
            self.given += 1
            yield self.data[start : start + self.size]


def read(data: bytes, encoding: str = "", *, limit: int = 1 << 20, size: int = 7) -> Body:
    headers = {"content-encoding": encoding} if encoding else {}
    return asyncio.run(read_body(httpx.Response(200, headers=headers, stream=Chunks(data, size)), limit))


@pytest.mark.parametrize(
    ("data", "encoding"),
    [
        (TEXT, ""),
        (TEXT, "identity"),
        (gzip.compress(TEXT), "gzip"),
        (gzip.compress(TEXT), "X-GZIP"),
        (gzip.compress(TEXT[:100]) + gzip.compress(TEXT[100:]), "gzip"),
        (gzip.compress(TEXT) + b"\0\0\0", "gzip"),
        (zlib.compress(TEXT), "deflate"),
        (zlib.compress(TEXT, wbits=-15), "deflate"),
    ],
    ids=["none", "identity", "gzip", "x-gzip", "members", "padding", "deflate", "raw"],
)
@pytest.mark.parametrize("size", [1, 7, 1 << 16])
def test_decodes(data: bytes, encoding: str, size: int) -> None:
    assert read(data, encoding, size=size) == Body(TEXT, complete=True)


@pytest.mark.parametrize("encoding", ["", "gzip"])
def test_stops_at_the_limit(encoding: str) -> None:
    data = gzip.compress(TEXT) if encoding else TEXT
    body = read(data, encoding, limit=100)
    assert body == Body(TEXT[:100], complete=False)


def test_a_stream_of_empty_blocks_ends() -> None:
    """Wire bytes that inflate to nothing are bounded too."""
    packer = zlib.compressobj(wbits=31)
    start = packer.compress(b"x") + packer.flush(zlib.Z_SYNC_FLUSH)
    empty = b"\x00\x00\x00\xff\xff"  # a stored block of no bytes (RFC 1951 §3.2.4)
    stream = Chunks(start + empty * 10_000, 100)
    response = httpx.Response(200, headers={"content-encoding": "gzip"}, stream=stream)
    body = asyncio.run(read_body(response, 1000))
    assert not body.complete
    assert stream.given < 50


def test_a_false_encoding_is_an_error() -> None:
    with pytest.raises(UndecodableBody):
        read(TEXT, "gzip")


@pytest.mark.parametrize("encoding", ["br", "zstd", "gzip, gzip"])
def test_an_encoding_that_was_not_asked_for_is_unreadable(encoding: str) -> None:
    assert not read(TEXT, encoding).readable
