"""Failures of a whole system: mean time between them, and the chance of getting through."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction
from typing import Annotated

from ledger.core.exact import simplest
from ledger.core.formulas import Citation, Param, Result, formula
from ledger.core.roots import Number, exponential

Time = Annotated[Fraction, Param("s", "any unit, the same for every time of one formula", minimum=0)]
Units = Annotated[int, Param("device", minimum=1)]
_SCALING = Citation("definition", note="independent failures at a constant rate: rates add")


@formula(
    "reliability.system_mtbf",
    unit="s",
    convention="per-unit MTBF over the number of units; any unit's failure stops the system",
    source=_SCALING,
    example={"unit_mtbf": "180000000", "units": "16384"},
    conditions=("independent, exponentially distributed failures",),
)
def system_mtbf(unit_mtbf: Time, units: Units) -> Number:
    """M_unit/N, in the unit of the input."""
    return simplest(unit_mtbf / units)


@formula(
    "reliability.observed_mtbf",
    unit="s",
    convention="observation time over interruptions; details has the per-unit value and its scaling",
    source=Citation("arXiv:2407.21783", note="419 unexpected interruptions in 54 days on 16,384 GPUs"),
    example={"duration": "1296", "interruptions": "419", "units": "16384", "scaled_units": "131072"},
    conditions=("at least one interruption",),
)
def observed_mtbf(
    duration: Time,
    interruptions: Annotated[int, Param("interruption", minimum=1)],
    units: Units = 1,
    scaled_units: Annotated[int, Param("device", "another system's units", minimum=1)] = 1,
) -> Result:
    """T/k for the system, T·N/k for a unit, T·N/(k·N₂) for a system of another size."""
    system = duration / interruptions
    details = {
        "unit": simplest(system * units),
        "scaled system": simplest(system * units / scaled_units),
    }
    return Result(simplest(system), details)


@formula(
    "reliability.survival",
    unit="1",
    convention="probability of no failure in a time, at a constant rate",
    source=_SCALING,
    example={"time": "3600", "mtbf": "10800"},
    conditions=("mtbf above 0",),
)
def survival(time: Time, mtbf: Annotated[Fraction, Param("s", minimum=1)]) -> Decimal:
    """The chance of running for a time t without a failure, e^(-t/M)."""
    return exponential(-time / mtbf)


@formula(
    "reliability.expected_failures",
    unit="failure",
    convention="mean number in a time, at a constant rate",
    source=_SCALING,
    example={"time": "4665600", "mtbf": "11135"},
)
def expected_failures(time: Time, mtbf: Annotated[Fraction, Param("s", minimum=1)]) -> Number:
    """How many failures to expect in a time t, t/M."""
    return simplest(time / mtbf)


FORMULAS = (system_mtbf, observed_mtbf, survival, expected_failures)
