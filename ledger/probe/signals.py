"""Signs that a page with status 200 is not the page that the link promises. Pure.

Known limit: words decide, in the languages listed here. A page is called a soft 404, a challenge, a login
or a parked domain only when such words are all that it has, or when its title *is* such a phrase; an
article about error pages is neither.
"""

from __future__ import annotations

import re
from enum import Enum
from urllib.parse import urlsplit

from ledger.probe.exchange import Answer
from ledger.probe.page import PageFacts

TINY = 600
SMALL = 1500
_SEPARATOR = re.compile(r"\s*[|–—·»«•:!,.。，！|]\s*|\s+-\s+")

_MISSING = re.compile(
    r"\b(?:page|file|document|article|content|resource|url|link|site|repository|paper|address)s?"
    r" (?:you (?:requested|want|are looking for|were looking for) )?(?:was |is |are |were |could |can ?)?"
    r"(?:not|no longer|never) (?:be )?(?:found|exist|exists|available|here)\b"
    r"|\b(?:could not|couldn['’]t|cannot|can['’]t|unable to) (?:be )?(?:find|found|locate|located)\b"
    r"|\b(?:does not|doesn['’]t|no longer) exists?\b|\bno such (?:page|file|document)\b|\bmissing page\b"
    r"|\bpage (?:has been |was )?(?:removed|deleted|missing)\b|\blost page\b|\bfile not found\b"
    r"|页面不存在|网页不存在|内容不存在|文章不存在|文件不存在|找不到(?:该|此|您|这个)?(?:页面|网页|文件|内容)"
    r"|(?:页面|网页|内容|文章)(?:已被|已经|已|被)?(?:删除|移除|丢失|走丢)|未找到(?:该|此)?(?:页面|网页)"
    r"|(?:页面|网页)(?:未找到|没有找到|无法找到)|访问的(?:页面|网页)不存在|無法找到|頁面不存在"
    r"|ページが見つかりません|ページは(?:存在しません|見つかりません)|페이지를 찾을 수 없"
    r"|\bseite (?:wurde )?nicht gefunden\b|\bpage (?:introuvable|non trouvée)\b|\bpágina no encontrada\b"
    r"|страница не найдена",
    re.IGNORECASE,
)
_WHOLLY_MISSING = re.compile(
    r"(?:http )?(?:error )?404(?: error)?(?: page)?(?: \(?not found\)?)?"
    r"|(?:error |page |object )?not found"
    r"|(?:sorry|oops|whoops|uh[- ]oh|ooops)|(?:sorry |oops )?(?:we )?(?:could not|couldn['’]t|can['’]t) find "
    r"(?:that|the|this|your) page|(?:the|this|that|sorry this|requested)? ?(?:page|file|document)"
    r" (?:was |is |could |can ?)?not (?:be )?(?:found|available|exist)"
    r"|(?:the|this|that) page (?:does not|doesn['’]t|no longer) exists?"
    r"|页面不存在|页面未找到|网页不存在|找不到(?:该|此)?(?:页面|网页)|未找到(?:页面|网页)"
    r"|ページが見つかりません|seite nicht gefunden|page (?:introuvable|non trouvée)|página no encontrada"
    r"|страница не найдена",
    re.IGNORECASE,
)
_CHALLENGE_TITLE = re.compile(
    r"just a moment|attention required|access (?:to this page has been )?denied|checking your browser"
    r"|verify(?:ing)? (?:that )?you are (?:a )?human|human verification|are you a (?:robot|human)|robot check"
    r"|security (?:check|verification)|pardon our interruption|ddos-guard|one more step|captcha"
    r"|bot verification|please wait|request rejected|请稍候|安全验证|人机验证|访问验证|请输入验证码",
    re.IGNORECASE,
)
_CHALLENGE_TEXT = re.compile(
    r"checking (?:if|your browser|the site connection)"
    r"|verify (?:that )?you(?: are|['’]re) (?:a |not a )?(?:human|robot)"
    r"|enable javascript and cookies to continue|unusual traffic from your"
    r"|complete the (?:security check|captcha)"
    r"|not a robot|are you a robot|incapsula incident|ddos protection by|performing security verification"
    r"|you don['’]t have permission to access|please enable js and disable any ad blocker"
    r"|请完成(?:安全|人机|以下)?验证|滑动验证|人机验证|请输入验证码",
    re.IGNORECASE,
)
_LOGIN_TITLE = re.compile(
    r"(?:please )?(?:sign|log) ?-?in(?: (?:to|with) [^|]{1,40})?|login(?: page| required)?|single sign-on"
    r"|authentication required|登录|请登录|用户登录|请先登录|登入|ログイン|anmelden|connexion|iniciar sesión",
    re.IGNORECASE,
)
_LOGIN_PATH = re.compile(
    r"(?:^|/)(?:login|log-in|log_in|signin|sign-in|sign_in|sso|saml2?|oauth2?|authorize|cas|idp|session/new"
    r"|users/sign_in|servicelogin|accounts/login|auth/login|wp-login\.php)(?:$|[/.;])",
    re.IGNORECASE,
)
_PARKED = re.compile(
    r"domain (?:name )?(?:is|may be|might be) (?:for sale|available for purchase|parked)|buy this domain"
    r"|this domain (?:has|name has) (?:been parked|expired)|parked (?:free|domain)|domain parking"
    r"|this website is for sale|\bis for sale\b.{0,40}\bdomain\b|domain has expired|inquire about this domain"
    r"|域名(?:正在|已)?(?:出售|停放|过期|到期)|此域名(?:可|正)?(?:出售|转让)",
    re.IGNORECASE,
)
_PARKING_HOSTS = re.compile(
    r"(?:^|\.)(?:sedoparking\.com|sedo\.com|hugedomains\.com|dan\.com|afternic\.com|parkingcrew\.net"
    r"|bodis\.com|above\.com|domainmarket\.com|parklogic\.com)$"
)
_HOME = re.compile(
    r"/?(?:(?:en|zh|ja|ko|de|fr|es|pt|ru|it|nl|pl|tr|ar|hi|id|vi|th|sv|uk|cs)(?:[-_][a-z]{2,4})?/?)?"
    r"(?:(?:index|default|home|main)(?:\.[a-z]{3,5})?)?/?",
    re.IGNORECASE,
)


