"""What the server of bad manners does at each path, and what a prober should say of it.

The expected outcome of each row follows from the outcomes' definitions in ``ledger/probe/outcomes.py``
(design §6, §9) and, for the rows named ``engine-hand-…``, from ``tests/gold/probe_cases.jsonl``.
"""

from __future__ import annotations

import asyncio
import gzip
import zlib
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

TRICKLE_S = 0.1
SLOW_S = 0.2
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


def sends_to(path: str, location: str, outcome: str, cause: str | None = None, status: int = 302) -> None:
    """A path that redirects."""

    async def handler(request: Request) -> None:
        await request.redirect(location, status)

    ROUTES[path], LOCATIONS[path] = handler, location
    TABLE.append(Behaviour("{base}" + path, outcome, cause))


def page(title: str, body: str = "", head: str = "") -> str:
    return f"<html><head><title>{title}</title>{head}</head><body>{body}</body></html>"


# --- plain answers ------------------------------------------------------------------------------------

fixed("/ok", "alive", body=ARTICLE)
fixed("/empty", "alive", body=b"")
fixed("/no-content", "alive", status=204, type_=None)
fixed("/plain", "alive", body=b"words", type_="text/plain")
fixed("/untyped", "alive", body=ARTICLE, type_=None)
fixed("/data.json", "alive", body=b'{"error": "not found"}', type_="application/json")
fixed("/paper.pdf", "alive", body=b"%PDF-1.7\n" * 100, type_="application/pdf")
fixed("/latin", "alive", body="<title>Café</title><p>é".encode("latin-1"), type_="text/html; charset=latin-1")
fixed("/odd-charset", "alive", body=ARTICLE, type_="text/html; charset=no-such-charset")
fixed("/nulls", "alive", body=b"\x00" * 2000 + ARTICLE.encode())
fixed("/deep", "alive", body=b"<div>" * 20000 + b"x")
fixed("/a%20b%2Fc", "alive", body=ARTICLE)
fixed("/%E8%B7%AF%E5%BE%84", "alive", body=ARTICLE)
also("{base}/路径", "alive")
also("{base}/ok?q=a%26b&r=值", "alive")
also("{base}/a b%2Fc", "alive")
fixed("/missing", "broken", "status", status=404, body=page("Not here"))
fixed("/removed", "gone", "status", status=410, body=page("Gone"))
fixed("/unauthorized", "blocked", "login", status=401, body=b"", WWW_Authenticate="Basic realm=x")
fixed("/forbidden", "blocked", "status", status=403, body=page("No"))
fixed("/legal", "blocked", "status", status=451, body=page("No"))
fixed("/wall", "blocked", "challenge", status=999, body=page("No"))
fixed("/teapot", "broken", "status", status=418, body=page("Teapot"))
fixed("/error", "broken", "status", status=500, body=page("Oops"))
fixed("/unasked-304", "broken", "redirect", status=304, type_=None)


@expect("alive")
async def http_1_0(request: Request) -> None:
    await request.send(b"HTTP/1.0 200 OK\r\nContent-Type: text/html\r\n\r\n" + ARTICLE.encode())
    request.writer.close()


# --- HEAD ---------------------------------------------------------------------------------------------


def head_answers(
    path: str, head_status: int, get_status: int, outcome: str, cause: str | None = None
) -> None:
    async def handler(request: Request) -> None:
        status = head_status if request.method == "HEAD" else get_status
        await request.reply(status, b"%PDF-1.7" if status == 200 else b"", type_="application/pdf")

    ROUTES[path] = handler
    TABLE.append(Behaviour("{base}" + path, outcome, cause))


for _status in (403, 404, 405, 500, 501):
    head_answers(f"/head-{_status}", _status, 200, "alive")
    head_answers(f"/head-{_status}.pdf", _status, 200, "alive")
head_answers("/head-lies", 200, 404, "broken", "status")
head_answers("/head-lies.pdf", 200, 404, "broken", "status")


@expect("alive")
async def head_hangs_dot_pdf(request: Request) -> None:
    if request.method == "HEAD":
        await asyncio.sleep(30)
    await request.reply(200, b"%PDF", type_="application/pdf")


@expect("alive")
async def head_closes_dot_zip(request: Request) -> None:
    if request.method == "HEAD":
        request.writer.close()
        return
    await request.reply(200, b"PK", type_="application/zip")


@expect("broken", "soft-404")
async def head_html_dot_pdf(request: Request) -> None:
    await request.reply(200, page("Page not found", "Page not found"))


# --- redirects ----------------------------------------------------------------------------------------

