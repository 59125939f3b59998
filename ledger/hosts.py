"""The host of a web address, read in one way only.

Whoever judges a host and whoever connects to it must read the same host out of the same text. Rules follow
the WHATWG URL Standard (host parsing, IPv4 parser) and UTS #46 for names.
"""

from __future__ import annotations

import re
import socket
from dataclasses import dataclass
from ipaddress import IPv4Address, IPv6Address, ip_address
from urllib.parse import unquote

import idna

from ledger.addresses import Address, embedded

_HOST = re.compile(r"[a-z0-9._-]+")


@dataclass(frozen=True, slots=True)
class Host:
    """A host: its name in lower-case ASCII, and the address where the name is a literal one (else None).

    An IPv6 literal's name has no brackets.
    """

    name: str
    address: Address | None = None


@dataclass(frozen=True, slots=True)
class NoHost:
    """Why a text names no host; ``disguised`` when it is an address in a notation that hides which."""

    message: str
    disguised: bool = False


def read_host(text: str) -> Host | NoHost:
    """The host that *text*, the part of an address without credentials and port, names. Never raises."""
    if text.startswith("["):
        return _read_ipv6(text)
    name = _to_ascii(text)
    if name is None:
        return NoHost("not a valid host name")
    if not _ends_in_number(name):
        return Host(name)
    value = parse_ipv4(name)
    if value is None:
        return NoHost("neither a host name nor an IPv4 address")
    if str(value) != text:
        return _disguised(value)
    return Host(text, value)


def addresses_of(name: str) -> tuple[Address, ...]:
    """What the operating system's resolver answers for *name*, in its order; it may take as long as it likes.

    Raises:
        OSError: there is no answer.
        UnicodeError: *name* cannot be a host's name.
    """
    infos = socket.getaddrinfo(name, None, type=socket.SOCK_STREAM)
    return tuple(dict.fromkeys(ip_address(str(info[4][0]).partition("%")[0]) for info in infos))


def _read_ipv6(text: str) -> Host | NoHost:
    try:
        address = ip_address(text.removeprefix("[").removesuffix("]"))
    except ValueError:
        return NoHost("not a valid IPv6 address")
    if not text.endswith("]") or not isinstance(address, IPv6Address) or address.scope_id is not None:
        return NoHost("not a valid IPv6 address of the network")
    inner = embedded(address)
    return Host(str(address), address) if inner is None else _disguised(inner)


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


def _disguised(address: Address) -> NoHost:
    return NoHost(f"the address {address} in a disguised notation; nobody links so", disguised=True)
