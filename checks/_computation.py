"""Run a claim's formula in the shared numeric core: the observation that ``recompute`` judges."""

from __future__ import annotations

import itertools
from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from typing import Any

from ledger.core import formulas
from ledger.errors import FormulaError, QuantityError
from ledger.quantities import evaluation, expression
from ledger.quantities.interval import rounding_interval
from ledger.quantities.quantity import Comparator, Quantity
from ledger.quantities.units import conversion, resolve
from ledger.schema.documents import Claim, Recompute

MAX_INEXACT_INPUTS = 8
"""2⁸ corners at the most; no claim of a page rests on more rounded inputs than that."""


@dataclass(frozen=True, slots=True)
class Computed:
    """A number in the claim's unit, with its ends over the inputs' rounding intervals."""

    formula: str
    value: Fraction
    low: Fraction
    high: Fraction


@dataclass(frozen=True, slots=True)
class Sampled:
    """Expression against formula: (symbol values, by the expression, by the formula in the claim's unit)."""

    formula: str
    points: tuple[tuple[Mapping[str, Fraction], Fraction, Fraction], ...]


@dataclass(frozen=True, slots=True)
class Refused:
    """It could not be computed, and why; ``path`` leads to the field below ``recompute``.

    ``claims_fault``: what the claim states cannot be computed by anybody; else the limit is this program's.
    """

    cause: str
    message: str
    hint: str = ""
    path: tuple[str | int, ...] = ()
    claims_fault: bool = True


class _RefusedError(Exception):
    """Carries a refusal up to :func:`observe`."""

    def __init__(self, refused: Refused) -> None:
        self.refused = refused
        super().__init__(refused.message)


def observe(claim: Claim, claims: Mapping[str, Claim]) -> Computed | Sampled | Refused:
    """Compute what *claim* says it follows from; faults of the inputs are refusals, never errors."""
    if claim.recompute is None or claim.quantity is None:
        return Refused("nothing-to-compute", "the claim has no quantity to recompute")
    try:
        formula = formulas.get(claim.recompute.formula)
        stated = stated_quantity(claim)
        if stated.expression is not None:
            return _sample(claim.recompute, formula, stated)
        return _compute(claim.recompute, formula, stated, claims)
    except _RefusedError as fault:
        return fault.refused
    except FormulaError as fault:
        return Refused("formula", str(fault), path=("formula",))
    except QuantityError as fault:
        return Refused("quantity", str(fault))


def stated_quantity(claim: Claim) -> Quantity:
    """The claim's quantity.

    Raises:
        QuantityError: it has none.
    """
    if claim.quantity is None:
        raise QuantityError(f"{claim.id} has no quantity")
    return claim.quantity.read()


def _compute(
    recompute: Recompute, formula: formulas.Formula, stated: Quantity, claims: Mapping[str, Claim]
) -> Computed:
    exact: dict[str, Any] = {}
    rounded: dict[str, tuple[Fraction, Fraction, Fraction]] = {}
    for name, given in recompute.inputs.items():
        if isinstance(given, dict) and set(given) == {"claim"}:
            ends = _from_claim(formula, name, claims[str(given["claim"])])
            if ends[0] == ends[2]:
                exact[name] = ends[1]
            else:
                rounded[name] = ends
        else:
            exact[name] = _literal(given, claims)
    if len(rounded) > MAX_INEXACT_INPUTS:
        message = f"{len(rounded)} inputs are rounded; {MAX_INEXACT_INPUTS} are the most that can be varied"
        limit = Refused("too-many-rounded-inputs", message, path=("inputs",), claims_fault=False)
        raise _RefusedError(limit)
    centre = {name: ends[1] for name, ends in rounded.items()}
    low_high = _results(recompute, formula, {**exact, **centre}, stated.unit)
    corners = [
        result
        for corner in itertools.product(*((ends[0], ends[2]) for ends in rounded.values()))
        for result in _results(
            recompute, formula, {**exact, **dict(zip(rounded, corner, strict=True))}, stated.unit
        )
    ]
    every = [*low_high, *corners]
    return Computed(formula.id, low_high[0], min(every), max(every))


def _sample(recompute: Recompute, formula: formulas.Formula, stated: Quantity) -> Sampled:
    used = expression.symbols(expression.parse(str(stated.expression)))
    unmapped = sorted(used - set(recompute.symbols))
    if unmapped:
        message = f"the symbols {', '.join(unmapped)} are mapped to no input of {formula.id}"
        raise _RefusedError(Refused("unmapped-symbol", message, "add them to 'symbols'", ("symbols",)))
    names = frozenset(
        recompute.symbols
    )  # a mapped symbol that the expression lost must still move the formula
    _telling(recompute, names)
    points = []
    for sample in recompute.samples:
        point = {name: formulas.read_number(sample[name]) for name in sorted(names)}
        inputs = {**recompute.inputs, **{recompute.symbols[name]: point[name] for name in names}}
        by_formula = _results(recompute, formula, inputs, stated.unit)[0]
        points.append((point, evaluation.evaluate(str(stated.expression), point), by_formula))
    return Sampled(formula.id, tuple(points))


