"""CSL JSON (the format of Zotero, Pandoc and Crossref), in."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from ledger.errors import UsageError
from ledger.exchange.sources import Entry

KINDS = {
    "report": "report",
    "book": "book",
    "chapter": "book",
    "webpage": "web",
    "post-weblog": "web",
    "software": "repository",
    "dataset": "dataset",
    "standard": "standard",
    "speech": "talk",
}
"""CSL type → our kind; every other type is a paper."""


def read_csl(text: str) -> list[Entry]:
    """The items of a CSL JSON file.

    Raises:
        UsageError: not JSON, or not a list of items with an id and a title.
    """
    try:
        items = json.loads(text)
    except (ValueError, RecursionError) as fault:
        raise UsageError(f"not JSON: {fault}") from fault
    if not isinstance(items, list):
        raise UsageError("not CSL JSON: a list of items is expected")
    return [_entry(one, number) for number, one in enumerate(items, start=1)]


def _entry(item: object, number: int) -> Entry:
    if not isinstance(item, Mapping) or "id" not in item or not isinstance(item.get("title"), str):
        raise UsageError(f"item {number} has no id and title")
    authors = item.get("author", [])
    number_text = str(item.get("number", ""))
    return Entry(
        key=str(item["id"]),
        kind=KINDS.get(str(item.get("type")), "paper"),
        title=item["title"],
        authors=[name for one in authors if isinstance(one, Mapping) and (name := _name(one))]
        if isinstance(authors, list)
        else [],
        published=_date(item.get("issued")),
        url=str(item.get("URL", "")),
        doi=str(item.get("DOI", "")),
        version=str(item.get("version", "")),
        arxiv=number_text if number_text.lower().startswith("arxiv:") else "",
    )


def _name(author: Mapping[str, Any]) -> str:
    parts = [str(author[key]) for key in ("given", "family") if author.get(key)]
    return " ".join(parts) or str(author.get("literal", ""))


def _date(issued: object) -> str:
    parts = issued.get("date-parts") if isinstance(issued, Mapping) else None
    if not isinstance(parts, list) or not parts or not isinstance(parts[0], list):
        return ""
    try:
        numbers = [int(part) for part in parts[0][:3]]
    except (TypeError, ValueError):
        return ""
    return "-".join(
        f"{number:04d}" if place == 0 else f"{number:02d}" for place, number in enumerate(numbers)
    )
