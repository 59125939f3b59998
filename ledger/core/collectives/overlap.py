"""Hidden and exposed communication time. Overlap shortens the critical path and moves no fewer bytes."""

from __future__ import annotations

from fractions import Fraction
from typing import Annotated

from ledger.core.exact import require, simplest
from ledger.core.formulas import Citation, Formula, Param, Result, formula

Compute = Annotated[Fraction, Param("s", "computation that communication may run beside", minimum=0)]
Communication = Annotated[Fraction, Param("s", "communication when nothing runs beside it", minimum=0)]
Overlappable = Annotated[Fraction, Param("1", "share of the communication that may overlap, 0 to 1")]
SOURCE = Citation("jax-scaling-book-2025", "All About Rooflines", note="max and sum of the two times")
CONDITIONS = ("the two do not slow each other", "0 ≤ share ≤ 1")
EXAMPLE = {"compute_s": "10", "communication_s": "14", "overlappable": "0.5"}


def _hidden(compute: Fraction, communication: Fraction, overlappable: Fraction) -> Fraction:
    require(0 <= overlappable <= 1, "share-out-of-range", f"0 ≤ overlappable ≤ 1, got {overlappable}")
    require(compute >= 0 and communication >= 0, "negative-time", "times must not be negative")
    return min(compute, overlappable * communication)


@formula(
    "collectives.hidden_time",
    unit="s",
    convention="communication that runs beside computation: min(compute, share × communication)",
    source=SOURCE,
    example=EXAMPLE,
    conditions=CONDITIONS,
)
def hidden_time(compute_s: Compute, communication_s: Communication, overlappable: Overlappable) -> Result:
    """Seconds of communication hidden behind computation.

    Raises:
        ConditionError: a negative time, or a share outside 0 to 1.
    """
    return Result(simplest(_hidden(compute_s, communication_s, overlappable)))


@formula(
    "collectives.exposed_time",
    unit="s",
    convention="communication on the critical path: communication − hidden",
    source=SOURCE,
    example=EXAMPLE,
    conditions=CONDITIONS,
)
def exposed_time(compute_s: Compute, communication_s: Communication, overlappable: Overlappable) -> Result:
    """Seconds of communication that the step waits for.

    Raises:
        ConditionError: a negative time, or a share outside 0 to 1.
    """
    return Result(simplest(communication_s - _hidden(compute_s, communication_s, overlappable)))


@formula(
    "collectives.overlapped_step_time",
    unit="s",
    convention="computation plus exposed communication",
    source=SOURCE,
    example=EXAMPLE,
    conditions=CONDITIONS,
)
def overlapped_step_time(
    compute_s: Compute, communication_s: Communication, overlappable: Overlappable
) -> Result:
    """Seconds of the step, with hidden and exposed time and the bounds of full and no overlap.

    Raises:
        ConditionError: a negative time, or a share outside 0 to 1.
    """
    hidden = _hidden(compute_s, communication_s, overlappable)
    details = {
        "hidden_s": hidden,
        "exposed_s": communication_s - hidden,
        "lower_bound_s": max(compute_s, communication_s),
        "upper_bound_s": compute_s + communication_s,
    }
    return Result(simplest(compute_s + communication_s - hidden), details)


FORMULAS: tuple[Formula, ...] = (hidden_time, exposed_time, overlapped_step_time)
