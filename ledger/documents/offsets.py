"""Byte offsets of UTF-8 text to offsets in code points, for parsers that count bytes."""

from __future__ import annotations

import re

_SURROGATE = re.compile(r"[\ud800-\udfff]")


def encodable(text: str) -> str:
    """*text* with every lone surrogate as U+FFFD, which keeps every offset in code points."""
    try:
        text.encode("utf-8")
    except UnicodeEncodeError:
        return _SURROGATE.sub("\ufffd", text)
    return text


class CharOffsets:
    """Converts byte offsets; fast when the queries mostly ascend, in short steps.

    Calling it with a byte offset gives the offset in code points.
    """

    def __init__(self, text: str) -> None:
        self._ascii = text.isascii()
        self._data = b"" if self._ascii else text.encode("utf-8")
        self._byte = 0
        self._char = 0

    def __call__(self, offset: int) -> int:
        """The offset in code points of the byte *offset*."""
        if self._ascii:
            return offset
        if offset == self._byte:
            return self._char
        if offset >= self._byte:
            self._char += len(self._data[self._byte : offset].decode("utf-8", "ignore"))
        else:
            self._char -= len(self._data[offset : self._byte].decode("utf-8", "ignore"))
        self._byte = offset
        return self._char
