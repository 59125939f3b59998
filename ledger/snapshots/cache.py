"""Documents kept on disk as extractors read them: one file a document, texts and positions apart.

A file is a zip, which keeps a checksum of each of its parts: ``document.json`` with texts and spans, and
``boxes`` with the pages' positions one after the other. Nothing is compressed: unpacking takes longer than
all the rest of reading, and the files stay smaller than the documents.

The cache may be deleted at any time. A file that does not read, or that is of something else, is treated as
absent.
"""

from __future__ import annotations

import json
import os
import tempfile
import zipfile
from pathlib import Path
from typing import Any, BinaryIO

from ledger.snapshots.page import Document
from ledger.snapshots.record import document_record, outline_from, page_from, page_record


def save(path: Path, document: Document) -> None:
    """Write a document; readers see the old file or the new one, never a part."""
    path.parent.mkdir(parents=True, exist_ok=True)
    head = {
        **document_record(len(document.pages), document.outline, document.title),
        "digest": document.digest,
        "media": document.media,
        "extractor": document.extractor,
        "fault": document.fault,
    }
    pages = [{**page_record(page), "boxes": len(page.boxes)} for page in document.pages]
    descriptor, name = tempfile.mkstemp(dir=path.parent, suffix=".partial")
    try:
        with os.fdopen(descriptor, "wb") as file:
            _write(file, {"document": head, "pages": pages}, b"".join(page.boxes for page in document.pages))
        os.replace(name, path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise


def _write(file: BinaryIO, content: dict[str, Any], boxes: bytes) -> None:
    with zipfile.ZipFile(file, "w") as out:
        out.writestr("document.json", json.dumps(content, ensure_ascii=False))
        out.writestr("boxes", boxes)


def load(path: Path, wanted: Document) -> Document | None:
    """The kept document of the digest, media type and extractor that *wanted* names, or ``None``."""
    try:
        with zipfile.ZipFile(path) as archive:
            content = json.loads(archive.read("document.json"))
            kept = _document(content, archive.read("boxes"))
    except (OSError, zipfile.BadZipFile, KeyError, ValueError, EOFError, TypeError):
        return None
    same = all(getattr(kept, name) == getattr(wanted, name) for name in ("digest", "media", "extractor"))
    return kept if same else None


def _document(content: dict[str, Any], boxes: bytes) -> Document:
    head, pages, at = content["document"], [], 0
    for record in content["pages"]:
        pages.append(page_from(record, boxes[at : at + record["boxes"]]))
        at += record["boxes"]
    return Document(
        digest=head["digest"],
        media=head["media"],
        extractor=head["extractor"],
        pages=tuple(pages),
        outline=outline_from(head),
        fault=head["fault"],
        title=head["title"],
    )
