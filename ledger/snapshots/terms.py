"""Numbers that state nothing by themselves: terms of a formula, of a ratio, of arithmetic in words, labels.

``N − 1 iterations``, ``7 in 10``, ``half of 7 ms``, ``log 7``, ``(0, 7)``, the number of a heading, the page
number behind a row of dots: a number torn out of any of them would pass for a statement.
"""

from __future__ import annotations

import re

from ledger.quantities import Kind, Token

_LOOK = 48
_WORDS, _SIGNS = 20, 6
"""How far words that act on a number, and a symbol with its sign, reach back from it."""
_LETTER = r"[^\W\d_]"
_TERM_BEFORE = re.compile(rf"(?<!\w){_LETTER}[′']?(?:\s?[-+\u2212\u2013×·*]|\s[/÷])\s?\Z")
_TERM_AFTER = re.compile(
    rf"\s?[+\u2212×·*÷]\s?[(\[]?{_LETTER}(?!\w)|\s[-\u2013/]\s[(\[]?{_LETTER}(?!\w)"
    rf"|[(\[]\s?{_LETTER}\s?[-+\u2212\u2013×·*/]"
)
_CALL_BEFORE = re.compile(rf"{_LETTER}\(\Z")
_SYMBOL_BEFORE = re.compile(rf"(?<!\w){_LETTER}['′]?\s?\Z")
_ACTED_BEFORE = re.compile(
    r"(?:\d:|\d/|(?<![\w.-])\d{1,4} (?:in|out of) |\b(?:one|two|three) (?:in|out of) "  # 5:7, 16/32, one in 7
    r"|\b(?:half|twice|thrice|double|triple|times|log|ln|exp|sqrt|min\.?) "
    r"|(?:\b(?:half|halves|thirds?|quarters?|fourths?|fifths?|sixths?|eighths?|tenths?|hundredths?|fraction"
    r"|square|cube|root|power|logarithm|inverse|reciprocal|percent)|\d ?%)"
    r" of (?:the |an? |all |our )?"
    r"|\\[a-z]{1,12}\{|\}\{|一半的 ?|分之一的 ?|(?:\.\s?){4,}\s?)\Z",
    re.IGNORECASE,
)
_ACTED_AFTER = re.compile(
    r"\s?[×÷*]\s?\d|:\d|!(?=\s[a-z(])"  # 4 bytes × 2, 7:1, 7! orders
    r"|\s?[A-Za-z]{1,4}(?:[⁻\ue000-\uefff]|\^?[-−]\s?[12¹²](?!\d))"  # GB s⁻¹
    r"| (?:squared|cubed|dozens?|kilo|times|pairs)\b"
    r"|\s?的\s?(?:一半|[一二两三四五六七八九十百\d]{1,4}(?:分之|倍|成|半))"
)
_RATIO_AFTER = re.compile(r" (?:in|out of|for every|per) \d")
_TUPLE_BEFORE = re.compile(r"[(\[]\s?[\d.]{1,12}(?:, ?[\d.]{1,12}){0,8}, ?\Z")
_TUPLE_AFTER = re.compile(r"(?:, ?[\d.]{1,12}){1,8}\s?[)\]]")
_PRODUCT_AFTER = re.compile(r"\s?[×∗*·]\s?[a-z(]")
_LABEL = re.compile(r"\d{1,2}(?:\.\d{1,2}){0,4}")
_TITLE = re.compile(r"[:.)]? [A-Z][^\n.]{1,90}(?:\n|\Z)|:(?!\d)")
"""Behind a number that opens a line: a title, which has no full stop; a step of an algorithm."""


def is_term(plain: str, token: Token, opens_line: bool) -> bool:
    """Whether a token that has a quantity does not state it."""
    if token.quantity is None or token.quantity.expression is not None:
        return False
    before, after = plain[max(0, token.start - _LOOK) : token.start], plain[token.end : token.end + _LOOK]
    factor = plain[token.end - token.surface.endswith("×") :][:8]  # read as "times" where a factor follows
    words, signs = max(0, len(before) - _WORDS), max(0, len(before) - _SIGNS)
    signed = token.surface[:1] in "-+\u2212\u2013" and _SYMBOL_BEFORE.search(before, signs) is not None
    bare = token.quantity.unit == "1"
    called = bare and after[:1] == ")" and _CALL_BEFORE.search(before, signs) is not None
    if signed or called or _TERM_BEFORE.search(before, signs) or _TERM_AFTER.match(factor):
        return True
    if token.kind is Kind.QUOTED or _ACTED_BEFORE.search(before, words) or _ACTED_AFTER.match(after):
        return True
    if not bare:
        return False
    if _RATIO_AFTER.match(after) or _PRODUCT_AFTER.match(after) or _TUPLE_BEFORE.search(before):
        return True
    opens_tuple = before[-1:] in ("(", "[") and _TUPLE_AFTER.match(after) is not None
    return opens_tuple or (opens_line and _is_label(plain, token))


def _is_label(plain: str, token: Token) -> bool:
    """Whether the number opens a line that reads like a heading."""
    label = _LABEL.match(plain, token.start)
    return label is not None and label.end() == token.end and _TITLE.match(plain, token.end) is not None
