"""Reads the few facts of a landing page that a verdict rests on. Pure; the input is hostile."""

from __future__ import annotations

import codecs
import contextlib
import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from lxml import etree

MAX_EXCERPT = 4000
MAX_TITLE = 500
MAX_ANCHORS = 100_000
MAX_META = 100
MAX_HEADINGS = 5
_SPACE = re.compile(r"\s+")
_CHARSET = re.compile(r"charset\s*=\s*[\"']?([A-Za-z0-9._:-]{1,40})", re.IGNORECASE)
_REFRESH = re.compile(r"\s*([0-9]{1,6})(?:\.[0-9]*)?\s*[;,]\s*url\s*=\s*[\"']?([^\"'\s]+)", re.IGNORECASE)
_HIDDEN = frozenset({"script", "style", "noscript", "template", "head", "svg", "math"})
_BOMS = (codecs.BOM_UTF8, codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)
_DRAWINGS = frozenset({"svg", "math"})
_IMMEDIATE_S = 5
_META_NAMES = re.compile(r"(citation_|dc\.|dcterms\.|og:(title|url|site_name)$|prism\.doi$)", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class PageFacts:
    """What an HTML page says of itself.

    ``excerpt`` is the start of its visible text, ``text_length`` the length of all that was read of it;
    ``anchors`` are its ``id`` and ``name`` targets; ``metadata`` maps lower-case meta names to values.
    """

    title: str | None = None
    headings: tuple[str, ...] = ()
    excerpt: str = ""
    text_length: int = 0
    refresh: str | None = None
    has_password_field: bool = False
    scripts: int = 0
    anchors: frozenset[str] = frozenset()
    metadata: Mapping[str, tuple[str, ...]] = field(default_factory=dict)


def read_page(data: bytes, content_type: str = "") -> PageFacts:
    """The facts of the HTML in *data*; whatever cannot be parsed yields what was understood before.

    The parser reports as it goes and builds no tree: a hostile page of a few megabytes would make one of
    hundreds.
    """
    reader = _Reader()
    parser = etree.HTMLParser(
        target=reader,  # type: ignore[arg-type]  # the stubs want comments taken, and bytes, which never come
        encoding=_encoding(data, content_type),
    )
    try:
        parser.feed(data)
        parser.close()
    except (etree.LxmlError, ValueError):
        reader.close()
    return reader.facts


def _encoding(data: bytes, content_type: str) -> str | None:
    """The declared encoding, else UTF-8 if the bytes are that, else None: the parser's own guess."""
    declared = _CHARSET.search(content_type)
    if declared is not None:
        with contextlib.suppress(LookupError):
            name = codecs.lookup(declared[1]).name
            etree.HTMLParser(encoding=name)  # Python knows more encodings than the parser does
            return name
    if data.startswith(_BOMS) or _CHARSET.search(data[:2048].decode("ascii", "replace")) is not None:
        return None
    decoder = codecs.getincrementaldecoder("utf-8")()
    try:
        decoder.decode(data)  # a character cut off at the end is no fault
    except UnicodeDecodeError:
        return None
    return "utf-8"


class _Reader:
    """Takes the parser's events in document order and keeps the few facts asked for."""

    def __init__(self) -> None:
        self.facts = PageFacts()
        self._texts: list[str] = []
        self._excerpt_length = 0
        self._gap = False
        self._length = 0
        self._hidden = 0
        self._drawings = 0
        self._capturing: str | None = None
        self._captured: list[str] = []
        self._title: str | None = None
        self._headings: list[str] = []
        self._refresh: str | None = None
        self._password = False
        self._scripts = 0
        self._anchors: set[str] = set()
        self._meta: dict[str, list[str]] = {}
        self._meta_count = 0

    def start(self, tag: str, attributes: Mapping[str, str]) -> None:
        """The parser's word that an element begins."""
        self._gap = True
        if attributes:
            self._read_anchors(tag, attributes)
        if tag in _HIDDEN:
            self._hidden += 1
            self._drawings += tag in _DRAWINGS
            self._scripts += tag == "script"
        elif tag == "meta":
            self._read_meta(attributes)
        elif tag == "input" and attributes.get("type", "").lower() == "password":
            self._password = True
        elif self._capturing is None and self._is_wanted(tag):
            self._capturing, self._captured = tag, []

    def end(self, tag: str) -> None:
        """The parser's word that an element ends."""
        self._gap = True
        if tag in _HIDDEN:
            self._hidden -= 1
            self._drawings -= tag in _DRAWINGS
        elif tag == self._capturing:
            self._keep_captured(tag)

    def data(self, text: str) -> None:
        """The parser's word that there is text."""
        if self._capturing is not None:
            self._captured.append(text[:MAX_TITLE])
        if self._hidden or text.isspace():
            return
        self._length += len(text)
        if self._excerpt_length < MAX_EXCERPT:
            part = f" {text}" if self._gap else text  # text comes in pieces, at each entity for one
            self._texts.append(part[: MAX_EXCERPT - self._excerpt_length])
            self._excerpt_length += len(self._texts[-1])
            self._gap = False

    def close(self) -> None:
        """The parser's word that the page ends; an element that never ended counts."""
        if self._capturing is not None:
            self._keep_captured(self._capturing)
        self.facts = PageFacts(
            title=self._title or None,
            headings=tuple(heading for heading in self._headings if heading),
            excerpt=_squeeze("".join(self._texts)),
            text_length=self._length,
            refresh=self._refresh,
            has_password_field=self._password,
            scripts=self._scripts,
            anchors=frozenset(self._anchors),
            metadata={name: tuple(values) for name, values in self._meta.items()},
        )

    def _is_wanted(self, tag: str) -> bool:
        if tag == "title":
            return self._title is None and not self._drawings
        return tag in ("h1", "h2") and len(self._headings) < MAX_HEADINGS

    def _keep_captured(self, tag: str) -> None:
        text = _squeeze("".join(self._captured[:MAX_TITLE]))[:MAX_TITLE]
        if tag == "title":
            self._title = text
        else:
            self._headings.append(text)
        self._capturing = None

    def _read_anchors(self, tag: str, attributes: Mapping[str, str]) -> None:
        for value in (attributes.get("id"), attributes.get("name") if tag == "a" else None):
            if value and len(self._anchors) < MAX_ANCHORS:
                self._anchors.add(value)

    def _read_meta(self, attributes: Mapping[str, str]) -> None:
        content = attributes.get("content", "")
        if attributes.get("http-equiv", "").lower() == "refresh":
            match = _REFRESH.match(content)
            if match is not None and int(match[1]) <= _IMMEDIATE_S:
                self._refresh = self._refresh or match[2]
            return
        name = (attributes.get("name") or attributes.get("property") or "").lower()
        if _META_NAMES.match(name) is not None and self._meta_count < MAX_META:
            self._meta_count += 1
            self._meta.setdefault(name, []).append(_squeeze(content[: 4 * MAX_TITLE])[:MAX_TITLE])


def _squeeze(text: str) -> str:
    return _SPACE.sub(" ", text).strip()
