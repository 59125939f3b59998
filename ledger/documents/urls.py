"""Finds web addresses in prose and in pages, exact about where each ends."""

from __future__ import annotations

import re

from ledger.documents.document import Document
from ledger.quantities.text import Role

_START = re.compile(r"https?://", re.IGNORECASE)
_BODY = re.compile(
    r"[^\s<>\"`{}|\\^\u0000-\u0020\u007f-\u00a0\u2000-\u206f\u3000-\u303f\uff01-\uff0f\uff1a-\uff20\uff3b-\uff40\uff5b-\uff65"
    r"\ud800-\udfff\u00ab\u00bb]{1,4000}"
)
_SCRIPT_CHANGE = re.compile(r"(?<=[A-Za-z0-9_%~=&?#;,.:+!*'()\[\]@$-])(?=[^\x00-\x7f])")
_TRAILING = ".,;:!?'\"*_~"
_PAIRS = {")": "(", "]": "["}
_WHOLE = (Role.LINK_TARGET, Role.URL)


def urls(text: str | Document) -> list[tuple[str, int]]:
    """Every http(s) address with its offset, in order.

    In a string, and in the prose of a page, an address ends before white space, quotes, angle brackets,
    back-ticks and CJK punctuation; before letters of another script that follow ASCII without a slash; and
    before trailing punctuation or a bracket that it does not open itself. A link's target is taken whole. For
    a :class:`Document` offsets are into ``document.source``; see :meth:`Document.line_column`.
    """
    if isinstance(text, str):
        return _in_prose(text)
    plain, offsets = text.text.plain, text.offsets
    whole = [
        (plain[mark.start : mark.end].strip(), mark.start, mark.end)
        for mark in text.text.marks
        if mark.role in _WHOLE and _START.match(plain[mark.start : mark.end].lstrip()[:8])
    ]
    found = {offsets.start(start): url for url, start, _ in whole}
    covered = sorted((start, end) for _, start, end in whole)
    for url, start in _outside(_in_prose(plain), covered):
        found.setdefault(offsets.start(start), url)
    return sorted(((url, at) for at, url in found.items()), key=lambda item: item[1])


def _outside(found: list[tuple[str, int]], covered: list[tuple[int, int]]) -> list[tuple[str, int]]:
    """The addresses that start in none of the *covered* spans; both lists ascend."""
    kept: list[tuple[str, int]] = []
    at = 0
    for url, start in found:
        while at < len(covered) and covered[at][1] <= start:
            at += 1
        if at == len(covered) or start < covered[at][0]:
            kept.append((url, start))
    return kept


def _in_prose(text: str) -> list[tuple[str, int]]:
    found: list[tuple[str, int]] = []
    position = 0
    while match := _START.search(text, position):
        body = _BODY.match(text, match.end())
        position = match.end()
        if body is None:
            continue
        rest = _trimmed(_one_script(body.group()))
        if rest:
            found.append((match.group() + rest, match.start()))
            position = match.end() + len(rest)
    return found


def _one_script(body: str) -> str:
    """*body* up to where letters of another script follow ASCII inside a segment."""
    if body.isascii():
        return body
    change = _SCRIPT_CHANGE.search(body)
    while change and body[change.start() - 1] in ".=&?#":
        change = _SCRIPT_CHANGE.search(body, change.start() + 1)
    return body[: change.start()] if change else body


def _trimmed(body: str) -> str:
    """*body* without trailing punctuation and brackets that it does not open."""
    balance = {close: body.count(close) - body.count(opened) for close, opened in _PAIRS.items()}
    end = len(body)
    while end:
        last = body[end - 1]
        if last in _PAIRS and balance[last] > 0:
            balance[last] -= 1
        elif last not in _TRAILING:
            break
        end -= 1
    return body[:end]
