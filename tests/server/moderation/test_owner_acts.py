"""What the owner of a server has it do, over its own socket, and what its players see of that."""

from __future__ import annotations

import asyncio
import logging
import re

import pytest

from protocol import messages as m
from protocol.errors import CloseCode
from server.moderation import requests
from server.moderation.requests import Done, Impose, Lift, NotDone
from server.tools.admin import ask
from tests.support.processes.hosting import hosting
from tests.support.processes.players import Player, pair, sign_in, sign_in_all, table_for_two

pytestmark = pytest.mark.slow

DAY_S = 86_400
UNTIL = r"until \d{4}-\d\d-\d\d \d\d:\d\d UTC"


def ban(target: str, seconds: int | None = DAY_S, why: str = "") -> Impose:
    return Impose("ban", target, seconds, why)


async def comes_back(hosted, player: Player, **options) -> Player:
    """Somebody who shows their token, whatever becomes of that."""
    again = Player(await hosted.wires.open(**options))
    again.send(m.Hello(name="x", token=player.welcome.token, client="test", deals=False, bot=False))
    return again


# Who is there.


async def test_the_owner_sees_who_is_connected_from_where_and_at_which_tables(hosted, owner):
    _, _, table, _ = await pair(hosted.wires)
    cleo = await sign_in(hosted.wires, "cleo", source="127.0.0.9")
    cleo.send(m.Watch(ref=1, room=table.room))
    await cleo.next(m.Entered)
    rows = {row.name: row for row in (await owner(requests.ListPlayers())).rows}
    assert {name: (row.address, row.tables, row.watching, row.bot) for name, row in rows.items()} == {
        "ann": ("127.0.0.1", (table.room,), (), False),
        "ben": ("127.0.0.1", (table.room,), (), False),
        "cleo": ("127.0.0.9", (), (table.room,), False),
    }
    now = hosted.server.moderation.now()
    assert all(now - 60 < row.since <= now for row in rows.values())
    assert len({row.account for row in rows.values()}) == 3


async def test_an_announcement_reaches_everybody_cleaned(hosted, owner):
    players = await sign_in_all(hosted.wires, "ann", "ben")
    assert await owner(requests.Announce("We\x1b[2J stop at noon.")) == Done("Sent to 2 players.")
    for player in players:
        assert (await player.next(m.Notice)).text == "We�[2J stop at noon."
    assert "is empty" in (await owner(requests.Announce(" "))).text
    assert "at most 200 characters" in (await owner(requests.Announce("x" * 201))).text


# Bans.


async def test_a_banned_player_is_sent_off_with_the_reason_and_does_not_come_back(hosted, owner):
    ann, ben = await sign_in_all(hosted.wires, "ann", "ben")
    done = await owner(ban("ANN", why="spam"))
    assert re.fullmatch(rf"ann \(#1\) is banned {UNTIL}; closed 1 connection\.", done.text)
    for player in (ann, await comes_back(hosted, ann), await comes_back(hosted, ann, source="127.0.0.9")):
        gone = await player.gone()
        assert gone.code == CloseCode.BANNED
        assert re.fullmatch(rf"You are banned {UNTIL}: spam\.", gone.reason)
    await ben.ask(table_for_two())
    assert (await sign_in(hosted.wires, "cleo")).welcome.name == "cleo"


async def test_who_was_turned_away_comes_back_as_themselves_once_the_ban_is_lifted(hosted, owner):
    ann = await sign_in(hosted.wires)
    await owner(ban("#1", seconds=None))
    assert (await ann.gone()).reason == "You are banned."
    assert (await (await comes_back(hosted, ann)).gone()).code == CloseCode.BANNED
    assert await owner(Lift("ann")) == Done("Lifted the ban on ann (#1).")
    assert (await sign_in(hosted.wires, "x", ann.welcome.token)).welcome.name == "ann"
    assert hosted.server.moderation.turned_away == 1


async def test_a_ban_ends_by_itself(hosted, owner):
    ann = await sign_in(hosted.wires)
    await owner(ban("ann", seconds=60))
    await ann.gone()
    moderation = hosted.server.moderation
    (made,), clock = moderation.sanctions(), moderation.now
    moderation.now = lambda: made.until - 1
    assert (await (await comes_back(hosted, ann)).gone()).code == CloseCode.BANNED
    moderation.now = lambda: made.until
    assert (await sign_in(hosted.wires, "x", ann.welcome.token)).welcome.name == "ann"
    assert (await owner(requests.ListSanctions())).rows == ()
    moderation.now = clock


async def test_a_banned_network_is_sent_off_and_let_in_no_more_whoever_it_is(hosted, owner):
    near, far = await sign_in(hosted.wires, "ann", source="127.0.9.1"), await sign_in(hosted.wires, "ben")
    done = await owner(ban("127.0.9.0/24"))
    assert re.fullmatch(rf"127\.0\.9\.0/24 is banned {UNTIL}; closed 1 connection\.", done.text)
    assert (await near.gone()).code == CloseCode.BANNED
    turned_away = await (await hosted.wires.reach(source="127.0.9.77")).turned_away()
    assert turned_away.code == CloseCode.BANNED
    assert re.fullmatch(rf"Your network is banned {UNTIL}\.", turned_away.reason)
    await far.ask(table_for_two())
    await owner(Lift("127.0.9.0/24"))
    assert (await sign_in(hosted.wires, "cleo", source="127.0.9.77")).welcome.name == "cleo"


