"""When to ask again, and after how long. Pure but for the jitter's random numbers."""

from __future__ import annotations

import random
import re
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime

from ledger.probe.chain import Sighting
from ledger.probe.outcomes import Cause, ProbeOutcome
from ledger.probe.settings import ProbeSettings
from ledger.probe.verdict import Verdict

_TRANSIENT_STATUS = frozenset({429, 500, 502, 503, 504, 520, 521, 522, 523})
_YEAR_S = 366 * 24 * 3600
_SECONDS = re.compile(r"[0-9]{1,10}")


def read_retry_after(text: str | None, now: datetime) -> int | None:
    """``Retry-After`` in seconds from *now* (RFC 9110 §10.2.3), a year at most; None when there is none."""
    if text is None:
        return None
    if _SECONDS.fullmatch(text.strip()) is not None:
        return min(int(text), _YEAR_S)
    try:
        moment = parsedate_to_datetime(text[:80])
    except (ValueError, TypeError, OverflowError):
        return None
    zoned = moment if moment.tzinfo is not None else moment.replace(tzinfo=UTC)
    return min(max(0, round((zoned - now).total_seconds())), _YEAR_S)


def is_transient(sighting: Sighting, verdict: Verdict) -> bool:
    """Whether asking again soon may show something else."""
    answer = sighting.answer
    if sighting.stop is not None or answer is None:
        return sighting.stop is not None and sighting.stop.transient
    if answer.defect is not None and verdict.cause is answer.defect.cause:
        return answer.defect.transient
    return answer.status in _TRANSIENT_STATUS and verdict.cause is not Cause.CHALLENGE


def next_wait(
    sighting: Sighting, verdict: Verdict, attempt: int, settings: ProbeSettings, retry_after: int | None
) -> float | None:
    """Seconds to wait before attempt ``attempt + 1`` (attempts count from 1), or None to stop.

    A ``Retry-After`` within the cap is waited for; one beyond it ends the attempts. Otherwise back-off
    doubles from ``settings.backoff``, with full jitter so that many URLs do not return in step.
    """
    if attempt > settings.retries or verdict.outcome is ProbeOutcome.TIMEOUT:
        return None
    if not is_transient(sighting, verdict):
        return None
    if retry_after is not None:
        return float(retry_after) if retry_after <= settings.retry_after_cap else None
    ceiling = settings.backoff * (1 << (attempt - 1))
    return ceiling / 2 + random.random() * ceiling / 2  # jitter needs no secrecy
