"""The bytes of a file that somebody else may have put there: bounded, and never waited for."""

from __future__ import annotations

import os
import stat
from pathlib import Path

from ledger.errors import DocumentError, Location


def read_regular(path: Path, shown: str, limit: int) -> bytes:
    """The bytes of a regular file; *shown* is how faults name it.

    Raises:
        FileNotFoundError: nothing is there.
        DocumentError: it is a FIFO, a device or a directory, larger than *limit* bytes, or unreadable.
    """
    place = Location(shown)
    try:
        with open(path, "rb", opener=_without_waiting) as stream:
            status = os.fstat(stream.fileno())
            if not stat.S_ISREG(status.st_mode):
                raise DocumentError(place, "is not a regular file", "remove it or move it elsewhere")
            raw = stream.read(limit + 1)
    except OSError as fault:
        if isinstance(fault, FileNotFoundError) and not path.is_symlink():
            raise
        raise DocumentError(place, f"cannot be read: {fault.strerror}", _hint(path)) from fault
    if len(raw) > limit:
        size = max(status.st_size, len(raw))
        hint = "split it into several files"
        raise DocumentError(place, f"is {size:,} bytes; it may have {limit:,}", hint)
    return raw


def _hint(path: Path) -> str:
    if path.is_symlink() and not path.exists():
        return "it is a link that leads nowhere; put the file itself here, or remove it"
    return "check its permissions"


def _without_waiting(path: str, flags: int) -> int:
    """Open without blocking: a FIFO in the folder must not hang the run."""
    return os.open(path, flags | getattr(os, "O_NONBLOCK", 0))
