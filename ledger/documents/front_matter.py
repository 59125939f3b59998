"""Reads the YAML front matter of a page: values as metadata, prose as prose."""

from __future__ import annotations

import re

from ledger.documents.builder import Builder
from ledger.quantities.text import Role

_LINE = re.compile(r"[ \t]*(?:-[ \t]+)?(?:(?P<key>[\w.-]+)[ \t]*:(?:[ \t]+|$))?(?P<value>[^\r\n]*)")
_COMMENT = re.compile(r"(?:^|[ \t])#(?P<words>[^\n]*)")
_SHOWN = frozenset(("title", "subtitle", "description", "summary", "abstract", "excerpt", "caption"))


def read(builder: Builder, start: int, end: int) -> None:
    """Write the block ``source[start:end]``, its fences included: one line a value, marked by its key."""
    source = builder.source
    position = source.find("\n", start, end) + 1
    key = ""
    while 0 < position < end:
        stop = source.find("\n", position, end)
        stop = end if stop < 0 else stop
        key = _line(builder, position, stop, key)
        position = stop + 1


def _line(builder: Builder, start: int, end: int, key: str) -> str:
    source = builder.source
    if source.startswith(("---", "..."), start):
        return key
    found = _LINE.match(source, start, end)
    if not found:
        return key
    key = found["key"] or key
    begin, stop = found.span("value")
    comment = _COMMENT.search(source, start, end)
    if (comment and comment.start() >= found.start("value")) or (comment and not found["key"]):
        builder.comment(comment["words"].strip(), comment.start(), comment.end(), inline=False)
        stop = min(stop, comment.start())
    plain_start = builder.length
    builder.exact(begin, stop)
    builder.mark(plain_start, builder.length, Role.FRONT_MATTER, key)
    if key.lower() in _SHOWN:
        builder.mark(plain_start, builder.length, Role.STRING_DATA, key)
    builder.newline(stop)
    return key
