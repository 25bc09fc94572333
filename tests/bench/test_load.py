"""The load: its frames, its connections, and the player that makes it."""

from __future__ import annotations

import asyncio
from http import HTTPStatus

import pytest
from websockets.asyncio.server import serve
from websockets.frames import Frame, Opcode
from websockets.protocol import Protocol, Side

from bench.load import frames
from bench.load.echo import Echoer
from bench.load.wire import Traffic


@pytest.mark.parametrize("size", [0, 1, 125, 126, 1000, 65_535, 65_536])
def test_a_server_reads_a_masked_frame_as_it_was_meant(size):
    payload = bytes(index % 251 for index in range(size))
    server = Protocol(Side.SERVER)
    server.receive_data(frames.mask(payload))
    assert [(frame.opcode, bytes(frame.data)) for frame in server.events_received()] == [(Opcode.BINARY, payload)]


@pytest.mark.parametrize("size", [0, 3, 125, 126, 300, 65_535, 65_536])
def test_a_servers_frames_come_apart_in_their_order_and_one_that_is_cut_waits_for_its_rest(size):
    ping = Frame(Opcode.PING, b"?").serialize(mask=False)
    whole = Frame(Opcode.BINARY, bytes(size)).serialize(mask=False)
    assert frames.split_frames(ping + whole) == ([(frames.PING, b"?"), (frames.BINARY, bytes(size))], b"")
    for cut in {1, min(4, len(whole) - 1), len(whole) - 1}:
        assert frames.split_frames(ping + whole[:cut]) == ([(frames.PING, b"?")], whole[:cut])


async def test_what_is_sent_comes_back_and_is_counted_and_a_ping_is_answered():
    async def echo_twice(connection):
        await connection.send(await connection.recv())
        await (await connection.ping())
        await connection.send(await connection.recv())
        await connection.close(4409, "signed in elsewhere")

    async with listening(echo_twice) as server:
        echoer = await Echoer.open(url(server))
        echoer.traffic = traffic = Traffic()
        echoer.eager = True
        echoer.begin(b"hello")
        async with asyncio.timeout(5):
            while not echoer.ended:  # noqa: ASYNC110 - a connection of the load tells nobody of its end
                await asyncio.sleep(0)
    assert (echoer.ended, len(traffic.latencies)) == ("signed in elsewhere", 2)
    assert traffic.heard >= 2


async def test_a_server_that_lets_nobody_in_is_an_error():
    def refuse(connection, request):
        return connection.respond(HTTPStatus.SERVICE_UNAVAILABLE, "full\n")

    async with listening(None, process_request=refuse) as server:
        with pytest.raises(OSError, match="503"):
            await Echoer.open(url(server))


def listening(take, **options):
    return serve(take, "127.0.0.1", 0, compression=None, **options)


def url(server):
    return f"ws://127.0.0.1:{next(iter(server.sockets)).getsockname()[1]}"
