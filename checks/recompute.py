"""Does the shared numeric core arrive at the claim's number?

What it checks
    The claim's formula, run on inputs that are literals or other claims, gives the claimed value. For a
    single number, inputs taken from rounded claims are moved to both ends of their rounding intervals;
    the answer is graded *exact*, *consistent* (it rounds to the claimed digits), *only by rounding*, or
    *inconsistent*. What counts things (``20 GPU``) is exact. For a symbolic claim (``4Ψ + 12Ψ/D``),
    expression and formula must agree exactly at every sample point. A recomputation that cannot be done
    (a formula that refuses its inputs, a result in another unit) is a fault of the claim, whatever its
    evidence says.

    The value alone is computed: a bound, or ``≈`` before an exact result, must come from the evidence, and
    a claim without evidence cannot state it.

Why
    A number that follows from others must keep following from them when one of them changes.

Known limits
    It proves the arithmetic, not that the formula fits the system. The value of a bound (``≤``, ``up-to``)
    must equal the computed one, so that a looser bound does not pass. *Only by rounding* is reported as
    ambiguous: the inputs' printed digits allow the value, but do not give it. Symbolic claims are compared
    at the authors' sample points.

Example
    ``value: "24"`` for 16 bytes a parameter is ``contradicted (inconsistent)``: expected 24 B/parameter,
    found 16 B/parameter by ``memory.model_state``.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction

from checks import _computation
from checks._computation import Computed, Refused, Sampled
from ledger.core import formulas
from ledger.quantities.interval import rounding_interval
from ledger.quantities.quantity import Comparator, Quantity, numeral
from ledger.quantities.units import resolve
from ledger.registry import PARTIAL, Context, Finding, SubjectKind, Verdict
from ledger.schema.crossref import recompute_references
from ledger.schema.documents import Claim, Tolerance
from ledger.schema.ledger import Ledger, digest
from ledger.schema.outcomes import Outcome

Observation = Computed | Sampled | Refused


def judge(claim: Claim, observed: Observation) -> Verdict:
    """What the computation says of *claim*."""
    match observed:
        case Refused():
            return Verdict(
                Outcome.CONTRADICTED if observed.claims_fault else Outcome.UNCHECKABLE,
                observed.message,
                observed.cause,
                observed.hint,
                path=("recompute", *observed.path),
            )
        case Sampled():
            verdict = _samples(claim, observed)
        case Computed():
            verdict = _value(claim, observed)
    return verdict if verdict.outcome is not Outcome.VERIFIED else _comparator(claim, verdict)


def _comparator(claim: Claim, verdict: Verdict) -> Verdict:
    """A computation gives a value: any comparator that says more than ``=`` needs the evidence to say so."""
    stated = _computation.stated_quantity(claim).comparator
    exact = verdict.details["grade"] == "exact"
    if stated in (Comparator.EQUAL, Comparator.RANGE) or (stated is Comparator.ABOUT and not exact):
        return verdict
    if claim.evidence:
        return replace(verdict, details={**verdict.details, PARTIAL: "comparator"})
    return Verdict(
        Outcome.CONTRADICTED,
        f"a computation gives {verdict.found or 'a value'}, and nothing cited says '{stated.value}'",
        "different-comparator",
        "state '=', or cite the source that says otherwise",
        expected="=",
        found=stated.value,
        path=("quantity", "comparator"),
        details=verdict.details,
    )


def _samples(claim: Claim, observed: Sampled) -> Verdict:
    for index, (point, expected, found) in enumerate(observed.points):
        if expected != found:
            return Verdict(
                Outcome.CONTRADICTED,
                f"{observed.formula} disagrees with the expression at {_shown_point(point)}",
                "inconsistent",
                "correct the expression, the symbols' mapping, or the formula's inputs",
                expected=_plain(expected),
                found=_plain(found),
                path=("recompute", "samples", index),
            )
    count = len(observed.points)
    return Verdict(
        Outcome.VERIFIED,
        f"the expression equals {observed.formula} at {count} sample points",
        path=("quantity", "value"),
        details={
            "grade": "exact",
            "formula": observed.formula,
            "samples": count,
            "values": [str(found) for _, _, found in observed.points],
        },
    )


def _value(claim: Claim, observed: Computed) -> Verdict:
    stated = _computation.stated_quantity(claim)
    grade = _grade(stated, observed, claim.recompute.tolerance if claim.recompute is not None else None)
    outcome = {
        "exact": Outcome.VERIFIED,
        "consistent": Outcome.VERIFIED,
        "within-tolerance": Outcome.VERIFIED,
        "only-by-rounding": Outcome.AMBIGUOUS,
        "inconsistent": Outcome.CONTRADICTED,
    }[grade]
    found = f"{_plain(observed.value)} {stated.unit}"
    return Verdict(
        outcome,
        f"{observed.formula} gives {found} ({grade})",
        "" if outcome is Outcome.VERIFIED else grade,
        "" if outcome is Outcome.VERIFIED else "correct the value or the recomputation's inputs",
        expected=stated.text(),
        found=found,
        path=("quantity", "value"),
        details={
            "grade": grade,
            "formula": observed.formula,
            "low": str(observed.low),
            "high": str(observed.high),
        },
    )


def _grade(stated: Quantity, observed: Computed, tolerance: Tolerance | None) -> str:
    """How near the computed value is; both ends of a range are held to the computed pair."""
    ends = [(stated.value, observed.value)]
    if stated.high is not None:
        ends = [(stated.value, observed.low), (stated.high, observed.high)]
    worst = max(_end_grade(want, got, stated, observed, tolerance) for want, got in ends if want is not None)
    return _GRADES[worst]


_GRADES = ("exact", "consistent", "within-tolerance", "only-by-rounding", "inconsistent")


def _end_grade(
    want: Fraction, got: Fraction, stated: Quantity, observed: Computed, tolerance: Tolerance | None
) -> int:
    interval = rounding_interval(want, Fraction(0) if _is_count(stated) else stated.quantum)
    if want == got:
        return 0
    if interval.holds(got):
        return 1
    if tolerance is not None and abs(got - want) <= abs(want) * Fraction(tolerance.relative):
        return 2
    if stated.high is None and observed.low < interval.high and observed.high >= interval.low:
        return 3
    return 4


def _is_count(stated: Quantity) -> bool:
    """Whether things are counted one by one: ``20 GPU``, not ``2.8e12 token``, ``≈ 20 GPU`` or ``0.5``."""
    unit = resolve(stated.unit)
    plain = stated.comparator is not Comparator.ABOUT and stated.quantum == 1
    return plain and unit.counts and unit.dims != ()


def _plain(value: Fraction) -> str:
    """The value in decimals where they end within a dozen places, else as a fraction."""
    for places in range(13):
        if (value * 10**places).denominator == 1:
            return numeral(value, Fraction(1, 10**places))
    return f"{value.numerator}/{value.denominator} (≈ {float(value):.6g})"


def _shown_point(point: Mapping[str, Fraction]) -> str:
    return ", ".join(f"{name} = {_plain(value)}" for name, value in point.items())


class RecomputeCheck:
    """See the module's documentation."""

    name = "recompute"
    version = "3"
    kind = SubjectKind.CLAIM

    def subjects(self, ledger: Ledger) -> Iterable[str]:
        """Every claim that says how it is recomputed."""
        return (claim.id for claim in ledger.claims.values() if claim.recompute is not None)

    def inputs(self, ledger: Ledger, subject: str, context: Context) -> Sequence[str]:
        """The claim, the claims whose quantities it takes, and the code of a formula from elsewhere."""
        claim = ledger.claims[subject]
        others = sorted(set(recompute_references(claim)))
        elsewhere = "" if claim.recompute is None else formulas.plugin_digest(claim.recompute.formula)
        return [digest(claim), *(digest(ledger.claims[id]) for id in others), elsewhere]

    def run(self, ledger: Ledger, subjects: Sequence[str], context: Context) -> Iterator[Finding]:
        """One finding a claim; pure computation."""
        for subject in subjects:
            claim = ledger.claims[subject]
            yield judge(claim, _computation.observe(claim, ledger.claims)).finding(self, ledger, subject)


CHECK = RecomputeCheck()
