"""Unit words that are most likely slips of the pen: ``parmeter`` for ``parameter``.

A word that the table does not know counts things of its own kind, so that any noun can be counted. One that
is a single slip away from a long word of the table is taken for that word misspelt. Of short words too many
have a neighbour that is a word itself (``state`` and ``stage``, ``patch`` and ``batch``).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from string import ascii_lowercase

from ledger.quantities.unit_table import FOLDED, lookup
from ledger.quantities.units import resolve

_LEAST = 7
"""Letters of a word of the table that a letter too few or too many makes another of."""
_LEAST_CHANGED = 8
"""The same, of one letter for another."""
_LEAST_TURNED = 5
"""The same, of two that changed places."""
_LONGEST = 40
_WORD = re.compile(r"[A-Za-z]+")


def misspelt(unit: str) -> tuple[str, str] | None:
    """The first word of *unit* that looks like a slip, and the word that it looks meant to be.

    Raises:
        UnitError: *unit* is not shaped like a unit.
    """
    for base, _ in resolve(unit).dims:
        for word in _WORD.findall(base) if base.startswith("#") else ():
            near = _nearest(word)
            if near is not None:
                return word, near
    return None


@lru_cache(maxsize=1024)
def _nearest(word: str) -> str | None:
    """The word of the table that *word* is one slip away from; ``None`` if it is known, or near to none."""
    if lookup(word) is not None or not _LEAST_TURNED <= len(word) <= _LONGEST:
        return None
    lower = word.lower()
    return next((one for one in _slips(lower) if one in FOLDED), None)


def _slips(word: str) -> Iterator[str]:
    """What *word* may have been before one slip behind its first letter, likelier ones first."""
    for at in range(1, len(word) - 1):
        if word[at] != word[at + 1]:
            yield word[:at] + word[at + 1] + word[at] + word[at + 2 :]
    if len(word) + 1 >= _LEAST:
        yield from (
            word[:at] + letter + word[at:] for at in range(1, len(word) + 1) for letter in ascii_lowercase
        )
    if len(word) - 1 >= _LEAST:
        yield from (word[:at] + word[at + 1 :] for at in range(1, len(word)))
    if len(word) >= _LEAST_CHANGED:
        for at in range(1, len(word)):
            yield from (word[:at] + letter + word[at + 1 :] for letter in ascii_lowercase)
