"""Connections become players: by a hello, under a name, with a token that only they have."""

from __future__ import annotations

import asyncio
import logging

import pytest
from msgspec import structs

from protocol import RELEASE
from protocol import messages as m
from protocol.codec import encode
from protocol.errors import CloseCode
from server.app.server import CHECK_EVERY_S
from server.limits.settings import ServerLimits
from server.players.sessions.pending_sign_ins import MAX_EARLY, ONE_HELLO, TOO_EARLY
from tests.support.builders.older_players import keep_players
from tests.support.fakes.held_accounts import HeldAccounts
from tests.support.golden.story import WAR
from tests.support.processes.hosting import hosting
from tests.support.processes.players import Player, sign_in, sign_in_all, table_for_two, turned_away
from tests.support.processes.wire import frame

pytestmark = pytest.mark.slow

HELLO = m.Hello(name="ann", token=None, client="test", deals=False, bot=False)


async def test_a_newcomer_is_welcomed_and_told_what_is_played_here(hosted):
    ann = await sign_in(hosted.wires)
    assert ann.welcome.name == "ann"
    assert ann.welcome.server == RELEASE
    assert ann.welcome.seated == ()
    assert WAR in ann.welcome.games
    assert hosted.server.dispatcher.online == 1


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
    assert gone.code == CloseCode.REPLACED
    assert (await again.next(m.Table)).room == table.room
    again.send(m.Leave(room=table.room))
    assert (await again.next(m.Left)).room == table.room
    assert hosted.server.dispatcher.online == 1


async def test_a_second_hello_ends_the_connection(hosted):
    ann = await sign_in(hosted.wires)
    ann.send(HELLO)
    gone = await ann.gone()
    assert (gone.code, gone.reason) == (CloseCode.MALFORMED, ONE_HELLO)


@pytest.mark.parametrize(
    "command", [m.Browse(on=True), m.Resign(room="KQFM"), table_for_two()], ids=lambda c: type(c).__name__
)
async def test_whoever_does_not_say_hello_first_is_sent_away(hosted, command):
    gone = await turned_away(hosted.wires, command)
    assert (gone.code, gone.reason) == (CloseCode.MALFORMED, "The first message must be a hello.")


async def test_a_name_that_cannot_be_is_refused_with_what_a_name_is(hosted):
    assert "1 to 16 letters" in (await turned_away(hosted.wires, structs.replace(HELLO, name="no name"))).reason


async def test_who_says_no_hello_in_time_is_sent_away_and_who_did_stays(hosted):
    ann = await sign_in(hosted.wires)
    (here,) = hosted.server.gateway.connections
    stranger = Player(await hosted.wires.open())
    (silent,) = hosted.server.gateway.connections - {here}
    now = asyncio.get_running_loop().time()
    hosted.server.dispatcher.check(silent, now)
    for connection in (here, silent):
        hosted.server.dispatcher.check(connection, now + ServerLimits().hello_s + 1)
    gone = await stranger.gone()
    assert gone.code == CloseCode.NOT_SIGNED_IN
    ann.send(m.Rename(name="anna"))
    assert await ann.next(m.Named) == m.Named(name="anna")


async def test_a_handshake_and_a_hello_are_waited_for_as_long_as_is_said_and_no_longer():
    async with hosting(limits=ServerLimits(handshake_s=0.2, hello_s=0.3)) as hosted:
        now = asyncio.get_running_loop().time
        began = now()
        await (await hosted.wires.reach()).until_ended()
        assert 0.19 <= now() - began < CHECK_EVERY_S / 2
        stranger, began = Player(await hosted.wires.open()), now()
        assert (await stranger.gone()).code == CloseCode.NOT_SIGNED_IN
        assert 0.29 <= now() - began < CHECK_EVERY_S / 2


async def test_who_is_gone_before_the_welcome_is_nobody(hosted):
    wire = await hosted.wires.open()
    wire.send(encode(HELLO))
    await wire.drain()
    wire.cut()
    await sign_in(hosted.wires, "ben")
    assert hosted.server.dispatcher.online == 1


async def test_what_follows_a_hello_at_once_is_carried_out_after_the_welcome(hosted):
    player = Player(await hosted.wires.open())
    player.socket.write(b"".join(frame(encode(command)) for command in (HELLO, table_for_two(), m.Browse(on=True))))
    lobby = await player.next(m.Lobby, lambda lobby: lobby.open != ())
    assert isinstance(player.heard[0], m.Welcome)
    assert [listed.host for listed in lobby.open] == ["ann"]


async def early(hosted, accounts, *commands):
    """A player who has sent a hello and these commands, none of which is answered yet."""
    player, welcoming = Player(await hosted.wires.open()), accounts.hold()
    for command in (HELLO, *commands):
        player.send(command)
    return player, welcoming


async def test_so_many_commands_wait_for_the_welcome_in_order_and_one_more_ends_the_connection(hosted, accounts):
    wait = [m.Join(ref=number, room="ZZZZ", games=None) for number in range(MAX_EARLY + 1)]
    patient, welcoming = await early(hosted, accounts, *wait[:-1])
    await accounts.answered.wait()
    hasty, _ = await early(hosted, accounts, *wait)
    gone = await hasty.gone()
    assert (gone.code, gone.reason, hasty.heard) == (CloseCode.MALFORMED, TOO_EARLY, [])
    welcoming.set()
    assert [(await patient.next(m.Refused)).ref for _ in wait[:-1]] == list(range(MAX_EARLY))


