"""The prober: many URLs, politely, one result each.

``transport`` is any ``httpx.AsyncBaseTransport``; :func:`open_prober` makes the guarded one.
"""

from __future__ import annotations

import asyncio
import contextlib
import ssl
from collections.abc import AsyncIterator, Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta

import httpx

from ledger.addresses import AddressPolicy
from ledger.probe.chain import Chain, Sighting
from ledger.probe.exchange import Budget
from ledger.probe.history import History, NoHistory, recall, reuse
from ledger.probe.outcomes import Cause, ProbeOutcome, ProbeResult, Validators
from ledger.probe.politeness import HostTurns, work_by_host
from ledger.probe.resolver import Guard, Resolver, SystemResolver
from ledger.probe.retry import next_wait, read_retry_after
from ledger.probe.settings import ProbeSettings
from ledger.probe.targets import Rejection, Target, read_target
from ledger.probe.transport import PinnedTransport
from ledger.probe.verdict import Verdict, control_url, judge, judge_fragment, now_at, reached

Sink = Callable[[ProbeResult], None]


@dataclass(frozen=True, slots=True)
class _Link:
    """One URL as written, with the target that it names."""

    text: str
    target: Target


@dataclass(frozen=True, slots=True)
class _Look:
    """The last attempt at a page and what it came to."""

    sighting: Sighting
    verdict: Verdict
    retry_after_s: int | None
    latency_ms: float


def _now() -> datetime:
    return datetime.now(UTC)


class Prober:
    """Probes URLs over an injected transport.

    Links that differ in their fragment only share one request. A passing look younger than ``max_age`` is
    reused; ``offline`` sends nothing at all. What one URL does never ends the run for the others.
    """

    def __init__(
        self,
        transport: httpx.AsyncBaseTransport,
        settings: ProbeSettings,
        *,
        history: History | None = None,
        max_age: timedelta = timedelta(0),
        offline: bool = False,
        clock: Callable[[], datetime] = _now,
    ) -> None:
        self._transport = transport
        self._settings = settings
        self._history = NoHistory() if history is None else history
        self._max_age = max_age
        self._offline = offline
        self._clock = clock
        self._turns = HostTurns(settings.per_host, settings.delay, settings.concurrency)

    async def run(self, urls: Iterable[str], sink: Sink) -> None:
        """Probes every distinct URL and gives *sink* one result each, in the order they come to hand."""
        pages: dict[str, list[_Link]] = {}
        for text in dict.fromkeys(urls):
            link = self._prepare(text, sink)
            if link is not None:
                pages.setdefault(link.target.url, []).append(link)
        jobs = [(links[0].target.host_key, links) for links in pages.values()]

        async def work(links: list[_Link]) -> None:
            for result in await self._probe_safely(links):
                self._history.record(result)
                sink(result)

        await work_by_host(jobs, self._settings.per_host, work)

    def _prepare(self, text: str, sink: Sink) -> _Link | None:
        """The link to probe, or None after giving *sink* the result that needs no request."""
        target = read_target(text)
        if isinstance(target, Rejection):
            sink(target.result(text, self._clock()))
            return None
        looks = self._history.looks(text)
        now = self._clock()
        known = recall(text, looks, now) if self._offline else reuse(looks, now, self._max_age)
        if known is None:
            return _Link(text, target)
        sink(known)
        return None

    async def _probe_safely(self, links: Sequence[_Link]) -> list[ProbeResult]:
        try:
            return await self._probe_page(links)
        except (
            Exception
        ) as error:  # the run goes on: a fault of ours is told as "not probed", never as a verdict
            message = f"the prober failed: {type(error).__name__}: {error}"
            return [
                ProbeResult(
                    link.text, ProbeOutcome.NOT_PROBED, self._clock(), error=message, cause=Cause.INTERNAL
                )
                for link in links
            ]

    async def _probe_page(self, links: Sequence[_Link]) -> list[ProbeResult]:
        target = links[0].target.with_fragment(None)
        if self._turns.is_closed(target.host_key):
            message = "not asked: the host keeps asking to come back later than this run can wait"
            closed = Verdict(ProbeOutcome.BLOCKED, Cause.RATE_LIMIT, message)
            return [
                self._result(link, _Look(Sighting(target, target, ()), closed, None, 0.0)) for link in links
            ]
        for_anchors = any(link.target.fragment for link in links)
        past = self._conditional_past(links)
        look = await self._look(target, past, for_anchors=for_anchors)
        if past is not None and look.sighting.answer is not None and look.sighting.answer.status == 304:
            return [replace(past, checked_at=self._clock(), latency_ms=look.latency_ms)]
        return [self._result(link, look) for link in links]

    def _conditional_past(self, links: Sequence[_Link]) -> ProbeResult | None:
        """The passing look whose validators may be sent: one link, seen at this very address."""
        looks = self._history.looks(links[0].text) if len(links) == 1 else ()
        if not looks or not looks[-1].outcome.passes or looks[-1].redirects:
            return None
        return looks[-1] if looks[-1].validators.headers() else None

    async def _look(self, target: Target, past: ProbeResult | None, *, for_anchors: bool) -> _Look:
        budget = Budget(self._settings.timeout)
        attempt = 1
        while True:
            chain = Chain(self._transport, self._turns, self._settings, budget)
            conditions = {} if past is None else past.validators.headers()
            sighting = await chain.follow(target, conditions, for_anchors=for_anchors)
            verdict = judge(sighting)
            retry_after = self._retry_after(sighting)
            wait = next_wait(sighting, verdict, attempt, self._settings, retry_after)
            if wait is None or wait >= budget.left:
                break
            budget.left -= wait
            await self._wait(sighting.final.host_key, wait, asked_for=retry_after is not None)
            attempt += 1
        self._note_refusal(target, verdict, retry_after)
        if verdict.needs_control:
            verdict = await self._check_control(sighting, verdict, budget)
        return _Look(sighting, verdict, retry_after, round(budget.spent * 1000, 1))

    async def _wait(self, host_key: str, seconds: float, *, asked_for: bool) -> None:
        if asked_for:
            self._turns.pause(host_key, seconds)  # everybody who wants this host waits with us
        else:
            await asyncio.sleep(seconds)

    def _retry_after(self, sighting: Sighting) -> int | None:
        if sighting.answer is None or sighting.answer.status < 300:
            return None
        return read_retry_after(sighting.answer.fields.get("retry-after"), self._clock())

    def _note_refusal(self, target: Target, verdict: Verdict, retry_after: int | None) -> None:
        too_long = retry_after is not None and retry_after > self._settings.retry_after_cap
        self._turns.note(target.host_key, long_wait_asked=too_long and not verdict.outcome.passes)

    async def _check_control(self, sighting: Sighting, verdict: Verdict, budget: Budget) -> Verdict:
        """Asks for a page that cannot exist: a site that says 404 to that meant the 200 that it gave."""
        control = read_target(control_url(sighting.final.url))
        if isinstance(control, Rejection):
            return verdict
        chain = Chain(self._transport, self._turns, self._settings, budget)
        seen = await chain.follow(control, {}, for_anchors=False)
        honest = seen.answer is not None and seen.stop is None and seen.answer.status in (404, 410)
        return reached(sighting) if honest else replace(verdict, needs_control=False)

    def _result(self, link: _Link, look: _Look) -> ProbeResult:
        sighting, answer = look.sighting, look.sighting.answer
        verdict = judge_fragment(sighting, link.target.fragment, look.verdict)
        page = None if answer is None else answer.page
        fields = {} if answer is None else answer.fields
        return ProbeResult(
            url=link.text,
            outcome=verdict.outcome,
            checked_at=self._clock(),
            final_url=None if answer is None else sighting.final.url,
            status=None if answer is None else answer.status,
            redirects=sighting.hops,
            latency_ms=look.latency_ms,
            title=None if page is None else page.title,
            error=verdict.error,
            cause=verdict.cause,
            now_at=now_at(sighting.hops) if verdict.outcome.passes else None,
            retry_after_s=look.retry_after_s,
            validators=Validators(fields.get("etag"), fields.get("last-modified")),
            metadata={} if page is None else page.metadata,
        )


