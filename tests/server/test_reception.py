"""Connections become players, and players get what they ask for or are told why not."""

from __future__ import annotations

import asyncio
import logging

import pytest
from msgspec import structs

from engines.catalog import games
from protocol import RELEASE
from protocol import messages as m
from protocol.codec import encode
from protocol.errors import CloseCode
from server import app
from server.consulting import consults
from server.limits import Limits
from tests.support.held_accounts import HeldAccounts
from tests.support.held_computers import HeldComputers
from tests.support.hosting import hosting
from tests.support.loops import leap
from tests.support.players import Player, over, pair, room_of, sign_in, table_for_two
from tests.support.story import WAR

pytestmark = pytest.mark.slow

HELLO = m.Hello(name="ann", token=None, client="test", deals=False, bot=False)


@pytest.fixture
async def hosted():
    async with hosting() as made:
        yield made


# Signing in.


async def test_a_newcomer_is_welcomed_and_told_what_is_played_here(hosted):
    ann = await sign_in(hosted.wires)
    assert ann.welcome.name == "ann"
    assert ann.welcome.server == RELEASE
    assert ann.welcome.seated == ()
    war = next(sheet for sheet in ann.welcome.games if sheet.name == "war")
    assert war == WAR
    assert hosted.server.reception.online == 1


async def test_who_comes_back_with_the_token_is_the_same_player_with_the_same_seat(hosted):
    ann = await sign_in(hosted.wires)
    table = await ann.ask(table_for_two())
    ann.socket.cut()
    again = await sign_in(hosted.wires, "somebody", ann.welcome.token)
    assert (again.welcome.name, again.welcome.seated) == ("ann", (table.room,))
    assert await again.next(m.Table) == table


async def test_the_newest_connection_of_a_player_is_the_one(hosted):
    ann = await sign_in(hosted.wires)
    table = await ann.ask(table_for_two())
    again = await sign_in(hosted.wires, "ann", ann.welcome.token)
    gone = await ann.gone()
    assert (gone.code, gone.reason) == (
        CloseCode.REPLACED,
        "You signed in from elsewhere; this window is no longer yours.",
    )
    assert (await again.next(m.Table)).room == table.room
    again.send(m.Leave(room=table.room))
    assert (await again.next(m.Left)).room == table.room
    assert hosted.server.reception.online == 1


async def test_a_second_hello_ends_the_connection(hosted):
    ann = await sign_in(hosted.wires)
    ann.send(HELLO)
    gone = await ann.gone()
    assert (gone.code, gone.reason) == (CloseCode.MALFORMED, "You are signed in already; there is only one hello.")


@pytest.mark.parametrize(
    "command", [m.Browse(on=True), m.Resign(room="KQFM"), table_for_two()], ids=lambda c: type(c).__name__
)
async def test_whoever_does_not_say_hello_first_is_sent_away(hosted, command):
    stranger = Player(await hosted.wires.open())
    stranger.send(command)
    gone = await stranger.gone()
    assert (gone.code, gone.reason) == (CloseCode.MALFORMED, "The first message is a hello, and there is only one.")


async def test_a_name_that_cannot_be_is_refused_with_what_a_name_is(hosted):
    stranger = Player(await hosted.wires.open())
    stranger.send(m.Hello(name="no name", token=None, client="test", deals=False, bot=False))
    assert "1 to 16 letters" in (await stranger.gone()).reason


async def test_who_says_no_hello_in_time_is_sent_away_and_who_did_stays(hosted):
    ann = await sign_in(hosted.wires)
    (here,) = hosted.server.gateway.connections
    stranger = Player(await hosted.wires.open())
    (silent,) = hosted.server.gateway.connections - {here}
    now = asyncio.get_running_loop().time()
    hosted.server.reception.check(silent, now)
    for connection in (here, silent):
        hosted.server.reception.check(connection, now + Limits().hello_s + 1)
    gone = await stranger.gone()
    assert (gone.code, gone.reason) == (CloseCode.NOT_SIGNED_IN, "No hello came in time.")
    ann.send(m.Rename(name="anna"))
    assert await ann.next(m.Named) == m.Named(name="anna")


async def test_who_is_gone_before_the_welcome_is_nobody(hosted):
    wire = await hosted.wires.open()
    wire.send(encode(HELLO))
    await wire.drain()
    wire.cut()
    await sign_in(hosted.wires, "ben")
    assert hosted.server.reception.online == 1


