from __future__ import annotations

from datetime import UTC, datetime
from types import MappingProxyType

import pytest

from ledger.probe.chain import Sighting
from ledger.probe.exchange import Answer
from ledger.probe.outcomes import Cause, ProbeOutcome
from ledger.probe.retry import next_wait, read_retry_after
from ledger.probe.settings import ProbeSettings
from ledger.probe.targets import Rejection, Target, read_target
from ledger.probe.verdict import judge

NOW = datetime(2026, 1, 1, 12, 0, 0, tzinfo=UTC)
SETTINGS = ProbeSettings(backoff=0.5, retries=2, retry_after_cap=10)


@pytest.mark.parametrize(
    ("text", "seconds"),
    [
        (None, None),
        ("0", 0),
        (" 120 ", 120),
        ("Thu, 01 Jan 2026 12:01:00 GMT", 60),
        ("Thu, 01 Jan 2026 11:00:00 GMT", 0),
        ("soon", None),
        ("-5", None),
        ("1.5", None),
        ("9" * 50, None),
        ("Thu, 99 Jan 2026", None),
    ],
)
def test_reads_retry_after(text: str | None, seconds: int | None) -> None:
    """RFC 9110 §10.2.3: seconds or a date."""
    assert read_retry_after(text, NOW) == seconds


def sighting(answer: Answer | None = None, stop: Rejection | None = None) -> Sighting:
    target = read_target("http://h.test/")
    assert isinstance(target, Target)
    return Sighting(target, target, (), answer, stop)


def wait(seen: Sighting, attempt: int = 1, retry_after: int | None = None) -> float | None:
    return next_wait(seen, judge(seen), attempt, SETTINGS, retry_after)


@pytest.mark.parametrize("status", [429, 500, 502, 503, 504])
def test_backs_off_with_jitter(status: int) -> None:
    waits = {wait(sighting(Answer(status))) for _ in range(20)}
    assert len(waits) > 1
    assert all(value is not None and 0.25 <= value <= 0.5 for value in waits)
    second = wait(sighting(Answer(status)), attempt=2)
    assert second is not None
    assert 0.5 <= second <= 1.0
    assert wait(sighting(Answer(status)), attempt=3) is None


@pytest.mark.parametrize("status", [200, 301, 401, 403, 404, 410, 501])
def test_does_not_ask_again_what_will_not_change(status: int) -> None:
    assert wait(sighting(Answer(status))) is None


def test_retry_after_is_obeyed_up_to_the_cap() -> None:
    assert wait(sighting(Answer(429)), retry_after=10) == 10.0
    assert wait(sighting(Answer(429)), retry_after=11) is None
    assert wait(sighting(Answer(503)), retry_after=86400) is None


def test_a_challenge_is_not_asked_again() -> None:
    assert wait(sighting(Answer(503, MappingProxyType({"cf-mitigated": "challenge"})))) is None


@pytest.mark.parametrize(
    ("stop", "again"),
    [
        (Rejection(ProbeOutcome.UNREACHABLE, Cause.CONNECTION, "reset", True), True),
        (Rejection(ProbeOutcome.UNREACHABLE, Cause.TLS, "expired"), False),
        (Rejection(ProbeOutcome.UNREACHABLE, Cause.DNS, "no such name"), False),
        (Rejection(ProbeOutcome.UNREACHABLE, Cause.DNS, "try again", True), True),
        (Rejection(ProbeOutcome.TIMEOUT, Cause.DEADLINE, "late"), False),
        (Rejection(ProbeOutcome.REFUSED, Cause.ADDRESS, "inside"), False),
    ],
    ids=lambda value: getattr(value, "message", None),
)
def test_faults(stop: Rejection, again: bool) -> None:
    assert (wait(sighting(stop=stop)) is not None) is again
