"""The two readers of PDF that run inside the worker: pdfium with positions, pypdf as second opinion.

A reader yields plain records for the pipe (see :mod:`ledger.snapshots.record`); it never judges.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pypdfium2 as pdfium

from ledger.snapshots.contrast import Budget
from ledger.snapshots.flow import page_of
from ledger.snapshots.glyphs import UNREADABLE, Glyph, read_glyphs
from ledger.snapshots.layout import lines_of
from ledger.snapshots.page import Behind, Bookmark, Page, Why
from ledger.snapshots.record import document_record, fault_record, page_record
from ledger.snapshots.unseen import seen_of, unseen_glyphs

MAX_GLYPHS = 300_000
MAX_PAGES = 5_000
"""How many are read."""
MAX_COUNTED = 100_000
"""How many are known to be there."""
MAX_BOOKMARKS = 5_000
NO_TEXT = "no text layer"
SCAN = "the page is a picture; its text is not shown, a machine recognised it"
NOT_SHOWN = "none of the text layer is shown"
NO_MAP = "the text layer has no usable Unicode map"
CUT = "the page was cut at a work limit"


def read_pdfium(path: Path, first: int) -> Iterator[dict[str, Any]]:
    """The document's record, then one record a page from page *first* on."""
    try:
        document = pdfium.PdfDocument(path)
    except pdfium.PdfiumError as error:
        yield fault_record(_refusal(str(error)))
        return
    count = min(len(document), MAX_COUNTED)
    yield document_record(count, _outline(document))
    budget = Budget()
    for index in range(first - 1, min(count, MAX_PAGES)):
        yield page_record(_page(document, index, budget))


def _refusal(message: str) -> str:
    return (
        "encrypted, and no password is known" if "password" in message.lower() else f"not readable: {message}"
    )


def _outline(document: pdfium.PdfDocument) -> list[Bookmark]:
    entries: list[Bookmark] = []
    try:
        for item in document.get_toc(max_depth=8):
            if len(entries) >= MAX_BOOKMARKS:
                break
            destination = item.get_dest()
            page = None if destination is None else destination.get_index()
            if destination is None or page is None:
                continue
            _, view = destination.get_view()
            entries.append(
                Bookmark(item.get_title(), item.level, page + 1, view[1] if len(view) > 1 else None)
            )
    except (pdfium.PdfiumError, UnicodeDecodeError):
        return entries
    return entries


def _page(document: pdfium.PdfDocument, index: int, budget: Budget) -> Page:
    label = document.get_page_label(index)
    try:
        page = document[index]
        textpage = page.get_textpage()
    except pdfium.PdfiumError as error:
        return Page(index + 1, "", label, fault=f"the page cannot be read: {error}")
    try:
        glyphs, addresses = read_glyphs(textpage, MAX_GLYPHS)
        unseen = unseen_glyphs(page, textpage, glyphs, addresses, budget)
        seen = seen_of(glyphs, unseen) if unseen else glyphs
        whys = tuple(sorted(set(unseen.values())))
        fault = CUT if textpage.count_chars() > MAX_GLYPHS else _fault(seen, whys)
        found = page_of(index + 1, label, lines_of(seen), fault)
        if not whys:
            return found
        whole = page_of(index + 1, label, lines_of(glyphs))
        return replace(found, behind=Behind(whole.text, whole.spans, whys))
    finally:
        textpage.close()
        page.close()


def _fault(seen: list[Glyph], whys: tuple[Why, ...]) -> str:
    drawn = [glyph for glyph in seen if glyph.text.strip()]
    if not drawn:
        return SCAN if Why.RECOGNISED in whys else NOT_SHOWN if whys else NO_TEXT
    unreadable = sum(glyph.unmapped or glyph.text == UNREADABLE for glyph in drawn)
    return NO_MAP if 2 * unreadable > len(drawn) else ""


DAMAGE: tuple[type[Exception], ...] = (
    ArithmeticError,
    AttributeError,
    LookupError,
    NotImplementedError,
    OSError,
    RecursionError,
    TypeError,
    ValueError,
)
"""What pypdf raises besides its own errors when a file is damaged."""


class _Warnings(logging.Handler):
    """Collects what pypdf logs; it cuts a page at its work limits with nothing but a log line."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.messages: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.messages.append(record.getMessage())

    def cut(self) -> bool:
        """Whether any message tells of a limit or of content left out."""
        words = ("limit", "exceed", "maximum", "truncat", "skipping", "recursion", "too many", "budget")
        return any(word in message.lower() for message in self.messages for word in words)


def read_pypdf(path: Path, numbers: Sequence[int]) -> Iterator[dict[str, Any]]:
    """One record for each physical page of *numbers*, text only."""
    from pypdf import PdfReader  # here, since the main reader starts without it
    from pypdf.errors import PyPdfError

    failures: tuple[type[Exception], ...] = (PyPdfError, *DAMAGE)
    warnings = _Warnings()
    logger = logging.getLogger("pypdf")
    logger.addHandler(warnings)
    logger.propagate = False
    try:
        reader = PdfReader(path)
        count = len(reader.pages)
    except failures as error:
        yield fault_record(f"not readable: {type(error).__name__}")
        return
    yield document_record(count, [])
    for number in numbers:
        warnings.messages.clear()
        try:
            text = reader.pages[number - 1].extract_text()
            fault = CUT if warnings.cut() else ""
        except failures as error:
            text, fault = "", f"the page cannot be read: {type(error).__name__}"
        yield page_record(Page(number, text, fault=fault))
