"""A node that the others have taken for dead although it lives goes on as a new one, with its sockets and sign-ins."""

from __future__ import annotations

import asyncio
import threading

import pytest

from protocol import messages as m
from server.app.server import Server
from server.cluster.links import Membership
from server.hosting.inbox import QueuedInput
from server.room.inputs import Restart
from server.room.journal import StorageUnavailableError
from tests.support.patience import PATIENCE_S
from tests.support.processes.cluster import Start, is_there, meet, until
from tests.support.processes.players import over, sign_in, table_for_two

pytestmark = pytest.mark.slow


async def evict(whom: Server, by: Server) -> None:
    """Have a node evict another that lives, and wait until that is a node again."""
    number = whom.node.number
    await evict_once(number, by.member.links.membership)
    await until(lambda: whom.node.number != number and not whom.node.is_restrained)


async def evict_once(number: int, membership: Membership) -> None:
    """Evict a node whose counter may rise just then."""
    while any(row.node == number for row in (await membership.beat(0.0)).rows):
        for row in (await membership.beat(0.0)).rows:
            if row.node == number:
                await membership.evict(row)


def numbers(server: Server) -> tuple[int, ...]:
    return server.node.heartbeat.nodes


async def test_an_evicted_node_keeps_its_people_who_play_on_at_tables_that_others_have_now(start: Start) -> None:
    first, second = await start(), await start()
    ann, ben, anns, bens = await meet(first, second)
    await asyncio.wait_for(evict(first.server, second.server), PATIENCE_S)
    await until(lambda: numbers(first.server) == numbers(second.server))
    await until(lambda: anns.room in second.server.host or anns.room in first.server.host)
    ended = await asyncio.wait_for(asyncio.gather(ann.play_on(anns, over), ben.play_on(bens, over)), PATIENCE_S)
    assert [table.phase for table in ended] == ["over", "over"]
    assert is_there(second, "ann")
    assert is_there(first, "ben")
    assert len(first.server.host) + len(second.server.host) == 1
    room = (await ann.ask(table_for_two())).room
    assert room in first.server.host


async def test_nothing_that_an_evicted_node_was_asked_to_store_is_stored_by_the_node_after_it(start: Start) -> None:
    first, second = await start(), await start()
    ann, _, anns, _ = await meet(first, second)
    server, database, journal = first.server, first.server.storage.database, first.server.storage.journal
    runner = server.host._runners[anns.room]
    membership, number = second.server.member.links.membership, server.node.number
    held = threading.Event()
    blocked = database.run(lambda _: held.wait(PATIENCE_S))
    waiting = asyncio.ensure_future(journal.append("DEAD-1", 1, b"from the dead"))
    await evict_once(number, membership)
    ann.send(m.Play(room=anns.room, number=anns.number, ply=anns.ply, move="flip"))
    await until(lambda: server.node.is_restrained)
    held.set()
    await asyncio.gather(blocked, return_exceptions=True)
    with pytest.raises(StorageUnavailableError):
        await waiting
    await until(lambda: server.node.number != number and not server.node.is_restrained)
    runner.inbox.put_back((QueuedInput(Restart()),))
    assert runner.decide(server.services.now()) is None
    assert await journal.read("DEAD-1") == []


async def test_who_came_to_another_node_meanwhile_is_not_sent_away_there(start: Start) -> None:
    first, second = await start(), await start()
    ann = await sign_in(first.wires, "ann")
    await until(lambda: is_there(second, "ann"))
    await asyncio.wait_for(evict(first.server, second.server), PATIENCE_S)
    again = await sign_in(second.wires, token=ann.welcome.token)
    await ann.gone()
    assert (await again.ask(table_for_two())).phase == "waiting"
    await until(lambda: len(first.server.dispatcher.sessions.online) == 0)


async def test_a_server_that_cannot_join_again_ends(start: Start, monkeypatch: pytest.MonkeyPatch) -> None:
    first, second = await start(), await start()

    async def fail() -> None:
        raise StorageUnavailableError("no answer")

    monkeypatch.setattr(first.server.storage.database, "begin_anew", fail)
    number, membership = first.server.node.number, second.server.member.links.membership
    await evict_once(number, membership)
    assert await asyncio.wait_for(first.server.member.is_lost.wait(), PATIENCE_S)


async def test_who_seeks_a_game_at_an_evicted_node_still_finds_somebody_at_another(start: Start) -> None:
    first, second = await start(), await start()
    ann = await sign_in(first.wires, "ann")
    quick = m.Quick(ref=5, games=("war",))
    ann.send(quick)
    await ann.next(m.Matching, lambda told: told.seeking is not None)
    await asyncio.wait_for(evict(first.server, second.server), PATIENCE_S)
    await until(lambda: numbers(first.server) == numbers(second.server))
    ben = await sign_in(second.wires, "ben")
    async with asyncio.timeout(PATIENCE_S):
        bens = await ben.ask(quick)
        assert (await ann.next(m.Entered)).room == bens.room


async def test_a_seek_that_an_evicted_node_had_offered_stands_again(
    start: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, second = await start(), await start()
    ann, ben = await sign_in(first.wires, "ann"), await sign_in(second.wires, "ben")
    quick = m.Quick(ref=5, games=("war",))
    monkeypatch.setattr(first.server.node.matches, "_hear_proposed", lambda _node, _proposed: None)
    ann.send(quick)
    await ann.next(m.Matching, lambda told: told.seeking is not None)
    await until(lambda: bool(second.server.dispatcher.sessions.matchmaker.pool.seeks))
    ben.send(quick)
    await until(lambda: bool(second.server.node.matches._proposals))
    await asyncio.wait_for(evict(second.server, first.server), PATIENCE_S)
    monkeypatch.undo()
    async with asyncio.timeout(PATIENCE_S):
        assert (await ben.next(m.Entered)).room == (await ann.next(m.Entered)).room
