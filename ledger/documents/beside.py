"""What stands directly around a bound text and changes what it states."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from ledger.documents.mentions import Mention
from ledger.quantities.wording import is_changed, is_denied, is_multiplied

_SIGN_BEFORE = re.compile(r"(?:[·*/^÷√–-]|[×−±]\s*)\Z")
_SIGN_AFTER = re.compile(r"[×·*/^÷²³⁰¹⁴⁵⁶⁷⁸⁹]|\s*[×÷^]")
_POWER_AFTER = re.compile("[²³⁰¹⁴-⁹⁻^]")
_RATE_AFTER = re.compile(r"\s?/\s?[^\W\d_]|[ -]per[ -][^\W\d_]")
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
    """Whether the text around says another thing than what is read.

    Right before the bound text stands a denial or a part (``not [16 bytes]``, ``half of [16 bytes]``), or
    right behind it, where its last number does not reach, a divisor (``[8 块 GPU]/s``), a power, a bound
    (``[30–40%] or more``), a second unit (``[16 bytes] GB``).
    """
    first = min((mention.start for mention in touched), default=start)
    if is_denied(plain, min(first, start)) or is_multiplied(plain, min(first, start)):
        return True
    last = max((mention.end for mention in touched), default=start)
    if end <= start or last > end:
        return False
    if is_changed(plain, end) or (last < end and _POWER_AFTER.match(plain, end) is not None):
        return True
    return plain[end - 1].isalnum() and _RATE_AFTER.match(plain, end) is not None
