from __future__ import annotations

from ipaddress import ip_address, ip_network

import pytest

from ledger.addresses import AddressPolicy, embedded, kind_of

PUBLIC = ["8.8.8.8", "1.1.1.1", "172.15.255.255", "172.32.0.1", "2606:4700::1111", "64:ff9b::808:808"]
INNER = [
    "127.0.0.1", "127.255.255.254", "10.1.2.3", "172.16.0.1", "172.31.255.255", "192.168.1.1",
    "169.254.1.1",
    "0.0.0.0", "100.64.0.1", "192.0.0.8", "192.0.2.1", "198.18.0.1", "198.51.100.1", "203.0.113.1",
    "224.0.0.1",
    "240.0.0.1", "255.255.255.255", "::1", "::", "fc00::1", "fd12::1", "fe80::1", "fec0::1", "ff02::1",
    "2001:db8::1", "2001::1", "2002:7f00:1::", "2002:808:808::", "3fff::1", "64:ff9b:1::1", "64:ff9b::7f00:1",
    "::ffff:127.0.0.1", "::ffff:10.0.0.1", "::7f00:1", "100::1", "2606:4700:0:0:0:5efe:10.0.0.1", "4000::1",
]  # fmt: skip
METADATA = ["169.254.169.254", "100.100.100.200", "168.63.129.16", "fd00:ec2::254", "::ffff:169.254.169.254"]


@pytest.mark.parametrize("text", PUBLIC)
def test_public_addresses_are_open(text: str) -> None:
    assert AddressPolicy().refusal(ip_address(text), first=True) is None


@pytest.mark.parametrize("text", INNER + METADATA)
def test_inner_addresses_are_refused(text: str) -> None:
    """The IANA special-purpose registries, and addresses that carry one of theirs."""
    assert AddressPolicy().refusal(ip_address(text), first=True) is not None


@pytest.mark.parametrize("text", METADATA)
def test_no_flag_opens_a_metadata_service(text: str) -> None:
    everything = (ip_network("0.0.0.0/0"), ip_network("::/0"))
    policy = AddressPolicy(allow_private=True, allow=everything)
    address = ip_address(text)
    assert kind_of(address) == "cloud metadata"
    assert policy.refusal(address, first=True, trusted=[address]) is not None


def test_allow_private_goes_for_the_first_hop_and_the_same_address() -> None:
    policy = AddressPolicy(allow_private=True)
    first, other = ip_address("192.168.0.1"), ip_address("192.168.0.2")
    assert policy.refusal(first, first=True) is None
    assert policy.refusal(first, first=False, trusted=[first]) is None
    assert policy.refusal(other, first=False, trusted=[first]) is not None


@pytest.mark.parametrize(
    ("text", "inner"),
    [
        ("::ffff:1.2.3.4", "1.2.3.4"),
        ("::1.2.3.4", "1.2.3.4"),
        ("64:ff9b::102:304", "1.2.3.4"),
        ("2002:102:304::", "1.2.3.4"),
        ("2001:0:4136:e378:8000:63bf:3fff:fdd2", "192.0.2.45"),
        ("2606:4700::5efe:1.2.3.4", "1.2.3.4"),
    ],
)
def test_finds_the_address_inside(text: str, inner: str) -> None:
    """RFC 4291 §2.5.5, RFC 6052, RFC 3056; the Teredo address is the example of RFC 4380's literature."""
    assert embedded(ip_address(text)) == ip_address(inner)


@pytest.mark.parametrize("text", ["8.8.8.8", "::1", "2606:4700::1111"])
def test_finds_none_where_there_is_none(text: str) -> None:
    assert embedded(ip_address(text)) is None
