"""The words by which pages say that they are not what the link promises; see :mod:`ledger.probe.signals`.

All patterns are for folded text (see :func:`fold`); every repetition in them is bounded.
"""

from __future__ import annotations

import re

_SEPARATOR = re.compile(r"[|–—·»«•:!,.。，！]| - ")


def fold(text: str) -> str:
    """*text* in lower case with plain apostrophes."""
    return text.lower().replace("’", "'")


def segments(title: str) -> list[str]:
    """The folded parts of a title: ``page not found`` and ``site`` of ``Page not found | Site``."""
    return [part.strip() for part in _SEPARATOR.split(fold(title[:300])) if part.strip()]


class Phrases:
    """A pattern behind a sieve: a text is searched only if it has one of *words*.

    Most pages have none of them, and looking for plain words is far faster than the pattern. Each
    alternative of the pattern must contain one of the words.
    """

    def __init__(self, words: str, *alternatives: str) -> None:
        self.words = tuple(words.split())
        self.alternatives = alternatives
        self._pattern = re.compile("|".join(alternatives))

    def are_in(self, text: str) -> bool:
        """Whether *text* has such a phrase."""
        folded = fold(text)
        return any(word in folded for word in self.words) and self._pattern.search(folded) is not None

    def are_all_of(self, segment: str) -> bool:
        """Whether a folded segment is such a phrase from end to end."""
        return self._pattern.fullmatch(segment) is not None


_NOUN = r"(?:page|file|document|article|content|resource|url|link|site|repository|paper|address)s?"
_THING = rf"{_NOUN}(?: you (?:requested|want|are looking for|were looking for))?"

MISSING = Phrases(
    "not no n't unable missing removed deleted lost 存在 找不到 找到 删除 移除 丢失 走丢 ページ 페이지 nicht "
    "introuvable trouvée encontrada найдена",
    rf"\b{_THING} (?:(?:was |is |are |were |could |can ?)?(?:not|no longer|never)"
    r"|isn't|wasn't|aren't|couldn't) (?:be )?(?:found|available|here)\b",
    rf"\b{_THING} (?:does not|doesn't|do not|don't|no longer) exists?\b",
    rf"\b(?:could not|couldn't|cannot|can't|unable to) (?:find|locate) (?:the |that |this |your )?{_NOUN}\b",
    r"\bno such (?:page|file|document)\b|\bmissing page\b|\blost page\b",
    r"\bpage (?:has been |was )?(?:removed|deleted|missing)\b",
    r"(?:页面|网页|内容|文章|文件)(?:不存在|未找到|没有找到|无法找到)|(?:頁面|網頁)不存在",
    r"(?:找不到|未找到)(?:该|此|您|这个)?(?:页面|网页|文件|内容)",
    r"(?:页面|网页|内容|文章)(?:已被|已经|已|被)?(?:删除|移除|丢失|走丢)",
    r"ページ(?:が見つかりません|は見つかりません|は存在しません)|페이지를 찾을 수 없",
    r"\bseite (?:wurde )?nicht gefunden\b|\bpage (?:introuvable|non trouvée)\b|\bpágina no encontrada\b",
    r"страница не найдена",
)
"""Somewhere in the text of a tiny page."""

WHOLLY_MISSING = Phrases(
    "",
    r"(?:http )?(?:error )?404(?: error)?(?: page)?(?: \(?not found\)?)?",
    r"(?:error |page |object |file |document )?not found|sorry|o{1,3}ps|whoops|uh[- ]oh",
    r"(?:sorry |oops )?(?:we )?(?:could not|couldn't|can't|cannot) find (?:that|the|this|your) page",
    r"(?:sorry )?(?:(?:the|this|that|requested) ){0,2}(?:page|file|document) "
    r"(?:(?:was |is |could |can ?)?not|isn't|wasn't|couldn't) (?:be )?(?:found|available)",
    r"(?:(?:the|this|that|requested) ){0,2}page (?:does not|doesn't|no longer) exists?",
    r"(?:页面|网页)(?:不存在|未找到)|(?:找不到|未找到)(?:该|此)?(?:页面|网页)|ページが見つかりません",
    r"seite nicht gefunden|page (?:introuvable|non trouvée)|página no encontrada|страница не найдена",
)
"""All of a title's segment, or of a heading's."""

