"""The mutants of a claim: every field that a check should be able to hold against something else."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from ledger.errors import QuantityError
from ledger.mutate.mutants import CONTROL, Changed, Mutant
from ledger.mutate.numbers import Change, alterations
from ledger.quantities.quantity import Comparator
from ledger.registry import SubjectKind
from ledger.schema.documents import Claim, Evidence, QuantityFields, Recompute
from ledger.schema.ledger import Ledger

_VALUE = (Change.DIGIT, Change.SIGN, Change.POINT, Change.OPERATOR)
_STATED = ("located", "recompute")
_PLACED = ("located",)
_OTHER_COMPARATOR = {
    Comparator.EQUAL: Comparator.AT_LEAST,
    Comparator.ABOUT: Comparator.AT_MOST,
    Comparator.LESS: Comparator.GREATER,
    Comparator.AT_MOST: Comparator.NOT_LESS,
    Comparator.GREATER: Comparator.LESS,
    Comparator.NOT_LESS: Comparator.AT_MOST,
    Comparator.UP_TO: Comparator.AT_LEAST,
    Comparator.AT_LEAST: Comparator.UP_TO,
}


@dataclass(frozen=True, slots=True)
class Variant:
    """A changed claim: what kind of change, at which path, from what to what, who should notice."""

    kind: str
    path: tuple[str | int, ...]
    before: str
    after: str
    guards: tuple[str, ...]
    claim: Claim


def variants(claim: Claim, sources: tuple[str, ...]) -> Iterator[Variant]:
    """Every change of *claim*; *sources* are the ids of the ledger's sources."""
    if claim.quantity is not None:
        yield from _quantities(claim, claim.quantity)
    for index, evidence in enumerate(claim.evidence):
        yield from _evidence(claim, index, evidence, sources)
    if claim.recompute is not None:
        yield from _inputs(claim, claim.recompute)


def _quantities(claim: Claim, quantity: QuantityFields) -> Iterator[Variant]:
    for field in ("value", "high"):
        text = getattr(quantity, field)
        if text is None:
            continue
        for alteration in alterations(text, formula=True, chinese=False):
            if alteration.change in _VALUE:
                changed = alteration.applied(text)
                yield from _quantity(claim, quantity, alteration.change.value, field, changed)
    unit = "s" if quantity.unit != "s" else "B"
    yield from _quantity(claim, quantity, "unit", "unit", unit)
    if quantity.comparator in _OTHER_COMPARATOR:
        yield from _quantity(
            claim, quantity, "comparator", "comparator", _OTHER_COMPARATOR[quantity.comparator]
        )


def _quantity(
    claim: Claim, quantity: QuantityFields, kind: str, field: str, changed: str
) -> Iterator[Variant]:
    """The changed claim, if an author could have written it at all."""
    fields = quantity.model_copy(update={field: changed})
    try:
        fields.read()
    except QuantityError:
        return
    before = str(getattr(quantity, field))
    other = claim.model_copy(update={"quantity": fields})
    yield Variant(kind, ("quantity", field), before, str(changed), _STATED, other)


def _evidence(claim: Claim, index: int, evidence: Evidence, sources: tuple[str, ...]) -> Iterator[Variant]:
    changes: list[tuple[str, Any]] = []
    if evidence.page is not None:
        changes.append(("page", evidence.page + 1))
    if evidence.section is not None:
        changes.append(("section", "97.3"))
    others = [source for source in sources if source != evidence.source]
    if others:
        changes.append(("source", others[0]))
    for field, changed in changes:
        other = evidence.model_copy(update={field: changed})
        items = (*claim.evidence[:index], other, *claim.evidence[index + 1 :])
        mutated = claim.model_copy(update={"evidence": items})
        before = str(getattr(evidence, field))
        yield Variant(field, ("evidence", index, field), before, str(changed), _PLACED, mutated)


def _inputs(claim: Claim, recompute: Recompute) -> Iterator[Variant]:
    for name, value in recompute.inputs.items():
        changed = _other_input(value)
        if changed is None:
            continue
        inputs = recompute.model_copy(update={"inputs": {**recompute.inputs, name: changed}})
        mutated = claim.model_copy(update={"recompute": inputs})
        path = ("recompute", "inputs", name)
        yield Variant("input", path, str(value), str(changed), ("recompute",), mutated)


def _other_input(value: Any) -> Any:
    """Another value of a literal input; ``None`` for words, switches, references and structures.

    The first digit changes, as the last one may well vanish in the rounding of the result.
    """
    if isinstance(value, bool) or not isinstance(value, int | str):
        return None
    if isinstance(value, int):
        changed = _other_input(str(value))
        return None if changed is None else int(changed)
    if not value.strip()[:1].isdigit():
        return None
    first = next((item for item in alterations(value, chinese=False) if item.change is Change.DIGIT), None)
    return first.applied(value) if first is not None else None


def claim_mutants(ledger: Ledger, claim: Claim) -> Iterator[Changed]:
    """The control, then every mutant of *claim*."""
    yield _changed(ledger, Variant(CONTROL, (), "", "", _STATED, claim.model_copy()))
    for variant in variants(claim, tuple(sorted(ledger.sources))):
        yield _changed(ledger, variant)


def _changed(ledger: Ledger, variant: Variant) -> Changed:
    claim = variant.claim
    mutant = Mutant(
        kind=variant.kind,
        subject_kind=SubjectKind.CLAIM,
        subject=claim.id,
        location=ledger.where("claim", claim.id, *variant.path),
        before=variant.before,
        after=variant.after,
        guards=variant.guards,
    )
    return mutant, replace(ledger, claims={**ledger.claims, claim.id: claim})
