"""Word lists written as running text."""

from __future__ import annotations


def spaced(words: str) -> list[str]:
    """The words of a text, split at white space."""
    return words.split()
