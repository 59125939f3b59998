"""Options that several commands share, and what they stand for."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, TypeVar

import click

from ledger.errors import DocumentError, UsageError
from ledger.schema.regular import read_regular

MAX_BYTES = 4 << 20
"""A larger pyproject.toml is not looked into."""

Function = TypeVar("Function", bound=Callable[..., Any])


def root_option(function: Function) -> Function:
    """``--root DIR``, which every command takes after its name as well as before."""
    return click.option(
        "--root",
        type=click.Path(file_okay=False, path_type=Path),
        help="The ledger's directory.  [default: the nearest one upwards from here]",
    )(function)


def format_option(function: Function) -> Function:
    """``--format text|json``, as ``format_``."""
    return click.option(
        "--format",
        "format_",
        type=click.Choice(["text", "json"]),
        default="text",
        show_default=True,
        help="The form of the answer.",
    )(function)


def find_root(given: Path | None) -> Path:
    """The ledger's root: *given*, what stands before the command, or the nearest one upwards.

    Raises:
        UsageError: *given* is no directory.
    """
    chosen = given if given is not None else _before_command()
    if chosen is None:
        return _upwards(Path.cwd())
    if not chosen.is_dir():
        raise UsageError(f"--root {chosen}: there is no such directory")
    return chosen.resolve()


def _before_command() -> Path | None:
    context = click.get_current_context(silent=True)
    obj = context.find_root().obj if context is not None else None
    return obj if isinstance(obj, Path) else None


def _upwards(start: Path) -> Path:
    for folder in (start, *start.parents):
        try:
            if b"[tool.ledger" in read_regular(folder / "pyproject.toml", "pyproject.toml", MAX_BYTES):
                return folder
        except (FileNotFoundError, DocumentError):
            continue
    return start


def bytes_absent(source: str) -> str:
    """What to tell someone who asks for a source's bytes that are not here."""
    return (
        f"the pinned bytes of {source} are not here; "
        f"run 'ledger fetch {source}', or 'ledger fetch --from FOLDER' if you have them"
    )


def today() -> str:
    """The present day in UTC, ``"2026-11-30"``."""
    return datetime.now(UTC).strftime("%Y-%m-%d")


def colours() -> bool:
    """Whether standard output is a terminal that wants colours (``NO_COLOR`` refuses them)."""
    return sys.stdout.isatty() and not os.environ.get("NO_COLOR")
