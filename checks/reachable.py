"""Can a reader still get to the source?

What it checks
    Every address of a source (``url`` and ``also``) is asked politely (:mod:`ledger.probe`) and must lead
    to a page that is not a soft 404, a login, a challenge or a parked domain, and whose citation metadata
    is that of the source. A passing look of the last day is not repeated. A source is called dead only
    after failures on three different days; then an archived copy is looked up and proposed. Offline, the
    last known state and its age stand in.

Why
    A number whose source has moved, died or become another document can no longer be checked by anybody.

Known limits
    That a page is there does not mean that the evidence is on it: ``located`` reads the pinned bytes.
    Walls for robots (``blocked``) and the first two days of a failure (``failing``) tell nothing about
    the source; a site that answers every address with a page of its own wording is believed.

Example
    ``url: https://arxiv.org/abs/1206.5533`` under the title of another paper is
    ``contradicted (other-document)``.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC, datetime
from typing import Any
from uuid import uuid4

from ledger.probe.history import LifeState, judge_life, reuse
from ledger.probe.identity import Sameness, compare
from ledger.probe.outcomes import Cause, ProbeOutcome, ProbeResult
from ledger.probe.watch import Watched, Watcher
from ledger.registry import OFFLINE, Context, Finding, SubjectKind, Verdict
from ledger.schema.documents import Source
from ledger.schema.ledger import Ledger
from ledger.schema.outcomes import Outcome


def judge(source: Source, watched: Watched, path: tuple[str | int, ...] = ("url",)) -> Verdict:
    """What one address of *source* is worth today."""
    result = watched.result
    if result.outcome.passes:
        return _judge_arrival(source, result, path)
    if result.cause is Cause.OFFLINE:
        return _judge_offline(watched, path)
    if result.outcome in (ProbeOutcome.BLOCKED, ProbeOutcome.REFUSED):
        message = f"{result.url} is {result.outcome}: {result.error}"
        return Verdict(Outcome.BLOCKED, message, result.outcome.value, path=path, details=result.row())
    if result.cause is Cause.MALFORMED:
        message = f"{result.url}: {result.error}"
        return Verdict(Outcome.CONTRADICTED, message, "malformed", "correct the address", path=path)
    if result.outcome.is_failure:
        return _judge_failure(watched, path)
    message = f"{result.url} was not looked at: {result.error}"
    return Verdict(Outcome.ERROR, message, "not-probed", path=path, details=result.row())


def _judge_arrival(source: Source, result: ProbeResult, path: tuple[str | int, ...]) -> Verdict:
    comparison = compare(source, result)
    if comparison.sameness is Sameness.DIFFERENT:
        message = f"{result.url} leads to another document: its {comparison.fact} differs"
        return Verdict(
            Outcome.CONTRADICTED,
            message,
            "other-document",
            "correct the address, or the source's title",
            comparison.expected,
            comparison.found,
            path,
            result.row(),
        )
    if result.now_at is not None:
        message = f"{result.url} is now at {result.now_at}"
        return Verdict(
            Outcome.VERIFIED, message, "moved", "write the new address", path=path, details=result.row()
        )
    return Verdict(Outcome.VERIFIED, f"{result.url} is alive", path=path, details=result.row())


def _judge_offline(watched: Watched, path: tuple[str | int, ...]) -> Verdict:
    """The last known state and its age; being offline is no failure."""
    life, url = watched.life, watched.result.url
    if life.state is LifeState.UNKNOWN or life.last is None:
        return Verdict(Outcome.UNCHECKABLE, f"{url}: {watched.result.error}", OFFLINE, path=path)
    if life.state is not LifeState.LIVING:
        return _judge_failure(watched, path)
    day = life.last.checked_at.date().isoformat()
    if life.stale:
        return Verdict(
            Outcome.STALE, f"{url} was last seen alive on {day}", "stale", "check it online", path=path
        )
    return Verdict(Outcome.VERIFIED, f"{url} was alive on {day}; offline now", path=path)


def _judge_failure(watched: Watched, path: tuple[str | int, ...]) -> Verdict:
    life = watched.life
    last = life.last if life.last is not None else watched.result
    details = {**last.row(), "failed_days": life.failed_days, "archived": watched.archived}
    what = f"{last.url} is {last.outcome}: {last.error}"
    if life.state is LifeState.DEAD:
        copy = (
            "no archived copy is known"
            if watched.archived is None
            else f"an archived copy: {watched.archived}"
        )
        message = f"{what}; it failed on {life.failed_days} different days"
        return Verdict(Outcome.NOT_FOUND, message, "dead", copy, path=path, details=details)
    message = f"{what}; failing for {life.failed_days} of the 3 days that make it dead"
    return Verdict(Outcome.UNCHECKABLE, message, "failing", "look again tomorrow", path=path, details=details)


def _addresses(source: Source) -> dict[str, tuple[str | int, ...]]:
    """Each address with the path of its field."""
    places: dict[str, tuple[str | int, ...]] = {}
    if source.url is not None:
        places[source.url] = ("url",)
    for index, url in enumerate(source.also):
        places.setdefault(url, ("also", index))
    return places


class ReachableCheck:
    """See the module's documentation."""

    name = "reachable"
    version = "1"
    kind = SubjectKind.SOURCE

    def __init__(self, watcher: Watcher | None = None) -> None:
        self._watcher = watcher if watcher is not None else Watcher()
        self._known: tuple[Ledger, dict[str, Sequence[ProbeResult]]] | None = None

    def subjects(self, ledger: Ledger) -> Iterable[str]:
        """Every source that has an address."""
        return [id for id, source in ledger.sources.items() if _addresses(source)]

    def inputs(self, ledger: Ledger, subject: str, context: Context) -> Sequence[str]:
        """The looks that the verdict stands on; a failure, or a look grown old, is always due again."""
        now = self._watcher.clock()
        parts: list[str] = []
        for url in _addresses(ledger.sources[subject]):
            looks = self._looks(ledger)[url]
            if context.offline:
                parts.append(_state(looks, now))
            elif reuse(looks, now, self._watcher.max_age) is None:
                parts.append(uuid4().hex)
            else:
                parts.append(looks[-1].checked_at.isoformat())
        return parts

    def run(self, ledger: Ledger, subjects: Sequence[str], context: Context) -> Iterator[Finding]:
        """One finding an address; all addresses are probed together."""
        places = {id: _addresses(ledger.sources[id]) for id in subjects}
        urls = list(dict.fromkeys(url for addresses in places.values() for url in addresses))
        watched = self._watcher.watch(ledger.root, urls, offline=context.offline)
        self._known = None
        for id, addresses in places.items():
            for url, path in addresses.items():
                yield judge(ledger.sources[id], watched[url], path).finding(self, ledger, id)

    def _looks(self, ledger: Ledger) -> dict[str, Sequence[ProbeResult]]:
        if self._known is None or self._known[0] is not ledger:
            urls = [url for source in ledger.sources.values() for url in _addresses(source)]
            self._known = (ledger, self._watcher.looks(ledger.root, urls))
        return self._known[1]


def _state(looks: Sequence[ProbeResult], now: datetime) -> str:
    life = judge_life(looks, now)
    seen: Any = None if life.last is None else life.last.checked_at.astimezone(UTC).isoformat()
    return f"offline {life.state} {seen} {life.stale}"


CHECK = ReachableCheck()
