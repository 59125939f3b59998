"""Response headers: nothing from elsewhere runs, loads, frames or is sniffed.

Datasette's own pages carry inline scripts and styles, so those two stay allowed; no other origin is.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any

from datasette import handle_exception

Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]
Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]

POLICY = (
    "default-src 'self'; script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline'; "
    "img-src 'self' data:; object-src 'none'; base-uri 'none'; frame-ancestors 'none'; form-action 'self'"
)
HEADERS = (
    (b"content-security-policy", POLICY.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
)


def without_rich() -> None:
    """Let Datasette report its faults as it does where ``rich`` is not installed.

    Where it is, Datasette prints the last exception with every local value, at an unknown address too, which
    raised none: then that call fails, and the answer becomes 500.
    """
    vars(handle_exception)["rich"] = None


def headers(app: App) -> App:
    """Wrap an ASGI application so that every HTTP answer carries :data:`HEADERS`."""

    async def wrapped(scope: Scope, receive: Receive, send: Send) -> None:
        async def add(message: MutableMapping[str, Any]) -> None:
            if message["type"] == "http.response.start":
                message = {**message, "headers": [*message.get("headers", ()), *HEADERS]}
            await send(message)

        await app(scope, receive, add if scope["type"] == "http" else send)

    return wrapped
