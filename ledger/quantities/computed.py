"""What code states though it is code: the value of a name, a sum worked out, a formula in named factors.

``num_layers = 80``, ``64 / 8 = 8`` and ``hit_rate > 0.95`` say what a sentence would say. A command, a flag,
a setting of the environment, a keyword and its argument (``lr=0.1``) and an index do not.
"""

from __future__ import annotations

import re

from ledger.quantities.lexicon import INDEX_WORDS, NAME_WORDS

_LINES = 40
_LONG = 320
_BOUND = re.compile(r"[A-Za-z_][\w.]* ?[<>≤≥]=? ?(?:\d[\d,]*\.\d+|[2-9]|[1-9]\d[\d,]*)(?: ?[A-Za-z%]{1,4})?")
"""A span that bounds something by a number: ``hit_rate_min > 0.95``."""
_NUMBER = r"[-−]?(?:\d{1,3}(?:,\d{3})++|\d++)(?:\.\d++)?+(?:[eE][-+]?\d{1,3})?+%?+"
_SUM = rf"\(*+{_NUMBER}\)*+(?: ?(?:[-+/×÷−]|\*\*?|//|\^) ?\(*+{_NUMBER}\)*+)*+"
_VALUE = re.compile(
    rf"(?:(?P<name>[A-Za-z_]\w*+(?:\.\w++)*+)(?P<joint> ?[=≈] ?))?+"
    rf"(?P<sums>{_SUM}(?: ?[=≈] ?{_SUM})*+)(?: ?[A-Za-z%]{{1,4}})?"
)
"""A name and its value, or a sum and its result."""
_ONE = re.compile(_NUMBER)
_NAMES = frozenset({"uid", "pid", "gid", "idx", "page", "offset", "pos", "position", "key", "code", "status"})
"""Further nouns that a number tells apart."""
_COUNTING = frozenset({"per", "num", "n", "max", "min", "total", "avg", "mean", "each"})
"""What before such a noun makes it counted: ``heads_per_gpu``, ``max_rank``."""
_OPERAND = r"\(*+(?:[A-Za-z_]\w*+(?:\.\w++)*+|\d[\d,]*+(?:\.\d++)?+)\)*+"
_FORMULA = re.compile(
    r"(?P<left>[A-Za-z][\w .()-]{0,60}[=≈] ?)?"
    rf"(?P<right>{_OPERAND}(?: ?[*×÷] ?{_OPERAND}| [-+/−] {_OPERAND}){{1,24}})"
)
"""Names and numbers joined by signs, or such an expression and what it gives."""
_FACTOR = re.compile(r"(?<![\w.])\d[\d.,]*+ ?[*×÷/]|[*×÷/] ?\d(?![\d.]*\w*[A-Za-z_])")
_HEAD = re.compile(r"[A-Za-z][\w .()-]{0,60}[=≈]")
_WORDS = re.compile(r"[A-Za-z]\w* [A-Za-z(]")


def states(text: str) -> bool | None:
    """Whether a span of code states its numbers; ``None`` where its shape does not tell."""
    if _BOUND.fullmatch(text) is not None:
        return True
    value = _VALUE.fullmatch(text)
    if value is None:
        formula = _FORMULA.fullmatch(text)
        return True if formula is not None and _FACTOR.search(formula["right"]) is not None else None
    name, sums = value["name"], value["sums"]
    if name is None:
        return True if "=" in sums or "≈" in sums else None
    if _is_setting(name):
        return False
    return None if " " not in value["joint"] and _ONE.fullmatch(sums) is not None else True


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
    formula = _FORMULA.fullmatch(text.strip())
    if formula is None or formula["left"] is None or _WORDS.match(formula["left"]) is None:
        return False
    return _FACTOR.search(formula["right"]) is not None


def is_formulas(text: str) -> bool:
    """Whether each line of a block is a formula in named factors, and one has words before its sign."""
    lines = [line.strip() for line in text.split("\n", _LINES)]
    lines = [line for line in lines if line]
    if not lines or len(lines) > _LINES or any(len(line) > _LONG for line in lines):
        return False
    if not any(_WORDS.match(line.partition("=")[0]) for line in lines):
        return False
    return all(_FORMULA.fullmatch(line) or _HEAD.fullmatch(line) for line in lines)
