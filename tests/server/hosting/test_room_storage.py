"""A room's results are stored beside what goes on there, in order and none twice, and its snapshot after them."""

from __future__ import annotations

import asyncio

import pytest

from server.hosting.room_storage import RoomResults, load_room
from server.players.results.results import GameEnd
from server.room import replay
from server.room import step as rooms
from server.room.inputs import Leave, Rematch, Resign, Sit
from server.room.match.occupants import OpenSeat
from tests.support.builders.rooms import ANN, BEN, after, flip, opened, person, playing

NAME = "KQFM-1"


@pytest.fixture
def results(here):
    return RoomResults(here.house, NAME, (), 0)


def end_of_game(number: int) -> GameEnd:
    """The end of the room's only game, as if it had been its so-manieth table."""
    room = playing()
    before = after(room, flip(room, ANN))
    return GameEnd(f"{NAME}{number}", before, after(before, Resign(ANN)), 5.0)


def add(results: RoomResults, end: GameEnd) -> None:
    results.add([end], end.before, end.after, end.at)


async def test_what_ends_while_the_disk_is_busy_is_stored_next_and_once(here, results):
    here.records.hold()
    add(results, end_of_game(1))
    results.store()
    await here.until_idle()
    add(results, end_of_game(2))
    results.store()
    await here.until_idle()
    assert ([row.room[-1] for row in here.records.asked], results.are_stored) == (["1", "1"], False)
    here.records.release()
    await here.until_idle()
    assert ([row.room[-1] for row in here.records.asked], results.are_stored) == (["1", "1", "2", "2"], True)


async def test_a_room_that_ends_waits_for_all_its_results(here, results):
    here.records.hold()
    add(results, end_of_game(1))
    results.store()
    finishing = asyncio.ensure_future(results.finish())
    add(results, end_of_game(2))
    await here.until_idle()
    assert not finishing.done()
    here.records.release()
    assert await finishing
    assert (await here.records.standing(BEN, "war")).won == 2


async def test_a_room_that_ends_waits_no_longer_once_the_disk_refuses(here, results):
    add(results, end_of_game(1))
    here.records.refuse(1)
    assert not await results.finish()
    assert not results.are_stored


async def test_a_snapshot_waits_for_the_results_from_before_it(here, results):
    here.house.keep_every = 1
    end = end_of_game(1)
    wished = after(end.after, Rematch(ANN))
    await here.journal.append(NAME, 1, b"opened")
    here.records.hold()
    results.add([end], wished, after(wished, Rematch(BEN), at=6.0), 6.0)
    results.store()
    await here.until_idle()
    assert (await here.journal.recall(NAME))[0] is None
    here.records.release()
    await here.until_idle()
    assert (await here.journal.recall(NAME))[0] is not None


async def test_a_table_where_people_come_and_go_for_long_is_loaded_from_a_snapshot(here, results, climb):
    here.house.keep_every = 2
    making = opened(person(ANN), OpenSeat(), OpenSeat(), game="climb")
    room, came, went = rooms.begin(making, 0.0).room, Sit(BEN, "ben"), Leave(BEN)
    await here.journal.append(NAME, 1, replay.pack(0.0, making))
    for seq in range(2, 100):
        event = came if not seq % 2 else went
        await here.journal.append(NAME, seq, replay.pack(float(seq), event))
        before, room = room, after(room, event, at=float(seq))
        results.add([], before, room, float(seq))
        results.store()
        await here.until_idle()
    loaded = await load_room(here.journal, NAME)
    assert loaded.room == room
    assert room.seq - loaded.snapshot_seq < 8
