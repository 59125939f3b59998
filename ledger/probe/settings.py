"""The limits that a probe keeps, each with its default and its reason."""

from __future__ import annotations

from dataclasses import dataclass

from ledger.errors import UsageError


@dataclass(frozen=True, slots=True)
class ProbeSettings:
    """Limits of one run; times in seconds, sizes in bytes.

    ``timeout`` bounds one URL as a whole: every hop, body and retry, but not waiting for a host's turn.
    ``per_host`` and ``delay`` are the politeness rules: simultaneous requests to one host, and the least
    time between the starts of two of them. A ``Retry-After`` beyond ``retry_after_cap`` is recorded and
    not waited for. ``body_limit`` bounds what is read of a page, after decompression; a page whose
    fragment is asked for is read up to ``fragment_limit``.
    """

    concurrency: int = 100
    per_host: int = 4
    delay: float = 0.1
    timeout: float = 20.0
    retries: int = 2
    backoff: float = 0.5
    retry_after_cap: float = 10.0
    max_redirects: int = 20
    body_limit: int = 256 * 1024
    fragment_limit: int = 2 * 1024 * 1024
    user_agent: str = "evidence-ledger-probe/1 (link check; one polite request at a time)"

    def __post_init__(self) -> None:
        """Raises :class:`UsageError` for a limit that makes no sense."""
        for name in ("concurrency", "per_host", "max_redirects", "body_limit", "fragment_limit"):
            if getattr(self, name) < 1:
                raise UsageError(f"{name} must be at least 1")
        for name in ("delay", "backoff", "retry_after_cap", "retries"):
            if getattr(self, name) < 0:
                raise UsageError(f"{name} must not be negative")
        if not 0 < self.timeout <= 3600:
            raise UsageError("timeout must be more than 0 and at most 3600 seconds")
