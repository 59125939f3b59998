"""Pages as plain JSON, for the pipe from the worker and for the cache on disk."""

from __future__ import annotations

import base64
from collections.abc import Iterable
from typing import Any

from ledger.snapshots.page import Bookmark, Page, Span

SURROGATES = dict.fromkeys(range(55296, 57344), 65533)
"""Lone surrogates have no UTF-8 form; they become U+FFFD before a text leaves the worker."""


def clean(text: str) -> str:
    """*text* without lone surrogates, so that it can be encoded; its length is unchanged."""
    return text if text.isascii() else text.translate(SURROGATES)


def document_record(pages: int, outline: Iterable[Bookmark], title: str = "") -> dict[str, Any]:
    """What precedes the pages."""
    entries = [[clean(item.title), item.depth, item.page, item.top] for item in outline]
    return {"kind": "document", "pages": pages, "outline": entries, "title": clean(title)}


def fault_record(cause: str) -> dict[str, Any]:
    """Instead of everything else: why nothing can be read."""
    return {"kind": "fault", "cause": clean(cause)}


def page_record(page: Page) -> dict[str, Any]:
    """One page."""
    return {
        "kind": "page",
        "number": page.number,
        "label": clean(page.label),
        "text": clean(page.text),
        "spans": [[span.start, span.end, span.role] for span in page.spans],
        "boxes": base64.b64encode(page.boxes).decode("ascii"),
        "fault": clean(page.fault),
    }


def page_from(record: dict[str, Any], boxes: bytes | None = None) -> Page:
    """The page of a record; *boxes* when they are kept elsewhere."""
    spans = tuple(Span(start, end, role) for start, end, role in record["spans"])
    data = base64.b64decode(record["boxes"]) if boxes is None else boxes
    return Page(record["number"], record["text"], record["label"], spans, data, record["fault"])


def outline_from(record: dict[str, Any]) -> tuple[Bookmark, ...]:
    """The outline of a document's record."""
    return tuple(Bookmark(title, depth, page, top) for title, depth, page, top in record["outline"])
