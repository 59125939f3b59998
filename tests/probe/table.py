"""The list of behaviours, and how a handler joins it.

The expected outcome of each row follows from the outcomes' definitions in ``ledger/schema/outcomes.py``
(design §6, §9) and, for the rows named ``engine-hand-…``, from ``tests/gold/probe_cases.jsonl``.
"""

from __future__ import annotations

from dataclasses import dataclass

from tests.probe.server import Handler, Request

ROUTES: dict[str, Handler] = {}
TABLE: list[Behaviour] = []
LOCATIONS: dict[str, str] = {}
OUTSIDE = (
    "169.254",
    "10.0.0.1",
    "192.168",
    "fd00",
    "64:ff9b",
    "2002:",
    "refresh-inside",
    "public.test",
    "xn--",
)

WORDS = "Pipeline schedules trade memory for bubbles, and the trade is worth a careful look. "
ARTICLE = f"<html><head><title>A study</title></head><body><h1>A study</h1><p>{WORDS * 30}</p></body></html>"
HEAD_OK = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n"


@dataclass(frozen=True)
class Behaviour:
    """One URL (``{base}`` stands for the server) with the outcome, and the cause where there is one."""

    url: str
    outcome: str
    cause: str | None = None

    @property
    def passes(self) -> bool:
        return self.outcome in ("alive", "moved")

    @property
    def stays_on_loopback(self) -> bool:
        """Whether even a prober without any policy contacts nothing but this machine."""
        location = LOCATIONS.get(self.url.removeprefix("{base}"), self.url)
        return not any(part in location for part in OUTSIDE)


def expect(outcome: str, cause: str | None = None, *, url: str = "") -> object:
    """Registers the decorated handler under its name (``_`` → ``-``) with what should come of it."""

    def register(handler: Handler) -> Handler:
        path = "/" + handler.__name__.replace("__", "/").replace("_", "-")  # type: ignore[attr-defined]
        path = path.replace("-dot-", ".")
        ROUTES[path] = handler
        TABLE.append(Behaviour("{base}" + path + url, outcome, cause))
        return handler

    return register


def also(url: str, outcome: str, cause: str | None = None) -> None:
    TABLE.append(Behaviour(url, outcome, cause))


def fixed(path: str, outcome: str, cause: str | None = None, **reply: object) -> None:
    """A path with one constant answer."""

    async def handler(request: Request) -> None:
        await request.reply(**reply)  # type: ignore[arg-type]

    ROUTES[path] = handler
    TABLE.append(Behaviour("{base}" + path, outcome, cause))


def redirecting(location: str, status: int) -> Handler:
    async def handler(request: Request) -> None:
        await request.redirect(location, status)

    return handler


def sends_to(path: str, location: str, outcome: str, cause: str | None = None, status: int = 302) -> None:
    """A path that redirects."""

    ROUTES[path], LOCATIONS[path] = redirecting(location, status), location
    TABLE.append(Behaviour("{base}" + path, outcome, cause))


def page(title: str, body: str = "", head: str = "") -> str:
    return f"<html><head><title>{title}</title>{head}</head><body>{body}</body></html>"
