"""Counts in words: ``1 claim``, ``2 claims``."""

from __future__ import annotations


def counted(number: int, noun: str) -> str:
    """*number* and its *noun*, whose plural ends in s."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def size(claims: int, sources: int, pages: int) -> str:
    """How large a ledger is."""
    return f"{counted(claims, 'claim')}, {counted(sources, 'source')}, {counted(pages, 'page')}"
