"""When to write a checkpoint: Young, Daly and an availability-optimal interval, which disagree.

All times are in one unit of the caller's choice. A square root that is not rational is given to fifty digits.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Annotated

from ledger.core.exact import simplest
from ledger.core.formulas import Citation, Param, formula
from ledger.core.roots import Real, surd

Cost = Annotated[Fraction, Param("s", "time that a checkpoint keeps training from running", minimum=0)]
Mtbf = Annotated[Fraction, Param("s", "mean time between failures of the system", minimum=0)]
Recovery = Annotated[Fraction, Param("s", "time from failure to running again", minimum=0)]
_DALY = "Daly, FGCS 22 (2006) 303-312"
_EXAMPLE = {"cost": "300", "mtbf": "86400"}


@formula(
    "reliability.young_interval",
    unit="s",
    convention="compute time between checkpoints; ignores recovery and failures while writing",
    source=Citation("young-1974", note="first-order optimum"),
    example=_EXAMPLE,
    conditions=("cost much smaller than mtbf",),
)
def young_interval(cost: Cost, mtbf: Mtbf) -> Real:
    """Young's first-order interval, √(2·C·M)."""
    return surd(0, 1, 2 * cost * mtbf)


@formula(
    "reliability.daly_interval",
    unit="s",
    convention="compute time between checkpoints, higher-order; M itself when C is 2M or more",
    source=Citation(_DALY, equation="37"),
    example=_EXAMPLE,
)
def daly_interval(cost: Cost, mtbf: Mtbf) -> Real:
    """√(2CM)·[1 + √(C/2M)/3 + (C/2M)/9] - C for C < 2M, else M.

    With √(2CM)·√(C/2M) = C it is √(2CM)·(1 + C/(18M)) - 2C/3, which is how it is computed.
    """
    if cost >= 2 * mtbf:
        return simplest(mtbf)
    return surd(-2 * cost / 3, 1 + cost / (18 * mtbf), 2 * cost * mtbf)


@formula(
    "reliability.daly_first_order_interval",
    unit="s",
    convention="compute time between checkpoints; recovery enters, failures while writing do not",
    source=Citation(_DALY, note="first-order model with restart time"),
    example={**_EXAMPLE, "recovery": "600"},
    conditions=("the result is positive for cost below about 2·(mtbf + recovery)",),
)
def daly_first_order_interval(cost: Cost, mtbf: Mtbf, recovery: Recovery = Fraction(0)) -> Real:
    """√(2C(M + R)) - C."""
    return surd(-cost, 1, 2 * cost * (mtbf + recovery))


@formula(
    "reliability.availability_interval",
    unit="s",
    convention="from one checkpoint's start to the next's; maximises availability, not lost time",
    source=Citation("arXiv:2410.18124", note="availability as the objective"),
    example={"cost": "120", "mtbf": "10800", "recovery": "900"},
)
def availability_interval(cost: Cost, mtbf: Mtbf, recovery: Recovery = Fraction(0)) -> Real:
    """Ts + √(2(Tf + Tr)·Ts + Ts²)."""
    return surd(cost, 1, 2 * (mtbf + recovery) * cost + cost * cost)


FORMULAS = (young_interval, daly_interval, daly_first_order_interval, availability_interval)
