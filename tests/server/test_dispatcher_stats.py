"""What people have played and won, as they may ask for it: standings, past games, ratings."""

from __future__ import annotations

import time

import pytest

from protocol import messages as m
from tests.support.processes.hosting import hosting
from tests.support.processes.players import over, pair, room_of, sign_in, sign_in_all

pytestmark = pytest.mark.slow


async def recall(player, game="war", deal=None):
    player.send(m.GetStats(ref=9, game=game, deal=deal))
    return await player.next(m.Stats)


async def look_back(player, game=None, room=None):
    player.send(m.GetHistory(ref=9, game=game, room=room, before=None))
    return await player.next(m.PastGames)


async def resigned(wires):
    """Two who have played a game to its end, one having moved and the other resigned."""
    ann, ben, table, _ = await pair(wires)
    ann.send(m.Play(room=table.room, number=1, ply=0, move="flip"))
    ben.send(m.Resign(room=table.room))
    await ann.next(m.Table, over)
    return ann, ben, table


async def climbed(ann, ben):
    """The room where both have climbed three steps, ann having come first."""
    room = (await ann.ask(room_of("climb", "me", "open", steps=3))).room
    await ben.ask(m.Join(ref=1, room=room, games=None))
    for events, (player, ply, move) in enumerate(((ann, 0, "1"), (ben, 0, "1"), (ann, 1, "2")), 1):
        player.send(m.Play(room=room, number=1, ply=ply, move=move))
        await ben.next(m.Table, lambda table, events=events: (table.room, table.events) == (room, events))
    return room


async def climbed_often(ann, ben):
    """The room of the first game of two that changed their ratings; ann has won it."""
    for _ in range(2):
        await climbed(ben, ann)
        await climbed(ann, ben)
    return await climbed(ann, ben)


# Records.


async def test_who_has_played_nothing_is_told_so(hosted):
    told = await recall(await sign_in(hosted.wires))
    assert (told.ref, told.game, told.played, told.won, told.best_moves, told.deal) == (9, "war", 0, 0, None, None)


@pytest.mark.parametrize("store", ["memory", "sqlite"])
async def test_whoever_sees_the_end_of_a_game_finds_it_counted(store, tmp_path):
    async with hosting(store=store, data=tmp_path) as hosted:
        ann, ben, table, _ = await pair(hosted.wires)
        for number in range(1, 6):
            (ann if table.turn[0] == table.seat else ben).send(
                m.Play(room=table.room, number=number, ply=0, move="flip")
            )
            ben.send(m.Resign(room=table.room))
            await ann.next(m.Table, over)
            for player, won in ((ann, number), (ben, 0)):
                told = await recall(player)
                assert (told.played, told.won, told.streak, told.longest) == (number, won, won, won)
            for player in (ann, ben):
                player.send(m.Rematch(room=table.room))
            table = await ann.next(m.Table, lambda seen, last=number: seen.number == last + 1)


async def test_a_solved_deal_is_told_of_and_how_to_who_has_played_it(hosted, climb):
    ann, ben = await sign_in_all(hosted.wires, "ann", "ben")
    room = (await ann.ask(room_of("peak", "me", listed=False, steps=3))).room
    for ply, move in enumerate("12"):
        ann.send(m.Play(room=room, number=1, ply=ply, move=move))
    await ann.next(m.Table, over)
    told = await recall(ann, "peak", "3")
    assert (told.best_moves, told.average_moves, told.deal) == (2, 2.0, "3")
    assert (told.deal_moves, told.deal_by, told.deal_line) == (2, "ann", "12")
    told = await recall(ben, "peak", "3")
    assert (told.played, told.deal_moves, told.deal_by, told.deal_line) == (0, 2, "ann", None)


async def test_who_asks_what_they_have_won_is_told_again_when_a_game_ends(hosted):
    ann = await sign_in(hosted.wires)
    ann.send(m.WatchScore(since=0))
    assert await ann.next(m.Score) == m.Score(since=0, won=0, tied=0, lost=0)
    table = await ann.ask(room_of("war", "me", "computer:flipper"))
    ann.send(m.Play(room=table.room, number=1, ply=0, move="flip"))
    ann.send(m.Resign(room=table.room))
    assert await ann.next(m.Score) == m.Score(since=0, won=0, tied=0, lost=1)


