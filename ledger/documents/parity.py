"""Compares two language versions of a page: the same claims, with the same numbers."""

from __future__ import annotations

from collections import Counter, defaultdict, deque
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain

from ledger.documents.columns import column, width
from ledger.documents.named import other_names
from ledger.documents.page import Binding, Page
from ledger.documents.placement import Placement
from ledger.errors import Location
from ledger.quantities import Grade, compare
from ledger.quantities.quantity import Quantity


@dataclass(frozen=True, slots=True)
class Disparity:
    """One difference between two versions of a page.

    ``code`` is ``claim-missing`` (bound in one version only), ``other-claim`` (one version binds another
    claim where the other binds this one), ``other-place`` (bound in another section or block),
    ``number-differs`` (other numbers, or another count of them) or ``other-name`` (a name in the place of
    another one, of no claim).
    ``location`` is where the fault is as far as that can be told: at the number that is not the claim's, at
    the binding of another claim, or at the binding beside which one is missing; else in the second page.
    ``claims`` are both claims of ``other-claim``.
    """

    code: str
    claim: str
    location: Location
    message: str
    claims: tuple[str, ...] = ()


_MOST_TOLD = 5
"""Places that a message lists."""


def parity(
    first: Page, second: Page, claimed: Mapping[str, Quantity | None] | None = None
) -> list[Disparity]:
    """Every claim that the two pages do not bind alike, in the order of their ids.

    *claimed* gives the claims' own quantities: a formula is then read as a whole, and number words in text
    bound to a claim without a quantity (``None``) are style. So is how often a claim is said, unless another
    is said less often for it.
    """
    known = claimed or {}
    ours, theirs = _Bound(first), _Bound(second)
    found = list(_exchanged(ours, theirs))
    told = set(chain.from_iterable(one.claims for one in found))
    found += [one for one in _displaced(ours, theirs) if one.claim not in told]
    found += _renamed(first, second, ours, theirs)
    for claim in (ours.places.keys() | theirs.places.keys()) - told:
        if claim not in theirs.places:
            found.append(_missing(ours, ours.places[claim][0], theirs))
        elif claim not in ours.places:
            found.append(_missing(theirs, theirs.places[claim][0], ours))
    for claim in ours.places.keys() & theirs.places.keys():
        if claim not in known or known[claim] is not None:
            found.extend(_numbers(claim, ours.of(claim), theirs.of(claim), known.get(claim)))
    return sorted(found, key=lambda one: (one.claim, one.code, str(one.location)))


class _Bound:
    """The bindings of a page in their order, but for those that it strikes out or hides."""

    def __init__(self, page: Page) -> None:
        self.path = page.document.path
        self.plain = page.document.text.plain
        self.placement = Placement(page.document)
        self.bindings = [binding for binding in page.bindings if not binding.withheld]
        self.places: dict[str, list[int]] = defaultdict(list)
        for at, binding in enumerate(self.bindings):
            self.places[binding.claim].append(at)

    def of(self, claim: str) -> list[Binding]:
        return [self.bindings[at] for at in self.places[claim]]

    def beside(self, at: int) -> tuple[str, str]:
        """The claims that are bound right before and right after; ``""`` for none."""
        before = self.bindings[at - 1].claim if at > 0 else ""
        return before, self.bindings[at + 1].claim if at + 1 < len(self.bindings) else ""


def _exchanged(ours: _Bound, theirs: _Bound) -> Iterator[Disparity]:
    """Claims that each page binds more often than the other one: some text is bound to the wrong one.

    It is the text between the same two claims; where there is none, all of a claim's are named, if both pages
    have equally many bindings.
    """
    more = Counter({claim: len(places) for claim, places in ours.places.items()})
    more.subtract({claim: len(places) for claim, places in theirs.places.items()})
    between: dict[tuple[str, str], deque[int]] = defaultdict(deque)
    for claim, surplus in more.items():
        for at in theirs.places[claim] if surplus < 0 else ():
            between[theirs.beside(at)].append(at)
    for at, one in enumerate(ours.bindings):
        places = between.get(ours.beside(at), deque()) if more[one.claim] > 0 else deque()
        while places and more[theirs.bindings[places[0]].claim] == 0:
            places.popleft()  # found already; so that no place is looked at twice
        if places:
            other = theirs.bindings[places.popleft()]
            more[one.claim] -= 1
            more[other.claim] += 1
            yield _other_claim(one, other)
    if len(ours.bindings) == len(theirs.bindings):
        fewer = [claim for claim, surplus in more.items() if surplus < 0 and claim in ours.places]
        often = [claim for claim, surplus in more.items() if surplus > 0 and claim in theirs.places]
        for claim, instead in zip(sorted(often), sorted(fewer), strict=False):
            yield _counts_differ(ours, theirs, claim, instead)


def _other_claim(one: Binding, other: Binding) -> Disparity:
    message = (
        f"{_shown(one)} at {one.location} is bound to '{one.claim}', and {_shown(other)} in its place at "
        f"{other.location} to '{other.claim}'"
    )
    return Disparity("other-claim", one.claim, other.location, message, (one.claim, other.claim))


def _counts_differ(ours: _Bound, theirs: _Bound, claim: str, other: str) -> Disparity:
    told = (f"'{one}' is bound {_times(ours.of(one))} and {_times(theirs.of(one))}" for one in (claim, other))
    message = "; ".join(told)
    return Disparity("other-claim", claim, theirs.of(other)[0].location, message, (claim, other))


def _times(bindings: Sequence[Binding]) -> str:
    """How often and where, for a message."""
    shown = ", ".join(str(one.location) for one in bindings[:_MOST_TOLD])
    more = ", …" if len(bindings) > _MOST_TOLD else ""
    often = "once" if len(bindings) == 1 else f"{len(bindings)} times"
    return f"{often} in {bindings[0].location.path} ({shown}{more})"


