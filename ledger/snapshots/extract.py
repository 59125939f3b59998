"""Snapshots → documents: each read in a process of its own under limits, and kept by digest and version.

A crash, a hang or a limit is an outcome: the pages read before stand, the page at fault says so, the rest
is tried again in a new process, a few times. Only a reading that ended by itself is kept in the cache, so
that no accident of one machine is remembered as knowledge about a document.
"""

from __future__ import annotations

import importlib.metadata
import json
import os
import subprocess
import sys
import threading
import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path
from typing import Any

from ledger.errors import SnapshotError
from ledger.snapshots.cache import load, save
from ledger.snapshots.page import Document, Page
from ledger.snapshots.record import outline_from, page_from
from ledger.snapshots.store import Store

LAYOUT = "2"
"""Raised whenever reading order, spacing, roles, folding or what is shown change what a page's text is."""
MARKUP = "4"
"""The same for HTML, Markdown and plain text."""
MARKUP_MEDIA = ("text/html", "text/markdown", "text/plain")
DIED = "the extractor died on this page"
LATE = "the extractor ran out of time before this page"
BEYOND = "the extractor reads no more pages than those before this one"


@dataclass(frozen=True, slots=True)
class Limits:
    """What one document may take: seconds of processor, seconds by the clock, bytes, restarts."""

    cpu_seconds: int = 60
    wall_seconds: float = 180.0
    memory: int = 1 << 30
    output: int = 512 << 20
    restarts: int = 3


DEFAULT = Limits()


@lru_cache
def engine_version(engine: str) -> str:
    """Name and version of what reads, for cache and lock: ``pdfium-5.11.0+1``."""
    package = {"pdfium": "pypdfium2", "pypdf": "pypdf"}.get(engine)
    if package is None:
        return f"markup-{importlib.metadata.version('lxml')}+{MARKUP}"
    return f"{engine}-{importlib.metadata.version(package)}+{LAYOUT}"


def engine_of(media: str) -> str:
    """The main extractor for a media type.

    Raises:
        SnapshotError: there is none.
    """
    if media == "application/pdf":
        return "pdfium"
    if media in MARKUP_MEDIA:
        return media
    raise SnapshotError(f"no extractor reads {media}")


class Extractor:
    """Reads documents of one store, each at most once a process."""

    def __init__(self, store: Store, limits: Limits = DEFAULT) -> None:
        self.store = store
        self.limits = limits
        self._documents: dict[tuple[str, str], Document] = {}
        self._second: dict[str, dict[int, Page]] = {}

    def document(self, digest: str, media: str) -> Document:
        """The whole document.

        Raises:
            SnapshotError: its bytes are not in the store, or no extractor reads *media*.
        """
        self.store.need(digest)
        key = (digest, media)
        if key not in self._documents:
            self._documents[key] = self._read(digest, media)
        return self._documents[key]

    def _read(self, digest: str, media: str) -> Document:
        kept = self._kept(Document(digest, media, engine_version(engine_of(media))))
        if kept is not None:
            return kept
        document, whole = read_file(self.store.require_intact(digest), digest, media, self.limits)
        if whole:
            self._keep(document)
        return document

    def second_opinion(self, digest: str, pages: Iterable[int]) -> dict[int, Page]:
        """What pypdf reads on some physical pages of a PDF; a page it cannot read has a fault.

        Raises:
            SnapshotError: the bytes are not in the store.
        """
        known = self._second.get(digest)
        if known is None:
            kept = self._kept(_second_document(digest))
            known = self._second[digest] = {} if kept is None else {page.number: page for page in kept.pages}
        missing = sorted(set(pages) - known.keys())
        if missing:
            fresh, whole = _second(self.store.require_intact(digest), missing, self.limits)
            known.update(fresh)
            if whole:
                ordered = tuple(known[number] for number in sorted(known))
                self._keep(replace(_second_document(digest), pages=ordered))
        return known

    def _kept(self, wanted: Document) -> Document | None:
        return load(self._cache_path(wanted), wanted)

    def _keep(self, document: Document) -> None:
        save(self._cache_path(document), document)

    def _cache_path(self, document: Document) -> Path:
        name = f"{document.digest}.{document.extractor}-{document.media.replace('/', '-')}.pages"
        return self.store.root / "extracts" / document.digest[:2] / name


