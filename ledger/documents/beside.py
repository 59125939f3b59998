"""What stands directly around a bound text and changes what it states."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from ledger.documents.mentions import Mention
from ledger.quantities.wording import is_denied

_SIGN_BEFORE = re.compile(r"(?:[·*/^÷√–-]|[×−±]\s*)\Z")
_SIGN_AFTER = re.compile(r"[×·*/^÷²³⁰¹⁴⁵⁶⁷⁸⁹]|\s*[×÷^]")
_RATE_AFTER = re.compile(r"\s?/\s?[^\W\d_]")
_LOOK = 12


class Beside(NamedTuple):
    """See :func:`attached` and :func:`overruled`."""

    attached: bool
    overruled: bool


def beside(plain: str, start: int, end: int, touched: Sequence[Mention]) -> Beside:
    """What stands around the bound text ``plain[start:end]``, whose numbers are *touched*."""
    return Beside(attached(plain, start, end, touched), overruled(plain, start, end, touched))


def attached(plain: str, start: int, end: int, touched: Sequence[Mention]) -> bool:
    """Whether the bound text ``plain[start:end]`` is only a part of what stands there.

    So it is if one of the numbers in it (*touched*) goes on outside, as in ``at most [4P bytes]`` or
    ``[16] KB``, or if a sign, a factor or a power stands beside it. A term of a sum stands for itself.
    """
    for mention in touched:
        before = plain[mention.start : start].strip()
        after = plain[end : mention.end].strip()
        if (before and not before.endswith("+")) or (after and not after.startswith(("+", "−", "-", "–"))):
            return True
    if _SIGN_BEFORE.search(plain[max(0, start - _LOOK) : start]):
        return True
    return _SIGN_AFTER.match(plain, end, end + _LOOK) is not None


def overruled(plain: str, start: int, end: int, touched: Sequence[Mention]) -> bool:
    """Whether the text around says another thing than what is read: a denial right before the bound text
    (``not [16 bytes]``), or a unit right behind it as a divisor (``[8 块 GPU]/s``) that its last number does
    not reach."""
    first = min((mention.start for mention in touched), default=start)
    if is_denied(plain, min(first, start)):
        return True
    if end <= start or not plain[end - 1].isalnum() or _RATE_AFTER.match(plain, end) is None:
        return False
    return all(mention.end <= end for mention in touched)
