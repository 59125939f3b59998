"""Plain answers, HEAD, redirects, rate limits and time."""

from __future__ import annotations

import asyncio

from tests.probe.server import Request
from tests.probe.table import (
    ARTICLE,
    HEAD_OK,
    ROUTES,
    TABLE,
    Behaviour,
    also,
    expect,
    fixed,
    page,
    redirecting,
    sends_to,
)

TRICKLE_S = 0.1
SLOW_S = 0.2

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
    ROUTES[f"/chain/{_n}"] = redirecting(f"/chain/{_n + 1}" if _n < 29 else "/ok", 302)
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
