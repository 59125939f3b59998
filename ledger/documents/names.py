"""Sets of names, written as words."""

from __future__ import annotations


def names(words: str) -> frozenset[str]:
    """The words of *words* as a set."""
    return frozenset(words.split())


FIGURES = names("value number amount total price score percent percentage stat metric")
"""A component's properties that are a figure for the reader, be it a bare number."""
