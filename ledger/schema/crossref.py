"""Faults between documents: names that lead nowhere, circles, pages beyond the end, unreadable quantities."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from typing import Any

from ledger.errors import DocumentError, QuantityError, UnitError, did_you_mean
from ledger.quantities.unit_spelling import misspelt
from ledger.schema.documents import Claim, ClaimKind
from ledger.schema.ledger import Ledger


def faults(ledger: Ledger, broken: Collection[str] = ()) -> Iterator[DocumentError]:
    """Every fault that no single document shows; a name that a *broken* file may define is let pass."""
    claims_complete = not any(path.startswith("claims/") for path in broken)
    for claim in ledger.claims.values():
        yield from _evidence(ledger, claim, broken)
        yield from _quantity(ledger, claim)
        yield from _units(ledger, claim)
        if claims_complete:
            yield from _references(ledger, claim)
    yield from _circles(ledger, "supersedes", lambda claim: claim.supersedes)
    yield from _circles(ledger, "recompute", recompute_references)
    if not broken:
        yield from _waivers(ledger)


def recompute_references(claim: Claim) -> tuple[str, ...]:
    """The claims whose quantities are inputs of *claim*'s recomputation."""
    if claim.recompute is None:
        return ()
    return tuple(_claims_in(claim.recompute.inputs))


def _claims_in(value: Any) -> Iterator[str]:
    if isinstance(value, Mapping):
        if set(value) == {"claim"}:
            yield str(value["claim"])
        else:
            for item in value.values():
                yield from _claims_in(item)
    elif isinstance(value, list):
        for item in value:
            yield from _claims_in(item)


def _evidence(ledger: Ledger, claim: Claim, broken: Collection[str]) -> Iterator[DocumentError]:
    for index, evidence in enumerate(claim.evidence):
        source = ledger.sources.get(evidence.source)
        if source is None and f"sources/{evidence.source}.yaml" in broken:
            continue
        if source is None:
            place = ledger.where("claim", claim.id, "evidence", index, "source")
            hint = did_you_mean(evidence.source, ledger.sources) or f"add sources/{evidence.source}.yaml"
            yield DocumentError(place, f"unknown source '{evidence.source}'", hint)
            continue
        pages = source.snapshot.pages if source.snapshot is not None else None
        if evidence.page is not None and pages is not None and evidence.page > pages:
            place = ledger.where("claim", claim.id, "evidence", index, "page")
            yield DocumentError(
                place,
                f"page {evidence.page} is beyond the end of '{source.id}'",
                f"it has {pages} pages; count physical pages from 1",
            )


def _references(ledger: Ledger, claim: Claim) -> Iterator[DocumentError]:
    groups: tuple[tuple[str, Iterable[str]], ...] = (
        ("bounds", claim.bounds),
        ("conflicts", claim.conflicts),
        ("supersedes", claim.supersedes),
        ("recompute", recompute_references(claim)),
    )
    for field, ids in groups:
        for index, other in enumerate(ids):
            if other not in ledger.claims:
                hint = did_you_mean(other, ledger.claims)
                place = ledger.where("claim", claim.id, field, index)
                yield DocumentError(place, f"unknown claim '{other}' in '{field}'", hint)


_WORDED = re.compile(r"\W{0,3}[\d.,]{1,40}\s?[^\W\d_]{2}|[^\W\d_]{2,20}\s[^\W\d_]{0,20}\s?\d")
_DIGITS = "write the digits alone (65 billion is 65e9); other words are the 'unit' and the 'comparator'"


def _quantity(ledger: Ledger, claim: Claim) -> Iterator[DocumentError]:
    fields = claim.quantity
    if fields is None:
        return
    place = ledger.where("claim", claim.id, "quantity", "value")
    try:
        quantity = fields.read()
    except UnitError:
        return  # see _units
    except QuantityError as fault:
        yield DocumentError(place, str(fault), _DIGITS if _WORDED.match(fields.value) else "")
        return
    if quantity.expression is not None and claim.kind is ClaimKind.NUMBER:
        yield DocumentError(place, f"'{fields.value}' is symbolic", "write 'kind: formula' for it")


def _units(ledger: Ledger, claim: Claim) -> Iterator[DocumentError]:
    """Units that are none, and nouns that are a slip away from one that is known."""
    written: list[tuple[tuple[str | int, ...], str | None]] = [
        (("quantity", "unit"), claim.quantity.unit if claim.quantity is not None else None),
        *((("evidence", index, "unit"), one.unit) for index, one in enumerate(claim.evidence)),
        (("recompute", "unit"), claim.recompute.unit if claim.recompute is not None else None),
    ]
    for path, unit in written:
        if unit is None:
            continue
        try:
            slip = misspelt(unit)
        except UnitError as fault:
            hint = "write it like B/parameter, GB/s, GPU-hour, %, or one noun: page"
            yield DocumentError(ledger.where("claim", claim.id, *path), str(fault), hint)
            continue
        if slip is not None:
            word, near = slip
            message = f"unknown unit '{word}'" + (f" in '{unit}'" if word != unit else "")
            yield DocumentError(ledger.where("claim", claim.id, *path), message, f"did you mean '{near}'?")


def _circles(
    ledger: Ledger, field: str, following: Callable[[Claim], Iterable[str]]
) -> Iterator[DocumentError]:
    """Each circle once, at the claim that comes first; iterative, so that length is no limit."""
    done: set[str] = set()
    for start in ledger.claims:
        trail: dict[str, Iterator[str]] = {}
        pending: str | None = start if start not in done else None
        while pending is not None:
            if pending in trail:
                names = list(trail)
                circle = [*names[names.index(pending) :], pending]
                place = ledger.where("claim", circle[0], field)
                yield DocumentError(place, f"'{field}' goes in a circle: {' → '.join(circle)}", "break it")
            elif pending not in done and pending in ledger.claims:
                trail[pending] = iter(following(ledger.claims[pending]))
            pending = _next(trail, done)


def _next(trail: dict[str, Iterator[str]], done: set[str]) -> str | None:
    while trail:
        last = next(reversed(trail))
        following = next(trail[last], None)
        if following is not None:
            return following
        del trail[last]
        done.add(last)
    return None


def _waivers(ledger: Ledger) -> Iterator[DocumentError]:
    subjects = {*ledger.claims, *ledger.sources, *ledger.pages}
    for index, waiver in enumerate(ledger.waivers):
        if waiver.subject not in subjects:
            place = ledger.where("waiver", str(index), "subject")
            yield DocumentError(
                place, f"unknown subject '{waiver.subject}'", did_you_mean(waiver.subject, subjects)
            )
