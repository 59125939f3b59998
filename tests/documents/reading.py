"""Helpers of the readers' tests."""

from __future__ import annotations

from ledger.documents.document import Document
from ledger.documents.mentions import Mention, mentions
from ledger.documents.read import read
from ledger.quantities.text import Role


def marked(document: Document, role: Role) -> list[tuple[str, str]]:
    """(text, note) of every mark of *role*, in the order of the text."""
    marks = sorted((mark for mark in document.text.marks if mark.role is role), key=lambda mark: mark.start)
    return [(document.text.plain[mark.start : mark.end], mark.note) for mark in marks]


def source_of(document: Document, words: str) -> str:
    """The source of the first occurrence of *words* in the plain text."""
    start = document.text.plain.index(words)
    first, last = document.offsets.span(start, start + len(words))
    return document.source[first:last]


def mention_of(path: str, text: str, surface: str) -> Mention:
    """The one mention whose text as read is *surface*."""
    (found,) = [mention for mention in mentions(read(path, text)) if mention.surface == surface]
    return found
