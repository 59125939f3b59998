"""Chooses the reader of a file by its name, and by its content where the name does not tell."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import PurePath

from ledger.documents.astro import fences, read_astro, without_rules
from ledger.documents.document import Document, Format
from ledger.documents.html import read_html
from ledger.documents.latex import read_latex
from ledger.documents.markdown import read_markdown
from ledger.documents.notebook import read_notebook
from ledger.documents.plain import read_text

_READERS: dict[Format, Callable[[str, str], Document]] = {
    Format.MARKDOWN: read_markdown,
    Format.HTML: read_html,
    Format.ASTRO: read_astro,
    Format.LATEX: read_latex,
    Format.TEXT: read_text,
}
EXTENSIONS = {
    ".md": Format.MARKDOWN,
    ".markdown": Format.MARKDOWN,
    ".mdx": Format.MARKDOWN,
    ".mdown": Format.MARKDOWN,
    ".mkd": Format.MARKDOWN,
    ".qmd": Format.MARKDOWN,
    ".rmd": Format.MARKDOWN,
    ".html": Format.HTML,
    ".htm": Format.HTML,
    ".xhtml": Format.HTML,
    ".astro": Format.ASTRO,
    ".tex": Format.LATEX,
    ".latex": Format.LATEX,
    ".txt": Format.TEXT,
    ".text": Format.TEXT,
    ".rst": Format.TEXT,
    ".adoc": Format.TEXT,
    ".asciidoc": Format.TEXT,
    ".org": Format.TEXT,
    ".ipynb": Format.TEXT,
    "": Format.TEXT,
}
_AS_TEXT = frozenset((".rst", ".adoc", ".asciidoc", ".org", ".ipynb"))
"""Formats of their own without a reader: as text, all of them is read, and no number is code."""
_BYTE_ORDER_MARK = "\ufeff"
_SAMPLE = 60_000
_HTML = re.compile(r"\s*+(?:<!--|<!doctype\s++html|<html[\s>])", re.IGNORECASE)
_MARKDOWN = re.compile(
    r"^(?:#{1,6} \S|[|].*[|][ \t]*$|```|~~~|[ \t]{0,3}[-*+] \S|> )|\]\((?:https?:|claim:|[./#])|\*\*\S",
    re.MULTILINE,
)
_LATEX = re.compile(
    r"\\(?:documentclass|begin\{document\}|(?:sub)*section\*?\{|begin\{(?:equation|tabular|itemize))"
)
_IMPORT = re.compile(r"^\s*(?:import|const|let|export)\b", re.MULTILINE)
_ELEMENT = re.compile(r"^\s*</?[A-Za-z][\w.-]*[\s/>]", re.MULTILINE)


def read(path: str, text: str, form: Format | None = None) -> Document:
    """Read the page *text* of the file *path*; never raises, whatever the text.

    *form* overrules the file's name and content. A byte-order mark is no part of the document: columns count
    without it, as editors do. Time is linear in the size of *text*.
    """
    text = text.removeprefix(_BYTE_ORDER_MARK)
    if form is None and PurePath(path).suffix.lower() == ".ipynb":
        return read_notebook(path, text)
    chosen = form or form_of(path, text)
    return _READERS[chosen](path, text)


def form_of(path: str, text: str) -> Format:
    """The format of a file: by its extension, and for plain text by what it holds."""
    ending = PurePath(path).suffix.lower()
    named = EXTENSIONS.get(ending)
    if named is not None and (named is not Format.TEXT or ending in _AS_TEXT):
        return named
    return sniffed(text)


def sniffed(text: str) -> Format:
    """The format that *text* looks like; plain text if it looks like none."""
    sample = text[:_SAMPLE]
    if _HTML.match(sample):
        return Format.HTML
    clean = without_rules(sample)
    found = fences(clean)
    if found is not None and _IMPORT.search(clean, found[1], found[2]) and _ELEMENT.search(clean, found[3]):
        return Format.ASTRO
    if _LATEX.search(sample):
        return Format.LATEX
    lines = sample.count("\n") + 1
    return Format.MARKDOWN if len(_MARKDOWN.findall(sample)) * 20 >= lines else Format.TEXT
