"""Equations between units that hold by the units themselves, and those that state something."""

from __future__ import annotations

import pytest

from ledger.documents.read import read
from ledger.quantities import Kind, Token, scan


def tokens(page: str) -> list[Token]:
    return list(scan(read("page.md", f"{page}\n").text))


@pytest.mark.parametrize(
    "page",
    [
        "1 GB/s = 8 Gbps.",  # 8 bits in a byte
        "1 KiB = 1024 bytes",
        "1 KiB = 2^10 bytes",
        r"$1 \text{ GB} = 10^9 \text{ bytes}$",
        "1 TB = 1,000 GB",
        "1 kWh = 3.6 MJ.",  # 1000 W × 3600 s
        "24 hours = 1 day",
        "1 hour = 60 min, 1 day = 24 hours",
        "1 字节 = 8 位，",
        "注意 1 GB/s = 8 Gbps。",
        "1字节等于8比特。",
        "Mind that 1GBps = 8Gbps.",
        "It differs, since 1 byte is 8 bits, from it.",
        "- Gbps: Gigabits per second (1Gbps = 1/8GBps) of a link",
        "the code says `1 GiB = 1024 MiB` there",
    ],
)
def test_a_conversion_that_holds_needs_no_evidence(page: str) -> None:
    found = tokens(page)
    assert len(found) in (2, 4)
    for token in found:
        assert (token.kind, token.needs_evidence, token.rule) == (Kind.CONSTANT, False, "conversion")
        assert token.quantity is not None


@pytest.mark.parametrize(
    "page",
    [
        pytest.param("1 GBps = 10 Gbps", id="false"),
        pytest.param("1 GB = 1024 MB", id="false-by-this-convention"),
        pytest.param("1 MB/s = 1 Mbps", id="bytes-are-no-bits"),
        pytest.param("1 mile = 1.609 km", id="rounded"),
        pytest.param("1 GB = 1 GB", id="nothing-converted"),
        pytest.param("16 bits = 2 bytes", id="neither-is-one"),
        pytest.param("1 GB ≈ 1000 MB", id="about"),
        pytest.param("1 token = 4 bytes", id="other-kinds"),
        pytest.param("it takes 1 day = 24 hours.", id="object"),
        pytest.param("It has 1 GB = 1000 MB", id="object-of-having"),
        pytest.param("Maximum size: 1 GB = 1000 MB.", id="label"),
        pytest.param("The limit (1 day = 24 hours) is long.", id="bracket-behind-a-noun"),
        pytest.param("1 GB = 1000 MB of memory", id="noun-behind"),
        pytest.param("1 GB = 1000 MB = 1000 kB each", id="chain"),
        pytest.param("缓存为 1 GB = 1000 MB。", id="object-zh"),
        pytest.param("waits of 10 s, 60 s = 1 min.", id="list-of-values"),
        pytest.param("| Limit |\n|---|\n| 1 GB = 1000 MB |", id="cell"),
    ],
)
def test_another_equation_needs_evidence(page: str) -> None:
    found = tokens(page)
    assert len(found) >= 2
    assert all(token.needs_evidence for token in found)


@pytest.mark.parametrize("page", ["1 GB = ", "(1 GB = 1000 MB", "1 GB is 1 byte is "])
def test_many_equations_are_read_in_bounded_time(page: str) -> None:
    tokens(page * 3_000)
