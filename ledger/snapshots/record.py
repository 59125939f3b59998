"""Pages as plain JSON, for the pipe from the worker and for the cache on disk."""

from __future__ import annotations

import base64
from collections.abc import Iterable
from typing import Any

from ledger.snapshots.page import Behind, Bookmark, Page, Span, Why

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
        "spans": _spans_record(page.spans),
        "boxes": base64.b64encode(page.boxes).decode("ascii"),
        "fault": clean(page.fault),
        "behind": _behind_record(page.behind),
    }


def _behind_record(behind: Behind | None) -> dict[str, Any] | None:
    if behind is None:
        return None
    return {"text": clean(behind.text), "spans": _spans_record(behind.spans), "whys": list(behind.whys)}


def _spans_record(spans: Iterable[Span]) -> list[list[Any]]:
    return [[span.start, span.end, span.role] for span in spans]


def page_from(record: dict[str, Any], boxes: bytes | None = None) -> Page:
    """The page of a record; *boxes* when they are kept elsewhere."""
    data = base64.b64decode(record["boxes"]) if boxes is None else boxes
    return Page(
        record["number"],
        record["text"],
        record["label"],
        _spans(record["spans"]),
        data,
        record["fault"],
        _behind(record["behind"]),
    )


def _behind(record: dict[str, Any] | None) -> Behind | None:
    if record is None:
        return None
    return Behind(record["text"], _spans(record["spans"]), tuple(Why(why) for why in record["whys"]))


def _spans(record: Iterable[Iterable[Any]]) -> tuple[Span, ...]:
    return tuple(map(Span._make, record))


def outline_from(record: dict[str, Any]) -> tuple[Bookmark, ...]:
    """The outline of a document's record."""
    return tuple(Bookmark(title, depth, page, top) for title, depth, page, top in record["outline"])
