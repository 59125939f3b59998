"""Documents kept on disk as extractors read them: one zip a document, texts and positions apart.

The cache may be deleted at any time. A file that does not read is treated as absent.
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
    records: list[dict[str, Any]] = []
    for page in document.pages:
        records.append({**page_record(page), "boxes": len(page.boxes)})
    head = {
        **document_record(len(document.pages), document.outline, document.title),
        "digest": document.digest,
        "media": document.media,
        "extractor": document.extractor,
        "fault": document.fault,
    }
    content, boxes = {"document": head, "pages": records}, b"".join(page.boxes for page in document.pages)
    descriptor, name = tempfile.mkstemp(dir=path.parent, suffix=".partial")
    try:
        with os.fdopen(descriptor, "wb") as file:
            _write(file, content, boxes)
        os.replace(name, path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise


def _write(file: BinaryIO, content: dict[str, Any], boxes: bytes) -> None:
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as out:
        out.writestr("document.json", json.dumps(content))
        out.writestr("boxes", boxes)


def load(path: Path) -> Document | None:
    """The kept document, or ``None``."""
    try:
        with zipfile.ZipFile(path) as archive:
            content = json.loads(archive.read("document.json"))
            boxes = archive.read("boxes")
        return _document(content, boxes)
    except (OSError, zipfile.BadZipFile, KeyError, ValueError, EOFError):
        return None


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
