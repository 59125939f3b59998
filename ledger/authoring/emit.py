"""Our documents as YAML text, in the style that people write them."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import yaml

_PLAIN = re.compile(r"[A-Za-z][A-Za-z0-9_./+-]*(?: [A-Za-z0-9_./+-]+)*\Z")
"""Text that may stand without quotes: words, with no character that means something to YAML."""

LONGEST_PLAIN = 40

_RAW = re.compile("[\x7f-\x9f\u2028\u2029\ud800-\udfff\ufeff\ufffe\uffff]")
"""What may not stand as itself in a YAML file, or breaks a line in it."""


def block(document: Mapping[str, Any], indent: int = 0) -> str:
    """*document* as a block mapping; nested mappings and lists stand on one line where they are short."""
    return "".join(_lines(document, " " * indent))


def item(document: Mapping[str, Any], indent: int) -> str:
    """*document* as an item of a block list whose dash stands after *indent* spaces."""
    text = block(document, indent + 2)
    return text[:indent] + "- " + text[indent + 2 :]


def _lines(document: Mapping[str, Any], margin: str) -> Iterator[str]:
    for key, value in document.items():
        flow = _flow(value)
        if isinstance(value, Mapping) and len(flow) > 70:
            yield f"{margin}{_text(str(key))}:\n"
            yield from _lines(value, margin + "  ")
        elif isinstance(value, Sequence) and value and isinstance(value[0], Mapping):
            yield f"{margin}{_text(str(key))}:\n"
            yield from (f"{margin}  - {_flow(one)}\n" for one in value)
        else:
            yield f"{margin}{_text(str(key))}: {flow}\n"


def _flow(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        return str(value)
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{_text(str(key))}: {_flow(one)}" for key, one in value.items()) + "}"
    if isinstance(value, Sequence) and not isinstance(value, str):
        return "[" + ", ".join(_flow(one) for one in value) + "]"
    return _text(str(value))


def _text(text: str) -> str:
    """Plain where YAML reads it back as the same text, else in double quotes (JSON's are YAML's)."""
    if len(text) <= LONGEST_PLAIN and _PLAIN.match(text) and yaml.safe_load(text) == text:
        return text
    return _RAW.sub(lambda found: f"\\u{ord(found.group()):04x}", json.dumps(text, ensure_ascii=False))
