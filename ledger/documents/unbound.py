"""What was meant to bind and does not, or binds another claim than it seems to: each is a fault."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator
from functools import cached_property
from itertools import islice

from ledger.documents.claim_links import claim_of
from ledger.documents.disguise import Disguise
from ledger.documents.document import Document, Format, Reference
from ledger.documents.mentions import Mention, Status
from ledger.documents.references import folded
from ledger.errors import did_you_mean
from ledger.quantities.text import Role

_LINK = re.compile(r"\][ ]?\([ ]*claim:", re.IGNORECASE)
_REFERENCE = re.compile(r"\[(?P<words>[^\[\]\n\t]{1,400})\]\[(?P<label>(?!\^)[^\[\]\n\t]{0,200})\]")
_LITERAL = (Role.CODE, Role.CODE_BLOCK, Role.CODE_SPAN, Role.COMMENT, Role.MATH)
"""Where brackets are no markup, whatever they look like."""
_MOST = 200
"""References without a definition that are told of one page; each is held against every label."""


def unbound(document: Document, mentions: Iterable[Mention]) -> Iterator[Disguise]:
    """Links to claims that the page shows as text, references that nothing defines, and labels that are
    defined twice.

    Args:
        document: the page.
        mentions: its numbers, with what binds or exempts them.
    """
    literal = _Literal(document)
    yield from _shown(document, literal)
    if document.format is Format.MARKDOWN:
        yield from _undefined(document, mentions, literal)
        yield from _redefined(document.references)


class _Literal:
    """The stretches of a document in which brackets are no markup."""

    def __init__(self, document: Document) -> None:
        self._document = document

    @cached_property
    def _spans(self) -> list[tuple[int, int]]:
        spans: list[tuple[int, int]] = []
        for start, end in sorted(
            (one.start, one.end) for one in self._document.text.marks if one.role in _LITERAL
        ):
            if spans and start <= spans[-1][1]:
                spans[-1] = (spans[-1][0], max(end, spans[-1][1]))
            else:
                spans.append((start, end))
        return spans

    def holds(self, start: int) -> bool:
        """Whether the bracket at plain *start* stands in one, or is escaped."""
        at = bisect_right(self._spans, (start, len(self._document.text.plain))) - 1
        if at >= 0 and start < self._spans[at][1]:
            return True
        return self._document.source.endswith("\\", 0, self._document.offsets.start(start))


def _shown(document: Document, literal: _Literal) -> Iterator[Disguise]:
    for found in _LINK.finditer(document.text.plain):
        if literal.holds(found.start()):
            continue
        offset = document.offsets.start(found.start())
        message = "a binding is shown as text here: it is no link"
        if document.format is Format.MARKDOWN:
            hint = (
                "write [words](claim:ID) without a space, with both brackets, and with no link or note in "
                'the words; inside a block of HTML, write <span data-claim="ID">words</span>'
            )
        else:
            hint = "a link of Markdown does not bind in this format"
        yield Disguise("not-a-link", offset, message, hint)


def _undefined(document: Document, mentions: Iterable[Mention], literal: _Literal) -> Iterator[Disguise]:
    """``[words][label]`` without a definition: of a number that nothing binds, or of a label like one of a
    claim's. Others may be what they look like."""
    shaped = (one for one in _REFERENCE.finditer(document.text.plain) if not literal.holds(one.start()))
    found = list(islice(shaped, _MOST))
    if not found:
        return
    waiting = sorted(one.start for one in mentions if one.status is Status.UNCLAIMED)
    labels = [one.label for one in document.references if claim_of(one.target) is not None]
    for one in found:
        label = one["label"] or one["words"]
        near = did_you_mean(label, labels)
        at = bisect_right(waiting, one.start())
        holds_number = at < len(waiting) and waiting[at] < one.end("words")
        if near or holds_number:
            message = f"no link reference is called '[{label}]'"
            hint = near or f"define it, on a line of its own: [{label}]: claim:ID"
            yield Disguise("undefined-reference", document.offsets.start(one.start()), message, hint)


def _redefined(references: Iterable[Reference]) -> Iterator[Disguise]:
    first: dict[str, Reference] = {}
    for one in references:
        earlier = first.setdefault(folded(one.label), one)
        claims = [claim_of(other.target) for other in (earlier, one)]
        if earlier.target != one.target and claims != [None, None] and claims[0] != claims[1]:
            message = f"'[{one.label}]' is defined as {earlier.target} before, which is what counts"
            yield Disguise("redefined-reference", one.offset, message, "rename one of the two, or delete it")
