"""Which text objects of a page may not be seen, told from how they are painted.

To be listed here proves nothing: white letters on a dark ground are seen. Not to be listed does: such text
is painted in a colour of its own, inside the page and its clips, with nothing above it.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence

from ledger.snapshots.page import Box
from ledger.snapshots.painted import UNPAINTED, Area, Colour, Painted, Text

LIGHT = 225
"""A colour whose red, green and blue are all at least this is hard to tell from white paper."""
NEAR = 40
"""Two colours whose red, green and blue differ by less than this are hard to tell from each other."""
EDGE = 0.3
"""What overlaps by less than this, in points, only touches."""
TALL = 40.0
MAX_PAIRS = 5_000_000
"""How many pairs of a box and a text are looked at."""


class TooMany(Exception):
    """More boxes and texts than can be held against each other in a second or two."""


def suspects(painted: Painted, texts: Sequence[Text], shown: Box) -> list[Text]:
    """Those of *texts* that may not be seen on a page of which the part *shown* is shown.

    On a page that is too crowded to say, that is every text.
    """
    if not painted.whole:
        return list(texts)
    found = {text.order: text for text in texts if _may_be_lost(text, shown)}
    light = [text for text in texts if is_light(text)]  # on other text it wipes that out
    boxes = [area.box for area in painted.areas] + [text.box for text in light]
    try:
        for place, text in meetings(boxes, texts):
            if place < len(painted.areas):
                doubtful = _may_hide(painted.areas[place], text)
            else:
                doubtful = light[place - len(painted.areas)].order > text.order
            if doubtful:
                found[text.order] = text
    except TooMany:
        return list(texts)
    return list(found.values())


def is_light(text: Text) -> bool:
    """Whether a text is hard to see on paper: in a light colour, transparent, or in a pattern."""
    return all(min(colour[:3]) >= LIGHT or colour[3] < NEAR for colour in text.colours)


def meetings(boxes: Sequence[Box], texts: Sequence[Text]) -> Iterator[tuple[int, Text]]:
    """Every box, by its place in *boxes*, with every text that it meets by more than an edge.

    Raises:
        TooMany: after ``MAX_PAIRS``.
    """
    ordered = sorted((text for text in texts if _height(text) <= TALL), key=lambda text: text.box[1])
    tall = [text for text in texts if _height(text) > TALL]
    highest = max(map(_height, ordered), default=0.0)
    bottoms = [text.box[1] for text in ordered]
    left_over = MAX_PAIRS
    for place, (left, bottom, right, top) in enumerate(boxes):
        first = bisect_left(bottoms, bottom - highest)
        near = ordered[first : bisect_right(bottoms, top, first)]
        left_over -= len(near) + len(tall)
        if left_over < 0:
            raise TooMany
        for text in near + tall if tall else near:
            box = text.box
            across = box[0] + EDGE < right and left < box[2] - EDGE
            if across and box[1] + EDGE < top and bottom < box[3] - EDGE:
                yield place, text


def _height(text: Text) -> float:
    return text.box[3] - text.box[1]


def _may_be_lost(text: Text, shown: Box) -> bool:
    """Whether it may be lost on paper, or to its clips."""
    if text.veiled or text.mode in UNPAINTED or is_light(text):
        return True
    return not all(_encloses(box, text.box) for box in (shown, *text.clips))


def _encloses(outer: Box, inner: Box) -> bool:
    return (
        outer[0] - EDGE <= inner[0]
        and outer[1] - EDGE <= inner[1]
        and inner[2] <= outer[2] + EDGE
        and inner[3] <= outer[3] + EDGE
    )


def _may_hide(area: Area, text: Text) -> bool:
    """Whether the area lies above the text, or under it in a colour near its own; a picture has any."""
    if area.order > text.order:
        return True
    ground = area.colour()
    return ground is None or all(_are_near(ground, colour) for colour in text.colours)


def _are_near(one: Colour, other: Colour) -> bool:
    return all(abs(a - b) < NEAR for a, b in zip(one[:3], other[:3], strict=True))
