from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from ledger.probe.history import Life, LifeState, MemoryHistory, judge_life, reuse
from ledger.probe.outcomes import ProbeOutcome, ProbeResult

URL = "http://h.test/"
NOW = datetime(2026, 3, 10, 12, tzinfo=UTC)
HOUR, DAY = timedelta(hours=1), timedelta(days=1)


def look(outcome: str, ago: timedelta) -> ProbeResult:
    return ProbeResult(URL, ProbeOutcome(outcome), NOW - ago)


def life(*looks: tuple[str, timedelta]) -> Life:
    return judge_life([look(outcome, ago) for outcome, ago in looks], NOW)


@pytest.mark.parametrize("outcome", [outcome for outcome in ProbeOutcome if not outcome.passes])
def test_a_failure_is_never_reused(outcome: ProbeOutcome) -> None:
    assert reuse([look("alive", 2 * HOUR), look(outcome, HOUR)], NOW, DAY) is None


@pytest.mark.parametrize("outcome", ["alive", "moved"])
def test_a_pass_is_reused_with_its_age(outcome: str) -> None:
    reused = reuse([look(outcome, HOUR)], NOW, DAY)
    assert reused is not None
    assert (reused.outcome, reused.age_s) == (outcome, 3600.0)
    assert reuse([look(outcome, 2 * DAY)], NOW, DAY) is None
    assert reuse([look(outcome, -HOUR)], NOW, DAY) is None
    assert reuse([], NOW, DAY) is None


def test_a_host_that_asked_for_it_is_left_alone() -> None:
    asked = replace(look("blocked", HOUR), retry_after_s=7200)
    reused = reuse([asked], NOW, DAY)
    assert reused is not None
    assert (reused.outcome, reused.age_s) == ("blocked", 3600.0)
    assert reuse([replace(asked, retry_after_s=3600)], NOW, DAY) is None
    assert reuse([look("blocked", HOUR)], NOW, DAY) is None
    forever = replace(look("blocked", 8 * DAY), retry_after_s=10**9)
    assert reuse([forever], NOW, DAY) is None


def test_dead_takes_three_failures_on_different_days() -> None:
    assert life(("broken", 2 * DAY), ("gone", DAY), ("timeout", HOUR)).state is LifeState.DEAD
    assert life(("broken", DAY), ("broken", HOUR)) == Life(LifeState.FAILING, 2, look("broken", HOUR))


def test_three_failures_on_one_day_are_one_day() -> None:
    assert life(("broken", 3 * HOUR), ("broken", 2 * HOUR), ("broken", HOUR)).failed_days == 1


def test_a_success_in_between_starts_again() -> None:
    seen = life(("broken", 4 * DAY), ("broken", 3 * DAY), ("alive", 2 * DAY), ("broken", DAY))
    assert (seen.state, seen.failed_days) == (LifeState.FAILING, 1)


@pytest.mark.parametrize("outcome", ["blocked", "refused", "unsupported", "not-probed"])
def test_what_tells_nothing_counts_nothing(outcome: str) -> None:
    assert life((outcome, 3 * DAY), (outcome, 2 * DAY), (outcome, DAY)).state is LifeState.UNKNOWN
    assert life(("alive", 2 * DAY), (outcome, DAY)).state is LifeState.LIVING
    assert life(("broken", 5 * DAY), (outcome, 4 * DAY), ("broken", 3 * DAY)).failed_days == 2


def test_an_old_look_is_stale() -> None:
    assert life(("alive", 31 * DAY)).stale
    assert not life(("alive", 29 * DAY)).stale


def test_what_was_not_looked_at_is_not_recorded() -> None:
    history = MemoryHistory([look("alive", DAY), look("not-probed", HOUR)])
    reused = reuse(history.looks(URL), NOW, 2 * DAY)
    assert reused is not None
    history.record(reused)
    assert [seen.outcome for seen in history.looks(URL)] == ["alive"]
