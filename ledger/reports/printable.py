"""Text from documents, made safe for a terminal, a log and XML."""

from __future__ import annotations

import json
import re
from typing import Any

_UNSAFE = re.compile(
    "[\x00-\x1f\x7f-\x9f\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff\ufffe\uffff\ud800-\udfff]"
)
"""Control characters (a terminal obeys them), direction overrides (a reader is deceived), lone surrogates."""


def printable(text: str) -> str:
    """*text* on one line, with every unsafe character written as an escape such as ``\\x1b``."""
    return _UNSAFE.sub(_escape, text)


def _escape(match: re.Match[str]) -> str:
    character = match.group()
    if character in "\n\r\t":
        return " "
    code = ord(character)
    return f"\\x{code:02x}" if code < 0x100 else f"\\u{code:04x}"


def json_text(value: Any, *, indent: int | None = 2) -> str:
    """*value* as JSON that a terminal can show: what JSON itself leaves unescaped of the unsafe characters
    (single-character escape codes, direction overrides) is written ``\\u009b``, which reads as the same text.
    """
    text = json.dumps(value, ensure_ascii=False, indent=indent)
    return text if text.isascii() and "\x7f" not in text else _UNSAFE.sub(_json_escape, text)


def _json_escape(match: re.Match[str]) -> str:
    character = match.group()
    return character if character == "\n" else f"\\u{ord(character):04x}"