async def test_what_is_no_message_ends_the_connection_and_is_counted(hosted):
    ann = await sign_in(hosted.wires)
    ann.socket.send(b"\xc1")
    gone = await ann.gone()
    assert gone.code == CloseCode.MALFORMED
    assert gone.reason
    assert hosted.server.reception.malformed == 1


# Names.


async def test_a_player_can_go_by_another_name_from_the_next_seat_on(hosted):
    ann = await sign_in(hosted.wires)
    table = await ann.ask(table_for_two())
    ann.send(m.Rename(name="anna"))
    assert await ann.next(m.Named) == m.Named(name="anna")
    assert table.chairs[0].name == "ann"
    assert (await ann.ask(table_for_two(ref=2))).chairs[0].name == "anna"


@pytest.fixture
def accounts(hosted):
    """The server's accounts, whose answers can be held up."""
    hosted.server.reception._accounts = HeldAccounts(hosted.server.reception._accounts)
    return hosted.server.reception._accounts


async def people(player):
    player.send(m.Browse(on=True))
    return (await player.next(m.Lobby)).people


async def test_who_comes_back_while_the_new_name_is_being_stored_goes_by_it(hosted, accounts):
    ann = await sign_in(hosted.wires)
    renaming = accounts.hold()
    ann.send(m.Rename(name="anna"))
    await accounts.answered.wait()
    accounts.let_through()
    again = await sign_in(hosted.wires, "ann", ann.welcome.token)
    renaming.set()
    assert (await again.next(m.Named)).name == "anna"
    assert await people(again) == ("anna",)


async def test_a_name_that_was_changed_since_it_was_looked_up_is_not_the_older_one_again(hosted, accounts):
    ann = await sign_in(hosted.wires)
    signing_in = accounts.hold()
    back = asyncio.ensure_future(sign_in(hosted.wires, "ann", ann.welcome.token))
    await accounts.answered.wait()
    accounts.let_through()
    ann.send(m.Rename(name="anna"))
    await ann.next(m.Named)
    signing_in.set()
    again = await back
    assert again.welcome.name == "anna"
    assert await people(again) == ("anna",)


async def test_who_has_gone_while_the_new_name_is_being_stored_is_shown_to_nobody(hosted, accounts):
    ann, ben = await sign_in(hosted.wires), await sign_in(hosted.wires, "ben")
    renaming = accounts.hold()
    ann.send(m.Rename(name="anna"))
    await accounts.answered.wait()
    ben.send(m.Browse(on=True))
    ann.socket.cut()
    await ben.next(m.Lobby, lambda told: told.online == 1)
    renaming.set()
    carl = await sign_in(hosted.wires, "carl")
    assert await people(carl) == ("ben", "carl")


@pytest.mark.parametrize(("name", "code"), [("ben", "name-taken"), ("BEN", "name-taken"), ("b e n", "bad-name")])
async def test_a_name_that_cannot_be_had_is_refused(hosted, name, code):
    ann, _ = await sign_in(hosted.wires), await sign_in(hosted.wires, "ben")
    ann.send(m.Rename(name=name))
    refused = await ann.next(m.Refused)
    assert (refused.code, refused.about) == (code, "rename")


# Rooms.


async def test_who_seeks_a_game_finds_who_waits(hosted):
    ann, ben = await sign_in(hosted.wires), await sign_in(hosted.wires, "ben")
    room = (await ann.ask(table_for_two())).room
    table = await ben.ask(m.Quick(ref=5, games=("war",)))
    assert (table.room, table.seat, table.phase) == (room, 1, "playing")


async def test_a_room_that_cannot_be_made_is_refused_with_its_number(hosted):
    ann = await sign_in(hosted.wires)
    ann.send(m.Quick(ref=77, games=("whist",)))
    refused = await ann.next(m.Refused)
    assert (refused.code, refused.about, refused.ref) == ("unknown-game", "quick", 77)


async def test_a_seat_is_played_by_who_has_it_and_nobody_else(hosted):
    ann, ben, table, _ = await pair(hosted.wires)
    cleo = await sign_in(hosted.wires, "cleo")
    await cleo.ask(m.Watch(ref=1, room=table.room))
    for command in (
        m.Play(room=table.room, number=1, ply=0, move="flip"),
        m.Resign(room=table.room),
        m.Fill(room=table.room, level="flipper"),
    ):
        cleo.send(command)
        assert (await cleo.next(m.Refused)).code == "not-seated"
    ben.send(m.Play(room=table.room, number=1, ply=0, move="flip"))
    assert (await ann.next(m.Table)).view["flipped"] == [False, True]


