"""A web server of bad manners, on raw sockets of the loopback interface."""

from __future__ import annotations

import asyncio
import contextlib
import ssl
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta

import trustme


@dataclass
class Request:
    """One request as it came in, and the way to answer it."""

    method: str
    path: str
    headers: dict[str, str]
    writer: asyncio.StreamWriter
    server: Server
    visit: int = 1

    async def send(self, data: bytes) -> None:
        self.writer.write(data)
        await self.writer.drain()

    async def reply(
        self, status: int = 200, body: bytes | str = b"", *, type_: str | None = "text/html", **fields: str
    ) -> None:
        """A well-formed answer; HEAD gets the head alone. Field names are given with underscores."""
        data = body.encode() if isinstance(body, str) else body
        lines = [f"HTTP/1.1 {status} Reason", f"Content-Length: {len(data)}"]
        if type_ is not None:
            lines.append(f"Content-Type: {type_}")
        lines += [f"{name.replace('_', '-')}: {value}" for name, value in fields.items()]
        head = "\r\n".join(lines).encode() + b"\r\n\r\n"
        await self.send(head if self.method == "HEAD" else head + data)

    async def redirect(self, location: str, status: int = 302, **fields: str) -> None:
        await self.reply(status, b"", Location=location.replace("{base}", self.server.base), **fields)


Handler = Callable[[Request], Awaitable[None]]


@dataclass
class Server:
    """A running server: where it is, whom it heard from, how many requests it had at once."""

    host: str = "127.0.0.1"
    port: int = 0
    scheme: str = "http"
    routes: dict[str, Handler] = field(default_factory=dict)
    seen: Counter[str] = field(default_factory=Counter)
    log: list[Request] = field(default_factory=list)
    starts: list[float] = field(default_factory=list)
    busy: int = 0
    most_busy: int = 0

    @property
    def base(self) -> str:
        return f"{self.scheme}://{self.host}:{self.port}"

    async def handle(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            while await self._handle_one(reader, writer):
                pass
        except (ConnectionError, asyncio.IncompleteReadError, asyncio.LimitOverrunError, ssl.SSLError):
            pass
        finally:
            writer.close()
            with contextlib.suppress(OSError, ssl.SSLError):
                await writer.wait_closed()

    async def _handle_one(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> bool:
        head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1")
        first, *lines = head.rstrip("\r\n").split("\r\n")
        method, path, _ = first.split(" ", 2)
        headers = {k.lower(): v.strip() for k, v in (line.split(":", 1) for line in lines)}
        self.seen[path] += 1
        request = Request(method, path, headers, writer, self, self.seen[path])
        self.log.append(request)
        self.starts.append(asyncio.get_running_loop().time())
        self.busy += 1
        self.most_busy = max(self.most_busy, self.busy)
        try:
            handler = self.routes.get(path.partition("?")[0], _missing)
            await handler(request)
        finally:
            self.busy -= 1
        return not writer.is_closing()


async def _missing(request: Request) -> None:
    await request.reply(404, "<html><title>404 Not Found</title><body>Not Found</body></html>")


@contextlib.asynccontextmanager
async def serve(
    routes: dict[str, Handler], *, host: str = "127.0.0.1", port: int = 0, tls: ssl.SSLContext | None = None
) -> AsyncIterator[Server]:
    """A server on a free port of *host*, until the end of the block."""
    server = Server(host=host, routes=routes, scheme="http" if tls is None else "https")
    tasks: set[asyncio.Task[None]] = set()

    def accept(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.get_running_loop().create_task(server.handle(reader, writer))
        tasks.add(task)
        task.add_done_callback(tasks.discard)

    listener = await asyncio.start_server(accept, host, port, ssl=tls, limit=1 << 20)
    server.port = listener.sockets[0].getsockname()[1]
    try:
        yield server
    finally:
        listener.close()
        for task in list(tasks):
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


class Certificates:
    """A certificate authority of our own, with good and bad certificates."""

    def __init__(self) -> None:
        self._authority = trustme.CA()

    def trusting(self) -> ssl.SSLContext:
        """What a client uses that trusts our authority and nobody else."""
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
        self._authority.configure_trust(context)
        return context

    def good(self) -> ssl.SSLContext:
        return self._server(self._authority.issue_cert("127.0.0.1", "public.test"))

    def expired(self) -> ssl.SSLContext:
        past = datetime.now(UTC) - timedelta(days=2)
        return self._server(self._authority.issue_cert("127.0.0.1", not_before=past, not_after=past))

    def misnamed(self) -> ssl.SSLContext:
        return self._server(self._authority.issue_cert("other.test"))

    def unknown(self) -> ssl.SSLContext:
        return self._server(trustme.CA().issue_cert("127.0.0.1"))

    def _server(self, certificate: trustme.LeafCert) -> ssl.SSLContext:
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        certificate.configure_cert(context)
        return context
