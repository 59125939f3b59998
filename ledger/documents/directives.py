"""Comments addressed to the ledger: exemptions, and claims for numbers that no markup can carry.

``ledger: exempt "64" example size`` exempts the number 64, with the reason *example size*;
``ledger: claim "16P" zero.model-state.total`` binds the number 16P. Each stands in a comment of the page's
own format, and speaks of the block that it stands in, or, as a block of its own, of the next block (a table
and a code block count whole).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from ledger.documents.builder import DIRECTIVE
from ledger.documents.document import Comment, Document
from ledger.quantities.text import Role

CLAIM_ID = re.compile(r"[a-z0-9]+(?:[.-][a-z0-9]+)*")
_FORM = re.compile(r'ledger:\s*(?P<verb>[\w-]+)(?:\s+"(?P<number>[^"\n]{1,80})")?(?P<rest>[^\n]*)', re.DOTALL)
_WHOLE = (Role.TABLE_CELL, Role.TABLE_HEADER, Role.CODE_BLOCK, Role.CODE)


class Verb(StrEnum):
    """What a directive does."""

    EXEMPT = "exempt"
    CLAIM = "claim"


@dataclass(frozen=True, slots=True)
class Directive:
    """One well-formed directive: its number, its reason or claim, the plain span that it speaks of."""

    verb: Verb
    number: str
    argument: str
    start: int
    end: int
    comment: Comment


@dataclass(frozen=True, slots=True)
class Malformed:
    """A comment that addresses the ledger but says nothing that it understands."""

    message: str
    comment: Comment


def directives(document: Document) -> Iterator[Directive | Malformed]:
    """Every comment of *document* that starts with ``ledger:``."""
    blocks: _Blocks | None = None
    for comment in document.comments:
        if not comment.words.startswith(DIRECTIVE):
            continue
        read = _read(comment)
        if isinstance(read, Malformed):
            yield read
            continue
        blocks = blocks or _Blocks(document)
        start, end = blocks.scope(comment)
        verb, number, argument = read
        yield Directive(verb, number, argument, start, end, comment)


def _read(comment: Comment) -> tuple[Verb, str, str] | Malformed:
    found = _FORM.match(comment.words)
    verb = found["verb"] if found else ""
    if found is None or verb not in list(Verb):
        return Malformed(f"'{verb}' is no directive; write exempt or claim", comment)
    number, argument = found["number"], found["rest"].strip()
    if not number:
        return Malformed(f'ledger: {verb} needs the number in double quotes, as in {verb} "64" …', comment)
    if not argument:
        what = "a reason" if verb == Verb.EXEMPT else "a claim's id"
        return Malformed(f'ledger: {verb} "{number}" needs {what} after the number', comment)
    if verb == Verb.CLAIM and not CLAIM_ID.fullmatch(argument):
        return Malformed(f"'{argument}' is not a claim's id", comment)
    return Verb(verb), number, argument


class _Blocks:
    """The stretches of a document that directives speak of."""

    def __init__(self, document: Document) -> None:
        self.document = document
        extents: dict[str, tuple[int, int]] = {}
        for mark in document.text.marks:
            if mark.role in _WHOLE:
                key = mark.note.split(":")[0] if mark.role in _WHOLE[:2] else f"code {mark.start}"
                start, end = extents.get(key, (mark.start, mark.end))
                extents[key] = (min(start, mark.start), max(end, mark.end))
        self.wholes = sorted(extents.values())

    def scope(self, comment: Comment) -> tuple[int, int]:
        """The plain span that *comment* speaks of."""
        if comment.inline:
            return self._around(comment.anchor)
        anchor = comment.anchor
        for start, end in self.wholes:
            if start <= anchor < end:
                return start, end
        return self.document.block(anchor)

    def _around(self, anchor: int) -> tuple[int, int]:
        """The block in which *anchor* stands, or which ends there."""
        ends_here = self.document.text.plain[max(0, anchor - 1) : anchor] not in ("", "\n")
        return self.document.block(anchor - 1 if ends_here else anchor)