async def test_two_play_a_game_to_its_end_and_both_see_the_same(hosted):
    ann, ben, anns, bens = await pair(hosted.wires)
    ended = await asyncio.gather(ann.play_on(anns, over), ben.play_on(bens, over))
    assert ended[0].ending == ended[1].ending
    assert ended[0].view["rounds"] == ended[1].view["rounds"]


async def test_a_person_plays_a_computer_to_the_end(hosted):
    ann = await sign_in(hosted.wires)
    create = room_of("war", "me", "computer:flipper", listed=False)
    table = await ann.play_on(await ann.ask(create), over)
    assert table.ending.scores


async def test_a_sheet_says_how_the_computers_of_a_game_play_and_what_can_be_asked(hosted):
    ann = await sign_in(hosted.wires)
    for sheet in ann.welcome.games:
        game = games()[sheet.name]
        assert {level.name: level.about for level in sheet.levels} == dict(game.levels)
        assert sheet.consults == consults(game)


async def test_who_plays_alone_is_helped_and_hears_for_which_position(climb, monkeypatch):
    monkeypatch.setattr(app, "Computers", lambda _limits: held)
    held = HeldComputers()
    held.release()
    create = room_of("climb", "me", listed=False)
    async with hosting() as hosted:
        ann = await sign_in(hosted.wires)
        room = (await ann.ask(create)).room
        ann.send(m.Play(room=room, number=1, ply=0, move="1"))
        ann.send(m.Consult(ref=9, room=room, about="hint"))
        advice = await ann.next(m.Advice)
    assert (advice.ref, advice.room, advice.number, advice.ply, advice.move) == (9, room, 1, 1, "2")


async def test_a_hint_thought_of_by_a_worker_can_be_played(hosted):
    ann = await sign_in(hosted.wires)
    seats = ("computer:drawing", "me")
    create = room_of("tower_blaster", *seats, listed=False)
    table = await ann.ask(create)
    while table.seat not in table.turn:
        table = await ann.next(m.Table)
    ann.send(m.Consult(ref=9, room=table.room, about="hint"))
    advice = await ann.next(m.Advice)
    assert (advice.number, advice.ply) == (table.number, table.ply)
    assert advice.move is not None
    ann.send(m.Play(room=table.room, number=advice.number, ply=advice.ply, move=advice.move))
    assert (await ann.next(m.Table)).ply == table.ply + 1


async def test_who_asks_for_help_in_a_room_that_is_not_there_is_told_so(hosted):
    ann = await sign_in(hosted.wires)
    ann.send(m.Consult(ref=9, room="NONE", about="hint"))
    refused = await ann.next(m.Refused)
    assert (refused.code, refused.about, refused.ref, refused.room) == ("unknown-room", "consult", 9, "NONE")


async def test_a_rematch_swaps_the_sides(hosted):
    ann, ben, table, _ = await pair(hosted.wires)
    ann.send(m.Resign(room=table.room))
    await ben.next(m.Table, over)
    for player in (ann, ben):
        player.send(m.Rematch(room=table.room))
    again = await ann.next(m.Table, lambda seen: seen.number == 2)
    assert (again.seat, again.phase) == (1, "playing")
    assert [chair.name for chair in again.chairs] == ["ben", "ann"]


async def test_a_move_is_taken_back_once_the_other_agrees(hosted, climb):
    ann, ben = await sign_in(hosted.wires), await sign_in(hosted.wires, "ben")
    create = room_of("climb", "me", "open", listed=False)
    room = (await ann.ask(create)).room
    await ben.ask(m.Join(ref=2, room=room))
    ann.send(m.Play(room=room, number=1, ply=0, move="2"))
    ann.send(m.TakeBack(room=room))
    request = (await ben.next(m.Table, lambda table: table.request is not None)).request
    assert (request.kind, request.seat, request.agreed) == ("takeback", 0, ())
    ben.send(m.Answer(room=room, agree=True))
    for player in (ann, ben):
        table = await player.next(m.Table, lambda table: table.ply and not table.request and table.turn == (0,))
        assert table.view["heights"] == [0, 0]
    ben.send(m.TakeBack(room=room))
    refused = await ben.next(m.Refused)
    assert (refused.code, refused.about, refused.room) == ("illegal", "take-back", room)


