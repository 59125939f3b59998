"""Reads Markdown (CommonMark with tables, footnotes, mathematics, front matter, task lists).

Parsed by pulldown-cmark through pyromark, which gives the byte range of every event, inline ones included.
"""

from __future__ import annotations

import re
from typing import Any

import pyromark

from ledger.documents import front_matter, tex
from ledger.documents.builder import Builder
from ledger.documents.claim_links import claim_of
from ledger.documents.document import BoundSpan, Document, Format, Withheld, Withholding
from ledger.documents.html import HtmlSink
from ledger.documents.number_links import NumberLinks
from ledger.documents.offsets import CharOffsets, encodable
from ledger.documents.references import definitions
from ledger.quantities.text import Role

_Options = pyromark.Options
_PARSER = pyromark.Markdown(
    options=_Options.ENABLE_TABLES
    | _Options.ENABLE_FOOTNOTES
    | _Options.ENABLE_MATH
    | _Options.ENABLE_YAML_STYLE_METADATA_BLOCKS
    | _Options.ENABLE_PLUSES_DELIMITED_METADATA_BLOCKS
    | _Options.ENABLE_HEADING_ATTRIBUTES
    | _Options.ENABLE_STRIKETHROUGH
    | _Options.ENABLE_TASKLISTS
)
_LIST_NUMBER = re.compile(r"[ \t]{0,200}(\d{1,9}[.)])")
"""An item inside another one begins with its indent."""
_SPACES = re.compile(" {2,}")
_AMOUNT = re.compile(r"\d")
"""Behind a closing ``$`` a digit makes it a sign of money, as Pandoc has it: ``$5-$10``."""
_DEFINITION = "]:"
_POINTER = re.compile(r"\\(?:eq|auto|[cC]|page)?ref\{([^{}\s]{1,60})\}")
"""What MathJax reads in running text."""
_ONE = r"(?:[#.][\w-]{1,40}|[A-Za-z][\w-]{0,30}=(?:\"[^\"\n{}]{0,80}\"|[^\s\"{}]{1,40}))"
_ATTRIBUTES = re.compile(rf"\{{:? ?{_ONE}(?: {_ONE}){{0,8}} ?\}}(?= *(?:\n|\Z))")
"""The attributes of an image or a block as Pandoc and kramdown write them, at the end of a line."""
_NOTE_CALL = re.compile(r"\[\^([^\[\]\s]{1,40})\]")


