"""Reads the program text before an Astro template: code, with the strings of its data marked as text.

It tells strings, template strings and comments from the rest (see :mod:`ledger.documents.expressions`) rather
than parse the language: tree-sitter's grammar takes quadratic time on damaged text.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator

from ledger.documents import expressions
from ledger.documents.builder import Builder
from ledger.documents.names import names
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
_NUMBER = r"(?P<number>-?(?:\d[\d_]{0,20})?(?:\.\d{1,20}|(?<=\d))(?:[eE][-+]?\d{1,3})?)"
_PROPERTY = re.compile(
    rf"(?P<key>[\w$]{{1,40}}|\"[^\"\n]{{1,60}}\"|'[^'\n]{{1,60}}')\s{{0,20}}:\s{{0,20}}{_NUMBER}(?=\s{{0,40}}[,}}])"
)
_UNSEEN = names(
    """id key index idx order sort width height x y z w h dx dy cx cy r span colspan rowspan col row columns
    cols rows delay duration opacity zindex offset padding margin gap radius angle rotate scale strokewidth
    level depth no nr step seq position chapter part"""
)
"""Keys of a row's numbers that place or name it and are not shown."""


_DRAWN = names(
    """style class classname width height x y x1 x2 y1 y2 cx cy r rx ry d points transform viewbox key id
    offset stroke-dasharray stroke-dashoffset stroke-width font-size colspan rowspan tabindex"""
)
"""Attributes that give an element its place, its size or its name."""
_OPENS = re.compile(r"([\w:-]{1,40})=\{")
_BRACE = re.compile(r"[{}]")
_REACH = 200
_MOST = 40
"""How many keys, uses of a key and strings of a row are looked at."""


def read(builder: Builder, text: str, start: int, end: int) -> None:
    """Write ``text[start:end]``; *text* has the length of the builder's source."""
    found = expressions.script(text, start, end)
    comments = {comment.start: comment for comment in found.comments}
    spans = sorted(
        [(item.start, item.end) for item in found.literals]
        + [(item.start, item.end) for item in found.comments]
    )
    shown = _figures(text, start, end, spans)
    begin = builder.length
    position = start
    for span_start, span_end in sorted([*spans, *shown]):
        builder.lines(text, position, span_start)
        comment = comments.get(span_start)
        if (key := shown.get((span_start, span_end))) is not None:
            at = builder.length
            builder.copy(text[span_start:span_end], span_start)
            builder.mark(at, builder.length, Role.STRING_DATA, key)
        elif comment is not None:
            builder.comment(comment.words, span_start, span_end, inline=not builder.at_line_start)
        else:
            literal(builder, text, span_start, span_end)
        position = max(position, span_end)
    builder.lines(text, position, end)
    builder.newline(end)
    builder.mark(begin, builder.length, Role.CODE, "typescript")
    for rows in sorted(set(_list_sizes(text, start, end, spans))):
        builder.mark(begin, builder.length, Role.DATA_ROWS, str(rows))


def _figures(text: str, start: int, end: int, spans: list[tuple[int, int]]) -> dict[tuple[int, int], str]:
    """The numbers in the rows of the page's data, each with its key."""
    found: dict[tuple[int, int], str] = {}
    drawn: dict[str, bool] = {}
    for low, high in _rows(text, start, end, spans):
        first, last = bisect_left(spans, (low, low)), bisect_left(spans, (high, high))
        strings = [text[begin:stop] for begin, stop in spans[first : min(last, first + _MOST)]]
        for figure in _PROPERTY.finditer(text, low, high):
            key = figure["key"].strip("\"'")
            if key not in drawn:
                unseen = key.lower() in _UNSEEN
                drawn[key] = unseen or (len(drawn) < _MOST and _only_draws(text, end, key))
            if not drawn[key] and not any(_begins(string, figure["number"]) for string in strings):
                found[figure.span("number")] = key
    inside = [span for span in found if not _covered(span[0], spans)]
    return {span: found[span] for span in inside}


