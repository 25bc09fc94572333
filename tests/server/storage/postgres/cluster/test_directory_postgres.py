"""Which room is whose, on a real PostgreSQL: a code is one room's, and a room one node's."""

from __future__ import annotations

import asyncio
from collections import Counter

import pytest

from server.cluster.rooms.directory import SPEAKS, Whereabouts
from server.players.sessions.elsewhere import CodeTakenError
from server.room.journal import StorageUnavailableError
from server.storage.postgres.cluster import opening
from server.storage.postgres.cluster.opening import SCHEMA
from server.storage.postgres.database import PostgresDatabase
from server.storage.postgres.journal import PostgresJournal
from tests.server.storage.postgres.cluster.conftest import Join


async def test_a_room_is_its_makers_and_found_by_every_node(join: Join) -> None:
    first, second = await join(), await join()
    name = await first.open("ABCD", 7)
    assert await second.directory.find(["ABCD", "NONE", "A\0B"]) == {"ABCD": Whereabouts(name, first.number)}
    assert await second.journal.read(name) == [f"first of {name}".encode()]
    await first.journal.append(name, 2, b"more")


async def test_a_code_is_one_open_rooms_whoever_asks_first(join: Join) -> None:
    first, second = await join(), await join()
    results = await asyncio.gather(first.open("ABCD"), second.open("ABCD"), return_exceptions=True)
    assert Counter(map(type, results)) == {str: 1, CodeTakenError: 1}
    assert len(await first.journal.open_rooms()) == 1
    (winner,) = [each for each in results if isinstance(each, str)]
    await first.journal.close(winner)
    assert await first.directory.find(["ABCD"]) == {}
    await second.directory.open("ABCD-new", "ABCD", b"again", ())


async def test_who_sits_where_is_known_on_every_node_longest_first(join: Join) -> None:
    first, second = await join(), await join()
    name = await first.open("ABCD", 7, 8)
    await second.open("EFGH", 7)
    assert await second.directory.seats_of(7) == ("ABCD", "EFGH")
    await first.directory.seat({name: {8, 9}, "closed": {9}})
    assert [await second.directory.seats_of(player) for player in (7, 8, 9)] == [("EFGH",), ("ABCD",), ("ABCD",)]
    await first.journal.close(name)
    assert await second.directory.seats_of(8) == ()


async def test_a_room_with_an_owner_cannot_be_claimed(join: Join) -> None:
    first, second = await join(), await join()
    name = await first.open("ABCD")
    assert await second.directory.claim([name]) == []
    assert await second.directory.claim_due(1e9, 10) == []


async def test_what_a_node_releases_another_claims_with_all_that_was_stored(join: Join) -> None:
    first, second = await join(), await join()
    name = await first.open("ABCD")
    await first.journal.append(name, 2, b"two", in_summary=True)
    await first.journal.append(name, 3, b"three")
    await first.directory.release([name])
    summary = [f"first of {name}".encode(), b"two", b"three"]
    assert await second.directory.claim([name]) == [(name, summary, (None, summary))]
    await second.journal.append(name, 4, b"four")
    await second.journal.keep(name, 3, b"snapshot")
    await second.directory.release([name])
    (claimed,) = await first.directory.claim([name])
    assert claimed.recalled == await second.journal.recall(name) == (b"snapshot", [summary[0], b"four"])
    await first.journal.append(name, 5, b"five")  # what it knew of the room before is out of date


async def test_nobody_releases_a_room_of_anothers(join: Join) -> None:
    first, second = await join(), await join()
    name = await first.open("ABCD")
    await second.directory.release([name])
    assert await second.directory.find(["ABCD"]) == {"ABCD": Whereabouts(name, first.number)}


async def test_rooms_are_claimed_when_they_are_due_the_most_urgent_first(join: Join) -> None:
    node = await join()
    names = [await node.open(code) for code in ("LATE", "SOON", "DEAD", "NOWW")]
    for name, due in zip(names, (100.0, 10.0, 1e9, 0.0), strict=True):
        await node.directory.release([name], due)
    claimed = [room for _ in range(4) for room, *_ in await node.directory.claim_due(100.0, 1)]
    assert claimed == [names[3], names[1], names[0]]


async def test_claims_never_double(join: Join) -> None:
    nodes = [await join() for _ in range(3)]
    names = {await nodes[0].open(f"R{number:03}") for number in range(90)}
    await nodes[0].directory.release(names)
    claimed = Counter[str]()

    async def claim_all(node):
        while found := await node.directory.claim_due(0.0, 7):
            claimed.update(room for room, *_ in found)

    await asyncio.gather(*map(claim_all, nodes))
    # Whoever found the others' rooms locked has stopped early; nothing is left behind by all of them.
    await claim_all(nodes[0])
    assert claimed == dict.fromkeys(names, 1)


async def test_the_rooms_of_a_node_that_was_evicted_are_anybodys_at_once(join: Join) -> None:
    first, second, third = await join(), await join(), await join()
    names = {await first.open(f"R{number:03}", number) for number in range(20)}
    mine = await second.open("MINE")
    assert await second.membership.evict(await second.see(first))
    found = await asyncio.gather(*(node.directory.claim_due(0.0, 20) for node in (second, third)))
    claimed = [room for rooms in found for room, *_ in rooms]
    assert sorted(claimed) == sorted(names)
    assert mine not in claimed
    assert await third.directory.seats_of(3) == ("R003",)
    with pytest.raises(StorageUnavailableError):
        await first.directory.release(names)


async def test_a_zombie_claims_nothing(join: Join) -> None:
    watcher, zombie = await join(), await join()
    name = await watcher.open("ABCD")
    await watcher.directory.release([name])
    assert await watcher.membership.evict(await watcher.see(zombie))
    with pytest.raises(StorageUnavailableError):
        await zombie.directory.claim([name])
    assert (await watcher.directory.find(["ABCD"]))["ABCD"].node is None


async def test_what_a_server_that_was_alone_has_opened_is_there_to_claim(join: Join, postgres_url: str) -> None:
    alone = PostgresDatabase(postgres_url, SCHEMA)
    journal = PostgresJournal(alone)
    for name in ("ABCD-1", "EFGH-2", "IJKL-3", "EFGH-4"):
        await journal.append(name, 1, name.encode())
    await journal.close("IJKL-3")
    await alone.aclose()
    node = await join()
    claimed = await node.directory.claim_due(0.0, 10)
    assert {room for room, *_ in claimed} == {"ABCD-1", "EFGH-2", "EFGH-4"}
    assert (await node.directory.find(["EFGH"]))["EFGH"].room == "EFGH-4"


async def test_a_node_claims_no_room_that_a_newer_release_has_had(join: Join, monkeypatch: pytest.MonkeyPatch) -> None:
    newer = await join()
    monkeypatch.setattr(opening, "SPEAKS", SPEAKS - 1)
    older = await join()
    assert [(await newer.see(older)).speaks, (await older.see(newer)).speaks] == [SPEAKS - 1, SPEAKS]
    names = [await newer.open("ABCD"), await older.open("EFGH")]
    await newer.directory.release(names[:1])
    assert [(await node.membership.beat(0.0)).has_due for node in (older, newer)] == [False, True]
    assert await older.directory.claim(names[:1]) == []
    assert await older.directory.claim_due(1.0, 10) == []
    await older.directory.release(names[1:])
    assert sorted(room for room, *_ in await newer.directory.claim_due(1.0, 10)) == names
    await newer.directory.release(names)
    assert await older.directory.claim_due(1.0, 10) == []
