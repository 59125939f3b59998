"""The mutants of a page: every number that is bound or exempt, one change at a time."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import chain, islice

from checks import _worded as worded
from ledger.documents.document import Document
from ledger.documents.mentions import Mention
from ledger.documents.page import Binding, Form, Page
from ledger.errors import Location
from ledger.mutate.alteration import Alteration, Change
from ledger.mutate.blocks import Blocks
from ledger.mutate.mutants import CONTROL, Changed, Mutant
from ledger.mutate.numbers import alterations
from ledger.quantities import Grade, restates
from ledger.quantities.lexicon import BEFORE_EN, BEFORE_ZH, SIGNS
from ledger.quantities.quantity import Comparator
from ledger.quantities.reservations import Reservation, reserves
from ledger.quantities.token import Kind
from ledger.registry import SubjectKind
from ledger.schema.documents import Claim, Rounding
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
_PHRASE_ENDS = "\n\t.,:;!?()。，、：；！？（）—"
_HAN = re.compile("[\u4e00-\u9fff]")
_NO_PHRASE = re.compile(
    r"\b(?:and|but|because|since|so|where|when|while|who|which|until)\b|[但而且]|\s–\s", re.I
)
"""Another phrase, which has no sign of punctuation before it."""
_ABOUT = frozenset(
    cue for cues in (SIGNS, BEFORE_EN, BEFORE_ZH) for cue, means in cues.items() if means is Comparator.ABOUT
)
"""What tells that a number is rounded."""
_WORDING = (Change.RATE, Change.DENIAL, Change.FACTOR)
"""What only the words around a number change: of a text bound to a claim without a quantity, people judge
them."""


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


def edits(known: Page, claims: Mapping[str, Claim], rounding: Rounding = Rounding.FREE) -> Iterator[Edit]:
    """Every change of every bound or exempt number of the page, in its own markup, and beside a binding.

    In text bound to a claim of *claims* that states no quantity, a number is wording: only itself changes.
    That a number which rounds its claim says so (``about``) changes nothing where pages round freely; where
    they mark it, only what the claim's statement rounds alike may leave it out.
    """
    done: set[int] = set()
    unmarked = {
        one.start: rounding is Rounding.FREE or _is_printed(binding, claims)
        for binding in known.bindings
        if _rounds(binding, claims)
        for one in binding.mentions
    }
    bound = [
        (mention, binding.location, _is_stating(binding, claims), _within(binding))
        for binding in known.bindings
        for mention in binding.mentions
    ]
    exempt = [
        (mention, _place(known, mention), False, range(mention.source_start, mention.source_end + 1))
        for item in known.exemptions
        for mention in item.mentions
    ]
    for mention, location, stating, within in sorted(bound + exempt, key=lambda one: one[0].start):
        if mention.quantity is None or mention.start in done:
            continue
        done.add(mention.start)
        for alteration in alterations(mention.surface, formula=mention.kind is Kind.FORMULA):
            may_leave = unmarked.get(mention.start)
            if may_leave is not None and _says_rounded(mention.surface, alteration, taken=may_leave):
                continue
            edit = _edit(known.document, mention, alteration, location)
            if mention.exempt is not None:
                held = alteration.change in _EXEMPT
            else:
                held = stating or not (alteration.change in _WORDING or _puts_in_unit(alteration))
            if held and (edit.start < edit.end or edit.start in within):
                yield edit
    for binding in known.bindings:
        inside = known.document.source[binding.source_start : binding.source_start + _LOOK]
        stated = binding.quantities and _is_stating(binding, claims)
        if binding.form is Form.INLINE and stated and not _BLOCK_TAG.match(inside):
            yield from _outside(binding)
            yield from _phrase_denied(known.document, binding, claims)


def _is_stating(binding: Binding, claims: Mapping[str, Claim]) -> bool:
    claim = claims.get(binding.claim)
    return claim is None or claim.quantity is not None


def _rounds(binding: Binding, claims: Mapping[str, Claim]) -> bool:
    claim = claims.get(binding.claim)
    if claim is None or claim.quantity is None:
        return False
    quantity = claim.quantity.read()
    return any(restates(quantity, one).grade is Grade.CONSISTENT for one in binding.stated(quantity))


def _is_printed(binding: Binding, claims: Mapping[str, Claim]) -> bool:
    """Whether the claim's statement rounds its number to the digits of *binding*."""
    claim = claims[binding.claim]
    return claim.quantity is not None and any(
        worded.prints(claim, replace(one, comparator=Comparator.EQUAL))
        for one in binding.stated(claim.quantity.read())
    )


