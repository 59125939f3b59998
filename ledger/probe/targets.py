"""Turns the text of a link into one unambiguous target, or says why it is none.

One reading serves both the check and the connection, so that two parsers can never disagree on the host.
Host rules follow the WHATWG URL Standard (host parsing, IPv4 parser) and UTS #46 for names.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from datetime import datetime
from ipaddress import IPv4Address, IPv6Address, ip_address
from urllib.parse import unquote

import httpx
import idna

from ledger.probe.outcomes import Cause, ProbeOutcome, ProbeResult
from ledger.probe.policy import Address, embedded

MAX_URL = 8192
_SCHEME = re.compile(r"([A-Za-z][A-Za-z0-9+.-]*):")
_PARTS = re.compile(r"(?i:https?)://([^/?#]*)([^#]*)(?:#(.*))?", re.DOTALL)
_HOST = re.compile(r"[a-z0-9._-]+")
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
    raw = _split_port(authority)[0]
    if raw.startswith("["):
        return _read_ipv6(raw)
    ascii_name = _to_ascii(raw)
    if ascii_name is None:
        return _malformed("not a valid host name")
    if not _ends_in_number(ascii_name):
        return ascii_name, None
    value = parse_ipv4(ascii_name)
    if value is None:
        return _malformed("neither a host name nor an IPv4 address")
    if str(value) != raw:
        return _disguised(value)
    return raw, value


def _read_ipv6(raw: str) -> tuple[str, Address | None] | Rejection:
    try:
        address = ip_address(raw.removeprefix("[").removesuffix("]"))
    except ValueError:
        return _malformed("not a valid IPv6 address")
    if not raw.endswith("]") or not isinstance(address, IPv6Address) or address.scope_id is not None:
        return _malformed("not a valid IPv6 address of the network")
    inner = embedded(address)
    return (str(address), address) if inner is None else _disguised(inner)


def _to_ascii(raw: str) -> str | None:
    """The name in lower-case ASCII (A-labels), or None when it cannot be a host name."""
    name = unquote(raw) if "%" in raw else raw
    if not name.isascii():
        name = _encode_idna(name)
    name = name.lower()
    labels = name.removesuffix(".").split(".")
    if _HOST.fullmatch(name) is None or len(name) > 253 or any(not 0 < len(x) < 64 for x in labels):
        return None
    return name if all(_is_label(label) for label in labels) else None


def _encode_idna(name: str) -> str:
    try:
        return idna.encode(name, uts46=True).decode("ascii")
    except idna.IDNAError:
        pass  # browsers still open names outside IDNA 2008, such as emoji
    try:
        return name.encode("idna").decode("ascii")
    except UnicodeError:
        return ""


def _is_label(label: str) -> bool:
    if not label.startswith("xn--"):
        return True
    try:
        return not label[4:].encode("ascii").decode("punycode").isascii()
    except UnicodeError:
        return False


def _ends_in_number(name: str) -> bool:
    last = name.removesuffix(".").rpartition(".")[2]
    return last.isdigit() or re.fullmatch(r"0x[0-9a-f]*", last) is not None


def parse_ipv4(name: str) -> IPv4Address | None:
    """The address that C libraries and browsers read from *name*: ``127.1``, ``0x7f.1``, ``2130706433``."""
    try:
        numbers = [_parse_number(part) for part in name.removesuffix(".").split(".")]
    except ValueError:
        return None
    *head, last = numbers
    if len(numbers) > 4 or any(number > 255 for number in head) or last >= 256 ** (5 - len(numbers)):
        return None
    return IPv4Address(sum(n << (24 - 8 * i) for i, n in enumerate(head)) + last)


def _parse_number(text: str) -> int:
    if re.fullmatch(r"0x[0-9a-f]*|[0-9]+", text) is None:
        raise ValueError(text)
    if text.startswith("0x"):
        return int(text[2:] or "0", 16)
    return int(text, 8) if len(text) > 1 and text.startswith("0") else int(text)


def _malformed(message: str) -> Rejection:
    return Rejection(ProbeOutcome.BROKEN, Cause.MALFORMED, f"not a web address: {message}")


def _disguised(address: Address) -> Rejection:
    return Rejection(
        ProbeOutcome.REFUSED, Cause.ADDRESS, f"the address {address} in a disguised notation; nobody links so"
    )
