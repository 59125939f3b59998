"""One change of a printed text."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Change(StrEnum):
    """What is changed."""

    DIGIT = "digit"
    SIGN = "sign"
    UNIT = "unit"
    RATE = "rate"
    """A divisor that is dropped or put in (``/s``, ``per layer``)."""
    SCALE = "scale"
    EXPONENT = "exponent"
    """A raised digit that is another one, or no longer raised."""
    COMPARATOR = "comparator"
    DENIAL = "denial"
    FACTOR = "factor"
    """Words of a part or a multiple (``half of``)."""
    RANGE = "range"
    """A range of which one end is left."""
    POINT = "decimal-point"
    OPERATOR = "operator"


@dataclass(frozen=True, slots=True)
class Alteration:
    """Replace ``text[start:end]`` by ``replacement``."""

    change: Change
    start: int
    end: int
    replacement: str

    def applied(self, text: str) -> str:
        """*text* with the change."""
        return text[: self.start] + self.replacement + text[self.end :]


MINUS = "-−–－‐‑﹣"