async def test_one_alone_plays_ends_and_plays_again(hosted, climb):
    ann = await sign_in(hosted.wires)
    create = room_of("climb", "me", steps=1)
    table = await ann.ask(create)
    assert (table.phase, table.turn) == ("playing", (0,))
    ann.send(m.Play(room=table.room, number=1, ply=0, move="1"))
    assert (await ann.next(m.Table, over)).ending.winners == (0,)
    ann.send(m.Rematch(room=table.room))
    assert (await ann.next(m.Table, lambda seen: seen.number == 2)).phase == "playing"


# Records.


async def recall(player, game="war", deal=None):
    player.send(m.Recall(ref=9, game=game, deal=deal))
    return await player.next(m.Records)


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
    ann, ben = await sign_in(hosted.wires), await sign_in(hosted.wires, "ben")
    create = room_of("peak", "me", listed=False, steps=3)
    room = (await ann.ask(create)).room
    for ply, move in enumerate("12"):
        ann.send(m.Play(room=room, number=1, ply=ply, move=move))
    await ann.next(m.Table, over)
    told = await recall(ann, "peak", "3")
    assert (told.best_moves, told.average_moves, told.deal) == (2, 2.0, "3")
    assert (told.deal_moves, told.deal_by, told.deal_line) == (2, "ann", "12")
    told = await recall(ben, "peak", "3")
    assert (told.played, told.deal_moves, told.deal_by, told.deal_line) == (0, 2, "ann", None)


async def test_there_are_no_records_of_a_game_that_is_not_played_here(hosted):
    ann = await sign_in(hosted.wires)
    ann.send(m.Recall(ref=9, game="whist", deal=None))
    refused = await ann.next(m.Refused)
    assert (refused.code, refused.about, refused.ref) == ("unknown-game", "recall", 9)


# Past games.


async def look_back(player, game=None, room=None):
    player.send(m.LookBack(ref=9, game=game, room=room, before=None))
    return await player.next(m.PastGames)


async def reread(player, past):
    player.send(m.Reread(ref=8, past=past, after=0))
    return await player.next((m.Transcript, m.Refused))


async def resigned(wires, game="war", move="flip"):
    """Two who have played a game to its end, one having moved and the other resigned."""
    ann, ben, table, _ = await pair(wires)
    ann.send(m.Play(room=table.room, number=1, ply=0, move=move))
    ben.send(m.Resign(room=table.room))
    await ann.next(m.Table, over)
    return ann, ben, table


@pytest.mark.parametrize("store", ["memory", "sqlite"])
async def test_whoever_sees_the_end_of_a_game_finds_it_among_their_own_at_once(store, tmp_path):
    async with hosting(store=store, data=tmp_path) as hosted:
        ann, ben, table = await resigned(hosted.wires)
        for player, seat in ((ann, 0), (ben, 1)):
            told = await look_back(player)
            (game,) = told.games
            assert (told.ref, told.more, game.room, game.number, game.seat) == (9, False, table.room, 1, seat)
            assert (game.ended is None) is (store == "memory")
        assert (await look_back(ann, game="blocky")).games == ()
        assert len((await look_back(ann, room=table.room)).games) == 1


async def test_a_game_is_told_whole_after_its_table_has_gone(hosted):
    ann, ben, table = await resigned(hosted.wires)
    for player in (ann, ben):
        player.send(m.Leave(room=table.room))
        await player.next(m.Left)
    ann.send(m.Transcribe(ref=7, room=table.room, number=1, after=0))
    assert (await ann.next(m.Refused)).code == "unknown-room"
    (game,) = (await look_back(ann)).games
    told = await reread(ann, game.past)
    assert (told.ref, told.room, told.commitment, told.count) == (8, table.room, game.commitment, 2)


async def test_only_who_played_a_game_is_told_of_it_by_its_number(hosted):
    ann, _, _ = await resigned(hosted.wires)
    (game,) = (await look_back(ann)).games
    cleo = await sign_in(hosted.wires, "cleo")
    for past in (game.past, 99):
        refused = await reread(cleo, past)
        assert (refused.code, refused.about, refused.ref) == ("not-seated", "reread", 8)


