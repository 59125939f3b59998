"""Looks up an archived copy of a dead URL, to propose it; nothing is replaced by itself."""

from __future__ import annotations

import asyncio
import json
from typing import Any
from urllib.parse import quote

import httpx

from ledger.probe.body import read_body
from ledger.probe.targets import Target, read_target

API = "https://archive.org/wayback/available?url="
_HOSTS = ("web.archive.org", "archive.org")
_LIMIT = 64 * 1024


async def find_archived(
    transport: httpx.AsyncBaseTransport, url: str, *, timeout: float = 20.0, api: str = API
) -> str | None:
    """The address of the Internet Archive's nearest good copy of *url*, or None.

    None also when the archive cannot be asked: a proposal that cannot be had is no fault of the URL.
    *timeout* is in seconds, for the whole look-up.
    """
    try:
        async with asyncio.timeout(timeout):
            request = httpx.Request("GET", api + quote(url, safe=""), headers={"Accept": "application/json"})
            response = await transport.handle_async_request(request)
            try:
                body = await read_body(response, _LIMIT)
            finally:
                await response.aclose()
    except (httpx.HTTPError, TimeoutError, OSError):
        return None
    return read_answer(body.data) if response.status_code == 200 and body.complete else None


def read_answer(data: bytes) -> str | None:
    """The copy that the availability API names, if it is a good one on the archive's own host."""
    try:
        answer = json.loads(data)
    except (ValueError, RecursionError):
        return None
    closest = _get(_get(answer, "archived_snapshots"), "closest")
    if _get(closest, "available") is not True or str(_get(closest, "status")) != "200":
        return None
    target = read_target(str(_get(closest, "url")))
    return target.url if isinstance(target, Target) and target.host in _HOSTS else None


def _get(value: Any, key: str) -> Any:
    return value.get(key) if isinstance(value, dict) else None
