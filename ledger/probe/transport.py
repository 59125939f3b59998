"""An httpx transport over aiohttp whose connections can only go to checked addresses.

httpx's own pool scans all its connections for each request, so it slows down as concurrency grows;
aiohttp's does not. The check stands three times: literal hosts and names before the request, the answer
that aiohttp gets from its resolver, and the address of each socket at the moment it is made.
"""

from __future__ import annotations

import asyncio
import contextlib
import functools
import os
import socket
import ssl
from collections.abc import AsyncIterator, Iterator
from ipaddress import ip_address
from typing import Any

import aiohttp
import httpx
import yarl
from aiohttp.abc import AbstractResolver, ResolveResult

from ledger.addresses import Address
from ledger.probe.faults import HeadersTooLarge, NameFault, RefusedAddress, TlsFault
from ledger.probe.resolver import Guard

MAX_FIELD = 16 * 1024
MAX_FIELDS = 128
_LIMIT_MESSAGES = ("Got more than", "Too many headers")  # aiohttp has no class of its own for these
_NO_TIMEOUT = aiohttp.ClientTimeout(total=None, connect=None, sock_connect=None, sock_read=None)


class PinnedTransport(httpx.AsyncBaseTransport):
    """``httpx.AsyncBaseTransport`` with aiohttp underneath and a :class:`Guard` before every connection.

    Request extensions: ``first_hop`` (bool) and ``trusted`` (addresses), as in :meth:`Guard.admit`.
    Response extension: ``addresses``, the checked addresses of the host. Bodies come undecoded. There are
    no time limits here: the caller bounds the URL as a whole, since a limit a read never meets a trickle.
    """

    def __init__(self, guard: Guard, *, connections: int = 100, verify: ssl.SSLContext | None = None) -> None:
        self._guard = guard
        self._connections = connections
        self._verify = verify
        self._session: aiohttp.ClientSession | None = None

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        """As httpx; raises the faults of :mod:`ledger.probe.faults` and httpx's own."""
        addresses = await self._admit(request)
        with _httpx_faults():
            response = await self._open().request(
                request.method,
                yarl.URL(str(request.url), encoded=True),
                headers=request.headers.multi_items(),
                allow_redirects=False,
            )
        return httpx.Response(
            response.status,
            headers=response.raw_headers,
            stream=_Body(response),
            request=request,
            extensions={"addresses": addresses},
        )

    async def aclose(self) -> None:
        """Closes the pool."""
        if self._session is not None:
            await self._session.close()

    async def _admit(self, request: httpx.Request) -> tuple[Address, ...]:
        host = request.url.raw_host.decode("ascii")
        return await self._guard.admit(
            host,
            _literal(host),
            first=bool(request.extensions.get("first_hop", False)),
            trusted=request.extensions.get("trusted", ()),
        )

    def _open(self) -> aiohttp.ClientSession:
        if self._session is None:
            connector = aiohttp.TCPConnector(
                limit=self._connections,
                ssl=httpx.create_ssl_context() if self._verify is None else self._verify,
                resolver=_GuardedNames(self._guard),
                use_dns_cache=False,
                socket_factory=self._make_socket,
            )
            self._session = aiohttp.ClientSession(
                connector=connector,
                cookie_jar=aiohttp.DummyCookieJar(),
                timeout=_NO_TIMEOUT,
                trust_env=False,
                auto_decompress=False,
                max_line_size=MAX_FIELD,
                max_field_size=MAX_FIELD,
                max_headers=MAX_FIELDS,
            )
        return self._session

    def _make_socket(self, info: tuple[Any, ...]) -> socket.socket:
        family, kind, proto, _, sockaddr = info
        if not self._guard.is_admitted(ip_address(sockaddr[0])):
            raise PermissionError(f"{sockaddr[0]} was not checked")
        return socket.socket(family, kind, proto)


class _GuardedNames(AbstractResolver):
    """Gives aiohttp the answers that the guard has checked, and no others."""

    def __init__(self, guard: Guard) -> None:
        self._guard = guard

    async def resolve(
        self, host: str, port: int = 0, family: socket.AddressFamily = socket.AF_UNSPEC
    ) -> list[ResolveResult]:
        return [
            ResolveResult(
                hostname=host,
                host=str(address),
                port=port,
                family=socket.AF_INET if address.version == 4 else socket.AF_INET6,
                proto=0,
                flags=socket.AI_NUMERICHOST,
            )
            for address in await self._guard.addresses(host)
        ]

    async def close(self) -> None:
        """Nothing to close: the guard outlives the pool."""


class _Body(httpx.AsyncByteStream):
    """The undecoded body; closing it unread drops the connection, closing it read keeps it."""

    def __init__(self, response: aiohttp.ClientResponse) -> None:
        self._response = response

    async def __aiter__(self) -> AsyncIterator[bytes]:
        with _httpx_faults():
            async for chunk in self._response.content.iter_any():
                yield chunk

    async def aclose(self) -> None:
        if self._response.content.at_eof():
            self._response.release()
        else:
            self._response.close()


@functools.lru_cache(maxsize=8192)
def _literal(host: str) -> Address | None:
    try:
        return ip_address(host.removeprefix("[").removesuffix("]"))
    except ValueError:
        return None


@contextlib.contextmanager
def _httpx_faults() -> Iterator[None]:
    """Turns aiohttp's exceptions into httpx's and ours; anything else passes through."""
    try:
        yield
    except (RefusedAddress, NameFault, asyncio.CancelledError):
        raise
    except aiohttp.ClientConnectorDNSError as error:
        raise NameFault(str(error)) from error
    except (aiohttp.ClientSSLError, ssl.SSLError) as error:
        raise TlsFault(_tls_message(error)) from error
    except aiohttp.ClientConnectorError as error:
        raise httpx.ConnectError(_reason(error.os_error)) from error
    except TimeoutError as error:
        raise httpx.TimeoutException(str(error) or "timed out") from error
    except aiohttp.ClientPayloadError as error:
        raise httpx.ReadError(f"the body broke off: {error}") from error
    except aiohttp.ClientResponseError as error:
        raise _protocol_fault(error) from error
    except aiohttp.ServerDisconnectedError as error:
        raise httpx.ReadError("the connection was closed without an answer") from error
    except (aiohttp.ClientError, OSError) as error:
        raise httpx.ReadError(str(error) or type(error).__name__) from error
    except ValueError as error:
        raise httpx.RemoteProtocolError(str(error)) from error


def _protocol_fault(error: aiohttp.ClientResponseError) -> httpx.RemoteProtocolError:
    first_line = error.message.strip().partition("\n")[0][:120]
    if first_line.startswith(_LIMIT_MESSAGES):
        return HeadersTooLarge(first_line)
    return httpx.RemoteProtocolError(f"not HTTP as it should be: {first_line}")


def _reason(error: OSError) -> str:
    return os.strerror(error.errno).lower() if error.errno else str(error)


def _tls_message(error: aiohttp.ClientSSLError | ssl.SSLError) -> str:
    inner = getattr(error, "certificate_error", None) or getattr(error, "os_error", error)
    message = getattr(inner, "verify_message", None) or getattr(inner, "reason", None) or str(inner)
    return f"TLS: {message}"
