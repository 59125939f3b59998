"""What to do about a text that is no YAML: the parser names where it gave up, an author needs the cause."""

from __future__ import annotations

from typing import Any

import yaml
from yaml.error import Mark

_QUOTES = 'close the quotation; inside double quotes write \\" for a double quote'
_TAB = "indent with spaces, not with a tab"
_ADVICE = {
    "mapping values are not allowed in this context": (
        "put a text that has a colon and a space in quotes; indent a key as its neighbours are"
    ),
    "could not find expected ':'": "write 'key: value', with a space after the colon",
    "found unknown escape character": "inside double quotes write \\\\ for a backslash",
    "found unexpected end of stream": _QUOTES,
    "block sequence entries are not allowed in this context": "begin the list on a line of its own",
    "did not find expected ',' or '}'": "close the braces; put text with a quote, comma or colon in quotes",
    "did not find expected ',' or ']'": "close the bracket; put text with a quote, comma or colon in quotes",
    "did not find expected '-' indicator": "indent every item of the list alike",
    "found a tab character that violates indentation": _TAB,
}


def advice(fault: yaml.MarkedYAMLError, text: str, loader: Any) -> str:
    """How to mend the fault, as far as the text tells."""
    mark = fault.problem_mark
    if fault.problem == "did not find expected key" and mark is not None:
        return _no_key(text, mark, loader)
    if fault.problem == "found character that cannot start any token" and mark is not None:
        line = (text.split("\n")[mark.line :] or [""])[0]
        sign = line[mark.column : mark.column + 1]
        return _TAB if sign == "\t" else f"put a text that begins with {sign!r} in quotes"
    return _ADVICE.get(fault.problem or "", "")


def begin(fault: yaml.MarkedYAMLError) -> Mark | None:
    """The place to look at: where a quotation begins that never ends, else where the parser gave up."""
    if fault.context == "while scanning a quoted scalar":
        return fault.context_mark
    return fault.problem_mark or fault.context_mark


def _no_key(text: str, mark: Mark, loader: Any) -> str:
    """A key was expected: a quotation ended too early or too late, or the line is not indented as others."""
    last = _last_scalar(text, loader)
    if last is None or last.style not in ("'", '"') or last.end_mark is None or last.start_mark is None:
        return "indent it as its neighbours are"
    if last.end_mark.line != mark.line:
        return "indent it as its neighbours are"
    if last.start_mark.line < last.end_mark.line:
        return f"the quotation that begins on line {last.start_mark.line + 1} is not closed there"
    inside = "write '' for a quote inside" if last.style == "'" else 'write \\" for a double quote inside'
    return f"the quotation ends before the text does; {inside}"


def _last_scalar(text: str, loader: Any) -> yaml.ScalarEvent | None:
    last = None
    try:
        for event in yaml.parse(text, Loader=loader):
            last = event if isinstance(event, yaml.ScalarEvent) else last
    except yaml.YAMLError:
        pass
    return last
