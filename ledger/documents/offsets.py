"""Byte offsets of UTF-8 text to offsets in code points, for parsers that count bytes."""

from __future__ import annotations

import re
import sys

_LONGER = re.compile(rb"[\x80-\xff]")
_AHEAD = 4096
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
        self._data = b"" if text.isascii() else text.encode("utf-8")
        self._byte = 0
        self._char = 0
        self._until = self._ascii_until(0) if self._data else sys.maxsize

    def __call__(self, offset: int) -> int:
        """The offset in code points of the byte *offset*."""
        if self._byte <= offset <= self._until:
            return self._char + offset - self._byte
        if offset >= self._byte:
            self._char += len(self._data[self._byte : offset].decode("utf-8", "ignore"))
        else:
            self._char -= len(self._data[offset : self._byte].decode("utf-8", "ignore"))
        self._byte, self._until = offset, self._ascii_until(offset)
        return self._char

    def _ascii_until(self, offset: int) -> int:
        """How far every byte from *offset* on is a code point of its own, looking a little ahead."""
        high = min(len(self._data), offset + _AHEAD)
        found = _LONGER.search(self._data, offset, high)
        return high if found is None else found.start()
