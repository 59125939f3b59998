"""Every behaviour of the server, all at once, each with its own outcome."""

from __future__ import annotations

import asyncio

import pytest

from ledger.probe.outcomes import ProbeResult
from tests.probe.behaviours import ROUTES, TABLE
from tests.probe.conftest import probe_all
from tests.probe.server import serve


@pytest.fixture(scope="module")
def results() -> dict[str, ProbeResult]:
    async def go() -> dict[str, ProbeResult]:
        async with serve(ROUTES) as server:
            urls = {row.url: row.url.replace("{base}", server.base) for row in TABLE}
            seen = await probe_all(urls.values())
            return {pattern: seen[url] for pattern, url in urls.items()}

    return asyncio.run(go())


@pytest.mark.parametrize("row", TABLE, ids=lambda row: row.url)
def test_outcome(results: dict[str, ProbeResult], row) -> None:
    result = results[row.url]
    assert (result.outcome, result.cause) == (row.outcome, row.cause), result.error


def test_there_are_at_least_forty_behaviours() -> None:
    assert len({row.url for row in TABLE}) >= 40
