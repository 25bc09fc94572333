import asyncio
from time import perf_counter

import pytest
from websockets.frames import Frame
from websockets.protocol import Protocol, Side

from bench.player import Player, glance
from protocol import messages as m
from protocol.codec import decode_command, encode
from tests.support.tables import war_table, war_view


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
        return [
            decode_command(bytes(event.data)) for event in self._server.events_received() if isinstance(event, Frame)
        ]


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


def test_a_glance_sees_what_decides_and_nothing_else():
    seen = glance(encode(war_table(war_view(), number=3, ply=7, seat=1, turn=(0,), phase="over", rematch=(1,))))
    assert (seen.kind, seen.number, seen.phase, seen.seat, seen.ply, seen.turn) == ("table", 3, "over", 1, 7, (0,))


async def test_an_eager_player_flips_once_each_time_it_may(player, sent):
    player.eager = True
    see(player)
    see(player)
    assert sent() == [flip(0)]
    see(player, ply=1, turn=(1,))
    assert sent() == []
    see(player, ply=1)
    assert sent() == [flip(1)]


async def test_an_eager_player_asks_for_the_next_game_once_and_plays_it(player, sent):
    player.eager = True
    see(player, phase="over", ply=26, turn=())
    see(player, phase="over", ply=26, turn=(), rematch=(0,))
    assert sent() == [m.Rematch(room="KQFM")]
    see(player, number=2, seat=1)
    assert sent() == [flip(0, number=2)]


async def test_a_player_who_is_not_eager_waits_to_be_told(player, sent):
    see(player)
    assert sent() == []
    player.act(perf_counter())
    assert sent() == [flip(0)]


async def test_a_move_that_could_not_be_made_when_due_is_made_later_and_counts_from_then(player, sent):
    see(player, turn=(1,))
    player.act(perf_counter() - 5)
    assert sent() == []
    see(player)
    assert sent() == [flip(0)]
    see(player, ply=1)
    assert player.traffic.latencies == [pytest.approx(5, abs=1)]


async def test_a_refused_move_ends_the_measurement(player):
    refusal = m.Refused(
        code="stale", text="late", about="play", ref=None, room="KQFM", retry_after_s=None
    )  # fmt: skip
    player.hear(encode(refusal))
    assert player.ended