sends_to("/301", "/ok", "moved", status=301)
sends_to("/308", "{base}/ok", "moved", status=308)
sends_to("/302", "/ok", "alive", status=302)
sends_to("/303", "/ok", "alive", status=303)
sends_to("/307", "ok", "alive", status=307)
sends_to("/301-301", "/301", "moved", status=301)
sends_to("/301-302", "/302", "moved", status=301)
sends_to("/302-301", "/301", "alive", status=302)
sends_to("/to-404", "/missing", "broken", "status", status=301)
sends_to("/to-spaces", "/a b%2Fc", "alive")
sends_to("/to-path", "/路径", "alive")
sends_to("/self", "/self", "broken", "redirect")
sends_to("/loop-a", "/loop-b", "broken", "redirect")
sends_to("/loop-b", "/loop-a", "broken", "redirect")
sends_to("/to-file", "file:///etc/passwd", "refused", "scheme")
sends_to("/to-script", "javascript:alert(1)", "refused", "scheme")
sends_to("/to-ftp", "ftp://127.0.0.1/x", "refused", "scheme")
sends_to("/to-credentials", "http://user:pass@127.0.0.1/", "refused", "credentials")
sends_to("/to-bad-host", "http://xn--/", "broken", "malformed")
sends_to("/to-metadata", "http://169.254.169.254/latest/meta-data/", "refused", "address")
sends_to("/to-loopback-2", "http://127.0.0.2/", "refused", "address")
sends_to("/to-private", "http://10.0.0.1/", "refused", "address")
sends_to("/to-private-6", "http://[fd00::1]/", "refused", "address")
sends_to("/to-loopback-6", "http://[::1]/", "refused", "address")
sends_to("/to-decimal", "http://2130706433/", "refused", "address")
sends_to("/to-hex", "http://0x7f.1/", "refused", "address")
sends_to("/to-short", "http://127.1/", "refused", "address")
sends_to("/to-mapped", "http://[::ffff:127.0.0.1]/", "refused", "address")
sends_to("/to-nat64", "http://[64:ff9b::7f00:1]/", "refused", "address")
sends_to("/to-6to4", "http://[2002:7f00:1::]/", "refused", "address")
sends_to("/to-zero", "http://0.0.0.0/", "refused", "address")
sends_to("/deep/link/page", "/", "broken", "redirect-home")
fixed("/", "alive", body=ARTICLE)
fixed("/302-nowhere", "broken", "redirect", status=302)
for _n in range(30):
    sends_to(
        f"/chain/{_n}", f"/chain/{_n + 1}" if _n < 29 else "/ok", "alive" if _n >= 10 else "broken", None
    )
TABLE = [row for row in TABLE if "/chain/" not in row.url]
also("{base}/chain/20", "alive")
also("{base}/chain/0", "broken", "redirect")


@expect("alive")
async def cookie_gate(request: Request) -> None:
    if "pass=1" in request.headers.get("cookie", ""):
        await request.reply(200, ARTICLE)
    else:
        await request.redirect("/cookie-set")


async def cookie_set(request: Request) -> None:
    await request.redirect("/cookie-gate", Set_Cookie="pass=1; Path=/; HttpOnly")


ROUTES["/cookie-set"] = cookie_set
fixed("/refresh", "alive", body=page("Moved", "", '<meta http-equiv="refresh" content="0; url=/ok">'))
fixed(
    "/refresh-inside",
    "refused",
    "address",
    body=page("Moved", "", '<meta http-equiv="refresh" content="0;URL=\'http://192.168.0.1/\'">'),
)

# --- rate limits and flapping -------------------------------------------------------------------------

fixed("/429", "blocked", "rate-limit", status=429)
fixed("/429-day", "blocked", "rate-limit", status=429, Retry_After="86400")
fixed("/429-date", "blocked", "rate-limit", status=429, Retry_After="Fri, 31 Dec 2038 23:59:59 GMT")
fixed("/429-nonsense", "blocked", "rate-limit", status=429, Retry_After="soon")
fixed("/503-day", "broken", "status", status=503, Retry_After="86400")


@expect("alive")
async def flaps_429(request: Request) -> None:
    await request.reply(429 if request.visit == 1 else 200, ARTICLE, Retry_After="0")


@expect("alive")
async def flaps_503(request: Request) -> None:
    await request.reply(503 if request.visit == 1 else 200, ARTICLE)


@expect("alive")
async def flaps_reset(request: Request) -> None:
    if request.visit == 1:
        request.writer.transport.abort()
        return
    await request.reply(200, ARTICLE)


# --- time ---------------------------------------------------------------------------------------------


@expect("alive")
async def slow(request: Request) -> None:
    await asyncio.sleep(SLOW_S)
    await request.reply(200, ARTICLE)


@expect("timeout", "deadline")
async def silent(request: Request) -> None:
    await asyncio.sleep(30)


@expect("timeout", "deadline")
async def slow_loris(request: Request) -> None:
    for byte in HEAD_OK * 10:
        await request.send(bytes([byte]))
        await asyncio.sleep(TRICKLE_S)