def _second_document(digest: str) -> Document:
    return Document(digest, "application/pdf", engine_version("pypdf"))


def read_file(path: Path, digest: str, media: str, limits: Limits = DEFAULT) -> tuple[Document, bool]:
    """Read one file; the flag says whether reading ended by itself (and may be kept).

    Raises:
        SnapshotError: no extractor reads *media*.
    """
    engine = engine_of(media)
    document = Document(digest, media, engine_version(engine))
    if engine == "pdfium" and not starts_as_pdf(path):
        return replace(document, fault="not a PDF: its first bytes are not %PDF"), True
    return _read_with_restarts(path, engine, document, limits)


def starts_as_pdf(path: Path) -> bool:
    """Whether ``%PDF`` stands within the first 1,024 bytes (readers allow what stands before it)."""
    with path.open("rb") as file:
        return b"%PDF-" in file.read(1024)


def _read_with_restarts(path: Path, engine: str, document: Document, limits: Limits) -> tuple[Document, bool]:
    pages: list[Page] = []
    expected, whole, ended, end = 0, True, False, time.monotonic() + limits.wall_seconds
    for _ in range(limits.restarts + 1):
        ended = False
        for record in run_worker(path, engine, [len(pages) + 1], limits, end):
            if record["kind"] == "end":
                ended = True
            elif record["kind"] == "fault":
                return replace(document, fault=record["cause"]), True
            elif record["kind"] == "document":
                expected = record["pages"]
                document = replace(document, outline=outline_from(record), title=record["title"])
            else:
                pages.append(page_from(record))
        if ended:
            break
        whole = False
        if expected == 0 or len(pages) >= expected:
            break
        pages.append(Page(len(pages) + 1, "", fault=DIED))
    if expected == 0 and not pages:
        return replace(document, fault="the extractor died on this document"), False
    left = BEYOND if ended else LATE
    pages += [Page(number, "", fault=left) for number in range(len(pages) + 1, expected + 1)]
    return replace(document, pages=tuple(pages)), whole


def _second(path: Path, numbers: list[int], limits: Limits) -> tuple[dict[int, Page], bool]:
    pages: dict[int, Page] = {}
    whole, cause = False, DIED
    for record in run_worker(path, "pypdf", numbers, limits, time.monotonic() + limits.wall_seconds):
        if record["kind"] == "page":
            pages[record["number"]] = page_from(record)
        elif record["kind"] == "fault":
            cause = record["cause"]
        elif record["kind"] == "end":
            whole = True
    for number in numbers:
        pages.setdefault(number, Page(number, "", fault=cause))
    return pages, whole


def run_worker(
    path: Path, engine: str, pages: list[int], limits: Limits, end: float
) -> Iterator[dict[str, Any]]:
    """The worker's records; a last ``{"kind": "end"}`` only when it ended by itself, in good order."""
    command = [sys.executable, "-m", "ledger.snapshots.worker", engine, os.fspath(path)]
    command += [str(limits.cpu_seconds), str(limits.memory), ",".join(map(str, pages))]
    quiet = subprocess.DEVNULL
    process = subprocess.Popen(command, stdin=quiet, stdout=subprocess.PIPE, stderr=quiet, env=_environment())
    timer = threading.Timer(max(0.0, end - time.monotonic()), process.kill)
    timer.start()
    try:
        yield from _lines(process, limits.output)
        if process.wait() == 0:
            yield {"kind": "end"}
    finally:
        timer.cancel()
        process.kill()
        process.wait()
        if process.stdout is not None:
            process.stdout.close()


def _lines(process: subprocess.Popen[bytes], budget: int) -> Iterator[dict[str, Any]]:
    stream = process.stdout
    if stream is None:
        return
    while line := stream.readline(budget):
        budget -= len(line)
        if budget <= 0 or not line.endswith(b"\n"):
            process.kill()
            return
        yield json.loads(line)


def _environment() -> dict[str, str]:
    """The worker's environment: this package importable, nothing else of the caller's Python settings."""
    kept = {name: os.environ[name] for name in ("PATH", "LANG", "LC_ALL", "TMPDIR") if name in os.environ}
    return {**kept, "PYTHONPATH": os.fspath(Path(__file__).resolve().parents[2]), "PYTHONHASHSEED": "0"}