class _MarkdownReader:
    """Writes the parser's events to a builder."""

    def __init__(self, source: str) -> None:
        self.builder = Builder(source)
        self.source = source
        clean = encodable(source)
        self.events = _PARSER.events_with_range(clean)
        self.at = CharOffsets(clean)
        self.sink = HtmlSink(self.builder, components=True)
        self.maths = tex.bracketed(source)
        self.skip_until = 0
        self.open: list[tuple[str, int, Any]] = []
        self.table = [-1, -1, -1]
        self.alt: list[tuple[int, int]] | None = None
        self.in_code = False
        self.item_start = -1
        self._numbers = NumberLinks(self.builder)

    def read(self, path: str) -> Document:
        """Run through the events."""
        event: Any
        for event, span in self.events:
            if event.__class__ is str:
                self._simple(event, span)
                continue
            name, value = event.popitem()
            if name == "Text":
                self._text(value, span)
            elif name == "Start":
                self._start(value, span)
            elif name == "End":
                self._end(value, span)
            elif name != "Html":  # its block is read as a whole
                self._inline(name, value, span)
        if _DEFINITION in self.source:
            self._definitions()
        if "[^" in self.source:
            self._undefined_notes()
        if "{" in self.source:
            self._braced()
        self.sink.close()
        return self.builder.finish(path, Format.MARKDOWN)

    def _text(self, words: str, span: Any) -> None:
        start = self.at(span["start"])
        as_it_stands = self.source.startswith(words, start)
        end = start + len(words) if as_it_stands else self.at(span["end"])
        if start < self.skip_until:
            start, words = self.skip_until, words[self.skip_until - start :]
            if start >= end:
                return
        if self.alt is not None:
            self.alt.append((start, end))
        elif self.in_code:
            self.builder.lines(self.source, start, end)
        elif self.maths and start - 1 in self.maths and self.source.startswith(("(", "["), start):
            self._bracketed(start - 1)
        elif as_it_stands:
            self._words(words, start)
        else:
            self.builder.atom(words.replace("\n", " ").replace("\t", " "), start, end)

    def _words(self, words: str, start: int) -> None:
        """Words as they stand in the file; a run of spaces is shown as one."""
        position = 0
        if "  " in words:
            for run in _SPACES.finditer(words):
                self.builder.copy(words[position : run.start() + 1], start + position)
                position = run.end()
        self.builder.copy(words[position:], start + position)

    def _bracketed(self, start: int) -> None:
        end = self.maths.pop(start)
        display = self.source[start + 1] == "["
        tex.mathematics(self.builder, start + 2, end - 2, "display" if display else "inline")
        self.skip_until = end

    def _simple(self, event: str, span: Any) -> None:
        start = self.at(span["start"])
        if start < self.skip_until or self.alt is not None:
            return
        if event == "SoftBreak":
            self.builder.atom(" ", start, self.at(span["end"]))
        elif event == "HardBreak":
            self.builder.newline(start)

    def _inline(self, name: str, value: Any, span: Any) -> None:
        start = self.at(span["start"])
        if start < self.skip_until:
            return
        end = self.at(span["end"])
        if name == "Code":
            self._code_span(value, start, end)
        elif name == "InlineMath" and _AMOUNT.match(self.source, end) and "\n" not in self.source[start:end]:
            self._words(self.source[start:end], start)
        elif name == "InlineMath":
            tex.mathematics(self.builder, start + 1, end - 1, "inline")
        elif name == "DisplayMath":
            tex.mathematics(self.builder, start + 2, end - 2, "display")
        elif name == "InlineHtml":
            self.sink.feed(start, end, inline=True)
        elif name == "FootnoteReference":
            self.builder.aside(start + 2, end - 1, Role.FOOTNOTE_REF)  # beside a number it would be a digit

    def _code_span(self, words: str, start: int, end: int) -> None:
        if self.alt is not None:
            self.alt.append((start, end))
            return
        ticks = start
        while ticks < end and self.source[ticks] == "`":
            ticks += 1
        inner = end - (ticks - start)
        pad = 1 if inner - ticks == len(words) + 2 else 0
        begin = self.builder.length
        if inner - ticks - 2 * pad == len(words):
            self.builder.copy(words.replace("\t", " "), ticks + pad)
        else:
            self.builder.atom(words.replace("\t", " ").replace("\n", " "), ticks, inner)
        self.builder.mark(begin, self.builder.length, Role.CODE_SPAN)

    def _start(self, tag: Any, span: Any) -> None:
        name, value = (tag, None) if tag.__class__ is str else next(iter(tag.items()))
        handler = _STARTS.get(name)
        if name in _ELEMENTS:
            self.sink.end_paragraph(self.at(span["start"]))
        if handler is not None:
            handler(self, value, self.at(span["start"]))
        self.open.append((name, self.builder.length, value))

    def _end(self, tag: Any, span: Any) -> None:
        name, begin, value = self.open.pop() if self.open else ("", 0, None)
        handler = _ENDS.get(name)
        if handler is not None:
            handler(self, begin, value, span)

    def _block(self, value: Any, start: int) -> None:
        self.builder.newline(start)

    def _item(self, value: Any, start: int) -> None:
        self.builder.newline(start)
        marker = _LIST_NUMBER.match(self.source, start)
        if marker:
            begin = self.builder.length
            self.builder.exact(marker.start(1), marker.end())
            self.builder.mark(begin, self.builder.length, Role.LIST_MARKER)
            self.builder.atom(" ", marker.end(), marker.end())
            self.item_start = self.builder.length

    def _paragraph(self, value: Any, start: int) -> None:
        if self.item_start != self.builder.length:
            self.builder.newline(start)

    def _code_block(self, value: Any, start: int) -> None:
        self.builder.newline(start)
        self.in_code = True

    def _table_start(self, value: Any, start: int) -> None:
        self.builder.newline(start)
        self.table = [self.table[0] + 1, -1, -1]

    def _row(self, value: Any, start: int) -> None:
        self.builder.newline(start)
        self.table[1] += 1
        self.table[2] = -1

    def _cell(self, value: Any, start: int) -> None:
        if self.table[2] >= 0:
            self.builder.atom("\t", start, start)
        self.table[2] += 1

    def _image(self, value: Any, start: int) -> None:
        self.alt = []

    def _html_start(self, value: Any, start: int) -> None:
        self.builder.newline(start)
        self.skip_until = len(self.source)

    def _metadata(self, value: Any, start: int) -> None:
        self.builder.newline(start)
        self.skip_until = len(self.source)

    def _block_end(self, begin: int, value: Any, span: Any) -> None:
        self.builder.newline(self.at(span["end"]))

    def _heading_end(self, begin: int, value: Any, span: Any) -> None:
        if self.builder.length > begin:
            self.builder.heading(begin, int(value["level"][1]))
        self.builder.newline(self.at(span["end"]))

    def _item_end(self, begin: int, value: Any, span: Any) -> None:
        self.builder.mark(begin, self.builder.length, Role.LIST_ITEM)
        self.builder.newline(self.at(span["end"]))

    def _quote_end(self, begin: int, value: Any, span: Any) -> None:
        self.builder.mark(begin, self.builder.length, Role.QUOTE)
        self.builder.newline(self.at(span["end"]))

    def _code_block_end(self, begin: int, value: Any, span: Any) -> None:
        self.in_code = False
        info = value.get("Fenced", "") if isinstance(value, dict) else ""
        self.builder.mark(begin, self.builder.length, Role.CODE_BLOCK, info)
        self.builder.newline(self.at(span["end"]))

    def _cell_end(self, begin: int, value: Any, span: Any) -> None:
        header = self.table[1] <= 0
        note = ":".join(str(number) for number in self.table)
        self.builder.mark(begin, self.builder.length, Role.TABLE_HEADER if header else Role.TABLE_CELL, note)

    def _html_end(self, begin: int, value: Any, span: Any) -> None:
        self.skip_until = 0
        self.sink.feed(self.at(span["start"]), self.at(span["end"]))
        self.builder.newline(self.at(span["end"]))

    def _metadata_end(self, begin: int, value: Any, span: Any) -> None:
        self.skip_until = 0
        front_matter.read(self.builder, self.at(span["start"]), self.at(span["end"]))

    def _link_end(self, begin: int, value: Any, span: Any) -> None:
        start, end = self.at(span["start"]), self.at(span["end"])
        claim = claim_of(value["dest_url"])
        if claim is not None:
            if value["link_type"] == "Collapsed" and self.source.startswith("[]", end):
                end += len("[]")  # the parser's range leaves them out
            self.builder.bound.append(BoundSpan(claim, begin, self.builder.length, start, end))
        elif value["link_type"] in ("Autolink", "Email"):
            self.builder.mark(begin, self.builder.length, Role.URL)
        else:
            self._numbers.link(begin)
            if value["link_type"] == "Inline":
                self._target(value, start, end)

    def _strikethrough_end(self, begin: int, value: Any, span: Any) -> None:
        self.builder.withheld.append(
            Withheld(Withholding.STRUCK, self.at(span["start"]), self.at(span["end"]))
        )

    def _image_end(self, begin: int, value: Any, span: Any) -> None:
        pieces, self.alt = self.alt or [], None
        start, end = self.at(span["start"]), self.at(span["end"])
        if pieces:
            self.builder.aside(pieces[0][0], pieces[-1][1], Role.IMAGE_ALT)
        if value["link_type"] == "Inline":
            self._target(value, start, end)

    def _target(self, value: Any, start: int, end: int) -> None:
        """The destination and the title of an inline link, as text that is not seen."""
        for words, role, note in (
            (value["dest_url"], Role.LINK_TARGET, ""),
            (value["title"], Role.STRING_DATA, "title"),
        ):
            if not words:
                continue
            at = self.source.rfind(words, start, end)
            if at >= 0:
                self.builder.aside(at, at + len(words), role, note)
            else:
                self.builder.aside(start, end, role, note, words)

    def _undefined_notes(self) -> None:
        """Footnote calls without a footnote, which the parser takes for text."""
        for call in _NOTE_CALL.finditer(self.builder.plain):
            self.builder.mark(*call.span(1), Role.FOOTNOTE_REF)

    def _braced(self) -> None:
        """Pointers to equations, and the attributes of images and blocks, which the parser takes for text."""
        plain = self.builder.plain
        for role, shape in ((Role.CROSS_REF, _POINTER), (Role.ATTRIBUTE, _ATTRIBUTES)):
            for found in shape.finditer(plain):
                self.builder.mark(*found.span(), role)

    def _definitions(self) -> None:
        """Link reference definitions, which are no events."""
        self.builder.references += definitions(self.source, _PARSER)
        for item in _PARSER.reference_definitions(encodable(self.source)).values():
            span = item["span"]
            self.builder.newline(len(self.source))
            if claim_of(item["dest"]) is not None:
                continue
            value = {"dest_url": item["dest"], "title": item["title"] or ""}
            self._target(value, self.at(span["start"]), self.at(span["end"]))


