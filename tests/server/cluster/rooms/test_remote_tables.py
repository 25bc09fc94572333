"""People who follow tables of other nodes: they see them go on wherever these go, and hear when they no longer may."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable

import pytest
from msgspec.structs import replace

from protocol import messages as m
from server.cluster.messages import Following
from server.cluster.rooms import remote_tables
from tests.server.cluster.test_rejoining import evict
from tests.support.patience import PATIENCE_S
from tests.support.processes.cluster import Start, cut, is_there, meet, until
from tests.support.processes.hosting import Hosted
from tests.support.processes.players import Player, over, sign_in, table_for_two

pytestmark = pytest.mark.slow


async def watch(hosted: Hosted, name: str, room: str) -> Player:
    """Somebody at a node who watches a room."""
    player = await sign_in(hosted.wires, name)
    await player.ask(m.Watch(ref=1, room=room))
    return player


def lose(hosted: Hosted, monkeypatch: pytest.MonkeyPatch) -> None:
    """Lose all frames that other nodes send to people at a node, from now on."""
    monkeypatch.setattr(hosted.server.node.rooms.frames, "hear", lambda _node, _frame: None)


async def leave_all(first: Hosted, players: Iterable[Player], room: str) -> None:
    """Have players leave a room of a node's, whose maker alone follows it then."""
    for player in players:
        player.send(m.Leave(room=room))
    await until(lambda: len(first.server.host.followers(room)) == 1)


def number_of(hosted: Hosted, name: str) -> int:
    return next(each.player for each in hosted.server.services.online.values() if each.name == name)


async def test_whoever_watches_a_table_of_a_node_that_is_killed_sees_it_go_on(start: Start) -> None:
    first, second, third = await start(), await start(), await start()
    ann, ben, anns, bens = await meet(first, second)
    watching = [await watch(second, "cat", anns.room), await watch(third, "dan", anns.room)]
    await cut(first)
    ann = await sign_in(second.wires, token=ann.welcome.token)
    anns = await ann.next(m.Table)
    async with asyncio.timeout(PATIENCE_S):
        playing = asyncio.gather(ann.play_on(anns, over), ben.play_on(bens, over))
        ended = await asyncio.gather(*(player.next(m.Table, over) for player in watching))
        await playing
    assert [table.seat for table in ended] == [None, None]


async def test_whoever_watches_a_table_of_a_node_that_is_evicted_watches_on_without_a_word(start: Start) -> None:
    first, second = await start(), await start()
    _, _, anns, _ = await meet(first, second)
    watching = [await watch(first, "cat", anns.room), await watch(second, "dan", anns.room)]
    async with asyncio.timeout(PATIENCE_S):
        await evict(first.server, second.server)
        seen = await asyncio.gather(*(each.next(m.Table, lambda table: table.seq > anns.seq) for each in watching))
        told = [await each.next(m.Presence, lambda told: told.watchers == 2) for each in watching]
    assert [table.seat for table in seen] == [None, None]
    assert {spectators for each in told for spectators in each.spectators} == {"cat", "dan"}
    assert not [event for each in watching for event in each.heard if isinstance(event, m.Left)]


