"""Servers that share one PostgreSQL as nodes of a cluster: people at different nodes play as at one."""

from __future__ import annotations

import asyncio
import re
from functools import partial

import psycopg
import pytest
from msgspec.structs import replace

from client.net.identity.device_key import DeviceKey
from protocol import messages as m
from protocol.errors import CloseCode
from protocol.table_updates import with_update
from server.cluster import membership, messages
from server.cluster.messages import Arrived
from server.lobby import listing
from server.moderation import requests
from server.moderation.requests import Done, NotDone
from server.players.sessions.routing import Session
from server.room.journal import StorageUnavailableError
from server.storage.postgres.cluster.bus import PostgresBus
from server.tools.admin import ask
from tests.support.patience import PATIENCE_S
from tests.support.processes.cluster import Run, Start, cut, is_there, meet, until
from tests.support.processes.hosting import Hosted
from tests.support.processes.players import Player, over, sign_in, sign_in_by_key, table_for_two
from tests.support.processes.wire import Wires

pytestmark = pytest.mark.slow

SIDES = "FROM pg_stat_activity JOIN nodes ON application_name = name || ' side'"
"""The connections of nodes for either way of the bus, and for beats: three of each."""


async def test_people_at_two_nodes_play_a_game_to_its_end(start: Start) -> None:
    first, second = await start(), await start()
    ann, ben, anns, bens = await meet(first, second)
    ended = await asyncio.gather(ann.play_on(anns, over), ben.play_on(bens, over))
    assert [table.phase for table in ended] == ["over", "over"]
    assert ended[0].seq == ended[1].seq
    assert len(first.server.host) == 1
    assert len(second.server.host) == 0
    metrics = (await (await second.wires.reach()).get("/metrics")).body
    assert "parlour_nodes 2.0" in metrics
    assert re.search(r"^parlour_commands_relayed_total [1-9]", metrics, re.MULTILINE)
    assert re.search(r"^parlour_beat_seconds_count [1-9]", metrics, re.MULTILINE)
    assert "parlour_frames_relayed_total 0.0" not in (await (await first.wires.reach()).get("/metrics")).body


async def test_whose_client_takes_updates_gets_them_from_a_table_of_another_node(start: Start) -> None:
    first, second = await start(), await start()
    ann, ben, anns, bens = await meet(first, second)
    cleo = await sign_in_by_key(second.wires, DeviceKey.fresh(), "cleo", updates=True)
    cleos = await cleo.ask(m.Watch(ref=1, room=anns.room))
    await asyncio.gather(ann.play_on(anns, over), ben.play_on(bens, over))
    while cleos.phase == "playing":
        event = await cleo.read()
        if isinstance(event, m.TableUpdate):
            updated = with_update(cleos, event)
            assert updated is not None
            cleos = updated
        elif isinstance(event, m.Table):
            cleos = event
    assert any(isinstance(event, m.TableUpdate) for event in cleo.heard)


async def test_a_game_goes_on_at_another_node_when_its_own_is_cut(start: Start) -> None:
    first, second = await start(), await start()
    ann, ben, anns, bens = await meet(first, second)
    ann.send(m.Play(room=anns.room, number=anns.number, ply=anns.ply, move="flip"))
    ben.send(m.Play(room=bens.room, number=bens.number, ply=bens.ply, move="flip"))
    before = await ben.next(m.Table, lambda table: table.ply > bens.ply)
    await cut(first)
    await until(lambda: first.server.storage.cluster.number not in second.server.node.heartbeat.nodes)
    back = await sign_in(second.wires, token=ann.welcome.token)
    assert back.welcome.seated == (anns.room,)
    anns = await back.next(m.Table)
    assert anns.seq >= before.seq
    bens = await ben.next(m.Table, lambda table: table.seq >= anns.seq)
    ended = await asyncio.gather(back.play_on(anns, over), ben.play_on(bens, over))
    assert [table.phase for table in ended] == ["over", "over"]
    assert anns.room in second.server.host


async def test_a_move_that_a_node_did_not_take_before_it_was_cut_is_made_at_the_next(start: Start) -> None:
    first, second = await start(), await start()
    _, ben, _, bens = await meet(first, second)
    await cut(first)
    ben.send(m.Play(room=bens.room, number=bens.number, ply=bens.ply, move="flip"))
    moved = await asyncio.wait_for(ben.next(m.Table, lambda table: table.ply == bens.ply + 1), PATIENCE_S)
    assert moved.room == bens.room
    assert second.server.node.heartbeat.evicted == 1
    assert bens.room in second.server.host


