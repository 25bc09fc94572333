"""Rooms that a node hands over to others, such as before it stops: nothing is refused, and no clock loses anything."""

from __future__ import annotations

import asyncio

import pytest
from msgspec.structs import replace

from protocol import messages as m
from protocol.errors import CloseCode
from server.cluster import node
from server.cluster.messages import HandedOver
from server.cluster.rooms.directory import SPEAKS
from server.storage.postgres.cluster import opening
from tests.support.patience import PATIENCE_S
from tests.support.processes.cluster import Run, Start, is_there, meet, until
from tests.support.processes.hosting import Hosted
from tests.support.processes.players import Player, over, sign_in, table_for_two
from tests.support.processes.wire import Wires

pytestmark = pytest.mark.slow


def refusals(player: Player) -> list[str]:
    return [event.code for event in player.heard if isinstance(event, m.Refused)]


async def test_moves_made_while_a_node_drains_are_made_at_another_and_none_is_refused(start: Start) -> None:
    first, second = await start(), await start()
    ann, ben, anns, bens = await meet(first, second)
    playing = asyncio.gather(ann.play_on(anns, over), ben.play_on(bens, over))
    await until(lambda: first.server.services.moves > 4)
    await first.server.node.drain()
    assert len(first.server.host) == 0
    ended = await asyncio.wait_for(playing, PATIENCE_S)
    assert [table.phase for table in ended] == ["over", "over"]
    assert refusals(ann) == refusals(ben) == []
    assert anns.room in second.server.host
    assert first.server.node.rooms.locations.owner(anns.room) == second.server.node.number


async def test_a_node_that_drains_makes_its_clients_tables_at_once_and_another_has_them(start: Start) -> None:
    first, second = await start(), await start()
    ann = await sign_in(first.wires, "ann")
    await until(lambda: is_there(second, "ann"))
    draining = asyncio.create_task(first.server.node.drain())
    room = (await ann.ask(table_for_two())).room
    await draining
    await first.server.node.drain()
    await until(lambda: room in second.server.host)
    assert len(first.server.host) == 0


async def test_whoever_watches_a_table_that_is_handed_over_watches_on(start: Start) -> None:
    first, second = await start(), await start()
    ann, ben, anns, bens = await meet(first, second)
    cat, dan = await sign_in(first.wires, "cat"), await sign_in(second.wires, "dan")
    for player in (cat, dan):
        await player.ask(m.Watch(ref=1, room=anns.room))
    await first.server.node.drain()
    seen = await asyncio.gather(*(player.next(m.Table, lambda table: table.seq > anns.seq) for player in (cat, dan)))
    playing = asyncio.gather(ann.play_on(anns, over), ben.play_on(bens, over))
    ended = await asyncio.gather(*(player.next(m.Table, over) for player in (cat, dan)))
    await playing
    assert [table.seat for table in (*seen, *ended)] == [None] * 4


