"""A server that starts again takes every open room up where it was, and makes up for what it had to store."""

from __future__ import annotations

import logging

from protocol import messages as m
from server.room.inputs import CloseDeserted, EndTable, Leave, Play, Rematch, Resign
from server.room.match.occupants import Computer
from server.room.replay import unpack
from tests.support.builders.rooms import ANN, BEN, CLEO, CODE, opened, person
from tests.support.fakes.held_stores import HeldJournal, HeldRecords
from tests.support.fakes.running_rooms import stored, world

# After a restart.


PAIR = opened(person(ANN), person(BEN))


async def test_every_open_room_is_taken_up_where_it_was():
    journal = await stored((0.0, PAIR), (3.0, Play(ANN, 1, 0, "flip")))
    await stored((0.0, opened(code="DONE")), (1.0, CloseDeserted()), name="DONE-1", journal=journal)
    await journal.close("DONE-1")
    async with world(journal) as here:
        await here.restart()
        assert len(here.host) == 1
        assert here.host.seats_of(ANN) == here.host.seats_of(BEN) == (CODE,)
        assert here.listed == [CODE]
        ben = here.visitor(BEN)
        assert (ben.tables[0].seq, ben.tables[0].view["flipped"]) == (3, [True, False])
        assert (await here.flip(ben, 0)).view["left"] == [25, 25]


# What was to be kept when the server was killed.


RESIGNED = ((0.0, PAIR), (3.0, Play(ANN, 1, 0, "flip")), (7.5, Resign(BEN)))


async def restored(journal, records):
    """What is kept and which rooms are open once a server has started again."""
    async with world(journal, records) as here:
        await here.restart()
        standing = await records.standing(ANN, "war")
        return (standing.played, standing.won), list(await journal.open_rooms()), here.listed


async def test_a_server_killed_between_the_journal_and_the_records_makes_up_for_it():
    journal, records = HeldJournal(), HeldRecords()
    async with world(journal, records) as here:
        ann, ben = await here.between(ANN, BEN)
        await here.flip(ann, 0)
        here.clock.at = 7.5
        records.hold()
        here.ask(ben, Resign(BEN))
        await ben.table(phase="over")
        await here.until_idle()
        assert len(records.asked) == 2
    records = HeldRecords()
    (name,) = await journal.open_rooms()
    for _ in range(3):
        assert await restored(journal, records) == ((1, 1), [name], [CODE])
    assert {(record.room, record.player, record.seconds) for record in records.asked} == {
        (name, ANN, 7.5),
        (name, BEN, 7.5),
    }


async def test_every_game_of_a_room_is_made_up_for_and_none_is_counted_again():
    again = ((8.0, Rematch(ANN)), (9.0, Rematch(BEN)), (10.0, Play(ANN, 2, 0, "flip")), (11.0, Resign(ANN)))
    begun = ((12.0, Rematch(ANN)), (13.0, Rematch(BEN)), (14.0, Play(ANN, 3, 0, "flip")))
    journal, records = await stored(*RESIGNED, *again, *begun), HeldRecords()
    for _ in range(3):
        assert (await restored(journal, records))[0] == (2, 1)


async def test_a_room_that_had_ended_is_closed_when_the_server_starts_again_and_is_run_no_more():
    journal, records = await stored(*RESIGNED, (8.0, Leave(ANN)), (9.0, Leave(BEN))), HeldRecords()
    assert await restored(journal, records) == ((1, 1), [], [])


async def test_where_the_disk_refuses_that_too_the_next_start_does_it_and_the_others_are_taken_up():
    journal, records = await stored(*RESIGNED, (8.0, Leave(ANN)), (9.0, Leave(BEN))), HeldRecords()
    await stored((0.0, opened(code="GOOD")), name="GOOD-1", journal=journal)
    records.refuse(1)
    assert await restored(journal, records) == ((0, 0), [f"{CODE}-1", "GOOD-1"], ["GOOD"])
    journal.refuse(1)
    assert await restored(journal, records) == ((1, 1), [f"{CODE}-1", "GOOD-1"], ["GOOD"])
    assert await restored(journal, records) == ((1, 1), ["GOOD-1"], ["GOOD"])


async def test_a_room_closed_after_a_start_that_could_keep_nothing_keeps_its_earlier_games_too():
    journal, records = await stored(*RESIGNED), HeldRecords()
    records.refuse(1)
    async with world(journal, records) as here:
        await here.restart()
        for player in (ANN, BEN):
            visitor = here.visitor(player)
            here.ask(visitor, Leave(player))
            await visitor.next(m.Left)
        await here.until_idle()
        assert (await records.standing(ANN, "war")).played == 1
        assert list(await journal.open_rooms()) == []


async def test_the_owner_ends_a_table_and_everybody_there_is_told_why(here, pair):
    watcher = here.watcher(CLEO)
    assert here.host.end_table(CODE, "It ends.")
    for each in (*pair, watcher):
        assert (await each.next(m.Left)).reason == "It ends."
    await here.until_idle()
    assert not here.host.end_table(CODE, "It ends.")
    assert (len(here.host), list(await here.journal.open_rooms())) == (0, [])
    assert (await here.records.standing(ANN, "war")).played == 0


async def test_the_owner_ends_a_table_that_is_on_disk_alone_as_well():
    journal = await stored((0.0, PAIR), (3.0, Play(ANN, 1, 0, "flip")))
    async with world(journal) as here:
        await here.host.restore()
        assert here.host.end_table(CODE, "It ends.")
        await here.until_idle()
        assert (len(here.host), list(await journal.open_rooms())) == (0, [])
        assert unpack((await journal.read(f"{CODE}-1"))[-1])[1] == EndTable("It ends.")


async def test_the_clock_goes_on_from_the_last_thing_that_was_stored_anywhere():
    journal = await stored((100.0, PAIR), (103.0, Play(ANN, 1, 0, "flip")))
    await stored((50.0, opened(person(CLEO), person(BEN), code="LATE")), name="LATE-1", journal=journal)
    async with world(journal) as here:
        await here.restart()
        assert here.clock.now() == 103.0
        ben = here.visitor(BEN)
        assert ben.tables[0].time_left_s == 7.0


async def test_a_computer_on_turn_goes_on_thinking_after_a_restart():
    journal = await stored((0.0, opened(person(ANN), Computer("flipper"), auto_flip_s=0)))
    async with world(journal) as here:
        await here.restart()
        ann = here.visitor(ANN)
        await ann.next(m.Table, lambda table: table.view["flipped"] == [False, True])


async def test_a_room_that_cannot_be_taken_up_is_logged_and_left_and_stops_no_other(caplog):
    journal = await stored((0.0, PAIR))
    await stored((0.0, opened(version=999, code="LATE")), name="LATE-1", journal=journal)
    await journal.append("TORN-1", 1, b"\xff")
    async with world(journal) as here:
        with caplog.at_level(logging.ERROR):
            await here.restart()
        assert len(here.host) == 1
    assert "event=room-not-restored room=LATE-1" in caplog.text
    assert "event=room-not-restored room=TORN-1" in caplog.text
    assert len(await journal.open_rooms()) == 3
