"""What every journal does, the one that tests are made with among them."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from server.room import replay
from server.room.inputs import Sit
from server.room.journal import Append, ConflictError, Journal
from server.storage.memory import MemoryJournal
from server.storage.postgres import journal as journal_postgres
from server.storage.postgres.database import PostgresDatabase
from server.storage.postgres.journal import PostgresJournal
from server.storage.sqlite import journal as journal_sqlite
from server.storage.sqlite.database import SqliteDatabase
from server.storage.sqlite.journal import SqliteJournal
from tests.support.fakes.held_stores import HeldJournal


@pytest.fixture(params=["memory", "sqlite", "postgres", "held"])
async def journal(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[Journal]:
    match request.param:
        case "memory":
            made: Journal = MemoryJournal()
        case "sqlite":
            made = SqliteJournal(SqliteDatabase(tmp_path / "parlour.db", journal_sqlite.SCHEMA))
        case "postgres":
            url = request.getfixturevalue("postgres_url")
            made = PostgresJournal(PostgresDatabase(url, journal_postgres.SCHEMA))
        case _:
            made = HeldJournal()
    yield made
    await made.aclose()


async def test_entries_are_read_in_their_order_or_only_those_behind_a_number(journal):
    for seq in range(1, 6):
        await journal.append("a", seq, bytes([seq]))
    reads = [await journal.read("a", after=after) for after in (0, 3, 5)]
    assert reads == [[b"\x01", b"\x02", b"\x03", b"\x04", b"\x05"], [b"\x04", b"\x05"], []]


async def test_a_journal_is_read_piece_by_piece(journal):
    await journal.append("a", 1, b"\x01", in_summary=True)
    for seq in range(2, 8):
        await journal.append("a", seq, bytes([seq]), in_summary=seq == 4)
    pieces = [await journal.read("a", after, 3) for after in (0, 3, 6, 7)]
    assert pieces == [[b"\x01", b"\x02", b"\x03"], [b"\x04", b"\x05", b"\x06"], [b"\x07"], []]
    assert await journal.head("a") == 7


async def test_a_room_that_never_was_has_no_entries(journal):
    assert await journal.read("nowhere") == []
    assert await journal.head("nowhere") == 0
    assert list(await journal.open_rooms()) == []


@pytest.mark.parametrize("entry", [b"", b"\x00", bytes(range(256)), b"x" * 100_000], ids=len)
async def test_any_bytes_are_an_entry(journal, entry):
    await journal.append("a", 1, entry)
    assert await journal.read("a") == [entry]


async def test_rooms_do_not_mix(journal):
    await journal.append("a", 1, b"a1")
    await journal.append("A", 1, b"A1")
    await journal.append("a", 2, b"a2")
    assert await journal.read("a") == [b"a1", b"a2"]
    assert await journal.read("A") == [b"A1"]


@pytest.mark.parametrize("seq", [1, 2])
async def test_a_number_that_is_taken_is_a_conflict_and_keeps_its_entry(journal, seq):
    await journal.append("a", 1, b"first")
    await journal.append("a", 2, b"second")
    with pytest.raises(ConflictError, match=f"room a from {seq} on"):
        await journal.append("a", seq, b"another")
    assert await journal.read("a") == [b"first", b"second"]


async def test_entries_handed_in_together_are_stored_together(journal):
    await journal.append("a", 1, b"first", b"second")
    await journal.append("a", 3, b"third", b"fourth")
    assert await journal.read("a") == [b"first", b"second", b"third", b"fourth"]


@pytest.mark.parametrize("seq", [2, 3])
async def test_where_one_of_them_is_taken_none_is_stored(journal, seq):
    await journal.append("a", 1, b"first", b"second")
    await journal.append("a", 3, b"third")
    with pytest.raises(ConflictError):
        await journal.append("a", seq, b"another", b"and another")
    assert await journal.read("a") == [b"first", b"second", b"third"]


@pytest.mark.parametrize("seq", [0, 2, 4])
async def test_no_number_is_left_out(journal, seq):
    for room in ("a", "b"):
        await journal.append(room, 1, b"first", b"second")
    with pytest.raises(ConflictError):
        await journal.append("a", seq, b"another")
    with pytest.raises(ConflictError):
        await journal.append("new", seq, b"another")
    assert await journal.append_all([Append("a", seq, (b"another",)), Append("b", 3, (b"3",))]) == [False, True]
    assert await journal.read("a") == [b"first", b"second"]
    assert list(await journal.open_rooms()) == ["a", "b"]


async def test_an_append_of_no_entries_stores_nothing(journal):
    for room in ("a", "b"):
        assert await journal.append_all([Append(room, 1, ()), Append(room, 2, ())]) == [True, False]
        await journal.append(room, 1, b"opened")
        assert await journal.append_all([Append(room, 1, ()), Append(room, 2, ())]) == [False, True]
    assert await journal.open_rooms() == {room: [b"opened", b"opened"] for room in ("a", "b")}


async def test_of_two_who_run_the_same_room_one_goes_on(journal):
    await journal.append("a", 1, b"opened")
    results = await asyncio.gather(*(journal.append("a", 2, bytes([n])) for n in range(20)), return_exceptions=True)
    assert results.count(None) == 1
    assert sum(isinstance(result, ConflictError) for result in results) == 19
    assert await journal.read("a", after=1) == [bytes([results.index(None)])]


async def test_entries_of_many_rooms_are_stored_in_one_call_and_a_conflict_is_its_rooms_alone(journal):
    opened = [Append(room, 1, (room.encode(), b"sat down"), in_summary=True) for room in "abc"]
    assert await journal.append_all(opened) == [True, True, True]
    appends = [Append("a", 3, (b"3", b"4")), Append("b", 2, (b"taken", b"3")), Append("c", 3, (b"3",))]
    assert await journal.append_all([*appends, Append("a", 5, (b"5",)), Append("c", 3, (b"taken",))]) == [
        True, False, True, True, False,
    ]  # fmt: skip
    assert await journal.read("a") == [b"a", b"sat down", b"3", b"4", b"5"]
    assert await journal.read("b") == [b"b", b"sat down"]
    assert await journal.read("c") == [b"c", b"sat down", b"3"]
    assert await journal.open_rooms() == {
        room: [room.encode(), b"sat down", last] for room, last in (("a", b"5"), ("b", b"sat down"), ("c", b"3"))
    }


async def test_whoever_appends_need_not_wait_as_a_task_does(journal):
    told: list[list[bool]] = []
    stored = journal.append_all([Append("a", 1, (b"opened",))])
    stored.add_done_callback(lambda done: told.append(done.result()))
    await stored
    await asyncio.sleep(0)
    assert told == [[True]]


async def test_rooms_are_open_until_they_are_closed_in_the_order_they_were_opened(journal):
    for room in ("c", "a", "b"):
        await journal.append(room, 1, b"opened")
    assert list(await journal.open_rooms()) == ["c", "a", "b"]
    await journal.append("a", 2, b"the last")
    assert list(await journal.open_rooms()) == ["c", "a", "b"]
    await journal.close("a")
    assert list(await journal.open_rooms()) == ["c", "b"]


@pytest.mark.parametrize("room", ["a", "never opened"])
async def test_a_room_is_closed_however_often_one_says_so(journal, room):
    await journal.append("a", 1, b"opened")
    for _ in range(2):
        await journal.close(room)
    assert list(await journal.open_rooms()) == ([] if room == "a" else ["a"])


async def test_many_rooms_store_at_once_and_each_keeps_its_order(journal):
    async def life(room: str) -> None:
        for seq in range(1, 11):
            await journal.append(room, seq, f"{room} {seq}".encode())
        if room.endswith("0"):
            await journal.close(room)

    rooms = [f"room{number}" for number in range(50)]
    await asyncio.gather(*map(life, rooms))
    for room in rooms:
        assert await journal.read(room) == [f"{room} {seq}".encode() for seq in range(1, 11)]
    assert sorted(await journal.open_rooms()) == sorted(room for room in rooms if not room.endswith("0"))


@pytest.mark.parametrize(
    ("appended", "summary"),
    [
        pytest.param(
            [([b"opened"], False), ([b"a move"], False), ([b"sat down", b"moved"], True), ([b"more", b"last"], False)],
            [b"opened", b"sat down", b"moved", b"last"],
            id="its first entry, its summary and its last",
        ),
        pytest.param(
            [([b"opened", replay.pack(1.0, Sit(3, "cleo")), b"last"], False)],
            [b"opened", b"last"],
            id="nothing that depends on what is in its entries",
        ),
        pytest.param(
            [([b"opened", b"sat down"], True), ([b"last"], False)],
            [b"opened", b"sat down", b"last"],
            id="a summary that its first entry is part of",
        ),
    ],
)
async def test_an_open_room_is_told_of_by(journal, appended, summary):
    seq = 1
    for entries, in_summary in appended:
        await journal.append("a", seq, *entries, in_summary=in_summary)
        seq += len(entries)
    assert await journal.open_rooms() == {"a": summary}


async def test_a_room_with_one_entry_is_told_of_by_that(journal):
    await journal.append("a", 1, b"opened")
    assert set((await journal.open_rooms())["a"]) == {b"opened"}


async def test_what_is_kept_of_a_room_stands_for_the_entries_up_to_there(journal):
    await journal.append("a", 1, b"opened", b"2", b"3", b"4")
    assert await journal.recall("a") == (None, [b"opened", b"2", b"3", b"4"])
    await journal.keep("a", 3, b"kept")
    assert await journal.recall("a") == (b"kept", [b"opened", b"4"])
    await journal.append("a", 5, b"5", b"6")
    assert await journal.recall("a") == (b"kept", [b"opened", b"4", b"5", b"6"])
    await journal.keep("a", 6, b"later")
    assert await journal.recall("a") == (b"later", [b"opened"])
    assert await journal.read("a") == [b"opened", b"2", b"3", b"4", b"5", b"6"]


async def test_what_is_kept_of_one_room_is_nothing_of_another(journal):
    for room in ("a", "b"):
        await journal.append(room, 1, b"opened", b"2")
    await journal.keep("a", 2, b"kept")
    assert await journal.recall("b") == (None, [b"opened", b"2"])
    assert await journal.recall("nowhere") == (None, [])


async def test_nothing_stays_kept_of_a_room_that_is_closed(journal):
    await journal.append("a", 1, b"opened", b"2")
    await journal.keep("a", 2, b"kept")
    await journal.close("a")
    assert await journal.recall("a") == (None, [b"opened", b"2"])
    assert await journal.read("a") == [b"opened", b"2"]
