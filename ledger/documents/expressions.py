"""Finds the ``{…}`` expressions of an Astro template and hides them, so that the rest reads as HTML.

An expression may hold markup again (``{rows.map((row) => <li>{row}</li>)}``), which stays. One pass with a
stack of its own, in linear time: what it knows of JavaScript is strings, template strings, comments and where
an element may begin. Regular-expression literals are taken for divisions, which matters only if they hold
quotes or braces.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from enum import Enum

from ledger.documents.names import FIGURES, names

_NEXT = {
    "markup": re.compile(r"[{<]"),
    "tag": re.compile(r"[\"'`{>]"),
    "code": re.compile(r"[\"'`{}]|//|/\*|<"),
    "template": re.compile(r"`|\\|\$\{"),
}
_STRINGS = {quote: re.compile(rf"(?:[^{quote}\\\n]|\\.)*+", re.DOTALL) for quote in "\"'"}
_ATTRIBUTE_NAME = re.compile(r"([\w:.@-]+)\s*=\s*\Z")
_QUIET = re.compile(
    r"(?:class(?:Name)?|style|href|src(?:set)?|id|key|slot|d|viewBox)\Z|(?:class|data|client|is|transition)[:-]|on[A-Z:]"
)
_LOOK = 60
_TAG_NAME = re.compile(r"/?[A-Za-z][\w.:-]*")
_RAW = re.compile(r"<(script|style)\b", re.IGNORECASE)
_BEFORE_ELEMENT = re.compile(r"(?:[(,=>?:&|{\[;]|\breturn)\s*\Z")
_VOID = names("area base br col embed hr img input link meta param source track wbr")
_VISIBLE = re.compile(r"[^\n]")
_NUMBER = re.compile(
    r"(?<![^\s>(])\{\s*+(?:0|[1-9]\d{0,14})(?:\.\d{0,14}[1-9])?\s*+\}(?=[\s<)]|[.,;:%](?!\w)|\Z)"
)
"""An expression that is a number as the page shows it, with nothing beside it that would be a part of it."""


_FIGURE = re.compile(r"\{(?:0|[1-9]\d{0,14})(?:\.\d{0,14}[1-9])?\}(?=[\s/>])")
"""The same as the value of an attribute that shows it."""


@dataclass(slots=True)
class Literal:
    """A string literal in program text that the page may show: the span of its content."""

    start: int
    end: int


@dataclass(slots=True)
class Hidden:
    """A stretch of expression code; *attribute* when it is an attribute's value."""

    start: int
    end: int
    attribute: bool


@dataclass(slots=True)
class CodeComment:
    """A comment in an expression: its span and its words; *attribute* when it is in an attribute's value."""

    start: int
    end: int
    words: str
    attribute: bool


@dataclass(slots=True)
class Template:
    """A template with its expressions hidden.

    ``text`` has the length of the whole source; what was hidden in it is spaces (a quoted run of spaces in a
    tag). An expression that is a number, ``{24} GB``, is text without its braces.
    """

    text: str
    hidden: list[Hidden] = field(default_factory=list)
    literals: list[Literal] = field(default_factory=list)
    comments: list[CodeComment] = field(default_factory=list)


class _Mode(Enum):
    MARKUP = "markup"
    TAG = "tag"
    CODE = "code"
    TEMPLATE = "template"


@dataclass(slots=True)
class _State:
    """An open construct. ``depth`` counts braces or elements; in a template string it is where the present
    chunk of text starts. The strings of a *quiet* one are not shown.
    """

    mode: _Mode
    start: int
    depth: int = 0
    attribute: bool = False
    quiet: bool = False
    name: str = ""


