"""The rooms of a server: taken up again, made, found, followed, and cleared when nobody comes any more."""

from __future__ import annotations

import asyncio
import gc
import logging
import math
from typing import Any

import pytest

from protocol import messages as m
from server.hosting.inbox import INBOX_MAX, QueuedInput
from server.hosting.runner import RoomRunner
from server.limits.settings import ServerLimits
from server.players.sessions.routing import Request
from server.room import player_view
from server.room.departures import FEW_MOVES
from server.room.inputs import CloseDeserted, EndTable, Leave, Open, Play, Rematch, Resign, Sit, Tick
from server.room.match.occupants import Computer, OpenSeat
from server.room.replay import unpack
from tests.support.builders.rooms import ANN, BEN, CLEO, CODE, DORA, opened, person
from tests.support.fakes.held_stores import HeldJournal, HeldRecords
from tests.support.fakes.running_rooms import World, stored, world
from tests.support.fakes.visitors import Visitor

LIMITS = ServerLimits()


@pytest.fixture
async def here():
    async with world() as made:
        yield made


@pytest.fixture
async def pair(here):
    """ann and ben, with a game before them."""
    return await here.between(ANN, BEN)


@pytest.fixture
async def calm(here):
    """The same with all the time in the world, also before anybody has moved."""
    here.house.limits = ServerLimits(deserted_s=LIMITS.deserted_game_s)
    return await here.between(ANN, BEN, auto_flip_s=0)


# Making rooms.


async def test_who_makes_a_room_sits_in_it_and_follows_it(here):
    ann = here.visitor(ANN)
    here.make(ann, opened(), ref=5)
    assert await ann.next(m.Entered) == m.Entered(ref=5, room=CODE, seat=0)
    assert (await ann.table()).phase == "waiting"
    assert await ann.next(m.Presence) == m.Presence(room=CODE, present=(True, False), watchers=0)
    assert here.host.seats_of(ANN) == (CODE,)
    assert len(here.host) == 1
    assert here.relisted[-1][1] is not None


async def test_a_room_is_there_for_nobody_before_it_is_stored(here):
    ann, ben = here.visitor(ANN), here.visitor(BEN)
    here.journal.hold()
    here.make(ann, opened(), ref=5)
    await here.journal.until_asked(1)
    here.ask(ben, Sit(BEN, "ben"))
    assert (await ben.next(m.Refused)).code == "unknown-room"
    assert ann.heard == []
    here.journal.release()
    await ann.next(m.Entered)


@pytest.mark.parametrize(
    ("refusals", "version", "retry_after_s"),
    [pytest.param(1, None, 1.0, id="the disk refuses"), pytest.param(0, 999, None, id="the game cannot begin")],
)
async def test_who_cannot_have_a_room_is_told_so_and_the_lobby_forgets_its_code(
    here, caplog, refusals, version, retry_after_s
):
    ann = here.visitor(ANN)
    here.journal.refuse(refusals)
    here.make(ann, opened(version=version), ref=5)
    refused = await ann.next(m.Refused)
    assert (refused.code, refused.about, refused.ref) == ("unavailable", "create", 5)
    assert refused.retry_after_s == retry_after_s
    assert (len(here.host), here.host.seats_of(ANN)) == (0, ())
    assert here.relisted[-1] == (CODE, None)
    assert ("event=room-not-made" in caplog.text) == (version is not None)


# Asking rooms.


async def test_a_room_that_is_not_there_refuses_everything(here):
    ann = here.visitor(ANN)
    for event in (Play(ANN, 1, 0, "flip"), Sit(ANN, "ann"), Leave(ANN), Resign(ANN)):
        here.ask(ann, event, code="ZZZZ")
    here.watch(ann, "ZZZZ", ref=3)
    assert [event.code for event in ann.heard] == ["unknown-room"] * 5
    assert ann.heard[-1] == m.Refused(
        code="unknown-room", text="There is no table ZZZZ.", about="watch", ref=3, room="ZZZZ", retry_after_s=None
    )


async def test_a_code_that_is_none_is_not_repeated_as_it_stands(here):
    ann = here.visitor(ANN)
    here.ask(ann, Resign(ANN), code="\x1b[2J")
    assert ann.heard[0].text == r"There is no table \x1b[2J."


async def test_a_room_with_too_much_to_do_says_so_and_goes_on(here, pair):
    ann, _ = pair
    await here.store(ann, Play(ANN, 1, 0, "flip"))
    for _ in range(INBOX_MAX + 3):
        here.ask(ann, Sit(ANN, "ann"))
    refused = [event for event in ann.heard if isinstance(event, m.Refused)]
    assert [(event.code, event.retry_after_s) for event in refused] == [("too-many", 1.0)] * 3
    here.journal.release()
    assert (await here.flip(ann, 0)).seq == 2


