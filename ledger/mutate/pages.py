"""The mutants of a page: every number that is bound or exempt, one change at a time."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from ledger.documents.document import Document
from ledger.documents.mentions import Mention
from ledger.documents.page import Binding, Form, Page
from ledger.errors import Location
from ledger.mutate.mutants import CONTROL, Changed, Mutant
from ledger.mutate.numbers import Alteration, Change, alterations
from ledger.quantities.token import Kind
from ledger.registry import SubjectKind
from ledger.schema.documents import Claim
from ledger.schema.ledger import Ledger
from ledger.schema.ledger import Page as PageFile

GUARDS = ("covered", "parity")
_BLOCK_TAG = re.compile(
    r"<(?:td|th|tr|table|p|li|dd|dt|div|section|article|figcaption|h[1-6])[\s>]", re.IGNORECASE
)
"""Elements beside which words stand in another block."""
_LOOK = 20
_EXEMPT = (Change.DIGIT, Change.POINT, Change.SIGN, Change.SCALE)
"""What an exemption holds: the number as it quotes it, and not the words around it."""


@dataclass(frozen=True, slots=True)
class Edit:
    """Replace ``document.source[start:end]`` by ``replacement``; ``change`` says what that changes.

    ``location`` is that of the binding or exemption whose number it is.
    """

    change: str
    start: int
    end: int
    replacement: str
    location: Location

    def applied(self, source: str) -> str:
        """*source* with the change."""
        return source[: self.start] + self.replacement + source[self.end :]


def edits(known: Page, claims: Mapping[str, Claim]) -> Iterator[Edit]:
    """Every change of every bound or exempt number of the page, in its own markup, and beside a binding.

    In text bound to a claim of *claims* that states no quantity, a number is wording: only itself changes.
    """
    done: set[int] = set()
    bound = [(mention, binding.location) for binding in known.bindings for mention in binding.mentions]
    exempt = [(mention, _place(known, mention)) for item in known.exemptions for mention in item.mentions]
    for mention, location in sorted(bound + exempt, key=lambda pair: pair[0].start):
        if mention.quantity is None or mention.start in done:
            continue
        done.add(mention.start)
        for alteration in alterations(mention.surface, formula=mention.kind is Kind.FORMULA):
            if mention.exempt is None or alteration.change in _EXEMPT:
                yield _edit(known.document, mention, alteration, location)
    for binding in known.bindings:
        inside = known.document.source[binding.source_start : binding.source_start + _LOOK]
        claim = claims.get(binding.claim)
        stated = binding.quantities and (claim is None or claim.quantity is not None)
        if binding.form is Form.INLINE and stated and not _BLOCK_TAG.match(inside):
            yield from _outside(binding)


def _outside(binding: Binding) -> Iterator[Edit]:
    """What may be written just before or after a binding and changes what its number says."""
    start, end = binding.source_start, binding.source_end
    text = binding.text.strip()
    chinese = any("\u4e00" <= sign <= "\u9fff" for sign in text)
    if text[:1].isdigit():
        yield Edit(Change.SIGN.value, start, start, "−", binding.location)
        bound = "至多 " if chinese else "at most "
        yield Edit(Change.COMPARATOR.value, start, start, bound, binding.location)
        yield Edit(Change.OPERATOR.value, start, start, "3×", binding.location)
    if text[-1:].isdigit() and _is_stated(binding.mentions[-1]):
        yield Edit(Change.SCALE.value, end, end, "K", binding.location)
    elif text[-1:].isascii() and text[-1:].isalpha():
        yield Edit(Change.UNIT.value, end, end, "/s", binding.location)


def _is_stated(mention: Mention) -> bool:
    return mention.quantity is not None and mention.surface[-1:].isdigit()


def _place(known: Page, mention: Mention) -> Location:
    return Location(known.document.path, mention.line, mention.column)


def _edit(document: Document, mention: Mention, alteration: Alteration, location: Location) -> Edit:
    start, end = mention.start + alteration.start, mention.start + alteration.end
    if end > start:
        span = document.offsets.span(start, end)
    elif start < mention.end:
        span = (document.offsets.start(start),) * 2
    else:
        span = (mention.source_end, mention.source_end)
    return Edit(alteration.change.value, *span, alteration.replacement, location)


def page_mutants(ledger: Ledger, path: str, known: Page) -> Iterator[Changed]:
    """The control, then every mutant of the page at *path*."""
    yield _changed(ledger, path, known.document, Edit(CONTROL, 0, 0, "", Location(path)))
    for edit in edits(known, ledger.claims):
        yield _changed(ledger, path, known.document, edit)


def _changed(ledger: Ledger, path: str, document: Document, edit: Edit) -> Changed:
    text = edit.applied(document.source)
    file = PageFile(path, text, hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest())
    mutant = Mutant(
        kind=edit.change,
        subject_kind=SubjectKind.PAGE,
        subject=path,
        location=edit.location,
        before=document.source[edit.start : edit.end],
        after=edit.replacement,
        guards=GUARDS,
    )
    return mutant, replace(ledger, pages={**ledger.pages, path: file})
