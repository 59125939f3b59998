"""Settings that a program does not set: commented out, set on a condition, or said of by a comment.

``# workers = 8``, ``if debug: workers = 8`` and ``workers = 8  # unused`` print the setting, and none of them
says that it holds. Where a file's indentation is lost (:mod:`ledger.snapshots.markup`) nothing tells where a
block without braces ends, and every line behind its opening in the same paragraph may stand in it.
"""

from __future__ import annotations

import re
from itertools import chain, islice

from ledger.snapshots.neutral import unknown_in
from ledger.snapshots.rows import Hit, line_at, lines_above, lines_below

_SIGN = r"(?P<sign>#|//|;|%|<!--|--|'|/\*+|REM\b|rem\b)"
_NAME = r"[-\w.$\"'\[\]]{1,60}"
_DECLARED = (
    r"(?:(?:export|let|const|var|set|local|int|float|double|long|auto|static|final|public|private|readonly|val"
    r"|env|arg|declare)[ \t]){0,3}"
)
_OFF = re.compile(
    rf"[ \t]*{_SIGN}[ \t]?(?:{_NAME}[ \t]?(?:=|:|:=)[ \t]?[^\s=]{{1,60}}[ \t]*(?:-->|\*/)?[ \t]*\Z"
    rf"|(?:[\w.$]{{1,30}}[ \t]){{0,3}}{_NAME}[ \t]?:?=[ \t]?(?P<value>)[\w.])",
)
"""A setting behind the sign of a comment: ``# workers = 8``, ``# let workers = 8, the old one``."""
_SETTING = re.compile(
    rf"(?P<indent>[ \t]*)(?P<diff>[-+] ?(?![-+]))?(?P<head>[^=:\n]{{0,80}}?(?:[{{&|?)][ \t]*))?{_DECLARED}"
    rf"{_NAME}[ \t]?(?:=|:|:=)[ \t]?[\"']?(?=[\w.+-])",
    re.IGNORECASE,
)
_REST = re.compile(
    r"[\"'\])}]{0,3}[,;]?[ \t]*(?:(?P<comment>#|//|;|--|/\*)"
    r"|(?P<rest>(?:if|or|else|unless)\b|\?|[-+*/])).*\Z"
)
"""What stands behind the value of a setting: a comment, or what the program makes of it."""
_CHOSEN = re.compile(r"(?P<word>&&|\|\||\?)[ \t]*\Z")
"""Before a setting that holds only where something else does."""
_CONDITION = re.compile(
    r"[ \t]*(?P<word>#[ \t]?if\w*|#[ \t]?el\w+"
    r"|(?:\}[ \t]?)?(?:if|else if|else|elif|elsif|elseif|catch|except|finally"
    r"|try|while|for|foreach|when|unless|until|switch|case|match|default|def|fn|func|function|sub|with|async))\b"
)
_CALLED = re.compile(r"[^(){}]{0,120}(?P<word>\([^{}]{0,200}\))[^(){}]{0,40}\{?[ \t]*\Z")
"""The opening of a block that has arguments: a branch, a loop, a function."""
_BRANCH = re.compile(r"[ \t]*(?P<word>[^()\s][^()]{0,60}\))[ \t]*\Z")
"""``debug)``: a branch of a shell's ``case``."""
_OPENS = re.compile(r"(?::|\bthen|\bdo|\bin|\))[ \t]*\Z|[ \t]*(?:else|try|default|finally)[ \t]*:?[ \t]*\Z")
"""How a line ends that opens a block without braces."""
_CLOSES = re.compile(r"[ \t]*(?:end\w{0,10}|fi|done|esac|#[ \t]?endif|;;)\b")
_BRACE = re.compile(r"[{}]")
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
    if off is not None and (off["value"] is None or off.start("value") >= token[0] - 1):
        return off.span("sign")
    setting = _SETTING.match(text, *line)
    if setting is None or not token[0] - 1 <= setting.end() <= token[0]:
        return None
    rest = _REST.match(text, token[1], line[1])
    if rest is not None and rest["rest"] is not None:
        return rest.span("rest")
    if rest is not None and (said := next(unknown_in(text, rest.end("comment"), line[1]), None)) is not None:
        return said
    head = None if setting["head"] is None else _CHOSEN.search(text, *setting.span("head"))
    if head is not None:
        return head.span("word")
    return (
        _block(text, line)
        or _removed(text, line, setting)
        or _in_braces(text, line, token[0])
        or _condition(text, line, setting["indent"])
    )


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
    if setting["diff"] is None or setting["diff"][0] != "-":
        return None
    beside = (next(lines_above(text, line[0]), line), next(lines_below(text, line[1]), line))
    return setting.span("diff") if any(text.startswith("+", other[0]) for other in beside) else None


def _in_braces(text: str, line: Hit, at: int) -> Hit | None:
    """What opens the braces around a place, where that is no mere name: ``if (debug) {``."""
    closed, wanted = 0, False
    lines = chain([(line[0], at)], islice(lines_above(text, line[0]), _LINES))
    for low, high in lines:
        if wanted:  # a brace on a line of its own: what it belongs to stands above
            wanted = False
            if (found := _opening(text, (low, high))) is not None:
                return found
        for brace in reversed(list(_BRACE.finditer(text, low, high))):
            closed += 1 if brace[0] == "}" else -1
            if closed >= 0:
                continue
            closed = 0
            wanted = not text[low : brace.start()].strip()
            if not wanted and (found := _opening(text, (low, brace.end()))) is not None:
                return found
    return None


def _opening(text: str, line: Hit) -> Hit | None:
    """The word or the arguments that tell that a block is a branch, a loop or a function."""
    for pattern in (_CONDITION, _CALLED):
        found = pattern.match(text, *line)
        if found is not None:
            return found.span("word")
    return None


def _condition(text: str, line: Hit, indent: str) -> Hit | None:
    """The word of the condition whose block the line stands in, told by indentation; where the text has none,
    by any line of its paragraph that opens one."""
    most, below, closed = len(indent), line, 0
    whole = True
    for count, (low, high) in enumerate(lines_above(text, line[0])):
        begin = high - len(text[low:high].lstrip())
        whole = whole and "\n\n" not in text[high : below[0]]
        preprocessor = text.startswith("#", begin)
        closed += _CLOSES.match(text, low, high) is not None
        flat = whole and begin - low == most and not text.startswith((" ", "\t"), below[0])
        opens = flat and "{" not in text[low:high] and _OPENS.search(text, low, high) is not None
        if begin - low < most or preprocessor or opens:
            found = _CONDITION.match(text, low, high) or _BRANCH.match(text, low, high)
            if found is not None and not (opens and closed > 0):
                return found.span("word")
            closed -= opens and found is not None
            most = begin - low if not preprocessor else most
        if count > _LINES or (most == 0 and not preprocessor and not whole):
            return None
        below = (low, high)
    return None
