"""Workers end with the process that started them, and an interruption does not wait for them."""

from __future__ import annotations

import multiprocessing
import os
import signal
import subprocess
import sys
import threading
import time
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

import pytest

from ledger.runner.workers import begin_worker, ending_together, undisturbed

STARTS_A_WORKER = """
import os, time
from concurrent.futures import ProcessPoolExecutor
from ledger.runner.workers import begin_worker

pool = ProcessPoolExecutor(1, initializer=begin_worker)
print(pool.submit(os.getpid).result(), flush=True)
time.sleep(600)
"""


def is_alive(process: int) -> bool:
    """Whether it runs: one that ended and waits for nobody to ask (a zombie) does not."""
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except FileNotFoundError:
        return False


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="this system tells nothing of processes")
def test_a_worker_ends_when_its_parent_was_killed() -> None:
    with subprocess.Popen(
        [sys.executable, "-c", STARTS_A_WORKER], stdout=subprocess.PIPE, text=True
    ) as parent:
        assert parent.stdout is not None
        worker = int(parent.stdout.readline())
        assert is_alive(worker)
        parent.kill()
    for _ in range(600):
        if not is_alive(worker):
            return
        time.sleep(0.1)
    os.kill(worker, 9)
    pytest.fail("the worker outlived its parent")


def test_an_interruption_does_not_wait_for_the_workers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(threading, "excepthook", threading.excepthook)  # put back what an interruption sets

    def interrupted() -> None:
        pool = ProcessPoolExecutor(1, initializer=begin_worker)
        with ending_together(pool):
            pool.submit(os.getpid).result()
            pool.submit(time.sleep, 600)
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        interrupted()
    for worker in multiprocessing.active_children():
        worker.join()
        assert worker.exitcode != 0


def test_without_an_interruption_the_workers_finish() -> None:
    pool = ProcessPoolExecutor(1, initializer=begin_worker)
    with ending_together(pool):
        answer = pool.submit(os.getpid)
    assert answer.result() != os.getpid()


def test_an_interruption_waits_until_a_process_has_started() -> None:
    done: list[str] = []

    def start() -> None:
        with undisturbed():
            signal.raise_signal(signal.SIGINT)
            done.append("started")

    before = signal.getsignal(signal.SIGINT)
    with pytest.raises(KeyboardInterrupt):
        start()
    assert done == ["started"]
    assert signal.getsignal(signal.SIGINT) is before


def test_a_fault_while_a_process_starts_is_passed_on() -> None:
    with pytest.raises(ZeroDivisionError), undisturbed():
        _ = 1 // 0
