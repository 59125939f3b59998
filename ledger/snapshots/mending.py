"""Anchors that would show what the given ones leave open, out of the source's own text.

A reason alone leaves an author to find out which words are missing. So the anchors are drawn longer here,
word by word, until they hold what was left out; the shortest that is found is proposed. Whether the source
says there what the claim says is for the author to read.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from ledger.schema.outcomes import Outcome
from ledger.snapshots.judged import Judged
from ledger.snapshots.page import Page
from ledger.snapshots.rows import Hit, cell_at, cells_of, is_row, line_at, stands_over, table_above
from ledger.snapshots.thinned import thinned
from ledger.snapshots.window import reading_of

CAUSES = frozenset(
    {"another-between", "another-thing", "direction", "not-in-anchor", "too-few-anchors", "unread"}
)
"""The causes that more words of the same sentence may settle; never a denial, a supposition or another unit,
which a longer anchor would only hide."""
TABLE_CAUSES = frozenset(
    {"column-not-anchored", "row-not-anchored", "several-numbers", "not-in-anchor", "same-name", "unread"}
)
"""Those that the names of a number's row and column may settle."""
MOST_HEADS = 4
MOST_CHARACTERS = 160
MOST_WORDS = 22
MOST_TRIED = 40
_WORD = re.compile(r"\w+")
_WORD_BEFORE = re.compile(r"\S+\s{0,3}\Z")
_WORD_BEHIND = re.compile(r"[,，.。:：;；]?\s{0,3}[^\s.,;:!?。，；：]+")
_HYPHENATED = re.compile(r"(?<=[^\W\d_])[-\u00ad]\n(?=[a-z])")

Look = Callable[[tuple[str, ...]], Judged]
"""What a page comes to with other anchors."""


def mended(page: Page, place: Judged, anchors: Sequence[str], look: Look) -> tuple[str, ...]:
    """The shortest anchors that are found, each at least as long as the given ones unless these hold several
    numbers; empty without any.

    Args:
        page: where the *place* is.
        place: what the given anchors come to.
        anchors: as given.
        look: looks for others on the same page.
    """

    def found(others: tuple[str, ...]) -> bool:
        return look(others).outcome is Outcome.VERIFIED

    if place.token is None or place.window is None or len(place.window.hits) != len(anchors):
        return ()
    if is_row(page.text, place.token[0]):
        named = (
            _of_table(page, place.window.hits, place.token, place.open) if place.cause in TABLE_CAUSES else ()
        )
        return next((spelt for spelt in named if all(map(_is_short, spelt)) and found(spelt)), ())
    if place.cause == "several-numbers":
        return _of_one_number(page, place.window.hits, place.token, anchors, look)
    if place.cause not in CAUSES:
        return ()
    behind = place.open is not None and place.open[0] >= place.token[1]
    for both in dict.fromkeys((behind, True)):
        longer = _longer(page, place.window.hits, place.token, both, place.open)
        tried: set[tuple[str, ...]] = set()
        for stretches in sorted(longer, key=_length):
            if not _covers(page.text, stretches, place.open):
                continue
            spelt = tuple(_spelt(page, anchors, place.window.hits, stretch) for stretch in stretches)
            if spelt in tried or not all(map(_is_short, spelt)):
                continue
            tried.add(spelt)
            if found(spelt):
                return spelt
            if len(tried) >= MOST_TRIED:
                break
    return _led_on(page, place, anchors, look)


def _of_one_number(
    page: Page, hits: Sequence[Hit], token: Hit, anchors: Sequence[str], look: Look
) -> tuple[str, ...]:
    spelt = tuple(_spelt(page, anchors, hits, stretch) for stretch in thinned(page, hits, token))
    if not spelt:
        return ()
    place = look(spelt)
    if place.outcome is Outcome.VERIFIED:
        return spelt
    return mended(page, place, spelt, look) if place.cause in CAUSES else ()


def _led_on(page: Page, place: Judged, anchors: Sequence[str], look: Look) -> tuple[str, ...]:
    """The anchors drawn out to what each look leaves open, one after the other."""
    for _ in range(MOST_WORDS):
        window = place.window
        if place.open is None or window is None or len(window.hits) != len(anchors):
            return ()
        low, high = place.open
        near = min(window.hits, key=lambda hit: max(hit[0] - high, low - hit[1]))
        grown = _joined(window.hits, (min(near[0], low), max(near[1], high)))
        anchors = tuple(_spelt(page, anchors, window.hits, stretch) for stretch in grown)
        if not all(map(_is_short, anchors)):
            return ()
        place = look(tuple(anchors))
        if place.outcome is Outcome.VERIFIED:
            return tuple(anchors)
    return ()


