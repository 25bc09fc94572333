"""Rooms that are in the journal alone after a start: each is taken up when somebody asks, and all of them in time."""

from __future__ import annotations

import asyncio
import logging

import pytest
from msgspec.structs import replace

from protocol import messages as m
from server.hosting import hibernation, room_storage
from server.limits.settings import ServerLimits
from server.room import replay, snapshot
from server.room.disconnections import RETURN_S
from server.room.inputs import Back, CloseDeserted, Leave, Open, Play, Rematch, Resign, Restart, Sit
from server.room.match.occupants import OpenSeat
from server.room.step import Room
from tests.support.builders.rooms import ANN, BEN, CLEO, CODE, opened, person
from tests.support.fakes.held_stores import HeldJournal, HeldRecords
from tests.support.fakes.running_rooms import HELLO, stored, world
from tests.support.fakes.visitors import Visitor

PAIR = opened(person(ANN), person(BEN))
RESIGNED = ((0.0, PAIR), (3.0, Play(ANN, 1, 0, "flip")), (7.5, Resign(BEN)))


async def of_many(number, **changes):
    """A journal of so many rooms, in the first of which ann plays with ben, and cleo waits in the others."""
    journal = await stored((0.0, opened(person(ANN), person(BEN), code="AAAA", **changes)), name="AAAA-1")
    for code in [f"BBB{chr(65 + place)}" for place in range(number - 1)]:
        await stored((0.0, opened(person(CLEO), OpenSeat(), code=code)), name=f"{code}-1", journal=journal)
    return journal


# Before a room is taken up.


async def test_a_server_that_starts_plays_nothing_again_before_it_lets_people_in():
    async with world(await of_many(4)) as here:
        here.journal.refuse_reads(4)
        await here.host.restore()
        assert (len(here.host), len(here.host.hibernation)) == (4, 4)
        assert here.journal.refused_reads == 4
        assert here.listed == []


async def test_who_asks_is_served_before_the_rooms_that_nobody_has_asked_for():
    async with world(await of_many(20)) as here:
        await here.host.restore()
        taking_up = asyncio.ensure_future(here.host.hibernation.take_up_all())
        await asyncio.sleep(0)
        assert (await here.watcher(CLEO, "BBBS").next(m.Entered)).room == "BBBS"
        assert len(here.host.hibernation) > 10
        await taking_up
        assert len(here.host.hibernation) == 0


async def test_the_rooms_of_a_player_are_taken_up_for_them_and_tell_where_they_sit():
    left = ((0.0, opened(code="LEFT")), (1.0, Sit(BEN, "ben")), (2.0, Leave(BEN)))
    journal = await stored(*left, name="LEFT-1", journal=await of_many(5))
    async with world(journal) as here:
        await here.host.restore()
        assert here.host.seats_of(BEN) == ()
        await here.host.hibernation.take_up_for(BEN)
        assert here.host.seats_of(BEN) == ("AAAA",)
        assert here.host.seats_of(ANN) == ("AAAA", "LEFT")
        assert len(here.host.hibernation) == 4
        await here.host.hibernation.take_up_for(CLEO)
        assert len(here.host.hibernation) == 0


async def test_who_is_there_already_when_their_room_is_taken_up_sees_it():
    async with world(await of_many(2)) as here:
        await here.host.restore()
        ann = here.visitor(ANN)
        assert ann.heard == []
        await here.host.hibernation.take_up_all()
        assert (await ann.table()).seat == 0


async def test_a_room_hears_that_the_server_is_back_as_of_when_that_was():
    async with world(await of_many(2, auto_flip_s=0)) as here:
        here.clock.at = 100.0
        await here.host.restore()
        here.clock.at = 120.0
        await here.host.hibernation.take_up_for(BEN)
        ben = here.visitor(BEN)
        await ben.next(m.Table, lambda table: len(table.away) == 1)
        assert (await here.entries("AAAA"))[1:] == [(100.0, Restart()), (120.0, Back(BEN))]
        room = here.host._runners["AAAA"].room
        assert room.credit_until == 100.0 + RETURN_S


