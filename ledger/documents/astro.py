"""Reads Astro components: the program text between the fences, then the template."""

from __future__ import annotations

import re

from ledger.documents import expressions, typescript
from ledger.documents.builder import Builder
from ledger.documents.document import Document, Format
from ledger.documents.html import HtmlSink
from ledger.quantities.text import Role

_FENCE = re.compile(r"^---[ \t]*\r?$", re.MULTILINE)
_RULE_LINE = re.compile(r"^\|+[ \t]*\r?$", re.MULTILINE)
_LOOK = 2000
_DATA = re.compile(r"\d|[^\x00-\x7f]")


def fences(source: str) -> tuple[int, int, int, int] | None:
    """Where the program text's fences stand: start and end of both lines, or ``None``."""
    opening = _FENCE.search(source, 0, _LOOK)
    closing = _FENCE.search(source, opening.end()) if opening else None
    return (*opening.span(), *closing.span()) if opening and closing else None


def without_rules(source: str) -> str:
    """*source* with the lines that hold only bars blanked, where a printed page is full of them."""
    rules = len(_RULE_LINE.findall(source))
    if rules * 4 <= source.count("\n"):
        return source
    return _RULE_LINE.sub(lambda match: " " * len(match.group()), source)


def read_astro(path: str, source: str) -> Document:
    """Read an Astro component; never raises."""
    builder = Builder(source)
    text = without_rules(source)
    found = fences(text)
    template_start = 0
    if found is not None:
        _before(builder, text, found[0], printed=not path.endswith(".astro"))
        typescript.read(builder, text, found[1], found[2])
        template_start = found[3]
    template = expressions.hide(text, template_start, len(text))
    sink = HtmlSink(builder, template.text, components=True)
    position = template_start
    for comment in template.comments:
        if not comment.attribute:
            sink.feed(position, comment.end)
            position = comment.end
        builder.comment(comment.words, comment.start, comment.end, inline=not builder.at_line_start)
    sink.feed(position, len(text))
    sink.close()
    builder.newline(len(text))
    _hidden(builder, text, template)
    return builder.finish(path, Format.ASTRO)


def _before(builder: Builder, text: str, end: int, *, printed: bool) -> None:
    """What stands above the fences: of a *printed* page its name and size, which it does not say itself."""
    begin = builder.length
    for line in re.finditer(r"[^\n]+", text[:end]):
        builder.exact(*line.span())
        builder.newline(line.end())
    if printed:
        builder.mark(begin, builder.length, Role.FRONT_MATTER, "printed")


def _hidden(builder: Builder, text: str, template: expressions.Template) -> None:
    """The expressions, one a line, with the strings that they show."""
    waiting = sorted(template.literals, key=lambda literal: literal.start)
    comments = {comment.start - 1: comment.end + 1 for comment in template.comments}
    next_literal = 0
    for span in template.hidden:
        if not span.attribute and comments.get(span.start) != span.end and text[span.start] != "<":
            builder.computed.append((span.start, span.end))
        code = text[span.start : span.end]
        begin = builder.length
        while next_literal < len(waiting) and waiting[next_literal].start < span.start:
            next_literal += 1
        if not _DATA.search(code):
            continue
        position = span.start
        while next_literal < len(waiting) and waiting[next_literal].start < span.end:
            literal = waiting[next_literal]
            builder.copy(text[position : literal.start].replace("\n", " "), position)
            content = builder.length
            position = min(literal.end, span.end)
            typescript.unescape(builder, text, literal.start, position)
            builder.mark(content, builder.length, Role.STRING_DATA)
            next_literal += 1
        builder.copy(text[position : span.end].replace("\n", " "), position)
        builder.mark(begin, builder.length, Role.CODE, "astro")
        builder.newline(span.end)
