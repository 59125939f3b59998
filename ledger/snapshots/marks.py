"""Numbers that mark a place instead of stating anything: raised notes, page and line numbers, references.

They stand among the words of a page as other numbers do, so that an anchor beside one would seem to say how
many.
"""

from __future__ import annotations

import re

from ledger.snapshots.page import Page
from ledger.snapshots.rows import Hit, line_at

_NUMBER = re.compile(r"\d{1,4}\Z")
_OPENS = re.compile(r"[^\S\n]*(\d{1,4})(?!\d)")
_AUTHOR = re.compile(
    r"\bet al\b|[A-Z\u00c0-\u017e][\w'’-]+, [A-Z]\.|\b[A-Z]\. [A-Z][\w'’-]+(?:,| and\b)|, and [A-Z][\w'’-]+\b"
)
_PUBLISHED = re.compile(
    r"(?=[aIPdpCTJUh])"  # all begin with one of these, so that the rest is passed quickly
    r"(?:https?:|\b(?:arXiv\b|In:? (?:Proc|International|Advances|[A-Z]\w+ Conference)|Proceedings\b|doi\b"
    r"|preprint\b|pp\. ?\d|pages \d|CoRR\b|Transactions on\b|Journal of\b|URL\b))"
)
_ENTRY_REACH, _LIST_REACH, _ENTRIES = 350, 1500, 3
"""How far an entry and its neighbours are looked for, in characters; how many make a list."""


def mark_of(page: Page, token: Hit) -> str | None:
    """What the number at *token* marks, in words; ``None`` when it may be a quantity.

    Args:
        page: the page; its positions tell raised digits and margins.
        token: a half-open span of its text.
    """
    text = page.text
    if any(map(str.isdigit, text[slice(*token)])) and _is_script(page, *token):
        return "raised or lowered, a note mark or a part of a formula"
    bare = _NUMBER.match(text[slice(*token)].strip()) is not None
    if bare and _is_page_number(page, token):
        return "the number of the page"
    if bare and _numbers_lines(text, token):
        return "the number of a line"
    return "part of an entry of the list of references" if _is_reference(text, token) else None


def _is_script(page: Page, start: int, end: int) -> bool:
    return any(span.start <= start and end <= span.end for span in page.scripts(start, end))


def _is_page_number(page: Page, token: Hit) -> bool:
    """Whether it opens or closes the first or the last line of a printed page, apart from all else there."""
    text = page.text
    if not page.boxes:
        return False
    line = line_at(text, token[0])
    first, last = text[: line[0]].strip() == "", text[line[1] :].strip() == ""
    before, after = text[line[0] : token[0]], text[token[1] : line[1]]
    apart = (not before.strip() and after[:1] in ("", "\t")) or (
        not after.strip() and before[-1:] in ("", "\t")
    )
    return (first or last) and (apart or not after.strip() or not before.strip())


def _numbers_lines(text: str, token: Hit) -> bool:
    """Whether the lines before and behind open with the numbers before and behind it."""
    line = line_at(text, token[0])
    opened = _OPENS.match(text, *line)
    if opened is None or opened.start(1) != token[0]:
        return False
    number = int(opened[1])
    above = _OPENS.match(text, *line_at(text, line[0] - 1)) if line[0] > 0 else None
    below = _OPENS.match(text, *line_at(text, line[1] + 1)) if line[1] < len(text) else None
    return (above is not None and int(above[1]) == number - 1) and (
        below is not None and int(below[1]) == number + 1
    )


def _is_reference(text: str, token: Hit) -> bool:
    """Whether it stands in a list of references: authors before it, a place of publication near it, and more
    of these around."""
    near = text[max(0, token[0] - _ENTRY_REACH) : token[1] + _ENTRY_REACH]
    if _PUBLISHED.search(near) is None or _AUTHOR.search(near[: min(token[0], _ENTRY_REACH)]) is None:
        return False
    around = text[max(0, token[0] - _LIST_REACH) : token[1] + _LIST_REACH]
    return sum(1 for _ in _PUBLISHED.finditer(around)) >= _ENTRIES
