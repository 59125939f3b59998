"""Where the markup of a binding may be put around a number without breaking the markup that is there."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ledger.documents.document import Document, Format
from ledger.documents.mentions import Mention
from ledger.documents.read import read

_COMMAND = re.compile(r"\\[A-Za-z]+\*?(?:\[[^\[\]\n]{0,80}\])?\Z")
_OPEN_TAG = re.compile(r"<[A-Za-z][^<>]{0,200}>\Z")
_CLOSE_TAG = re.compile(r"</[A-Za-z][^<>]{0,40}>")
_TAG = re.compile(r"<(/?)([A-Za-z][\w-]*)[^<>]*>")
_DELIMITERS = ("***", "**", "__", "~~", "``", "`", "*")
_AROUND = (("``", "``"), ("`", "`"), ("$$", "$$"), ("$", "$"), ("\\(", "\\)"), ("**", "**"), ("*", "*"))
_LOOK = 240
_PROBE = "probe-of-a-binding"


def bound(form: Format, text: str, claim: str) -> str:
    """*text* bound to *claim* in the markup of *form*; ``""`` for plain text, which has none."""
    if form is Format.MARKDOWN:
        return f"[{text}](claim:{claim})"
    if form in (Format.HTML, Format.ASTRO):
        return f'<span data-claim="{claim}">{text}</span>'
    if form is Format.LATEX:
        return f"\\claim{{{claim}}}{{{text}}}"
    return ""


def bindable(document: Document, mention: Mention) -> tuple[int, int] | None:
    """The least span of the file around *mention* that can be bound, or ``None``.

    ``**80** GB`` whose number starts after the asterisks grows over them, ``400}{GB`` grows to
    ``\\SI{400}{GB}``, and a number inside a code span or a formula grows over the whole of it. Each candidate
    is tried: the page is read with the binding in place, and must still say the same.
    """
    if document.format is Format.TEXT:
        return None
    for start, end in _candidates(document, mention):
        part_start, part_end = _part(document, start, end)
        source = document.source[part_start:part_end]
        if _holds(source, start - part_start, end - part_start, document.format, mention.surface):
            return start, end
    return None


def _holds(source: str, start: int, end: int, form: Format, surface: str) -> bool:
    """Whether *source*, with the span bound, still says the same and has *surface* in the bound text."""
    tried = read("", source[:start] + bound(form, source[start:end], _PROBE) + source[end:], form)
    spans = [span for span in tried.bound if span.claim == _PROBE]
    if len(spans) != 1 or _solid(tried.text.plain) != _solid(read("", source, form).text.plain):
        return False
    return _solid(surface) in _solid(tried.text.plain[spans[0].start : spans[0].end])


def _solid(text: str) -> str:
    return "".join(text.split())


def _part(document: Document, start: int, end: int) -> tuple[int, int]:
    """The paragraph around the span, where the format lets one be read alone; else the whole page."""
    source = document.source
    if document.format not in (Format.MARKDOWN, Format.LATEX):
        return 0, len(source)
    part_start = source.rfind("\n\n", 0, start)
    part_start = 0 if part_start < 0 else part_start + 2
    part_end = source.find("\n\n", end)
    part_end = len(source) if part_end < 0 else part_end
    if source[part_start : part_start + 1] in (" ", "\t", "-"):
        return 0, len(source)
    return part_start, part_end


def _candidates(document: Document, mention: Mention) -> Iterator[tuple[int, int]]:
    source, form = document.source, document.format
    span: tuple[int, int] | None = (mention.source_start, mention.source_end)
    if span is not None and form in (Format.LATEX, Format.MARKDOWN):
        span = _braces(source, *span)
    if span is not None and form in (Format.MARKDOWN, Format.HTML, Format.ASTRO):
        span = _tags(source, *span)
    if span is not None and form is Format.MARKDOWN:
        span = _delimiters(source, *span)
    if span is None:
        return
    yield span
    if form is Format.MARKDOWN:
        yield from _wider(source, *span)


def _wider(source: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """The span with the code span, the formula or the emphasis that it stands in."""
    line_start = source.rfind("\n", 0, start) + 1
    line_end = source.find("\n", end)
    line_end = len(source) if line_end < 0 else line_end
    for opening, closing in _AROUND:
        before = source.rfind(opening, max(line_start, start - _LOOK), start)
        after = source.find(closing, end, min(line_end, end + _LOOK))
        if before >= 0 and after >= 0:
            yield before, after + len(closing)


def _braces(source: str, start: int, end: int) -> tuple[int, int] | None:
    lowest = depth = 0
    for sign in source[start:end]:
        depth += (sign == "{") - (sign == "}")
        lowest = min(lowest, depth)
    for _ in range(-lowest):
        if source[start - 1 : start] != "{":
            return None
        start -= 1
        command = _COMMAND.search(source, max(0, start - _LOOK), start)
        start = command.start() if command else start
    for _ in range(depth - lowest):
        if source[end : end + 1] != "}":
            return None
        end += 1
    return start, end


def _tags(source: str, start: int, end: int) -> tuple[int, int] | None:
    unopened: list[str] = []
    opened: list[str] = []
    for tag in _TAG.finditer(source, start, end):
        if not tag[1]:
            opened.append(tag[2])
        elif opened:
            opened.pop()
        else:
            unopened.append(tag[2])
    for _ in unopened:
        before = _OPEN_TAG.search(source, max(0, start - _LOOK), start)
        if before is None:
            return None
        start = before.start()
    for _ in opened:
        after = _CLOSE_TAG.match(source, end, end + _LOOK)
        if after is None:
            return None
        end = after.end()
    return start, end


def _delimiters(source: str, start: int, end: int) -> tuple[int, int] | None:
    for delimiter in _DELIMITERS:
        if source[start:end].replace("\\" + delimiter[0], "").count(delimiter) % 2 == 0:
            continue
        if source.startswith(delimiter, end):
            end += len(delimiter)
        elif source.endswith(delimiter, 0, start):
            start -= len(delimiter)
        else:
            return None
    return start, end