def join(here: World, visitor: Visitor, games: tuple[str, ...] | None) -> None:
    """A visitor whose client can show these games asks for a seat."""
    command = m.Join(ref=7, room=CODE, games=games)
    here.host.submit(CODE, QueuedInput(Sit(visitor.player, visitor.name), Request(visitor, command, CODE)))


async def test_nobody_is_seated_at_a_game_that_their_client_cannot_show(here):
    ann, ben = here.visitor(ANN), here.visitor(BEN)
    here.make(ann, opened(), ref=5)
    await ann.next(m.Entered)
    for games in ((), ("blocky", "tower_blaster")):
        join(here, ben, games)
        assert (await ben.next(m.Refused)).code == "unknown-game"
        assert (here.host.seats_of(BEN), ben.following) == ((), set())
    join(here, ben, ("blocky", "war"))
    assert (await ben.next(m.Entered)).seat == 1


# Following.


async def test_a_watcher_sees_the_room_and_is_counted(here, pair):
    ann, _ = pair
    cleo = here.watcher(CLEO)
    assert cleo.heard[0] == m.Entered(ref=3, room=CODE, seat=None)
    assert cleo.tables[0].seat is None
    assert (await ann.next(m.Presence, lambda event: event.watchers == 1)).present == (True, True)
    await here.flip(ann, 0)
    assert (await cleo.table(seq=2)).view["flipped"] == [True, False]


async def test_who_watches_the_room_they_have_a_seat_in_sees_it_from_there(here, pair):
    _, ben = pair
    here.watch(ben, CODE, ref=9)
    assert await ben.next(m.Entered, lambda event: event.ref == 9) == m.Entered(ref=9, room=CODE, seat=1)
    assert (await ben.table()).seat == 1


async def test_who_has_no_seat_at_a_table_that_nobody_may_watch_is_told_so_and_sees_nothing(here):
    ann, cleo = here.visitor(ANN), here.visitor(CLEO)
    here.make(ann, opened(watch="nobody"), ref=5)
    await ann.table()
    here.watch(cleo, CODE, ref=9)
    refused = await cleo.next(m.Refused)
    assert (refused.code, refused.about, refused.ref) == ("not-seated", "watch", 9)
    assert cleo.tables == []
    assert cleo.following == set()


async def test_a_room_that_is_just_put_away_can_be_watched_no_more(here, pair):
    ann, ben = pair
    here.ask(ann, Leave(ANN))
    await ben.table(phase="over")
    await here.store(ben, Leave(BEN))
    here.journal.release()
    here.journal.hold()  # what waited goes on, and the room is put away no further than this
    await ben.next(m.Left)
    await here.until_idle()
    cleo = here.watcher(CLEO)
    assert (await cleo.next(m.Refused)).code == "unknown-room"
    assert cleo.following == set()


async def test_a_watcher_who_leaves_is_told_so_and_changes_nothing(here, pair):
    ann, _ = pair
    cleo = here.watcher(CLEO)
    here.ask(cleo, Leave(CLEO))
    assert await cleo.next(m.Left) == m.Left(room=CODE, reason=f"You stopped watching table {CODE}.")
    seen = len(cleo.heard)
    assert (await here.flip(ann, 0)).seq == 2
    assert len(cleo.heard) == seen
    assert cleo.following == set()


async def test_who_neither_sits_nor_watches_cannot_leave(here, pair):
    cleo = here.visitor(CLEO)
    here.ask(cleo, Leave(CLEO))
    assert (await cleo.next(m.Refused)).code == "not-seated"


async def test_everyone_learns_who_is_gone_and_who_is_back(here, pair):
    ann, ben = pair
    here.host.disconnect(ben)
    assert (await ann.next(m.Presence, lambda event: event.present == (True, False))).watchers == 0
    assert here.host.seats_of(BEN) == (CODE,)
    again = here.visitor(BEN)
    assert (await ann.next(m.Presence, lambda event: event.present == (True, True))).watchers == 0
    assert again.tables[0].seat == 1


async def test_who_comes_back_sees_every_room_they_have_a_seat_in_as_it_is(here):
    ann, ben = await here.between(ANN, BEN, code="AAAA")
    await here.open(opened(code="BBBB"))
    here.host.disconnect(ann)
    await here.flip(ben, 0, code="AAAA")
    again = here.visitor(ANN)
    assert [(table.room, table.seq) for table in again.tables] == [("AAAA", 2), ("BBBB", 1)]
    assert again.following == {"AAAA", "BBBB"}