async def test_behind_a_proxy_the_forwarded_address_counts(tmp_path):
    async with hosting(store="sqlite", data=tmp_path, proxies=("127.0.0.1",)) as hosted:
        await asyncio.to_thread(ask, tmp_path, ban("198.51.100.7"))
        banned, other = await hosted.wires.reach(), await hosted.wires.reach()
        assert (await banned.turned_away(**{"X-Forwarded-For": "198.51.100.7"})).code == CloseCode.BANNED
        assert (await other.upgrade(**{"X-Forwarded-For": "198.51.100.8"})).status == 101


async def test_the_game_of_a_banned_player_goes_on_as_if_they_had_lost_the_connection(hosted, owner):
    ann, ben, table, _ = await pair(hosted.wires)
    await owner(ban("ann"))
    await ann.gone()
    seen = await ben.next(m.Table, lambda table: table.away != ())
    assert (seen.phase, [each.seat for each in seen.away]) == ("playing", [table.seat])


async def test_of_many_acts_at_once_each_is_done(hosted, owner):
    networks = [f"10.0.{number}.0/24" for number in range(24)]
    done = await asyncio.gather(*(owner(ban(network)) for network in networks))
    assert all(isinstance(each, Done) for each in done)
    assert {each.target for each in (await owner(requests.ListSanctions())).rows} == set(networks)
    assert {each.target for each in await hosted.server.moderation.store.sanctions()} == set(networks)
    await asyncio.gather(*(owner(Lift(network)) for network in networks))
    assert (await owner(requests.ListSanctions())).rows == ()


# Silence.


async def test_a_silenced_player_talks_nowhere_and_is_told_until_when(hosted, owner):
    ann, ben, table, _ = await pair(hosted.wires)
    await owner(Impose("silence", "ann", 7200, "rude"))
    for room in (None, table.room):
        refused = await ann.refused(m.Say(room=room, text="hello"))
        assert refused.code == "muted"
        assert re.fullmatch(rf"You can't chat on this server {UNTIL}: rude\.", refused.text)
    ben.send(m.Say(room=table.room, text="hello"))
    assert (await ann.next(m.Heard)).line.who == "ben"
    assert await owner(Lift("#1")) == Done("Lifted the silence on ann (#1).")
    ann.send(m.Say(room=table.room, text="hello"))
    assert (await ben.next(m.Heard, lambda heard: heard.line.who == "ann")).line.text == "hello"


# Tables.


async def test_a_table_is_ended_with_a_sentence_and_is_nobodys_loss(hosted, owner):
    ann, ben, table, _ = await pair(hosted.wires)
    ann.send(m.Play(room=table.room, number=1, ply=0, move="flip"))
    await ben.next(m.Table, lambda seen: seen.view["flipped"] == [True, False])
    done = await owner(requests.EndTableRequest(table.room, "It is stuck."))
    assert done == Done(f"Closing table {table.room}; its game doesn't count for anybody.")
    for player in (ann, ben):
        told = f"The server's owner closed table {table.room}: It is stuck."
        assert (await player.next(m.Left)).reason == told
        player.send(m.GetStats(ref=1, game="war", deal=None))
        assert (await player.next(m.Stats)).played == 0
    assert await owner(requests.EndTableRequest("NONE", "")) == NotDone("There's no table NONE.")


# What cannot be done.


@pytest.mark.parametrize(
    ("request_", "why"),
    [
        (ban("nobody"), "nobody is neither a player nor an address."),
        (ban("#99"), "#99 is neither a player nor an address."),
        (ban("no\x1b[2J"), r"no\x1b[2J is neither a player nor an address."),
        (ban("10.0.0.0/7"), "10.0.0.0/7 is too wide: the widest a ban can take is /8."),
        (ban("ann", why="x" * 65), "A reason can have at most 63 bytes; this one has 65."),
        (Impose("silence", "10.0.0.1", 60, ""), "Only players can be silenced; to keep a network out, ban it."),
        (Lift("ann"), "There's no ban or silence on #1; 'bans' lists them all."),
        (Lift("10.0.0.1"), "There's no ban or silence on 10.0.0.1/32; 'bans' lists them all."),
        (requests.ClearReports(3), "There's no report 3."),
    ],
)
async def test_what_cannot_be_done_is_said_and_changes_nothing(hosted, owner, request_, why):
    await sign_in(hosted.wires)
    assert await owner(request_) == NotDone(why)
    assert (await owner(requests.ListSanctions())).rows == ()


# The log.


async def test_each_act_stands_in_the_log_once_without_a_name(hosted, owner, caplog):
    caplog.set_level(logging.INFO, logger="parlour.owner")
    await sign_in(hosted.wires)
    table = await (await sign_in(hosted.wires, "ben")).ask(table_for_two())
    await owner(ban("192.0.2.0/24", seconds=None))
    await owner(Impose("silence", "ann", 3600, "rude"))
    await owner(Lift("ann"))
    await owner(requests.Announce("hello"))
    await owner(requests.EndTableRequest(table.room, "why not"))
    await owner(requests.ClearReports(None))
    await owner(requests.ListPlayers())
    await owner(Lift("ann"))
    lines = [record.getMessage() for record in caplog.records if "owner-act" in record.getMessage()]
    assert [re.sub(r"\d{4}-\d\d-\d\dT\d\d:\d\dZ", "THEN", line) for line in lines] == [
        "event=owner-act actor=owner act=ban target=192.0.2.0/24 until=-",
        "event=owner-act actor=owner act=silence target=#1 until=THEN",
        "event=owner-act actor=owner act=lift target=#1 until=-",
        "event=owner-act actor=owner act=announce target=everybody until=-",
        f"event=owner-act actor=owner act=close target={table.room} until=-",
        "event=owner-act actor=owner act=clear-reports target=all until=-",
    ]
