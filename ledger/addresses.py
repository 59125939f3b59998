"""Which addresses may be contacted.

Public means: not in the IANA special-purpose address registries (RFC 6890, RFC 8190 and their updates).
Addresses that carry an IPv4 address inside (mapped, translated, tunnelled) are judged by what they carry.
"""

from __future__ import annotations

import functools
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network

Address = IPv4Address | IPv6Address
Network = IPv4Network | IPv6Network

# Instance-metadata services: they hand out credentials to whoever asks, so no flag opens them.
METADATA = frozenset(
    ip_address(text)
    for text in (
        "169.254.169.254",  # AWS, Azure, Google Cloud, OpenStack, DigitalOcean
        "169.254.170.2",  # AWS ECS task credentials
        "169.254.170.23",  # AWS EKS pod identity
        "100.100.100.200",  # Alibaba Cloud
        "192.0.0.192",  # Oracle Cloud
        "168.63.129.16",  # Azure wire server
        "fd00:ec2::254",  # AWS over IPv6
        "fd00:ec2::23",  # AWS EKS over IPv6
        "fd20:ce::254",  # Google Cloud over IPv6
    )
)

_V4_KINDS = (
    ("127.0.0.0/8", "loopback"),
    ("10.0.0.0/8", "private"),
    ("172.16.0.0/12", "private"),
    ("192.168.0.0/16", "private"),
    ("169.254.0.0/16", "link-local"),
    ("100.64.0.0/10", "shared (carrier-grade NAT)"),
    ("0.0.0.0/8", "this-network"),
    ("192.0.0.0/24", "protocol-assignment"),
    ("192.0.2.0/24", "documentation"),
    ("198.51.100.0/24", "documentation"),
    ("203.0.113.0/24", "documentation"),
    ("192.88.99.0/24", "6to4 relay"),
    ("198.18.0.0/15", "benchmarking"),
    ("224.0.0.0/4", "multicast"),
    ("240.0.0.0/4", "reserved"),
)
_V6_KINDS = (
    ("::1/128", "loopback"),
    ("::/128", "unspecified"),
    ("fc00::/7", "private"),
    ("fe80::/10", "link-local"),
    ("fec0::/10", "site-local"),
    ("ff00::/8", "multicast"),
    ("64:ff9b:1::/48", "local-use NAT64"),
    ("2001::/23", "protocol-assignment"),
    ("2001:db8::/32", "documentation"),
    ("2002::/16", "6to4"),
    ("3fff::/20", "documentation"),
)
SPECIAL: tuple[tuple[Network, str], ...] = tuple((ip_network(n), kind) for n, kind in _V4_KINDS + _V6_KINDS)
_GLOBAL_UNICAST = IPv6Network("2000::/3")
_NAT64 = IPv6Network("64:ff9b::/96")
_COMPATIBLE = IPv6Network("::/96")
_ISATAP = (0x00005EFE, 0x02005EFE)


def embedded(address: Address) -> IPv4Address | None:
    """The IPv4 address inside a mapped, compatible, NAT64, 6to4, Teredo or ISATAP address, if any."""
    if isinstance(address, IPv4Address):
        return None
    value = int(address)
    if address.ipv4_mapped is not None:
        return address.ipv4_mapped
    if address.sixtofour is not None:
        return address.sixtofour
    if address.teredo is not None:
        return address.teredo[1]
    is_compatible = address in _COMPATIBLE and value > 0xFFFF
    if address in _NAT64 or is_compatible or (value >> 32) & 0xFFFFFFFF in _ISATAP:
        return IPv4Address(value & 0xFFFFFFFF)
    return None


@functools.lru_cache(maxsize=8192)
def kind_of(address: Address) -> str | None:
    """The special purpose of *address* ("loopback", "private", …), or None when it is public."""
    inner = embedded(address)
    if address in METADATA or inner in METADATA:
        return "cloud metadata"
    inner_kind = None if inner is None else kind_of(inner)
    if inner_kind is not None:
        return inner_kind
    for network, kind in SPECIAL:
        if address.version == network.version and address in network:
            # A mapped or NAT64 address with a public inside is the public address in other clothes.
            return kind
    if isinstance(address, IPv6Address) and inner is None and address not in _GLOBAL_UNICAST:
        return "reserved"
    return None


@dataclass(frozen=True, slots=True)
class AddressPolicy:
    """What may be contacted beside public addresses.

    ``allow_private`` opens private space to the address that a URL itself names; a redirect may stay at
    that address but never lead to another inner one (a page must not choose where inside we go).
    ``allow`` opens whole networks, for redirects too. Nothing opens a cloud metadata service.
    """

    allow_private: bool = False
    allow: tuple[Network, ...] = ()

    def refusal(self, address: Address, *, first: bool, trusted: Iterable[Address] = ()) -> str | None:
        """Why *address* must not be contacted, or None.

        *first* marks the address of the URL itself; *trusted* are the addresses that its first hop had.
        """
        kind = kind_of(address)
        if kind is None:
            return None
        if kind != "cloud metadata" and self._is_open(address, first, trusted):
            return None
        return f"{address} is a {kind} address"

    def admit(
        self, addresses: Sequence[Address], *, first: bool, trusted: Iterable[Address] = ()
    ) -> tuple[tuple[Address, ...], str | None]:
        """Those of a host's *addresses* that may be contacted, and why the host must not be, or None.

        One forbidden address among several refuses the host: a mixed answer is how rebinding looks. Only
        where an inner address is trusted (``localhost`` after ``127.0.0.1`` under ``allow_private``) are the
        others left out instead.
        """
        reasons = {address: self.refusal(address, first=first, trusted=trusted) for address in addresses}
        allowed = tuple(address for address, reason in reasons.items() if reason is None)
        refused = next((reason for reason in reasons.values() if reason is not None), None)
        if refused is not None and any(kind_of(address) for address in set(allowed) & set(trusted)):
            refused = None
        return allowed, refused

    def _is_open(self, address: Address, first: bool, trusted: Iterable[Address]) -> bool:
        if any(address.version == network.version and address in network for network in self.allow):
            return True
        return self.allow_private and (first or address in set(trusted))
