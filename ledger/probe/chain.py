"""Follows one URL to its end, hop by hop; each hop is a fresh target with a fresh check."""

from __future__ import annotations

import contextlib
from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, Protocol

import httpx

from ledger.probe.cookies import ChainCookies
from ledger.probe.exchange import Answer, Budget, Reading, exchange, explain_fault, request_headers
from ledger.probe.outcomes import Cause, Hop, ProbeOutcome
from ledger.probe.settings import ProbeSettings
from ledger.probe.targets import Rejection, Target, read_redirect

_HEAD_SHARE = 0.3  # a server that hangs on HEAD leaves time for GET
_ERROR_BODY_SHARE = 0.25  # an error's page that never ends leaves its status standing
_FIRST_BYTES = {"Range": "bytes=0-1023"}
_FILES = (
    ".pdf .ps .epub .zip .gz .tgz .bz2 .xz .zst .7z .tar .whl .jar .deb .rpm .dmg .exe .iso .bin .pt .onnx"
    " .safetensors .gguf .parquet .npz .h5 .pptx .docx .xlsx .png .jpg .jpeg .gif .webp .mp3 .mp4 .webm .mov"
)
_NOTHING: Mapping[str, str] = MappingProxyType({})
_FILE_SUFFIXES = tuple(_FILES.encode().split())


class Turns(Protocol):
    """Grants the turn to send one request to a host (see :mod:`ledger.probe.politeness`)."""

    def turn(self, host_key: str) -> contextlib.AbstractAsyncContextManager[None]:
        """Holds a turn at *host_key* for the length of one request."""
        ...


@dataclass(frozen=True, slots=True)
class Sighting:
    """What following one URL showed: the hops, then either an answer or the reason why there is none."""

    asked: Target
    final: Target
    hops: tuple[Hop, ...]
    answer: Answer | None = None
    stop: Rejection | None = None


def names_file(target: Target) -> bool:
    """Whether the path names a file that is no web page, so that HEAD may spare its body."""
    return target.parsed.raw_path.partition(b"?")[0].lower().endswith(_FILE_SUFFIXES)


class Chain:
    """One walk along one URL's redirects."""

    def __init__(
        self, transport: httpx.AsyncBaseTransport, turns: Turns, settings: ProbeSettings, budget: Budget
    ) -> None:
        self._transport = transport
        self._turns = turns
        self._settings = settings
        self._budget = budget
        self._cookies = ChainCookies()
        self._trusted: tuple[Any, ...] = ()
        self._conditions: Mapping[str, str] = {}
        self._limit = settings.body_limit

    async def follow(self, target: Target, conditions: Mapping[str, str], *, for_anchors: bool) -> Sighting:
        """Follows *target*; *conditions* are sent on the first hop; *for_anchors* reads pages further.

        Never raises for what a server does.
        """
        self._conditions = conditions
        if for_anchors:
            self._limit = self._settings.fragment_limit
        hops: list[Hop] = []
        seen: set[tuple[str, str | None]] = set()
        current = target
        while True:
            seen.add((current.url, self._cookies.header(current)))
            answer = await self._ask(current, first=not hops)
            if isinstance(answer, Rejection):
                return Sighting(target, current, tuple(hops), stop=answer)
            onward = next_hop(current, answer)
            if onward is None:
                return Sighting(target, current, tuple(hops), answer=answer)
            hop, following = onward
            hops.append(hop)
            stop = self._objection(following, seen, len(hops))
            if stop is not None or isinstance(following, Rejection):
                return Sighting(target, current, tuple(hops), answer, stop)
            current = following

    def _objection(
        self, following: Target | Rejection, seen: set[tuple[str, str | None]], hops: int
    ) -> Rejection | None:
        if isinstance(following, Rejection):
            return following
        if hops > self._settings.max_redirects:
            return Rejection(
                ProbeOutcome.BROKEN, Cause.REDIRECT, f"more than {self._settings.max_redirects} redirects"
            )
        if (following.url, self._cookies.header(following)) in seen:
            return Rejection(ProbeOutcome.BROKEN, Cause.REDIRECT, "the redirects go round in a loop")
        return None

    async def _ask(self, target: Target, *, first: bool) -> Answer | Rejection:
        if not names_file(target):
            return await self._request("GET", target, first=first)
        head = await self._request("HEAD", target, first=first, share=_HEAD_SHARE)
        if isinstance(head, Rejection):
            is_refused = head.outcome is ProbeOutcome.REFUSED
            return head if is_refused else await self._request("GET", target, first=first)
        if head.sends_on or head.status == 304:
            return head
        if not _is_convincing(head):
            return await self._request("GET", target, first=first)
        return await self._confirm(head, target, first=first)

    async def _confirm(self, head: Answer, target: Target, *, first: bool) -> Answer | Rejection:
        """HEAD says that the file is there; its first bytes tell whether that is true, at little cost."""
        seen = await self._request("GET", target, first=first, extra=_FIRST_BYTES)
        is_part = isinstance(seen, Answer) and seen.status in (206, 416) and not seen.is_html
        return head if is_part else seen

    async def _request(
        self,
        method: str,
        target: Target,
        *,
        first: bool,
        share: float = 1.0,
        extra: Mapping[str, str] = _NOTHING,
    ) -> Answer | Rejection:
        cookie = self._cookies.header(target)
        fields = {**(self._conditions if first else {}), **extra}
        if cookie is not None:
            fields["Cookie"] = cookie
        try:
            async with self._turns.turn(target.host_key), self._budget.spend(share):
                answer = await exchange(
                    self._transport,
                    method,
                    target,
                    Reading(self._limit, self._budget.left * _ERROR_BODY_SHARE),
                    headers=request_headers(self._settings.user_agent, fields),
                    extensions={"first_hop": first, "trusted": self._trusted},
                )
        except (httpx.HTTPError, TimeoutError, OSError) as error:
            return explain_fault(error)
        self._learn(target, answer, first=first)
        return answer

    def _learn(self, target: Target, answer: Answer, *, first: bool) -> None:
        if answer.response is None:
            return
        self._cookies.remember(target, answer.response)
        if first:
            self._trusted = tuple(answer.response.extensions.get("addresses", ()))


def next_hop(current: Target, answer: Answer) -> tuple[Hop, Target | Rejection] | None:
    """Where *answer* sends us on, or None when it is the end of the chain."""
    location = answer.fields.get("location")
    if answer.sends_on and location is not None:
        return _hop(current, answer.status, _decode(location))
    refresh = None if answer.page is None or answer.status != 200 else answer.page.refresh
    if refresh is None:
        return None
    hop = _hop(current, answer.status, refresh)
    return None if isinstance(hop[1], Target) and hop[1].url == current.url else hop


def _hop(current: Target, status: int, location: str) -> tuple[Hop, Target | Rejection]:
    following = read_redirect(current.url, location)
    if isinstance(following, Rejection):
        return Hop(status, location[:500]), following
    if following.fragment is None and current.fragment is not None:
        following = following.with_fragment(current.fragment)  # a redirect hands it on (Fetch Standard)
    return Hop(status, following.url), following


def _decode(location: str) -> str:
    """The field as text: httpx decodes header bytes as Latin-1 or ASCII, servers send UTF-8."""
    try:
        return location.encode("latin-1").decode("utf-8")
    except UnicodeError:
        return location


def _is_convincing(head: Answer) -> bool:
    """Whether a HEAD answer speaks of a file that is there: typed, not empty, and no web page."""
    is_file = bool(head.media_type) and not head.is_html
    return 200 <= head.status < 300 and is_file and head.fields.get("content-length") != "0"
