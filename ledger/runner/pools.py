"""Places to judge in: processes of this machine, or a Dask cluster. Both take and give the same things."""

from __future__ import annotations

import importlib
import multiprocessing
from collections.abc import Iterator, Mapping
from concurrent.futures import Executor, Future, ProcessPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import Any

from ledger.errors import ConfigurationError, UsageError
from ledger.registry import Check, Context, Finding
from ledger.runner.execute import Pool, judge
from ledger.runner.workers import begin_worker, ending_together, undisturbed
from ledger.schema.ledger import Ledger

_here: dict[str, Any] = {}
"""In a worker process: the ledger and the context, received once."""


@dataclass(frozen=True, slots=True)
class LocalPool:
    """Processes of this machine; each receives the ledger once."""

    executor: ProcessPoolExecutor
    batch: int = 16

    def submit(self, check: Check, subjects: tuple[str, ...]) -> Future[tuple[Finding, ...]]:
        """See :class:`~ledger.runner.execute.Pool`."""
        with undisturbed():
            return self.executor.submit(_judge_here, check, subjects)


@dataclass(frozen=True, slots=True)
class RemotePool:
    """A cluster behind the ``concurrent.futures`` interface; every batch carries the ledger with it.

    The workers need this program in the same version, and the snapshot store under the same path.
    """

    executor: Executor
    ledger: Ledger
    context: Context
    batch: int = 64

    def submit(self, check: Check, subjects: tuple[str, ...]) -> Future[tuple[Finding, ...]]:
        """See :class:`~ledger.runner.execute.Pool`."""
        return self.executor.submit(judge, check, self.ledger, subjects, self.context)


@contextmanager
def local_pool(ledger: Ledger, context: Context) -> Iterator[Pool]:
    """A pool of ``context.jobs`` processes, started only once something is sent to it."""
    executor = ProcessPoolExecutor(
        context.jobs,
        mp_context=multiprocessing.get_context("spawn"),
        initializer=_receive,
        initargs=(sendable(ledger), replace(context, jobs=1)),
    )
    with ending_together(executor):
        yield LocalPool(executor)


@contextmanager
def dask_pool(address: str, ledger: Ledger, context: Context) -> Iterator[Pool]:
    """The Dask cluster whose scheduler is at *address* (``dask://HOST:PORT``).

    Raises:
        UsageError: *address* is not of that form.
        ConfigurationError: Dask is not installed, or no scheduler answers.
    """
    scheme, _, place = address.partition("://")
    if scheme != "dask" or ":" not in place:
        raise UsageError(f"'{address}' is no executor; write 'local' or 'dask://HOST:PORT'")
    try:
        distributed = importlib.import_module("distributed")
    except ImportError as fault:
        raise ConfigurationError(
            "a Dask cluster needs the extra 'dask': pip install 'evidence-ledger[dask]'"
        ) from fault
    try:
        client = distributed.Client(f"tcp://{place}", timeout=10)
    except (OSError, TimeoutError, ValueError) as fault:
        raise ConfigurationError(f"no Dask scheduler answers at {place}: {fault}") from fault
    try:
        yield RemotePool(client.get_executor(), sendable(ledger), replace(context, jobs=1))
    finally:
        client.close()


def sendable(ledger: Ledger) -> Ledger:
    """The ledger with plain dictionaries, since read-only views do not travel between processes."""
    places = {key: replace(found, positions=dict(found.positions)) for key, found in ledger.places.items()}
    plain: Mapping[str, Any] = {
        name: dict(getattr(ledger, name)) for name in ("sources", "claims", "pages", "ledger_of")
    }
    return replace(ledger, places=places, **plain)


def _receive(ledger: Ledger, context: Context) -> None:
    begin_worker()
    _here.update(ledger=ledger, context=context)


def _judge_here(check: Check, subjects: tuple[str, ...]) -> tuple[Finding, ...]:
    return judge(check, _here["ledger"], subjects, _here["context"])
