"""A page as the ledger sees it: its numbers, what each is bound to, and what is wrong with that."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from functools import cached_property

from ledger.documents.beside import Beside, beside, counted_after, counts_otherwise, divides_otherwise
from ledger.documents.directives import Directive, Malformed, Verb, directives
from ledger.documents.disguise import Stretches, disguises
from ledger.documents.document import Document
from ledger.documents.mentions import Mention, MentionIndex, Status, bound_in, mentions
from ledger.documents.sidecar import Anchors, Entry, Sidecar
from ledger.documents.unbound import unbound
from ledger.errors import Location
from ledger.quantities.quantity import Quantity
from ledger.quantities.token import Kind
from ledger.quantities.whole import read_formula
from ledger.quantities.wording import introduces, unit_behind

_LONGEST_TEXT = 1000
"""So that spans nested in spans cannot add up to the square of a page."""
_UNREAD = (Kind.QUANTITY, Kind.FORMULA, Kind.CONSTANT)
"""Kinds of numbers that change what a text states even where they have no value of their own."""


class Form(StrEnum):
    """How a page binds."""

    INLINE = "inline"
    DIRECTIVE = "directive"
    SIDECAR = "sidecar"


@dataclass(frozen=True, slots=True)
class Binding:
    """One binding of a page.

    Attributes:
        claim: the claim's id, as written.
        form: see :class:`Form`.
        location: where the bound text stands.
        text: the bound text as a reader sees it, its first thousand characters.
        start: where the bound text begins in ``document.text.plain``.
        mentions: the numbers in it, in order.
        source_start, source_end: the span of the whole binding in ``document.source`` (of the number alone
            for a sidecar's or a directive's).
        attached: whether something around the bound text changes what it states (see
            :func:`ledger.documents.beside.attached`).
        overruled: whether something around it says another thing (see
            :func:`ledger.documents.beside.overruled`).
        after: the words right behind the bound text.
        withheld: whether the page strikes out or hides a part of it; then the page does not state the claim.
    """

    claim: str
    form: Form
    location: Location
    text: str
    start: int
    mentions: tuple[Mention, ...]
    source_start: int
    source_end: int
    attached: bool = False
    overruled: bool = False
    after: str = ""
    withheld: bool = False

    @property
    def quantities(self) -> tuple[Quantity, ...]:
        """What the bound text states: the numbers that need evidence, or, if none does, any."""
        stated = [mention for mention in self.mentions if mention.quantity is not None]
        needed = [mention for mention in stated if mention.needs_evidence]
        return tuple(mention.quantity for mention in needed or stated if mention.quantity is not None)

    def stated(self, claimed: Quantity) -> tuple[Quantity, ...]:
        """What the bound text states of a claim of *claimed*: the formula that it is as a whole, where the
        claim states one, else its numbers.

        The symbols of a formula carry their units: one printed without a unit has the claim's. A formula with
        a bound, a factor or a sign outside the bound text is what stands there as a whole; if that cannot be
        read as one number, it states nothing. Nor does a number with words in the bound text that may change
        it (see :mod:`ledger.quantities.wording`).
        """
        if self.overruled:
            return ()
        if self.attached and claimed.expression is not None:
            reaching = [one for one in self.mentions if one.surface.strip() not in self.text]
            return self._numbers(claimed) if reaching else ()
        whole = read_formula(self.text, claimed.unit) if claimed.expression is not None else None
        if whole is None:
            return self._numbers(claimed)
        return (whole if whole.unit != "1" else replace(whole, unit=claimed.unit),)

    def _numbers(self, claimed: Quantity) -> tuple[Quantity, ...]:
        """The numbers in the bound text; a single one with the noun that stands behind it as its unit."""
        stated = [one for one in self.mentions if one.quantity is not None or one.kind in _UNREAD]
        quantities = tuple(one.quantity for one in stated if one.quantity is not None)
        if len(stated) != 1 or not quantities:
            return quantities if len(quantities) > 1 else ()
        number, quantity = stated[0], quantities[0]
        before = self.text[: max(0, number.start - self.start)]
        behind = self.text[max(0, number.end - self.start) :]
        unit = unit_behind(quantity.unit, number.surface, behind, claimed.unit)
        if unit == "1" and not behind:
            unit = counted_after(number.surface, self.after, claimed.unit)
        if unit is None or not introduces(before, number.surface):
            return ()
        if not behind and (
            divides_otherwise(self.after, claimed.unit) or counts_otherwise(unit, claimed.unit)
        ):
            return ()
        return (replace(quantity, unit=unit),)

    @property
    def quantity(self) -> Quantity | None:
        """The one quantity that is stated; ``None`` if there is none or more than one."""
        stated = self.quantities
        return stated[0] if len(stated) == 1 else None


@dataclass(frozen=True, slots=True)
class Exemption:
    """One exemption: the number, the reason, the mentions that it exempts."""

    number: str
    reason: str
    location: Location
    mentions: tuple[Mention, ...]


@dataclass(frozen=True, slots=True)
class PageFault:
    """Something wrong with a page's bindings.

    ``code`` is one of ``unknown-directive``, ``unused-exemption``, ``unused-directive``, ``orphaned`` (a
    sidecar entry whose number, heading or context has changed), ``computed`` (a program makes a part of the
    bound text), or one of :mod:`ledger.documents.disguise` or :mod:`ledger.documents.unbound`.
    """

    code: str
    location: Location
    message: str
    hint: str = ""


@dataclass(frozen=True)
class Page:
    """A page: its document, its numbers, its bindings and exemptions, its faults."""

    document: Document
    mentions: tuple[Mention, ...]
    bindings: tuple[Binding, ...]
    exemptions: tuple[Exemption, ...]
    faults: tuple[PageFault, ...]
    counts: Counter[tuple[str, str]] = field(default_factory=Counter)
    """The denominator: (kind, status) → how many numbers."""

    @cached_property
    def anchors(self) -> Anchors:
        """How a sidecar's entries tell where the page's numbers stand."""
        return Anchors(self.document, self.mentions)

    @property
    def unclaimed(self) -> tuple[Mention, ...]:
        """The numbers that need evidence and have neither claim nor exemption."""
        return tuple(mention for mention in self.mentions if mention.status is Status.UNCLAIMED)


def page(document: Document, sidecar: Sidecar | None = None) -> Page:
    """Everything the ledger knows of a page from the page itself and its sidecar."""
    return _Assembly(document, sidecar or Sidecar()).page()


class _Assembly:
    """Collects a page's bindings, exemptions and faults."""

    def __init__(self, document: Document, sidecar: Sidecar) -> None:
        self.document = document
        self.sidecar = sidecar
        self.mentions = mentions(document)
        self.index = MentionIndex(self.mentions)
        self.links: list[tuple[str, Form, tuple[int, ...], int, int, str, int, Beside]] = []
        self.exempted: list[tuple[str, str, Location, tuple[int, ...]]] = []
        self.faults: list[PageFault] = []
        self.blocks: dict[tuple[int, int], _Waiting] = {}

    def page(self) -> Page:
        self._inline()
        for item in directives(self.document):
            if isinstance(item, Malformed):
                self._fault("unknown-directive", item.comment.source_start, item.message)
            else:
                self._directive(item)
        self._sidecar()
        self._computed()
        self._disguised()
        for found in unbound(self.document, self.mentions):
            self._fault(*found)
        return self._finished()

    def _computed(self) -> None:
        """Bound text must stand on the page: ``{n}16 bytes`` shows whatever ``n`` is before the 16."""
        computed = self.document.computed
        starts = [start for start, _ in computed]
        for _, form, _, start, end, *_ in self.links if computed else ():
            at = bisect_left(starts, start)
            inside = at < len(computed) and starts[at] <= end
            before = at > 0 and computed[at - 1][1] >= start
            if form is Form.INLINE and (inside or before):
                message = "a program makes a part of the bound text, which can then not be checked"
                self._fault("computed", start, message, "write the number out")

    def _disguised(self) -> None:
        bound = [(start, end) for _, _, _, start, end, *_ in self.links]
        for found in disguises(self.document, self.mentions, bound):
            self._fault(*found)

    def _fault(self, code: str, offset: int, message: str, hint: str = "") -> None:
        self.faults.append(PageFault(code, self._location(offset), message, hint))

    def _location(self, offset: int) -> Location:
        return Location(self.document.path, *self.document.line_column(offset))

    def _inline(self) -> None:
        bound = self.document.bound
        inside: list[list[int]] = [[] for _ in bound]
        for position, binds in enumerate(bound_in(self.mentions, bound)):
            for at in binds:
                inside[at].append(position)
        for span, touched in zip(bound, inside, strict=True):
            words = self.document.text.plain[span.start : min(span.end, span.start + _LONGEST_TEXT)]
            place = (span.source_start, span.source_end)
            part = beside(self.document.text.plain, span.start, span.end, self._now(touched))
            self.links.append((span.claim, Form.INLINE, tuple(touched), *place, words, span.start, part))

    def _directive(self, item: Directive) -> None:
        touched = self._waiting(item.start, item.end).take(self.mentions, item.number)
        if not touched:
            code = "unused-exemption" if item.verb is Verb.EXEMPT else "unused-directive"
            message = f'no number "{item.number}" that needs evidence stands in this block'
            hint = "correct the number, put the comment into its paragraph or right before it, or delete it"
            self._fault(code, item.comment.source_start, message, hint)
        elif item.verb is Verb.EXEMPT:
            location = self._location(item.comment.source_start)
            self._exempt(touched, item.number, item.argument, location)
        else:
            self._claim(touched, item.argument, Form.DIRECTIVE)

    def _waiting(self, start: int, end: int) -> _Waiting:
        """The unclaimed numbers of a block, kept so that many directives on one block cost little."""
        if (start, end) not in self.blocks:
            inside = sorted(self.index.touching(start, end))
            unclaimed = [at for at in inside if self.mentions[at].status is Status.UNCLAIMED]
            self.blocks[start, end] = _Waiting(self.mentions, unclaimed)
        return self.blocks[start, end]

    def _exempt(self, touched: Sequence[int], number: str, reason: str, location: Location) -> None:
        for at in touched:
            self.mentions[at] = replace(self.mentions[at], exempt=reason)
        self.exempted.append((number, reason, location, tuple(touched)))

    def _claim(self, touched: Iterable[int], claim: str, form: Form) -> None:
        for at in touched:
            mention = replace(self.mentions[at], claim=claim)
            self.mentions[at] = mention
            span = (mention.source_start, mention.source_end)
            part = beside(self.document.text.plain, mention.start, mention.end, (mention,))
            self.links.append((claim, form, (at,), *span, mention.surface, mention.start, part))

    def _sidecar(self) -> None:
        if not self.sidecar.entries:
            return
        anchors = Anchors(self.document, self.mentions)
        for entry in self.sidecar.entries:
            at = anchors.locate(entry)
            if isinstance(at, str):
                self.faults.append(
                    PageFault("orphaned", entry.location, at, "look at the page and bind it anew")
                )
            elif self.mentions[at].status in (Status.CLAIMED, Status.EXEMPT):
                self._taken(entry)
            elif entry.claim is not None:
                self._claim([at], entry.claim, Form.SIDECAR)
            else:
                self._exempt([at], entry.number, entry.reason or "", entry.location)

    def _taken(self, entry: Entry) -> None:
        message = f'"{entry.number}" is already bound or exempt'
        self.faults.append(PageFault("unused-directive", entry.location, message, "delete one of the two"))

    def _finished(self) -> Page:
        found = self.mentions
        kept = Stretches((one.source_start, one.source_end) for one in self.document.withheld)
        self.links.sort(key=lambda link: link[3])
        return Page(
            document=self.document,
            mentions=tuple(found),
            bindings=tuple(
                Binding(
                    claim,
                    form,
                    self._location(start),
                    words,
                    at,
                    self._now(touched),
                    start,
                    end,
                    *part,
                    withheld=kept.meets(start, end) is not None,
                )
                for claim, form, touched, start, end, words, at, part in self.links
            ),
            exemptions=tuple(
                Exemption(number, reason, location, self._now(touched))
                for number, reason, location, touched in self.exempted
            ),
            faults=tuple(self.faults),
            counts=Counter((mention.kind.value, mention.status.value) for mention in found),
        )

    def _now(self, touched: Iterable[int]) -> tuple[Mention, ...]:
        return tuple(self.mentions[at] for at in touched)


