"""Where a page's companions stand; apart, so that asking imports no reader."""

from __future__ import annotations

from pathlib import PurePosixPath


def sidecar_path(path: str) -> str:
    """Where the bindings of a page that may not be edited stand: ``a.html`` → ``a.bindings.yaml``."""
    return str(PurePosixPath(path).with_suffix(".bindings.yaml"))