async def test_who_has_left_is_told_so_again_where_word_of_it_is_lost(
    start: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, second = await start(), await start()
    _, ben, anns, _ = await meet(first, second)
    cat = await watch(second, "cat", anns.room)
    with monkeypatch.context() as patch:
        lose(second, patch)
        await leave_all(first, (ben, cat), anns.room)
    second.server.node.listener.note_missed(first.server.node.number)
    async with asyncio.timeout(PATIENCE_S):
        assert [(await player.next(m.Left)).room for player in (ben, cat)] == [anns.room] * 2


async def test_who_was_told_late_that_they_have_come_and_never_that_they_have_left_is_told_both(
    start: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, second = await start(), await start()
    _, _, anns, _ = await meet(first, second)
    cat = await sign_in(second.wires, "cat")
    number = number_of(second, "cat")
    with monkeypatch.context() as patch:
        patch.setattr(second.server.node.rooms.commands, "hear_frame", lambda _: False)
        cat.send(m.Watch(ref=1, room=anns.room))
        await until(lambda: number in first.server.host.followers(anns.room))
        cat.send(m.Leave(room=anns.room))
        await until(lambda: number not in first.server.host.followers(anns.room))
        await sign_in(first.wires, "dan")  # which is told after all that was told cat
        dan = number_of(first, "dan")
        await until(lambda: second.server.node.presence.node_of(dan) is not None)
    async with asyncio.timeout(PATIENCE_S):
        assert (await cat.next(m.Entered)).room == anns.room
        assert (await cat.next(m.Left)).room == anns.room


async def test_who_has_left_a_table_whose_node_dies_before_it_can_say_so_does_not_watch_it(
    start: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, second = await start(), await start()
    _, ben, anns, _ = await meet(first, second)
    await until(lambda: anns.room in second.server.host.seats_of(number_of(second, "ben")))
    cat = await watch(second, "cat", anns.room)
    with monkeypatch.context() as patch:
        lose(second, patch)
        await leave_all(first, (ben, cat), anns.room)
        await cut(first)
    async with asyncio.timeout(PATIENCE_S):
        assert [(await player.next(m.Left)).room for player in (ben, cat)] == [anns.room] * 2
    assert second.server.host.followers(anns.room) == []


async def test_who_watches_on_is_shown_all_again_after_a_gap(start: Start, monkeypatch: pytest.MonkeyPatch) -> None:
    first, second = await start(), await start()
    ann, _, anns, _ = await meet(first, second)
    cat = await watch(second, "cat", anns.room)
    with monkeypatch.context() as patch:
        lose(second, patch)
        await watch(first, "dan", anns.room)
        ann.send(m.Say(room=anns.room, text="hello"))
        await ann.next(m.Heard)
    second.server.node.listener.note_missed(first.server.node.number)
    async with asyncio.timeout(PATIENCE_S):
        assert await cat.next(m.Table)
        assert (await cat.next(m.Presence)).watchers == 2
        assert [line.text for line in (await cat.next(m.Talk)).lines] == ["hello"]


async def test_whoever_watches_a_table_that_closes_is_told_so_where_word_of_it_is_lost(
    start: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, second = await start(), await start()
    ann = await sign_in(first.wires, "ann")
    room = (await ann.ask(table_for_two())).room
    cat = await watch(second, "cat", room)
    with monkeypatch.context() as patch:
        lose(second, patch)
        ann.send(m.CloseTable(room=room))
        await ann.next(m.Left)
        await until(lambda: not second.server.node.has_room(room))
    async with asyncio.timeout(PATIENCE_S):
        assert (await cat.next(m.Left)).reason == f"Table {room} is closed."


async def test_who_may_not_watch_is_not_shown_a_table_by_its_new_node_either(start: Start) -> None:
    first, second = await start(), await start()
    ann = await sign_in(first.wires, "ann")
    room = (await ann.ask(replace(table_for_two(), watch="nobody"))).room
    cat = await sign_in(second.wires, "cat")
    await until(lambda: is_there(first, "cat"))
    first.server.node.rooms.tables.hear_following(
        second.server.node.number, Following(room, (number_of(second, "cat"),), may_have_left=False)
    )
    assert (await cat.next(m.Left)).reason == f"Table {room} allows no spectators."
    assert len(first.server.host.followers(room)) == 1


async def test_who_comes_to_a_seat_at_another_node_that_is_theirs_no_more_is_told_so(start: Start) -> None:
    first, second = await start(), await start()
    ann, cat = await sign_in(first.wires, "ann"), await sign_in(second.wires, "cat")
    room = (await ann.ask(table_for_two())).room
    second.server.services.seats.add(number_of(second, "cat"), room)  # as the directory said too late
    again = await sign_in(second.wires, token=cat.welcome.token)
    assert again.welcome.seated == (room,)
    async with asyncio.timeout(PATIENCE_S):
        assert (await again.next(m.Left)).reason == f"You are no longer at table {room}."
    assert len(first.server.host.followers(room)) == 1


async def test_no_more_tables_are_remembered_for_a_player_than_a_bound(
    start: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(remote_tables, "TABLES_MAX", 3)
    hosted = await start()
    await sign_in(hosted.wires, "ann")
    tables, player = hosted.server.node.rooms.tables, number_of(hosted, "ann")
    number = hosted.server.node.presence.number(player)
    for code in ("AAAA", "BBBB", "CCCC", "DDDD"):
        tables.note_shown(player, number, code, 99)
    assert list(tables._shown[player].nodes) == ["BBBB", "CCCC", "DDDD"]


async def test_who_leaves_a_table_that_has_just_come_here_is_not_shown_it_again(start: Start) -> None:
    first, second = await start(), await start()
    ann = await sign_in(first.wires, "ann")
    room = (await ann.ask(table_for_two())).room
    cat = await watch(second, "cat", room)
    tables, host, number = second.server.node.rooms.tables, second.server.host, number_of(second, "cat")
    await first.server.node.rooms.handover.hand_over(room, second.server.node.number)
    await until(lambda: number in host.followers(room))
    assert room not in tables._shown[number].nodes
    cat.send(m.Leave(room=room))
    assert (await cat.next(m.Left)).room == room
    tables.resume()
    await until(lambda: not tables._is_looking)
    assert number not in host.followers(room)
