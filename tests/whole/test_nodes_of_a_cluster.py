"""Real server processes as nodes of one cluster: one is killed, stopped or told to end, and games go on at another."""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from protocol import messages as m
from tests.support.patience import PATIENCE_S
from tests.support.postgres.server import PostgresServer
from tests.support.processes.players import ConnectionGoneError, Player, over, sign_in, table_for_two
from tests.support.processes.running import RunningServer, start_server
from tests.support.processes.wire import Wires

pytestmark = pytest.mark.slow


@pytest.fixture
def nodes(postgres_url: str, tmp_path: Path) -> Iterator[list[RunningServer]]:
    """Two nodes, of which tests end the first."""
    with ExitStack() as stack:
        folders = [tmp_path / name for name in ("first", "second")]
        for folder in folders:
            folder.mkdir()
        yield [stack.enter_context(start_server(folder, "--store", postgres_url, "--cluster")) for folder in folders]


class Meeting:
    """Ann at the first node and ben at the second, with a game before them that is the first's."""

    def __init__(self, nodes: list[RunningServer]) -> None:
        self.first, self.second = (Wires(node.url) for node in nodes)

    async def begin(self) -> tuple[Player, Player, m.Table, m.Table]:
        ann, ben = await sign_in(self.first, "ann"), await sign_in(self.second, "ben")
        room = (await ann.ask(table_for_two())).room
        bens = await ben.ask(m.Join(ref=2, room=room, games=None))
        return ann, ben, await ann.next(m.Table, lambda table: table.phase == "playing"), bens

    async def go_on(self, ann: Player, ben: Player, seen: m.Table) -> None:
        """Ann comes to the second node, and they play to the end from nothing earlier than what was seen."""
        back = await sign_in(self.second, token=ann.welcome.token)
        assert back.welcome.seated == (seen.room,)
        anns = await asyncio.wait_for(back.next(m.Table), PATIENCE_S)
        assert anns.seq >= seen.seq
        ben.send(m.Watch(ref=3, room=seen.room))
        bens = await ben.next(m.Table, lambda table: table.seq >= anns.seq)
        ended = await asyncio.gather(back.play_on(anns, over), ben.play_on(bens, over))
        assert [table.phase for table in ended] == ["over", "over"]

    async def aclose(self) -> None:
        await self.first.aclose()
        await self.second.aclose()


@pytest.mark.parametrize("end", ["kill", "terminate"])
async def test_a_game_goes_on_at_another_node(nodes: list[RunningServer], end: str) -> None:
    meeting = Meeting(nodes)
    ann, ben, anns, _ = await meeting.begin()
    getattr(nodes[0], end)()
    await ann.gone()
    await meeting.go_on(ann, ben, anns)
    await meeting.aclose()


async def sign_in_at_last(wires: Wires, name: str) -> Player:
    """Sign in at a node once it can store something again."""
    async with asyncio.timeout(PATIENCE_S):
        while True:
            try:
                return await sign_in(wires, name)
            except ConnectionGoneError:
                await asyncio.sleep(0.05)


async def test_a_node_that_wakes_up_after_its_tables_are_anothers_changes_nothing(
    nodes: list[RunningServer],
) -> None:
    meeting = Meeting(nodes)
    ann, _, anns, _ = await meeting.begin()
    zombie = nodes[0].process
    zombie.send_signal(signal.SIGSTOP)
    ann.send(m.Play(room=anns.room, number=anns.number, ply=anns.ply, move="flip"))  # it waits in the socket
    back = await sign_in(meeting.second, "ann", ann.welcome.token)  # as the first node does not say that she has gone
    await asyncio.wait_for(back.next(m.Table), PATIENCE_S)
    zombie.send_signal(signal.SIGCONT)
    heard = len(ann.heard)
    await ann.gone()
    assert not [event for event in ann.heard[heard:] if isinstance(event, m.Table)]  # nobody stored her move
    cleo = await sign_in_at_last(meeting.first, "cleo")  # at the node that it has become
    assert (await cleo.ask(m.Watch(ref=3, room=anns.room))).ply == anns.ply
    assert (await back.ask(m.Watch(ref=3, room=anns.room))).ply == anns.ply
    await meeting.aclose()


@pytest.mark.thorough
def test_a_node_stops_while_postgresql_stands_still(own_postgres: PostgresServer, tmp_path: Path) -> None:
    with start_server(tmp_path, "--store", own_postgres.url, "--cluster") as node:
        processes = own_postgres.processes()
        for process in processes:
            os.kill(process, signal.SIGSTOP)
        assert node.terminate() == 1  # it could not say that it leaves
        for process in processes:
            os.kill(process, signal.SIGCONT)
