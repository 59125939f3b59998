"""Whether a part of a page is seen: the page painted with it and without it, and the two pictures compared.

What clips, covers, tints, fades or switches off, and in which order, is the painter's business: a thing is
seen where its absence makes a difference to the eye.
"""

from __future__ import annotations

import ctypes
import math
import time
from collections.abc import Callable, Iterable
from typing import Any

import pypdfium2.raw as raw

from ledger.snapshots import plain
from ledger.snapshots.page import Box

SCALE = 2.0
"""Pixels a point; less where the part is large."""
MAX_PIXELS = 4_000_000
FAINT = 24
"""A difference below this in all of red, green and blue, of 255, is not seen."""
REACH = 0.5
"""The share of a thing's height and width over which its absence must be seen."""
SECONDS = 15.0
"""Of processor time, for all pictures of a document."""
CHANNELS = 4


class TooSlow(Exception):
    """Painting takes more than what is left of the document's time."""


class Budget:
    """The processor time that a document's pictures may take."""

    def __init__(self, seconds: float = SECONDS) -> None:
        self.left = seconds


class Picture:
    """A part of an open page, to be painted with some of its objects left out."""

    def __init__(self, page: Any, shown: Box, part: Box, budget: Budget, scale: float = SCALE) -> None:
        """*shown*: what is shown of the page; *part*: what of it is wanted; both in page space."""
        self._page = page
        self._budget = budget
        self._turn = raw.FPDFPage_GetRotation(page)
        self._shown = shown
        left, top, right, bottom = self._on_sheet(part)
        self._scale = min(scale, math.sqrt(MAX_PIXELS / max(1.0, (right - left) * (bottom - top))))
        sides = raw.FPDF_GetPageWidthF(page), raw.FPDF_GetPageHeightF(page)
        self._sheet = tuple(max(1, round(side * self._scale)) for side in sides)
        self._left, self._top = math.floor(left * self._scale), math.floor(top * self._scale)
        self._width = max(1, math.ceil(right * self._scale) - self._left)
        self._height = max(1, math.ceil(bottom * self._scale) - self._top)

    def paint(self, without: Iterable[int] = ()) -> bytes:
        """The pixels, four bytes each, as they are when the objects *without* are not painted.

        Raises:
            TooSlow: the document's time is used up, or there is no memory for it.
        """
        left_out = list(without)
        for handle in left_out:
            plain.set_active(handle, 0)
        bitmap = raw.FPDFBitmap_CreateEx(self._width, self._height, raw.FPDFBitmap_BGRx, None, 0)
        try:
            if not bitmap:
                raise TooSlow
            raw.FPDFBitmap_FillRect(bitmap, 0, 0, self._width, self._height, 0xFFFFFFFF)
            self._render(bitmap)
            size = raw.FPDFBitmap_GetStride(bitmap) * self._height
            return ctypes.string_at(raw.FPDFBitmap_GetBuffer(bitmap), size)
        finally:
            raw.FPDFBitmap_Destroy(bitmap)
            for handle in left_out:
                plain.set_active(handle, 1)

    def _render(self, bitmap: Any) -> None:
        started = time.process_time()
        end = started + self._budget.left
        pause = raw.IFSDK_PAUSE()
        pause.version = 1
        pause.NeedToPauseNow = type(pause.NeedToPauseNow)(lambda _: int(time.process_time() > end))
        width, height = self._sheet
        status = raw.FPDF_RenderPageBitmap_Start(
            bitmap, self._page, -self._left, -self._top, width, height, 0, raw.FPDF_ANNOT, pause
        )
        raw.FPDF_RenderPage_Close(self._page)
        self._budget.left -= time.process_time() - started
        if status != raw.FPDF_RENDER_DONE:
            raise TooSlow

    def differ(self, one: bytes, other: bytes, box: Box) -> bool:
        """Whether two paintings differ, for the eye, over half the height and width of a box of page space.

        What differs in a strip only is not the thing itself, but a line that it cuts.
        """
        left, top, right, bottom = self._pixels(box)
        row, stride = (right - left) * CHANNELS, self._width * CHANNELS

        def row_differs(y: int) -> bool:
            start = y * stride + left * CHANNELS
            return _differ(one[start : start + row], other[start : start + row])

        def column_differs(x: int) -> bool:
            first, end = top * stride + x * CHANNELS, bottom * stride
            return any(
                _differ(one[start:end:stride], other[start:end:stride]) for start in range(first, first + 3)
            )

        return _reaches(row_differs, top, bottom) and _reaches(column_differs, left, right)

    def _pixels(self, box: Box) -> tuple[int, int, int, int]:
        """The pixels that a box touches; of one that is all but flat also those on either side."""
        left, top, right, bottom = (side * self._scale for side in self._on_sheet(box))
        aside, above = (0.5 if right - left < 1 else 0.0), (0.5 if bottom - top < 1 else 0.0)
        return (
            max(0, math.floor(left - aside) - self._left),
            max(0, math.floor(top - above) - self._top),
            min(self._width, math.ceil(right + aside) - self._left),
            min(self._height, math.ceil(bottom + above) - self._top),
        )

    def _on_sheet(self, box: Box) -> Box:
        """Left, top, right, bottom on the page as it is shown, from its upper left corner, in points."""
        origin_x, origin_y, end_x, end_y = self._shown
        left, bottom = max(box[0], origin_x), max(box[1], origin_y)
        right, top = min(box[2], end_x), min(box[3], end_y)
        if self._turn == 1:
            return bottom - origin_y, left - origin_x, top - origin_y, right - origin_x
        if self._turn == 2:
            return end_x - right, bottom - origin_y, end_x - left, top - origin_y
        if self._turn == 3:
            return end_y - top, end_x - right, end_y - bottom, end_x - left
        return left - origin_x, end_y - top, right - origin_x, end_y - bottom


def _differ(one: bytes, other: bytes) -> bool:
    return one != other and any(abs(a - b) >= FAINT for a, b in zip(one, other, strict=True))


def _reaches(differs: Callable[[int], bool], start: int, end: int) -> bool:
    """Whether what differs reaches over enough of the lines from *start* to before *end*."""
    first = next((place for place in range(start, end) if differs(place)), None)
    if first is None:
        return False
    last = next(place for place in range(end - 1, first - 1, -1) if differs(place))
    return last + 1 - first >= REACH * (end - start)