async def test_a_rated_game_is_told_of_with_records_and_among_the_leaders(hosted, climb):
    ann, ben = await sign_in(hosted.wires), await sign_in(hosted.wires, "ben")
    create = room_of("climb", "me", "open", steps=3)
    table = await ann.ask(create)
    await ben.ask(m.Join(ref=1, room=table.room))
    for player, ply, move in ((ann, 0, "1"), (ben, 0, "1"), (ann, 1, "2")):
        player.send(m.Play(room=table.room, number=1, ply=ply, move=move))
        await ben.next(m.Table)
    await ann.next(m.Table, over)
    told = await recall(ann, "climb")
    assert (told.rating.games, told.rating.room, told.rating.provisional) == (1, table.room, True)
    assert told.rating.change > 0
    assert [(each.name, each.won) for each in told.opponents] == [("ben", 1)]
    ben.send(m.Rank(ref=5, game="climb"))
    leaders = await ben.next(m.Leaders)
    assert [(each.name, each.rank, each.yours) for each in leaders.leaders] == [
        ("ann", None, False),
        ("ben", None, True),
    ]


async def test_a_rated_game_is_seen_beside_names_in_the_lobby_at_once_and_when_they_come_back(hosted, climb):
    ann, ben = await sign_in(hosted.wires), await sign_in(hosted.wires, "ben")
    ann.send(m.Browse(on=True))
    assert (await ann.next(m.Lobby, lambda told: told.online == 2)).ratings == (None, None)
    table = await ann.ask(structs.replace(table_for_two(), game="climb", options={"steps": 3}))
    await ben.ask(m.Join(ref=1, room=table.room))
    for player, ply, move in ((ann, 0, "1"), (ben, 0, "1"), (ann, 1, "2")):
        player.send(m.Play(room=table.room, number=1, ply=ply, move=move))
        await ben.next(m.Table)
    told = await ann.next(m.Lobby, lambda told: None not in told.ratings)
    better, worse = told.ratings
    assert (better.game, better.provisional) == ("climb", True)
    assert better.rating > 1500 > worse.rating
    ann.socket.cut()
    again = await sign_in(hosted.wires, "ann", ann.welcome.token)
    again.send(m.Browse(on=True))
    assert (await again.next(m.Lobby, lambda told: told.ratings == (worse, better))).people == ("ben", "ann")


async def test_nobody_leads_in_a_game_that_is_not_played_here(hosted):
    ann = await sign_in(hosted.wires)
    for ref, command in enumerate(
        (m.Rank(ref=0, game="whist"), m.LookBack(ref=1, game="whist", room=None, before=None))
    ):
        ann.send(command)
        refused = await ann.next(m.Refused)
        assert (refused.code, refused.ref) == ("unknown-game", ref)


# The lobby.


async def test_who_browses_sees_the_lobby_now_and_whenever_it_changes(hosted):
    ann, ben = await sign_in(hosted.wires), await sign_in(hosted.wires, "ben")
    ben.send(m.Browse(on=True))
    assert (await ben.next(m.Lobby)).open == ()
    table = await ann.ask(table_for_two())
    listed = await ben.next(m.Lobby, lambda lobby: lobby.open != ())
    assert [listing.room for listing in listed.open] == [table.room]
    ann.send(m.Leave(room=table.room))
    assert (await ben.next(m.Lobby, lambda lobby: lobby.rooms == 0)).open == ()


async def test_who_browses_no_more_hears_no_more_of_the_lobby(hosted):
    ann = await sign_in(hosted.wires)
    ann.send(m.Browse(on=True))
    await ann.next(m.Lobby)
    ann.send(m.Browse(on=False))
    table = await ann.ask(table_for_two())
    ann.send(m.Leave(room=table.room))
    await ann.next(m.Left)
    lobbies = [event for event in ann.heard if isinstance(event, m.Lobby)]
    assert all(lobby.rooms == 0 for lobby in lobbies)


# Who asks for too much.


def refusals(player: Player) -> list[m.Refused]:
    return [event for event in player.heard if isinstance(event, m.Refused)]