class Suspicion(Enum):
    """How sure the words make us that a page is a soft 404."""

    NONE = 0
    LIKELY = 1
    """The title says so but the page is long: a request for a surely missing sibling decides."""
    SURE = 2


def soft_404(page: PageFacts) -> Suspicion:
    """Whether *page* says that what was asked for is not there."""
    titles = [page.title or "", *page.headings[:2]]
    phrases = {
        phrase.lower() for text in titles for phrase in _segments(text) if _WHOLLY_MISSING.fullmatch(phrase)
    }
    if page.text_length <= TINY:
        found = bool(phrases) or _MISSING.search(" ".join([*titles, page.excerpt])) is not None
        return Suspicion.SURE if found else Suspicion.NONE
    if len(phrases) > 1 or (page.text_length <= SMALL and any(_MISSING.search(phrase) for phrase in phrases)):
        return Suspicion.SURE  # "404" over "Page not found": an article has one name for its subject
    return Suspicion.LIKELY if phrases else Suspicion.NONE


def is_challenge(answer: Answer) -> bool:
    """Whether the answer is a robot wall: by a header that says so, or by the words of a small page."""
    if "challenge" in answer.fields.get("cf-mitigated", "").lower():
        return True
    if answer.fields.get("x-amzn-waf-action", "").lower() in ("challenge", "captcha"):
        return True
    page = answer.page
    if page is None or page.text_length > SMALL:
        return False
    if _opens_with(page.title or "", _CHALLENGE_TITLE):
        return True
    return _CHALLENGE_TEXT.search(f"{page.title or ''} {' '.join(page.headings)} {page.excerpt}") is not None


def is_login(asked: str, final: str, page: PageFacts) -> bool:
    """Whether a link to something else ended at a login; a link to the login itself is fine."""
    if _LOGIN_PATH.search(urlsplit(asked).path) is not None:
        return False
    titles = [page.title or "", *page.headings[:1]]
    says_so = any(_opens_with(text, _LOGIN_TITLE) for text in titles)
    sent = asked != final and _LOGIN_PATH.search(urlsplit(final).path) is not None
    return (says_so or sent) and (page.has_password_field or page.text_length <= TINY)


def is_parked(host: str, page: PageFacts | None) -> bool:
    """Whether the domain is parked or for sale."""
    if _PARKING_HOSTS.search(host) is not None:
        return True
    if page is None or page.text_length > 2 * SMALL:
        return False
    return _PARKED.search(f"{page.title or ''} {page.excerpt}") is not None


def is_sent_home(asked: str, final: str) -> bool:
    """Whether a link into a site ended at a home page, which is how many sites say 404.

    On another host a short path may be a vanity link, so only a deep path or a file counts there.
    """
    before, after = urlsplit(asked), urlsplit(final)
    if is_home(before.path) or not is_home(after.path) or after.query:
        return False
    same_site = before.netloc.removeprefix("www.") == after.netloc.removeprefix("www.")
    segments = [segment for segment in before.path.split("/") if segment]
    return same_site or len(segments) > 1 or "." in segments[-1]


def is_home(path: str) -> bool:
    """Whether *path* is a site's front page, an index file or a language's front page."""
    return _HOME.fullmatch(path) is not None


def _segments(title: str) -> list[str]:
    """The parts of a title, such as ``Page not found`` and ``Site`` of ``Page not found | Site``."""
    return [segment.strip() for segment in _SEPARATOR.split(title[:300]) if segment.strip()]


def _opens_with(title: str, pattern: re.Pattern[str]) -> bool:
    """Whether the first part of a title is wholly such a phrase."""
    segments = _segments(title)
    return bool(segments) and pattern.fullmatch(segments[0]) is not None