async def test_a_clock_takes_nothing_while_a_room_waits_to_be_taken_up():
    async with world(await of_many(1, auto_flip_s=20)) as here:
        await here.host.restore()
        here.clock.at += RETURN_S - 1
        await here.host.hibernation.take_up_for(ANN)
        ann = here.visitor(ANN)
        await ann.next(m.Table, lambda table: len(table.away) == 1)
        assert ann.tables[-1].time_left_s == 20.0


# While rooms are taken up.


async def test_everybody_has_their_turn_while_a_long_game_is_played_again():
    moves = [(1.0, Play((ANN, BEN)[at % 2], 1, at // 2, "flip")) for at in range(2 * room_storage.SLICE)]
    turns = 0

    async def live():
        nonlocal turns
        while True:
            turns += 1
            await asyncio.sleep(0)

    async with world(await stored((0.0, PAIR), *moves)) as here:
        await here.host.restore()
        living = asyncio.ensure_future(live())
        await here.host.hibernation.take_up_all()
        living.cancel()
        assert here.listed == [CODE]
        assert turns >= 2


@pytest.fixture
def short_slices(monkeypatch):
    for name, count in (("SLICE", 1), ("READ_SLICE", 4), ("LONG", 8)):
        monkeypatch.setattr(room_storage, name, count)


@pytest.mark.usefixtures("short_slices")
async def test_a_room_that_takes_long_is_read_in_slices_once_and_lets_the_others_go_ahead():
    moves = [(1.0 + at, Play((ANN, BEN)[at % 2], 1, at // 2, "flip")) for at in range(38)]
    journal = await stored((0.0, replace(PAIR, code="LONG")), *moves, name="LONG-1")
    journal = await stored((0.0, replace(PAIR, code="LATE")), *moves, name="LATE-1", journal=journal)
    await stored((0.0, opened(person(CLEO), OpenSeat(), code="BBBB")), name="BBBB-1", journal=journal)
    async with world(journal) as here:
        reads = []
        read = journal.read
        journal.read = lambda room, after=0, most=None: reads.append((room, most)) or read(room, after, most)
        await here.host.restore()
        asked = [asyncio.ensure_future(here.host.hibernation.take_up_for(player)) for player in (ANN, BEN, CLEO)]
        await asked[2]
        assert here.listed == ["BBBB"]
        await asyncio.gather(*asked)
        assert sorted(here.listed) == ["BBBB", "LATE", "LONG"]
        assert max(most for _, most in reads) == 4
        assert len([room for room, most in reads if room == "LONG-1" and most == 4]) == 10
        for code in ("LONG", "LATE"):
            assert here.host._runners[code].room.seq >= 39
            assert here.host._runners[code].since == 38.0


@pytest.mark.usefixtures("short_slices")
async def test_after_a_start_the_others_do_not_wait_for_a_room_that_takes_long(monkeypatch):
    monkeypatch.setattr(hibernation, "LONG_S", 0.0)
    moves = [(1.0 + at, Play((ANN, BEN)[at % 2], 1, at // 2, "flip")) for at in range(38)]
    journal = await stored((0.0, PAIR), *moves)
    await stored((0.0, opened(person(CLEO), OpenSeat(), code="BBBB")), name="BBBB-1", journal=journal)
    async with world(journal) as here:
        await here.host.restore()
        await here.host.hibernation.take_up_all()
        loaded = [code for code, room in here.relisted if isinstance(room, Room)]
        assert loaded.index("BBBB") < loaded.index(CODE)


async def test_a_stop_leaves_the_rooms_that_are_not_taken_up_for_the_next_start():
    journal = await of_many(9)
    async with world(journal) as here:
        await here.host.restore()
        taking_up = asyncio.ensure_future(here.host.hibernation.take_up_all())
        await here.host.hibernation.take_up_for(ANN)
        await asyncio.wait_for(here.host.aclose(), 5)
        await taking_up
        assert len(here.host.hibernation) > 5
        ann = here.visitor(ANN)
        assert ann.heard == []
    async with world(journal) as there:
        await there.restart()
        assert (len(there.host), len(there.host.hibernation)) == (9, 0)


async def test_a_room_that_was_taken_up_before_a_rest_does_not_hear_of_the_start_again():
    async with world(await of_many(1, auto_flip_s=0)) as here:
        here.house.limits = ServerLimits(park_after_s=1)
        await here.restart()
        await here.until_idle()
        here.clock.at += 2
        here.host.clear_deserted()
        await here.until_idle()
        assert len(here.host.hibernation) == 1
        ann = here.visitor(ANN)
        await ann.next(m.Table, lambda table: len(table.away) == 1)
        assert (await here.kinds("AAAA")).count(Restart) == 1


# Rooms that cannot be had.


async def test_a_room_that_cannot_be_played_again_rests_and_whoever_waits_for_it_is_told(caplog):
    journal = await stored((0.0, PAIR), (1.0, Play(ANN, 7, 7, "flip")))
    await stored((0.0, opened(code="GOOD")), name="GOOD-1", journal=journal)
    async with world(journal) as here:
        await here.host.restore()
        cleo = here.watcher(CLEO)
        with caplog.at_level(logging.ERROR):
            refused = await cleo.next(m.Refused)
        assert (refused.code, refused.room, refused.retry_after_s) == ("unavailable", CODE, None)
        assert f"event=room-not-restored room={CODE}-1" in caplog.text
        here.watch(cleo, CODE, ref=4)
        assert (await cleo.next(m.Refused)).code == "unknown-room"
        await here.host.hibernation.take_up_all()
        assert (len(here.host), here.host.seats_of(ANN), here.host.seats_of(BEN)) == (1, ("GOOD",), ())
        assert (CODE, None) in here.relisted
    assert len(await journal.open_rooms()) == 2


async def test_a_room_that_cannot_be_read_now_is_taken_up_later():
    async with world(await of_many(3)) as here:
        await here.host.restore()
        here.journal.refuse_reads(1)
        ann = here.visitor(ANN)
        await here.host.hibernation.take_up_all()
        assert (len(here.host.hibernation), ann.heard) == (1, [])
        here.host.clear_deserted()
        assert (await ann.table()).room == "AAAA"
        assert len(here.host.hibernation) == 0


async def test_who_came_while_a_room_could_not_be_read_is_shown_it_once_somebody_else_has_it_taken_up():
    async with world() as here:
        here.house.limits = ServerLimits(park_after_s=1)
        here.disconnect(*await here.between(ANN, BEN, auto_flip_s=0))
        await here.until_idle()
        here.clock.at += 2
        here.host.clear_deserted()
        assert len(here.host.hibernation) == 1
        here.journal.refuse_reads(1)
        ann = here.visitor(ANN)
        assert (await ann.next(m.Refused)).room == CODE
        cleo = here.watcher(CLEO)
        assert (await cleo.table()).room == (await ann.table()).room == CODE
        await here.until_idle()
        assert len([event for event in ann.heard if isinstance(event, m.Presence)]) == 1
        here.ask(ann, Play(ANN, 1, 0, "flip"))
        assert (await ann.table(ply=1)).room == CODE


async def test_a_fault_in_what_one_room_shows_keeps_no_other_from_being_taken_up(caplog):
    class Deaf(Visitor):
        @property
        def following(self):
            raise RuntimeError("a fault in who comes")

        @following.setter
        def following(self, _rooms):
            pass

    async with world(await of_many(3)) as here:
        await here.host.restore()
        here.host.connect(Deaf(ANN), HELLO)
        with caplog.at_level(logging.ERROR):
            await here.host.hibernation.take_up_all()
        assert len(here.host.hibernation) == 0
        assert "event=task-failed" in caplog.text


async def test_a_room_that_had_ended_is_put_away_though_its_code_is_anothers_by_now():
    journal, records = await stored(*RESIGNED, (8.0, Leave(ANN)), (9.0, Leave(BEN))), HeldRecords()
    await stored((10.0, opened(person(CLEO), OpenSeat())), name=f"{CODE}-2", journal=journal)
    async with world(journal, records) as here:
        await here.host.restore()
        cleo = here.visitor(CLEO)
        await here.host.hibernation.take_up_all()
        assert (await cleo.table()).room == CODE
        await here.until_idle()
        assert len(here.host) == 1
        assert here.relisted[-1][1] is not None
        assert list(await journal.open_rooms()) == [f"{CODE}-2"]
        assert (await records.standing(ANN, "war")).won == 1


async def test_who_asks_for_a_room_that_had_ended_is_told_so():
    async with world(await stored((0.0, opened()), (1.0, CloseDeserted()))) as here:
        await here.host.restore()
        cleo = here.watcher(CLEO)
        assert (await cleo.next(m.Refused)).code == "unknown-room"
        await here.until_idle()
        assert len(here.host) == 0
        assert list(await here.journal.open_rooms()) == []


# From where a room is played again.

TWO_GAMES = (
    (0.0, opened(person(ANN), person(BEN), auto_flip_s=0)),
    (1.0, Play(ANN, 1, 0, "flip")),
    (2.0, Resign(BEN)),
    (3.0, Rematch(ANN)),
)


async def with_a_second_game(journal: HeldJournal, records: HeldRecords) -> None:
    """A server that is killed once ann has flipped in the second game with ben."""
    async with world(await stored(*TWO_GAMES, journal=journal), records) as here:
        await here.restart()
        ann, ben = here.visitor(ANN), here.visitor(BEN)
        here.ask(ben, Rematch(BEN))
        await ann.table(number=2)
        here.ask(ann, Play(ANN, 2, 0, "flip"))
        await ben.next(m.Table, lambda table: table.number == 2 and any(table.view["flipped"]))
        await here.until_idle()


async def test_a_room_is_played_again_from_where_its_newest_game_began():
    journal, records = HeldJournal(), HeldRecords()
    await with_a_second_game(journal, records)
    kept, entries = await journal.recall(f"{CODE}-1")
    whole = await journal.read(f"{CODE}-1")
    assert kept is not None
    assert [type(replay.unpack(entry)[1]) for entry in entries[:2]] == [Open, Play]
    async with world(journal, records) as there:
        await there.restart()
        assert there.host._runners[CODE].room == replay.replay(await journal.read(f"{CODE}-1"))[0]
    assert len(entries) < len(whole)


async def test_a_room_whose_game_lasts_for_long_is_played_again_from_the_middle_of_it():
    journal, records = HeldJournal(), HeldRecords()
    async with world(journal, records) as here:
        ann, ben = await here.between(ANN, BEN, auto_flip_s=0)
        for ply in range(6):
            for visitor in (ann, ben):
                await here.flip(visitor, ply)
        await here.until_idle()
    (name,) = await journal.open_rooms()
    whole, (_, entries) = await journal.read(name), await journal.recall(name)
    assert len(entries) <= 1 + snapshot.LONG_GAME_FACTOR < len(whole)
    async with world(journal, records) as there:
        await there.host.restore()
        await there.host.hibernation.take_up_for(ANN)
        await there.until_idle()
        assert there.host._runners[CODE].room == replay.replay(await journal.read(name))[0]


@pytest.mark.parametrize("kept", [b"\xff", b"\x90"], ids=["damaged", "of another form"])
async def test_a_room_of_which_something_senseless_is_kept_is_played_again_from_its_making(kept, caplog):
    journal, records = HeldJournal(), HeldRecords()
    await with_a_second_game(journal, records)
    await journal.keep(f"{CODE}-1", 5, kept)
    async with world(journal, records) as there:
        await there.restart()
        assert there.host._runners[CODE].room == replay.replay(await journal.read(f"{CODE}-1"))[0]
    assert f"event=beginning-passed-over room={CODE}-1" in caplog.text


async def test_no_beginning_is_kept_before_what_people_did_until_then_is():
    journal, records = HeldJournal(), HeldRecords()
    records.refuse(100)
    await with_a_second_game(journal, records)
    assert (await journal.recall(f"{CODE}-1"))[0] is None
    records.refuse(0)
    async with world(journal, records) as there:
        await there.restart()
        await there.until_idle()
        assert (await records.standing(ANN, "war")).won == 1


async def test_a_disk_that_keeps_no_beginning_takes_nothing_from_the_game(caplog):
    async with world(await stored(*TWO_GAMES)) as here:
        await here.restart()
        ann, ben = here.visitor(ANN), here.visitor(BEN)
        here.ask(ben, Rematch(BEN))
        await ann.table(number=2)
        here.journal.refuse(1)
        await here.until_idle()
        assert "event=beginning-not-kept" in caplog.text
        here.ask(ann, Play(ANN, 2, 0, "flip"))
        await ben.next(m.Table, lambda table: table.number == 2 and any(table.view["flipped"]))