async def test_who_commands_too_fast_is_told_how_long_to_wait_and_stays():
    async with hosting(limits=Limits(commands_burst=5, commands_per_s=0.1)) as hosted:
        ann = await sign_in(hosted.wires)
        for _ in range(7):
            ann.send(m.Browse(on=True))
        ann.send(m.Recall(ref=9, game="war", deal=None))
        refused = await ann.next(m.Refused, lambda refused: refused.about == "recall")
        assert (refused.code, refused.ref, refused.room) == ("too-many", 9, None)
        assert 0 < refused.retry_after_s <= 10.0
        assert refused.text.startswith("You ask for more than this server takes from one player. Try again in ")
        assert [each.about for each in refusals(ann)] == ["browse", "browse", "recall"]
        leap(refused.retry_after_s)
        ann.send(m.Recall(ref=10, game="war", deal=None))
        assert (await ann.next(m.Records)).ref == 10


async def test_moves_are_counted_apart_and_a_refused_one_can_be_sent_again():
    limits = Limits(commands_burst=3, commands_per_s=0.01, moves_burst=2, moves_per_s=0.1)
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
    async with hosting(limits=Limits()) as hosted:
        ann, ben, anns, bens = await pair(hosted.wires)
        for number in range(1, 4):
            await asyncio.gather(ann.play_on(anns, over), ben.play_on(bens, over))
            for player in (ann, ben):
                player.send(m.Rematch(room=anns.room))
            anns = await ann.next(m.Table, lambda seen, last=number: seen.number == last + 1)
            bens = await ben.next(m.Table, lambda seen, last=number: seen.number == last + 1)
        assert refusals(ann) == refusals(ben) == []


async def test_who_makes_too_many_tables_waits():
    async with hosting(limits=Limits(rooms_burst=2, rooms_per_player=100)) as hosted:
        ann = await sign_in(hosted.wires)
        for ref in (1, 2):
            await ann.ask(table_for_two(ref))
        ann.send(table_for_two(3))
        refused = await ann.next(m.Refused)
        assert (refused.code, refused.about, refused.ref) == ("too-many", "create", 3)
        assert refused.text == "Too many tables were made just now. Try again in 10 s."
        assert 9 < refused.retry_after_s <= 10
        ann.send(m.Browse(on=True))
        assert (await ann.next(m.Lobby)).rooms == 2


async def test_whoever_comes_as_another_player_each_time_makes_no_more_tables_from_one_address():
    async with hosting(limits=Limits(address_rooms_burst=3)) as hosted:
        made = []
        for number in range(5):
            player = await sign_in(hosted.wires, f"p{number}")
            player.send(table_for_two())
            made.append(await player.read())
            player.socket.cut()
        assert [type(answer) for answer in made] == [m.Entered] * 3 + [m.Refused] * 2


async def test_who_is_at_so_many_games_already_makes_no_other():
    async with hosting(limits=Limits()) as hosted:
        ann = await sign_in(hosted.wires)
        for ref in range(4):
            await ann.ask(table_for_two(ref))
        ann.send(table_for_two(5))
        refused = await ann.next(m.Refused)
        assert (refused.code, refused.retry_after_s) == ("too-many", None)
        assert refused.text == "You have 4 games to play already. Finish or leave one first."


async def test_a_room_is_watched_by_so_many_and_its_players_always_come_in():
    async with hosting(limits=Limits(spectators=2)) as hosted:
        ann, ben, table, _ = await pair(hosted.wires)
        watchers = [await sign_in(hosted.wires, f"w{number}") for number in range(3)]
        for watcher in watchers[:2]:
            await watcher.ask(m.Watch(ref=1, room=table.room))
        watchers[2].send(m.Watch(ref=7, room=table.room))
        refused = await watchers[2].next(m.Refused)
        assert (refused.code, refused.about, refused.ref, refused.room) == ("too-many", "watch", 7, table.room)
        assert (await ann.ask(m.Watch(ref=2, room=table.room))).seat == 0
        assert (await watchers[0].ask(m.Watch(ref=3, room=table.room))).seat is None
        await ben.next(m.Presence, lambda seen: seen.watchers == 2)
        watchers[1].socket.cut()
        await ben.next(m.Presence, lambda seen: seen.watchers == 1)
        await watchers[2].ask(m.Watch(ref=8, room=table.room))


# Tokens.


