"""A progress line on standard error for whoever waits at a terminal."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import click

PATIENCE = 1.0
"""Seconds before a progress line appears: quick work shows none."""
_WIDTH = 30


def _at_terminal() -> bool:
    return sys.stderr.isatty()


@contextmanager
def progress() -> Iterator[Callable[[str, int, int], None]]:
    """What tells how far the work is: its name, how many parts are done, and of how many.

    Nothing is shown where standard error is no terminal, nor before :data:`PATIENCE` seconds; what was shown
    is gone at the end.
    """
    started = time.monotonic()
    shown = False
    terminal = _at_terminal()

    def show(name: str, done: int, total: int) -> None:
        nonlocal shown
        if terminal and time.monotonic() - started > PATIENCE:
            shown = True
            full = _WIDTH * done // max(total, 1)
            bar = "#" * full + "." * (_WIDTH - full)
            click.echo(f"\r{name:<12} [{bar}] {done}/{total}", nl=False, err=True)

    try:
        yield show
    finally:
        if shown:
            click.echo("\r\x1b[K", nl=False, err=True)
