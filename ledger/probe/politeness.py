"""Turns: how many requests one host gets at once, and how soon after one another."""

from __future__ import annotations

import asyncio
import contextlib
from collections import deque
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable
from typing import TypeVar

Job = TypeVar("Job")

_WORKERS = 1000
_CLOSED_AFTER = 10


class _Host:
    """One host's turns: at most ``per_host`` at a time, starts at least ``delay`` seconds apart."""

    def __init__(self, per_host: int) -> None:
        self.seats = asyncio.Semaphore(per_host)
        self.next_start = 0.0
        self.refusals = 0


class HostTurns:
    """The politeness rules of one run; waiting here never holds one of the run's own slots."""

    def __init__(self, per_host: int, delay: float, concurrency: int) -> None:
        self._per_host = per_host
        self._delay = delay
        self._slots = asyncio.Semaphore(concurrency)
        self._hosts: dict[str, _Host] = {}

    @contextlib.asynccontextmanager
    async def turn(self, host_key: str) -> AsyncIterator[None]:
        """Holds a seat at the host and a slot of the run for one request, once the host's time has come."""
        host = self._host(host_key)
        async with host.seats:
            await self._pace(host)
            async with self._slots:
                yield

    def pause(self, host_key: str, seconds: float) -> None:
        """Puts the host's next start off, because it asked for that."""
        host = self._host(host_key)
        host.next_start = max(host.next_start, asyncio.get_running_loop().time() + seconds)

    def note(self, host_key: str, *, long_wait_asked: bool) -> None:
        """Counts the URLs in a row for which the host asked for a longer wait than a run can give."""
        host = self._host(host_key)
        host.refusals = host.refusals + 1 if long_wait_asked else 0

    def is_closed(self, host_key: str) -> bool:
        """Whether the host has asked so often to come back later that going on would be rude."""
        return self._host(host_key).refusals >= _CLOSED_AFTER

    def _host(self, host_key: str) -> _Host:
        if host_key not in self._hosts:
            self._hosts[host_key] = _Host(self._per_host)
        return self._hosts[host_key]

    async def _pace(self, host: _Host) -> None:
        now = asyncio.get_running_loop().time()
        start = max(now, host.next_start)
        host.next_start = start + self._delay
        if start > now:
            await asyncio.sleep(start - now)


async def work_by_host(
    jobs: Iterable[tuple[str, Job]], per_host: int, work: Callable[[Job], Awaitable[None]]
) -> None:
    """Runs *work* on every (host, job) with a bounded number of tasks, hosts taking turns.

    A host has at most *per_host* of its jobs taken up at a time, so that a slow host holds up only itself;
    the host with the longest queue starts first, since it bounds the time of the whole. What *work* raises
    ends the run and is raised.
    """
    queues: dict[str, deque[Job]] = {}
    for key, job in jobs:
        queues.setdefault(key, deque()).append(job)
    longest_first = sorted(queues, key=lambda key: -len(queues[key]))
    ready = deque(key for seat in range(per_host) for key in longest_first if len(queues[key]) > seat)

    async def worker() -> None:
        while ready:
            key = ready.popleft()
            if queues[key]:
                await work(queues[key].popleft())
                ready.append(key)

    try:
        async with asyncio.TaskGroup() as group:
            for _ in range(min(_WORKERS, len(ready))):
                group.create_task(worker())
    except BaseExceptionGroup as faults:
        raise faults.exceptions[0] from None  # the first fault ended the run; the others follow from it
