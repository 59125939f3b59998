"""Words of a page that mean something by themselves."""

from __future__ import annotations

import re

from ledger.quantities.lexicon import FUNCTION_EN

LATIN = re.compile(r"[^\W\d_\u3040-\u9fff][^\W_\u3040-\u9fff]*")
_HAN = re.compile(r"[\u3040-\u9fff]{2,}")


def words_of(text: str) -> int:
    """How many words of *text* mean something by themselves; two Chinese characters are a word."""
    latin = [word for word in LATIN.findall(text) if len(word) > 2 or (word.isalpha() and len(word) > 1)]
    return sum(word.lower() not in FUNCTION_EN for word in latin) + sum(
        len(run) // 2 for run in _HAN.findall(text)
    )