async def test_every_welcome_has_another_token_and_the_old_one_is_good_until_that_is_shown(hosted):
    ann = await sign_in(hosted.wires)
    crashed = await sign_in(hosted.wires, "ann", ann.welcome.token)
    again = await sign_in(hosted.wires, "ann", ann.welcome.token)
    assert len({player.welcome.token for player in (ann, crashed, again)}) == 3
    last = await sign_in(hosted.wires, "ann", again.welcome.token)
    for void in (ann, crashed):
        thief = Player(await hosted.wires.open())
        thief.send(m.Hello(name="ann", token=void.welcome.token, client="test", deals=False, bot=False))
        gone = await thief.gone()
        assert (gone.code, gone.reason) == (
            CloseCode.VOID,
            "This token is void: a newer one was used since, or its player signed out everywhere.",
        )
    last.send(m.Rename(name="anna"))
    assert await last.next(m.Named) == m.Named(name="anna")


async def test_who_shows_a_void_token_does_not_put_its_player_out(hosted):
    ann = await sign_in(hosted.wires)
    here = await sign_in(hosted.wires, "ann", (await sign_in(hosted.wires, "ann", ann.welcome.token)).welcome.token)
    thief = Player(await hosted.wires.open())
    thief.send(m.Hello(name="ann", token=ann.welcome.token, client="test", deals=False, bot=False))
    await thief.gone()
    assert await here.ask(table_for_two())
    assert hosted.server.reception.online == 1


async def test_signing_out_everywhere_leaves_this_connection_and_its_new_token(hosted):
    ann = await sign_in(hosted.wires)
    table = await ann.ask(table_for_two())
    ann.send(m.SignOut())
    token = (await ann.next(m.Token)).token
    thief = Player(await hosted.wires.open())
    thief.send(m.Hello(name="ann", token=ann.welcome.token, client="test", deals=False, bot=False))
    assert (await thief.gone()).code == CloseCode.VOID
    again = await sign_in(hosted.wires, "ann", token)
    assert again.welcome.seated == (table.room,)


async def test_no_token_is_ever_logged(caplog):
    caplog.set_level(logging.DEBUG)
    async with hosting() as hosted:
        ann = await sign_in(hosted.wires)
        again = await sign_in(hosted.wires, "ann", ann.welcome.token)
        again.send(m.SignOut())
        token = (await again.next(m.Token)).token
        thief = Player(await hosted.wires.open())
        thief.send(m.Hello(name="ann", token=ann.welcome.token, client="test", deals=False, bot=False))
        await thief.gone()
    assert not any(secret in caplog.text for secret in (ann.welcome.token, again.welcome.token, token))


# Talk.


async def test_what_is_said_in_the_hall_reaches_everybody_there_cleaned(hosted):
    ann, ben = await sign_in(hosted.wires), await sign_in(hosted.wires, "ben")
    for person in (ann, ben):
        person.send(m.Browse(on=True))
        await person.next(m.Lobby)
    ann.send(m.Say(room=None, text=" hello\x1b[2J  all "))
    heard = (await ben.next(m.Heard)).line
    assert (heard.who, heard.text, heard.yours) == ("ann", "hello�[2J all", False)
    assert (await ann.next(m.Heard)).line.yours
    cleo = await sign_in(hosted.wires, "cleo")
    cleo.send(m.Browse(on=True))
    assert [line.text for line in (await cleo.next(m.Talk)).lines] == ["hello�[2J all"]


async def test_what_is_said_at_a_table_reaches_it_alone_and_who_comes_there_later(hosted):
    ann, ben, table, _ = await pair(hosted.wires)
    ann.send(m.Say(room=table.room, text="good luck"))
    assert (await ben.next(m.Heard)).room == table.room
    cleo = await sign_in(hosted.wires, "cleo")
    cleo.send(m.Say(room=table.room, text="hi"))
    assert (await cleo.next(m.Refused)).code == "not-seated"
    await cleo.ask(m.Watch(ref=1, room=table.room))
    assert [line.text for line in (await cleo.next(m.Talk)).lines] == ["good luck"]
    cleo.send(m.Say(room=table.room, text="hi"))
    assert (await ben.next(m.Heard)).line.manner == "watcher"


async def test_the_host_mutes_and_who_is_muted_is_refused(hosted):
    ann, ben, table, _ = await pair(hosted.wires)
    ben.send(m.Mute(room=table.room, name="ann", on=True))
    assert (await ben.next(m.Refused)).code == "not-host"
    ann.send(m.Mute(room=table.room, name="ben", on=True))
    assert (await ben.next(m.Heard)).line.text == "ann mutes ben."
    ben.send(m.Say(room=table.room, text="hi"))
    refused = await ben.next(m.Refused)
    assert (refused.code, refused.about, refused.room) == ("muted", "say", table.room)


