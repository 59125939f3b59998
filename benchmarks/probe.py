"""The prober beside lychee, linkinator and LinkChecker, all on one loopback server in one run.

    python -m benchmarks.probe [speed] [outcomes] [hosts]

``speed``     2,000 URLs that answer after 20 ms: URLs a second, and ours over theirs.
``outcomes``  the behaviours of ``tests/probe/behaviours.py``: how many each tool gets wrong.
``hosts``     10,000 URLs on 200 hosts under limits per host: time over the bound that politeness sets, and
              memory along the way.

A rival is found by PROBE_RIVAL_LYCHEE, PROBE_RIVAL_LINKINATOR, PROBE_RIVAL_LINKCHECKER (a path) or on PATH;
one that is not there is skipped with a word. Nothing but loopback addresses is contacted.
"""

from __future__ import annotations

import asyncio
import contextlib
import resource
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import httpx

from benchmarks.probe_rivals import RIVALS, Rival, run
from ledger.addresses import AddressPolicy
from ledger.probe.outcomes import ProbeResult
from ledger.probe.prober import open_prober, open_transport
from ledger.probe.settings import ProbeSettings
from tests.probe.behaviours import ROUTES, TABLE, Behaviour
from tests.probe.server import serve

TOP = Path(__file__).resolve().parents[1]
OURS = AddressPolicy(allow_private=True)
URLS = 2000
CONCURRENCY = 100
DELAY_S = 0.02
REPEATS = 3
HOSTS = 200
PER_HOST_URLS = 50
HOST_DELAY_S = 0.5
HANG_S = 90
LONG_WAITS = ("{base}/429-day", "{base}/429-date", "{base}/503-day")


@contextlib.contextmanager
def page_server(ports: int) -> Iterator[list[int]]:
    """The fast server in a process of its own."""
    command = [sys.executable, "-m", "benchmarks.probe_server", str(ports), str(DELAY_S)]
    with subprocess.Popen(command, cwd=TOP, stdout=subprocess.PIPE, text=True) as process:
        try:
            if process.stdout is None:
                raise RuntimeError("the server has no output")
            yield [int(port) for port in process.stdout.readline().split()]
        finally:
            process.terminate()


# --- speed --------------------------------------------------------------------------------------------


async def time_prober(urls: list[str]) -> float:
    settings = ProbeSettings(concurrency=CONCURRENCY, per_host=CONCURRENCY, delay=0.0)
    results: list[ProbeResult] = []
    start, cpu = time.perf_counter(), time.process_time()
    async with open_prober(settings, OURS) as prober:
        await prober.run(urls, results.append)
    seconds = time.perf_counter() - start
    print(f"  the prober spends {(time.process_time() - cpu) / len(urls) * 1e6:.0f} µs of CPU a URL")
    assert {result.outcome for result in results} == {"alive"}
    return seconds


async def time_client(urls: list[str], client: httpx.AsyncClient) -> float:
    """A plain ``httpx.AsyncClient``, over whatever transport it has, with a worker a connection."""
    waiting = iter(urls)

    async def worker() -> None:
        for url in waiting:
            response = await client.get(url, extensions={"first_hop": True})
            assert response.status_code == 200

    start = time.perf_counter()
    async with asyncio.TaskGroup() as group:
        for _ in range(CONCURRENCY):
            group.create_task(worker())
    return time.perf_counter() - start


async def time_command(urls: list[str]) -> float:
    """``ledger probe`` in a fresh process, start-up included."""
    limits = ["--allow-private", "--concurrency", str(CONCURRENCY)]
    command = ["probe", "--urls", "-", "--format", "jsonl", *limits]
    start = time.perf_counter()
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        "-c",
        "from ledger.cli import main; main()",
        *command,
        cwd=TOP,
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
    )
    out, _ = await process.communicate("\n".join(urls).encode())
    assert out.count(b'"alive"') == len(urls)
    return time.perf_counter() - start


async def speed() -> None:
    """URLs a second: the best of some runs of each, in turn, so that a busy moment hits all alike."""
    print(f"\nspeed: {URLS} URLs, {DELAY_S * 1000:.0f} ms each, {CONCURRENCY} at a time, best of {REPEATS}")
    best: dict[str, float] = {}
    rivals = {rival.name: (rival, rival.find()) for rival in RIVALS}
    with page_server(1) as (port,):
        urls = [f"http://127.0.0.1:{port}/page/{number}" for number in range(URLS)]
        for _ in range(REPEATS):
            async for name, seconds in _one_round(urls):
                best[name] = min(seconds, best.get(name, seconds))
            for name, (rival, program) in rivals.items():
                some = urls if name != "linkchecker" else urls[:200]
                if program is not None:
                    report = await run(rival, program, some, concurrency=CONCURRENCY, limit_s=120)
                    seconds = report.seconds * len(urls) / len(some)
                    best[name] = min(seconds, best.get(name, seconds))
    ours = best["ledger probe"]
    for name, seconds in best.items():
        rate = f"{URLS / seconds:8.0f} URLs/s"
        print(f"  {name:<34}{rate}   ledger probe is {seconds / ours:.2f} times as fast")
    for name in [name for name, (_, program) in rivals.items() if program is None]:
        print(f"  {name:<34} skipped: not installed (set its PROBE_RIVAL variable)")


