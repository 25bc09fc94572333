"""Players get what they ask for, or are told why not."""

from __future__ import annotations

import asyncio

import pytest
from msgspec import structs

from engines.streets_and_alleys.layout import deal
from engines.streets_and_alleys.moves import moves as legal_moves
from engines.streets_and_alleys.moves import text
from protocol import messages as m
from protocol.errors import CloseCode
from server.dispatching.command_router import STORED_MUCH
from server.limits.settings import ServerLimits
from server.ops.server_clock import ServerClock
from server.players.sessions import client_session
from server.room import replay
from server.room.inputs import Play
from tests.support.fakes.loops import leap
from tests.support.processes.hosting import hosting
from tests.support.processes.players import Player, over, pair, room_of, sign_in, table_for_two

pytestmark = pytest.mark.slow


# Rooms.


@pytest.mark.parametrize(
    ("command", "code"),
    [
        (m.Quick(ref=77, games=("whist",)), "unknown-game"),
        (m.GetStats(ref=9, game="whist", deal=None), "unknown-game"),
        (m.GetLeaders(ref=0, game="whist"), "unknown-game"),
        (m.GetHistory(ref=1, game="whist", room=None, before=None), "unknown-game"),
        (m.Consult(ref=9, room="NONE", about="hint"), "unknown-room"),
        (m.GetLegalMoves(ref=9, room="NONE"), "unknown-room"),
        (m.Say(room="NONE", text="hi"), "unknown-room"),
        (m.Mute(room="NONE", name=None, on=True), "unknown-room"),
    ],
    ids=lambda each: type(each).__name__,
)
async def test_of_a_game_or_a_room_that_is_not_here_nothing_is_to_be_had(hosted, command, code):
    assert (await (await sign_in(hosted.wires)).refused(command)).code == code


async def test_a_seat_is_played_by_who_has_it_and_nobody_else(hosted):
    ann, ben, table, _ = await pair(hosted.wires)
    move = m.Play(room=table.room, number=1, ply=0, move="flip")
    cleo = await sign_in(hosted.wires, "cleo")
    await cleo.ask(m.Watch(ref=1, room=table.room))
    for command in (move, m.Resign(room=table.room), m.AddComputers(room=table.room, level="flipper")):
        assert (await cleo.refused(command)).code == "not-seated"
    ben.send(move)
    assert (await ann.next(m.Table)).view["flipped"] == [False, True]


async def test_only_who_says_so_in_hello_is_sent_updates_and_has_the_whole_table_for_the_asking(hosted):
    ann, ben, table, _ = await pair(hosted.wires)
    cleo = Player(await hosted.wires.open())
    cleo.send(m.Hello(name="cleo", token=None, client="test", deals=False, bot=False, updates=True))
    await cleo.ask(m.Watch(ref=1, room=table.room))
    for player in (ann, ben):
        player.send(m.Play(room=table.room, number=1, ply=0, move="flip"))
        newest = await player.next(m.Table, lambda seen: seen.ply == 1)
    update = await cleo.next(m.TableUpdate)
    assert (update.base, update.seq, update.plies, update.head) == (newest.seq - 1, newest.seq, (1, 1), newest.head)
    assert (await cleo.ask(m.Watch(ref=2, room=table.room))).seq == newest.seq
    assert not [event for player in (ann, ben) for event in player.heard if isinstance(event, m.TableUpdate)]


async def test_a_hint_thought_of_by_a_worker_can_be_played(hosted):
    ann = await sign_in(hosted.wires)
    table = await ann.ask(room_of("tower_blaster", "computer:drawing", "me"))
    while table.seat not in table.turn:
        table = await ann.next(m.Table)
    ann.send(m.Consult(ref=9, room=table.room, about="hint"))
    advice = await ann.next(m.Advice)
    assert (advice.number, advice.ply) == (table.number, table.ply)
    assert advice.move is not None
    ann.send(m.Play(room=table.room, number=advice.number, ply=advice.ply, move=advice.move))
    assert (await ann.next(m.Table)).ply == table.ply + 1


async def test_who_knows_no_rules_plays_a_game_to_its_end_by_the_legal_moves_they_ask_for(hosted):
    ann = await sign_in(hosted.wires)
    table = await ann.ask(m.Create(**{**structs.asdict(room_of("blocky", "me")), "options": {"depth": 2, "moves": 5}}))
    while table.phase == "playing":
        ann.send(m.GetLegalMoves(ref=table.ply, room=table.room))
        legal = await ann.next(m.LegalMoves)
        assert (legal.ref, legal.number, legal.ply, legal.head) == (table.ply, table.number, table.ply, table.head)
        ann.send(m.Play(room=table.room, number=legal.number, ply=legal.ply, move=legal.moves[0]))
        table = await ann.next(m.Table)
    assert table.ending.reason == "All moves are made."
    assert (await ann.refused(m.GetLegalMoves(ref=9, room=table.room))).text == "The game is over."


