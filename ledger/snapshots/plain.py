"""pdfium's functions on objects of a page, with plain addresses for handles.

A page has up to 10^5 objects, each asked for several things: to make a pointer of each handle takes longer
than the call, and an address tells one object from another besides.
"""

from __future__ import annotations

import ctypes
from typing import Any

import pypdfium2.raw as raw

_HANDLE, _INT, _ULONG = ctypes.c_void_p, ctypes.c_int, ctypes.c_ulong
_INTS, _UINTS, _FLOATS = (
    ctypes.POINTER(ctypes.c_int),
    ctypes.POINTER(ctypes.c_uint),
    ctypes.POINTER(ctypes.c_float),
)
_MATRIX = ctypes.POINTER(raw.FS_MATRIX)


def address(handle: Any) -> int:
    """The address of a handle or of a function that pypdfium2 gave; 0 for none."""
    return ctypes.cast(handle, _HANDLE).value or 0


def _plain(function: Any, result: Any, *arguments: Any) -> Any:
    return ctypes.CFUNCTYPE(result, *arguments)(address(function))


text_object = _plain(raw.FPDFText_GetTextObject, _HANDLE, _HANDLE, _INT)
page_object = _plain(raw.FPDFPage_GetObject, _HANDLE, _HANDLE, _INT)
form_object = _plain(raw.FPDFFormObj_GetObject, _HANDLE, _HANDLE, _ULONG)
form_count = _plain(raw.FPDFFormObj_CountObjects, _INT, _HANDLE)
kind = _plain(raw.FPDFPageObj_GetType, _INT, _HANDLE)
bounds = _plain(raw.FPDFPageObj_GetBounds, _INT, _HANDLE, _FLOATS, _FLOATS, _FLOATS, _FLOATS)
matrix = _plain(raw.FPDFPageObj_GetMatrix, _INT, _HANDLE, _MATRIX)
fill_colour = _plain(raw.FPDFPageObj_GetFillColor, _INT, _HANDLE, _UINTS, _UINTS, _UINTS, _UINTS)
stroke_colour = _plain(raw.FPDFPageObj_GetStrokeColor, _INT, _HANDLE, _UINTS, _UINTS, _UINTS, _UINTS)
stroke_width = _plain(raw.FPDFPageObj_GetStrokeWidth, _INT, _HANDLE, _FLOATS)
transparent = _plain(raw.FPDFPageObj_HasTransparency, _INT, _HANDLE)
set_active = _plain(raw.FPDFPageObj_SetIsActive, _INT, _HANDLE, _INT)
mark_count = _plain(raw.FPDFPageObj_CountMarks, _INT, _HANDLE)
mark = _plain(raw.FPDFPageObj_GetMark, _HANDLE, _HANDLE, _ULONG)
mark_name = _plain(raw.FPDFPageObjMark_GetName, _INT, _HANDLE, _HANDLE, _ULONG, ctypes.POINTER(_ULONG))
clip = _plain(raw.FPDFPageObj_GetClipPath, _HANDLE, _HANDLE)
clip_count = _plain(raw.FPDFClipPath_CountPaths, _INT, _HANDLE)
clip_segments = _plain(raw.FPDFClipPath_CountPathSegments, _INT, _HANDLE, _INT)
clip_segment = _plain(raw.FPDFClipPath_GetPathSegment, _HANDLE, _HANDLE, _INT, _INT)
text_mode = _plain(raw.FPDFTextObj_GetTextRenderMode, _INT, _HANDLE)
draw_mode = _plain(raw.FPDFPath_GetDrawMode, _INT, _HANDLE, _INTS, _INTS)
dashes = _plain(raw.FPDFPageObj_GetDashCount, _INT, _HANDLE)
path_segments = _plain(raw.FPDFPath_CountSegments, _INT, _HANDLE)
path_segment = _plain(raw.FPDFPath_GetPathSegment, _HANDLE, _HANDLE, _INT)
segment_kind = _plain(raw.FPDFPathSegment_GetType, _INT, _HANDLE)
segment_point = _plain(raw.FPDFPathSegment_GetPoint, _INT, _HANDLE, _FLOATS, _FLOATS)
segment_closes = _plain(raw.FPDFPathSegment_GetClose, _INT, _HANDLE)
image_size = _plain(raw.FPDFImageObj_GetImagePixelSize, _INT, _HANDLE, _UINTS, _UINTS)
