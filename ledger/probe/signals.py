"""Signs that a page with status 200 is not the page that the link promises. Pure.

Known limit: words decide, in the languages of :mod:`ledger.probe.phrases`. A page is called a soft 404, a
challenge, a login or a parked domain only when such words are about all that it has, or when its title
*is* such a phrase; an article about error pages is neither.
"""

from __future__ import annotations

from enum import Enum
from urllib.parse import urlsplit

from ledger.probe import phrases
from ledger.probe.exchange import Answer
from ledger.probe.page import PageFacts

TINY = 600
SMALL = 1500


class Suspicion(Enum):
    """How sure the words make us that a page is a soft 404."""

    NONE = 0
    LIKELY = 1
    """The title says so but the page is long: a request for a surely missing sibling decides."""
    SURE = 2


def soft_404(page: PageFacts) -> Suspicion:
    """Whether *page* says that what was asked for is not there."""
    titles = [page.title or "", *page.headings[:2]]
    found = {
        part for text in titles for part in phrases.segments(text) if phrases.WHOLLY_MISSING.are_all_of(part)
    }
    if page.text_length <= TINY:
        says_so = bool(found) or phrases.MISSING.are_in(" ".join([*titles, page.excerpt]))
        return Suspicion.SURE if says_so else Suspicion.NONE
    if len(found) > 1 or (page.text_length <= SMALL and any(map(phrases.MISSING.are_in, found))):
        return Suspicion.SURE  # "404" over "Page not found": an article has one name for its subject
    return Suspicion.LIKELY if found else Suspicion.NONE


def is_challenge(answer: Answer) -> bool:
    """Whether the answer is a robot wall: by a header that says so, or by the words of a small page."""
    if "challenge" in answer.fields.get("cf-mitigated", "").lower():
        return True
    if answer.fields.get("x-amzn-waf-action", "").lower() in ("challenge", "captcha"):
        return True
    page = answer.page
    if page is None or page.text_length > SMALL:
        return False
    if _opens_with(page.title or "", phrases.CHALLENGE_TITLE):
        return True
    return phrases.CHALLENGE.are_in(f"{page.title or ''} {' '.join(page.headings)} {page.excerpt}")


def is_login(asked: str, final: str, page: PageFacts) -> bool:
    """Whether a link to something else ended at a login; a link to the login itself is fine."""
    if phrases.LOGIN_PATH.search(urlsplit(asked).path) is not None:
        return False
    is_tiny = page.text_length <= TINY
    if is_tiny and (page.has_password_field or phrases.LOGIN.are_in(f"{page.title or ''} {page.excerpt}")):
        return True
    titles = [page.title or "", *page.headings[:1]]
    says_so = any(_opens_with(text, phrases.LOGIN_TITLE) for text in titles)
    sent = asked != final and phrases.LOGIN_PATH.search(urlsplit(final).path) is not None
    return (says_so or sent) and (page.has_password_field or is_tiny)


def is_parked(host: str, page: PageFacts | None) -> bool:
    """Whether the domain is parked or for sale."""
    if phrases.PARKING_HOST.search(host) is not None:
        return True
    if page is None or page.text_length > 2 * SMALL:
        return False
    return phrases.PARKED.are_in(f"{page.title or ''} {page.excerpt}")


def is_sent_home(asked: str, final: str) -> bool:
    """Whether a link into a site ended at a home page, which is how many sites say 404.

    On another host a short path may be a vanity link, so only a deep path or a file counts there.
    """
    before, after = urlsplit(asked), urlsplit(final)
    if is_home(before.path) or not is_home(after.path) or after.query:
        return False
    same_site = before.netloc.removeprefix("www.") == after.netloc.removeprefix("www.")
    parts = [part for part in before.path.split("/") if part]
    return same_site or len(parts) > 1 or "." in parts[-1]


def is_home(path: str) -> bool:
    """Whether *path* is a site's front page, an index file or a language's front page."""
    return phrases.HOME.fullmatch(path) is not None


def _opens_with(title: str, sign: phrases.Phrases) -> bool:
    """Whether the first part of a title is wholly such a phrase."""
    parts = phrases.segments(title)
    return bool(parts) and sign.are_all_of(parts[0])
