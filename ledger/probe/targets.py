"""Turns the text of a link into one unambiguous target, or says why it is none.

One reading serves both the check and the connection, so that two parsers can never disagree on the host
(:mod:`ledger.hosts`).
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from datetime import datetime
from ipaddress import IPv6Address

import httpx

from ledger.addresses import Address
from ledger.hosts import Host, read_host
from ledger.probe.outcomes import Cause, ProbeOutcome, ProbeResult

MAX_URL = 8192
_SCHEME = re.compile(r"([A-Za-z][A-Za-z0-9+.-]*):")
_PARTS = re.compile(r"(?i:https?)://([^/?#]*)([^#]*)(?:#(.*))?", re.DOTALL)
_FORBIDDEN = re.compile(r"[\x00-\x1f\x7f]")
_PORT = re.compile(r"[0-9]{0,5}")
_DEFAULT_PORTS = {"http": 80, "https": 443}


@dataclass(frozen=True, slots=True)
class Rejection:
    """A reason why a link has no answer to judge: it was not asked, or the asking failed.

    ``transient`` says that asking again soon may go better.
    """

    outcome: ProbeOutcome
    cause: Cause
    message: str
    transient: bool = False

    def result(self, url: str, now: datetime) -> ProbeResult:
        """The result of the link *url*, of which nothing else is to be known."""
        return ProbeResult(url, self.outcome, now, error=self.message, cause=self.cause)


@dataclass(frozen=True, slots=True)
class Target:
    """A link that may be asked for, once its addresses are checked.

    ``fragment`` is as written (None when there is none); ``address`` is set for a literal address.
    """

    parsed: httpx.URL = field(repr=False)
    scheme: str
    host: str
    port: int
    fragment: str | None = None
    address: Address | None = None

    @property
    def url(self) -> str:
        """The address to ask for: normalised, ASCII, without fragment."""
        return str(self.parsed)

    @property
    def host_key(self) -> str:
        """The name under which politeness counts: a host's two standard ports are one host."""
        return self.host if self.port in (80, 443) else f"{self.host}:{self.port}"

    def with_fragment(self, fragment: str | None) -> Target:
        """The same target under another fragment."""
        return replace(self, fragment=fragment)


def read_target(text: str) -> Target | Rejection:
    """The target that *text* names, or the outcome that it has already. Never raises."""
    text = text.strip()
    if len(text) > MAX_URL:
        return _malformed(f"longer than {MAX_URL} characters")
    scheme = _SCHEME.match(text)
    if scheme is None:
        return _malformed("no scheme")
    if scheme[1].lower() not in _DEFAULT_PORTS:
        return Rejection(ProbeOutcome.UNSUPPORTED, Cause.SCHEME, f"scheme {scheme[1].lower()} is not probed")
    return _read_http(text, scheme[1].lower())


def read_redirect(base: str, location: str) -> Target | Rejection:
    """The target of a ``Location`` (or meta refresh) seen at *base*; another scheme is refused."""
    try:
        joined = str(httpx.URL(base).join(location.strip()))
    except (httpx.InvalidURL, UnicodeError, ValueError) as error:
        if _SCHEME.match(location) is None:
            return _malformed(f"redirect to an invalid address: {error}")
        joined = location
    target = read_target(joined)
    if isinstance(target, Rejection) and target.cause is Cause.SCHEME:
        return Rejection(ProbeOutcome.REFUSED, Cause.SCHEME, f"redirect to another scheme: {joined[:80]}")
    return target


def _read_http(text: str, scheme: str) -> Target | Rejection:
    parts = _PARTS.fullmatch(text)
    if parts is None or _FORBIDDEN.search(text) is not None:
        return _malformed("a control character inside, or no host")
    authority, rest, fragment = parts.groups()
    if "\\" in authority or "\\" in rest.partition("?")[0]:
        return _malformed("a backslash, which programs read in different ways")
    if "@" in authority:
        return Rejection(ProbeOutcome.REFUSED, Cause.CREDENTIALS, "credentials in the address")
    host = _read_host(authority)
    if isinstance(host, Rejection):
        return host
    return _assemble(scheme, authority, host, rest, fragment)


def _assemble(
    scheme: str, authority: str, host: tuple[str, Address | None], rest: str, fragment: str | None
) -> Target | Rejection:
    port_text = _split_port(authority)[1]
    if _PORT.fullmatch(port_text) is None or int(port_text or "1") not in range(1, 65536):
        return _malformed(f"port {port_text[:10]!r} is not a port")
    name, address = host
    port = int(port_text) if port_text else _DEFAULT_PORTS[scheme]
    netloc = f"[{name}]" if isinstance(address, IPv6Address) else name
    try:
        url = httpx.URL(f"{scheme}://{netloc}:{port}{rest if rest.startswith('/') else '/' + rest}")
    except (httpx.InvalidURL, ValueError) as error:
        return _malformed(str(error))
    return Target(url, scheme, name, port, fragment, address)


def _split_port(authority: str) -> tuple[str, str]:
    host, colon, port = authority.rpartition(":")
    if not colon or "]" in port:
        return authority, ""
    return host, port


def _read_host(authority: str) -> tuple[str, Address | None] | Rejection:
    host = read_host(_split_port(authority)[0])
    if isinstance(host, Host):
        return host.name, host.address
    if host.disguised:
        return Rejection(ProbeOutcome.REFUSED, Cause.ADDRESS, host.message)
    return _malformed(host.message)


def _malformed(message: str) -> Rejection:
    return Rejection(ProbeOutcome.BROKEN, Cause.MALFORMED, f"not a web address: {message}")
