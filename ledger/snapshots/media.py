"""What a file is, by its first bytes; its name only tells Markdown from plain text."""

from __future__ import annotations

import re
from pathlib import Path

SNIFFED = 4096
READABLE = ("application/pdf", "text/html", "text/markdown", "text/plain")
"""What a snapshot may be; everything else is bytes that nobody reads."""
_HTML = re.compile(rb"<!doctype html|<html[\s>]|<head[\s>]|<body[\s>]", re.IGNORECASE)
_MARKDOWN = {".md", ".markdown", ".mdx"}
_PAGES = {".htm", ".html", ".xhtml"}


def sniff(head: bytes, name: str = "") -> str:
    """The media type of bytes that begin with *head*, from a file of that name.

    A PDF is what says ``%PDF-`` near its start, whatever its name; a challenge page saved under a PDF's
    name is HTML.
    """
    suffix = Path(name).suffix.lower()
    if b"%PDF-" in head[:1024]:
        return "application/pdf"
    if suffix in _MARKDOWN:
        return "text/markdown"
    if suffix in _PAGES or _HTML.search(head) is not None:
        return "text/html"
    return "application/octet-stream" if b"\x00" in head else "text/plain"


def media_of(path: Path) -> str:
    """The media type of a file; one that is named as a PDF is read as one, and refused if it is none."""
    with path.open("rb") as file:
        found = sniff(file.read(SNIFFED), path.name)
    return "application/pdf" if path.suffix.lower() == ".pdf" else found
