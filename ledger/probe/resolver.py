"""Names to checked addresses: the one place that decides where a connection may go."""

from __future__ import annotations

import asyncio
import contextlib
import socket
import threading
from collections.abc import Iterable, Sequence
from typing import Protocol

from ledger.addresses import Address, AddressPolicy
from ledger.hosts import addresses_of
from ledger.probe.faults import NameFault, RefusedAddress

_ALWAYS_THERE = "example.com"  # reserved for such uses (RFC 2606); its name is looked up, nothing is sent
_TEMPORARY = frozenset({socket.EAI_AGAIN, socket.EAI_MEMORY, socket.EAI_SYSTEM})


class Resolver(Protocol):
    """Looks up a host name; injected, so that tests need no DNS."""

    async def resolve(self, host: str) -> tuple[Address, ...]:
        """Every address of *host*; raises :class:`NameFault` when there is none."""
        ...


class SystemResolver:
    """The operating system's resolver, in daemon threads.

    A lookup cannot be cancelled, and may hang for longer than anybody wants to wait: the threads of a pool
    would hold up the end of the program.
    """

    def __init__(self, threads: int = 16) -> None:
        self._seats = asyncio.Semaphore(threads)

    async def resolve(self, host: str) -> tuple[Address, ...]:
        """As :meth:`Resolver.resolve`."""
        async with self._seats:
            try:
                return await _in_thread(host)
            except socket.gaierror as error:
                temporary = error.errno in _TEMPORARY
                raise NameFault(f"name lookup failed: {error.strerror}", temporary=temporary) from error
            except (OSError, UnicodeError) as error:
                raise NameFault(f"name lookup failed: {error}") from error


async def names_resolve(hosts: Sequence[str], *, timeout: float = 3.0) -> bool:
    """Whether any of *hosts* (or a name that always exists) has an address: a cheap sign of being online."""
    resolver = SystemResolver()
    lookups = [asyncio.ensure_future(resolver.resolve(host)) for host in (*hosts[:3], _ALWAYS_THERE)]
    try:
        for lookup in asyncio.as_completed(lookups, timeout=timeout):
            with contextlib.suppress(NameFault):
                if await lookup:
                    return True
    except TimeoutError:
        pass
    finally:
        for lookup in lookups:
            lookup.cancel()
        await asyncio.gather(*lookups, return_exceptions=True)
    return False


async def _in_thread(host: str) -> tuple[Address, ...]:
    loop = asyncio.get_running_loop()
    future: asyncio.Future[tuple[Address, ...]] = loop.create_future()

    def work() -> None:
        try:
            found: tuple[Address, ...] | BaseException = addresses_of(host)
        except Exception as error:  # carried over to the waiter, whatever it is
            found = error
        with contextlib.suppress(RuntimeError):  # the loop may have ended long before a lookup does
            loop.call_soon_threadsafe(_settle, future, found)

    threading.Thread(target=work, name=f"resolve {host}", daemon=True).start()
    return await future


def _settle(future: asyncio.Future[tuple[Address, ...]], found: tuple[Address, ...] | BaseException) -> None:
    if future.done():
        return
    if isinstance(found, BaseException):
        future.set_exception(found)
    else:
        future.set_result(found)


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
        """The checked addresses of *host*; raises :class:`NameFault` or :class:`RefusedAddress`."""
        addresses = (literal,) if literal is not None else await self.addresses(host)
        allowed, refused = self._policy.admit(addresses, first=first, trusted=trusted)
        if refused is not None:
            raise RefusedAddress(refused if literal is not None else f"{host}: {refused}")
        self._admitted.update(allowed)
        return allowed

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
