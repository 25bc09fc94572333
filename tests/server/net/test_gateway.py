"""How many connections a gateway lets in, in all and for each address."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import pytest

from protocol.errors import CloseCode
from server.net.gateway import TURNED_AWAY
from server.net.handshake import CROWDED, FULL, ListenerPolicy
from server.net.proxies import TrustedProxies
from tests.support.fakes.gateways import LIMITS, run_gateway
from tests.support.processes.wire import BINARY, CLOSE, Piece

pytestmark = pytest.mark.slow

FEW = replace(LIMITS, connections=100, connections_per_address=3)


async def test_a_full_server_says_so_and_has_room_again_when_somebody_goes(running):
    inside = [await running.wires.open() for _ in range(LIMITS.connections)]
    late = await running.wires.reach()
    assert await late.turned_away() == (CloseCode.BUSY, FULL.text)
    inside[0].cut()
    await running.handler.gone.get()
    await late.until_ended()
    late.cut()
    assert (await (await running.wires.reach()).upgrade()).status == 101


async def test_sockets_far_beyond_the_limit_are_cut_off(running):
    crowd = [await running.wires.reach() for _ in range(LIMITS.connections + TURNED_AWAY + 3)]
    assert [await client.until_ended() for client in crowd[-3:]] == [b""] * 3
    assert len(running.gateway.connections) == LIMITS.connections + TURNED_AWAY


async def test_an_address_has_so_many_connections_and_the_next_is_told_so_before_it_asks():
    async with run_gateway(FEW) as running:
        inside = [await running.wires.open() for _ in range(3)]
        late = await running.wires.reach()
        told = await late.until_ended()
        assert told.startswith(b"HTTP/1.1 429 ")
        assert CROWDED.text.encode() in told
        inside[0].cut()
        await running.handler.gone.get()
        await running.wires.open()


async def test_connections_that_never_ask_count_from_the_first_moment():
    async with run_gateway(FEW) as running:
        silent = [await running.wires.reach() for _ in range(3)]
        assert (await (await running.wires.reach()).until_ended()).startswith(b"HTTP/1.1 429 ")
        silent[0].write(b"GET / HTTP/1.1\r\n")
        assert len(running.gateway.connections) == 3


async def test_an_address_that_comes_too_often_waits():
    limits = replace(FEW, connections_per_address=1000, arrivals_per_s=0.001, arrivals_burst=4)
    async with run_gateway(limits) as running:
        for _ in range(4):
            (await running.wires.open()).cut()
            await running.handler.gone.get()
        assert (await (await running.wires.reach()).until_ended()).startswith(b"HTTP/1.1 429 ")
        running.gateway.addresses.forget(asyncio.get_running_loop().time())
        assert len(running.gateway.addresses) == 1


async def test_behind_a_proxy_everyone_is_counted_for_themselves():
    async with run_gateway(FEW, ListenerPolicy(TrustedProxies(["127.0.0.1"]))) as running:

        async def come(forwarded: str) -> Piece:
            client = await running.wires.reach()
            await client.upgrade(**{"X-Forwarded-For": forwarded})
            client.send(b"in")
            return await client.read()

        let_in, too_many = Piece(BINARY, b"in"), Piece(CLOSE, CROWDED.code.to_bytes(2) + CROWDED.text.encode())
        assert [await come("198.51.100.7") for _ in range(4)] == [let_in, let_in, let_in, too_many]
        assert [await come(f"2001:db8::{host}") for host in range(4)] == [let_in, let_in, let_in, too_many]
        assert await come("198.51.100.7, 198.51.100.8") == let_in
        assert {connection.address for connection in running.gateway.connections} >= {"198.51.100.7", "198.51.100.8"}


async def test_who_is_no_proxy_cannot_be_somebody_else():
    async with run_gateway(FEW, ListenerPolicy(TrustedProxies(["10.0.0.1"]))) as running:
        for number in range(3):
            client = await running.wires.reach()
            await client.upgrade(**{"X-Forwarded-For": f"198.51.100.{number}"})
        assert {connection.address for connection in running.gateway.connections} == {"127.0.0.1"}
        assert (await (await running.wires.reach()).until_ended()).startswith(b"HTTP/1.1 429 ")


async def test_a_page_knows_who_asks_for_it_behind_a_proxy_too():
    async with run_gateway(LIMITS, ListenerPolicy(TrustedProxies(["127.0.0.1"]))) as running:

        async def asked(**headers: str) -> str:
            return (await (await running.wires.reach()).get("/address", **headers)).body

        assert await asked(**{"X-Forwarded-For": "127.0.0.1, 198.51.100.7"}) == "198.51.100.7"
        assert await asked() == "127.0.0.1"
