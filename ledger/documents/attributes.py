"""Attributes of HTML and of components: which of them have words that a reader sees."""

from __future__ import annotations

import re

from ledger.documents.names import FIGURES
from ledger.quantities import units

TARGETS = frozenset(("href", "src", "cite", "action", "poster", "data", "srcset"))
"""Attributes whose values are addresses."""
_SHOWN = frozenset(
    (
        "alt",
        "title",
        "aria-label",
        "aria-description",
        "placeholder",
        "summary",
        "label",
        "description",
        "content",
        "set:html",
        "set:text",
    )
)
_QUIET = re.compile(
    r"(?:class(?:name)?|style|sizes?|widths?|heights?|(?:max|min)-?(?:width|height)|margin|padding|gap|delay|duration"
    r"|timeout|offset|top|right|bottom|left|media|transform|points|d|viewbox)\Z"
    r"|(?:class|client|is|transition|on):|data-"
)
"""A component's properties that never are words for the reader."""
_SETTINGS = re.compile(r"[a-z][a-z-]{1,39}=[^\s,;=]{1,40}(?:[,;] ?[a-z][a-z-]{1,39}=[^\s,;=]{1,40}){1,20}")
_MEASURE = re.compile(r"[~<>≈≤≥+-]?[$€£¥]?\d[\d.,]*")


def is_shown(name: str, value: str, component: bool) -> bool:
    """Whether an attribute is an address or has words for the reader, as any of a *component* may."""
    if name in TARGETS:
        return "//" in value
    words = name in _SHOWN or (component and _QUIET.match(name) is None)
    return words and (not _looks_like_data(value) or (component and name in FIGURES))


def _looks_like_data(value: str) -> bool:
    """Whether an attribute's value is one word of data, or settings (``width=device-width, scale=1``).

    A number with its unit (``40GB``, ``99.9%``) is none.
    """
    value = value.strip()
    if _SETTINGS.fullmatch(value) is not None and "%" not in value:
        return True
    if " " in value or not value.isascii():
        return False
    number = _MEASURE.match(value)
    if number is None:
        return True
    unit = units.match(value, number.end(), len(value))
    return value[number.end() :] not in ("%", "x") and (unit is None or unit[0] != len(value))