async def test_a_node_that_stops_leaves_its_tables_to_the_others(run: Run) -> None:
    async with run() as second:
        wires = Wires(second.url)
        async with run() as first:
            anns_wires = Wires(first.url)
            ann, ben, anns, _ = await meet(Hosted(first, anns_wires), Hosted(second, wires))
        table = await asyncio.wait_for(ben.next(m.Table, lambda table: table.seq > anns.seq), PATIENCE_S)
        assert table.phase == "playing"
        assert (await ann.gone()).code == CloseCode.STOPPING
        await wires.aclose()
        await anns_wires.aclose()


async def test_a_player_who_comes_to_another_node_is_replaced_at_the_first(start: Start) -> None:
    first, second = await start(), await start()
    old = await sign_in(first.wires, "ann")
    new = Player(await second.wires.open())
    await until(lambda: is_there(second, "ann"))
    new.send(m.Hello(name="ann", token=old.welcome.token, client="test", deals=False, bot=False, replaces=True))
    await new.next(m.Welcome)
    assert (await old.gone()).code == CloseCode.REPLACED
    await until(lambda: len(first.server.dispatcher.sessions.online) == 0)
    assert first.server.services.online.keys() == second.server.services.online.keys()


async def test_the_lobby_shows_the_tables_and_people_of_all_nodes_and_carries_what_they_say(start: Start) -> None:
    first, second = await start(), await start()
    ann, ben = await sign_in(first.wires, "ann"), await sign_in(second.wires, "ben")
    for player in (ann, ben):
        player.send(m.Browse(on=True))
    room = (await ann.ask(table_for_two())).room
    shown = await ben.next(m.Lobby, lambda lobby: bool(lobby.open))
    assert [listing.room for listing in shown.open] == [room]
    assert set(shown.people) == {"ann", "ben"}
    ann.send(m.Say(room=None, text="hello"))
    heard = await ben.next(m.Heard)
    assert (heard.line.who, heard.line.text) == ("ann", "hello")
    third = await start()
    cat = await sign_in(third.wires, "cat")
    cat.send(m.Browse(on=True))
    seen = await cat.next(m.Lobby, lambda lobby: len(lobby.people) == 3 and bool(lobby.open))
    assert [listing.room for listing in seen.open] == [room]


async def test_of_tables_with_one_code_the_later_get_others(start: Start, monkeypatch: pytest.MonkeyPatch) -> None:
    nodes = [await start() for _ in range(3)]
    people = [await sign_in(node.wires, "someone") for node in nodes]
    monkeypatch.setattr(listing, "_codes", lambda _entropy, *, listed: iter(("AAAA", "BBBB", "CCCC")))
    tables = await asyncio.gather(*(each.ask(table_for_two()) for each in people))
    assert sorted(table.room for table in tables) == ["AAAA", "BBBB", "CCCC"]
    for node in nodes:
        await until(lambda node=node: len(node.server.publisher.entries(table.room for table in tables)) == len(nodes))
        assert len(node.server.host) == 1


async def test_a_table_that_is_nowhere_is_refused_as_by_a_server_that_is_alone(start: Start) -> None:
    first, _ = await start(), await start()
    ann = await sign_in(first.wires, "ann")
    refusal = await ann.refused(m.Join(ref=1, room="NONE", games=None))
    assert (refusal.code, refusal.text) == ("unknown-room", "There's no table NONE.")


