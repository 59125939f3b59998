"""Splits HTML into text, tags, comments and raw text, with exact positions, in linear time.

Follows the tokenization states of the WHATWG HTML standard (section 13.2.5), end of file included: an
unfinished tag or comment runs to the end of the input. A tokenizer of our own because no parser at hand
gives character positions in linear time (tree-sitter-html and the standard library's parser are quadratic
on deep or unfinished markup; lexbor and libxml2 keep no offsets). Its text is held against lexbor's in the
tests.
"""

from __future__ import annotations

import html
import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum, auto

_TAG_NAME = re.compile(r"[a-zA-Z][^\s/>]*+")
_ATTRIBUTE = re.compile(
    r"""[\s/]*+(?P<name>[^\s/>][^\s/>=]*+)
        (?:\s*+=\s*+(?:"(?P<double>[^"]*+)(?P<double_end>")?+|'(?P<single>[^']*+)(?P<single_end>')?+
        |(?P<bare>[^\s>]++)))?+""",
    re.VERBOSE,
)
_TAG_END = re.compile(r"[\s/]*+>")
_ENTITY = re.compile(r"&(?:#[0-9]{1,8}|#[xX][0-9a-fA-F]{1,7}|[a-zA-Z][a-zA-Z0-9]{1,31});?")
_RAW = frozenset(
    ("script", "style", "textarea", "title", "xmp", "iframe", "noembed", "noframes", "plaintext", "template")
) - {"template"}
_DECODED_RAW = frozenset(("textarea", "title"))


class Piece(Enum):
    """What a piece of markup is."""

    TEXT = auto()
    OPEN = auto()
    CLOSE = auto()
    COMMENT = auto()
    RAW = auto()
    """The content of a script, a style or the like."""


_TEXT, _OPEN, _CLOSE = Piece.TEXT, Piece.OPEN, Piece.CLOSE
"""The usual pieces, looked up once: an attribute of an enumeration takes long."""


@dataclass(slots=True)
class Attribute:
    """One attribute: its name in lower case and the span of its value, without quotes."""

    name: str
    start: int
    end: int


@dataclass(slots=True)
class Token:
    """One piece: its span, its tag name in lower case (tags and raw text), its attributes (open tags)."""

    kind: Piece
    start: int
    end: int
    name: str = ""
    attributes: tuple[Attribute, ...] = ()


def tokens(text: str, start: int = 0, end: int | None = None) -> Iterator[Token]:
    """The pieces of ``text[start:end]`` in order; together they cover it, but for doctypes and the like."""
    stop = len(text) if end is None else end
    position = begin = start
    while position < stop:
        opening = text.find("<", position, stop)
        if opening < 0 or opening + 1 >= stop:
            break
        token = _markup(text, opening, stop)
        if token is None:
            position = opening + 1
            continue
        if opening > begin:
            yield Token(_TEXT, begin, opening)
        yield token
        position = begin = token.end
        if token.name in _RAW and token.kind is Piece.OPEN:
            raw = _raw(text, token, stop)
            yield raw
            position = begin = raw.end
    if begin < stop:
        yield Token(_TEXT, begin, stop)


def _markup(text: str, opening: int, stop: int) -> Token | None:
    """The tag or comment at *opening*, or ``None`` if its ``<`` is only text."""
    following = text[opening + 1]
    if following.isascii() and following.isalpha():
        return _open_tag(text, opening, stop)
    if following == "/":
        return _close_tag(text, opening, stop)
    if text.startswith("!--", opening + 1):
        return _comment(text, opening, stop)
    if following in "!?":
        return _bogus(text, opening, stop)
    return None


def _open_tag(text: str, opening: int, stop: int) -> Token:
    name = _TAG_NAME.match(text, opening + 1, stop)
    position = name.end() if name else opening + 1
    attributes: list[Attribute] = []
    while True:
        closed = _TAG_END.match(text, position, stop)
        if closed:
            break
        found = _ATTRIBUTE.match(text, position, stop)
        if not found:
            return Token(Piece.COMMENT, opening, stop)
        kind = found.lastgroup or "name"
        group = kind.removesuffix("_end")
        if group in ("double", "single") and not kind.endswith("_end"):
            return Token(Piece.COMMENT, opening, stop)
        span = found.span(group) if group != "name" else (found.end(), found.end())
        attributes.append(Attribute(found["name"].lower(), *span))
        position = found.end()
    tag = name.group().lower() if name else ""
    return Token(_OPEN, opening, closed.end(), tag, tuple(attributes))


def _close_tag(text: str, opening: int, stop: int) -> Token | None:
    name = _TAG_NAME.match(text, opening + 2, stop)
    if not name:
        return _bogus(text, opening, stop) if opening + 2 < stop else None
    end = text.find(">", name.end(), stop)
    if end < 0:
        return Token(Piece.COMMENT, opening, stop)
    return Token(_CLOSE, opening, end + 1, name.group().lower())


def _comment(text: str, opening: int, stop: int) -> Token:
    if text.startswith((">", "->"), opening + 4):
        return Token(Piece.COMMENT, opening, text.index(">", opening) + 1)
    end = text.find("-->", opening + 4, stop)
    return Token(Piece.COMMENT, opening, stop if end < 0 else end + 3)


def _bogus(text: str, opening: int, stop: int) -> Token:
    end = text.find(">", opening + 1, stop)
    return Token(Piece.COMMENT, opening, stop if end < 0 else end + 1)


def _raw(text: str, tag: Token, stop: int) -> Token:
    closing = re.compile(rf"</{re.escape(tag.name)}(?=[\s/>])", re.IGNORECASE).search(text, tag.end, stop)
    end = closing.start() if closing and tag.name != "plaintext" else stop
    kind = Piece.TEXT if tag.name in _DECODED_RAW else Piece.RAW
    return Token(kind, tag.end, end, tag.name)


def entities(text: str, start: int, end: int) -> Iterator[tuple[int, int, str]]:
    """Every character reference in ``text[start:end]``: its span and what it stands for."""
    if text.find("&", start, end) < 0:
        return
    for match in _ENTITY.finditer(text, start, end):
        decoded = html.unescape(match.group())
        if decoded == match.group():
            continue
        rest = _undecoded_tail(match.group(), decoded)
        yield match.start(), match.end() - rest, decoded[: len(decoded) - rest]


def _undecoded_tail(reference: str, decoded: str) -> int:
    """How many characters at the end of *reference* the decoding left alone (``&notit;`` is ``¬it;``)."""
    count = 0
    while count + 1 < min(len(reference), len(decoded)) and reference[-1 - count] == decoded[-1 - count]:
        count += 1
    return count
