"""Cookies that live for one URL's redirect chain and no longer (a subset of RFC 6265 §5)."""

from __future__ import annotations

import re
from dataclasses import dataclass

import httpx

from ledger.probe.targets import Target

MAX_COOKIES = 50
MAX_COOKIE = 4096
_PAIR = re.compile(r"\s*([!#$%&'*+.^_`|~0-9A-Za-z-]+)\s*=\s*([^;\x00-\x1f\x7f]*)")
_DOMAIN = re.compile(r";\s*domain\s*=\s*\.?([a-z0-9.-]+)", re.IGNORECASE)
_SECURE = re.compile(r";\s*secure\s*(?:;|$)", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class _Cookie:
    value: str
    domain: str
    host_only: bool
    secure: bool

    def goes_to(self, target: Target) -> bool:
        """Whether the cookie belongs in a request to *target*; a secure one never goes over plain http."""
        if self.secure and target.scheme != "https":
            return False
        within = not self.host_only and target.host.endswith(f".{self.domain}")
        return target.host == self.domain or within


class ChainCookies:
    """The cookies set along one chain; only what its own servers set is ever sent."""

    def __init__(self) -> None:
        self._cookies: dict[tuple[str, str], _Cookie] = {}

    def remember(self, target: Target, response: httpx.Response) -> None:
        """Takes the ``Set-Cookie`` fields of *response*; malformed or foreign ones are dropped."""
        for text in response.headers.get_list("set-cookie"):
            pair = _PAIR.match(text)
            cookie = None if pair is None else _read(text, pair[2].strip(), target)
            if pair is None or cookie is None or len(text) > MAX_COOKIE:
                continue
            if len(self._cookies) < MAX_COOKIES:
                self._cookies[cookie.domain, pair[1]] = cookie

    def header(self, target: Target) -> str | None:
        """The ``Cookie`` field for a request to *target*, or None."""
        pairs = [f"{name}={c.value}" for (_, name), c in self._cookies.items() if c.goes_to(target)]
        return "; ".join(pairs) or None


def _read(text: str, value: str, target: Target) -> _Cookie | None:
    secure = _SECURE.search(text) is not None
    domain = _DOMAIN.search(text)
    if domain is None or target.address is not None:
        return _Cookie(value, target.host, host_only=True, secure=secure)
    name = domain[1].lower()
    if target.host != name and not (target.host.endswith(f".{name}") and "." in name):
        return None
    return _Cookie(value, name, host_only=False, secure=secure)
