"""Reads a body within bounds, decompressing no further than the bound."""

from __future__ import annotations

import zlib
from dataclasses import dataclass

import httpx

_WIRE_FACTOR = 2  # compressed bytes that yield next to nothing are bounded too
ACCEPT_ENCODING = "gzip, deflate"


class UndecodableBody(httpx.DecodingError):
    """The body is not what its ``Content-Encoding`` says."""


@dataclass(frozen=True, slots=True)
class Body:
    """What was read: decoded bytes, and whether they are the whole body.

    ``readable`` is False under a content encoding that was not asked for: the bytes mean nothing then.
    """

    data: bytes
    complete: bool
    readable: bool = True


class _Decoder:
    """Inflates one content encoding, never past *limit* bytes of output."""

    def __init__(self, encoding: str, limit: int) -> None:
        self._encoding = encoding
        self._limit = limit
        self._inflater = None if encoding == "identity" else zlib.decompressobj(zlib.MAX_WBITS | 32)
        self._started = False
        self.output = bytearray()

    @property
    def is_full(self) -> bool:
        return len(self.output) >= self._limit

    def feed(self, chunk: bytes) -> None:
        """Adds a chunk of the wire; raises :class:`UndecodableBody`."""
        if self._inflater is None:
            self.output += chunk[: self._limit - len(self.output)]
            return
        try:
            self._inflate(chunk)
        except zlib.error as error:
            raise UndecodableBody(f"the body is not valid {self._encoding}: {error}") from error

    def _inflate(self, chunk: bytes) -> None:
        if self._encoding == "deflate" and not self._started and chunk and chunk[0] & 0x0F != 8:
            self._inflater = zlib.decompressobj(-zlib.MAX_WBITS)  # raw deflate, as some servers send it
        self._started = self._started or bool(chunk)
        while chunk and not self.is_full and self._inflater is not None:
            self.output += self._inflater.decompress(chunk, self._limit - len(self.output))
            chunk = self._inflater.unused_data
            if self._inflater.eof and chunk:
                # The next gzip member; trailing padding that is none ends the body, as browsers have it.
                if chunk[:2] != b"\x1f\x8b":
                    return
                self._inflater = zlib.decompressobj(zlib.MAX_WBITS | 16)


async def read_body(response: httpx.Response, limit: int) -> Body:
    """At most *limit* decoded bytes of *response*; leaves closing it to the caller.

    Raises :class:`UndecodableBody`, and ``httpx.ReadError`` where the body broke off before the limit.
    """
    encoding = response.headers.get("content-encoding", "").strip().lower() or "identity"
    encoding = {"x-gzip": "gzip"}.get(encoding, encoding)
    readable = encoding in ("identity", "gzip", "deflate")
    decoder = _Decoder(encoding if readable else "identity", limit)
    wire = 0
    async for chunk in response.stream:  # type: ignore[union-attr]  # an AsyncClient's stream is asynchronous
        decoder.feed(chunk)
        wire += len(chunk)
        if decoder.is_full or wire >= limit * _WIRE_FACTOR:
            return Body(bytes(decoder.output), complete=False, readable=readable)
    return Body(bytes(decoder.output), complete=True, readable=readable)
