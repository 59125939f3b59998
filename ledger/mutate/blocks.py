"""The block of a page around a change, if it reads alone as it reads on the page.

Reading a whole page for each of its mutants would take most of the time. A mutant is tried on its block
first; only what no check notices there is tried on the whole page.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from ledger.documents.document import Format
from ledger.documents.mentions import Mention
from ledger.documents.page import Binding, Page, page
from ledger.documents.read import read

_SEAM = "\n\n"


class Blocks:
    """The blocks of one page, each read alone once."""

    def __init__(self, known: Page) -> None:
        self._known = known
        self._alone: dict[tuple[int, int], bool] = {}

    def around(self, start: int, end: int) -> tuple[int, int] | None:
        """The span of the block around ``[start, end)`` of the page's source, or ``None``."""
        document = self._known.document
        if document.format is not Format.MARKDOWN:
            return None
        before, after = document.source.rfind(_SEAM, 0, start), document.source.find(_SEAM, end)
        span = (
            0 if before < 0 else before + len(_SEAM),
            len(document.source) if after < 0 else after,
        )
        if span not in self._alone:
            self._alone[span] = self._reads_alone(*span)
        return span if self._alone[span] else None

    def _reads_alone(self, start: int, end: int) -> bool:
        document = self._known.document
        part = page(read(document.path, document.source[start:end]))
        if part.faults or len(part.document.text.plain) == 0:
            return False
        inside = (one for one in self._known.mentions if start <= one.source_start < end)
        bound = (one for one in self._known.bindings if start <= one.source_start < end)
        return _read(inside, bound, start) == _read(part.mentions, part.bindings, 0)


def _read(mentions: Iterable[Mention], bindings: Iterable[Binding], start: int) -> list[Any]:
    """What is read, whatever stands before."""
    read_as: list[Any] = [
        (one.source_start - start, one.surface, one.kind, one.quantity, one.status, one.claim)
        for one in mentions
    ]
    read_as += [
        (one.source_start - start, one.claim, one.form, one.text, one.attached, one.overruled)
        for one in bindings
    ]
    return read_as