@pytest.mark.parametrize("text", ["", "\u200d\n", "x" * 201, "x" * 257, "x" * 3000, "漢" * 1300, "q\u0301" * 129])
async def test_what_cannot_be_said_is_refused_in_words_and_the_connection_lives(hosted, text):
    ann = await sign_in(hosted.wires)
    for command in (m.Browse(on=True), m.Say(room=None, text=text), m.Say(room=None, text="hello")):
        ann.send(command)
    refused = await ann.next(m.Refused)
    assert (refused.code, refused.about) == ("bad-text", "say")
    assert (await ann.next(m.Heard)).line.text == "hello"


async def test_nothing_is_said_in_a_room_that_is_not_there(hosted):
    ann = await sign_in(hosted.wires)
    for command in (m.Say(room="QQQQ", text="hi"), m.Mute(room="QQQQ", name=None, on=True)):
        ann.send(command)
        assert (await ann.next(m.Refused)).code == "unknown-room"


async def test_who_talks_too_fast_is_told_when_to_go_on():
    async with hosting(limits=Limits(chat_burst=3, chat_per_s=0.5)) as hosted:
        ann = await sign_in(hosted.wires)
        for number in range(4):
            ann.send(m.Say(room=None, text=str(number)))
        refused = await ann.next(m.Refused)
        assert (refused.code, refused.about) == ("too-many", "say")
        assert refused.retry_after_s == pytest.approx(2.0, abs=0.5)
        assert [event.line.text for event in ann.heard if isinstance(event, m.Heard)] == ["0", "1", "2"]


async def test_who_signs_in_anew_may_say_and_make_no_more_for_that():
    limits = Limits(chat_burst=2, chat_per_s=0.1, rooms_burst=1, rooms_per_s=0.1)
    async with hosting(limits=limits) as hosted:
        ann = await sign_in(hosted.wires)
        await ann.ask(table_for_two())
        for text in ("one", "two"):
            ann.send(m.Say(room=None, text=text))
            await ann.next(m.Heard)
        ann.socket.cut()
        again = await sign_in(hosted.wires, "ann", ann.welcome.token)
        again.send(m.Say(room=None, text="three"))
        assert (await again.next(m.Refused)).code == "too-many"
        again.send(table_for_two(2))
        assert (await again.next(m.Refused, lambda refused: refused.about == "create")).code == "too-many"


async def test_what_somebody_has_used_up_is_forgotten_once_it_has_come_back():
    async with hosting(limits=Limits(chat_burst=1, chat_per_s=0.1)) as hosted:
        reception = hosted.server.reception
        ann = await sign_in(hosted.wires)
        ann.send(m.Say(room=None, text="one"))
        await ann.next(m.Heard)
        ann.socket.cut()
        await asyncio.wait_for(hosted.server.gateway.emptied(), 5)
        now = asyncio.get_running_loop().time()
        reception.forget(now)
        assert len(reception._allowances) == 1
        reception.forget(now + 11)
        assert reception._allowances == {}


async def test_who_asks_what_they_have_won_is_told_again_when_a_game_ends(hosted):
    ann = await sign_in(hosted.wires)
    ann.send(m.Reckon(since=0))
    assert await ann.next(m.Reckoning) == m.Reckoning(since=0, won=0, tied=0, lost=0)
    table = await ann.ask(structs.replace(table_for_two(), seats=("me", "computer:flipper")))
    ann.send(m.Play(room=table.room, number=1, ply=0, move="flip"))
    ann.send(m.Resign(room=table.room))
    assert await ann.next(m.Reckoning) == m.Reckoning(since=0, won=0, tied=0, lost=1)


async def test_a_program_is_named_as_one_to_who_looks_into_the_lobby(hosted):
    ann = await sign_in(hosted.wires)
    robot = Player(await hosted.wires.open())
    robot.send(structs.replace(HELLO, name="robot", bot=True))
    await robot.next(m.Welcome)
    ann.send(m.Browse(on=True))
    told = await ann.next(m.Lobby)
    assert (told.people, told.bots) == (("ann", "robot"), ("robot",))
