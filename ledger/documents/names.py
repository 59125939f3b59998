"""Sets of names, written as words."""

from __future__ import annotations


def names(words: str) -> frozenset[str]:
    """The words of *words* as a set."""
    return frozenset(words.split())
