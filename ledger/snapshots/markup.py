"""HTML, Markdown and plain text as pages of the same kind as a PDF's.

HTML and Markdown have no pages: they are one page, number 1. Plain text has the pages that form feeds
make (what ``pdftotext`` writes).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import lxml.html
from lxml import etree
from markdown_it import MarkdownIt

from ledger.quantities.ligatures import spelt_out
from ledger.snapshots.cells import CELLS, regular
from ledger.snapshots.page import SUBSCRIPT, SUPERSCRIPT, Page, Span
from ledger.snapshots.record import document_record, fault_record, page_record
from ledger.snapshots.seen import as_seen

BLOCKS = {
    "address", "article", "aside", "blockquote", "body", "center", "dd", "details", "div", "dl", "dt",
    "figcaption", "figure", "footer", "form", "h1", "h2", "h3", "h4", "h5", "h6", "header", "hr", "html",
    "li", "main", "nav", "ol", "p", "pre", "section", "summary", "table", "tbody", "thead", "tr", "ul",
}  # fmt: skip
ROLES = {"sup": SUPERSCRIPT, "sub": SUBSCRIPT, **{f"h{level}": f"h{level}" for level in range(1, 7)}}
MAX_DEPTH = 400
WIDE = re.compile(r" {3,}")
_WHITE = re.compile(r"(?P<divided>(?<=[^\W\d_][-\u2010\u00ad])\r?\n[ \t]{0,40}(?=[^\W\d_]))|[ \t\r\n\f]+")


def read_text(path: Path, media: str) -> Iterator[dict[str, Any]]:
    """The records of a document that is not a PDF."""
    text = path.read_bytes().decode("utf-8", "replace").replace("\x00", "\ufffd")
    if media == "text/plain":
        pages = [_plain(number, part) for number, part in enumerate(_sheets(spelt_out(text)), 1)]
        yield document_record(len(pages), [])
    else:
        html = _rendered(text) if media == "text/markdown" else text
        root = _parse(html)
        if root is None:
            yield fault_record("not readable as HTML")
            return
        title = spelt_out(root.findtext(".//title") or "")
        pages = [_flatten(root)]
        yield document_record(1, [], " ".join(title.split()))
    yield from map(page_record, pages)


def _rendered(markdown: str) -> str:
    return str(MarkdownIt("commonmark", {"html": True}).enable(["table", "strikethrough"]).render(markdown))


def _sheets(text: str) -> list[str]:
    sheets = text.replace("\r\n", "\n").split("\f")
    return sheets[:-1] if len(sheets) > 1 and not sheets[-1].strip() else sheets


def _plain(number: int, sheet: str) -> Page:
    lines = [WIDE.sub("\t", line.replace("\t", "   ").strip()) for line in sheet.split("\n")]
    text = re.sub(r"\n{3,}", "\n\n", "\n".join(lines)).strip("\n")
    return Page(number, text, fault="" if text.strip() else "the page has no text")


def _parse(html: str) -> lxml.html.HtmlElement | None:
    parser = lxml.html.HTMLParser(encoding="utf-8", remove_comments=True, remove_pis=True)
    try:
        return lxml.html.document_fromstring(html.encode("utf-8"), parser=parser)
    except (etree.ParserError, etree.XMLSyntaxError, ValueError):
        return None


class _Flow:
    """Collects text, folding white space as a browser does, and the spans of roles."""

    def __init__(self) -> None:
        self.parts: list[str] = []
        self.length = 0
        self.tail = "\n\n"
        self.space = False
        self.in_cell = False
        self.spans: list[Span] = []

    def put(self, text: str) -> None:
        self.parts.append(text)
        self.length += len(text)
        self.tail = (self.tail + text)[-2:]
        self.space = False

    def words(self, text: str, kept: bool) -> None:
        """Running text; white space at its end waits for what follows."""
        text = spelt_out(text)
        if kept and not self.in_cell:
            self.put(text)
            return
        folded = _WHITE.sub(self._white, text)
        self.space = self.space or folded.startswith(" ")
        if core := folded.strip(" "):
            before = " " if self.space and self.tail[-1] not in " \n\t" else ""
            self.put(before + core)
            self.space = folded.endswith(" ")

    def _white(self, white: re.Match[str]) -> str:
        """One space, but for a line's end at which the file divides a word: it stays, as in a PDF."""
        return "\n" if white.lastgroup is not None and not self.in_cell else " "

    def mark(self) -> int:
        """Where the next text begins, a waiting space written first."""
        if self.space and self.tail[-1] not in " \n\t":
            self.put(" ")
        return self.length

    def line(self) -> None:
        """A line's end; inside a cell no more than a space."""
        if self.in_cell:
            self.space = True
        else:
            self.put("\n")

    def block(self) -> None:
        """The end of a block; inside a cell of a table, whose row is one line, no more than a space."""
        if self.in_cell:
            self.space = True
            return
        self.space = False
        if self.length and self.tail != "\n\n":
            self.put("\n" if self.tail[-1] == "\n" else "\n\n")


def _flatten(root: lxml.html.HtmlElement) -> Page:
    as_seen(root)
    regular(root)
    flow = _Flow()
    _walk(root, flow, False, 0)
    text = "".join(flow.parts)
    kept = (span for span in flow.spans if span.start < span.end)
    spans = tuple(sorted(kept, key=lambda span: (span.start, span.end)))
    return Page(1, text, spans=spans, fault="" if text.strip() else "the page has no text")


def _walk(element: lxml.html.HtmlElement, flow: _Flow, kept: bool, depth: int) -> None:
    tag = element.tag if isinstance(element.tag, str) else ""
    if depth > MAX_DEPTH:
        return
    kept = kept or tag in ("pre", "textarea")
    if tag in BLOCKS:
        flow.block()
    elif tag == "br":
        flow.line()
    elif tag in CELLS and not flow.in_cell and element.getprevious() is not None:
        flow.put("\t")
    outer = flow.in_cell
    flow.in_cell = outer or tag in CELLS
    start = flow.mark() if tag in ROLES else flow.length
    flow.words(element.text or "", kept)
    for child in element:
        _walk(child, flow, kept, depth + 1)
        flow.words(child.tail or "", kept)
    flow.in_cell = outer
    if tag in ROLES:
        flow.spans.append(Span(start, flow.length, ROLES[tag]))
    if tag in BLOCKS:
        flow.block()
