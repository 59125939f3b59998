from __future__ import annotations

import asyncio
from datetime import UTC, datetime, timedelta

import httpx
import pytest

from ledger.errors import UsageError
from ledger.probe.faults import NameFault
from ledger.probe.history import MemoryHistory
from ledger.probe.outcomes import ProbeOutcome, ProbeResult, Validators
from ledger.probe.prober import Prober, probe
from ledger.probe.settings import ProbeSettings
from tests.probe.behaviours import ARTICLE
from tests.probe.conftest import FAST, probe_all
from tests.probe.server import Request, serve

NOW = datetime(2026, 3, 10, tzinfo=UTC)


def run(handler: object, urls: list[str], **options: object) -> dict[str, ProbeResult]:
    """Probes *urls* against a function in place of the network."""
    results: dict[str, ProbeResult] = {}
    transport = httpx.MockTransport(handler)  # type: ignore[arg-type]
    prober = Prober(transport, FAST, clock=lambda: NOW, **options)  # type: ignore[arg-type]
    asyncio.run(prober.run(urls, lambda result: results.setdefault(result.url, result)))
    return results


def never(request: httpx.Request) -> httpx.Response:
    raise AssertionError(f"asked for {request.url}")


def page(request: httpx.Request) -> httpx.Response:
    return httpx.Response(200, html=ARTICLE)


def test_the_row_is_the_contract() -> None:
    def answer(request: httpx.Request) -> httpx.Response:
        if request.url.path == "/old":
            return httpx.Response(301, headers={"Location": "/new"})
        return httpx.Response(200, html=ARTICLE)

    row = run(answer, ["http://h.test/old"])["http://h.test/old"].row()
    assert row.pop("latency_ms") >= 0
    assert row == {
        "url": "http://h.test/old",
        "final_url": "http://h.test/new",
        "outcome": "moved",
        "status": 200,
        "redirects": [{"status": 301, "location": "http://h.test/new"}],
        "title": "A study",
        "error": None,
    }


def test_links_that_differ_in_their_fragment_share_one_request() -> None:
    async def go() -> None:
        async def anchors(request: Request) -> None:
            await request.reply(200, "<p id=a>x</p>" + ARTICLE)

        async with serve({"/": anchors}) as server:
            urls = [f"{server.base}/{end}" for end in ("", "#a", "#b")]
            results = await probe_all([*urls, *urls])
            assert [results[url].outcome for url in urls] == ["alive", "alive", "broken"]
            assert server.seen.total() == 1

    asyncio.run(go())


def test_a_conditional_request_confirms_the_last_look() -> None:
    url = "http://h.test/"
    past = ProbeResult(
        url,
        ProbeOutcome.ALIVE,
        NOW - timedelta(days=2),
        url,
        200,
        title="A study",
        validators=Validators('"v1"'),
    )
    asked: list[str | None] = []

    def answer(request: httpx.Request) -> httpx.Response:
        asked.append(request.headers.get("If-None-Match"))
        return httpx.Response(304)

    history = MemoryHistory([past])
    result = run(answer, [url], history=history)[url]
    assert asked == ['"v1"']
    assert (result.outcome, result.title, result.checked_at, result.age_s) == ("alive", "A study", NOW, None)
    assert len(history.looks(url)) == 2


def test_validators_are_kept_for_the_next_look() -> None:
    def answer(request: httpx.Request) -> httpx.Response:
        return httpx.Response(200, headers={"ETag": '"v2"', "Last-Modified": "x"}, html=ARTICLE)

    result = run(answer, ["http://h.test/"])["http://h.test/"]
    assert result.validators.headers() == {"If-None-Match": '"v2"', "If-Modified-Since": "x"}


@pytest.mark.parametrize("outcome", ["broken", "blocked", "timeout"])
def test_no_condition_is_sent_after_a_failure(outcome: str) -> None:
    past = ProbeResult("http://h.test/", ProbeOutcome(outcome), NOW, validators=Validators('"v1"'))

    def answer(request: httpx.Request) -> httpx.Response:
        assert "If-None-Match" not in request.headers
        return httpx.Response(200, html=ARTICLE)

    assert run(answer, [past.url], history=MemoryHistory([past]))[past.url].outcome == "alive"


