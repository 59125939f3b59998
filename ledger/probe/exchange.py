"""One request and its answer: what is asked, how much is read, what a fault means."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Mapping
from dataclasses import dataclass, field
from typing import Any

import httpx

from ledger.probe.body import ACCEPT_ENCODING, Body, UndecodableBody, read_body
from ledger.probe.faults import HeadersTooLarge, NameFault, RefusedAddress, TlsFault
from ledger.probe.outcomes import Cause, ProbeOutcome
from ledger.probe.page import PageFacts, read_page
from ledger.probe.targets import Rejection, Target

_SNIFF_LIMIT = 4096
_READ_AT_ONCE = 256 * 1024
_HTML_TYPES = ("text/html", "application/xhtml+xml")
_HTML_STARTS = (b"<!doctype html", b"<html")
_KEPT_FIELDS = frozenset(
    {
        "location",
        "retry-after",
        "etag",
        "last-modified",
        "content-length",
        "cf-mitigated",
        "x-amzn-waf-action",
    }
)


class Budget:
    """The time that one URL may spend on the wire, whatever it does there; in seconds."""

    def __init__(self, seconds: float) -> None:
        self.left = seconds
        self.spent = 0.0

    @contextlib.asynccontextmanager
    async def spend(self, share: float = 1.0) -> AsyncIterator[None]:
        """Runs the body with at most *share* of what is left; raises :class:`TimeoutError`."""
        loop = asyncio.get_running_loop()
        start = loop.time()
        try:
            async with asyncio.timeout(max(self.left, 0.0) * share):
                yield
        finally:
            elapsed = loop.time() - start
            self.left -= elapsed
            self.spent += elapsed


@dataclass(frozen=True, slots=True)
class Answer:
    """An HTTP answer as far as it matters.

    ``page`` is set for HTML that was read; ``whole`` says that all of it was; ``defect`` is what was
    wrong with the body, which counts only when the status promised one.
    """

    status: int
    fields: Mapping[str, str] = field(default_factory=dict)
    media_type: str = ""
    page: PageFacts | None = None
    whole: bool = True
    defect: Rejection | None = None
    response: httpx.Response | None = None

    @property
    def sends_on(self) -> bool:
        """Whether the answer is a redirect with a place to go; its body is of no interest then."""
        return self.status in (301, 302, 303, 307, 308) and bool(self.fields.get("location"))

    @property
    def may_be_page(self) -> bool:
        """Whether the body is worth reading as a page: HTML, plain text, or untyped."""
        return self.is_html or self.media_type in ("", "text/plain")

    @property
    def is_html(self) -> bool:
        """Whether the answer says that it is a web page."""
        return self.media_type in _HTML_TYPES


@dataclass(frozen=True, slots=True)
class Reading:
    """How much of an answer is read: bytes of a page, and seconds for the page of an error."""

    limit: int
    error_body_s: float


def request_headers(user_agent: str, extra: Mapping[str, str]) -> dict[str, str]:
    """What every request carries; never credentials, never a referrer."""
    return {
        "User-Agent": user_agent,
        "Accept": "text/html,application/xhtml+xml,*/*;q=0.8",
        "Accept-Encoding": ACCEPT_ENCODING,
        "Accept-Language": "en, *;q=0.5",
        **extra,
    }


async def exchange(
    transport: httpx.AsyncBaseTransport, method: str, target: Target, reading: Reading, **request: Any
) -> Answer:
    """Asks *target* once; *request* are the headers and extensions. Raises httpx's errors."""
    response = await transport.handle_async_request(httpx.Request(method, target.parsed, **request))
    try:
        return await _read_answer(method, response, reading)
    finally:
        await response.aclose()


async def _read_answer(method: str, response: httpx.Response, reading: Reading) -> Answer:
    answer = Answer(
        status=response.status_code,
        fields={name: value for name, value in response.headers.items() if name in _KEPT_FIELDS},
        media_type=response.headers.get("content-type", "").partition(";")[0].strip().lower(),
        response=response,
    )
    if method == "HEAD" or answer.status in (204, 205, 304) or answer.sends_on:
        return answer
    try:
        async with asyncio.timeout(reading.error_body_s if answer.status >= 400 else None) as patience:
            body = await read_body(response, reading.limit if answer.may_be_page else _SNIFF_LIMIT)
    except (httpx.ReadError, httpx.RemoteProtocolError, UndecodableBody) as error:
        return _with(answer, defect=_body_defect(error))
    except TimeoutError:
        if not patience.expired():
            raise
        return _with(answer, whole=False)  # the status is known; its page is not worth the URL's whole time
    return await _with_page(answer, body)


async def _with_page(answer: Answer, body: Body) -> Answer:
    looks_html = body.data[:64].lstrip().lower().startswith(_HTML_STARTS)
    if not body.readable or not (answer.is_html or looks_html):
        return _with(answer, whole=body.complete)
    content_type = "" if answer.response is None else answer.response.headers.get("content-type", "")
    if len(body.data) <= _READ_AT_ONCE:
        page = read_page(body.data, content_type)
    else:  # other URLs' time runs on meanwhile
        page = await asyncio.to_thread(read_page, body.data, content_type)
    return _with(answer, page=page, whole=body.complete)


def _with(answer: Answer, **changes: Any) -> Answer:
    values = {name: getattr(answer, name) for name in Answer.__slots__}
    return Answer(**{**values, **changes})


def _body_defect(error: httpx.HTTPError) -> Rejection:
    cause = Cause.ENCODING if isinstance(error, UndecodableBody) else Cause.TRUNCATED
    return Rejection(ProbeOutcome.BROKEN, cause, str(error), cause is Cause.TRUNCATED)


def explain_fault(error: Exception) -> Rejection:
    """The outcome of a fault that left no answer to read."""
    match error:
        case TimeoutError() | httpx.TimeoutException():
            return Rejection(ProbeOutcome.TIMEOUT, Cause.DEADLINE, "no complete answer in the time allowed")
        case RefusedAddress():
            return Rejection(ProbeOutcome.REFUSED, Cause.ADDRESS, str(error))
        case NameFault():
            return Rejection(ProbeOutcome.UNREACHABLE, Cause.DNS, str(error), error.temporary)
        case TlsFault():
            return Rejection(ProbeOutcome.UNREACHABLE, Cause.TLS, str(error))
        case HeadersTooLarge():
            return Rejection(ProbeOutcome.BROKEN, Cause.HEADERS, f"headers beyond limits: {error}")
        case httpx.RemoteProtocolError():
            return Rejection(ProbeOutcome.BROKEN, Cause.PROTOCOL, str(error))
        case _:
            message = str(error) or type(error).__name__
            return Rejection(ProbeOutcome.UNREACHABLE, Cause.CONNECTION, message, transient=True)