def _says_rounded(text: str, alteration: Alteration, *, taken: bool) -> bool:
    """Whether *alteration* does no more than put in or change *about*; with *taken*, or take it away."""
    if alteration.change is not Change.COMPARATOR:
        return False
    before, after = text[alteration.start : alteration.end].strip(), alteration.replacement.strip()
    return (not before or before.lower() in _ABOUT) and (after in _ABOUT or (taken and not after))


def _puts_in_unit(alteration: Alteration) -> bool:
    return alteration.change is Change.UNIT and alteration.start == alteration.end


def _within(binding: Binding) -> range:
    """Where words may be put in that the binding then holds: not behind the markup that ends it."""
    return range(binding.source_start, binding.source_end + (binding.form is not Form.INLINE))


def _outside(binding: Binding) -> Iterator[Edit]:
    """What may be written just before or after a binding and changes what its number says."""
    start, end = binding.source_start, binding.source_end
    text = binding.text.strip()
    chinese = any("\u4e00" <= sign <= "\u9fff" for sign in text)
    before: list[tuple[Change, str]] = [(Change.DENIAL, "不是 " if chinese else "not ")]
    if text[:1].isdigit():
        before += [
            (Change.SIGN, "−"),
            (Change.OPERATOR, "3×"),
            (Change.COMPARATOR, "至多 " if chinese else "at most "),
            (Change.COMPARATOR, "超过 " if chinese else "more than "),
            (Change.FACTOR, "一半的 " if chinese else "half of "),
        ]
    for change, words in before:
        yield Edit(change.value, start, start, words, binding.location)
    behind: list[tuple[Change, str]] = [(Change.COMPARATOR, "以上" if chinese else " or more")]
    if text[-1:].isdigit() and _is_stated(binding.mentions[-1]):
        behind += [
            (Change.SCALE, "K"),
            (Change.SCALE, " 万" if chinese else " million"),
            (Change.UNIT, " percent"),
        ]
    elif text[-1:].isascii() and text[-1:].isalpha():
        behind += [(Change.RATE, "/s"), (Change.RATE, " per second"), (Change.EXPONENT, "²")]
    for change, words in behind:
        yield Edit(change.value, end, end, words, binding.location)


def _phrase_denied(document: Document, binding: Binding, claims: Mapping[str, Claim]) -> Iterator[Edit]:
    """A denial of the whole phrase in which the number stands, unless its claim denies something too."""
    plain = document.text.plain
    low = max(plain.rfind(sign, 0, binding.start) for sign in _PHRASE_ENDS) + 1
    low += len(plain[low : binding.start]) - len(plain[low : binding.start].lstrip())
    claim = claims.get(binding.claim)
    said = "" if claim is None else " ".join(claim.statement.texts.values())
    denies = any(word.kind is Reservation.DENIED for word in reserves(said))
    if low < binding.start and not denies and not _NO_PHRASE.search(plain, low, binding.start):
        words = "并非" if _HAN.search(plain, low, binding.start) else "it is not true that "
        at = document.offsets.start(low)
        yield Edit(Change.DENIAL.value, at, at, words, binding.location)


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


def page_mutants(ledger: Ledger, path: str, known: Page, offset: int = 0, step: int = 1) -> Iterator[Changed]:
    """The control, then every mutant of the page at *path*: of these, each *step*-th from *offset* on."""
    control = Edit(CONTROL, 0, 0, "", Location(path))
    beside = any(binding.form is Form.SIDECAR for binding in known.bindings)
    blocks = None if beside else Blocks(known)
    for edit in islice(
        chain((control,), edits(known, ledger.claims, ledger.configuration.rounding)), offset, None, step
    ):
        yield _changed(ledger, path, known.document, edit, blocks)


def _changed(ledger: Ledger, path: str, document: Document, edit: Edit, blocks: Blocks | None) -> Changed:
    mutant = Mutant(
        kind=edit.change,
        subject_kind=SubjectKind.PAGE,
        subject=path,
        location=edit.location,
        before=document.source[edit.start : edit.end],
        after=edit.replacement,
        guards=GUARDS,
    )
    whole = edit.applied(document.source)
    block = None if blocks is None or edit.change == CONTROL else blocks.around(edit.start, edit.end)
    if block is None:
        return Changed(mutant, _with(ledger, path, whole))
    start, end = block
    unchanged, changed = document.source[start:end], whole[start : len(whole) - len(document.source) + end]
    return Changed(
        mutant, _with(ledger, path, whole), (_with(ledger, path, unchanged), _with(ledger, path, changed))
    )


def _with(ledger: Ledger, path: str, text: str) -> Ledger:
    file = PageFile(path, text, hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest())
    return replace(ledger, pages={**ledger.pages, path: file})