CHALLENGE_TITLE = Phrases(
    "",
    r"just a moment|attention required|access (?:to this page has been )?denied|checking your browser",
    r"verify(?:ing)? (?:that )?you are (?:a )?human|human verification|are you a (?:robot|human)|robot check",
    r"security (?:check|verification)|pardon our interruption|ddos-guard|one more step|captcha",
    r"bot verification|please wait|request rejected|请稍候|安全验证|人机验证|访问验证|请输入验证码",
)
"""The first segment of a small page's title."""

CHALLENGE = Phrases(
    "checking human robot cookies unusual captcha security incapsula ddos permission blocker 验证",
    r"checking (?:if|your browser|the site connection)",
    r"verify (?:that )?you(?: are|'re) (?:a |not a )?(?:human|robot)|not a robot|are you a robot",
    r"enable javascript and cookies to continue|unusual traffic from your",
    r"complete the (?:security check|captcha)|incapsula incident|ddos protection by",
    r"performing security verification|you don't have permission to access",
    r"please enable js and disable any ad blocker",
    r"请完成(?:安全|人机|以下)?验证|滑动验证|人机验证|请输入验证码",
)
"""Somewhere in the text of a small page."""

LOGIN_TITLE = Phrases(
    "",
    r"(?:please )?(?:sign|log)[ -]?in(?: (?:to|with) .{1,40})?|login(?: page| required)?|single sign-on",
    r"authentication required|登录|请登录|用户登录|请先登录|登入|ログイン|anmelden|connexion|iniciar sesión",
)
"""The first segment of a title or of the first heading."""

LOGIN = Phrases(
    "log sign 登录",
    r"(?:you must|please|you need to|you have to) (?:first )?(?:be (?:logged|signed) in|log ?in|sign ?in)\b",
    r"请先?登录|登录后(?:才能|可以?)?(?:查看|访问|继续)",
)
"""Somewhere in the text of a tiny page."""

PARKED = Phrases(
    "domain sale parked 域名",
    r"domain (?:name )?(?:is|may be|might be) (?:for sale|available for purchase|parked)|buy this domain",
    r"this domain (?:has|name has) (?:been parked|expired)|parked (?:free|domain)|domain parking",
    r"this website is for sale|domain has expired|inquire about this domain",
    r"域名(?:正在|已)?(?:出售|停放|过期|到期)|此域名(?:可|正)?(?:出售|转让)",
)
"""Somewhere in a page of moderate length."""

LOGIN_PATH = re.compile(
    r"(?:^|/)(?:login|log-in|log_in|signin|sign-in|sign_in|sso|saml2?|oauth2?|authorize|cas|idp|session/new"
    r"|users/sign_in|servicelogin|accounts/login|auth/login|wp-login\.php)(?:$|[/.;])",
    re.IGNORECASE,
)
PARKING_HOST = re.compile(
    r"(?:^|\.)(?:sedoparking\.com|sedo\.com|hugedomains\.com|dan\.com|afternic\.com|parkingcrew\.net"
    r"|bodis\.com|above\.com|domainmarket\.com|parklogic\.com)$"
)
HOME = re.compile(
    r"/?(?:(?:en|zh|ja|ko|de|fr|es|pt|ru|it|nl|pl|tr|ar|hi|id|vi|th|sv|uk|cs)(?:[-_][a-z]{2,4})?/?)?"
    r"(?:(?:index|default|home|main)(?:\.[a-z]{3,5})?)?/?",
    re.IGNORECASE,
)
"""A site's front page, an index file, or a language's front page."""