async def test_a_second_hello_before_the_welcome_ends_the_connection_and_nothing_is_carried_out(hosted, accounts):
    player, welcoming = await early(hosted, accounts, table_for_two(), HELLO)
    assert (await player.gone()).reason == ONE_HELLO
    welcoming.set()
    ben = await sign_in(hosted.wires, "ben")
    ben.send(m.Browse(on=True))
    assert (await ben.next(m.Lobby)).rooms == 0
    assert [type(event) for event in player.heard] == []


async def test_what_is_no_message_ends_the_connection_and_is_counted(hosted):
    ann = await sign_in(hosted.wires)
    ann.socket.send(b"\xc1")
    gone = await ann.gone()
    assert gone.code == CloseCode.MALFORMED
    assert gone.reason
    assert hosted.server.dispatcher.malformed == 1


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
    dispatcher = hosted.server.dispatcher
    held = HeldAccounts(dispatcher._accounts)
    dispatcher._accounts = dispatcher._account_commands._accounts = held
    return held


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
    ann, _ = await sign_in_all(hosted.wires, "ann", "ben")
    assert (await ann.refused(m.Rename(name=name))).code == code


async def test_a_name_given_up_is_its_owners_alone(hosted):
    ann, ben = await sign_in_all(hosted.wires, "ann", "ben")
    for name in ("annie", "ann", "annie"):
        ann.send(m.Rename(name=name))
        assert (await ann.next(m.Named)).name == name
    refusal = await ben.refused(m.Rename(name="ANN"))
    assert (refusal.code, "kept for them" in refusal.text) == ("name-taken", True)


async def test_a_player_takes_three_names_at_once_and_then_one_a_minute():
    async with hosting(limits=ServerLimits()) as hosted:
        ann = await sign_in(hosted.wires)
        for name in ("ann1", "ann2", "ann3"):
            ann.send(m.Rename(name=name))
            assert (await ann.next(m.Named)).name == name
        ann.socket.cut()
        again = await sign_in(hosted.wires, "-", ann.welcome.token)
        refusal = await again.refused(m.Rename(name="ann4"))
        assert refusal.code == "too-many"
        assert refusal.text.startswith("You have changed your name too often. Try again in ")
        assert 50 < refusal.retry_after_s <= 60


async def test_whoever_an_update_of_the_server_renamed_is_told_so_once(tmp_path):
    keep_players(tmp_path, ["modern", "rnodern"])
    async with hosting(store="sqlite", data=tmp_path) as hosted:
        mona = await sign_in(hosted.wires, "-", "rnodern")
        assert mona.welcome.name == "rnodern2"
        told = await mona.next(m.Notice)
        assert told.text.startswith("Your name is now rnodern2, because rnodern looks like another player's.")
        ben = await sign_in(hosted.wires, "-", "modern")
        assert (ben.welcome.name, await people(ben)) == ("modern", ("rnodern2", "modern"))
        assert not any(isinstance(event, m.Notice) for event in ben.heard)
    async with hosting(store="sqlite", data=tmp_path) as hosted:
        again = await sign_in(hosted.wires, "-", mona.welcome.token)
        await people(again)
        assert not any(isinstance(event, m.Notice) for event in again.heard)


async def test_a_program_is_named_as_one_to_who_looks_into_the_lobby(hosted):
    ann, robot = await sign_in(hosted.wires), Player(await hosted.wires.open())
    robot.send(structs.replace(HELLO, name="robot", bot=True))
    await robot.next(m.Welcome)
    ann.send(m.Browse(on=True))
    told = await ann.next(m.Lobby)
    assert (told.people, told.bots) == (("ann", "robot"), ("robot",))


# Tokens.


async def shown_void(wires, *tokens):
    """Have somebody show each of these tokens, none of which may be good any more."""
    for token in tokens:
        assert (await turned_away(wires, structs.replace(HELLO, token=token))).code == CloseCode.VOID


async def test_every_welcome_has_another_token_and_the_old_one_is_good_until_that_is_shown(hosted):
    first = (await sign_in(hosted.wires)).welcome.token
    crashed = (await sign_in(hosted.wires, "ann", first)).welcome.token
    again = (await sign_in(hosted.wires, "ann", first)).welcome.token
    assert len({first, crashed, again}) == 3
    last = await sign_in(hosted.wires, "ann", again)
    await shown_void(hosted.wires, first, crashed)
    # Who shows a void token does not put its player out.
    assert await last.ask(table_for_two())
    assert hosted.server.dispatcher.online == 1


async def test_signing_out_everywhere_leaves_this_connection_and_its_new_token(hosted):
    ann = await sign_in(hosted.wires)
    table = await ann.ask(table_for_two())
    ann.send(m.SignOut())
    token = (await ann.next(m.Token)).token
    await shown_void(hosted.wires, ann.welcome.token)
    assert (await sign_in(hosted.wires, "ann", token)).welcome.seated == (table.room,)


async def test_no_token_is_ever_logged(caplog):
    caplog.set_level(logging.DEBUG)
    async with hosting() as hosted:
        ann = await sign_in(hosted.wires)
        again = await sign_in(hosted.wires, "ann", ann.welcome.token)
        again.send(m.SignOut())
        token = (await again.next(m.Token)).token
        await shown_void(hosted.wires, ann.welcome.token)
    assert not any(secret in caplog.text for secret in (ann.welcome.token, again.welcome.token, token))
