"""The guarded transport: pinning, DNS and TLS told apart, nothing inside ever contacted."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator
from dataclasses import replace
from ipaddress import ip_address, ip_network

import httpx
import pytest

from ledger.addresses import AddressPolicy
from ledger.probe.faults import RefusedAddress
from ledger.probe.outcomes import ProbeOutcome, ProbeResult
from ledger.probe.resolver import Guard
from ledger.probe.transport import PinnedTransport
from tests.probe.behaviours import ARTICLE
from tests.probe.conftest import FAST, LOOPBACK, Names, probe_all
from tests.probe.server import Certificates, Request, serve


async def ok(request: Request) -> None:
    await request.reply(200, ARTICLE)


def outcome(result: ProbeResult) -> tuple[str, str | None]:
    return result.outcome, result.cause


def test_a_name_that_rebinds_is_never_followed_inside() -> None:
    """The second answer for the name is a loopback address where a listener waits; nobody may call."""

    async def go() -> None:
        names = Names(public_test=[["127.0.0.1"]], rebind_test=[["127.0.0.1"], ["127.0.0.2"]])

        async def to_rebind(request: Request) -> None:
            await request.redirect(f"http://rebind.test:{request.server.port}/ok")

        async def to_rebind_closing(request: Request) -> None:
            await request.reply(
                302, b"", Location=f"http://rebind.test:{request.server.port}/ok", Connection="close"
            )

        routes = {"/ok": ok, "/go": to_rebind, "/go-2": to_rebind_closing}
        async with serve(routes) as server, serve({"/ok": ok}, host="127.0.0.2", port=server.port) as inside:
            urls = [f"http://public.test:{server.port}/{path}" for path in ("go", "go-2")]
            results = await probe_all(urls, replace(FAST, per_host=1), resolver=names)
            assert {result.outcome for result in results.values()} == {ProbeOutcome.ALIVE}
            assert inside.seen.total() == 0
            assert names.asked.count("rebind.test") == 1

    asyncio.run(go())


@pytest.mark.parametrize(
    "answers",
    [["127.0.0.2"], ["127.0.0.1", "10.0.0.1"], ["169.254.169.254"], ["::ffff:10.0.0.1"], ["64:ff9b::a00:1"]],
    ids=lambda answers: "+".join(answers),
)
def test_a_name_with_an_inner_address_is_refused(answers: list[str]) -> None:
    async def go() -> None:
        async with (
            serve({"/ok": ok}) as server,
            serve({"/ok": ok}, host="127.0.0.2", port=server.port) as inside,
        ):
            url = f"http://inner.test:{server.port}/ok"
            results = await probe_all([url], resolver=Names(inner_test=[answers]))
            assert outcome(results[url]) == ("refused", "address")
            assert server.seen.total() == inside.seen.total() == 0

    asyncio.run(go())


def test_a_redirect_to_an_inner_address_never_contacts_it() -> None:
    async def go() -> None:
        async def inward(request: Request) -> None:
            await request.redirect(f"http://127.0.0.2:{request.server.port}/ok")

        async with (
            serve({"/go": inward}) as server,
            serve({"/ok": ok}, host="127.0.0.2", port=server.port) as inside,
        ):
            result = (await probe_all([f"{server.base}/go"]))[f"{server.base}/go"]
            assert outcome(result) == ("refused", "address")
            assert result.redirects[0].location == f"http://127.0.0.2:{server.port}/ok"
            assert inside.seen.total() == 0

    asyncio.run(go())


def test_allow_private_opens_the_named_address_and_no_other() -> None:
    async def go() -> None:
        async def inward(request: Request) -> None:
            await request.redirect(f"http://127.0.0.2:{request.server.port}/ok")

        async def onward(request: Request) -> None:
            await request.redirect(f"http://same.test:{request.server.port}/ok")

        async def across(request: Request) -> None:
            await request.redirect(f"http://both.test:{request.server.port}/ok")

        routes = {"/go": inward, "/same": onward, "/both": across, "/ok": ok}
        async with serve(routes) as server, serve({"/ok": ok}, host="127.0.0.2", port=server.port) as inside:
            urls = [f"{server.base}{path}" for path in ("/ok", "/go", "/same", "/both")]
            names = Names(same_test=[["127.0.0.1"]], both_test=[["::1", "127.0.0.1"]])
            policy = AddressPolicy(allow_private=True)
            results = await probe_all(urls, policy=policy, resolver=names)
            assert [results[url].outcome for url in urls] == ["alive", "refused", "alive", "alive"]
            assert inside.seen.total() == 0
            strict = await probe_all(urls, policy=AddressPolicy())
            assert {result.outcome for result in strict.values()} == {"refused"}

    asyncio.run(go())


def test_the_transport_guards_by_itself() -> None:
    """Used without the prober, through a plain httpx client, it still refuses."""

    async def go() -> None:
        async with serve({"/ok": ok}) as server:
            transport = PinnedTransport(Guard(AddressPolicy(), Names()))
            async with httpx.AsyncClient(transport=transport) as client:
                with pytest.raises(RefusedAddress):
                    await client.get(f"{server.base}/ok")
            assert server.seen.total() == 0

    asyncio.run(go())


def test_the_transport_serves_a_plain_httpx_client() -> None:
    async def go() -> None:
        async with serve({"/ok": ok}) as server:
            transport = PinnedTransport(Guard(LOOPBACK, Names()))
            async with httpx.AsyncClient(transport=transport) as client:
                response = await client.get(f"{server.base}/ok")
            assert response.text == ARTICLE
            assert response.extensions["addresses"] == (ip_address("127.0.0.1"),)

    asyncio.run(go())


def test_an_unchecked_socket_is_never_made() -> None:
    guard = Guard(LOOPBACK, Names())
    transport = PinnedTransport(guard)
    with pytest.raises(PermissionError):
        transport._make_socket((2, 1, 6, "", ("127.0.0.1", 80)))


def test_dns_tls_and_connection_faults_are_told_apart(certificates: Certificates) -> None:
    async def go() -> None:
        async with (
            serve({"/": ok}, tls=certificates.good()) as good,
            serve({"/": ok}, tls=certificates.expired()) as expired,
            serve({"/": ok}, tls=certificates.misnamed()) as misnamed,
            serve({"/": ok}, tls=certificates.unknown()) as unknown,
            _speaks_plainly() as plain_port,
        ):
            closed_port = await _free_port()
            expected = {
                f"{good.base}/": ("alive", None),
                f"{expired.base}/": ("unreachable", "tls"),
                f"{misnamed.base}/": ("unreachable", "tls"),
                f"{unknown.base}/": ("unreachable", "tls"),
                f"https://127.0.0.1:{plain_port}/": ("unreachable", "tls"),
                f"http://127.0.0.1:{closed_port}/": ("unreachable", "connection"),
                "http://nowhere.test/": ("unreachable", "dns"),
            }
            results = await probe_all(expected, verify=certificates.trusting())
            assert {url: outcome(result) for url, result in results.items()} == expected

    asyncio.run(go())


@contextlib.asynccontextmanager
async def _speaks_plainly() -> AsyncIterator[int]:
    """A port that answers a TLS greeting with plain HTTP, as web servers do."""

    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.read(1)
        writer.write(b"HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n")
        await writer.drain()
        writer.close()

    listener = await asyncio.start_server(answer, "127.0.0.1", 0)
    yield listener.sockets[0].getsockname()[1]
    listener.close()


async def _free_port() -> int:
    listener = await asyncio.start_server(lambda r, w: None, "127.0.0.1", 0)
    port: int = listener.sockets[0].getsockname()[1]
    listener.close()
    await listener.wait_closed()
    return port


def test_redirects_cross_schemes_and_cookies_stay_with_their_host(certificates: Certificates) -> None:
    async def go() -> None:
        names = Names(a_test=[["127.0.0.1"]], public_test=[["127.0.0.1"]])
        async with serve({"/end": ok}) as plain, serve({}, tls=certificates.good()) as secure:

            async def up(request: Request) -> None:
                await request.redirect(f"https://public.test:{secure.port}/down", 301, Set_Cookie="a=1")

            async def down(request: Request) -> None:
                await request.redirect(f"http://public.test:{plain.port}/end", 301, Set_Cookie="s=1; Secure")

            plain.routes["/up"], secure.routes["/down"] = up, down
            url = f"http://a.test:{plain.port}/up"
            result = (await probe_all([url], resolver=names, verify=certificates.trusting()))[url]
            assert outcome(result) == ("moved", None)
            assert result.now_at == f"http://public.test:{plain.port}/end"
            assert [hop.status for hop in result.redirects] == [301, 301]
            assert all("cookie" not in request.headers for request in [*plain.log, *secure.log])
            assert all("authorization" not in request.headers for request in plain.log)

    asyncio.run(go())


def test_cookies_do_not_outlive_a_url() -> None:
    async def go() -> None:
        async def set_(request: Request) -> None:
            await request.reply(200, ARTICLE, Set_Cookie="k=v")

        async with serve({"/a": set_, "/b": ok}) as server:
            await probe_all([f"{server.base}/a", f"{server.base}/b"], replace(FAST, per_host=1))
            assert server.seen == {"/a": 1, "/b": 1}
            assert all("cookie" not in request.headers for request in server.log)

    asyncio.run(go())


def test_whole_networks_can_be_opened_for_redirects_too() -> None:
    async def go() -> None:
        async def inward(request: Request) -> None:
            await request.redirect(f"http://127.0.0.2:{request.server.port}/ok")

        async with serve({"/go": inward}) as server, serve({"/ok": ok}, host="127.0.0.2", port=server.port):
            policy = AddressPolicy(allow=(ip_network("127.0.0.0/24"),))
            result = (await probe_all([f"{server.base}/go"], policy=policy))[f"{server.base}/go"]
            assert outcome(result) == ("alive", None)

    asyncio.run(go())


def test_an_international_name_is_asked_for_by_its_ascii_form() -> None:
    """bücher → xn--bcher-kva (RFC 5891)."""

    async def go() -> None:
        async with serve({"/ok": ok}) as server:
            names = Names(**{"xn--bcher-kva_test": [["127.0.0.1"]]})
            url = f"http://bücher.test:{server.port}/ok"
            results = await probe_all([url], resolver=names)
            assert outcome(results[url]) == ("alive", None)
            assert server.log[0].headers["host"] == f"xn--bcher-kva.test:{server.port}"

    asyncio.run(go())
