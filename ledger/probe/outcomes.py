"""What a probe can say of a URL, and the row that reports it (design §6)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from typing import Any

from ledger.schema.outcomes import ProbeOutcome

__all__ = ["Cause", "Hop", "ProbeOutcome", "ProbeResult", "Validators"]


class Cause(StrEnum):
    """Why the outcome is what it is; stable words for tests, filters and history."""

    STATUS = "status"
    SCHEME = "scheme"
    MALFORMED = "malformed"
    CREDENTIALS = "credentials"
    ADDRESS = "address"
    DNS = "dns"
    TLS = "tls"
    CONNECTION = "connection"
    PROTOCOL = "protocol"
    HEADERS = "headers"
    TRUNCATED = "truncated"
    ENCODING = "encoding"
    DEADLINE = "deadline"
    REDIRECT = "redirect"
    REDIRECT_HOME = "redirect-home"
    SOFT_404 = "soft-404"
    PARKED = "parked"
    CHALLENGE = "challenge"
    LOGIN = "login"
    FRAGMENT = "fragment"
    RATE_LIMIT = "rate-limit"
    OFFLINE = "offline"
    INTERNAL = "internal"


@dataclass(frozen=True, slots=True)
class Hop:
    """One redirect: the status that sent us on (200 for a meta refresh) and the absolute new URL."""

    status: int
    location: str

    @property
    def permanent(self) -> bool:
        """Whether the server said that the move is for good (RFC 9110 §15.4.2, §15.4.9)."""
        return self.status in (301, 308)


@dataclass(frozen=True, slots=True)
class Validators:
    """What a later conditional request may send back (RFC 9110 §13.1)."""

    etag: str | None = None
    last_modified: str | None = None

    def headers(self) -> dict[str, str]:
        """The request headers ``If-None-Match`` and ``If-Modified-Since`` that apply."""
        pairs = {"If-None-Match": self.etag, "If-Modified-Since": self.last_modified}
        return {name: value for name, value in pairs.items() if value is not None}


@dataclass(frozen=True, slots=True)
class ProbeResult:
    """One URL, one look.

    ``latency_ms`` is the time on the wire over every hop and retry, without waiting for a turn.
    ``metadata`` holds the landing page's citation fields (see :mod:`ledger.probe.page`).
    ``age_s`` is set when the result was taken from an earlier look instead of a new one.
    """

    url: str
    outcome: ProbeOutcome
    checked_at: datetime
    final_url: str | None = None
    status: int | None = None
    redirects: tuple[Hop, ...] = ()
    latency_ms: float | None = None
    title: str | None = None
    error: str | None = None
    cause: Cause | None = None
    now_at: str | None = None
    retry_after_s: int | None = None
    validators: Validators = Validators()
    metadata: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    age_s: float | None = None

    def row(self) -> dict[str, Any]:
        """The contract row of ``ledger probe`` (design §6), ready for JSON."""
        return {
            "url": self.url,
            "final_url": self.final_url,
            "outcome": self.outcome.value,
            "status": self.status,
            "redirects": [{"status": hop.status, "location": hop.location} for hop in self.redirects],
            "latency_ms": self.latency_ms,
            "title": self.title,
            "error": self.error,
        }