# Past games.


@pytest.mark.parametrize("store", ["memory", "sqlite"])
async def test_whoever_sees_the_end_of_a_game_finds_it_among_their_own_at_once(store, tmp_path):
    async with hosting(store=store, data=tmp_path) as hosted:
        ann, ben, table = await resigned(hosted.wires)
        for player, seat in ((ann, 0), (ben, 1)):
            told = await look_back(player)
            (game,) = told.games
            assert (told.ref, told.more, game.room, game.number, game.seat) == (9, False, table.room, 1, seat)
            assert abs(time.time() - game.ended) < 60
        assert (await look_back(ann, game="blocky")).games == ()
        assert len((await look_back(ann, room=table.room)).games) == 1


async def test_a_game_is_told_whole_after_its_table_has_gone_and_to_nobody_else(hosted):
    ann, ben, table = await resigned(hosted.wires)
    for player in (ann, ben):
        player.send(m.Leave(room=table.room))
        await player.next(m.Left)
    assert (await ann.refused(m.GetTranscript(ref=7, room=table.room, number=1, after=0))).code == "unknown-room"
    (game,) = (await look_back(ann)).games
    ann.send(m.GetPastGame(ref=8, past=game.past, after=0))
    told = await ann.next(m.Transcript)
    assert (told.ref, told.room, told.commitment, told.count) == (8, table.room, game.commitment, 2)
    cleo = await sign_in(hosted.wires, "cleo")
    for past in (game.past, 99):
        assert (await cleo.refused(m.GetPastGame(ref=8, past=past, after=0))).code == "not-seated"


async def test_a_rated_game_is_told_of_with_records_and_among_the_leaders(hosted, climb):
    ann, ben = await sign_in_all(hosted.wires, "ann", "ben")
    await climbed(ann, ben)
    await ann.next(m.Table, over)
    told = await recall(ann, "climb")
    assert (told.rating.change, told.rating.note) == (0.0, "Your rating is unchanged: ben is new to rated games.")
    room = await climbed_often(ben, ann)
    told = await recall(ann, "climb")
    assert (told.rating.games, told.rating.room, told.rating.provisional) == (6, room, True)
    assert told.rating.deviation < 350
    assert told.rating.note == "Your rating is unchanged, but more certain: yours or ben's is provisional."
    assert [(each.name, each.won) for each in told.opponents] == [("ben", 3)]
    ann.send(m.GetLeaders(ref=5, game="climb"))
    leaders = (await ann.next(m.Leaders)).leaders
    assert {(each.name, each.rank, each.yours) for each in leaders} == {("ben", None, False), ("ann", None, True)}


@pytest.mark.parametrize(("home", "is_rated"), [("198.51.100.7", False), ("198.51.100.8", True)])
async def test_two_of_one_address_are_told_that_their_game_is_not_rated(home, is_rated, climb):
    async with hosting(proxies=("127.0.0.1",)) as hosted:
        ann = await sign_in(hosted.wires, "ann", forwarded_for="198.51.100.7")
        ben = await sign_in(hosted.wires, "ben", forwarded_for=home)
        await climbed(ann, ben)
        told = await recall(ben, "climb")
        assert (told.rating.games, told.rating.note == "Not rated: you and ann play from the same address.") == (
            is_rated,
            not is_rated,
        )
        assert [game.rated for game in (await look_back(ben)).games] == [is_rated]


async def test_a_rated_game_is_seen_beside_names_in_the_lobby_at_once_and_when_they_come_back(hosted, climb):
    ann, ben = await sign_in_all(hosted.wires, "ann", "ben")
    ann.send(m.Browse(on=True))
    assert (await ann.next(m.Lobby, lambda told: told.online == 2)).ratings == (None, None)
    await climbed_often(ann, ben)
    told = await ann.next(m.Lobby, lambda told: None not in told.ratings)
    assert told.ratings == (m.RatingBadge(game="climb", rating=1500, provisional=True),) * 2
    ann.socket.cut()
    again = await sign_in(hosted.wires, "ann", ann.welcome.token)
    again.send(m.Browse(on=True))
    assert (await again.next(m.Lobby, lambda seen: seen.ratings == told.ratings)).people == ("ben", "ann")
