"""The mutants of a claim: every field that a check should be able to hold against something else."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import islice
from typing import Any

from ledger.errors import QuantityError
from ledger.mutate.alteration import Change
from ledger.mutate.mutants import CONTROL, Changed, Mutant
from ledger.mutate.numbers import alterations
from ledger.quantities.quantity import Comparator
from ledger.registry import SubjectKind
from ledger.schema.documents import Claim, Evidence, QuantityFields, Recompute
from ledger.schema.ledger import Ledger

_VALUE = (Change.DIGIT, Change.SIGN, Change.POINT, Change.OPERATOR, Change.EXPONENT)
_STATED = ("located", "recompute")
_PLACED = ("located",)
_OTHER_COMPARATORS = {
    Comparator.EQUAL: (Comparator.AT_LEAST, Comparator.AT_MOST, Comparator.ABOUT, Comparator.UP_TO),
    Comparator.ABOUT: (Comparator.AT_LEAST, Comparator.AT_MOST, Comparator.EQUAL),
    Comparator.LESS: (Comparator.GREATER, Comparator.AT_MOST, Comparator.EQUAL),
    Comparator.AT_MOST: (Comparator.NOT_LESS, Comparator.LESS, Comparator.EQUAL),
    Comparator.GREATER: (Comparator.LESS, Comparator.NOT_LESS, Comparator.EQUAL),
    Comparator.NOT_LESS: (Comparator.AT_MOST, Comparator.GREATER, Comparator.EQUAL),
    Comparator.UP_TO: (Comparator.AT_LEAST, Comparator.AT_MOST, Comparator.EQUAL),
    Comparator.AT_LEAST: (Comparator.UP_TO, Comparator.GREATER, Comparator.EQUAL),
}
_NEAR_UNITS = {
    "B": ("kB", "bit"), "kB": ("KiB", "MB"), "MB": ("GB", "MiB"), "GB": ("MB", "GiB"), "TB": ("GB", "TiB"),
    "KiB": ("kB",), "GiB": ("GB",), "s": ("ms",), "ms": ("s",), "µs": ("ms",), "GB/s": ("Gbps",),
    "Gbps": ("GB/s",), "%": ("pp", "x"), "pp": ("%",), "x": ("%",), "GPU": ("node",), "node": ("GPU",),
    "FLOP": ("FLOP/s",), "FLOP/s": ("FLOP",), "TFLOP/s": ("TFLOP", "GFLOP/s"), "rank": ("GPU",),
    "token": ("ktoken",), "ktoken": ("token",), "parameter": ("B",), "element": ("B",), "way": ("GPU",),
}  # fmt: skip
_DIGITS = re.compile(r"\d+(?:\.\d+)?\Z")
_NUMBER = re.compile(r"(?<![\w.,])\d+(?:\.\d+)?(?![\w.,])")
_MOST_OTHERS = 3


@dataclass(frozen=True, slots=True)
class Variant:
    """A changed claim: what kind of change, at which path, from what to what, who should notice."""

    kind: str
    path: tuple[str | int, ...]
    before: str
    after: str
    guards: tuple[str, ...]
    claim: Claim


def variants(claim: Claim, sources: tuple[str, ...], others: Iterable[str] = ()) -> Iterator[Variant]:
    """Every change of *claim*; *sources* are the ids of the ledger's sources, *others* are values that the
    cited pages state as well."""
    if claim.quantity is not None:
        yield from _quantities(claim, claim.quantity)
        yield from _another(claim, claim.quantity, others)
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
        if _DIGITS.match(text) and text.strip("0."):
            yield from _quantity(claim, quantity, Change.SCALE.value, field, f"{text}e3")
    other = "s" if quantity.unit != "s" else "B"
    for unit in dict.fromkeys((other, *_NEAR_UNITS.get(quantity.unit, ("GB",)), *_rates(quantity.unit))):
        yield from _quantity(claim, quantity, "unit", "unit", unit)
    for comparator in _OTHER_COMPARATORS.get(quantity.comparator, ()):
        yield from _quantity(claim, quantity, "comparator", "comparator", comparator)


def _rates(unit: str) -> tuple[str, ...]:
    """*unit* without its divisor, or with one."""
    whole, divided, _ = unit.rpartition("/")
    return (whole,) if divided and whole != "1" else (f"{unit}/s",)


def _another(claim: Claim, quantity: QuantityFields, others: Iterable[str]) -> Iterator[Variant]:
    """Other numbers that stand where the claim's own stands: in its anchors, and *others*."""
    stated = quantity.read()
    if stated.value is None or stated.high is not None:
        return
    printed = [
        number for one in claim.evidence for anchor in one.anchors for number in _NUMBER.findall(anchor)
    ]
    different = (text for text in dict.fromkeys((*printed, *others)) if Fraction(text) != stated.value)
    for text in islice(different, _MOST_OTHERS):
        yield from _quantity(claim, quantity, "another-number", "value", text)


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
        changes += [("page", page) for page in (evidence.page - 1, evidence.page + 1) if page > 0]
    if evidence.section is not None:
        changes.append(("section", "97.3"))
    if len(set(evidence.anchors)) > 1:
        changes.append(("anchors", evidence.anchors[::-1]))
    others = [source for source in sources if source != evidence.source]
    if others:
        changes.append(("source", others[0]))
    changes += _printed(evidence)
    for field, changed in changes:
        other = evidence.model_copy(update={field: changed})
        items = (*claim.evidence[:index], other, *claim.evidence[index + 1 :])
        mutated = claim.model_copy(update={"evidence": items})
        before = str(getattr(evidence, field))
        yield Variant(field, ("evidence", index, field), before, str(changed), _PLACED, mutated)