async def test_the_legal_moves_asked_for_right_after_a_move_are_those_of_the_table_that_comes_first(hosted):
    ann, _, table, _ = await pair(hosted.wires)
    ann.send(m.Play(room=table.room, number=1, ply=0, move="flip"))
    ann.send(m.GetLegalMoves(ref=3, room=table.room))
    legal = await ann.next(m.LegalMoves)
    (newest,) = [seen for seen in ann.heard if isinstance(seen, m.Table) and seen.ply == 1]
    assert ann.heard.index(newest) < ann.heard.index(legal)
    assert (legal.ply, legal.head, legal.moves) == (1, newest.head, ())


async def test_only_who_plays_is_told_the_legal_moves(hosted):
    _, _, table, _ = await pair(hosted.wires)
    cleo = await sign_in(hosted.wires, "cleo")
    await cleo.ask(m.Watch(ref=1, room=table.room))
    refused = await cleo.refused(m.GetLegalMoves(ref=2, room=table.room))
    assert (refused.code, refused.ref, refused.room) == ("not-seated", 2, table.room)


# Who asks for too much.


def refusals(player: Player) -> list[m.Refused]:
    return [event for event in player.heard if isinstance(event, m.Refused)]


async def test_who_commands_too_fast_is_told_how_long_to_wait_and_stays():
    async with hosting(limits=ServerLimits(commands_burst=5, commands_per_s=0.1)) as hosted:
        ann = await sign_in(hosted.wires)
        for _ in range(7):
            ann.send(m.Browse(on=True))
        ann.send(m.GetStats(ref=9, game="war", deal=None))
        refused = await ann.next(m.Refused, lambda refused: refused.about == "recall")
        assert (refused.code, refused.ref, refused.room) == ("too-many", 9, None)
        assert 0 < refused.retry_after_s <= 10.0
        assert refused.text.startswith("Slow down a little: too many requests. Try again in ")
        assert [each.about for each in refusals(ann)] == ["browse", "browse", "recall"]
        leap(refused.retry_after_s)
        ann.send(m.GetStats(ref=10, game="war", deal=None))
        assert (await ann.next(m.Stats)).ref == 10


async def test_who_goes_to_a_table_again_and_again_is_slowed_down_however_they_come_there():
    async with hosting(limits=ServerLimits(joins_burst=3, joins_per_s=0.1)) as hosted:
        ann, ben = await sign_in(hosted.wires, "ann"), await sign_in(hosted.wires, "ben")
        table = await ann.ask(table_for_two())
        join = m.Join(ref=2, room=table.room, games=None)
        for come in (m.Quick(ref=3, games=("war",)), join, join):
            assert (await ben.ask(come)).room == table.room
        refused = await ben.refused(join)
        assert refused.code == "too-many"
        leap(refused.retry_after_s)
        assert (await ben.ask(join)).room == table.room


async def test_the_players_of_one_address_share_its_commands_and_moves():
    limits = ServerLimits(
        address_commands_burst=12, address_commands_per_s=0.1, address_moves_burst=2, address_moves_per_s=0.1
    )
    async with hosting(limits=limits) as hosted:
        ann, ben, table, _ = await pair(hosted.wires)
        for player in (ben, ann, ann):
            player.send(m.Play(room=table.room, number=1, ply=7, move="flip"))
            await player.next(m.Refused, lambda refused: refused.about == "play")
        assert [each.code for each in (*refusals(ben), *refusals(ann))] == ["stale", "stale", "too-many"]
        for _ in range(20):
            ben.send(m.Browse(on=True))
        await ben.next(m.Refused, lambda refused: refused.about == "browse")
        assert (await ann.refused(m.GetStats(ref=9, game="war", deal=None))).code == "too-many"


async def test_an_address_for_which_much_is_stored_is_slowed_down_but_can_undo_and_end_its_games():
    limits = ServerLimits(address_stored_burst_bytes=1500, address_stored_bytes_per_day=86_400.0)
    async with hosting(limits=limits) as hosted:
        ann = await sign_in(hosted.wires)
        table = await ann.ask(room_of("streets_and_alleys", "me", deal=1))
        moves = [text(next(iter(legal_moves(deal(1))))), "U"] * 50
        plays = [m.Play(room=table.room, number=1, ply=ply, move=move) for ply, move in enumerate(moves)]
        made, refused = await play_until_refused(ann, plays)
        assert (refused.code, refused.about) == ("too-many", "play")
        assert refused.text.startswith(STORED_MUCH)
        assert (await ann.refused(room_of("war", "me", "computer:flipper"))).text.startswith(STORED_MUCH)
        for ply, move in enumerate(["Y", "U"] * 25, made):
            ann.send(m.Play(room=table.room, number=1, ply=ply, move=move))
            told = await ann.next(m.Table | m.Refused)
            assert told.ply == ply + 1, told
        leap(86_400)
        plays = [structs.replace(play, ply=ply) for ply, play in enumerate(plays, made + 50)]
        more, refused = await play_until_refused(ann, plays)
        assert more >= made > 0
        assert refused.text.startswith(STORED_MUCH)
        ann.send(m.Resign(room=table.room))
        await ann.next(m.Table, over)