@expect("timeout", "deadline")
async def slow_body(request: Request) -> None:
    await request.send(HEAD_OK + b"Content-Length: 100000\r\n\r\n")
    for _ in range(300):
        await request.send(b"x")
        await asyncio.sleep(TRICKLE_S)


@expect("broken", "status")
async def missing_with_a_slow_page(request: Request) -> None:
    await request.send(b"HTTP/1.1 404 Not Found\r\nContent-Type: text/html\r\n\r\n")
    for _ in range(300):
        await request.send(b"x")
        await asyncio.sleep(TRICKLE_S)


@expect("alive")
async def sent_on_with_a_slow_page(request: Request) -> None:
    await request.send(b"HTTP/1.1 302 Found\r\nLocation: /ok\r\nContent-Type: text/html\r\n\r\n")
    for _ in range(300):
        await request.send(b"x")
        await asyncio.sleep(TRICKLE_S)


@expect("alive")
async def large_dot_zip(request: Request) -> None:
    """2 GB by its head; whoever asks for the first bytes gets them."""
    if request.method == "HEAD":
        await request.send(
            b"HTTP/1.1 200 OK\r\nContent-Type: application/zip\r\nContent-Length: 2000000000\r\n\r\n"
        )
    elif request.headers.get("range") == "bytes=0-1023":
        await request.reply(206, b"PK" + bytes(1022), type_="application/zip")
    else:
        await request.reply(500)


@expect("timeout", "deadline")
async def continues_for_ever(request: Request) -> None:
    for _ in range(300):
        await request.send(b"HTTP/1.1 102 Processing\r\n\r\n")
        await asyncio.sleep(TRICKLE_S)


# --- bodies -------------------------------------------------------------------------------------------


def bomb() -> bytes:
    """A page of 1 GiB, nearly all spaces, in about 1 MB of gzip.

    One block of 1 MiB is packed once and repeated, as blocks may be that share no state (RFC 1951 §3.2);
    the checksum at the end is that of nothing, but nobody who keeps a limit gets there.
    """
    packer = zlib.compressobj(9, zlib.DEFLATED, -zlib.MAX_WBITS)
    start = packer.compress(b"<html><title>Big</title><body>") + packer.flush(zlib.Z_FULL_FLUSH)
    block = packer.compress(b" " * (1 << 20)) + packer.flush(zlib.Z_FULL_FLUSH)
    return b"\x1f\x8b\x08\0\0\0\0\0\0\xff" + start + block * 1024 + packer.flush() + bytes(8)


_BOMB = bomb()
fixed("/gzip", "alive", body=gzip.compress(ARTICLE.encode()), Content_Encoding="gzip")
fixed("/gzip-bomb", "alive", body=_BOMB, Content_Encoding="gzip")
fixed(
    "/gzip-twice",
    "alive",
    body=gzip.compress(b"<title>A") + gzip.compress(b"B</title>"),
    Content_Encoding="gzip",
)
fixed("/deflate", "alive", body=zlib.compress(ARTICLE.encode()), Content_Encoding="deflate")
fixed("/deflate-raw", "alive", body=zlib.compress(ARTICLE.encode(), wbits=-15), Content_Encoding="deflate")
fixed("/gzip-cut", "alive", body=gzip.compress(ARTICLE.encode())[:-12], Content_Encoding="gzip")
fixed("/gzip-false", "broken", "encoding", body=ARTICLE, Content_Encoding="gzip")
fixed("/unknown-encoding", "alive", body=b"\x01\x02", Content_Encoding="br")


@expect("alive")
async def endless(request: Request) -> None:
    await request.send(HEAD_OK + b"\r\n<html><title>Endless</title><body>")
    while True:
        await request.send(WORDS.encode() * 100)


@expect("broken", "truncated")
async def cut_chunk(request: Request) -> None:
    await request.send(HEAD_OK + b"Transfer-Encoding: chunked\r\n\r\n100\r\n<html>only this")
    request.writer.close()


@expect("broken", "truncated")
async def cut_length(request: Request) -> None:
    await request.send(HEAD_OK + b"Content-Length: 5000\r\n\r\n<html>only this")
    request.writer.close()


@expect("broken", "protocol")
async def bad_chunk(request: Request) -> None:
    await request.send(HEAD_OK + b"Transfer-Encoding: chunked\r\n\r\nzz\r\n<html>")
    request.writer.close()


# --- heads that are none ------------------------------------------------------------------------------


@expect("broken", "headers")
async def huge_header(request: Request) -> None:
    await request.send(HEAD_OK + b"X-Big: " + b"x" * (1 << 20) + b"\r\n\r\nbody")
    request.writer.close()


