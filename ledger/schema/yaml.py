"""A YAML reader for documents written by people: positions kept, YAML's own traps refused.

It works on the parser's events with its own stack, so that deep nesting cannot exhaust the C stack,
and refuses what our documents never need: aliases (the bomb), tags, several documents in a file.
"""

from __future__ import annotations

import codecs
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import yaml

from ledger.errors import DocumentError, Location
from ledger.schema import syntax
from ledger.schema.ledger import Position
from ledger.schema.regular import read_regular

MAX_BYTES = 4 * 1024 * 1024
MAX_DEPTH = 24
MAX_NODES = 400_000

_Loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)

_SUSPECT = re.compile(r"[-+.~0-9]|(?i:[yntfo])|\Z")
"""How a plain scalar begins that may not be text; most begin otherwise."""
_CONTROL = re.compile(
    "[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\ud800-\udfff\ufffe\uffff]"
)
"""What a terminal obeys, what shows a text in another order than it is read, and what is no character: no
document needs it, and escapes ("\\e") bring it past the parser."""
_CONFLICT = re.compile("^<{7} ", re.MULTILINE)
"""What git writes above the two sides of a conflict."""
_INTEGER = re.compile(r"-?(?:0|[1-9][0-9]{0,17})\Z")
_TRUTH = re.compile(r"(?i:yes|no|on|off|true|false)\Z")
_NOTHING = re.compile(r"(?i:null|~|)\Z")
_NUMBER_LIKE = re.compile(
    r"[-+]?(?:[0-9][0-9_,]*(?:\.[0-9_]*)?|\.[0-9_]+)(?:[eE][-+]?[0-9]+)?%?\Z"  # 1e12 3.10 012 1_000 1,000
    r"|[-+]?0[xob][0-9a-fA-F_]+\Z"
    r"|[-+]?[0-9]+(?::[0-9]{1,2})+(?:\.[0-9]*)?\Z"  # 12:30 is seven hundred and fifty to YAML 1.1
    r"|[-+]?\.(?:inf|Inf|INF)\Z|\.(?:nan|NaN|NAN)\Z"
)
_DATE_LIKE = re.compile(r"[0-9]{4}-[0-9]{1,2}(?:-[0-9]{1,2})?(?:[Tt ].*)?\Z")


@dataclass(slots=True)
class Parsed:
    """A document's plain value with the position of every value and key, by path."""

    value: Any
    positions: dict[tuple[str | int, ...], Position] = field(default_factory=dict)
    keys: dict[tuple[str | int, ...], Position] = field(default_factory=dict)


@dataclass(slots=True)
class _Open:
    """A collection being read: where it is, and the key that waits for its value."""

    path: tuple[str | int, ...]
    value: dict[str, Any] | list[Any]
    key: str | None = None


def read_text(path: Path, shown: str) -> str:
    """The text of a document file, bounded.

    Raises:
        DocumentError: unreadable, not a regular file, larger than ``MAX_BYTES``, or not UTF-8 text.
    """
    try:
        raw = read_regular(path, shown, MAX_BYTES)
    except FileNotFoundError as fault:
        cause = f"cannot be read: {fault.strerror}"
        raise DocumentError(Location(shown), cause, "somebody removed it; run again") from fault
    if raw.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        raise DocumentError(Location(shown), "is UTF-16 text", "save it as UTF-8")
    if b"\0" in raw:
        raise DocumentError(Location(shown), "is a binary file, not YAML text", "remove it or rename it")
    try:
        text: str = raw.decode("utf-8-sig")
        return text
    except UnicodeDecodeError as fault:
        line = raw.count(b"\n", 0, fault.start) + 1
        column = fault.start - raw.rfind(b"\n", 0, fault.start)
        raise DocumentError(Location(shown, line, column), "is not UTF-8 text", "save it as UTF-8") from fault


def parse(text: str, shown: str) -> Parsed:
    """Read one YAML document into plain ``dict``, ``list``, ``str``, ``int`` and ``bool``.

    Raises:
        DocumentError: bad syntax, or one of YAML's traps, with how to write it instead.
    """
    try:
        return _Builder(shown).build(yaml.parse(text, Loader=_Loader))
    except yaml.MarkedYAMLError as fault:
        conflict = _CONFLICT.search(text)
        if conflict is not None:
            place = Location(shown, text.count("\n", 0, conflict.start()) + 1, 1)
            raise DocumentError(place, "has a merge conflict", "resolve it, and remove its marks") from fault
        mark = syntax.begin(fault)
        place = Location(shown, mark.line + 1, mark.column + 1) if mark is not None else Location(shown)
        cause = f"is not valid YAML: {fault.problem or fault.context}"
        raise DocumentError(place, cause, syntax.advice(fault, text, _Loader)) from fault
    except yaml.YAMLError as fault:
        raise DocumentError(Location(shown), f"is not valid YAML: {fault}") from fault