async def _one_round(urls: list[str]) -> AsyncIterator[tuple[str, float]]:
    settings = ProbeSettings(concurrency=CONCURRENCY)
    yield "ledger probe", await time_command(urls)
    yield "the prober in process", await time_prober(urls)
    async with open_transport(settings, OURS) as transport, httpx.AsyncClient(transport=transport) as client:
        yield "httpx.AsyncClient, our transport", await time_client(urls, client)
    async with httpx.AsyncClient(limits=httpx.Limits(max_connections=CONCURRENCY)) as client:
        yield "httpx.AsyncClient, its own", await time_client(urls, client)


# --- outcomes -----------------------------------------------------------------------------------------


async def outcomes() -> None:
    """How many behaviours each tool gets wrong: passes what should not pass, fails what should, or hangs."""
    rows = [row for row in TABLE if row.stays_on_loopback and row.outcome != "unsupported"]
    print(f"\noutcomes: {len(rows)} behaviours (those that lead off this machine are ours alone)")
    settings = ProbeSettings(concurrency=60, per_host=60, delay=0.0, timeout=5.0, backoff=0.1)
    results: dict[str, bool] = {}
    async with serve(ROUTES) as server, open_prober(settings, OURS) as prober:
        urls = [row.url.replace("{base}", server.base) for row in rows]
        start = time.perf_counter()
        await prober.run(urls, lambda result: results.update({result.url: result.outcome.passes}))
        _tell("ledger probe", time.perf_counter() - start, rows, urls, results)
    for rival in RIVALS:
        program = rival.find()
        if program is None:
            print(f"  {rival.name:<14} skipped: not installed (set {rival.variable})")
            continue
        if not await _judge(rival, program, rows):
            await _judge(rival, program, [row for row in rows if row.url not in LONG_WAITS])


async def _judge(rival: Rival, program: str, rows: list[Behaviour]) -> bool:
    async with serve(ROUTES) as server:
        urls = [row.url.replace("{base}", server.base) for row in rows]
        report = await run(rival, program, urls, concurrency=60, limit_s=HANG_S)
    if report.hung:
        print(f"  {rival.name:<14} hangs: no report within {HANG_S} s; again without the long Retry-After")
        return False
    _tell(rival.name, report.seconds, rows, urls, report.passed)
    return True


def _tell(name: str, seconds: float, rows: list[Behaviour], urls: list[str], passed: dict[str, bool]) -> None:
    said = {_same(url): value for url, value in passed.items()}
    wrong = []
    for row, url in zip(rows, urls, strict=True):
        if said.get(_same(url), True) is not row.passes:  # silence on a link passes it
            wrong.append(row.url.replace("{base}", ""))
    print(f"  {name:<14} {len(wrong):3} wrong, {seconds:5.1f} s   {' '.join(wrong)}")


def _same(url: str) -> str:
    """Tools write a URL back in different but equal forms."""
    try:
        return str(httpx.URL(url))
    except (httpx.InvalidURL, ValueError):
        return url


# --- hosts --------------------------------------------------------------------------------------------


async def hosts() -> None:
    """Time over the politeness bound: on each host the starts of its URLs lie ``HOST_DELAY_S`` apart."""
    bound = (PER_HOST_URLS - 1) * HOST_DELAY_S + DELAY_S
    print(f"\nhosts: {HOSTS * PER_HOST_URLS} URLs on {HOSTS} hosts, {HOST_DELAY_S} s apart on each")
    settings = ProbeSettings(concurrency=CONCURRENCY, per_host=1, delay=HOST_DELAY_S)
    memory: list[int] = []
    with page_server(HOSTS) as ports:
        urls = [f"http://127.0.0.1:{port}/{number}" for port in ports for number in range(PER_HOST_URLS)]
        done = 0

        def count(result: ProbeResult) -> None:
            nonlocal done
            done += result.outcome.passes
            if done % (len(urls) // 5) == 0:
                memory.append(_resident_mb())

        start = time.perf_counter()
        async with open_prober(settings, OURS) as prober:
            await prober.run(urls, count)
        seconds = time.perf_counter() - start
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
    print(f"  {done} alive in {seconds:.1f} s; the bound is {bound:.1f} s: {seconds / bound:.3f} of it")
    print(f"  resident MB after each fifth: {' '.join(map(str, memory))} (peak {peak})")


def _resident_mb() -> int:
    fields = Path("/proc/self/statm").read_text("ascii").split()
    return int(fields[1]) * resource.getpagesize() >> 20


PARTS = {"speed": speed, "outcomes": outcomes, "hosts": hosts}

if __name__ == "__main__":
    for part in sys.argv[1:] or PARTS:
        asyncio.run(PARTS[part]())
