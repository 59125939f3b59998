"""Small PDFs written by hand, byte for byte, so that tests know what stands on them and where."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class Words:
    """Text drawn at (x, y) in Helvetica (bold: Helvetica-Bold) of a size."""

    text: str
    x: float = 72
    y: float = 700
    size: float = 12
    bold: bool = False

    def operators(self) -> bytes:
        body = self.text.encode("cp1252").replace(b"\\", b"\\\\").replace(b"(", b"\\(").replace(b")", b"\\)")
        font = "F2" if self.bold else "F1"
        return f"BT /{font} {self.size} Tf {self.x} {self.y} Td (".encode() + body + b") Tj ET\n"


@dataclass(frozen=True)
class Raw:
    """Operators of a content stream as they are."""

    source: str

    def operators(self) -> bytes:
        return self.source.encode() + b"\n"


def lines(*texts: str, x: float = 72, top: float = 700, size: float = 12) -> list[Words]:
    """Lines of one paragraph, one below the other."""
    return [Words(text, x, top - index * 1.2 * size, size) for index, text in enumerate(texts)]


def pdf(
    *pages: Sequence[Words | Raw],
    extra: bytes = b"",
    page_extra: bytes = b"",
    resources: bytes = b"",
    fonts: bytes = b"",
    more: Sequence[bytes] = (),
) -> bytes:
    """A whole file with one page for each sequence of words.

    *extra* goes into the catalogue, *page_extra* into each page, *resources* into each page's resources,
    *fonts* beside F1 and F2 among its fonts; *more* are further objects, numbered on from
    5 + 2 * the number of pages.
    """
    objects: list[bytes] = []
    kids = " ".join(f"{5 + 2 * index} 0 R" for index in range(len(pages)))
    objects.append(b"<</Type/Catalog/Pages 2 0 R" + extra + b">>")
    objects.append(f"<</Type/Pages/Kids[{kids}]/Count {len(pages)}>>".encode())
    for name in ("Helvetica", "Helvetica-Bold"):
        objects.append(f"<</Type/Font/Subtype/Type1/BaseFont/{name}/Encoding/WinAnsiEncoding>>".encode())
    for index, words in enumerate(pages):
        stream = b"".join(item.operators() for item in words)
        box = f"/MediaBox[0 0 612 792]/Contents {6 + 2 * index} 0 R"
        used = b"/Resources<</Font<</F1 3 0 R/F2 4 0 R" + fonts + b">>" + resources + b">>"
        objects.append(f"<</Type/Page/Parent 2 0 R{box}".encode() + used + page_extra + b">>")
        objects.append(f"<</Length {len(stream)}>>stream\n".encode() + stream + b"endstream")
    return _file([*objects, *more])


def _file(objects: list[bytes]) -> bytes:
    out = bytearray(b"%PDF-1.4\n")
    offsets = []
    for number, body in enumerate(objects, 1):
        offsets.append(len(out))
        out += f"{number} 0 obj\n".encode() + body + b"\nendobj\n"
    start = len(out)
    out += f"xref\n0 {len(objects) + 1}\n0000000000 65535 f \n".encode()
    out += b"".join(f"{offset:010} 00000 n \n".encode() for offset in offsets)
    return (
        bytes(out) + f"trailer<</Size {len(objects) + 1}/Root 1 0 R>>\nstartxref\n{start}\n%%EOF\n".encode()
    )