class _Builder:
    """Builds the value from events, one stack entry per open collection."""

    def __init__(self, shown: str) -> None:
        self.shown = shown
        self.parsed = Parsed(None)
        self.stack: list[_Open] = []
        self.nodes = 0
        self.documents = 0

    def build(self, events: Iterator[yaml.Event]) -> Parsed:
        for event in events:
            if isinstance(event, yaml.ScalarEvent):  # most of a document, so they are asked for first
                self._scalar(event)
            elif isinstance(event, yaml.CollectionEndEvent):
                self.stack.pop()
            elif isinstance(event, yaml.CollectionStartEvent):
                self._open(event)
            elif isinstance(event, yaml.AliasEvent):
                raise self._fault(event, "uses an alias (*name)", "write the value out")
            elif isinstance(event, yaml.DocumentStartEvent):
                self._begin(event)
        if self.documents == 0:
            raise DocumentError(Location(self.shown, 1, 1), "is empty", "write a document or delete the file")
        return self.parsed

    def _begin(self, event: yaml.DocumentStartEvent) -> None:
        self.documents += 1
        if self.documents > 1:
            raise self._fault(event, "holds a second document", "put each document in its own file")

    def _open(self, event: yaml.CollectionStartEvent) -> None:
        self._refuse_extras(event)
        if self.stack and isinstance(self.stack[-1].value, dict) and self.stack[-1].key is None:
            raise self._fault(event, "uses a list or mapping as a key", "keys are plain words")
        if len(self.stack) >= MAX_DEPTH:
            raise self._fault(event, f"is nested more than {MAX_DEPTH} levels deep", "flatten it")
        value: dict[str, Any] | list[Any] = {} if isinstance(event, yaml.MappingStartEvent) else []
        path = self._place(value, event)
        self.stack.append(_Open(path, value))

    def _scalar(self, event: yaml.ScalarEvent) -> None:
        self._refuse_extras(event)
        if not event.value.isprintable():
            self._refuse_controls(event)
        top = self.stack[-1] if self.stack else None
        if top is not None and top.key is None and isinstance(top.value, dict):
            self._key(top, event)
        else:
            self._place(self._resolve(event), event)

    def _key(self, top: _Open, event: yaml.ScalarEvent) -> None:
        key = event.value
        if key in top.value:
            first = self.parsed.keys[(*top.path, key)]
            raise self._fault(event, f"repeats the key '{key}' of line {first[0]}", "keep one of them")
        self.parsed.keys[(*top.path, key)] = _position(event)
        top.key = key

    def _place(self, value: Any, event: yaml.Event) -> tuple[str | int, ...]:
        """Put *value* where the stack says, record its position, and return its path."""
        self.nodes += 1
        if self.nodes > MAX_NODES:
            raise self._fault(event, f"has more than {MAX_NODES:,} values", "split the file")
        path: tuple[str | int, ...] = ()
        if not self.stack:
            self.parsed.value = value
        else:
            top = self.stack[-1]
            if isinstance(top.value, list):
                path = (*top.path, len(top.value))
                top.value.append(value)
            else:
                path = (*top.path, str(top.key))
                top.value[str(top.key)] = value
                top.key = None
        self.parsed.positions[path] = _position(event)
        return path

    def _resolve(self, event: yaml.ScalarEvent) -> str | int | bool:
        text: str = event.value
        if event.style or _SUSPECT.match(text) is None:
            return text
        if text in ("true", "false"):
            return text == "true"
        if _INTEGER.match(text):
            return int(text)
        if _NOTHING.match(text):
            raise self._fault(event, "is an empty value", "leave the key out, or write the value")
        if _TRUTH.match(text):
            raise self._fault(event, f"'{text}' is a truth value to YAML", f'write "{text}", true or false')
        if _NUMBER_LIKE.match(text) or _DATE_LIKE.match(text):
            raise self._fault(event, f"'{text}' loses its digits in YAML", f'write it in quotes: "{text}"')
        return text

    def _refuse_extras(self, event: yaml.ScalarEvent | yaml.CollectionStartEvent) -> None:
        if event.tag is not None and event.tag != "!":
            raise self._fault(event, f"uses the tag {event.tag}", "remove the tag")
        if event.anchor is not None:
            raise self._fault(
                event, f"defines the anchor &{event.anchor}", "write the value out where needed"
            )

    def _refuse_controls(self, event: yaml.ScalarEvent) -> None:
        found = _CONTROL.search(event.value)
        if found is not None:
            name = f"U+{ord(found.group()):04X}"
            raise self._fault(event, f"has the control character {name}", "remove it")

    def _fault(self, event: yaml.Event, cause: str, hint: str) -> DocumentError:
        line, column = _position(event)
        return DocumentError(Location(self.shown, line, column), cause, hint)


def _position(event: yaml.Event) -> Position:
    mark = event.start_mark
    return (mark.line + 1, mark.column + 1) if mark is not None else (1, 1)
