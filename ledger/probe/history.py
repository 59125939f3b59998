"""What earlier looks are worth: reuse, the last known state, and when a source counts as dead. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Protocol

from ledger.probe.outcomes import Cause, ProbeOutcome, ProbeResult

DEAD_AFTER_DAYS = 3
STALE_AFTER = timedelta(days=30)
LONGEST_WAIT = timedelta(days=7)
"""How long a host that asked for it is left alone at most."""


class History(Protocol):
    """Earlier looks, oldest first; kept in the database, or in memory for a single run."""

    def looks(self, url: str) -> Sequence[ProbeResult]:
        """Every recorded look at *url*, oldest first."""
        ...

    def record(self, result: ProbeResult) -> None:
        """Adds a look; what was not looked at now (``not-probed``, reused) is not recorded."""
        ...


class NoHistory:
    """Knows nothing and keeps nothing, so that a run over any number of URLs stays small."""

    def looks(self, url: str) -> Sequence[ProbeResult]:
        """As :meth:`History.looks`."""
        return ()

    def record(self, result: ProbeResult) -> None:
        """As :meth:`History.record`."""


class MemoryHistory:
    """A history that lasts as long as the process."""

    def __init__(self, looks: Iterable[ProbeResult] = ()) -> None:
        self._looks: dict[str, list[ProbeResult]] = {}
        for look in looks:
            self.record(look)

    def looks(self, url: str) -> Sequence[ProbeResult]:
        """As :meth:`History.looks`."""
        return tuple(self._looks.get(url, ()))

    def record(self, result: ProbeResult) -> None:
        """As :meth:`History.record`."""
        if is_look(result):
            self._looks.setdefault(result.url, []).append(result)


def is_look(result: ProbeResult) -> bool:
    """Whether *result* is a look of its own, fit to be recorded."""
    return result.outcome is not ProbeOutcome.NOT_PROBED and result.age_s is None


def reuse(looks: Sequence[ProbeResult], now: datetime, max_age: timedelta) -> ProbeResult | None:
    """The last look again, with its age, if it passed and is young enough, or if the host asked to be left
    alone for longer than that; a failure is never reused."""
    if not looks:
        return None
    last = looks[-1]
    age = now - last.checked_at
    young = last.outcome.passes and age <= max_age
    if last.outcome is ProbeOutcome.BLOCKED and last.retry_after_s is not None:
        young = age < min(timedelta(seconds=last.retry_after_s), LONGEST_WAIT)
    return replace(last, age_s=age.total_seconds()) if young and timedelta(0) <= age else None


def recall(url: str, looks: Sequence[ProbeResult], now: datetime) -> ProbeResult:
    """``not-probed``, offline, with the last known state and its age; being offline is no failure."""
    if not looks:
        return ProbeResult(
            url, ProbeOutcome.NOT_PROBED, now, cause=Cause.OFFLINE, error="offline; never probed before"
        )
    last = looks[-1]
    age = now - last.checked_at
    stale = "; stale" if age > STALE_AFTER else ""
    return replace(
        last,
        outcome=ProbeOutcome.NOT_PROBED,
        cause=Cause.OFFLINE,
        error=f"offline; last known {last.outcome} {age.days} days ago{stale}",
        age_s=age.total_seconds(),
    )


class LifeState(StrEnum):
    """A URL's state over all its looks."""

    UNKNOWN = "unknown"
    LIVING = "living"
    FAILING = "failing"
    """The last look that told anything failed, but not on enough days yet."""
    DEAD = "dead"
    """Failures on at least three different days, and nothing else since."""


@dataclass(frozen=True, slots=True)
class Life:
    """The state, the day-count of the present run of failures, the last telling look, and its staleness."""

    state: LifeState
    failed_days: int = 0
    last: ProbeResult | None = None
    stale: bool = False


def judge_life(looks: Sequence[ProbeResult], now: datetime) -> Life:
    """The state of a URL from its *looks*, oldest first.

    A wall, a refusal by policy or a look that did not happen tells nothing either way; days are UTC days.
    """
    telling = [look for look in looks if look.outcome.passes or look.outcome.is_failure]
    if not telling:
        return Life(LifeState.UNKNOWN)
    last = telling[-1]
    stale = now - last.checked_at > STALE_AFTER
    if last.outcome.passes:
        return Life(LifeState.LIVING, 0, last, stale)
    days = set()
    for look in reversed(telling):
        if look.outcome.passes:
            break
        days.add(look.checked_at.date())
    state = LifeState.DEAD if len(days) >= DEAD_AFTER_DAYS else LifeState.FAILING
    return Life(state, len(days), last, stale)