async def test_a_clock_loses_nothing_while_a_table_is_handed_over(
    start: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, second = await start(), await start()
    ann, ben = await sign_in(first.wires, "ann"), await sign_in(second.wires, "ben")
    await until(lambda: is_there(first, "ben") and is_there(second, "ann"))
    clock = m.TimeControl(move_s=None, total_s=600, increment_s=0)
    room = (await ann.ask(replace(table_for_two(), clock=clock))).room
    await ben.ask(m.Join(ref=2, room=room, games=None))
    before = await ann.next(m.Table, lambda table: table.phase == "playing")
    sent: list[HandedOver] = []
    monkeypatch.setattr(first.server.node.rooms.handover, "_send", lambda _, message: sent.append(message))
    for hosted in (first, second):
        hosted.server.node.rooms.handover.is_draining = True  # nobody claims it by chance
    await first.server.node.rooms.handover.hand_over(room, second.server.storage.cluster.number)
    await asyncio.sleep(0.5)
    second.server.node.rooms.handover.is_draining = False
    await second.server.node.rooms.handover.take(sent[0])
    after = await asyncio.wait_for(ann.next(m.Table, lambda table: table.seq > before.seq), PATIENCE_S)
    assert before.totals[0] - after.totals[0] < 0.5


async def test_whose_node_stops_loses_no_time_until_they_are_back(start: Start, run: Run) -> None:
    staying = await start()
    async with run() as stopping:
        wires = Wires(stopping.url)
        ann, ben = await sign_in(staying.wires, "ann"), await sign_in(wires, "ben")
        await until(lambda: is_there(staying, "ben"))
        clock = m.TimeControl(move_s=None, total_s=600, increment_s=0)
        room = (await ann.ask(replace(table_for_two(), clock=clock))).room
        await ben.ask(m.Join(ref=2, room=room, games=None))
    runner = staying.server.host._runners[room]
    await until(lambda: bool(runner.room.away))
    now = staying.server.services.now
    away_at = now()
    lefts = [watch.left_at(away_at) for watch in runner.room.sitting.watches]
    await until(lambda: now() > away_at + 1.0)
    await sign_in(staying.wires, token=ben.welcome.token)
    await until(lambda: not runner.room.away)
    back_at = now()
    lost = [left - watch.left_at(back_at) for left, watch in zip(lefts, runner.room.sitting.watches, strict=True)]
    assert lost[0] - lost[1] >= 1.0
    await wires.aclose()


async def test_a_table_that_is_handed_over_is_left_for_a_moment_to_the_node_it_is_for(
    start: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, second = await start(), await start()
    room = (await (await sign_in(first.wires, "ann")).ask(table_for_two())).room
    name = first.server.host.name_of(room)
    sent: list[HandedOver] = []
    monkeypatch.setattr(first.server.node.rooms.handover, "_send", lambda _, message: sent.append(message))
    await first.server.node.rooms.handover.hand_over(room, second.server.node.number)
    directory, clock = second.server.member.links.directory, second.server.host._clock
    assert await directory.claim_due(clock.now(), 10) == []
    assert [claimed.room for claimed in await directory.claim([name])] == [name]
    assert [handed.room for handed in sent] == [name]


async def test_the_room_of_a_word_that_was_lost_is_claimed_by_whoever_is_there(
    start: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, second = await start(), await start()
    ann, ben, anns, bens = await meet(first, second)
    sent = first.server.node.rooms.handover._send
    monkeypatch.setattr(
        first.server.node.rooms.handover,
        "_send",
        lambda node, message: None if isinstance(message, HandedOver) else sent(node, message),
    )
    await first.server.node.drain()
    await until(lambda: anns.room in second.server.host)
    ended = await asyncio.gather(ann.play_on(anns, over), ben.play_on(bens, over))
    assert [table.phase for table in ended] == ["over", "over"]
    assert refusals(ann) == refusals(ben) == []


async def test_a_table_follows_its_people_to_their_node_between_games(
    start: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(node, "FOLLOW_EVERY_S", 0.05)
    first, second = await start(), await start()
    ann, ben, anns, _ = await meet(first, second)
    cat = await sign_in(first.wires, "cat")
    room = (await cat.ask(table_for_two())).room
    back = [await sign_in(second.wires, token=player.welcome.token) for player in (ann, cat)]
    await until(lambda: room in second.server.host)
    assert anns.room in first.server.host  # where a game is under way
    back[0].send(m.Resign(room=anns.room))
    await until(lambda: anns.room in second.server.host)
    await sign_in(first.wires, token=cat.welcome.token)
    assert room in second.server.host  # which it has come to just now
    assert refusals(ben) == []


async def test_tables_go_from_an_older_release_to_a_newer_one_and_not_back(
    start: Start, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(opening, "SPEAKS", SPEAKS - 1)
    older = await start()
    monkeypatch.undo()
    newer = await start()
    ann, ben, anns, bens = await meet(older, newer)
    await older.server.node.drain()
    await until(lambda: anns.room in newer.server.host)
    ended = await asyncio.gather(ann.play_on(anns, over), ben.play_on(bens, over))
    assert [table.phase for table in ended] == ["over", "over"]
    older.server.node.rooms.handover.is_draining = older.server.node.rooms.search.claims_nothing = False
    await newer.server.node.drain()
    assert anns.room in newer.server.host
    newer.server.storage.cluster.bus.send(None, b"what a later release says")
    newer.server.node.rooms.handover.is_draining = newer.server.node.rooms.search.claims_nothing = True
    await newer.server.node.rooms.handover.hand_over(anns.room, older.server.storage.cluster.number)
    refusal = await asyncio.wait_for(ann.refused(m.Rematch(room=anns.room)), PATIENCE_S)
    assert refusal.code == "unavailable"
    assert [record.message for record in caplog.records if record.exc_info] == []


async def test_a_node_that_stops_hands_over_before_it_sends_its_clients_away(run: Run) -> None:
    async with run() as second:
        wires = Wires(second.url)
        async with run() as first:
            others = Wires(first.url)
            ann, ben, anns, _ = await meet(Hosted(first, others), Hosted(second, wires))
        gone = await ann.gone()
        assert gone.code == CloseCode.STOPPING
        assert not any(isinstance(event, m.Left | m.Notice) for event in (*ann.heard, *ben.heard))
        await asyncio.wait_for(ben.next(m.Table, lambda table: table.seq > anns.seq), PATIENCE_S)
        await wires.aclose()
        await others.aclose()