async def test_an_old_connection_that_ends_late_takes_nothing_from_the_new_one(here, pair):
    ann, ben = pair
    again = here.visitor(BEN)
    here.host.disconnect(ben)
    await here.flip(ann, 0)
    assert (await again.table(seq=2)).seat == 1


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


# Codes that are guessed.


async def test_who_tries_many_codes_finds_no_table_that_is_not_listed_and_loses_none_of_their_own(here):
    here.house.limits = ServerLimits(misses_per_s=0.1)
    ann = await here.open(opened(*BOTH, listed=False, code="SECRET", auto_flip_s=0))
    await here.open(opened(person(CLEO), OpenSeat(), code="OPEN"))
    await here.until_idle()
    eve = here.visitor(DORA)
    eve.address_usage = ann.address_usage
    codes = [f"{first}{second}AA" for first in "QRSTU" for second in "ABCDE"]
    for code in codes:
        here.watch(eve, code, ref=3)
    refused = [event.code for event in eve.heard if isinstance(event, m.Refused)]
    assert refused == ["unknown-room"] * 20 + ["too-many"] * 5
    eve.heard.clear()
    here.watch(eve, "SECRET", ref=3)
    assert [(event.code, event.retry_after_s) for event in eve.heard] == [("too-many", 10.0)]
    here.watch(eve, "OPEN", ref=4)
    assert await eve.next(m.Entered) == m.Entered(ref=4, room="OPEN", seat=None)
    here.ask(ann, Play(ANN, 1, 0, "flip"), "SECRET")
    assert (await ann.table(room="SECRET", ply=1)).ply == 1
    here.disconnect(ann)
    again = here.visitor(ANN)
    again.address_usage = ann.address_usage
    assert (await again.table(room="SECRET")).ply == 1


async def test_a_code_that_is_guessed_by_asking_for_a_transcript_counts_as_well(here):
    here.house.limits = ServerLimits(misses_per_s=0.1)
    await here.open(opened(*BOTH, listed=False, code="SECRET", auto_flip_s=0))
    eve = here.visitor(DORA)
    for code in (*(f"{letter}AAA" for letter in "ABCDEFGHIJKLMNOPQRST"), "SECRET"):
        here.host.ask(code, Request(eve, m.GetTranscript(ref=3, room=code, number=1, after=0), code))
    assert [event.code for event in eve.heard] == ["unknown-room"] * 20 + ["too-many"]


async def test_who_has_tried_few_codes_finds_a_table_that_is_not_listed(here):
    await here.open(opened(*BOTH, listed=False, code="SECRET", auto_flip_s=0))
    eve = here.visitor(DORA)
    for code in ("SECRFT", "SECRST", "SECRET"):
        here.watch(eve, code, ref=3)
    assert await eve.next(m.Entered) == m.Entered(ref=3, room="SECRET", seat=None)


# Clearing up.


async def later(here: World, seconds: float) -> None:
    """Have the host look through its rooms so much later."""
    here.clock.at += seconds
    here.host.clear_deserted()
    await here.until_idle()


ALONE, BOTH = (person(ANN), OpenSeat()), (person(ANN), person(BEN))


@pytest.mark.parametrize(
    ("chairs", "moves", "leave", "rest_s"),
    [
        pytest.param(ALONE, 0, True, LIMITS.deserted_s, id="a table nobody follows after a while"),
        pytest.param(BOTH, 0, True, LIMITS.deserted_s, id="a game nobody has moved in as well"),
        pytest.param(BOTH, 1, True, LIMITS.deserted_begun_s, id="a game that was begun after a day"),
        pytest.param(BOTH, FEW_MOVES - 1, True, LIMITS.deserted_begun_s, id="the same with a few moves"),
        pytest.param(BOTH, FEW_MOVES, True, LIMITS.deserted_game_s, id="a game that people have played after days"),
        pytest.param(ALONE, 0, False, math.inf, id="a table somebody waits at never"),
        pytest.param(BOTH, 0, False, math.inf, id="a game somebody follows never"),
    ],
)
async def test_a_table_is_cleared_once_it_rests_for_too_long(here, chairs, moves, leave, rest_s):
    ann = await here.open(opened(*chairs, auto_flip_s=0))
    for number in range(moves):
        player, ply = (ANN, BEN)[number % 2], number // 2
        here.ask(ann if player == ANN else here.visitor(player), Play(player, 1, ply, "flip"))
        await here.until_idle()
    here.disconnect(*(here.house.online[player] for player in (BEN, ANN) if player in here.house.online and leave))
    await later(here, min(rest_s, 10 * LIMITS.deserted_game_s) - here.clock.at)
    assert len(here.host) == 1
    for _ in range(2):  # a room on disk alone is loaded before it is closed
        await later(here, 1)
    assert len(here.host) == (rest_s == math.inf)
    assert len(await here.journal.open_rooms()) == (rest_s == math.inf)
    assert here.host.seats_of(ANN) == ((CODE,) if rest_s == math.inf else ())


