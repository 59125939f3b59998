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
_SPACE = re.compile(r"\s+")
_CHARSET = re.compile(r"charset\s*=\s*[\"']?([A-Za-z0-9._:-]{1,40})", re.IGNORECASE)
_REFRESH = re.compile(r"\s*([0-9]{1,6})(?:\.[0-9]*)?\s*[;,]\s*url\s*=\s*[\"']?([^\"'\s]+)", re.IGNORECASE)
_HIDDEN = frozenset({"script", "style", "noscript", "template", "head", "svg", "math"})
_BOMS = (codecs.BOM_UTF8, codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)
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
    """The facts of the HTML in *data*; whatever cannot be parsed yields empty facts."""
    root = _parse(data, content_type)
    return PageFacts() if root is None else _Reader(root).facts()


def _parse(data: bytes, content_type: str) -> etree._Element | None:
    parser = etree.HTMLParser(
        encoding=_encoding(data, content_type), remove_comments=True, remove_pis=True, no_network=True
    )
    try:
        return etree.HTML(data, parser)
    except (etree.LxmlError, ValueError):
        return None


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
    """One walk over the tree, in document order, without recursion."""

    def __init__(self, root: etree._Element) -> None:
        self._root = root
        self._texts: list[str] = []
        self._excerpt_length = 0
        self._length = 0
        self._title: str | None = None
        self._headings: list[str] = []
        self._refresh: str | None = None
        self._password = False
        self._scripts = 0
        self._anchors: set[str] = set()
        self._meta: dict[str, list[str]] = {}

    def facts(self) -> PageFacts:
        """The facts of the whole tree."""
        hidden: list[etree._Element] = []
        for event, element in etree.iterwalk(self._root, events=("start", "end")):
            if event == "start":
                self._enter(element)
                if element.tag in _HIDDEN:
                    hidden.append(element)
                elif not hidden:
                    self._add(element.text)
            else:
                if hidden and hidden[-1] is element:
                    hidden.pop()
                if not hidden:
                    self._add(element.tail)
        return self._build()

    def _enter(self, element: etree._Element) -> None:
        attributes = element.attrib
        for name in ("id", "name"):
            value = attributes.get(name)
            if value and len(self._anchors) < MAX_ANCHORS and (name == "id" or element.tag == "a"):
                self._anchors.add(str(value))
        tag = element.tag
        if tag == "title" and self._title is None:
            self._title = _flat(element)[:MAX_TITLE]
        elif tag in ("h1", "h2") and len(self._headings) < 5:
            self._headings.append(_flat(element)[:MAX_TITLE])
        elif tag == "meta":
            self._read_meta(attributes)
        elif tag == "script":
            self._scripts += 1
        elif tag == "input" and str(attributes.get("type", "")).lower() == "password":
            self._password = True

    def _read_meta(self, attributes: etree._Attrib) -> None:
        content = str(attributes.get("content", ""))
        if str(attributes.get("http-equiv", "")).lower() == "refresh":
            match = _REFRESH.match(content)
            if match is not None and int(match[1]) <= _IMMEDIATE_S:
                self._refresh = self._refresh or match[2]
            return
        name = str(attributes.get("name") or attributes.get("property") or "").lower()
        if _META_NAMES.match(name) and sum(map(len, self._meta.values())) < MAX_META:
            self._meta.setdefault(name, []).append(_SPACE.sub(" ", content).strip()[:MAX_TITLE])

    def _add(self, text: str | None) -> None:
        if text is None or text.isspace():
            return
        self._length += len(text)
        if self._excerpt_length < MAX_EXCERPT:
            self._texts.append(text[: MAX_EXCERPT - self._excerpt_length])
            self._excerpt_length += len(self._texts[-1])

    def _build(self) -> PageFacts:
        return PageFacts(
            title=self._title or None,
            headings=tuple(h for h in self._headings if h),
            excerpt=_SPACE.sub(" ", " ".join(self._texts)).strip(),
            text_length=self._length,
            refresh=self._refresh,
            has_password_field=self._password,
            scripts=self._scripts,
            anchors=frozenset(self._anchors),
            metadata={name: tuple(values) for name, values in self._meta.items()},
        )


def _flat(element: etree._Element) -> str:
    return _SPACE.sub(" ", "".join(str(part) for part in element.itertext())).strip()
