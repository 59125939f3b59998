"""Watches the URLs of a ledger: probes them against their history and keeps what it learns."""

from __future__ import annotations

import asyncio
import contextlib
import os
from collections.abc import Awaitable, Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

from ledger.addresses import AddressPolicy
from ledger.db import VARIABLE, open_or_memory
from ledger.probe.history import History, Life, LifeState, MemoryHistory, judge_life, recall
from ledger.probe.outcomes import ProbeResult
from ledger.probe.records import DatabaseHistory
from ledger.probe.settings import ProbeSettings

if TYPE_CHECKING:
    import httpx

MAX_AGE = timedelta(days=1)
"""A passing look this young is not repeated."""


@dataclass(frozen=True, slots=True)
class Watched:
    """A URL's result now, its life so far (this look included), and an archived copy if it is dead."""

    result: ProbeResult
    life: Life
    archived: str | None = None


OpenTransport: TypeAlias = (
    "Callable[[ProbeSettings, AddressPolicy], "
    "contextlib.AbstractAsyncContextManager[httpx.AsyncBaseTransport]]"
)


def open_transport(
    settings: ProbeSettings, policy: AddressPolicy
) -> contextlib.AbstractAsyncContextManager[httpx.AsyncBaseTransport]:
    """The prober's own transport; imported here, since most runs of a check send nothing."""
    from ledger.probe import prober

    return prober.open_transport(settings, policy)


async def names_resolve(hosts: Sequence[str]) -> bool:
    """Whether any name can be looked up; imported here for the same reason."""
    from ledger.probe import resolver

    return await resolver.names_resolve(hosts)


@contextlib.contextmanager
def open_history(root: Path, urls: Iterable[str]) -> Iterator[History]:
    """The history of *urls* in the ledger's database, saved at the end; in memory where there is none."""
    if not os.environ.get(VARIABLE) and not os.path.exists(root / ".ledger" / "ledger.db"):
        yield MemoryHistory()
        return
    database, _ = open_or_memory(root)
    try:
        history = DatabaseHistory(database, urls)
        try:
            yield history
        finally:
            history.save()
    finally:
        database.close()


@dataclass(frozen=True)
class Watcher:
    """How to watch; everything with an effect is injected."""

    settings: ProbeSettings = field(default_factory=ProbeSettings)
    policy: AddressPolicy = field(default_factory=AddressPolicy)
    max_age: timedelta = MAX_AGE
    open_transport: OpenTransport = open_transport
    is_online: Callable[[Sequence[str]], Awaitable[bool]] = names_resolve
    clock: Callable[[], datetime] = lambda: datetime.now(UTC)

    def looks(self, root: Path, urls: Sequence[str]) -> dict[str, Sequence[ProbeResult]]:
        """The recorded looks at *urls*; nothing is sent."""
        with open_history(root, urls) as history:
            return {url: history.looks(url) for url in urls}

    def watch(self, root: Path, urls: Sequence[str], *, offline: bool) -> dict[str, Watched]:
        """Probes *urls*, keeps the looks, and tells each URL's state.

        *Offline*, or where no name at all can be looked up, the last known states stand in.
        """
        with open_history(root, urls) as history:
            if offline or not asyncio.run(self._is_online(urls)):
                return self._remembered(history, urls)
            return asyncio.run(self._probed(history, urls))

    async def _is_online(self, urls: Sequence[str]) -> bool:
        return await self.is_online(hosts_of(urls))

    def _remembered(self, history: History, urls: Sequence[str]) -> dict[str, Watched]:
        from ledger.probe.targets import Rejection, read_target

        now, watched = self.clock(), {}
        for url in urls:
            target, looks = read_target(url), history.looks(url)
            result = target.result(url, now) if isinstance(target, Rejection) else recall(url, looks, now)
            watched[url] = Watched(result, judge_life(looks, now))
        return watched

    async def _probed(self, history: History, urls: Sequence[str]) -> dict[str, Watched]:
        from ledger.probe.archive import find_archived
        from ledger.probe.prober import Prober

        results: dict[str, ProbeResult] = {}
        watched: dict[str, Watched] = {}
        async with self.open_transport(self.settings, self.policy) as transport:
            prober = Prober(transport, self.settings, history=history, max_age=self.max_age, clock=self.clock)
            await prober.run(urls, lambda result: results.update({result.url: result}))
            for url, result in results.items():
                life = judge_life(history.looks(url), self.clock())
                archived = await find_archived(transport, url) if life.state is LifeState.DEAD else None
                watched[url] = Watched(result, life, archived)
        return watched


def hosts_of(urls: Iterable[str]) -> list[str]:
    """The distinct host names (or addresses) of *urls*, in order."""
    from ledger.probe.targets import Target, read_target

    targets = [read_target(url) for url in urls]
    return list(dict.fromkeys(target.host for target in targets if isinstance(target, Target)))