async def test_a_node_without_its_database_takes_no_commands_then_sends_its_people_away(
    start: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    hosted = await start()
    ann = await sign_in(hosted.wires, "ann")
    monkeypatch.setattr(membership, "RESTRAIN_AFTER_S", 0.5)
    monkeypatch.setattr(membership, "GIVE_UP_AFTER_S", 1.5)
    monkeypatch.setattr(hosted.server.storage.cluster.membership, "beat", _unanswered)
    clock = hosted.server.node._clock
    await until(lambda: hosted.server.dispatcher.sessions.is_restrained)
    stands_at = clock.now()
    refusal = await ann.refused(table_for_two())
    assert (refusal.code, refusal.retry_after_s) == ("unavailable", 1.0)
    assert (await (await hosted.wires.reach()).get("/healthz")).status == 503
    assert (await ann.gone()).code == CloseCode.STOPPING
    assert clock.now() == stands_at  # a second later, which nobody's time is charged with
    monkeypatch.undo()
    await until(lambda: not hosted.server.dispatcher.sessions.is_restrained)
    await until(lambda: clock.now() > stands_at)
    assert (await (await hosted.wires.reach()).get("/healthz")).status == 200
    again = await sign_in(hosted.wires, token=ann.welcome.token)
    assert (await again.ask(table_for_two())).phase == "waiting"


async def test_no_clock_counts_that_a_node_alone_was_without_its_database(
    start: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    here, there = await start(), await start()
    ann, ben = await sign_in(here.wires, "ann"), await sign_in(here.wires, "ben")
    clock = m.TimeControl(move_s=None, total_s=600, increment_s=0)
    room = (await ann.ask(replace(table_for_two(), clock=clock))).room
    await ben.ask(m.Join(ref=2, room=room, games=None))
    runner, now = here.server.host._runners[room], here.server.services.now
    monkeypatch.setattr(membership, "RESTRAIN_AFTER_S", 0.5)
    monkeypatch.setattr(membership, "DEAD_AFTER_S", PATIENCE_S)
    beats, beat = here.server.storage.cluster.membership, here.server.storage.cluster.membership.beat
    monkeypatch.setattr(beats, "beat", _unanswered)
    await until(lambda: here.server.node.is_restrained)
    stood_at, seq = now(), runner.room.seq
    lefts = [watch.left_at(stood_at) for watch in runner.room.sitting.watches]
    await until(lambda: there.server.services.now() > stood_at + 3.0)  # of which the last beat may be older
    monkeypatch.setattr(beats, "beat", beat)
    await until(lambda: runner.room.seq >= seq + 3)  # everybody was away, and both are back
    for left, watch in zip(lefts, runner.room.sitting.watches, strict=True):
        assert left - watch.left_at(now()) < now() - stood_at - 1.0


async def test_a_new_node_is_told_the_time_before_anything_else(start: Start) -> None:
    here, there = await start(), await start()
    await until(lambda: messages.ClockRead in here.server.node.sent)
    later = there.server.services.now() + 1000.0
    there.server.node.listener.hear(here.server.node.number, messages.write(messages.ClockRead(later)))
    assert there.server.services.now() >= later


async def test_a_node_without_its_database_heeds_what_its_people_look_at_and_browse(start: Start) -> None:
    here, there = await start(), await start()
    ann = await sign_in(here.wires, "ann")
    await until(lambda: is_there(there, "ann"))
    here.server.dispatcher.sessions.is_restrained = True
    ann.send(m.Browse(on=True))
    ann.send(m.Look(room="AAAA"))
    assert (await ann.next(m.Lobby)).online == 1
    (known,) = there.server.services.online.values()
    await until(lambda: known.looks_at("AAAA") and not known.looks_at("BBBB"))


async def test_what_the_owner_has_a_node_do_is_done_at_all(start: Start) -> None:
    first, second = await start(), await start()
    ann, ben, cat = (
        await sign_in(first.wires, "ann"),
        await sign_in(second.wires, "ben"),
        await sign_in(second.wires, "cat"),
    )
    room = (await ben.ask(table_for_two())).room
    await until(lambda: is_there(first, "ben") and first.server.node.has_room(room))
    owner = partial(asyncio.to_thread, ask, first.server.config.data)
    assert await owner(requests.Announce("noon")) == Done("Sent to 1 player here, and to all at other nodes.")
    for player in (ann, ben):
        assert (await player.next(m.Notice)).text == "noon"
    assert isinstance(await owner(requests.Impose("silence", "cat", None, "")), Done)
    await until(lambda: len(second.server.moderation.sanctions()) == 1)
    cat.send(m.Say(room=None, text="hello"))
    assert (await cat.next(m.Refused)).code == "muted"
    await owner(requests.Lift("cat"))
    await until(lambda: not second.server.moderation.sanctions())
    assert isinstance(await owner(requests.EndTableRequest(room, "stuck")), Done)
    assert (await ben.next(m.Left)).reason == f"The server's owner closed table {room}: stuck"
    assert isinstance(await owner(requests.EndTableRequest("NONE", "")), NotDone)
    await owner(requests.Impose("ban", "ben", None, ""))
    assert (await ben.gone()).code == CloseCode.BANNED


async def _unanswered(_clock: float) -> None:
    raise StorageUnavailableError("no answer")


async def test_what_is_said_by_a_node_that_is_not_alive_is_not_heard(start: Start, postgres_url: str) -> None:
    hosted = await start()
    heard = asyncio.Event()
    buses = [PostgresBus(postgres_url, number, "parlour test") for number in (998, 999)]
    running = [
        asyncio.create_task(bus.run(lambda node, _: heard.set() if node == 999 else None, lambda _: None))
        for bus in buses
    ]
    for bus in buses:
        await asyncio.wait_for(bus.is_listening.wait(), PATIENCE_S)
    ghost = Arrived(1, 1e6, Session(99, "ghost"), looks=(False, None), window="")
    buses[1].send(None, messages.write(ghost))
    await asyncio.wait_for(heard.wait(), PATIENCE_S)
    ann = await sign_in(hosted.wires, "ann")
    await ann.ask(table_for_two())
    assert is_there(hosted, "ann")
    assert not is_there(hosted, "ghost")
    for task in running:
        task.cancel()
    await asyncio.gather(*running, return_exceptions=True)


async def test_nothing_more_is_heard_of_a_node_from_when_it_is_evicted(
    start: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, second, third = await start(), await start(), await start()
    number = first.server.node.number
    monkeypatch.setattr(first.server.node.heartbeat, "_step", lambda _: None)  # a zombie, which goes on
    for node in (second.server.node, third.server.node):
        monkeypatch.setattr(node.heartbeat, "_beat", partial(asyncio.sleep, 0.5))
    (row,) = [seen.row for node, seen in second.server.node.heartbeat._cluster.others.items() if node == number]
    monkeypatch.setattr(second.server.member.links.membership, "evict", _always)
    await second.server.node.heartbeat._evict(row)
    await until(
        lambda: number not in second.server.node.heartbeat.nodes and number not in third.server.node.heartbeat.nodes
    )
    ann = await sign_in(first.wires, "ann")
    await ann.ask(table_for_two())
    await sign_in(second.wires, "ben")
    await until(lambda: is_there(third, "ben"))
    assert not is_there(third, "ann")
    assert not is_there(second, "ann")


async def _always(_row: membership.NodeRow) -> bool:
    return True


async def test_a_table_that_has_closed_is_no_seat_of_anybodys_though_the_directory_still_has_it(
    start: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, second = await start(), await start()
    ann, ben, anns, _ = await meet(first, second)
    for player in (ann, ben):
        player.send(m.Leave(room=anns.room))
        await player.next(m.Left)
    await until(lambda: not second.server.node.has_room(anns.room) and anns.room not in first.server.host)

    async def find(_player: int) -> tuple[str, ...]:
        return (anns.room,)

    for hosted, player in ((first, ann), (second, ben)):
        monkeypatch.setattr(hosted.server.node.rooms.listings._directory, "seats_of", find)
        again = await sign_in(hosted.wires, token=player.welcome.token)
        assert again.welcome.seated == ()


async def test_who_comes_to_a_seat_that_is_theirs_no_more_is_told_so(start: Start) -> None:
    hosted = await start()
    ann, cat = await sign_in(hosted.wires, "ann"), await sign_in(hosted.wires, "cat")
    room = (await ann.ask(replace(table_for_two(), watch="nobody"))).room
    seats = hosted.server.services.seats
    (player,) = [each.player for each in hosted.server.services.online.values() if each.name == "cat"]
    seats.add(player, room)  # as another node said too late
    cat = await sign_in(hosted.wires, token=cat.welcome.token)
    assert (await cat.next(m.Left)).reason == f"You are no longer at table {room}."
    assert seats.of(player) == ()
    assert hosted.server.host.followers(room) != [player]


async def test_a_players_score_is_sent_after_a_game_at_another_node(start: Start) -> None:
    first, second = await start(), await start()
    ann, ben, anns, bens = await meet(first, second)
    ben.send(m.WatchScore(since=0))
    score = await ben.next(m.Score)
    assert score.won + score.tied + score.lost == 0
    await asyncio.gather(ann.play_on(anns, over), ben.play_on(bens, over))
    counted = await ben.next(m.Score, lambda score: score.won + score.tied + score.lost == 1)
    assert counted.since == 0


async def test_a_game_goes_on_though_what_nodes_tell_each_other_is_lost_again_and_again(
    start: Start, postgres_url: str
) -> None:
    first, second = await start(), await start()
    ann, ben, anns, bens = await meet(first, second)
    playing = asyncio.gather(ann.play_on(anns, over), ben.play_on(bens, over))
    with psycopg.connect(postgres_url, autocommit=True) as connection:
        for _ in range(3):
            await asyncio.sleep(0.05)  # some moves, as many as there is time for
            connection.execute(f"SELECT pg_terminate_backend(pid) {SIDES}")
        ended = await asyncio.wait_for(playing, PATIENCE_S)
        await until(lambda: connection.execute(f"SELECT count(*) {SIDES}").fetchone() == (6,))
    assert [table.phase for table in ended] == ["over", "over"]
    assert ended[0].seq == ended[1].seq
    assert first.server.node.heartbeat.evicted == second.server.node.heartbeat.evicted == 0