@contextlib.asynccontextmanager
async def open_transport(
    settings: ProbeSettings,
    policy: AddressPolicy,
    *,
    resolver: Resolver | None = None,
    verify: ssl.SSLContext | None = None,
) -> AsyncIterator[httpx.AsyncBaseTransport]:
    """The guarded transport, closed at the end; *resolver* defaults to the system's."""
    names: Resolver = SystemResolver() if resolver is None else resolver
    transport = PinnedTransport(Guard(policy, names), connections=settings.concurrency, verify=verify)
    async with transport:
        yield transport


@contextlib.asynccontextmanager
async def open_prober(
    settings: ProbeSettings,
    policy: AddressPolicy,
    *,
    resolver: Resolver | None = None,
    verify: ssl.SSLContext | None = None,
    history: History | None = None,
    offline: bool = False,
) -> AsyncIterator[Prober]:
    """A prober over the guarded transport."""
    async with open_transport(settings, policy, resolver=resolver, verify=verify) as transport:
        yield Prober(transport, settings, history=history, offline=offline)


def probe(
    urls: Iterable[str], settings: ProbeSettings | None = None, policy: AddressPolicy | None = None
) -> list[ProbeResult]:
    """Probes *urls* from synchronous code; results in the order of the distinct URLs."""
    links = list(dict.fromkeys(urls))
    results: list[ProbeResult] = []

    async def go() -> None:
        async with open_prober(settings or ProbeSettings(), policy or AddressPolicy()) as prober:
            await prober.run(links, results.append)

    asyncio.run(go())
    place = {url: index for index, url in enumerate(links)}
    return sorted(results, key=lambda result: place[result.url])
