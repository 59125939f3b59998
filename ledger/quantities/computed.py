"""What code states though it is code: the value of a name, a sum worked out, a formula in named factors.

``num_layers = 80``, ``64 / 8 = 8`` and ``hit_rate > 0.95`` say what a sentence would say. A command, a flag,
a setting of the environment, a keyword and its argument (``lr=0.1``) and an index do not.
"""

from __future__ import annotations

import re

from ledger.quantities.lexicon import INDEX_WORDS, NAME_WORDS

_LINES = 40
_LONG = 320
_SIDES = 8
_BOUND = re.compile(r"[A-Za-z_][\w.]* ?[<>≤≥]=? ?(?:\d[\d,]*\.\d+|[2-9]|[1-9]\d[\d,]*)(?: ?[A-Za-z%]{1,4})?")
"""A span that bounds something by a number: ``hit_rate_min > 0.95``."""
_NUMBER = r"[-−]?(?:\d{1,3}(?:,\d{3})++|\d++)(?:\.\d++)?+(?:[eE][-+]?\d{1,3})?+%?+"
_NAME = r"[A-Za-z_]\w*+(?:\.\w++)*+"
_SIGN = r"(?: ?(?:[-+/×÷−]|\*\*?|//|\^) ?)"
_SUM = re.compile(rf"~?\(*+{_NUMBER}\)*+(?:{_SIGN}\(*+{_NUMBER}\)*+)*+(?: ?[A-Za-z%]{{1,4}})?")
"""A number, or several joined by signs, and perhaps a unit."""
_JOINED = re.compile(r"[\w)][ ~]?[=≈<>≤≥*×÷/+−-] ?[-−~]?[\w(]")
_TERM = rf"{_NUMBER}(?: ?[A-Za-z]\w{{0,20}}(?:/\w{{1,20}}){{0,2}}+){{0,2}}+"
_MEASURED_SUM = re.compile(rf"{_TERM}(?: ?[*×/+-] ?{_TERM}){{1,12}} ?[=≈] ?{_NUMBER} ?[A-Za-z][\w/]{{0,20}}")
"""``8 lanes * 50GB/s/lane = 400GB/s``: a product of measures worked out."""
_EQUALS = re.compile(r" ?(?<![=<>!:+*/-])[=≈](?!=) ?")
_ASIDE = re.compile(r"(?<=\d) \([^\W\d][^()]{0,60}\)")
"""What a number stands for, in brackets behind it: ``32 (num_layers)``."""
_ANY_NAME = re.compile(_NAME)
_ONE = re.compile(_NUMBER)
_NAMES = frozenset({"uid", "pid", "gid", "idx", "page", "offset", "pos", "position", "key", "code", "status"})
"""Further nouns that a number tells apart."""
_COUNTING = frozenset({"per", "num", "n", "max", "min", "total", "avg", "mean", "each"})
"""What before such a noun makes it counted: ``heads_per_gpu``, ``max_rank``."""
_OPERAND = rf"\(*+(?:{_NAME}|\d[\d,]*+(?:\.\d++)?+(?:[eE][-+]?\d{{1,3}})?+)\)*+"
_PRODUCT = re.compile(rf"{_OPERAND}(?: ?(?:[×÷]|\*\*?) ?{_OPERAND}| [-+/−] {_OPERAND}){{1,24}}")
"""Names and numbers joined by signs."""
_TIGHT_PRODUCT = re.compile(rf"{_OPERAND}(?: ?(?:[×÷/^]|\*\*?) ?{_OPERAND}){{1,24}}")
_STARRED = re.compile(r"\d ?[*×^]|[*×^] ?\d")
"""``2*n*d^2/312e12``: a slash alone may part the names of a path."""
_LEFT = re.compile(r"[A-Za-z][\w .()-]{0,60}(?<! )")
_FACTOR = re.compile(
    r"(?<![\w.])\d[\d.,]*+(?:[eE][-+]?\d{1,3})?+ ?[*×÷/]|[*×÷/] ?\(?\d[\d.,]*+(?:[eE][-+]?\d{1,3})?+(?!\w)"
)
_WORDS = re.compile(r"[A-Za-z]\w* [A-Za-z(]")


def states(text: str) -> bool | None:
    """Whether a span of code states its numbers; ``None`` where its shape does not tell."""
    if _JOINED.search(text) is None:
        return None
    if _BOUND.fullmatch(text) is not None:
        return True
    if _MEASURED_SUM.fullmatch(text) is not None:
        return True
    sides = _EQUALS.split(_ASIDE.sub("", text), _SIDES)
    sums = [side for side in sides if _SUM.fullmatch(side) is not None]
    if not all(side in sums or _ANY_NAME.fullmatch(side) or _is_product(side) for side in sides):
        return None
    if not sums:
        return True if any(map(_FACTOR.search, sides)) else None
    if len(sides) == 1:
        return None
    if len(sides) == 2 and _ANY_NAME.fullmatch(sides[0]) is not None:
        if _is_setting(sides[0]):
            return False
        return None if " " not in text and _ONE.fullmatch(sides[1]) is not None else True
    return True


def _is_product(side: str) -> bool:
    if _PRODUCT.fullmatch(side) is not None:
        return True
    return _STARRED.search(side) is not None and _TIGHT_PRODUCT.fullmatch(side) is not None


def _is_setting(name: str) -> bool:
    """Whether it is a name of the environment, or says which one of several is meant."""
    last = name.rpartition(".")[2]
    if last.isupper() and "_" in last:
        return True
    before, _, noun = last.lower().rpartition("_")
    which = noun in INDEX_WORDS or noun in NAME_WORDS or noun in _NAMES
    return which and before.rpartition("_")[2] not in _COUNTING


def is_worded(text: str) -> bool:
    """Whether a line gives what several words name as a product or quotient of names and numbers."""
    sides = _EQUALS.split(text.strip(), 1)
    if len(sides) < 2 or not _names_in_words(sides[0]):
        return False
    return _PRODUCT.fullmatch(sides[1]) is not None and _FACTOR.search(sides[1]) is not None


def is_formulas(text: str) -> bool:
    """Whether each line of a block is a formula in named factors, and one has words before its sign."""
    lines = [line.strip() for line in text.split("\n", _LINES)]
    lines = [line for line in lines if line]
    if not lines or len(lines) > _LINES or any(len(line) > _LONG for line in lines):
        return False
    sides = [_EQUALS.split(line, 1) for line in lines]
    if not any(len(parts) == 2 and _names_in_words(parts[0]) for parts in sides):
        return False
    return all(
        (len(parts) == 1 or _LEFT.fullmatch(parts[0]) is not None)
        and (parts[-1] == "" or _PRODUCT.fullmatch(parts[-1]) is not None)
        for parts in sides
    )


def _names_in_words(left: str) -> bool:
    return _LEFT.fullmatch(left) is not None and _WORDS.match(left) is not None
