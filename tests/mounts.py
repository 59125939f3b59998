"""File systems with faults, for tests: a small one that fills up, and one that is read-only."""

from __future__ import annotations

import contextlib
import os
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest


@contextlib.contextmanager
def mounted(folder: Path, options: str) -> Iterator[Path]:
    """A memory file system at *folder*; the test is skipped where we may not mount."""
    folder.mkdir(exist_ok=True)
    mount = shutil.which("mount")
    if mount is None or os.geteuid() != 0:
        pytest.skip("only root can mount a file system for this test")
    done = subprocess.run([mount, "-t", "tmpfs", "-o", options, "none", str(folder)], check=False)
    if done.returncode != 0:
        pytest.skip("this machine does not let us mount a file system for this test")
    try:
        yield folder
    finally:
        subprocess.run(["umount", str(folder)], check=True)


def make_read_only(folder: Path) -> None:
    """Remount the file system at *folder* so that nobody, root included, can write."""
    subprocess.run(["mount", "-o", "remount,ro", str(folder)], check=True)