def _begins(string: str, number: str) -> bool:
    """Whether a string of the same row says the number with its unit (``"40 ms"``)."""
    if not string.startswith(number):
        return False
    rest = string[len(number) : len(number) + _REACH]
    return rest.strip() != "" and not rest[0].isdecimal() and rest[0] not in ".,"


def _only_draws(text: str, start: int, key: str) -> bool:
    """Whether the template behind *start* uses a property, and only to place or to size an element."""
    uses = [use.start() for use in re.finditer(rf"\.{re.escape(key)}(?![\w$])", text[start:])]
    return 0 < len(uses) < _MOST and all(
        _draws(text[max(start, start + at - _REACH) : start + at]) for at in uses
    )


def _draws(before: str) -> bool:
    """Whether *before* ends within an expression that gives such an attribute its value."""
    opened = list(_OPENS.finditer(before))
    if not opened or opened[-1][1].lower() not in _DRAWN:
        return False
    depth = 1
    for sign in _BRACE.finditer(before, opened[-1].end()):
        depth += 1 if sign[0] == "{" else -1
        if depth == 0:
            return False
    return True


def _covered(at: int, spans: list[tuple[int, int]]) -> bool:
    """Whether *at* stands in one of the ordered *spans*."""
    index = bisect_right(spans, (at, at)) - 1
    return index >= 0 and at < spans[index][1]


def _signs(text: str, start: int, end: int, spans: list[tuple[int, int]]) -> Iterator[tuple[int, str]]:
    """The brackets and commas between *start* and *end* that stand in none of the ordered *spans*."""
    following = 0
    for sign in _SIGN.finditer(text, start, end):
        at = sign.start()
        while following < len(spans) and spans[following][1] <= at:
            following += 1
        if following == len(spans) or at < spans[following][0]:
            yield at, sign[0]


def _rows(text: str, start: int, end: int, spans: list[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    """The objects that are entries of a list, the outermost ones."""
    opened: list[tuple[str, int]] = []
    row = -1
    for at, sign in _signs(text, start, end, spans):
        if sign in "[({":
            if sign == "{" and row < 0 and opened and opened[-1][0] == "[":
                row = len(opened)
            opened.append((sign, at))
        elif sign != "," and opened:
            _, begun = opened.pop()
            if len(opened) == row:
                yield begun, at + 1
                row = -1


def _list_sizes(text: str, start: int, end: int, spans: list[tuple[int, int]]) -> Iterator[int]:
    """How many entries each list between brackets has; *spans* are its strings and comments."""
    opened: list[tuple[str, int, int]] = []
    entries, last = 0, start
    for at, sign in _signs(text, start, end, spans):
        if sign in "[({":
            opened.append((sign, entries, last))
            entries, last = 0, at + 1
        elif sign == ",":
            entries, last = entries + 1, at + 1
        elif opened:
            bracket, before, _ = opened.pop()
            if bracket == "[":
                yield entries + bool(text[last:at].strip())
            entries, last = before, at + 1


def literal(builder: Builder, text: str, start: int, end: int) -> None:
    """Write the content of a string literal, decoded, and mark what it is."""
    begin = builder.length
    unescape(builder, text, start, end)
    before = text[max(0, start - _LOOK) : start]
    if _hidden(text, before, end):
        return
    key = _KEY.search(before)
    role = Role.LINK_TARGET if _ADDRESS.match(text, start, end) else Role.STRING_DATA
    builder.mark(begin, builder.length, role, key["key"].strip("\"'") if key else "")


def unescape(builder: Builder, text: str, start: int, end: int) -> None:
    """Write the content of a string literal as the program has it (``\\u2013`` is a dash)."""
    position = start
    for match in _ESCAPE.finditer(text, start, end):
        builder.copy(text[position : match.start()].replace("\n", " "), position)
        builder.atom(_decoded(match), *match.span())
        position = match.end()
    builder.copy(text[position:end].replace("\n", " "), position)


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
    return "\ufffd" if code > 0x10FFFF or 0xD800 <= code < 0xE000 else chr(code)