async def test_a_finished_table_is_cleared_even_where_somebody_sits_on(here, pair):
    here.ask(pair[0], Resign(ANN))
    await pair[0].table(phase="over")
    await later(here, LIMITS.finished_s + 1)
    assert (await pair[0].next(m.Left)).reason == f"Table {CODE} is closed."


async def test_where_there_is_hardly_room_the_least_invested_deserted_games_go_first(here):
    here.house.limits = ServerLimits(rooms=6, park_after_s=100)
    for code, moves in {"OLDA": 2, "NONE": 0, "LONG": 4, "LATE": 0}.items():
        ann = await here.open(opened(*BOTH, auto_flip_s=0, code=code))
        await here.until_idle()
        ben = here.visitor(BEN)
        for number in range(moves):
            visitor = (ann, ben)[number % 2]
            here.ask(visitor, Play(visitor.player, 1, number // 2, "flip"), code)
        await here.until_idle()
        here.disconnect(ann, ben)
        await later(here, 10)
    await later(here, 101)
    assert len(here.host.hibernation) == 4, "rooms on disk alone count, and are closed, as well"
    gone = set()
    for code, least in {"FULL": (), "MORE": {"LATE"}, "MOST": {"NONE"}, "LAST": {"OLDA"}}.items():
        await here.open(opened(person(CLEO), OpenSeat(), code=code))
        await here.until_idle()
        await later(here, 1)
        gone |= set(least)
        assert {code for code, room in dict(here.relisted).items() if room is None} == gone


# Parking.

PARKED_S = ServerLimits().park_after_s + 1


async def hibernated_by(here: World, *visitors: Visitor) -> None:
    """Let everybody go, and the host look once it has been quiet for long enough."""
    here.disconnect(*visitors)
    await here.until_idle()
    await later(here, PARKED_S)


async def hibernated(here: World, **changes: Any) -> tuple[Visitor, Visitor]:
    """Two whose game, after a flip of the first, is on disk alone; neither is there."""
    ann, ben = await here.between(ANN, BEN, **{"auto_flip_s": 0, **changes})
    await here.flip(ann, 0)
    await hibernated_by(here, ann, ben)
    return ann, ben


async def test_a_game_where_nothing_happens_is_parked_and_is_still_a_room_of_the_lobby(here):
    await hibernated(here)
    assert (len(here.host.hibernation), len(here.host)) == (1, 1)
    assert here.host.seats_of(ANN) == here.host.seats_of(BEN) == (CODE,)
    assert not any(room is None for _, room in here.relisted)
    assert len(await here.journal.open_rooms()) == 1


async def test_nothing_of_a_parked_game_stays_in_memory(here, calm):
    ann, ben = calm
    assert any(isinstance(kept, RoomRunner) for kept in gc.get_objects())
    await hibernated_by(here, ann, ben)
    gc.collect()
    assert not any(isinstance(kept, RoomRunner) for kept in gc.get_objects())


async def test_who_comes_back_to_a_parked_game_finds_it_as_it_was(here):
    await hibernated(here)
    again = here.visitor(ANN)
    table = await again.table()
    assert (table.seat, table.ply, table.view["flipped"]) == (0, 1, [True, False])
    assert len(here.host.hibernation) == 0
    ben = here.visitor(BEN)
    await ben.table()
    await here.flip(ben, 0)
    await again.next(m.Table, lambda seen: seen.view["flipped"] == [False, False])


async def test_all_that_is_asked_while_a_game_is_taken_up_is_done_in_its_order(here):
    await hibernated(here)
    cleo = here.watcher(CLEO)
    ann, ben = here.visitor(ANN), here.visitor(BEN)
    here.ask(ben, Play(BEN, 1, 0, "flip"))
    here.ask(ann, Play(ANN, 1, 1, "flip"))

    def is_done(table: m.Table) -> bool:
        return len(table.view["rounds"]) == 1 and table.view["flipped"] == [True, False]

    tables = [await visitor.next(m.Table, is_done) for visitor in (ann, ben, cleo)]
    assert [table.ply for table in tables] == [2, 1, 0]


async def test_who_has_gone_again_before_it_is_taken_up_follows_nothing(here):
    await hibernated(here)
    ann, cleo = here.visitor(ANN), here.visitor(CLEO)
    here.watch(cleo, CODE, ref=3)
    here.disconnect(ann, cleo)
    await here.until_idle()
    assert len(here.host.hibernation) == 0
    assert ann.heard == cleo.heard == []
    here.host.clear_deserted()
    assert len(here.host.hibernation) == 1


async def test_a_parked_game_is_taken_up_when_its_clock_is_up(here):
    here.house.limits = ServerLimits(park_after_s=1)
    ann, ben = await here.between(ANN, BEN, auto_flip_s=600)
    here.disconnect(ann, ben)
    await here.until_idle()
    for seconds, is_parked in ((5, 1), (594, 1), (2, 0)):
        await later(here, seconds)
        assert len(here.host.hibernation) == is_parked
    assert (await here.kinds())[-1] == Tick


async def test_a_game_that_somebody_follows_is_not_parked(here, calm):
    ann, ben = calm
    here.host.disconnect(ben)
    here.clock.at += PARKED_S
    here.host.clear_deserted()
    assert len(here.host.hibernation) == 0
    await here.flip(ann, 0)


async def test_a_game_that_is_busy_is_not_parked(here, calm):
    ann, ben = calm
    await here.store(ann, Play(ANN, 1, 0, "flip"))
    here.disconnect(ann, ben)
    here.clock.at += PARKED_S
    here.host.clear_deserted()
    assert len(here.host.hibernation) == 0
    here.journal.release()
    await here.until_idle()
    assert (await here.kinds()).count(Play) == 1


async def test_a_parked_game_that_cannot_be_read_is_refused_and_can_be_asked_for_again(here, caplog):
    await hibernated(here)
    here.journal.refuse_reads(1)
    cleo = here.watcher(CLEO)
    refused = await cleo.next(m.Refused)
    assert (refused.code, refused.about, refused.ref, refused.room) == ("unavailable", "watch", 3, CODE)
    assert f"event=room-not-waked room={CODE}-" in caplog.text
    here.watch(cleo, CODE, ref=4)
    assert (await cleo.next(m.Entered)).ref == 4


async def test_no_more_waits_for_a_parked_game_than_for_another(here):
    await hibernated(here)
    cleo = here.visitor(CLEO)
    for ref in range(INBOX_MAX + 1):
        here.watch(cleo, CODE, ref=ref)
    refused = await cleo.next(m.Refused)
    assert (refused.code, refused.ref, refused.retry_after_s) == ("too-many", INBOX_MAX, 1.0)


# Stopping.


async def test_a_stop_lets_every_room_finish_what_it_was_asked(here, pair):
    ann, ben = pair
    await here.store(ann, Play(ANN, 1, 0, "flip"))
    here.ask(ben, Play(BEN, 1, 0, "flip"))
    stopping = asyncio.ensure_future(here.host.aclose())
    await here.until_idle()
    here.ask(ann, Play(ANN, 1, 1, "flip"))
    assert (await ann.next(m.Refused)).code == "too-many"
    assert not stopping.done()
    here.journal.release()
    await stopping
    assert ann.tables[-1].seq == 3
    assert not any(isinstance(event, m.Left) for event in ann.heard)
    assert await here.kinds() == [Open, Play, Play]


async def test_a_connection_may_begin_and_end_after_its_rooms_have(here, pair):
    ann, ben = pair
    await here.host.aclose()
    ann = here.visitor(ANN)
    assert ann.heard == []
    here.disconnect(ann, ben)
    assert here.house.online == {}


# How far games are.


async def test_how_far_a_game_is_is_known_while_it_is_in_memory_and_of_no_other_room(here, calm):
    ann, ben = calm
    await here.flip(ann, 0)
    await here.flip(ben, 0)
    assert sorted(here.host.progress(CODE).split("-")) == ["0", "2"]
    assert here.host.progress("GONE") is None


async def test_a_game_that_is_parked_is_listed_as_far_as_it_has_come(here, calm):
    ann, ben = calm
    await here.flip(ann, 0)
    await here.flip(ben, 0)
    far = here.host.progress(CODE)
    here.relisted.clear()
    await hibernated_by(here, ann, ben)
    assert [player_view.progress(room) for _, room in here.relisted] == [far]
    assert here.host.progress(CODE) is None


async def test_a_fault_in_what_one_game_says_of_itself_is_logged_and_nobody_elses(here, calm, caplog, monkeypatch):

    def stumble(room):
        raise ArithmeticError(room)

    monkeypatch.setattr(player_view, "progress", stumble)
    assert here.host.progress(CODE) is None
    assert "event=progress-not-told room=KQFM" in caplog.text
