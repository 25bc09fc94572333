"""The listener for the network: encrypted, held to the same limits, and why it cannot be opened, in words."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path

import pytest

from protocol.errors import CloseCode
from server.limits.settings import ServerLimits
from server.net.gateway import Gateway
from server.private import lan_listener
from server.private.lan_listener import LanListener, LanUnavailableError
from server.private.self_signed import fingerprint, load_or_create
from tests.support.fakes.gateways import EchoHandler
from tests.support.processes.own_certificates import trusting
from tests.support.processes.wire import Wire

pytestmark = pytest.mark.slow

HERE = "127.0.0.2"


@pytest.fixture
async def gateway() -> AsyncIterator[Gateway]:
    made = Gateway(EchoHandler(), replace(ServerLimits(), connections_per_address=2, close_within_s=0.1))
    yield made
    for connection in tuple(made.connections):
        connection.abort()
    await made.emptied()


@pytest.fixture
def lan(gateway: Gateway, tmp_path: Path):
    made = LanListener(gateway, tmp_path / "network")
    yield made
    made.shut()


async def reached(lan: LanListener, folder: Path) -> Wire:
    """A socket to the open listener that trusts its certificate."""
    trust = trusting(load_or_create(folder))
    trust.check_hostname = False
    reader, writer = await asyncio.open_connection(lan.network.host, lan.network.port, ssl=trust)
    return Wire(reader, writer, "x")


async def test_whoever_comes_through_it_is_let_in_encrypted(lan, gateway, tmp_path):
    await lan.open(HERE, None)
    assert lan.network.fingerprint == fingerprint(load_or_create(tmp_path / "network"))
    friend = await reached(lan, tmp_path / "network")
    assert (await friend.upgrade()).status == 101
    (connection,) = gateway.connections
    assert connection.is_encrypted
    await friend.aclose()


async def test_addresses_are_counted_there_too_together_with_the_first_way_in(lan, gateway, tmp_path):
    await lan.open("127.0.0.1", 0)
    listener = await asyncio.get_running_loop().create_server(gateway, "127.0.0.1", 0)
    wires = [await Wire.reach(f"ws://127.0.0.1:{listener.sockets[0].getsockname()[1]}")]
    wires.append(await reached(lan, tmp_path / "network"))
    third = await Wire.reach(f"ws://127.0.0.1:{lan.network.port}")
    assert await asyncio.wait_for(third.until_ended(), 5) == b""
    listener.close()
    for wire in (*wires, third):
        await wire.aclose()


async def test_who_came_through_it_is_sent_away_when_it_is_shut_and_nobody_else(lan, gateway, tmp_path):
    await lan.open(HERE, None)
    place = lan.network
    listener = await asyncio.get_running_loop().create_server(gateway, "127.0.0.1", 0)
    owner = await Wire.reach(f"ws://127.0.0.1:{listener.sockets[0].getsockname()[1]}")
    friend = await reached(lan, tmp_path / "network")
    for wire in (owner, friend):
        assert (await wire.upgrade()).status == 101
    lan.shut()
    lan.shut()
    assert await friend.until_closed() == (CloseCode.STOPPING, lan_listener.SHUT)
    assert lan.network is None
    with pytest.raises(ConnectionRefusedError):
        await asyncio.open_connection(place.host, place.port)
    owner.send(b"still here")
    assert (await owner.read()).payload == b"still here"
    listener.close()
    await owner.aclose()
    await friend.aclose()


async def test_to_open_it_again_changes_nothing_and_elsewhere_moves_it(lan):
    await lan.open(HERE, None)
    before = lan.network
    await lan.open(HERE, None)
    assert lan.network == before
    await lan.open("127.0.0.3", None)
    assert (lan.network.host, lan.network.fingerprint) == ("127.0.0.3", before.fingerprint)
    with pytest.raises(ConnectionRefusedError):
        await asyncio.open_connection(before.host, before.port)


async def test_where_the_usual_port_is_taken_any_will_do_but_one_that_was_named_has_to_be_free(lan, monkeypatch):
    with socket.create_server((HERE, 0)) as taken:
        port = taken.getsockname()[1]
        monkeypatch.setattr(lan_listener, "DEFAULT_PORT", port)
        await lan.open(HERE, None)
        assert lan.network.port != port
        before = lan.network
        with pytest.raises(LanUnavailableError, match=f"Another program is using port {port} of {HERE}"):
            await lan.open(HERE, port)
        assert lan.network == before


async def test_an_address_that_is_not_this_machines_is_said(lan):
    with pytest.raises(LanUnavailableError, match=r"This machine has no address 192\.0\.2\.77"):
        await lan.open("192.0.2.77", None)
    assert lan.network is None


async def test_without_a_place_for_its_certificate_it_stays_shut(lan, tmp_path):
    (tmp_path / "network").write_text("a file, and no folder")
    with pytest.raises(LanUnavailableError, match="Can't store a certificate"):
        await lan.open(HERE, None)
    assert lan.network is None
