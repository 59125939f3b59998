"""What a PDF page paints beside and around its text, in the order of painting, from pdfium.

All boxes are in page space, points, whatever forms the objects stand in.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any

import pypdfium2.raw as raw

from ledger.snapshots import plain
from ledger.snapshots.page import Box

MAX_OBJECTS = 200_000
MAX_NOTES = 5_000
MAX_DEPTH = 8
THICK = 3.0
"""A line at least this wide, in points, can cover text."""
RULE_LENGTH = 2.0
RULE_RATIO = 3.0
"""A rule is longer than it is wide by this factor."""
Matrix = tuple[float, float, float, float, float, float]
IDENTITY: Matrix = (1.0, 0.0, 0.0, 1.0, 0.0, 0.0)
_CHANNELS = tuple(ctypes.c_uint() for _ in range(4))
Colour = tuple[int, int, int, int]
"""Red, green, blue and opacity, of 255."""
OPTIONAL = "OC"
"""The mark of content that a layer may hide."""
STROKED = (raw.FPDF_TEXTRENDERMODE_STROKE, raw.FPDF_TEXTRENDERMODE_STROKE_CLIP)
BOTH = (raw.FPDF_TEXTRENDERMODE_FILL_STROKE, raw.FPDF_TEXTRENDERMODE_FILL_STROKE_CLIP)
SILENT = (raw.FPDF_ANNOT_LINK, raw.FPDF_ANNOT_POPUP)
UNSEEN = raw.FPDF_ANNOT_FLAG_INVISIBLE | raw.FPDF_ANNOT_FLAG_HIDDEN | raw.FPDF_ANNOT_FLAG_NOVIEW
UNPAINTED = (raw.FPDF_TEXTRENDERMODE_INVISIBLE, raw.FPDF_TEXTRENDERMODE_CLIP)


@dataclass(slots=True)
class Text:
    """A text object.

    Attributes:
        order: its place in the order of painting.
        handle, box: what and where it is.
        mode: PDF's text rendering mode.
        colours: what it is painted with; none where that is a pattern.
        clips: the rectangles outside which nothing of it is painted.
        veiled: whether something else around it may hide it: transparency, a layer, a clip of another form.
    """

    order: int
    handle: int
    box: Box
    mode: int
    colours: tuple[Colour, ...]
    clips: tuple[Box, ...]
    veiled: bool


@dataclass(slots=True)
class Area:
    """Something with a surface: a filled path, a thick line, a picture, a shading; a note has no handle."""

    order: int
    box: Box
    kind: int
    handle: int
    filled: bool

    def colour(self) -> Colour | None:
        """Its one colour; ``None`` where it may have any."""
        if self.kind != raw.FPDF_PAGEOBJ_PATH:
            return None
        return colour_of(plain.fill_colour if self.filled else plain.stroke_colour, self.handle)


@dataclass(slots=True)
class Painted:
    """A page's objects.

    Attributes:
        texts: by address.
        areas: in the order of painting.
        rules: thin straight lines and rectangles.
        drawings: other paths, for whoever looks for lines in them: handle, box, the way to page space.
        struck: what notes strike out.
        pixels: of the largest picture.
        whole: whether everything was looked at.
    """

    texts: dict[int, Text] = field(default_factory=dict)
    areas: list[Area] = field(default_factory=list)
    rules: list[tuple[int, Box]] = field(default_factory=list)
    drawings: list[tuple[int, Box, Matrix]] = field(default_factory=list)
    struck: list[Box] = field(default_factory=list)
    pixels: int = 0
    whole: bool = True


def read_painted(page: Any, wanted: Iterable[int] = ()) -> Painted:
    """The objects of an open page (a raw handle), forms gone through; the texts at *wanted* in any case."""
    walk, address = _Walk(), plain.address(page)
    walk.go(lambda index: plain.page_object(address, index), raw.FPDFPage_CountObjects(page))
    walk.annotations(page)
    for text in wanted:
        if text not in walk.found.texts:
            walk.text_at(text)
    return walk.found


class _Walk:
    def __init__(self) -> None:
        self.found = Painted()
        self._order = 0
        self._sides = tuple(ctypes.c_float() for _ in range(4))
        self._fill, self._stroke, self._width = ctypes.c_int(), ctypes.c_int(), ctypes.c_float()

    def go(
        self,
        get: Callable[[int], int],
        count: int,
        matrix: Matrix = IDENTITY,
        clips: tuple[Box, ...] = (),
        veiled: bool = False,
        depth: int = 0,
    ) -> None:
        for index in range(count):
            if self._order >= MAX_OBJECTS:
                self.found.whole = False
                return
            self._order += 1
            handle = get(index)
            kind = plain.kind(handle)
            if kind == raw.FPDF_PAGEOBJ_PATH:
                self._path(handle, matrix)
            elif kind == raw.FPDF_PAGEOBJ_TEXT:
                inner, hidden = self._around(handle, matrix)
                self._text(handle, matrix, clips + inner, veiled or hidden)
            elif kind == raw.FPDF_PAGEOBJ_FORM:
                inner, hidden = self._around(handle, matrix)
                self._form(handle, matrix, clips + inner, veiled or hidden, depth)
            else:
                box = self._bounds(handle, matrix)
                self.found.areas.append(Area(self._order, box, kind, handle, True))
                if kind == raw.FPDF_PAGEOBJ_IMAGE:
                    self._picture(handle)

    def annotations(self, page: Any) -> None:
        """What lies on the page as a note: it is shown above everything else."""
        for index in range(min(raw.FPDFPage_GetAnnotCount(page), MAX_NOTES)):
            note = raw.FPDFPage_GetAnnot(page, index)
            if not note:
                continue
            kind = raw.FPDFAnnot_GetSubtype(note)
            if kind not in SILENT and not raw.FPDFAnnot_GetFlags(note) & UNSEEN:
                self._note(note, kind)
            raw.FPDFPage_CloseAnnot(note)

    def text_at(self, handle: int) -> None:
        """A text object that the walk did not come to; what is around it is not known."""
        self._order += 1
        self._text(handle, IDENTITY, (), True)

    def _note(self, note: Any, kind: int) -> None:
        self._order += 1
        box, quad = raw.FS_RECTF(), raw.FS_QUADPOINTSF()
        if raw.FPDFAnnot_GetRect(note, box):
            place = box.left, box.bottom, box.right, box.top
            self.found.areas.append(Area(self._order, place, 0, 0, True))
        if kind != raw.FPDF_ANNOT_STRIKEOUT:
            return
        for index in range(min(raw.FPDFAnnot_CountAttachmentPoints(note), MAX_NOTES)):
            if raw.FPDFAnnot_GetAttachmentPoints(note, index, quad):
                across, up = (quad.x1, quad.x2, quad.x3, quad.x4), (quad.y1, quad.y2, quad.y3, quad.y4)
                self.found.struck.append((min(across), min(up), max(across), max(up)))

    def _picture(self, handle: int) -> None:
        wide, tall = _CHANNELS[:2]
        if plain.image_size(handle, wide, tall):
            self.found.pixels = max(self.found.pixels, wide.value * tall.value)

    def _text(self, handle: int, matrix: Matrix, clips: tuple[Box, ...], veiled: bool) -> None:
        mode = plain.text_mode(handle)
        colours = []
        if mode not in STROKED:
            colours.append(colour_of(plain.fill_colour, handle))
        if mode in STROKED or mode in BOTH:
            colours.append(colour_of(plain.stroke_colour, handle))
        known = tuple(colour for colour in colours if colour is not None)
        box = self._bounds(handle, matrix)
        text = Text(self._order, handle, box, mode, known, clips, veiled)
        self.found.texts[handle] = text

    def _form(self, handle: int, matrix: Matrix, clips: tuple[Box, ...], veiled: bool, depth: int) -> None:
        if depth >= MAX_DEPTH:
            self.found.whole = False
            return
        own = raw.FS_MATRIX()
        plain.matrix(handle, own)
        inner = own.a, own.b, own.c, own.d, own.e, own.f
        count = plain.form_count(handle)
        self.go(
            lambda index: plain.form_object(handle, index),
            count, times(inner, matrix), clips, veiled, depth + 1,
        )  # fmt: skip

    def _path(self, handle: int, matrix: Matrix) -> None:
        plain.draw_mode(handle, self._fill, self._stroke)
        filled, stroked = self._fill.value != 0, self._stroke.value != 0
        if not filled and not stroked:
            return
        box = self._bounds(handle, matrix)
        thin = min(box[2] - box[0], box[3] - box[1])
        if thin > THICK:
            self.found.drawings.append((handle, box, matrix))
        elif is_rule(box):
            self.found.rules.append((handle, box))
        if filled or (thin >= THICK and self._stroke_width(handle) >= THICK):
            self.found.areas.append(Area(self._order, box, raw.FPDF_PAGEOBJ_PATH, handle, filled))

    def _stroke_width(self, handle: int) -> float:
        plain.stroke_width(handle, self._width)
        return self._width.value

    def _bounds(self, handle: int, matrix: Matrix) -> Box:
        left, bottom, right, top = self._sides
        plain.bounds(handle, left, bottom, right, top)
        return moved((left.value, bottom.value, right.value, top.value), matrix)

    def _around(self, handle: int, matrix: Matrix) -> tuple[tuple[Box, ...], bool]:
        """The rectangles that clip an object, and whether anything else may veil it."""
        veiled = plain.transparent(handle) == 1 or _is_optional(handle)
        clip = plain.clip(handle)
        boxes = []
        for number in range(max(0, plain.clip_count(clip))):
            box = _clip_box(clip, number)
            if box is None:
                veiled = True
            else:
                boxes.append(moved(box, matrix))
        return tuple(boxes), veiled


def colour_of(get: Callable[..., int], handle: int) -> Colour | None:
    """A colour that *get* knows of an object; ``None`` where that is a pattern."""
    if not get(handle, *_CHANNELS):
        return None
    red, green, blue, alpha = _CHANNELS
    return red.value, green.value, blue.value, alpha.value


def _is_optional(handle: int) -> bool:
    for index in range(min(plain.mark_count(handle), MAX_DEPTH)):
        name, length = (ctypes.c_uint16 * 16)(), ctypes.c_ulong()
        mark = plain.mark(handle, index)
        plain.mark_name(mark, name, ctypes.sizeof(name), length)
        if bytes(name)[: length.value].decode("utf-16-le", "replace").rstrip("\0") == OPTIONAL:
            return True
    return False


def _clip_box(clip: int, number: int) -> Box | None:
    """The rectangle that a clipping path is, or ``None`` when it has another form."""
    count = plain.clip_segments(clip, number)
    if not 1 <= count <= 6:
        return None
    x, y, points = ctypes.c_float(), ctypes.c_float(), []
    for index in range(count):
        segment = plain.clip_segment(clip, number, index)
        if plain.segment_kind(segment) == raw.FPDF_SEGMENT_BEZIERTO:
            return None
        plain.segment_point(segment, x, y)
        points.append((x.value, y.value))
    across, up = {x for x, _ in points}, {y for _, y in points}
    if len(across) > 2 or len(up) > 2:
        return None
    return min(across), min(up), max(across), max(up)


def is_rule(box: Box) -> bool:
    """Whether a box is as thin and long as a line under, over or through text."""
    thin, long = sorted((box[2] - box[0], box[3] - box[1]))
    return thin <= THICK and long > max(RULE_LENGTH, RULE_RATIO * thin)


def times(inner: Matrix, outer: Matrix) -> Matrix:
    """First *inner*, then *outer*."""
    a, b, c, d, e, f = inner
    g, h, i, j, k, m = outer
    return a * g + b * i, a * h + b * j, c * g + d * i, c * h + d * j, e * g + f * i + k, e * h + f * j + m


def moved(box: Box, matrix: Matrix) -> Box:
    """The upright rectangle around a box of another space."""
    if matrix is IDENTITY:
        return box
    a, b, c, d, e, f = matrix
    corners = [(box[i], box[j]) for i in (0, 2) for j in (1, 3)]
    across = [a * x + c * y + e for x, y in corners]
    up = [b * x + d * y + f for x, y in corners]
    return min(across), min(up), max(across), max(up)
