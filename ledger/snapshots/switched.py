"""Settings that a program does not set: commented out, set on a condition, or said of by a comment.

``# workers = 8``, ``if debug: workers = 8`` and ``workers = 8  # unused`` print the setting, and none of them
says that it holds.
"""

from __future__ import annotations

import re

from ledger.snapshots.neutral import unknown_in
from ledger.snapshots.rows import Hit, line_at, lines_above, lines_below

_SIGN = r"(?P<sign>#|//|;|%|<!--|--|'|/\*+|REM\b|rem\b)"
_NAME = r"[-\w.\"'\[\]]{1,60}"
_OFF = re.compile(
    rf"[ \t]*{_SIGN}[ \t]?{_NAME}[ \t]?(?:=|:|:=)[ \t]?[^\s=]{{1,60}}[ \t]*(?:-->|\*/)?[ \t]*\Z"
)
"""A setting behind the sign of a comment: ``# workers = 8``."""
_SETTING = re.compile(rf"(?P<indent>[ \t]*)(?P<diff>[-+] )?{_NAME}[ \t]?(?:=|:|:=)[ \t]?")
_REST = re.compile(
    r"[\"'\])}]{0,3}[,;]?[ \t]*(?:(?P<comment>#|//|;|--|/\*)"
    r"|(?P<rest>(?:if|or|else|unless)\b|\?|[-+*/])).*\Z"
)
"""What stands behind the value of a setting: a comment, or what the program makes of it."""
_CONDITION = re.compile(
    r"[ \t]*(?P<word>#[ \t]?if\w*|#[ \t]?el\w+|if|else|elif|else if"
    r"|\} ?else|except|catch|while|when|unless)\b"
)
_COMPARED = re.compile(r"(?P<sign>[=!]==?)\s?\Z")
_BLOCKS = (("/*", "*/"), ("<!--", "-->"))
_QUOTES = ('"""', "'''")
_LINES = 40


def switched_off(text: str, token: Hit) -> Hit | None:
    """What tells that the setting whose value is *token* may not hold; ``None`` where it is none or holds."""
    compared = _COMPARED.search(text, max(0, token[0] - 4), token[0])
    if compared is not None:
        return compared.span("sign")
    line = line_at(text, token[0])
    off = _OFF.match(text, *line)
    if off is not None:
        return off.span("sign")
    setting = _SETTING.match(text, *line)
    if setting is None or setting.end() < token[0] - 1 or setting.end() > token[0]:
        return None
    rest = _REST.match(text, token[1], line[1])
    if rest is not None and rest["rest"] is not None:
        return rest.span("rest")
    if rest is not None and (said := next(unknown_in(text, rest.end("comment"), line[1]), None)) is not None:
        return said
    return _block(text, line) or _removed(text, line, setting) or _condition(text, line, setting["indent"])


def _block(text: str, line: Hit) -> Hit | None:
    """The sign of the comment or of the string over several lines that the line stands in."""
    for opening, closing in _BLOCKS:
        at = text.rfind(opening, 0, line[0])
        if at >= 0 and text.find(closing, at, line[0]) < 0 <= text.find(closing, line[1]):
            return at, at + len(opening)
    for quote in _QUOTES:
        if text.count(quote, 0, line[0]) % 2:
            at = text.rfind(quote, 0, line[0])
            return at, at + len(quote)
    return None


def _removed(text: str, line: Hit, setting: re.Match[str]) -> Hit | None:
    """The sign before a line that a change takes away, where another one comes in its place."""
    if setting["diff"] != "- ":
        return None
    beside = (next(lines_above(text, line[0]), line), next(lines_below(text, line[1]), line))
    return setting.span("diff") if any(text.startswith("+ ", other[0]) for other in beside) else None


def _condition(text: str, line: Hit, indent: str) -> Hit | None:
    """The word of the condition whose block the line stands in."""
    most = len(indent)
    for count, (low, high) in enumerate(lines_above(text, line[0])):
        begin = high - len(text[low:high].lstrip())
        preprocessor = text.startswith("#", begin)
        if begin - low < most or preprocessor:
            found = _CONDITION.match(text, low, high)
            if found is not None:
                return found.span("word")
            most = begin - low if not preprocessor else most
        if count > _LINES or (most == 0 and not preprocessor):
            return None
    return None
