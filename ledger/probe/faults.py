"""Faults on the way, told apart where httpx has one class for several.

::

    httpx.RequestError
    ├── RefusedAddress          our policy forbids the address; nothing was sent
    └── httpx.TransportError
        ├── httpx.ConnectError
        │   ├── NameFault       DNS: no such name, or no answer for now
        │   └── TlsFault        the handshake or the certificate
        └── httpx.RemoteProtocolError
            └── HeadersTooLarge the head of the answer is beyond our limits
"""

from __future__ import annotations

import httpx


class RefusedAddress(httpx.RequestError):
    """The policy forbids an address of the host."""


class NameFault(httpx.ConnectError):
    """The host's name gave no address; ``temporary`` when asking again may help."""

    def __init__(self, message: str, *, temporary: bool = False) -> None:
        self.temporary = temporary
        super().__init__(message)


class TlsFault(httpx.ConnectError):
    """The TLS handshake failed or the certificate does not hold."""


class HeadersTooLarge(httpx.RemoteProtocolError):
    """The head of the answer is beyond our limits."""
