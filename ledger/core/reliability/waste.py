"""What checkpoints and failures cost: expected waste, run time, goodput."""

from __future__ import annotations

from decimal import Decimal, localcontext
from fractions import Fraction
from typing import Annotated

from ledger.core.exact import simplest
from ledger.core.formulas import Citation, Param, Result, formula
from ledger.core.reliability.intervals import Cost, Mtbf, Recovery
from ledger.core.roots import PRECISION, Number, Real, exponential, exponential_less_one, surd, to_decimal
from ledger.errors import ConditionError

Interval = Annotated[Fraction, Param("s", "compute time between checkpoints", minimum=0)]
_FIRST_ORDER = Citation("young-1974", note="first-order cost of saving and of lost work")
_DALY = Citation("Daly, FGCS 22 (2006) 303-312", note="complete cost function")
_EXAMPLE = {"interval": "1200", "cost": "60", "mtbf": "10986"}


def _positive(**times: Fraction) -> None:
    for name, time in times.items():
        if time <= 0:
            raise ConditionError("not-positive", f"{name} must be above 0")


@formula(
    "reliability.first_order_waste",
    unit="1",
    convention="share of time lost: C/τ for saving and τ/2M for lost work; recovery R/M when given",
    source=_FIRST_ORDER,
    example=_EXAMPLE,
    conditions=("interval much smaller than mtbf",),
)
def first_order_waste(interval: Interval, cost: Cost, mtbf: Mtbf, recovery: Recovery = Fraction(0)) -> Result:
    """C/τ + τ/(2M) + R/M.

    Raises:
        ConditionError: interval or mtbf is 0.
    """
    _positive(interval=interval, mtbf=mtbf)
    items = {
        "saving": cost / interval,
        "lost work": interval / (2 * mtbf),
        "recovery": recovery / mtbf,
    }
    return Result(simplest(sum(items.values())), {name: simplest(part) for name, part in items.items()})


@formula(
    "reliability.waste_at_young",
    unit="1",
    convention="first-order waste at Young's interval, without recovery",
    source=_FIRST_ORDER,
    example={"cost": "60", "mtbf": "10986"},
)
def waste_at_young(cost: Cost, mtbf: Mtbf) -> Real:
    """√(2C/M): both terms are equal at the optimum.

    Raises:
        ConditionError: mtbf is 0.
    """
    _positive(mtbf=mtbf)
    return surd(0, 1, 2 * cost / mtbf)


@formula(
    "reliability.expected_runtime",
    unit="s",
    convention="expected wall time of a solution time, exponential failures, also while saving or restarting",
    source=_DALY,
    example={"solution": "1800000", "interval": "7000", "cost": "300", "mtbf": "86400", "recovery": "600"},
    conditions=("a checkpoint follows every interval",),
)
def expected_runtime(
    solution: Annotated[Fraction, Param("s", "compute time without failures or checkpoints", minimum=0)],
    interval: Interval,
    cost: Cost,
    mtbf: Mtbf,
    recovery: Recovery = Fraction(0),
) -> Decimal:
    """M·e^(R/M)·(e^((τ + C)/M) - 1)·T/τ.

    Raises:
        ConditionError: interval or mtbf is 0.
    """
    _positive(interval=interval, mtbf=mtbf)
    with localcontext() as context:
        context.prec = PRECISION
        lost = exponential(recovery / mtbf) * exponential_less_one((interval + cost) / mtbf)
        return to_decimal(mtbf) * lost * to_decimal(solution / interval)


@formula(
    "reliability.exact_waste",
    unit="1",
    convention="1 - solution time over expected run time, exponential failures",
    source=_DALY,
    example={**_EXAMPLE, "recovery": "300"},
)
def exact_waste(interval: Interval, cost: Cost, mtbf: Mtbf, recovery: Recovery = Fraction(0)) -> Decimal:
    """The share of wall time that is not the solution's: the first-order waste for τ ≪ M.

    Raises:
        ConditionError: interval or mtbf is 0.
    """
    runtime: Decimal = expected_runtime(Fraction(1), interval, cost, mtbf, recovery)
    with localcontext() as context:
        context.prec = PRECISION
        return 1 - 1 / runtime


@formula(
    "reliability.availability",
    unit="1",
    convention="useful share of a failure cycle: (M/(M + R))·(τ/(τ + C))·(1 - (τ + C)/2M) as a product",
    source=Citation("definition", note="first-order factors, failures uniform in the interval"),
    example={**_EXAMPLE, "recovery": "300"},
    conditions=("interval plus cost below twice mtbf",),
)
def availability(interval: Interval, cost: Cost, mtbf: Mtbf, recovery: Recovery = Fraction(0)) -> Result:
    """Up-time, times the share not spent saving, times the share not lost at failures.

    Raises:
        ConditionError: interval or mtbf is 0, or the interval is beyond the first-order range.
    """
    _positive(interval=interval, mtbf=mtbf)
    if interval + cost >= 2 * mtbf:
        raise ConditionError("interval", "the interval is too long for the first-order model")
    items = {
        "up": mtbf / (mtbf + recovery),
        "not saving": interval / (interval + cost),
        "not lost": 1 - (interval + cost) / (2 * mtbf),
    }
    value = items["up"] * items["not saving"] * items["not lost"]
    return Result(simplest(value), {name: simplest(part) for name, part in items.items()})


@formula(
    "reliability.goodput",
    unit="1",
    convention="productive time over wall time, from a run's log",
    source=Citation("definition"),
    example={"wall": "4665600", "saving": "90000", "lost": "200000", "recovery": "120000", "other": "0"},
    conditions=("the losses do not exceed the wall time",),
)
def goodput(
    wall: Annotated[Fraction, Param("s", minimum=1)],
    saving: Annotated[Fraction, Param("s", "exposed checkpoint time", minimum=0)] = Fraction(0),
    lost: Annotated[Fraction, Param("s", "work done again", minimum=0)] = Fraction(0),
    recovery: Annotated[Fraction, Param("s", minimum=0)] = Fraction(0),
    other: Annotated[Fraction, Param("s", "stalls of data, evaluation and the like", minimum=0)] = Fraction(
        0
    ),
) -> Result:
    """1 - (saving + lost + recovery + other)/wall.

    Raises:
        ConditionError: the losses exceed the wall time.
    """
    losses = {"saving": saving, "lost": lost, "recovery": recovery, "other": other}
    productive = wall - sum(losses.values())
    if productive < 0:
        raise ConditionError("losses", "the losses exceed the wall time")
    shares: dict[str, Number] = {name: simplest(time / wall) for name, time in losses.items()}
    return Result(simplest(productive / wall), shares)


FORMULAS = (
    first_order_waste,
    waste_at_young,
    expected_runtime,
    exact_waste,
    availability,
    goodput,
)
