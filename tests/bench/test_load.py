"""The load: its frames, its connections, and the player that makes it."""

from __future__ import annotations

import asyncio
from http import HTTPStatus
from time import perf_counter

import pytest
from websockets.asyncio.server import serve
from websockets.frames import Frame, Opcode
from websockets.protocol import Protocol, Side

from bench.load import frames
from bench.load.echo import Echoer
from bench.load.player import Player
from bench.load.wire import Traffic
from protocol import messages as m
from protocol.codec import decode_command, encode
from tests.support.builders.tables import war_table, war_view


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


class Recorder(asyncio.Transport):
    """A transport that reads what is written to it as a server does."""

    def __init__(self):
        super().__init__()
        self._server = Protocol(Side.SERVER)

    def write(self, data):
        if not data.startswith(b"GET"):
            self._server.receive_data(data)

    def commands(self):
        """What was sent since the last look."""
        heard = self._server.events_received()
        return [decode_command(bytes(event.data)) for event in heard if isinstance(event, Frame)]


@pytest.fixture
async def player():
    player = Player("127.0.0.1:1")
    player.connection_made(Recorder())
    player.room = "KQFM"
    return player


@pytest.fixture
def sent(player):
    return player._transport.commands


def see(player, **changes):
    player.hear(encode(war_table(war_view(), **changes)))


def flip(ply, number=1):
    return m.Play(room="KQFM", number=number, ply=ply, move="flip")


async def test_an_eager_player_flips_once_each_time_it_may_and_asks_for_the_next_game_once(player, sent):
    player.eager = True
    see(player)
    see(player)
    assert sent() == [flip(0)]
    see(player, ply=1, turn=(1,))
    assert sent() == []
    see(player, ply=1)
    assert sent() == [flip(1)]
    see(player, phase="over", ply=26, turn=())
    see(player, phase="over", ply=26, turn=(), rematch=(0,))
    assert sent() == [m.Rematch(room="KQFM")]
    see(player, number=2, seat=1)
    assert sent() == [flip(0, number=2)]


async def test_a_move_that_could_not_be_made_when_due_is_made_later_and_counts_from_then(player, sent):
    see(player, turn=(1,))
    player.act(perf_counter() - 5)
    assert sent() == []
    see(player)
    assert sent() == [flip(0)]
    see(player, ply=1)
    assert player.traffic.latencies == [pytest.approx(5, abs=1)]


async def test_a_refused_move_ends_the_measurement(player):
    player.hear(encode(m.Refused(code="stale", text="late", about="play", ref=None, room="KQFM", retry_after_s=None)))
    assert player.ended