class _Scanner:
    """The states, the position, and what has been found."""

    def __init__(self, source: str, start: int, end: int, mode: _Mode) -> None:
        self.source = source
        self.position = start
        self.end = end
        self.stack = [_State(mode, start)]
        self.found = Template(source)
        self.code_start = start

    def scan(self) -> Template:
        """Scan to the end."""
        while self.position < self.end:
            state = self.stack[-1]
            match = _NEXT[state.mode.value].search(self.source, self.position, self.end)
            if match is None:
                break
            self.position = match.end()
            _STEPS[state.mode](self, state, match)
        if self.stack[-1].mode in (_Mode.CODE, _Mode.TEMPLATE):
            self._hide(self.end)
        return self.found

    def _hide(self, end: int) -> None:
        code = next((state for state in reversed(self.stack) if state.mode is _Mode.CODE), None)
        attribute = code is not None and code.attribute
        if end > self.code_start:
            self.found.hidden.append(Hidden(self.code_start, end, attribute))

    def _open_code(self, start: int, *, attribute: bool = False, quiet: bool = False) -> None:
        self.code_start = start
        self.stack.append(_State(_Mode.CODE, start, 1, attribute, quiet))

    def markup(self, state: _State, match: re.Match[str]) -> None:
        """In text: an expression, a tag or a comment may begin."""
        start = match.start()
        if match.group() == "{":
            self._open_code(start)
        elif self.source.startswith("!--", match.end()):
            self._skip_past("-->", start + 4)
        elif _RAW.match(self.source, start, self.end):
            self._skip_raw(start)
        elif self.source.startswith((">", "/>"), match.end()):
            self._fragment(state, start)
        else:
            self._tag(start)

    def _tag(self, start: int) -> None:
        name = _TAG_NAME.match(self.source, start + 1, self.end)
        if name:
            self.position = name.end()
            self.stack.append(_State(_Mode.TAG, start, name=name.group()))

    def _fragment(self, state: _State, start: int) -> None:
        """``<>`` and ``</>``, which only group."""
        closing = self.source.startswith("/", start + 1)
        self.position = start + (3 if closing else 2)
        self.found.hidden.append(Hidden(start, self.position, False))
        self._count(state, -1 if closing else 1)

    def _count(self, state: _State, change: int) -> None:
        """Count elements; where the outermost one inside an expression ends, the code goes on."""
        state.depth += change
        if state.depth <= 0 and len(self.stack) > 1:
            self.stack.pop()
            self.code_start = self.position

    def tag(self, state: _State, match: re.Match[str]) -> None:
        """In a tag: a quoted value, an expression or the end."""
        sign = match.group()
        if sign == "{":
            before = self.source[max(state.start, match.start() - _LOOK) : match.start()]
            name = _ATTRIBUTE_NAME.search(before)
            quiet = name is None or _QUIET.match(name[1]) is not None
            self._open_code(match.start(), attribute=True, quiet=quiet)
        elif sign != ">":
            self._skip_past(sign, match.end())
        else:
            self.stack.pop()
            closed = self.source[match.start() - 1] == "/" or state.name.lower() in _VOID
            change = -1 if state.name.startswith("/") else 0 if closed else 1
            self._count(self.stack[-1], change)

    def _skip_past(self, sign: str, start: int) -> None:
        at = self.source.find(sign, start, self.end)
        self.position = self.end if at < 0 else at + len(sign)

    def _skip_raw(self, start: int) -> None:
        name = "script" if self.source[start + 1] in "sS" and self.source[start + 2] in "cC" else "style"
        closing = re.compile(rf"</{name}\s*>", re.IGNORECASE).search(self.source, start, self.end)
        self.position = closing.end() if closing else self.end

    def code(self, state: _State, match: re.Match[str]) -> None:
        """In an expression: strings, comments, braces, elements."""
        sign, start = match.group(), match.start()
        if sign == "{":
            state.depth += 1
        elif sign == "}":
            self._close_brace(state)
        elif sign in "\"'":
            self._string(sign, start, state)
        elif sign == "`":
            self.stack.append(_State(_Mode.TEMPLATE, start, start + 1, state.attribute, state.quiet))
        elif sign == "//":
            self._comment(start, "\n", state)
        elif sign == "/*":
            self._comment(start, "*/", state)
        elif not state.attribute and self._element_begins(start):
            self._hide(start)
            self.stack.append(_State(_Mode.MARKUP, start))
            self.position = start

    def _close_brace(self, state: _State) -> None:
        state.depth -= 1
        if state.depth > 0 or len(self.stack) == 1:
            return
        self._hide(self.position)
        self.stack.pop()
        outer = self.stack[-1]
        if outer.mode is _Mode.TEMPLATE:
            outer.depth = self.position
        if outer.mode in (_Mode.CODE, _Mode.TEMPLATE):
            self.code_start = self.position

    def _element_begins(self, start: int) -> bool:
        following = self.source[start + 1 : start + 2]
        if not (following == ">" or following.isalpha()):
            return False
        return _BEFORE_ELEMENT.search(self.source[max(0, start - 40) : start]) is not None

    def _string(self, quote: str, start: int, state: _State) -> None:
        content = _STRINGS[quote].match(self.source, start + 1, self.end)
        end = content.end() if content else start + 1
        if not state.quiet and end > start + 1:
            self.found.literals.append(Literal(start + 1, end))
        self.position = min(self.end, end + 1)

    def _comment(self, start: int, closing: str, state: _State) -> None:
        self._skip_past(closing, start + 2)
        words = self.source[start + 2 : self.position].removesuffix(closing).strip(" *\t\n")
        self.found.comments.append(CodeComment(start, self.position, words, state.attribute))

    def template(self, state: _State, match: re.Match[str]) -> None:
        """In a template string: its end, an escape, or an expression."""
        if match.group() == "\\":
            self.position += 1
        elif match.group() == "`":
            self._chunk(state, match.start())
            self.stack.pop()
        else:
            self._chunk(state, match.start())
            start = self.code_start
            self.stack.append(_State(_Mode.CODE, match.start(), 1, state.attribute, state.quiet))
            self.code_start = start

    def _chunk(self, state: _State, end: int) -> None:
        """The text of a template string between its expressions."""
        if not state.quiet and end > state.depth:
            self.found.literals.append(Literal(state.depth, end))


