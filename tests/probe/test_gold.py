"""The handed cases of the area ``probe``, copied unchanged into ``tests/gold/probe_cases.jsonl``.

They were written by hand from the faults of other link checkers. Each is one behaviour of the server.
"""

from __future__ import annotations

import asyncio
import json
import tracemalloc
from pathlib import Path

import pytest

from ledger.probe.outcomes import ProbeResult
from tests.probe.behaviours import ROUTES, bomb
from tests.probe.conftest import FAST, probe_all
from tests.probe.server import Server, serve

GOLD = Path(__file__).parents[1] / "gold/probe_cases.jsonl"
CASES = [json.loads(line) for line in GOLD.read_text("utf-8").splitlines()]
PATHS = {
    "engine-hand-02": ("/429-day", "blocked", "rate-limit"),
    "engine-hand-03": ("/head-405.pdf", "alive", None),
    "engine-hand-04": ("/to-loopback-2", "refused", "address"),
    "engine-hand-05": ("/slow-loris", "timeout", "deadline"),
    "engine-hand-06": ("/gzip-bomb", "alive", None),
    "engine-hand-07": ("/soft-404", "broken", "soft-404"),
    "engine-hand-08": ("/to-file", "refused", "scheme"),
}


def probe_one(path: str) -> tuple[ProbeResult, Server]:
    async def go() -> tuple[ProbeResult, Server]:
        async with serve(ROUTES) as server:
            results = await probe_all([server.base + path])
            return results[server.base + path], server

    return asyncio.run(go())


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["id"])
def test_case(case: dict[str, str]) -> None:
    path, outcome, cause = PATHS[case["id"]]
    result, _ = probe_one(path)
    assert (result.outcome, result.cause) == (outcome, cause), case["right"]


def test_a_long_retry_after_is_recorded_and_not_waited_for() -> None:
    result, server = probe_one("/429-day")
    assert result.retry_after_s == 86400
    assert server.seen["/429-day"] == 1
    assert result.latency_ms is not None
    assert result.latency_ms < FAST.timeout * 1000


def test_a_bomb_of_a_gigabyte_stays_small_in_memory() -> None:
    assert len(bomb()) < 2 << 20
    tracemalloc.start()
    try:
        result, _ = probe_one("/gzip-bomb")
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert result.title == "Big"
    assert peak < 16 << 20