def _of_table(page: Page, hits: Sequence[Hit], token: Hit, unheld: Hit | None) -> Iterator[tuple[str, ...]]:
    """A name over the number's column, or none, the row's name, the anchors of the row, the number's cell,
    and the cell of the row that no anchor holds and one should."""
    row = line_at(page.text, token[0])
    above = table_above(page, row)[:-1][:MOST_HEADS]
    cells = [cell for line in above for cell in cells_of(page.text, line[0])]
    heads = [cell for cell in cells if page.text[slice(*cell)].strip() and stands_over(page, cell, token)]
    label, own = cell_at(page.text, row[0]), cell_at(page.text, token[0])
    inside = [hit for hit in hits if row[0] <= hit[0] and hit[1] <= row[1]]
    rows = [_joined(inside, token), _joined([*inside, label], token), _joined([label], own)]
    if unheld is not None and row[0] <= unheld[0] and unheld[1] <= row[1]:
        rows.append(_joined([*inside, unheld], token))
    for head in (None, *heads):
        for stretches in rows:
            yield tuple(_plain(page, hit) for hit in (*([] if head is None else [head]), *stretches))


def _length(stretches: Sequence[Hit]) -> int:
    return sum(end - start for start, end in stretches)


def _covers(text: str, stretches: Sequence[Hit], unheld: Hit | None) -> bool:
    """Whether one of the anchors holds all words of what none held."""
    if unheld is None:
        return True
    words = [word.span() for word in _WORD.finditer(text, *unheld)]
    if not words:
        words = [unheld]
    return any(low <= words[0][0] and words[-1][1] <= high for low, high in stretches)


def _longer(
    page: Page, hits: Sequence[Hit], token: Hit, behind: bool, unheld: Hit | None
) -> Iterator[tuple[Hit, ...]]:
    """The anchors of a number, the number's own drawn out to the left and, where what is open stands *behind*
    it, to the right, with those it meets in it; within its sentence, and up to what no anchor held."""
    home = reading_of(page, *token)
    if unheld is not None:
        home = replace(home, start=min(home.start, unheld[0]), end=max(home.end, unheld[1]))
    own = [hit for hit in hits if hit[0] < token[1] and token[0] < hit[1]]
    low = min(hit[0] for hit in (token, *own))
    high = max(hit[1] for hit in (token, *own))
    first = min([low, *(hit[0] for hit in hits if home.start <= hit[0])])
    for begin in (low, *_leftwards(page.text, low, home.start)):
        for end in (high, *(_rightwards(page.text, high, home.end) if behind else ())):
            yield _joined(hits, (begin, end))
    for begin in _leftwards(page.text, first, home.start):  # the first anchor of the sentence, too
        grown = [(begin, hit[1]) if hit[0] == first else hit for hit in hits]
        for inner in (low, *_leftwards(page.text, low, first)):
            yield _joined(grown, (inner if first < low else begin, high))


def _leftwards(text: str, at: int, low: int) -> Iterator[int]:
    for _ in range(MOST_WORDS):
        word = _WORD_BEFORE.search(text, max(low, at - 40), at)
        if word is None:
            return
        at = word.start()
        yield at


def _rightwards(text: str, at: int, high: int) -> Iterator[int]:
    for _ in range(MOST_WORDS):
        word = _WORD_BEHIND.match(text, at, high)
        if word is None:
            return
        at = word.end()
        yield at


def _joined(hits: Sequence[Hit], own: Hit) -> tuple[Hit, ...]:
    """*hits* with the stretch *own*, those that touch it being one with it."""
    low, high = own
    apart = []
    for hit in sorted(hits, reverse=True):
        if hit[1] < low or high < hit[0]:
            apart.append(hit)
        else:
            low, high = min(low, hit[0]), max(high, hit[1])
    return tuple(sorted([*apart, (low, high)]))


def _spelt(page: Page, anchors: Sequence[str], hits: Sequence[Hit], stretch: Hit) -> str:
    """An anchor for a stretch: as the author gave it, or as the page has it, on one line."""
    if stretch in hits:
        return anchors[list(hits).index(stretch)]
    return _plain(page, stretch)


def _plain(page: Page, stretch: Hit) -> str:
    """A stretch on one line, raised and lowered signs written out."""
    parts, at = [], stretch[0]
    for span in page.scripts(*stretch):
        first, last = max(at, span.start), min(stretch[1], span.end)
        parts += [page.text[at:first], f"{span.role}{{{page.text[first:last]}}}"]
        at = last
    text = "".join([*parts, page.text[at : stretch[1]]])
    return " ".join(_HYPHENATED.sub("", text).split())


def _is_short(anchor: str) -> bool:
    return len(anchor) <= MOST_CHARACTERS and len(anchor.split()) <= MOST_WORDS
