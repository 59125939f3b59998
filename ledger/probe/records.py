"""The history of probes in the ledger's database (table ``probes``)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime
from typing import Any
from urllib.parse import urlsplit

from sqlalchemy import insert, select

from ledger.db import Database
from ledger.models import PROBES
from ledger.probe.history import is_look
from ledger.probe.outcomes import Cause, Hop, ProbeOutcome, ProbeResult, Validators

_FORMAT = "%Y-%m-%dT%H:%M:%SZ"
_KEPT_LOOKS = 20
_CHUNK = 500


class DatabaseHistory:
    """Earlier looks from the database; new ones are held until :meth:`save`, one transaction for all.

    An interrupted run so loses what it has not saved, and never keeps half of a row.
    """

    def __init__(self, database: Database, urls: Iterable[str] = ()) -> None:
        """Reads the last looks at *urls*, the only ones that :meth:`looks` then knows."""
        self._database = database
        self._looks: dict[str, list[ProbeResult]] = {}
        self._new: list[ProbeResult] = []
        self._load(list(dict.fromkeys(urls)))

    def looks(self, url: str) -> Sequence[ProbeResult]:
        """As :meth:`ledger.probe.history.History.looks`: at most the last twenty."""
        return tuple(self._looks.get(url, ()))

    def record(self, result: ProbeResult) -> None:
        """As :meth:`ledger.probe.history.History.record`; kept by :meth:`save`."""
        if is_look(result):
            self._looks.setdefault(result.url, []).append(result)
            self._new.append(result)

    def save(self) -> None:
        """Writes the new looks; raises :class:`~ledger.errors.DatabaseError`."""
        if self._new:
            with self._database.write() as connection:
                connection.execute(insert(PROBES), [_to_row(result) for result in self._new])
            self._new.clear()

    def _load(self, urls: Sequence[str]) -> None:
        with self._database.read() as connection:
            for start in range(0, len(urls), _CHUNK):
                some = urls[start : start + _CHUNK]
                query = select(PROBES).where(PROBES.c.url.in_(some)).order_by(PROBES.c.id)
                for row in connection.execute(query).mappings():
                    self._looks.setdefault(row["url"], []).append(_from_row(row))
        for looks in self._looks.values():
            del looks[:-_KEPT_LOOKS]


def _to_row(result: ProbeResult) -> dict[str, Any]:
    return {
        "url": result.url,
        "host": (urlsplit(result.url).hostname or "")[:260],
        "checked_at": result.checked_at.astimezone(UTC).strftime(_FORMAT),
        "outcome": result.outcome.value,
        "cause": None if result.cause is None else result.cause.value,
        "status": result.status,
        "final_url": result.final_url,
        "now_at": result.now_at,
        "redirects": [{"status": hop.status, "location": hop.location} for hop in result.redirects],
        "latency_ms": result.latency_ms,
        "title": result.title,
        "error": result.error,
        "retry_after_s": result.retry_after_s,
        "etag": result.validators.etag,
        "last_modified": result.validators.last_modified,
        "page_metadata": {name: list(values) for name, values in result.metadata.items()},
    }


def _from_row(row: Mapping[Any, Any]) -> ProbeResult:
    return ProbeResult(
        url=row["url"],
        outcome=ProbeOutcome(row["outcome"]),
        checked_at=datetime.strptime(row["checked_at"], _FORMAT).replace(tzinfo=UTC),
        final_url=row["final_url"],
        status=row["status"],
        redirects=tuple(Hop(hop["status"], hop["location"]) for hop in row["redirects"]),
        latency_ms=row["latency_ms"],
        title=row["title"],
        error=row["error"],
        cause=None if row["cause"] is None else Cause(row["cause"]),
        now_at=row["now_at"],
        retry_after_s=row["retry_after_s"],
        validators=Validators(row["etag"], row["last_modified"]),
        metadata={name: tuple(values) for name, values in row["page_metadata"].items()},
    )