def _telling(recompute: Recompute, names: frozenset[str]) -> None:
    """Refuse samples that cannot tell expressions apart: too few, or a symbol that never moves."""
    hint = "give at least two samples, in which every symbol takes different values"
    for index, sample in enumerate(recompute.samples):
        missing = sorted(names - set(sample))
        if missing:
            message = f"the sample gives no value for {', '.join(missing)}"
            raise _RefusedError(Refused("sample", message, hint, ("samples", index)))
    still = [name for name in sorted(names) if len({sample[name] for sample in recompute.samples}) < 2]
    if len(recompute.samples) < 2 or still:
        message = f"{len(recompute.samples)} samples do not tell expressions apart"
        raise _RefusedError(Refused("too-few-samples", message, hint, ("samples",)))


def _literal(given: Any, claims: Mapping[str, Claim]) -> Any:
    """A literal input with any claim references inside lists and mappings replaced by exact values."""
    if isinstance(given, dict):
        if set(given) == {"claim"}:
            return _single_value(claims[str(given["claim"])])[1]
        return {key: _literal(value, claims) for key, value in given.items()}
    if isinstance(given, list):
        return [_literal(value, claims) for value in given]
    return given


def _single_value(claim: Claim) -> tuple[Fraction, Fraction, Fraction, str]:
    """Low end, value, high end and unit of a claim that states one value."""
    quantity = stated_quantity(claim)
    plain = quantity.comparator in (Comparator.EQUAL, Comparator.ABOUT)
    if quantity.value is None or quantity.high is not None or not plain:
        message = f"the input claim '{claim.id}' states no single value ({quantity.text()})"
        raise _RefusedError(Refused("input-without-value", message, path=("inputs",)))
    interval = rounding_interval(quantity.value, quantity.quantum)
    return interval.low, quantity.value, interval.high, quantity.unit


def _from_claim(formula: formulas.Formula, name: str, claim: Claim) -> tuple[Fraction, Fraction, Fraction]:
    """A claim's value and its ends in the unit of the formula's input; a count is exact."""
    low, value, high, unit = _single_value(claim)
    known = formula.parameters()
    if name not in known:
        return value, value, value
    kind, meaning, _ = known[name]
    own, wanted = resolve(unit), resolve(meaning.unit)
    factor = Fraction(1) if own.counts and wanted.counts else conversion(own, wanted)
    if factor is None:
        message = (
            f"the input claim '{claim.id}' is in {unit}, but {formula.id} takes '{name}' in {meaning.unit}"
        )
        raise _RefusedError(Refused("input-unit", message, path=("inputs", name)))
    if kind is int:
        return value * factor, value * factor, value * factor
    return low * factor, value * factor, high * factor


def _results(
    recompute: Recompute, formula: formulas.Formula, inputs: Mapping[str, Any], unit: str
) -> list[Fraction]:
    """The formula's result (one number, or the two ends of a pair) in the claim's unit."""
    result = formula.compute(inputs)
    value: Any = result.value if recompute.result is None else _detail(result, recompute.result, formula.id)
    numbers = list(value) if isinstance(value, tuple | list) and len(value) == 2 else [value]
    factor = _unit_factor(_unit_read(recompute, formula), unit, formula.id)
    return [_number(number, formula.id) * factor for number in numbers]


def _unit_read(recompute: Recompute, formula: formulas.Formula) -> str:
    """The unit that the claim reads the result in: a pure number in any, bytes never as gigabytes."""
    if recompute.unit is None:
        return formula.unit
    if formula.unit != "1" and resolve(formula.unit).size != resolve(recompute.unit).size:
        message = f"{formula.id} gives {formula.unit}, which is not to be read as {recompute.unit}"
        raise _RefusedError(Refused("result-unit", message, "correct 'unit'", ("unit",)))
    return recompute.unit


def _detail(result: formulas.Result, key: str, id: str) -> Any:
    value: Any = result.details
    for part in key.split("."):
        if not isinstance(value, Mapping) or part not in value:
            message = f"{id} has no result '{key}'; its details are {', '.join(map(str, result.details))}"
            raise _RefusedError(Refused("result", message, path=("result",)))
        value = value[part]
    return value


def _number(value: Any, id: str) -> Fraction:
    if isinstance(value, bool) or not isinstance(value, int | Fraction | Decimal):
        message = f"{id} gives {type(value).__name__}, not one number; name one of its details in 'result'"
        raise _RefusedError(Refused("result", message, path=("result",)))
    return Fraction(value)


def _unit_factor(computed: str, claimed: str, id: str) -> Fraction:
    source, target = resolve(computed), resolve(claimed)
    factor = conversion(source, target)
    if factor is None:
        message = f"{id} gives {computed}, the claim states {claimed}"
        hint = "correct the claim's unit, or say with 'unit' what the result counts"
        raise _RefusedError(Refused("result-unit", message, hint, ("formula",)))
    return factor
