"""Bodies and heads that are not what HTTP says they should be."""

from __future__ import annotations

import gzip
import zlib

from tests.probe.server import Request
from tests.probe.table import ARTICLE, HEAD_OK, WORDS, expect, fixed

# --- bodies -------------------------------------------------------------------------------------------


def bomb() -> bytes:
    """A page of 1 GiB, nearly all spaces, in about 1 MB of gzip.

    One block of 1 MiB is packed once and repeated, as blocks may be that share no state (RFC 1951 §3.2);
    the checksum at the end is that of nothing, but nobody who keeps a limit gets there.
    """
    packer = zlib.compressobj(9, zlib.DEFLATED, -zlib.MAX_WBITS)
    start = packer.compress(b"<html><title>Big</title><body>") + packer.flush(zlib.Z_FULL_FLUSH)
    block = packer.compress(b" " * (1 << 20)) + packer.flush(zlib.Z_FULL_FLUSH)
    return b"\x1f\x8b\x08\0\0\0\0\0\0\xff" + start + block * 1024 + packer.flush() + bytes(8)


_BOMB = bomb()
fixed("/gzip", "alive", body=gzip.compress(ARTICLE.encode()), Content_Encoding="gzip")
fixed("/gzip-bomb", "alive", body=_BOMB, Content_Encoding="gzip")
fixed(
    "/gzip-twice",
    "alive",
    body=gzip.compress(b"<title>A") + gzip.compress(b"B</title>"),
    Content_Encoding="gzip",
)
fixed("/deflate", "alive", body=zlib.compress(ARTICLE.encode()), Content_Encoding="deflate")
fixed("/deflate-raw", "alive", body=zlib.compress(ARTICLE.encode(), wbits=-15), Content_Encoding="deflate")
fixed("/gzip-cut", "alive", body=gzip.compress(ARTICLE.encode())[:-12], Content_Encoding="gzip")
fixed("/gzip-false", "broken", "encoding", body=ARTICLE, Content_Encoding="gzip")
fixed("/unknown-encoding", "alive", body=b"\x01\x02", Content_Encoding="br")


@expect("alive")
async def endless(request: Request) -> None:
    await request.send(HEAD_OK + b"\r\n<html><title>Endless</title><body>")
    while True:
        await request.send(WORDS.encode() * 100)


@expect("broken", "truncated")
async def cut_chunk(request: Request) -> None:
    await request.send(HEAD_OK + b"Transfer-Encoding: chunked\r\n\r\n100\r\n<html>only this")
    request.writer.close()


@expect("broken", "truncated")
async def cut_length(request: Request) -> None:
    await request.send(HEAD_OK + b"Content-Length: 5000\r\n\r\n<html>only this")
    request.writer.close()


@expect("broken", "protocol")
async def bad_chunk(request: Request) -> None:
    await request.send(HEAD_OK + b"Transfer-Encoding: chunked\r\n\r\nzz\r\n<html>")
    request.writer.close()


# --- heads that are none ------------------------------------------------------------------------------


@expect("broken", "headers")
async def huge_header(request: Request) -> None:
    await request.send(HEAD_OK + b"X-Big: " + b"x" * (1 << 20) + b"\r\n\r\nbody")
    request.writer.close()


@expect("broken", "headers")
async def endless_headers(request: Request) -> None:
    await request.send(HEAD_OK)
    for number in range(100_000):
        await request.send(b"X-%d: %s\r\n" % (number, b"y" * 500))


@expect("broken", "protocol")
async def not_http(request: Request) -> None:
    await request.send(b"220 mail.test ESMTP ready\r\n\r\n")
    request.writer.close()


@expect("unreachable", "connection")
async def closes(request: Request) -> None:
    request.writer.close()


@expect("unreachable", "connection")
async def resets(request: Request) -> None:
    request.writer.transport.abort()
