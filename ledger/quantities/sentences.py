"""Where the sentences of a text begin and end."""

from __future__ import annotations

import re
from collections.abc import Iterator

SENTENCE = 200
"""How far a sentence is looked for, in characters."""
SENTENCE_END = re.compile(
    r"[。！？\t\n!?.](?:(?<=[。！？\t])|(?<=\n)(?<![，,]\n)|(?<=[!?])(?![\w=&])|(?<=\.)(?=\s))"
)
_BACK_TO_STOP = re.compile(r"[。！？；\n\t!?;]| [.:]|：")


def sentences(s: str, at: int, high: int) -> Iterator[int]:
    """Where the sentences between *at* and *high* begin."""
    while at < high:
        yield at + 1
        at = max(sentence_end(s, at + 1), at + 1)


def sentence_start(s: str, at: int) -> int:
    """Where the sentence of *at* begins."""
    low = max(0, at - SENTENCE)
    before = _BACK_TO_STOP.search(s[low:at][::-1])
    return low if before is None else at - before.start()


def sentence_end(s: str, at: int, most: int = 2 * SENTENCE) -> int:
    """Where the sentence of *at* ends, at its full stop."""
    high = min(len(s), at + most)
    stop = SENTENCE_END.search(s, at, high)
    return high if stop is None else stop.start()
