"""An httpx transport that connects only to the addresses that it has judged.

A name is looked up once for a request; the answer is judged as a whole (:mod:`ledger.addresses`, the same
policy as the prober's), and the connection goes to one of exactly these addresses: whatever the name would
answer the next moment, nobody asks it. The request keeps its ``Host`` field, and TLS asks for and checks the
certificate of the host's name, not of the address.

No proxy is used, whatever the environment says: it would look the name up again, out of our sight.
"""

from __future__ import annotations

import os
from collections.abc import Callable

import httpx

from ledger.addresses import Address, AddressPolicy
from ledger.errors import SnapshotError
from ledger.hosts import Host, addresses_of, read_host

MAX_TRIED = 8
"""How many of a host's addresses are tried, one after the other."""
ONE_USE = httpx.Limits(max_keepalive_connections=0)
"""A pool knows connections by address and port: one kept open for a name must not serve another name at the
same address, whose certificate nobody checked."""
_PROXIES = ("HTTPS_PROXY", "HTTP_PROXY", "ALL_PROXY")

Resolve = Callable[[str], tuple[Address, ...]]
"""A host's name → its addresses; raises :class:`OSError` or :class:`UnicodeError` where there are none."""


class PinnedTransport(httpx.BaseTransport):
    """``httpx.BaseTransport`` that asks *inner* for literal addresses only, each judged by *policy*."""

    def __init__(
        self, inner: httpx.BaseTransport, policy: AddressPolicy, resolve: Resolve = addresses_of
    ) -> None:
        self._inner = inner
        self._policy = policy
        self._resolve = resolve

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        """As httpx.

        Raises:
            SnapshotError: the host cannot be read or looked up, the policy refuses it, or none of its
                addresses answers.
            httpx.HTTPError: what happens after the connection is made.
        """
        host = _host(request.url)
        fault: httpx.TransportError | None = None
        for address in self._admitted(host)[:MAX_TRIED]:
            try:
                return self._inner.handle_request(_to(address, host, request))
            except (httpx.ConnectError, httpx.ConnectTimeout) as error:
                fault = error
        reason = "it has no address" if fault is None else str(fault) or type(fault).__name__
        raise SnapshotError(f"{host.name} cannot be reached: {reason}{proxy_hint()}") from fault

    def close(self) -> None:
        """Closes the inner transport."""
        self._inner.close()

    def _admitted(self, host: Host) -> tuple[Address, ...]:
        addresses = (host.address,) if host.address is not None else self._looked_up(host.name)
        allowed, refused = self._policy.admit(addresses, first=True)
        if refused is not None:
            raise SnapshotError(f"{host.name} is not a public address: {refused}")
        return allowed

    def _looked_up(self, name: str) -> tuple[Address, ...]:
        try:
            return self._resolve(name)
        except (OSError, UnicodeError) as error:
            reason = getattr(error, "strerror", None) or str(error)
            raise SnapshotError(f"{name}: name lookup failed: {reason}{proxy_hint()}") from error


def proxy_hint() -> str:
    """What to tell of a proxy that the environment names and that is not used; ``""`` without one."""
    named = next((name for name in _PROXIES if os.environ.get(name) or os.environ.get(name.lower())), None)
    if named is None:
        return ""
    return f" ({named} is not used; bring the bytes with 'ledger fetch SOURCE --from FILE')"


def _host(url: httpx.URL) -> Host:
    text = url.raw_host.decode("ascii")
    host = read_host(f"[{text}]" if ":" in text else text)
    if isinstance(host, Host):
        return host
    kind = "not a public address" if host.disguised else "not a web address"
    raise SnapshotError(f"{text[:200]} is {kind}: {host.message}")


def _to(address: Address, host: Host, request: httpx.Request) -> httpx.Request:
    """The same request to a literal address; the ``Host`` field is among its headers already."""
    return httpx.Request(
        request.method,
        request.url.copy_with(host=str(address)),
        headers=request.headers,
        stream=request.stream,
        extensions={**request.extensions, "sni_hostname": host.name.removesuffix(".")},
    )