async def play_until_refused(player: Player, plays: list[m.Play]) -> tuple[int, m.Refused]:
    """Make moves one after the other; how many were made, and why the next one was not."""
    for made, play in enumerate(plays):
        player.send(play)
        answer = await player.next(m.Table | m.Refused, lambda told, ply=play.ply: getattr(told, "ply", ply + 1) > ply)
        if isinstance(answer, m.Refused):
            return made, answer
    raise AssertionError("none was refused")


def test_ten_moves_a_second_all_day_are_no_more_than_is_stored_for_an_address():
    entry = replay.pack(ServerClock(lambda: 1e7).now(), Play(10**6, 100, 10**6, "MTT 3 7"))
    assert 10 * len(entry) * 86_400 < ServerLimits().address_stored_bytes_per_day


async def test_who_is_asked_to_wait_and_never_does_is_cut_off():
    async with hosting(limits=ServerLimits(commands_burst=1, commands_per_s=0.1, refused_burst=5)) as hosted:
        ann = await sign_in(hosted.wires)
        for _ in range(20):
            ann.send(m.Browse(on=True))
        gone = await ann.gone()
        assert (gone.code, gone.reason) == (CloseCode.FLOODING, client_session.NEVER_WAITS)
        assert len(refusals(ann)) == 5


async def test_moves_are_counted_apart_and_a_refused_one_can_be_sent_again():
    limits = ServerLimits(commands_burst=3, commands_per_s=0.01, moves_burst=2, moves_per_s=0.1)
    async with hosting(limits=limits) as hosted:
        ann, ben, table, _ = await pair(hosted.wires)
        for _ in range(3):
            ann.send(m.Play(room=table.room, number=1, ply=0, move="flip"))
        refused = await ann.next(m.Refused)
        assert (refused.code, refused.about, refused.room) == ("too-many", "play", table.room)
        leap(refused.retry_after_s)
        ben.send(m.Play(room=table.room, number=1, ply=0, move="flip"))
        await ann.next(m.Table, lambda seen: seen.ply == 1 and seen.seat in seen.turn)
        ann.send(m.Play(room=table.room, number=1, ply=1, move="flip"))
        assert (await ann.next(m.Table, lambda seen: seen.view["flipped"] == [True, False])).ply == 2


async def test_a_program_that_waits_for_its_answers_meets_no_default_limit():
    async with hosting(limits=ServerLimits()) as hosted:
        ann, ben, anns, bens = await pair(hosted.wires)
        for number in range(1, 4):
            await asyncio.gather(ann.play_on(anns, over), ben.play_on(bens, over))
            for player in (ann, ben):
                player.send(m.Rematch(room=anns.room))
            anns = await ann.next(m.Table, lambda seen, last=number: seen.number == last + 1)
            bens = await ben.next(m.Table, lambda seen, last=number: seen.number == last + 1)
        assert refusals(ann) == refusals(ben) == []


async def test_whoever_comes_as_another_player_each_time_makes_no_more_tables_from_one_address():
    async with hosting(limits=ServerLimits(address_rooms_burst=3)) as hosted:
        made = []
        for number in range(5):
            player = await sign_in(hosted.wires, f"p{number}")
            player.send(table_for_two())
            made.append(await player.read())
            player.socket.cut()
        assert [type(answer) for answer in made] == [m.Entered] * 3 + [m.Refused] * 2


async def test_a_room_is_watched_by_so_many_and_its_players_always_come_in():
    async with hosting(limits=ServerLimits(spectators=2)) as hosted:
        ann, ben, table, _ = await pair(hosted.wires)
        watchers = [await sign_in(hosted.wires, f"w{number}") for number in range(3)]
        for watcher in watchers[:2]:
            await watcher.ask(m.Watch(ref=1, room=table.room))
        assert (await watchers[2].refused(m.Watch(ref=7, room=table.room))).code == "too-many"
        assert (await ann.ask(m.Watch(ref=2, room=table.room))).seat == 0
        assert (await watchers[0].ask(m.Watch(ref=3, room=table.room))).seat is None
        await ben.next(m.Presence, lambda seen: seen.watchers == 2)
        watchers[1].socket.cut()
        await ben.next(m.Presence, lambda seen: seen.watchers == 1)
        await watchers[2].ask(m.Watch(ref=8, room=table.room))


async def test_spectators_go_by_the_names_that_they_have_now():
    async with hosting() as hosted:
        _, ben, table, _ = await pair(hosted.wires)
        cleo = await sign_in(hosted.wires, "cleo")
        await cleo.ask(m.Watch(ref=1, room=table.room))
        await ben.next(m.Presence, lambda seen: seen.spectators == ("cleo",))
        cleo.send(m.Rename(name="dora"))
        await ben.next(m.Presence, lambda seen: seen.spectators == ("dora",))
