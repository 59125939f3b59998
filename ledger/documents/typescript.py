"""Reads the program text before an Astro template: code, with the strings of its data marked as text.

It tells strings, template strings and comments from the rest (see :mod:`ledger.documents.expressions`) rather
than parse the language: tree-sitter's grammar takes quadratic time on damaged text.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from ledger.documents import expressions
from ledger.documents.builder import Builder
from ledger.quantities.text import Role

_ADDRESS = re.compile(r"(?:[a-z][a-z+.-]*://|mailto:|[./#@]{1,2}[\w/-])")
_MODULE = re.compile(r"(?:\bfrom|\bimport|\bimport\(|\brequire\()\s*[\"'`]\Z")
_KEY_AFTER = re.compile(r"[\"']\s*:")
_KEY_BEFORE = re.compile(r"[{,]\s*[\"']\Z")
_KEY = re.compile(r"(?P<key>[\w$]+|\"[^\"\n]{1,60}\"|'[^'\n]{1,60}')\s*:\s*[\"'`]\Z")
_INDEX = re.compile(r"[\w$)\]]\[[\"']\Z")
_ESCAPE = re.compile(r"\\(?:u\{([0-9a-fA-F]{1,6})\}|u([0-9a-fA-F]{4})|x([0-9a-fA-F]{2})|(.))", re.DOTALL)
_BLANK = {"n": " ", "t": " ", "r": " ", "b": "", "f": " ", "v": " ", "0": "", "\n": ""}
_SIGN = re.compile(r"[\[\](){},]")
_LOOK = 80


def read(builder: Builder, text: str, start: int, end: int) -> None:
    """Write ``text[start:end]``; *text* has the length of the builder's source."""
    found = expressions.script(text, start, end)
    comments = {comment.start: comment for comment in found.comments}
    spans = sorted(
        [(item.start, item.end) for item in found.literals]
        + [(item.start, item.end) for item in found.comments]
    )
    begin = builder.length
    position = start
    for span_start, span_end in spans:
        builder.lines(text, position, span_start)
        comment = comments.get(span_start)
        if comment is not None:
            builder.comment(comment.words, span_start, span_end, inline=not builder.at_line_start)
        else:
            literal(builder, text, span_start, span_end)
        position = max(position, span_end)
    builder.lines(text, position, end)
    builder.newline(end)
    builder.mark(begin, builder.length, Role.CODE, "typescript")
    for rows in sorted(set(_list_sizes(text, start, end, spans))):
        builder.mark(begin, builder.length, Role.DATA_ROWS, str(rows))


def _list_sizes(text: str, start: int, end: int, spans: list[tuple[int, int]]) -> Iterator[int]:
    """How many entries each list between brackets has; *spans* are its strings and comments."""
    opened: list[tuple[str, int, int]] = []
    entries, last, following = 0, start, 0
    for sign in _SIGN.finditer(text, start, end):
        at = sign.start()
        while following < len(spans) and spans[following][1] <= at:
            following += 1
        if following < len(spans) and spans[following][0] <= at:
            continue
        if sign[0] in "[({":
            opened.append((sign[0], entries, last))
            entries, last = 0, at + 1
        elif sign[0] == ",":
            entries, last = entries + 1, at + 1
        elif opened:
            bracket, before, _ = opened.pop()
            if bracket == "[":
                yield entries + bool(text[last:at].strip())
            entries, last = before, at + 1


def literal(builder: Builder, text: str, start: int, end: int) -> None:
    """Write the content of a string literal, decoded, and mark what it is."""
    begin = builder.length
    position = start
    for match in _ESCAPE.finditer(text, start, end):
        builder.copy(text[position : match.start()].replace("\n", " "), position)
        builder.atom(_decoded(match), *match.span())
        position = match.end()
    builder.copy(text[position:end].replace("\n", " "), position)
    before = text[max(0, start - _LOOK) : start]
    if _hidden(text, before, end):
        return
    key = _KEY.search(before)
    role = Role.LINK_TARGET if _ADDRESS.match(text, start, end) else Role.STRING_DATA
    builder.mark(begin, builder.length, role, key["key"].strip("\"'") if key else "")


def _hidden(text: str, before: str, end: int) -> bool:
    """Whether a string names a module, a key or an index, which the page does not show."""
    if _MODULE.search(before) or _INDEX.search(before):
        return True
    return _KEY_BEFORE.search(before) is not None and _KEY_AFTER.match(text, end, end + _LOOK) is not None


def _decoded(match: re.Match[str]) -> str:
    digits = match[1] or match[2] or match[3]
    if digits is None:
        return _BLANK.get(match[4], match[4])
    code = int(digits, 16)
    return chr(code) if code <= 0x10FFFF else "\ufffd"
