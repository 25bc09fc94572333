"""A certificate is checked by its fingerprint at each connection, before anything is said."""

import asyncio
import ssl

import pytest

from client.net.connection import Connection
from client.net.identity.identity import identity
from client.net.probe import ServerNotFoundError, probe
from client.net.tls import CertificateMismatchError, Pinning, context_of_file, tls_context
from client.state.store import Link
from server.net.tls import make_context
from tests.support.fakes.fake_server import fake_server
from tests.support.processes.own_certificates import FIRST, FIRST_PRINT, SECOND, SECOND_PRINT


def at(url: str, fingerprint: str) -> str:
    return url.replace("wss://", f"wss://{fingerprint}@")


async def link(server: str, home, *states: str) -> Link:
    """The first link in one of these states of a client that connects."""
    heard: asyncio.Queue[object] = asyncio.Queue()
    connection = Connection(server, identity(home, server, "ana"), heard.put_nowait)
    running = asyncio.create_task(connection.run())
    while True:
        match await asyncio.wait_for(heard.get(), 5):
            case Link(state=state) as found if state in states:
                await connection.aclose()
                await running
                return found


def test_an_address_says_what_is_trusted():
    others = ssl.create_default_context()
    assert tls_context("ws://localhost:8765", others) is None
    assert tls_context("wss://play.example.org:8765", others) is others
    assert isinstance(tls_context(f"wss://{FIRST_PRINT}@10.0.0.7:8765", others), Pinning)
    assert tls_context("wss://play.example.org:8765").verify_mode is ssl.CERT_REQUIRED


def test_a_file_without_certificates_is_said(tmp_path):
    with pytest.raises(OSError, match="has no certificates that can be read"):
        context_of_file(str(tmp_path / "none.pem"))


async def test_the_very_certificate_is_let_in_though_nobody_vouches_for_it(tmp_path):
    async with fake_server(tls=make_context(FIRST)) as server:
        came = asyncio.create_task(link(at(server.url, FIRST_PRINT), tmp_path, "up"))
        await (await server.visit()).welcome()
        assert (await came).state == "up"
        assert (await asyncio.to_thread(probe, at(server.url, FIRST_PRINT))).is_welcome


async def test_another_certificate_is_refused_in_words_before_anything_is_asked(tmp_path):
    async with fake_server(tls=make_context(FIRST)) as server:
        refused = await link(at(server.url, SECOND_PRINT), tmp_path, "refused", "down")
        assert refused.state == "refused"
        assert "is not the one in the address" in refused.reason
        assert server.visits.empty()
        with pytest.raises(ServerNotFoundError, match="is not the one in the address"):
            await asyncio.to_thread(probe, at(server.url, SECOND_PRINT))


async def test_who_takes_a_servers_place_while_one_is_away_is_refused_as_well(tmp_path):
    heard: asyncio.Queue[object] = asyncio.Queue()
    async with fake_server(tls=make_context(FIRST)) as server:
        url, port = at(server.url, FIRST_PRINT), int(server.url.rpartition(":")[2])
        connection = Connection(url, identity(tmp_path, url, "ana"), heard.put_nowait)
        running = asyncio.create_task(connection.run())
        visit = await server.visit()
        await visit.welcome(token="secret")
    async with fake_server(port=port, tls=make_context(SECOND)) as impostor:
        await asyncio.wait_for(running, 10)
        assert impostor.visits.empty()
    happened = [heard.get_nowait() for _ in range(heard.qsize())]
    assert [each.state for each in happened if isinstance(each, Link)][-1] == "refused"


def test_without_a_certificate_there_is_nothing_to_trust():
    with pytest.raises(CertificateMismatchError):
        Pinning.to(FIRST_PRINT).check(None)
