"""Where the corpus is, and one extractor for all tests of a run."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from ledger.snapshots.extract import Extractor, Limits
from ledger.snapshots.page import Document
from ledger.snapshots.store import Store

MEDIA = {".pdf": "application/pdf", ".md": "text/markdown", ".txt": "text/plain", ".html": "text/html"}


@pytest.fixture(scope="session")
def corpus() -> Path:
    """``shared/corpus`` beside the repository; without it the test is skipped, in CI it fails."""
    root = Path(__file__).resolve().parents[2]
    for folder in (root.parent, root.parent.parent):
        if (folder / "shared" / "corpus" / "index.csv").is_file():
            return folder / "shared" / "corpus"
    if os.environ.get("CI"):
        pytest.fail("no ../shared/corpus")
    pytest.skip("no ../shared/corpus")


@pytest.fixture(scope="session")
def extractor(tmp_path_factory: pytest.TempPathFactory) -> Extractor:
    given = os.environ.get("LEDGER_SNAPSHOTS")
    base = tmp_path_factory.getbasetemp()
    shared = base.parent if os.environ.get("PYTEST_XDIST_WORKER") else base
    folder = Path(given) if given else shared / "snapshots"
    return Extractor(Store(folder), Limits(cpu_seconds=30, restarts=0))


@pytest.fixture(scope="session")
def read(extractor: Extractor) -> Callable[[bytes | Path, str], Document]:
    """Read bytes or a file of some media type."""

    def reader(data: bytes | Path, media: str = "application/pdf") -> Document:
        add = extractor.store.add_file(data) if isinstance(data, Path) else extractor.store.add_bytes(data)
        return extractor.document(add, media)

    return reader


@pytest.fixture(scope="session")
def corpus_document(corpus: Path, read: Callable[..., Document]) -> Callable[[str], Document]:
    """A document of the corpus by file name."""

    def reader(name: str) -> Document:
        return read(corpus / name, MEDIA[Path(name).suffix])

    return reader
