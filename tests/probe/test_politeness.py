from __future__ import annotations

import asyncio
from collections import Counter
from dataclasses import replace

import pytest

from ledger.probe.politeness import HostTurns, work_by_host
from tests.probe.behaviours import ARTICLE
from tests.probe.conftest import FAST, probe_all
from tests.probe.server import Request, serve


async def pausing(request: Request) -> None:
    await asyncio.sleep(0.01)
    await request.reply(200, ARTICLE)


@pytest.mark.parametrize("per_host", [1, 3])
def test_a_host_gets_no_more_at_once_than_allowed(per_host: int) -> None:
    async def go() -> None:
        async with serve({f"/{n}": pausing for n in range(20)}) as server:
            urls = [f"{server.base}/{n}" for n in range(20)]
            await probe_all(urls, replace(FAST, per_host=per_host))
            assert server.seen.total() == 20
            assert server.most_busy == per_host

    asyncio.run(go())


def test_the_run_sends_no_more_at_once_than_allowed() -> None:
    async def go() -> None:
        async with serve({f"/{n}": pausing for n in range(20)}) as server:
            await probe_all([f"{server.base}/{n}" for n in range(20)], replace(FAST, concurrency=2))
            assert server.most_busy == 2

    asyncio.run(go())


def test_starts_at_one_host_keep_their_distance() -> None:
    """Five starts span at least four distances (less a little, for the clock's grain)."""

    async def go() -> None:
        turns = HostTurns(per_host=5, delay=0.05, concurrency=5)
        starts: list[float] = []

        async def one() -> None:
            async with turns.turn("h"):
                starts.append(asyncio.get_running_loop().time())

        await asyncio.gather(*(one() for _ in range(5)))
        assert starts[-1] - starts[0] > 4 * 0.05 * 0.8

    asyncio.run(go())


def test_a_redirect_takes_its_turn_at_the_other_host() -> None:
    async def go() -> None:
        async with serve({"/end": pausing}) as other, serve({}) as server:

            async def onward(request: Request) -> None:
                await request.redirect(f"{other.base}/end?{request.path}")

            server.routes.update({f"/{n}": onward for n in range(10)})
            results = await probe_all([f"{server.base}/{n}" for n in range(10)], replace(FAST, per_host=2))
            assert {result.outcome for result in results.values()} == {"alive"}
            assert other.most_busy == 2

    asyncio.run(go())


def test_a_short_retry_after_pauses_the_whole_host() -> None:
    async def go() -> None:
        async def once(request: Request) -> None:
            await request.reply(429 if request.visit == 1 else 200, ARTICLE, Retry_After="1")

        async with serve({"/limited": once, "/next": pausing}) as server:
            urls = [f"{server.base}/limited", f"{server.base}/next"]
            settings = replace(FAST, per_host=1, timeout=5.0)
            results = await probe_all(urls, settings)
            assert {result.outcome for result in results.values()} == {"alive"}
            assert server.starts[1] - server.starts[0] > 0.9

    asyncio.run(go())


def test_a_host_that_keeps_saying_later_is_left_alone() -> None:
    async def go() -> None:
        async def later(request: Request) -> None:
            await request.reply(429, b"", Retry_After="3600")

        async with serve({f"/{n}": later for n in range(30)}) as server:
            results = await probe_all(
                [f"{server.base}/{n}" for n in range(30)], replace(FAST, per_host=1, timeout=30.0)
            )
            assert {(result.outcome, result.cause) for result in results.values()} == {
                ("blocked", "rate-limit")
            }
            assert server.seen.total() == 10

    asyncio.run(go())


def test_a_slow_host_holds_up_only_itself() -> None:
    """Jobs of the fast host finish while the first of the slow host still waits."""

    async def go() -> None:
        done: list[str] = []
        release = asyncio.Event()

        async def work(job: str) -> None:
            if job.startswith("slow"):
                await release.wait()
            done.append(job)
            if done.count("fast") == 5:
                release.set()

        jobs = [("slow", f"slow {n}") for n in range(5)] + [("fast", "fast")] * 5
        await work_by_host(jobs, 1, work)
        assert Counter(done[:5]) == {"fast": 5}
        assert len(done) == 10

    asyncio.run(go())


def test_every_job_is_done_once_whatever_the_limits() -> None:
    async def go() -> None:
        done: Counter[int] = Counter()

        async def work(job: int) -> None:
            await asyncio.sleep(0)
            done[job] += 1

        await work_by_host([(str(n % 7), n) for n in range(100)], 3, work)
        assert done == Counter(range(100))

    asyncio.run(go())


def test_a_pause_moves_the_next_start() -> None:
    async def go() -> None:
        turns = HostTurns(per_host=1, delay=0.0, concurrency=1)
        loop = asyncio.get_running_loop()
        start = loop.time()
        turns.pause("h", 0.05)
        async with turns.turn("other"):
            pass
        async with turns.turn("h"):
            assert loop.time() - start >= 0.05

    asyncio.run(go())


def test_what_the_work_raises_ends_the_run_as_it_is() -> None:
    async def work(job: int) -> None:
        raise BrokenPipeError

    with pytest.raises(BrokenPipeError):
        asyncio.run(work_by_host([("h", n) for n in range(5)], 2, work))
