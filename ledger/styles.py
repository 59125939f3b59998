"""What style declarations keep from a page's reader: text that is hidden, text that is struck out."""

from __future__ import annotations

import re
from functools import lru_cache

_HIDES = re.compile(
    r"(?<![\w-])(?:display\s*:\s*none|visibility\s*:\s*(?:hidden|collapse)"
    r"|(?:opacity|font-size)\s*:\s*0(?:\.0*)?(?:[a-z%]|\s|;|!|$)|color\s*:\s*transparent)",
    re.IGNORECASE,
)
_STRIKES = re.compile(r"text-decoration(?:-line)?\s*:[^;}:]*line-through", re.IGNORECASE)
STRIKING_TAGS = ("del", "s", "strike")


@lru_cache(maxsize=256)
def hides(declarations: str) -> bool:
    """Whether *declarations* (``display: none; …``) make text unseen."""
    return _HIDES.search(declarations) is not None


@lru_cache(maxsize=256)
def strikes(declarations: str) -> bool:
    """Whether *declarations* draw a line through text."""
    return _STRIKES.search(declarations) is not None
