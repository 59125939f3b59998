"""Worker processes: they end with the process that started them, however that one ended."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from typing import Any

ENDINGS = tuple(getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name))
"""The signals that ask a process to end, as far as this system has them."""

LOOK_SECONDS = 1.0


@contextmanager
def ending_together(executor: ProcessPoolExecutor) -> Iterator[None]:
    """Use *executor* inside; where that is interrupted, its processes are stopped and not waited for."""
    try:
        yield
    except BaseException:
        threading.excepthook = _say_nothing  # the executor's own thread stumbles over what is stopped here
        executor.shutdown(wait=False, cancel_futures=True)
        for worker in multiprocessing.active_children():
            worker.terminate()
        raise
    executor.shutdown(cancel_futures=True)


def _say_nothing(arguments: object) -> None:
    """The reason of the interruption is told by whoever handles it."""


@contextmanager
def undisturbed() -> Iterator[None]:
    """Put off what would interrupt until the end of the block, which starts a process.

    Interrupted half way, the new process would read half of what it is to know, and print a traceback.
    """
    came: list[int] = []
    kept: dict[int, Any] = {}
    if threading.current_thread() is threading.main_thread():
        taken = [one for one in ENDINGS if callable(signal.getsignal(one))]
        kept = {one: signal.signal(one, lambda number, frame: came.append(number)) for one in taken}
    try:
        yield
    finally:
        for one, handler in kept.items():
            signal.signal(one, handler)
    if came:
        raise KeyboardInterrupt


def begin_worker() -> None:
    """In a new worker process: end at once when asked to, or when the parent is gone.

    Ctrl-C and a closed terminal reach every process of it; here they are left to the parent.

    A parent that was killed tells nobody; its workers would wait for work, and keep its pipes open, for ever.
    """
    for ending in ENDINGS:
        signal.signal(ending, signal.SIG_DFL if ending == signal.SIGTERM else signal.SIG_IGN)
    parent = multiprocessing.parent_process()
    if parent is not None and parent.pid is not None:
        threading.Thread(target=_end_with, args=(parent.pid,), daemon=True).start()


def _end_with(parent: int) -> None:
    while os.getppid() == parent:
        time.sleep(LOOK_SECONDS)
    os._exit(1)
