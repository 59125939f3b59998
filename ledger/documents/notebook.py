"""Reads Jupyter notebooks: what their cells say, as text; their code and output, as blocks of code.

The file is JSON. What a reader of the notebook sees of it is the sources of its cells and the text of their
outputs; the rest (identifiers, metadata, pictures) is passed over. The Markdown of a cell is read as text.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from ledger.documents.builder import Builder
from ledger.documents.document import Document, Format
from ledger.documents.names import names
from ledger.documents.plain import read_text
from ledger.quantities.text import Role

_PIECE = re.compile(r'"(?P<string>(?:[^"\\]|\\.)*+)(?:"|\Z)(?P<key>\s*+:)?+|(?P<sign>[\[\]{}])', re.DOTALL)
_ESCAPE = re.compile(r"\\(?:u([0-9a-fA-F]{4})|(.))", re.DOTALL)
_DECODED = {"t": " ", "r": " ", "b": "", "f": " "}
_OPENED = re.compile(r"\s*+\{")
_OUTPUTS = names("text text/plain text/markdown text/latex")
_TAG = re.compile(r"<[^<>]{0,400}>")


@dataclass(slots=True)
class _Level:
    """An open object or list: the key whose value it is, and the key whose value comes next."""

    held: str
    key: str = ""


class _Notebook:
    """Writes the strings that a notebook shows."""

    def __init__(self, source: str) -> None:
        self.builder = Builder(source)
        self.source = source
        self.levels: list[_Level] = []
        self.cell = ""
        self.block = (-1, "")

    def read(self) -> None:
        """Run through the file."""
        for piece in _PIECE.finditer(self.source):
            if piece["sign"] in ("{", "["):
                self.levels.append(_Level(self._key()))
            elif piece["sign"] is not None:
                self._close(piece.start())
            elif piece["key"] is not None:
                self._name(piece["string"], piece.start())
            else:
                self._value(piece.start("string"), piece.end("string"))
        self._end_block(len(self.source))

    def _key(self) -> str:
        """The key whose value comes next: of this object, or of the list that is one."""
        if not self.levels:
            return ""
        return self.levels[-1].key or self.levels[-1].held

    def _name(self, key: str, position: int) -> None:
        self._end_block(position)
        if self.levels:
            self.levels[-1].key = key

    def _close(self, position: int) -> None:
        if self.levels:
            self.levels.pop()
        self._end_block(position)

    def _value(self, start: int, end: int) -> None:
        key = self._key()
        if key == "cell_type":
            self.cell = self.source[start:end]
        elif key == "source":
            self._write(start, end, "python" if self.cell == "code" else "")
        elif key in _OUTPUTS:
            self._write(start, end, "output")
        elif key == "text/html":
            self._markup(start, end)

    def _write(self, start: int, end: int, language: str) -> None:
        if language and self.block[0] < 0:
            self.block = (self.builder.length, language)
        position = start
        for escape in _ESCAPE.finditer(self.source, start, end):
            self.builder.exact(position, escape.start())
            self._escape(escape)
            position = escape.end()
        self.builder.exact(position, end)

    def _escape(self, escape: re.Match[str]) -> None:
        if escape[2] == "n":
            self.builder.newline(escape.start())
        elif escape[1] is not None:
            code = int(escape[1], 16)
            self.builder.atom("\ufffd" if 0xD800 <= code < 0xE000 else chr(code), *escape.span())
        else:
            self.builder.atom(_DECODED.get(escape[2], escape[2]), *escape.span())

    def _markup(self, start: int, end: int) -> None:
        """The text between tags, each stretch a line."""
        position = start
        for tag in _TAG.finditer(self.source, start, end):
            self._write(position, tag.start(), "")
            self.builder.newline(tag.start())
            position = tag.end()
        self._write(position, end, "")

    def _end_block(self, position: int) -> None:
        """A list or an object ends, and with it the lines that it holds."""
        self.builder.newline(position)
        begin, language = self.block
        if begin >= 0:
            self.builder.mark(begin, self.builder.length, Role.CODE_BLOCK, language)
        self.block = (-1, "")


def read_notebook(path: str, source: str) -> Document:
    """Read a notebook; one that is none is read as text. Never raises."""
    if _OPENED.match(source) is None or '"cells"' not in source:
        return read_text(path, source)
    notebook = _Notebook(source)
    notebook.read()
    return notebook.builder.finish(path, Format.TEXT)
