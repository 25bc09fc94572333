"""Alone, nobody is told that they have too many games: on a player's own server never, and elsewhere not soon."""

from __future__ import annotations

import pytest

from protocol import messages as m
from server.limits.settings import OWN, ServerLimits
from tests.support.processes.hosting import hosting
from tests.support.processes.players import Player, room_of, sign_in

pytestmark = pytest.mark.slow

GAMES = 40
REROLLS = 100
ELSEWHERE_REROLLS = 8


async def refused_rerolls(player: Player, room: str, times: int) -> int:
    """How many commands are refused of somebody who deals anew so many times, as fast as the server answers."""
    for number in range(2, times + 2):
        player.send(m.Resign(room=room))
        player.send(m.Rematch(room=room))
        player.send(m.GetStats(ref=number, game="streets_and_alleys", deal=None))
        await player.next(m.Table, lambda seen, number=number: (seen.number, seen.phase) == (number, "playing"))
    return sum(isinstance(event, m.Refused) for event in player.heard)


async def test_on_ones_own_server_one_has_as_many_games_as_one_likes_and_deals_anew_as_fast_as_one_can():
    async with hosting(limits=OWN) as hosted:
        ann = await sign_in(hosted.wires)
        for ref in range(GAMES):
            table = await ann.ask(room_of("streets_and_alleys", "me", ref=ref, listed=False))
        assert await refused_rerolls(ann, table.room, REROLLS) == 0
        ann.send(m.GetStats(ref=0, game="streets_and_alleys", deal=None))
        assert (await ann.next(m.Stats, lambda stats: stats.ref == 0)).played == 0


async def test_on_a_server_for_others_untouched_deals_are_charged_gently():
    async with hosting(limits=ServerLimits()) as hosted:
        ann = await sign_in(hosted.wires)
        table = await ann.ask(room_of("streets_and_alleys", "me", listed=False))
        assert await refused_rerolls(ann, table.room, ELSEWHERE_REROLLS) == 0


async def test_a_game_that_waits_over_a_real_socket_waits_until_it_is_looked_at_again(hosted):
    ann = Player(await hosted.wires.open())
    ann.send(m.Hello(name="ann", token=None, client="test", deals=False, bot=False, looks=True))
    ann.send(room_of("war", "me", "computer:flipper", auto_flip_s=10))
    entered = await ann.next(m.Entered)
    ann.send(m.Look(room=entered.room))
    await ann.next(m.Table, lambda seen: seen.turn == (0,))
    ann.send(m.Look(room=None))
    paused = await ann.next(m.Table, lambda seen: seen.paused)
    ann.send(m.Look(room=entered.room))
    resumed = await ann.next(m.Table)
    assert (resumed.paused, resumed.ply, resumed.seq) == (False, paused.ply, paused.seq + 1)
    assert paused.time_left_s - 0.1 < resumed.time_left_s <= paused.time_left_s
    ann.send(m.Play(room=entered.room, number=1, ply=0, move="flip"))
    assert not (await ann.next(m.Table, lambda seen: seen.ply == 1)).paused
