from __future__ import annotations

import asyncio
from collections.abc import Iterable
from ipaddress import ip_address, ip_network
from typing import Any

import pytest

from ledger.addresses import Address, AddressPolicy
from ledger.probe.faults import NameFault
from ledger.probe.outcomes import ProbeResult
from ledger.probe.prober import open_prober
from ledger.probe.settings import ProbeSettings
from tests.probe.server import Certificates

LOOPBACK = AddressPolicy(allow=(ip_network("127.0.0.1/32"),))
FAST = ProbeSettings(concurrency=60, per_host=60, delay=0.0, timeout=1.0, backoff=0.02, retry_after_cap=1.0)


class Names:
    """A resolver of our own: each name has a list of answers, given one after another, the last for good."""

    def __init__(self, **answers: Iterable[Iterable[str]]) -> None:
        self._answers = {
            name.replace("_", "."): [tuple(answer) for answer in rounds] for name, rounds in answers.items()
        }
        self.asked: list[str] = []

    async def resolve(self, host: str) -> tuple[Address, ...]:
        self.asked.append(host)
        await asyncio.sleep(0)
        rounds = self._answers.get(host)
        if not rounds:
            raise NameFault("name lookup failed: no such name")
        answer = rounds.pop(0) if len(rounds) > 1 else rounds[0]
        return tuple(ip_address(text) for text in answer)


async def probe_all(
    urls: Iterable[str],
    settings: ProbeSettings = FAST,
    policy: AddressPolicy = LOOPBACK,
    **options: Any,
) -> dict[str, ProbeResult]:
    """The results by URL, from the guarded transport."""
    results: dict[str, ProbeResult] = {}
    options.setdefault("resolver", Names())
    async with open_prober(settings, policy, **options) as prober:
        await prober.run(urls, lambda result: results.setdefault(result.url, result))
    return results


@pytest.fixture(scope="session")
def certificates() -> Certificates:
    return Certificates()