_STEPS = {
    _Mode.MARKUP: _Scanner.markup,
    _Mode.TAG: _Scanner.tag,
    _Mode.CODE: _Scanner.code,
    _Mode.TEMPLATE: _Scanner.template,
}


def hide(source: str, start: int, end: int) -> Template:
    """Hide the expressions of the template ``source[start:end]``."""
    found = _Scanner(source, start, end, _Mode.MARKUP).scan()
    shown = {span.start for span in found.hidden if _is_number(source, span)}
    braces = [Hidden(at, at + 1, False) for at in shown]
    braces += [Hidden(span.end - 1, span.end, False) for span in found.hidden if span.start in shown]
    found.hidden = [span for span in found.hidden if span.start not in shown and not _is_figure(source, span)]
    found.text = _masked(source, [*found.hidden, *braces])
    return found


def _is_number(source: str, span: Hidden) -> bool:
    number = None if span.attribute else _NUMBER.match(source, span.start)
    return number is not None and number.end() == span.end


def _is_figure(source: str, span: Hidden) -> bool:
    number = _FIGURE.match(source, span.start) if span.attribute else None
    if number is None or number.end() != span.end:
        return False
    name = _ATTRIBUTE_NAME.search(source, max(0, span.start - _LOOK), span.start)
    return name is not None and name[1] in FIGURES


def script(source: str, start: int, end: int) -> Template:
    """The string literals and comments of the program text ``source[start:end]``."""
    return _Scanner(source, start, end, _Mode.CODE).scan()


def _masked(source: str, hidden: list[Hidden]) -> str:
    parts: list[str] = []
    position = 0
    for span in sorted(hidden, key=lambda span: span.start):
        if span.start < position:
            continue
        parts.append(source[position : span.start])
        blank = _VISIBLE.sub(" ", source[span.start : span.end])
        parts.append(f'"{blank[1:-1]}"' if span.attribute and len(blank) >= 2 else blank)
        position = span.end
    parts.append(source[position:])
    return "".join(parts)