_ELEMENTS = frozenset(("Paragraph", "Heading", "BlockQuote", "List", "Item", "CodeBlock", "Table"))
"""Blocks that are shown as elements before which no ``<p>`` stays open."""
_STARTS = {
    "Paragraph": _MarkdownReader._paragraph,
    "Heading": _MarkdownReader._block,
    "BlockQuote": _MarkdownReader._block,
    "List": _MarkdownReader._block,
    "Item": _MarkdownReader._item,
    "CodeBlock": _MarkdownReader._code_block,
    "FootnoteDefinition": _MarkdownReader._block,
    "Table": _MarkdownReader._table_start,
    "TableHead": _MarkdownReader._row,
    "TableRow": _MarkdownReader._row,
    "TableCell": _MarkdownReader._cell,
    "Image": _MarkdownReader._image,
    "HtmlBlock": _MarkdownReader._html_start,
    "MetadataBlock": _MarkdownReader._metadata,
}
_ENDS = {
    "Paragraph": _MarkdownReader._block_end,
    "Heading": _MarkdownReader._heading_end,
    "BlockQuote": _MarkdownReader._quote_end,
    "List": _MarkdownReader._block_end,
    "Item": _MarkdownReader._item_end,
    "CodeBlock": _MarkdownReader._code_block_end,
    "FootnoteDefinition": _MarkdownReader._block_end,
    "Table": _MarkdownReader._block_end,
    "TableHead": _MarkdownReader._block_end,
    "TableRow": _MarkdownReader._block_end,
    "TableCell": _MarkdownReader._cell_end,
    "Strikethrough": _MarkdownReader._strikethrough_end,
    "Link": _MarkdownReader._link_end,
    "Image": _MarkdownReader._image_end,
    "HtmlBlock": _MarkdownReader._html_end,
    "MetadataBlock": _MarkdownReader._metadata_end,
}


def read_markdown(path: str, source: str) -> Document:
    """Read a Markdown page; never raises."""
    return _MarkdownReader(source).read(path)
