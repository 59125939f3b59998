"""The process that reads one hostile document: ``python -m ledger.snapshots.worker ENGINE PATH …``.

It limits its own memory, processor time and files before it opens anything, and writes one JSON record a
line. Whatever kills it, the pages written before stand.
"""

from __future__ import annotations

import json
import resource
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

ENGINES = ("pdfium", "pypdf", "text/html", "text/markdown", "text/plain")


def limit(cpu_seconds: int, memory: int) -> None:
    """Bound this process: *cpu_seconds* of processor time, *memory* bytes of address space, no files."""
    resource.setrlimit(resource.RLIMIT_CPU, (cpu_seconds, cpu_seconds + 1))
    resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))


def records(engine: str, path: Path, pages: list[int]) -> Iterator[dict[str, Any]]:
    """The records of one document; *pages* is the first page for pdfium, all wanted pages for pypdf."""
    if engine == "pdfium":
        from ledger.snapshots.pdf import read_pdfium

        return read_pdfium(path, pages[0])
    if engine == "pypdf":
        from ledger.snapshots.pdf import read_pypdf

        return read_pypdf(path, pages)
    from ledger.snapshots.markup import read_text

    return read_text(path, engine)


def main(arguments: list[str]) -> int:
    """``ENGINE PATH CPU_SECONDS MEMORY_BYTES PAGE[,PAGE…]``."""
    engine, path, cpu_seconds, memory, pages = arguments
    limit(int(cpu_seconds), int(memory))
    out = sys.stdout
    for record in records(engine, Path(path), [int(page) for page in pages.split(",")]):
        out.write(json.dumps(record, ensure_ascii=True, separators=(",", ":")))
        out.write("\n")
        out.flush()
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
