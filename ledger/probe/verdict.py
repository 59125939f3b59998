"""From what was seen to one outcome. Pure: no request is sent here."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from urllib.parse import unquote, urlsplit

from ledger.probe.chain import Sighting
from ledger.probe.exchange import Answer
from ledger.probe.outcomes import Cause, Hop, ProbeOutcome
from ledger.probe.page import PageFacts
from ledger.probe.signals import Suspicion, is_challenge, is_login, is_parked, is_sent_home, soft_404

_BLOCKED = {401: Cause.LOGIN, 403: Cause.STATUS, 407: Cause.LOGIN, 429: Cause.RATE_LIMIT, 451: Cause.STATUS}
_LINKEDIN_WALL = 999
_ROUTE = re.compile(r"[!/]|:~:")
_CODE_LINE = re.compile(r"L[0-9]+(?:C[0-9]+)?(?:-L[0-9]+(?:C[0-9]+)?)?")
_SHELL_TEXT = 200


@dataclass(frozen=True, slots=True)
class Verdict:
    """The outcome with its cause; ``needs_control`` asks for a look at a surely missing sibling page."""

    outcome: ProbeOutcome
    cause: Cause | None = None
    error: str | None = None
    needs_control: bool = False


def judge(sighting: Sighting) -> Verdict:
    """The outcome of one sighting, whatever its fragment."""
    if sighting.stop is not None:
        return Verdict(sighting.stop.outcome, sighting.stop.cause, sighting.stop.message)
    answer = sighting.answer
    if answer is None:
        return Verdict(ProbeOutcome.NOT_PROBED, Cause.INTERNAL, "nothing was asked")
    if is_challenge(answer):
        return Verdict(ProbeOutcome.BLOCKED, Cause.CHALLENGE, "a challenge page for robots")
    if not 200 <= answer.status < 300:
        return _judge_status(answer)
    return _judge_content(sighting, answer)


def _judge_status(answer: Answer) -> Verdict:
    status = answer.status
    if status in _BLOCKED:
        return Verdict(ProbeOutcome.BLOCKED, _BLOCKED[status], _rate_note(answer) or f"status {status}")
    if status == _LINKEDIN_WALL:
        return Verdict(ProbeOutcome.BLOCKED, Cause.CHALLENGE, "status 999, a wall for robots")
    if status == 410:
        return Verdict(ProbeOutcome.GONE, Cause.STATUS, "status 410")
    if status == 408:
        return Verdict(ProbeOutcome.TIMEOUT, Cause.STATUS, "status 408")
    if 300 <= status < 400:
        return Verdict(ProbeOutcome.BROKEN, Cause.REDIRECT, f"status {status} without a place to go")
    return Verdict(ProbeOutcome.BROKEN, Cause.STATUS, _rate_note(answer) or f"status {status}")


def _rate_note(answer: Answer) -> str | None:
    wait = answer.fields.get("retry-after")
    return None if wait is None else f"status {answer.status}, Retry-After: {wait[:60]}"


def _judge_content(sighting: Sighting, answer: Answer) -> Verdict:
    if answer.defect is not None:
        return Verdict(answer.defect.outcome, answer.defect.cause, answer.defect.message)
    asked, final = sighting.asked.url, sighting.final.url
    page = answer.page
    if is_parked(sighting.final.host, page):
        return Verdict(ProbeOutcome.BROKEN, Cause.PARKED, "the domain is parked or for sale")
    if page is not None and is_login(asked, final, page):
        return Verdict(ProbeOutcome.BLOCKED, Cause.LOGIN, "a login page")
    if sighting.hops and is_sent_home(asked, final):
        return Verdict(ProbeOutcome.BROKEN, Cause.REDIRECT_HOME, "redirected to the home page")
    suspicion = Suspicion.NONE if page is None else soft_404(page)
    if suspicion is not Suspicion.NONE:
        message = "suspected soft 404: the page says that it is not there"
        return Verdict(ProbeOutcome.BROKEN, Cause.SOFT_404, message, suspicion is Suspicion.LIKELY)
    return reached(sighting)


def reached(sighting: Sighting) -> Verdict:
    """Alive, or moved when a permanent redirect led there."""
    return Verdict(ProbeOutcome.ALIVE if now_at(sighting.hops) is None else ProbeOutcome.MOVED)


def judge_fragment(sighting: Sighting, asked: str | None, verdict: Verdict) -> Verdict:
    """*verdict*, unless it passes and the anchor that the link asked for is missing.

    A redirect's own fragment takes the place of the asked one. A page that was not read to its end, or
    that is no HTML, says nothing about its anchors.
    """
    if not asked or not verdict.outcome.passes:
        return verdict
    fragment = sighting.final.fragment or asked
    missing = _missing_anchor(sighting.answer, fragment)
    return verdict if missing is None else Verdict(ProbeOutcome.BROKEN, Cause.FRAGMENT, missing)


def _missing_anchor(answer: Answer | None, fragment: str) -> str | None:
    if answer is None or answer.page is None or not answer.whole or not answer.is_html:
        return None
    if _is_scripted(fragment, answer.page):
        return None
    if any(name in answer.page.anchors for name in _anchor_names(fragment)):
        return None
    return f"no anchor #{fragment[:80]} on the page"


def _anchor_names(fragment: str) -> Sequence[str]:
    """The ids that a browser would look for; GitHub prefixes those of a README with ``user-content-``."""
    plain = unquote(fragment)
    return (fragment, plain, f"user-content-{plain}", f"user-content-{plain.lower()}")


def _is_scripted(fragment: str, page: PageFacts) -> bool:
    """Whether the fragment is not an anchor of the HTML as sent, so that its absence says nothing.

    The top of the page, routes of applications, text fragments, code lines, and pages built by script.
    """
    if fragment.lower() == "top" or _ROUTE.match(fragment) or _CODE_LINE.fullmatch(fragment):
        return True
    return page.scripts > 0 and page.text_length < _SHELL_TEXT and not page.anchors


def now_at(hops: Sequence[Hop]) -> str | None:
    """Where the link has moved for good: the end of the leading run of permanent redirects, or None."""
    place = None
    for hop in hops:
        if not hop.permanent:
            break
        place = hop.location
    return place


def control_url(final_url: str) -> str:
    """A sibling of *final_url* that no site has; a site that answers it 404 is honest about missing pages."""
    parts = urlsplit(final_url)
    folder = parts.path.rstrip("/").rpartition("/")[0]
    return f"{parts.scheme}://{parts.netloc}{folder}/{_ABSENT}"


_ABSENT = "no-page-has-this-name-7f3c9a41d2"
