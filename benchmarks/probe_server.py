"""A fast loopback server for the prober's benchmarks: every path is a small page, after a fixed delay.

Run as ``python -m benchmarks.probe_server PORTS DELAY_S``; prints its ports and serves until it is ended.
"""

from __future__ import annotations

import asyncio
import sys

BODY = (
    b"<html><head><title>A page</title></head><body><h1>A page</h1><p>"
    + b"words " * 200
    + b"</p></body></html>"
)
HEAD = b"HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-8\r\nContent-Length: %d\r\n\r\n" % len(BODY)


class Page(asyncio.Protocol):
    """Answers each request on the connection after the delay; understands no more HTTP than that."""

    delay = 0.02

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = transport
        self.buffer = b""

    def data_received(self, data: bytes) -> None:
        self.buffer += data
        while (end := self.buffer.find(b"\r\n\r\n")) >= 0:
            method, self.buffer = self.buffer[:4], self.buffer[end + 4 :]
            answer = HEAD if method == b"HEAD" else HEAD + BODY
            asyncio.get_running_loop().call_later(self.delay, self.answer, answer)

    def answer(self, data: bytes) -> None:
        if not self.transport.is_closing():
            self.transport.write(data)


async def main(ports: int, delay: float) -> None:
    Page.delay = delay
    loop = asyncio.get_running_loop()
    servers = [await loop.create_server(Page, "127.0.0.1", 0, backlog=1024) for _ in range(ports)]
    print(*(server.sockets[0].getsockname()[1] for server in servers), flush=True)
    await asyncio.Event().wait()


if __name__ == "__main__":
    asyncio.run(main(int(sys.argv[1]), float(sys.argv[2])))
