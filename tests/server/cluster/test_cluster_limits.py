"""What a player or an address may do counts at all nodes of a cluster together, as far as that is promised."""

from __future__ import annotations

from dataclasses import replace
from http import HTTPStatus

import pytest

from bench.load.process import UNLIMITED
from protocol import messages as m
from server.limits.settings import ServerLimits, parse_limits
from tests.support.processes.cluster import Start, is_there, until
from tests.support.processes.players import sign_in, table_for_two

pytestmark = pytest.mark.slow

HERE = "127.0.0.1"


@pytest.fixture
def limits() -> ServerLimits:
    return replace(
        parse_limits(UNLIMITED),
        renames_per_s=0.001,
        renames_burst=1,
        connections_per_address=4,
        rooms_per_player=2,
        rooms_per_address=1000,
        rooms=3,
    )


async def test_a_player_has_used_up_at_a_node_what_they_did_at_the_one_before(start: Start) -> None:
    first, second = await start(), await start()
    ann = await sign_in(first.wires, "ann")
    await until(lambda: is_there(second, "ann"))
    ann.send(m.Rename(name="anna"))
    await ann.next(m.Named)
    ann.socket.cut()
    await until(lambda: not is_there(second, "ann") and not is_there(second, "anna"))
    anna = await sign_in(second.wires, token=ann.welcome.token)
    refusal = await anna.refused(m.Rename(name="ann"))
    assert refusal.code == "too-many"
    assert refusal.retry_after_s > 100


async def test_the_tables_of_all_nodes_count_for_a_player_and_in_all(start: Start) -> None:
    first, second = await start(), await start()
    ann = await sign_in(first.wires, "ann")
    rooms = [(await ann.ask(table_for_two())).room for _ in range(2)]
    await until(lambda: all(map(second.server.node.has_room, rooms)))
    ann = await sign_in(second.wires, token=ann.welcome.token)
    refusal = await ann.refused(table_for_two())
    assert refusal.text == "You already have 2 games going. Finish or leave one first."
    ben = await sign_in(second.wires, "ben")
    await ben.ask(table_for_two())
    refusal = await ben.refused(table_for_two())
    assert refusal.text == "This server already has all the tables it can take. Try again later."


async def test_the_players_at_other_nodes_count_among_the_connections_of_an_address(start: Start) -> None:
    first, second = await start(), await start()
    there = [await sign_in(first.wires, name) for name in ("ann", "ben", "cat")]
    connections = second.server.node.presence.connections
    await until(lambda: connections[HERE] == len(there))
    await sign_in(second.wires, "dan")
    assert (await (await second.wires.reach()).upgrade()).status == HTTPStatus.TOO_MANY_REQUESTS
    there[0].socket.cut()
    await until(lambda: connections[HERE] == len(there) - 1)
    await sign_in(second.wires, "eve")


async def test_people_of_one_address_are_of_one_home_at_all_nodes(start: Start) -> None:
    first, *others = [(await start()).server.dispatcher.sessions for _ in range(3)]
    key = first.household_key
    await until(lambda: all(sessions.household_key == key for sessions in others))
    assert first.household_key == key
