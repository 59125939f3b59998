"""Addresses that bind what they link to a claim: ``claim:ID``."""

from __future__ import annotations

import re
from urllib.parse import unquote

_SCHEME = re.compile(r"\s*claim:", re.IGNORECASE)
_LONGEST = 1000


def claim_of(address: str) -> str | None:
    """The claim that *address* names, or ``None`` if it is an address of another kind.

    Of an address the scheme is the same in capitals, and ``%2E`` is a dot; the id is returned as it then
    reads, whether or not it is one.
    """
    scheme = _SCHEME.match(address)
    if scheme is None:
        return None
    return unquote(address[scheme.end() : scheme.end() + _LONGEST]).strip()
