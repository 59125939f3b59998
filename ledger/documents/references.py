"""The definitions of a Markdown page's link references, those that count for nothing included.

Of two definitions of one label the first counts. The parser tells only that one; the others stand, like it,
where no paragraph, code or other block does.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from typing import Any

import pyromark

from ledger.documents.document import Reference
from ledger.documents.offsets import CharOffsets, encodable

_DEFINITION = re.compile(
    r"\[(?<![^\s>:]\[)(?!\^)(?P<label>(?:[^\[\]\\]|\\.){1,999})\]:[ \t]*+(?:\r?\n[ \t>]*+)?+"
    r"(?:<(?P<angled>[^<>\n]*+)>|(?P<bare>[^\s<]\S*+))",
    re.DOTALL,
)
_LINE = 200
"""How far the beginning of a definition's line is looked for, in characters."""
_CONTAINERS = frozenset(("BlockQuote", "List", "Item", "FootnoteDefinition"))


def folded(label: str) -> str:
    """A label as the labels of Markdown are compared: without case, its white space folded."""
    return " ".join(label.split()).casefold()


def definitions(source: str, parser: pyromark.Markdown) -> list[Reference]:
    """Every definition of a link reference in *source*, in the order of the file."""
    shaped = [
        Reference(found["label"], found["angled"] or found["bare"] or "", found.start())
        for found in _DEFINITION.finditer(source)
        if _may_define(source, found.start())
    ]
    if not shaped:
        return []
    taken = _taken(source, parser)
    starts = [start for start, _ in taken]
    kept = []
    for one in shaped:
        at = bisect_right(starts, one.offset) - 1
        if at < 0 or taken[at][1] <= one.offset:
            kept.append(one)
    return kept


def _may_define(source: str, at: int) -> bool:
    """Whether a definition may begin at *at*: behind marks of lists, quotes and footnotes, never words."""
    before = source[max(source.rfind("\n", max(0, at - _LINE), at) + 1, at - _LINE, 0) : at]
    return len(before) == _LINE or "]:" in before or not any(map(str.isalpha, before))


def _taken(source: str, parser: pyromark.Markdown) -> list[tuple[int, int]]:
    """The spans that blocks and their text take, ascending and apart."""
    clean = encodable(source)
    at = CharOffsets(clean)
    spans: list[tuple[int, int]] = []
    event: Any
    for event, span in parser.events_with_range(clean):
        tag = event.get("Start", event) if isinstance(event, dict) else event
        name = tag if isinstance(tag, str) else next(iter(tag))
        if name in _CONTAINERS or name == "End":
            continue
        start, end = span["start"], span["end"]
        if spans and start <= spans[-1][1]:
            spans[-1] = (spans[-1][0], max(end, spans[-1][1]))
        else:
            spans.append((start, end))
    return [(at(start), at(end)) for start, end in spans]
