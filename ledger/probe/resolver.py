"""Names to checked addresses: the one place that decides where a connection may go."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from ipaddress import ip_address
from typing import Protocol

from ledger.probe.faults import NameFault, RefusedAddress
from ledger.probe.policy import Address, AddressPolicy

_TEMPORARY = frozenset({socket.EAI_AGAIN, socket.EAI_MEMORY, socket.EAI_SYSTEM})


class Resolver(Protocol):
    """Looks up a host name; injected, so that tests need no DNS."""

    async def resolve(self, host: str) -> tuple[Address, ...]:
        """Every address of *host*; raises :class:`NameFault` when there is none."""
        ...


class SystemResolver:
    """The operating system's resolver, in threads of its own (a lookup cannot be cancelled)."""

    def __init__(self, threads: int = 16) -> None:
        self._pool = ThreadPoolExecutor(threads, thread_name_prefix="resolve")

    async def resolve(self, host: str) -> tuple[Address, ...]:
        """As :meth:`Resolver.resolve`."""
        loop = asyncio.get_running_loop()
        try:
            infos = await loop.run_in_executor(self._pool, _lookup, host)
        except socket.gaierror as error:
            temporary = error.errno in _TEMPORARY
            raise NameFault(f"name lookup failed: {error.strerror}", temporary=temporary) from error
        except (OSError, UnicodeError) as error:
            raise NameFault(f"name lookup failed: {error}") from error
        return tuple(dict.fromkeys(ip_address(info.partition("%")[0]) for info in infos))

    def close(self) -> None:
        """Stops the threads without waiting for a lookup that hangs."""
        self._pool.shutdown(wait=False, cancel_futures=True)


def _lookup(host: str) -> list[str]:
    return [str(info[4][0]) for info in socket.getaddrinfo(host, None, type=socket.SOCK_STREAM)]


class Guard:
    """Admits hosts: one lookup a name and run, every address judged, nothing else ever connected to.

    Because a name keeps its first answer for the whole run, a name that answers differently the second
    time (DNS rebinding) cannot move a connection, pooled ones included, away from what was checked.
    """

    def __init__(self, policy: AddressPolicy, resolver: Resolver) -> None:
        self._policy = policy
        self._resolver = resolver
        self._known: dict[str, asyncio.Task[tuple[Address, ...]]] = {}
        self._admitted: set[Address] = set()

    async def admit(
        self, host: str, literal: Address | None, *, first: bool = False, trusted: Iterable[Address] = ()
    ) -> tuple[Address, ...]:
        """The checked addresses of *host*; raises :class:`NameFault` or :class:`RefusedAddress`.

        One forbidden address among several refuses the host: a mixed answer is how rebinding looks.
        """
        addresses = (literal,) if literal is not None else await self.addresses(host)
        for address in addresses:
            reason = self._policy.refusal(address, first=first, trusted=trusted)
            if reason is not None:
                raise RefusedAddress(reason if literal is not None else f"{host}: {reason}")
        self._admitted.update(addresses)
        return addresses

    async def addresses(self, host: str) -> tuple[Address, ...]:
        """The run's answer for *host*, looked up once however many ask."""
        task = self._known.get(host)
        if task is None:
            task = asyncio.create_task(self._resolver.resolve(host))
            self._known[host] = task
            task.add_done_callback(lambda done: self._forget_failure(host, done))
        return await asyncio.shield(task)

    def is_admitted(self, address: Address) -> bool:
        """Whether *address* has passed the policy in this run."""
        return address in self._admitted

    def _forget_failure(self, host: str, task: asyncio.Task[tuple[Address, ...]]) -> None:
        if task.cancelled() or task.exception() is not None:
            self._known.pop(host, None)
