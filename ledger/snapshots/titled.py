"""Captions, titles and notes of a table that may undo its numbers: ``Projected values``, ``Simulated``.

What they say is held to the same as a heading (:mod:`ledger.snapshots.topics`): its words are known, or stand
in an anchor, or are what the page itself speaks of, and what the numbers became of stands in an anchor.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import islice

from ledger.snapshots.captions import captions_of
from ledger.snapshots.neutral import unknown_in
from ledger.snapshots.page import Page
from ledger.snapshots.rows import Hit, is_row, line_at, lines_above, lines_below, table_above
from ledger.snapshots.topics import doubted, is_held

_CAPTION = re.compile(
    r"[ \t]{0,20}(?:Table|Tab\.|表)[ \t\u00a0]?[A-Z]?\.?\d{1,3}(?:[.-]\d{1,3})?[ \t]?[:.：。|—–-]?[ \t]?",
    re.IGNORECASE,
)
_SENTENCE = re.compile(r"[.。](?=\s|\Z)")
_OF_ALL = re.compile(
    r"\W{0,3}(?:(?:all|these|the|both|the\sfollowing|the\sabove)\s)?(?:[a-z]{2,20}\s)?"
    r"(?:values|numbers|figures|entries|rows|results|data|measurements|times|cells)\b"
    r"|\W{0,3}(?:以[上下]|所有|全部|表中)|\W{0,3}[a-z]{3,20}:\s|[\u3400-\u9fff]{1,6}：",
    re.IGNORECASE,
)
"""How a sentence beside a table opens that is about its numbers."""
_MOST_LINES = 4
_MOST_ROWS = 60
_MOST_WORDS = 8


def undone_by(page: Page, token: Hit, held: Sequence[str], spoken: frozenset[str] | None) -> Hit | None:
    """The first word of a caption, title or note of the table around a number that may undo it.

    Args:
        page: with the table.
        token: the number.
        held: what the evidence itself has.
        spoken: the words that the section around has; ``None`` where there is none, for those of the page.
    """
    text = page.text
    row = line_at(text, token[0])
    top = table_above(page, row)[0]
    bottom = row
    for line in islice(lines_below(text, row[1]), _MOST_ROWS):
        if not is_row(text, line[0]):
            break
        bottom = line
    heads = {line_at(text, span.start) for span in page.spans if span.role[0] == "h"}
    captions = captions_of(page, token)
    stretches = [_sentence(text, block) for block in captions]
    for above, lines in ((True, lines_above(text, top[0])), (False, lines_below(text, bottom[1]))):
        block = _block(text, [line for line in islice(lines, _MOST_LINES) if line not in heads])
        if block is None:
            continue
        named = _CAPTION.match(text, *block)
        title = _title(text, block) if named is None and above else None
        if named is not None and not captions:
            title = _sentence(text, (named.end(), block[1]))
        stretches += [] if title is None else [title]
        unheld = (word for word in _of_all(text, block) if not is_held(text[slice(*word)], held))
        if (found := next(unheld, None)) is not None:
            return found
    for stretch in stretches:
        rest = f"{text[: stretch[0]]} {text[stretch[1] :]}"
        word = next(doubted(text[slice(*stretch)], held, rest if spoken is None else spoken), None)
        if word is not None:
            at = text.find(word, *stretch)
            return at, at + len(word)
    return None


def _of_all(text: str, block: Hit) -> Iterator[Hit]:
    """The words of a short sentence beside a table that is about its numbers; a long one says more."""
    opens = _OF_ALL.match(text, *block)
    if opens is None:
        return
    ends = _SENTENCE.search(text, *block)
    high = block[1] if ends is None else ends.start()
    said = text[block[0] : high]
    if len(said.split()) <= _MOST_WORDS and not any(map(str.isdigit, said)):
        yield from unknown_in(text, opens.start(), high)


def _block(text: str, lines: Sequence[Hit]) -> Hit | None:
    """The lines next to a table that stand together."""
    if not lines:
        return None
    low, high = lines[0]
    for line in lines[1:]:
        if "\n\n" in text[min(high, line[1]) : max(low, line[0])] or is_row(text, line[0]):
            break
        low, high = min(low, line[0]), max(high, line[1])
    return low, high


def _sentence(text: str, block: Hit) -> Hit:
    """The first sentence of a caption, without its number."""
    named = _CAPTION.match(text, *block)
    low = block[0] if named is None else named.end()
    ends = _SENTENCE.search(text, low, block[1])
    return low, block[1] if ends is None else ends.start()


def _title(text: str, block: Hit) -> Hit | None:
    """The short line right over a table that is no sentence."""
    line = line_at(text, block[1])
    said = text[slice(*line)].strip()
    ends = said[-1:] in (".", "。", ",", "，") or len(said.split()) > _MOST_WORDS
    return None if ends else line
