"""Reads the YAML front matter of a page: values as metadata, prose as prose."""

from __future__ import annotations

import re

from ledger.documents.builder import Builder
from ledger.documents.names import names
from ledger.quantities.text import Role

_LINE = re.compile(
    r"[ \t]*(?:-[ \t]+)?(?:(?P<key>[\w.-]+)[ \t]*(?::(?:[ \t]+|$)|=[ \t]*))?(?P<value>[^\r\n]*)"
)
_COMMENT = re.compile(r"(?:^|[ \t])#(?P<words>[^\n]*)")
_SHOWN = names(
    """title subtitle description summary abstract excerpt caption headline tagline lead intro text details
    content blurb teaser alt"""
)
"""The last word of a key whose value a page shows."""
_KEPT = names("tags keywords categories category aliases author authors license")
"""Keys whose values are names, however many words they have."""
_LAST_WORD = re.compile(r"[A-Z]?[a-z]+\Z")
_PROSE = re.compile(
    r"(?:[^\W\d_]{2,}[\s,:;]+){2}.*[^\W\d_]{2}|[\u4e00-\u9fff]{6}|[\u4e00-\u9fff]{2}.*\d.*[\u4e00-\u9fff]{2}"
)
"""A value that is words, whatever its key: no setting."""


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
    if source.startswith(("---", "...", "+++"), start):
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
    if _is_shown(key, source[begin:stop]):
        builder.mark(plain_start, builder.length, Role.STRING_DATA, key)
    builder.newline(stop)
    return key


def _is_shown(key: str, value: str) -> bool:
    """Whether a page shows a value: by its key, or because it is words."""
    last = _LAST_WORD.search(key)
    if last is not None and last[0].lower() in _SHOWN:
        return True
    return key.lower() not in _KEPT and _PROSE.search(value[:_LONGEST]) is not None


_LONGEST = 400