class _Waiting:
    """The numbers of a block that wait for a directive, by the runs of digits in them."""

    def __init__(self, found: Sequence[Mention], unclaimed: Sequence[int]) -> None:
        self._by_run: dict[str, list[int]] = defaultdict(list)
        for at in unclaimed:
            for run in set(_RUN.findall(found[at].surface + " " + found[at].text)) or {""}:
                self._by_run[run].append(at)

    def take(self, found: Sequence[Mention], number: str) -> list[int]:
        """Take out and return those that *number* states."""
        run = _RUN.search(number)
        waiting = self._by_run.get(run.group() if run else "", [])
        taken = [at for at in waiting if found[at].status is Status.UNCLAIMED and states(found[at], number)]
        if taken:
            gone = set(taken)
            waiting[:] = [at for at in waiting if at not in gone]
        return taken


_RUN = re.compile(r"\d+")
_GLUE_BEFORE = re.compile(r"[\d.,·:/^−–—负零一二两三四五六七八九十百千万亿-]")
_GLUE_AFTER = re.compile(
    r"[\d.,^×/]|\s?(?:[KMBT](?![A-Za-z])|[百千]?[万亿]|thousand|million|billion|trillion)"
)


def states(mention: Mention, number: str) -> bool:
    """Whether *number*, as a directive quotes it, is the number of *mention* and no part of its digits."""
    for words in (mention.surface, mention.text):
        at = words.find(number)
        while at >= 0:
            end = at + len(number)
            if not _GLUE_BEFORE.match(words[max(0, at - 1) : at]) and not _GLUE_AFTER.match(words, end):
                return True
            at = words.find(number, at + 1)
    return False
