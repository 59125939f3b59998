"""Every number of files and folders, outside any ledger."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from pathlib import Path

from ledger.documents.mentions import Mention, mentions
from ledger.documents.read import EXTENSIONS, read
from ledger.errors import UsageError

LARGEST = 64 * 1024 * 1024
"""Larger files are refused: nobody writes such a page."""


def scan_paths(paths: Iterable[str | Path]) -> Iterator[Mention]:
    """Every number of the files *paths*, and of the pages in the folders among them, file by file.

    A folder's files are taken in the order of their names, hidden ones and unknown extensions left out; a
    file that is named itself is read whatever it is called. Constants of formulas are rows of their own.

    Raises:
        UsageError: no such file, not a regular file, unreadable, larger than :data:`LARGEST`, not UTF-8;
            raised after all that can be read, naming every such file.
    """
    unread: list[str] = []
    for path in paths:
        for file in _files(Path(path)):
            try:
                text = read_page(file)
            except UsageError as fault:
                unread.append(str(fault))
                continue
            yield from mentions(read(str(file), text), parts=True)
    if unread:
        raise UsageError("\n".join(unread))


def _files(path: Path) -> Iterator[Path]:
    if not path.is_dir():
        yield path
        return
    for folder, folders, files in os.walk(path):
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        for name in sorted(files):
            suffix = Path(name).suffix.lower()
            if not name.startswith(".") and suffix and suffix in EXTENSIONS:
                yield Path(folder, name)


def read_page(path: Path) -> str:
    """The text of the page at *path*, its line ends as they are, without a byte-order mark.

    Raises:
        UsageError: see :func:`scan_paths`.
    """
    try:
        if not path.is_file():
            raise UsageError(f"{path}: no such file")
        if path.stat().st_size > LARGEST:
            raise UsageError(f"{path}: larger than {LARGEST:,} bytes")
        return path.read_bytes().decode("utf-8-sig")
    except UnicodeDecodeError as fault:
        raise UsageError(f"{path}: not UTF-8 text (byte {fault.start})") from fault
    except OSError as fault:
        raise UsageError(f"{path}: {fault.strerror}") from fault
