"""Numbers that are themselves the example: ``a short value (e.g. 64 KB)``."""

from __future__ import annotations

import re

_SUCH = tuple(
    f"{cue}{article}"
    for cue in ("e.g.", "e.g.,", "such as", "for example", "for example,", "for instance", "for instance,")
    for article in ("", " a", " an")
)
_SUCH_LIST = re.compile(
    r"[(（] ?(?:e\.g\.,?|such as|for example,?|for instance,?|例?如|比如|譬如)[：，]?"
    r" ?[~≈约]? ?\d[^()（）\n=*×:：;；]*\Z"
)
_OF_REAL = re.compile(
    r"\d[\d.,]*+ (?:of|out of) (?:the|its|our|their|all|these|those)\b"
    r"|\d[\d.,]*+ ?(?:[^\s()（），。]{1,16} ){0,3}(?:(?:in|of|for|at|by|from|的|张|个|块|台) ?){0,1}(?:the )?"
    r"[A-Z][A-Za-z]{0,20}-?[A-Z]?\d"
    r"|\d[\d.,]*+ ?(?:[A-Za-z%]{1,16} ){0,3}(?:in|of|for|at|by|from|on) (?:our\b|[A-Z][a-z]{3,})"
)
"""``e.g. 671B parameters in DeepSeek-V3``, ``80 GB A100s``: the example is one that there is."""
_OPENS_SENTENCE = re.compile(
    r"(?:For (?:example|instance)|(?:(?<=[。！？\n])|(?<![\s\S]))(?:例如|比如|譬如)，)[,，]?\Z"
)
"""``For example, 2 GPUs reach 3.8``: the sentence is the example, and may be of what is."""
_PARTS = re.compile(r"[()（）,，;；:：]")
_CAME_TO_PASS = re.compile(r"\b(?:was|were|had|took)\b")
_BEFORE_SUCH, _ENDS_SUCH = frozenset(" ~≈约如：，"), frozenset(".,seESan如：")
_BEGINS_SUCH = frozenset("esf例如比譬")
"""With these begins what :data:`_SUCH_LIST` finds in its bracket."""
_SUCH_ZH = ("(如", "（如", "例如", "比如", "譬如", "例如：", "比如：", "例如，", "比如，")


def is_such(s: str, start: int) -> bool:
    """Whether the number at *start* is itself the example: ``a short value (e.g. 64 KB)``."""
    if s[start - 1 : start] not in _BEFORE_SUCH:
        return False
    before = s[max(0, start - 18) : start].rstrip(" ~≈约")
    if before[-1:] not in _ENDS_SUCH:
        return False
    if not (before.endswith(_SUCH_ZH) or before.lower().endswith(_SUCH)):
        return False
    if _OF_REAL.match(s, start) is not None:
        return False
    return _OPENS_SENTENCE.search(before) is None and not _came_to_pass(s, start, start)


def is_among_such(s: str, start: int) -> bool:
    """Whether the number at *start* stands in brackets that open with one: ``(e.g. 64 KB or 32 KB)``."""
    low = max(0, start - 80)
    opened = max(s.rfind("(", low, start), s.rfind("（", low, start))
    if opened < 0 or s[opened + 1 + (s[opened + 1] == " ")] not in _BEGINS_SUCH:
        return False
    if _SUCH_LIST.match(s, opened, start) is None or _OF_REAL.match(s, start) is not None:
        return False
    return not _came_to_pass(s, opened, start)


def _came_to_pass(s: str, start: int, end: int) -> bool:
    """Whether the past is told between *start* and what parts the number at *end* from what follows it."""
    parted = _PARTS.search(s, end, end + 40)
    return _CAME_TO_PASS.search(s, start, end + 40 if parted is None else parted.start()) is not None