@expect("broken", "headers")
async def endless_headers(request: Request) -> None:
    await request.send(HEAD_OK)
    for number in range(100_000):
        await request.send(b"X-%d: %s\r\n" % (number, b"y" * 500))


@expect("broken", "protocol")
async def not_http(request: Request) -> None:
    await request.send(b"220 mail.test ESMTP ready\r\n\r\n")
    request.writer.close()


@expect("unreachable", "connection")
async def closes(request: Request) -> None:
    request.writer.close()


@expect("unreachable", "connection")
async def resets(request: Request) -> None:
    request.writer.transport.abort()


# --- pages that are not what they seem ----------------------------------------------------------------

NAV = "<nav>" + "<a href=/x>Products and more</a> " * 60 + "</nav>"
fixed("/soft-404", "broken", "soft-404", body="<html><body>Page not found</body></html>")
fixed("/soft-404-title", "broken", "soft-404", body=page("404 - Page Not Found | Site", "Go home"))
fixed("/soft-404-zh", "broken", "soft-404", body=page("提示", "<p>您访问的页面不存在</p>"))
fixed("/soft-404-long", "broken", "soft-404", body=page("Page not found | Site", "<h1>404</h1>" + NAV))
fixed(
    "/about-404", "alive", body=page("404 Not Found - HTTP | Docs", f"<h1>404 Not Found</h1><p>{WORDS * 40}")
)
fixed("/about-missing-pages", "alive", body=page("Why a page was not found", f"<p>{WORDS * 40}"))
fixed("/challenge", "blocked", "challenge", body=page("Just a moment...", "Checking your browser"))
fixed("/challenge-403", "blocked", "challenge", status=403, body=page("Attention Required! | Wall"))
fixed("/challenge-503", "blocked", "challenge", status=503, body=page("One more step", "captcha"))
fixed("/challenge-field", "blocked", "challenge", status=403, body=ARTICLE, Cf_Mitigated="challenge")
fixed("/challenge-zh", "blocked", "challenge", body=page("安全验证", "请完成安全验证后继续访问"))
fixed("/login-form", "blocked", "login", body=page("Sign in | Site", "<form><input type=password></form>"))
fixed("/login", "alive", body=page("Sign in", "<form><input type=password></form>"))
sends_to("/members/paper", "/login?next=/members/paper", "blocked", "login")
fixed("/parked", "broken", "parked", body=page("example.test", "This domain is for sale! Buy this domain."))
fixed("/parked-zh", "broken", "parked", body=page("域名", "该域名正在出售"))
fixed(
    "/lying-type.pdf",
    "broken",
    "soft-404",
    body=b"<html><body>Page not found</body></html>",
    type_="text/html",
)

# --- fragments ----------------------------------------------------------------------------------------

ANCHORS = page(
    "Anchors", "<h2 id=here>x</h2><a name='old style'>y</a><i id=user-content-readme></i><b id='节'></b>"
)
fixed("/anchors", "alive", body=ANCHORS)
also("{base}/anchors#here", "alive")
also("{base}/anchors#old%20style", "alive")
also("{base}/anchors#readme", "alive")
also("{base}/anchors#节", "alive")
also("{base}/anchors#%E8%8A%82", "alive")
also("{base}/anchors#top", "alive")
also("{base}/anchors#", "alive")
also("{base}/anchors#:~:text=Anchors", "alive")
also("{base}/anchors#absent", "broken", "fragment")
also("{base}/anchors#Here", "broken", "fragment")
also("{base}/plain#anything", "alive")
also("{base}/endless#far-below", "alive")
sends_to("/to-anchor", "/anchors#here", "alive")
also("{base}/to-anchor#absent", "alive")
also("{base}/302#absent", "broken", "fragment")

# --- links that name nothing to ask -------------------------------------------------------------------

also("http://xn--/", "broken", "malformed")
also("http://", "broken", "malformed")
also("not a link", "broken", "malformed")
also("http://[::1/", "broken", "malformed")
also("http://a..b/", "broken", "malformed")
also("http://127.0.0.1:99999/", "broken", "malformed")
also("http://user:secret@127.0.0.1/", "refused", "credentials")
also("http://127.0.0.1\\@169.254.169.254/", "broken", "malformed")
also("http://127.1/", "refused", "address")
also("http://2130706433/", "refused", "address")
also("http://0x7f.1/", "refused", "address")
also("http://0177.0.0.1/", "refused", "address")
also("http://１２７.0.0.1/", "refused", "address")
also("http://[::ffff:127.0.0.1]/", "refused", "address")
also("http://169.254.169.254/", "refused", "address")
also("mailto:someone@public.test", "unsupported", "scheme")
also("ftp://public.test/file", "unsupported", "scheme")
also("file:///etc/passwd", "unsupported", "scheme")