def _printed(evidence: Evidence) -> Iterator[tuple[str, Any]]:
    """Another printed form, and another meaning of the same."""
    if evidence.printed is None:
        return
    yield from (("printed", changed) for changed in [_other_input(evidence.printed)] if changed is not None)
    for symbol, meaning in evidence.where.items():
        yield "where", {**evidence.where, symbol: "z" if meaning != "z" else "y"}
    if evidence.unit is not None:
        yield "unit", "s" if evidence.unit != "s" else "B"


def _inputs(claim: Claim, recompute: Recompute) -> Iterator[Variant]:
    yield from _mapping(claim, recompute)
    for name, value in recompute.inputs.items():
        changed = _other_input(value)
        if changed is None:
            continue
        inputs = recompute.model_copy(update={"inputs": {**recompute.inputs, name: changed}})
        mutated = claim.model_copy(update={"recompute": inputs})
        path = ("recompute", "inputs", name)
        yield Variant("input", path, str(value), str(changed), ("recompute",), mutated)


def _mapping(claim: Claim, recompute: Recompute) -> Iterator[Variant]:
    """Two symbols that change places, and a result read in another unit."""
    changes: list[tuple[str, Any]] = []
    if len(recompute.symbols) > 1:
        (first, one), (second, two), *rest = recompute.symbols.items()
        changes.append(("symbols", {first: two, second: one, **dict(rest)}))
    if recompute.unit is not None:
        changes.append(("unit", "s" if recompute.unit != "s" else "B"))
    for field, changed in changes:
        mutated = claim.model_copy(
            update={"recompute": recompute.model_copy(update={field: changed})},
        )
        before = str(getattr(recompute, field))
        yield Variant(field, ("recompute", field), before, str(changed), ("recompute",), mutated)


def _other_input(value: Any) -> Any:
    """Another value of a literal input, or of a list's first; ``None`` for words, switches and references.

    The first digit changes, as the last one may well vanish in the rounding of the result.
    """
    if isinstance(value, list) and value:
        first = _other_input(value[0])
        return None if first is None else [first, *value[1:]]
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
    for variant in variants(claim, tuple(sorted(ledger.sources)), _neighbours(ledger, claim)):
        yield _changed(ledger, variant)


def _neighbours(ledger: Ledger, claim: Claim) -> Iterator[str]:
    """The values of other claims on the pages that *claim* cites."""
    cited = {(one.source, one.page) for one in claim.evidence if one.page is not None}
    for other in ledger.claims.values():
        quantity = other.quantity
        if other.id == claim.id or quantity is None or not _DIGITS.match(quantity.value):
            continue
        if any((one.source, one.page) in cited for one in other.evidence):
            yield quantity.value


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
    return Changed(mutant, replace(ledger, claims={**ledger.claims, claim.id: claim}))