def test_a_young_pass_is_reused_and_a_failure_is_not() -> None:
    alive = ProbeResult("http://a.test/", ProbeOutcome.ALIVE, NOW - timedelta(hours=1))
    broken = ProbeResult("http://b.test/", ProbeOutcome.BROKEN, NOW - timedelta(hours=1))
    asked: list[str] = []

    def answer(request: httpx.Request) -> httpx.Response:
        asked.append(request.url.host)
        return httpx.Response(200, html=ARTICLE)

    history = MemoryHistory([alive, broken])
    results = run(answer, [alive.url, broken.url], history=history, max_age=timedelta(days=1))
    assert asked == ["b.test"]
    assert results[alive.url].age_s == 3600.0
    assert len(history.looks(alive.url)) == 1


def test_offline_nothing_is_sent_and_nothing_fails() -> None:
    known = ProbeResult("http://a.test/", ProbeOutcome.ALIVE, NOW - timedelta(days=40), title="A")
    results = run(never, [known.url, "http://b.test/"], history=MemoryHistory([known]), offline=True)
    assert {result.outcome for result in results.values()} == {"not-probed"}
    assert results[known.url].error == "offline; last known alive 40 days ago; stale"
    assert results["http://b.test/"].error == "offline; never probed before"


def test_a_fault_of_ours_is_no_verdict_and_the_run_goes_on() -> None:
    def answer(request: httpx.Request) -> httpx.Response:
        if request.url.host == "bad.test":
            raise RuntimeError("a bug")
        return httpx.Response(200, html=ARTICLE)

    results = run(answer, ["http://bad.test/", "http://good.test/"])
    assert (results["http://bad.test/"].outcome, results["http://bad.test/"].cause) == (
        "not-probed",
        "internal",
    )
    assert results["http://good.test/"].outcome == "alive"


def test_a_control_page_clears_an_article_about_404() -> None:
    body = "<title>404 Not Found</title><h1>404 Not Found</h1>" + ARTICLE

    def honest(request: httpx.Request) -> httpx.Response:
        return httpx.Response(200, html=body) if request.url.path == "/http/404" else httpx.Response(404)

    def lax(request: httpx.Request) -> httpx.Response:
        return httpx.Response(200, html=body)

    url = "http://h.test/http/404"
    assert run(honest, [url])[url].outcome == "alive"
    assert (run(lax, [url])[url].outcome, run(lax, [url])[url].cause) == ("broken", "soft-404")


def test_nothing_private_is_ever_sent() -> None:
    def answer(request: httpx.Request) -> httpx.Response:
        assert not {"authorization", "cookie", "referer", "origin"} & set(request.headers)
        return httpx.Response(200, html=ARTICLE)

    assert run(answer, ["http://h.test/"])["http://h.test/"].outcome == "alive"


@pytest.mark.parametrize(
    "error", [httpx.ConnectError("x"), httpx.ReadTimeout("x"), httpx.RemoteProtocolError("x")]
)
def test_any_httpx_transport_will_do(error: Exception) -> None:
    def answer(request: httpx.Request) -> httpx.Response:
        raise error

    assert not run(answer, ["http://h.test/"])["http://h.test/"].outcome.passes


def test_synchronous_results_keep_the_order() -> None:
    links = ["mailto:x", "http://127.0.0.1/", "http://xn--/", "mailto:x"]
    assert [result.outcome for result in probe(links)] == ["unsupported", "refused", "broken"]


@pytest.mark.parametrize(
    "limits",
    [
        {"concurrency": 0},
        {"per_host": 0},
        {"delay": -1.0},
        {"timeout": 0.0},
        {"timeout": 1e9},
        {"retries": -1},
    ],
)
def test_senseless_limits_are_usage_errors(limits: dict[str, float]) -> None:
    with pytest.raises(UsageError):
        ProbeSettings(**limits)  # type: ignore[arg-type]


def test_what_may_pass_is_asked_again() -> None:
    asked: list[str] = []

    def answer(request: httpx.Request) -> httpx.Response:
        asked.append(request.url.host)
        if asked.count(request.url.host) == 2:
            return httpx.Response(200, html=ARTICLE)
        raise NameFault("no answer", temporary=request.url.host == "later.test")

    results = run(answer, ["http://later.test/", "http://never.test/"])
    assert results["http://later.test/"].outcome == "alive"
    never = results["http://never.test/"]
    assert (never.outcome, never.cause) == ("unreachable", "dns")
    assert asked.count("never.test") == 1
