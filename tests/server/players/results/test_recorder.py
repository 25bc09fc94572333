"""What follows the end of a game on the disk; nothing that goes wrong with it comes back to the game."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import pytest
from msgspec import structs

from protocol import messages as m
from server.ops.tasks import Tasks
from server.players.results import recorder
from server.players.results.recorder import ResultRecorder
from server.players.results.results import GameEnd
from server.room.inputs import Resign
from tests.support.builders.rooms import ANN, after, climbing, flip, play, playing
from tests.support.fakes.held_stores import HeldJournal, HeldRecords
from tests.support.games.climb import PEAK


@pytest.fixture
def records():
    return HeldRecords()


@pytest.fixture
async def results(records):
    tasks = Tasks()
    yield ResultRecorder(records, tasks)
    await tasks.aclose()


def resigned(room, event=None):
    room = after(room, event or flip(room, ANN))
    return GameEnd("KQFM-1", room, after(room, Resign(ANN)), 5.0)


async def test_what_people_did_is_kept_and_the_game_with_it(results, records):
    assert await results.store([resigned(playing())])
    assert (await records.standing(ANN, "war")).played == 1
    assert [record.room for record in records.asked] == ["KQFM-1"] * 2
    (kept,) = await records.games(ANN, m.GetHistory(ref=1, game=None, room=None, before=None))
    assert (kept.game.room, kept.game.game, kept.game.moves) == ("KQFM-1", "war", 1)


async def test_a_disk_that_refuses_is_to_be_asked_again(results, records, caplog):
    records.refuse(1)
    assert not await results.store([resigned(playing())])
    assert "event=records-not-kept records=2" in caplog.text
    assert await results.store([resigned(playing())])
    assert (await records.standing(ANN, "war")).played == 1


async def test_what_is_given_up_at_a_stop_is_not_stored(records):
    tasks = Tasks()
    records.hold()
    stored = ResultRecorder(records, tasks).store([resigned(playing())])
    await asyncio.sleep(0)
    await tasks.aclose()
    assert not await stored


async def test_a_game_against_a_computer_that_nobody_moved_in_asks_nothing_of_the_disk(results, records, climb):
    records.refuse(1)
    room = climbing(ANN, computers=1)
    assert await results.store([GameEnd("KQFM-1", room, after(room, Resign(ANN)), 5.0)])
    assert records.asked == []


async def test_a_game_that_fails_to_tell_is_logged_and_costs_no_other_its_records(results, records, climb, caplog):
    def fails(state, seat):
        raise RuntimeError("a fault in the game")

    room = climbing(ANN, game="peak")
    bad = resigned(room, play(room, ANN, "1"))
    broken = structs.replace(bad.after, setting=replace(bad.after.setting, game=replace(PEAK, result=fails)))
    assert await results.store([bad._replace(after=broken), resigned(playing())])
    assert "event=record-not-made room=KQFM-1" in caplog.text
    assert (await records.standing(ANN, "war")).played == 1


async def test_a_room_is_closed_unless_the_disk_refuses(caplog):
    journal = HeldJournal()
    await journal.append("KQFM-1", 1, b"opened")
    journal.refuse(1)
    assert not await recorder.close_journal(journal, "KQFM-1")
    assert list(await journal.open_rooms()) == ["KQFM-1"]
    assert "event=room-not-closed room=KQFM-1" in caplog.text
    assert await recorder.close_journal(journal, "KQFM-1")
    assert list(await journal.open_rooms()) == []
