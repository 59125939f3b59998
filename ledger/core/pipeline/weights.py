"""Which version of the weights each operation of an asynchronous schedule reads (PipeDream)."""

from __future__ import annotations

from dataclasses import dataclass

from ledger.core.pipeline.schedule import Schedule
from ledger.errors import ConditionError


@dataclass(frozen=True, slots=True)
class WeightUse:
    """How one rank uses weight versions; version *t* is the weights after *t* updates.

    Attributes:
        versions: for each mini-batch, the version that its forward (and, stashed, its backward) reads.
        staleness: for each mini-batch, how many updates the rank has made beyond that version when
            its gradient is applied.
        copies: the most versions held at once, the latest among them.
    """

    versions: tuple[int, ...]
    staleness: tuple[int, ...]
    copies: int


def weight_use(schedule: Schedule, vertical_sync: bool = False) -> tuple[WeightUse, ...]:
    """For each rank of an asynchronous schedule with one stage a rank, how it uses weight versions.

    With weight stashing a rank reads its latest version at the forward and keeps it for the backward;
    with *vertical_sync* every rank reads the version that the first rank read.

    Source: Harlap et al. 2018 (PipeDream), §3.4.

    Raises:
        ConditionError: the schedule has a flush (code ``synchronous``), or several stages a rank
            (``several-stages``).
    """
    if schedule.flush:
        raise ConditionError("synchronous", f"{schedule.name} updates the weights once, after a flush")
    if schedule.stages != schedule.ranks:
        raise ConditionError("several-stages", "weight versions are defined for one stage a rank")
    first = _walk(schedule, 0, None)
    given = first.versions if vertical_sync else None
    return tuple(_walk(schedule, rank, given) for rank in range(schedule.ranks))


def _walk(schedule: Schedule, rank: int, given: tuple[int, ...] | None) -> WeightUse:
    m, n = schedule.microbatches, schedule.cells
    versions, staleness = [0] * m, [0] * m
    updates, copies = 0, 1
    oldest = 0  # mini-batches leave in the order in which they came
    for code in schedule.orders[rank]:
        k = code % m
        if code < n:
            versions[k] = updates if given is None else given[k]
            copies = max(copies, _held(versions, oldest, k, updates, given))
        else:
            staleness[k] = updates - versions[k]
            updates += 1
            oldest = k + 1
    return WeightUse(tuple(versions), tuple(staleness), copies)


def _held(versions: list[int], oldest: int, newest: int, latest: int, given: tuple[int, ...] | None) -> int:
    """Versions that mini-batches in flight, or still to come with an older one, need; and the latest."""
    if given is not None:
        return latest - versions[oldest] + 1
    return len({*versions[oldest : newest + 1], latest})
