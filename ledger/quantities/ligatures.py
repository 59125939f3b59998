"""Latin ligatures: letters that typesetters join into one sign (``ﬃ``), spelt out as the letters they are.

Only these fold. A raised, lowered, circled or fractional digit (``²``, ``½``) is compatible with a plain one
in Unicode too, but means something else: no compatibility normalisation is applied to text that is matched.

Source: The Unicode Standard, Alphabetic Presentation Forms, U+FB00–FB06 and their decompositions; the long
s of U+FB05 is an s.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import accumulate
from typing import NamedTuple

from ledger.quantities.text import Text
from ledger.quantities.token import Token

LIGATURES = {
    "\ufb00": "ff",
    "\ufb01": "fi",
    "\ufb02": "fl",
    "\ufb03": "ffi",
    "\ufb04": "ffl",
    "\ufb05": "st",
    "\ufb06": "st",
}
JOINED = re.compile("[\ufb00-\ufb06]")
"""One ligature."""


def spelt_out(text: str) -> str:
    """*text* with its ligatures spelt out; every other character stays."""
    return text if text.isascii() else JOINED.sub(_letters, text)


def _letters(sign: re.Match[str]) -> str:
    return LIGATURES[sign.group()]


class Spelt(NamedTuple):
    """A text with its ligatures spelt out.

    Attributes:
        plain: the text as given.
        text: the same spelt out, its marks over the letters that they were over.
        offsets: where each character of the latter stands in the former.
    """

    plain: str
    text: Text
    offsets: tuple[int, ...]

    def as_given(self, found: Iterable[Token]) -> Iterator[Token]:
        """The tokens *found* in the text that is spelt out, where they stand in the text as given."""
        low = 0
        for token in found:
            placed = self._placed(token, low)
            if placed.surface:
                low = placed.end
                yield placed

    def _placed(self, token: Token, low: int) -> Token:
        """One token, which begins at *low* or behind it even where two share a ligature."""
        start, end = max(self.offsets[token.start], low), self.offsets[token.end - 1] + 1
        parts: list[Token] = []
        for part in token.parts:
            parts.append(self._placed(part, parts[-1].end if parts else start))
        return replace(token, start=start, end=end, surface=self.plain[start:end], parts=tuple(parts))


def spell(text: Text) -> Spelt | None:
    """*text* with its ligatures spelt out; ``None`` where it has none."""
    plain = text.plain
    if plain.isascii() or JOINED.search(plain) is None:
        return None
    letters = [LIGATURES.get(sign, sign) for sign in plain]
    begins = [0, *accumulate(map(len, letters))]
    offsets = tuple(at for at, spelt in enumerate(letters) for _ in spelt)
    marks = tuple(
        replace(mark, start=begins[mark.start], end=begins[mark.end])
        for mark in text.marks
        if 0 <= mark.start < mark.end <= len(plain)
    )
    return Spelt(plain, Text("".join(letters), marks, text.lang), offsets)
