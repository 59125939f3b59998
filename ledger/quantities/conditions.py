"""The case that a condition sets for its reader: ``if you have 8 GPUs``."""

from __future__ import annotations

import re

from ledger.quantities.real_things import IS_REAL, REAL

_IF = re.compile(
    r"(?<![A-Za-z])[Ii]f (?:you(?:r|'re)?|my|someone) "
    r"(?!(?:compare|look|see|read|check|multiply|divide|count|add|consider|believe|trust)\b)[^,.;:，。；\n]{0,80}"
    r"|(?:如果|假如|倘若|要是|若(?!干))(?:你|您)[^,;，。；：\n]{0,40}"
    r"|(?:如果|假如|倘若|要是)(?:(?!应该?|就|则|会|才)[^,;，。；：\n]){1,20}?"
    r"(?:为|是|等于|取) ?\d[^,;，。；：\n]{0,20}"
)
_COUNTERFACTUAL = re.compile(
    r"(?<![A-Za-z])(?:[Ii]f (?:there|we|they|it|each|every|(?:the|an?) [a-z]+(?: [a-z]+)?) (?:were|had)\b"
    r"|Were (?:we|you|they|there) to\b)[^,.;:\n]{0,80}(?=[^.\n]{0,120}\b(?:would|could|might)\b)"
)
"""``if there were 10 servers, each would``: a case set against what is."""
_MAIN_CLAUSE = re.compile(
    r"(?<!that)(?<!which)(?<!and)(?<!or)(?<!because)(?<!what) (?:you|we|they|it|then|there) "
)
"""``if you have 8 GPUs`` *you get*: without a comma the next subject begins what follows."""
_IS_NAMED = re.compile(rf"{IS_REAL.pattern}|{REAL} for [$€£¥]", re.I)
_NAMED = re.compile(r"[A-Z][A-Za-z]{2,}|[A-Za-z]-?\d")
_FOR_EXAMPLE = re.compile(r"[以取]([^，。；,;\n]{0,40}\d[^，。；,;\n]{0,30})为例")
_IFS_EN = ("f you", "f my ", "f someone ", " would ", " could ", " might ")
_IFS = (*_IFS_EN, "如果", "假如", "倘若", "要是", "若")
"""One of these stands in every such condition."""
_LIMIT = re.compile(
    r"\b(?:more|less|fewer|greater|larger|smaller|bigger|longer|over|under|above|below|exceeds?|least|most"
    r"|up to|beyond|within|than)\b|[<>≤≥]"
    r"|超过|超出|大于|小于|多于|少于|低于|高于|至少|最多|不足|不到|以[上下内]"
)
"""In a condition: it tells a limit, and a limit is a fact."""
NUMBER = re.compile(
    r"\d|[两三四五六七八九十百千万亿]"
    r"|\b(?:two|three|four|five|six|seven|eight|nine|ten|hundred|thousand|million)\b",
    re.I,
)


def in_condition(text: str) -> tuple[int, int]:
    """The span of *text*, one sentence, in which its reader's case is set: ``if you have 8 GPUs``."""
    if "为例" in text:
        case = _FOR_EXAMPLE.search(text)
        return (0, 0) if case is None or _NAMED.search(case[1]) is not None else case.span(1)
    if not any(cue in text for cue in (_IFS_EN if text.isascii() else _IFS)):
        return (0, 0)
    found = _IF.search(text) or _COUNTERFACTUAL.search(text)
    if found is None or _LIMIT.search(found[0]) is not None or _IS_NAMED.search(found[0]) is not None:
        return (0, 0)
    number = NUMBER.search(text, found.start(), found.end())
    main = None if number is None else _MAIN_CLAUSE.search(text, number.end(), found.end())
    return found.start(), found.end() if main is None else main.start()