def _displaced(ours: _Bound, theirs: _Bound) -> Iterator[Disparity]:
    """Claims that both pages bind, but not in the same sections, or not in the same blocks of a section.

    One finding a claim, at its first place that has no counterpart.
    """
    if not ours.placement.compares(theirs.placement):
        return
    for claim in ours.places.keys() & theirs.places.keys():
        first, second = (
            {_place(page, binding, other): binding for binding in reversed(page.of(claim))}
            for page, other in ((ours, theirs), (theirs, ours))
        )
        only = [first[place] for place in sorted(first.keys() - second.keys())]
        others = [second[place] for place in sorted(second.keys() - first.keys())]
        if only or others:
            yield _other_place(claim, only, others, ours, theirs)
        else:
            yield from _other_column(claim, next(iter(first)), ours, theirs)


def _other_column(claim: str, place: tuple[int, int], ours: _Bound, theirs: _Bound) -> Iterator[Disparity]:
    """A claim that stands once in either page, at the same *place*, but in two columns of as many."""
    (one, *more), (other, *others) = ours.of(claim), theirs.of(claim)
    if more or others or place[1] == 0:
        return
    rows = (ours.plain, one.start), (theirs.plain, other.start)
    if len({width(*row) for row in rows}) == 1 and len({column(*row) for row in rows}) > 1:
        yield _other_place(claim, [one], [other], ours, theirs)


def _renamed(first: Page, second: Page, ours: _Bound, theirs: _Bound) -> Iterator[Disparity]:
    """Blocks of which each version has a name that the other lacks."""
    if not ours.placement.compares(theirs.placement):
        return
    for here, there in other_names(first, second, ours.placement, theirs.placement):
        one, other = (
            Location(page.document.path, *page.document.line_column(page.document.offsets.start(name.start)))
            for page, name in ((first, here), (second, there))
        )
        message = f"'{there.name}' stands here, and '{here.name}' at {one} in the same place"
        yield Disparity("other-name", "", other, message)


def _place(page: _Bound, binding: Binding, other: _Bound) -> tuple[int, int]:
    """The section of a binding, and its block where both pages have equally many there; else 0."""
    section, block = page.placement.at(binding.start)
    return section, block if page.placement.same_blocks(other.placement, section) else 0


def _other_place(
    claim: str, only: Sequence[Binding], others: Sequence[Binding], ours: _Bound, theirs: _Bound
) -> Disparity:
    if only and others:
        message = f"'{claim}' is bound at {only[0].location} and elsewhere here, at {others[0].location}"
        return Disparity("other-place", claim, others[0].location, message)
    here, binding = (theirs, only[0]) if only else (ours, others[0])
    near = here.of(claim)[0].location
    message = (
        f"'{claim}' is bound at {binding.location}, but not in that place of {here.path} (only at {near})"
    )
    return Disparity("other-place", claim, binding.location, message)


def _missing(there: _Bound, at: int, here: _Bound) -> Disparity:
    """A claim that *here* lacks, told at the binding beside which it stands *there*."""
    binding = there.bindings[at]
    near = next((here.places[claim][0] for claim in there.beside(at) if claim in here.places), None)
    location = Location(here.path) if near is None else here.bindings[near].location
    beside = "" if near is None else f"; it stands there beside '{here.bindings[near].claim}'"
    message = f"'{binding.claim}' is bound at {binding.location} but nowhere in {here.path}{beside}"
    return Disparity("claim-missing", binding.claim, location, message)


def _numbers(
    claim: str, ours: Sequence[Binding], theirs: Sequence[Binding], claimed: Quantity | None
) -> Iterator[Disparity]:
    first, second = _stated(ours, claimed), _stated(theirs, claimed)
    if _restated(first, second) and _restated(second, first):
        return
    one = _odd(ours, second, claimed)
    other = _odd(theirs, first, claimed)
    wrong = one if _is_of(other, claimed) and not _is_of(one, claimed) else other
    right = other if wrong is one else one
    message = f"'{claim}' is {_shown(right)} at {right.location} and {_shown(wrong)} here"
    yield Disparity("number-differs", claim, wrong.location, message)


def _odd(bindings: Sequence[Binding], others: Sequence[Quantity], claimed: Quantity | None) -> Binding:
    """The first of *bindings* that states another number than *others*, else the first of them."""
    for binding in bindings:
        if not _restated(_stated((binding,), claimed), others):
            return binding
    return bindings[0]


def _is_of(binding: Binding, claimed: Quantity | None) -> bool:
    """Whether *binding* states what its claim does; so it is taken where the claim is not known."""
    stated = _stated((binding,), claimed)
    return claimed is None or (len(stated) > 0 and all(_same(claimed, one) for one in stated))


def _stated(bindings: Sequence[Binding], claimed: Quantity | None) -> list[Quantity]:
    """What the bindings state; order and repetition are style."""
    return [
        quantity
        for binding in bindings
        for quantity in (binding.quantities if claimed is None else binding.stated(claimed))
    ]


def _restated(some: Sequence[Quantity], others: Sequence[Quantity]) -> bool:
    """Whether every statement stands among the others; one may leave out the noun that it counts."""
    return all(any(_same(one, other) for other in others) for one in some)


def _same(one: Quantity, other: Quantity) -> bool:
    return Grade.EXACT in (compare(one, other).grade, compare(other, one).grade)


def _shown(binding: Binding) -> str:
    return f'"{binding.text.strip()}"' if binding.text.strip() else "an empty text"
