"""A room decides, stores, becomes and tells, in that order; and what goes wrong in it stays in it."""

from __future__ import annotations

import math

import pytest
from msgspec.structs import replace

from engines import catalog
from protocol import messages as m
from server.hosting import runner
from server.hosting.inbox import INBOX_MAX
from server.players.results import recorder
from server.room import replay
from server.room.inputs import AddComputers, ComputerMove, Leave, Open, Play, Rematch, Resign, Sit, TakeBack, Tick
from server.room.journal import UnknownOutcomeError
from server.room.match.occupants import Computer, OpenSeat
from server.room.replay import summarize_journal
from tests.support.builders.rooms import ANN, BEN, CLEO, CODE, opened, person
from tests.support.fakes.held_computers import HeldComputers
from tests.support.fakes.running_rooms import Brittle
from tests.support.fakes.visitors import Visitor


@pytest.fixture
def brittle(monkeypatch):
    made = Brittle()
    hosted = {**catalog.games(), "brittle": made.game}
    monkeypatch.setattr(catalog, "games", lambda: hosted)
    return made


@pytest.fixture
async def brittle_pair(here, brittle):
    """The same with a game that fails wherever a test says."""
    ben = here.visitor(BEN)
    ann = await here.open(brittle.making(CODE, ANN, BEN))
    here.watch(ben, CODE, ref=1)
    await ben.table()
    return ann, ben


# Decide, store, become, tell.


async def test_nobody_is_shown_a_move_before_it_is_stored(here, pair):
    ann, ben = pair
    cleo = here.watcher(CLEO)
    await cleo.table()
    here.journal.hold()
    before = [len(visitor.heard) for visitor in (ann, ben, cleo)]
    here.ask(ann, Play(ANN, 1, 0, "flip"))
    await here.journal.until_asked(2)
    await here.until_idle()
    assert [len(visitor.heard) for visitor in (ann, ben, cleo)] == before
    assert await here.kinds() == [Open]
    here.journal.release()
    assert [(await visitor.table()).seq for visitor in (ann, ben, cleo)] == [2, 2, 2]
    assert await here.kinds() == [Open, Play]


async def test_who_comes_while_a_move_is_being_stored_sees_the_room_without_it(here, pair):
    ann, _ = pair
    await here.store(ann, Play(ANN, 1, 0, "flip"))
    cleo = here.watcher(CLEO)
    assert (await cleo.table()).seq == 1
    here.journal.release()
    assert (await cleo.table()).seq == 2


async def test_what_waits_meanwhile_happens_afterwards_in_its_order_and_is_shown_once(here, pair):
    ann, ben = pair
    asked = here.journal.asked
    await here.store(ann, Play(ANN, 1, 0, "flip"))
    here.ask(ben, Play(BEN, 1, 0, "flip"))
    here.ask(ann, Play(ANN, 1, 1, "flip"))
    here.journal.release()
    table = await ann.table(ply=2)
    assert table.seq == 4
    assert [table.seq for table in ben.tables] == [1, 2, 4]
    assert here.journal.asked == asked + 2


async def test_a_fault_among_what_waits_concerns_nobody_else(here, brittle, brittle_pair):
    ann, ben = brittle_pair
    brittle.bad = {3}
    for visitor in brittle_pair:
        here.ask(visitor, Play(visitor.player, 1, 0, "flip"))
    assert (await ben.next(m.Refused)).code == "unavailable"
    assert (await ann.table(ply=1)).turn == (1,)
    assert not any(isinstance(event, m.Refused) for event in ann.heard)


async def test_the_journal_makes_the_room_that_was_shown(here, pair):
    ann, ben = pair
    for ply in range(5):
        here.clock.at += 1.5
        await here.flip(ann, ply)
        await here.flip(ben, ply)
    (name,) = await here.journal.open_rooms()
    room, at = replay.replay(await here.journal.read(name))
    assert room.seq == ben.tables[-1].seq == 11
    assert room.sitting.state.left == tuple(ben.tables[-1].view["left"])
    assert at == 7.5
    assert here.house.moves == 10


async def test_the_summary_of_a_room_says_who_sat_down_there_and_nothing_of_its_moves(here):
    ann, ben = await here.open(opened()), here.visitor(BEN)
    here.ask(ben, Sit(BEN, "ben"))
    await ben.table()
    for ply in range(3):
        await here.flip(ann, ply)
        await here.flip(ben, ply)
    ((name, entries),) = (await here.journal.open_rooms()).items()
    assert summarize_journal(name, entries).people == {ANN, BEN}
    assert [type(replay.unpack(entry)[1]) for entry in entries] == [Open, Sit, Play]


async def test_a_refusal_is_for_who_asked_alone_and_is_counted(here, pair):
    ann, ben = pair
    here.ask(ann, Play(ANN, 1, 5, "flip"))
    refused = await ann.next(m.Refused)
    assert (refused.code, refused.about, refused.ref, refused.room) == ("stale", "play", None, CODE)
    assert not any(isinstance(event, m.Refused) for event in ben.heard)
    assert here.house.refusals == {"stale": 1}
    assert await here.kinds() == [Open]


async def test_a_move_sent_again_is_answered_with_the_table_and_stored_once(here, pair):
    ann, ben = pair
    await here.flip(ann, 0)
    seen = len(ben.tables)
    here.ask(ann, Play(ANN, 1, 0, "flip"))
    assert (await ann.table()).seq == 2
    assert await here.kinds() == [Open, Play]
    assert len(ben.tables) == seen


async def test_a_deadline_plays_for_who_is_late(here, pair):
    ann, ben = pair
    here.clock.at = 10.0
    here.ask(ann, Sit(ANN, "ann"))
    table = await ben.table(seq=2)
    assert table.view["left"] == [25, 25]
    assert (await here.entries())[1] == (10.0, Tick())


async def test_a_computer_is_asked_and_its_move_is_a_move_like_any(here):
    ann = await here.open(opened(person(ANN), Computer("flipper")))
    table = await ann.table(turn=(0,))
    assert table.view["flipped"] == [False, True]
    await here.flip(ann, 0)
    await ann.next(m.Table, lambda table: table.turn == (0,) and table.ply == 1)


# A computer that is thinking.


@pytest.fixture
def held(here):
    here.house.computers = HeldComputers()
    return here.house.computers


@pytest.fixture
async def climber(here, held, climb):
    """ann, who has gone up a step, after which a computer thinks."""
    ann = await here.open(opened(person(ANN), Computer("plodder"), game="climb"))
    here.ask(ann, Play(ANN, 1, 0, "1"))
    await ann.table(turn=(1,))
    await here.until_idle()
    return ann


async def test_what_a_computer_thought_of_a_move_taken_back_is_dropped_and_it_thinks_anew(here, held, climber):
    here.ask(climber, TakeBack(ANN))
    await climber.table(turn=(0,))
    here.ask(climber, Play(ANN, 1, 2, "2"))
    await climber.table(turn=(1,))
    await here.until_idle()
    assert held.asked == [(1, (1, 0))]
    held.release()
    assert (await climber.table(turn=(0,))).view["heights"] == [2, 1]
    assert held.asked == [(1, (1, 0)), (1, (3, 1))]
    assert await here.kinds() == [Open, Play, TakeBack, Play, ComputerMove]


async def test_a_computer_that_is_no_longer_on_turn_makes_no_move(here, held, climber):
    here.ask(climber, TakeBack(ANN))
    await climber.table(ply=2)
    assert held.asked == [(1, (1, 0))]
    held.release()
    await here.until_idle()
    assert await here.kinds() == [Open, Play, TakeBack]
    assert here.house.refusals == {}


async def test_a_computer_thinks_once_more_when_somebody_gave_up_and_of_one_thing_at_a_time(here, held, climb):
    chairs = (person(ANN), person(BEN), person(CLEO), Computer("plodder"))
    ann = await here.open(opened(*chairs, game="climb", together=True, steps=1))
    for player in (BEN, CLEO):
        here.ask(here.visitor(player), Resign(player))
    await ann.table(seq=3)
    assert held.asked == [(3, (0, 0, 0, 0))]
    held.release()
    assert (await ann.table(phase="over")).ending.winners == (3,)
    assert held.asked == [(3, (0, 0, 0, 0))] * 2


async def test_when_a_room_ends_its_computers_think_no_more(here, held, climber):
    assert (held.asked, held.dropped) == ([(1, (1, 0))], [])
    here.ask(climber, Leave(ANN))
    await climber.next(m.Left)
    await here.until_idle()
    assert held.dropped == [1]


async def test_a_computer_moves_although_the_inbox_was_full_when_it_had_chosen(here, held):
    ann = await here.open(opened(person(ANN), Computer("flipper")))
    await here.until_idle()
    await here.store(ann, Play(ANN, 1, 0, "flip"))
    for _ in range(INBOX_MAX):
        here.ask(ann, Play(ANN, 1, 0, "flip"))
    held.release()
    await here.until_idle()
    here.journal.release()
    table = await ann.next(m.Table, lambda table: table.turn == (0,) and table.ply == 1)
    assert table.view["left"] == [25, 25]


# A disk that refuses.


async def test_a_disk_that_refuses_leaves_the_room_as_it_was_and_says_so(here, pair):
    ann, ben = pair
    here.journal.refuse(1)
    here.ask(ann, Play(ANN, 1, 0, "flip"))
    refused = await ann.next(m.Refused)
    assert (refused.code, refused.retry_after_s, refused.about) == ("unavailable", 1.0, "play")
    assert "nothing changed" in refused.text
    assert [table.seq for table in ben.tables] == [1]
    assert await here.kinds() == [Open]
    assert (await here.flip(ann, 0)).seq == 2


async def test_of_what_may_be_stored_nobody_is_told_that_it_is_not(here, pair):
    ann, _ = pair
    here.journal.refuse(1, UnknownOutcomeError)
    here.ask(ann, Play(ANN, 1, 0, "flip"))
    refused = await ann.next(m.Refused)
    assert (refused.code, refused.retry_after_s, refused.about) == ("unavailable", 1.0, "play")
    assert refused.text == "The server can't tell whether that counts. The table will show it in a moment."


async def test_a_deadline_that_the_disk_refuses_is_kept_when_it_works_again(here, monkeypatch):
    monkeypatch.setattr(runner, "RETRY_S", 0.0)
    ann, ben = await here.between(ANN, BEN)
    here.clock.at = 10.0
    here.journal.refuse(3)
    here.ask(ann, Sit(ANN, "ann"))
    assert (await ben.table(seq=2)).view["left"] == [25, 25]
    assert here.journal.asked == 5


async def test_a_room_that_another_process_runs_too_is_dropped_and_left_open_for_that(here, pair, caplog):
    (name,) = await here.journal.open_rooms()
    await here.journal.append(name, 2, b"by another process")
    cleo = here.visitor(CLEO)
    here.ask(pair[0], Play(ANN, 1, 0, "flip"))
    here.ask(cleo, Sit(CLEO, "cleo"))
    for visitor in pair:
        assert (await visitor.next(m.Left)).reason == f"Table {CODE} will be back when the server is."
        assert [table.seq for table in visitor.tables] == [1]
    assert (await cleo.next(m.Refused)).text == f"Table {CODE} will be back when the server is."
    await here.until_idle()
    assert (len(here.host), here.host.seats_of(ANN)) == (0, ())
    assert here.relisted[-1] == (CODE, None)
    assert list(await here.journal.open_rooms()) == [name]
    assert "event=room-lost" in caplog.text


# What people did.


async def resign(here, visitor, code=CODE):
    here.ask(visitor, Resign(visitor.player), code)
    return await visitor.table(phase="over")


async def played(here, player):
    return (await here.records.standing(player, "war")).played


async def test_a_game_that_ends_is_kept_for_everybody_there(here, pair):
    ann, ben = pair
    await here.flip(ann, 0)
    here.clock.at = 7.5
    await resign(here, ben)
    await here.until_idle()
    (name,) = await here.journal.open_rooms()
    assert [(record.room, record.number, record.name, record.seconds) for record in here.records.asked] == [
        (name, 1, "ann", 7.5),
        (name, 1, "ben", 7.5),
    ]
    assert (await here.records.standing(ANN, "war")).won == 1


async def test_nothing_is_kept_before_the_end_is_stored(here, pair):
    ann, ben = pair
    await here.flip(ann, 0)
    await here.store(ben, Resign(BEN))
    await here.until_idle()
    assert here.records.asked == []
    here.journal.refuse(1)
    here.journal.release()
    assert (await ben.next(m.Refused)).code == "unavailable"
    assert here.records.asked == []


async def test_the_end_is_told_before_it_is_kept_and_then_the_house_hears_whose_it_was(here, pair):
    heard = []
    here.house.renew = lambda game, players: heard.append((game, sorted(players)))
    await here.flip(pair[0], 0)
    here.records.hold()
    await resign(here, pair[1])
    await here.until_idle()
    assert ([record.player for record in here.records.asked], heard) == ([ANN, BEN], [])
    here.records.release()
    await here.until_idle()
    assert (await played(here, ANN), heard) == (1, [("war", [ANN, BEN])])


async def test_games_that_end_and_begin_while_the_disk_is_busy_are_all_kept(here, pair):
    ann, ben = pair
    await here.store(ann, Play(ANN, 1, 0, "flip"))
    for event in (Resign(ANN), Rematch(ANN), Rematch(BEN), Play(BEN, 2, 0, "flip"), Resign(BEN)):
        here.ask({ANN: ann, BEN: ben}[event.player], event)
    here.journal.release()
    table = await ann.next(m.Table, lambda table: (table.number, table.phase) == (2, "over"))
    assert table.seq == 7
    await here.until_idle()
    assert [(record.number, record.player, record.won) for record in here.records.asked] == [
        (1, ANN, False),
        (1, BEN, True),
        (2, BEN, False),
        (2, ANN, True),
    ]


async def test_what_the_disk_would_not_keep_is_kept_with_what_happens_next(here, pair, caplog):
    ann, ben = pair
    await here.flip(ann, 0)
    here.records.refuse(1)
    await resign(here, ben)
    await here.until_idle()
    assert await played(here, ANN) == 0
    assert "event=records-not-kept" in caplog.text
    here.ask(ann, Rematch(ANN))
    await ann.table(rematch=(0,))
    await here.until_idle()
    assert await played(here, ANN) == await played(here, BEN) == 1


@pytest.fixture
async def alone(here, climb):
    """ann, who has made the first move of a game for herself."""
    ann = await here.open(opened(person(ANN), game="peak"))
    here.ask(ann, Play(ANN, 1, 0, "1"))
    await ann.table(ply=1)
    return ann


async def test_a_room_that_cannot_be_put_away_is_once_the_disk_takes_it(here, alone, monkeypatch, caplog):
    monkeypatch.setattr(recorder, "AGAIN_AFTER_S", 0.0)
    here.records.hold()
    here.ask(alone, Leave(ANN))
    await alone.next(m.Left)
    for store in (here.records, here.journal):
        store.refuse(2)
    here.records.release()
    await here.until_idle()
    assert [caplog.text.count(f"event={what}") for what in ("records-not-kept", "room-not-closed")] == [2, 2]
    assert list(await here.journal.open_rooms()) == []
    assert (await here.records.standing(ANN, "peak")).played == 1


async def test_a_room_that_somebody_leaves_alone_is_open_until_that_is_kept(here, alone):
    here.records.hold()
    here.ask(alone, Leave(ANN))
    await alone.next(m.Left)
    await here.until_idle()
    assert len(await here.journal.open_rooms()) == 1
    here.records.release()
    await here.until_idle()
    assert list(await here.journal.open_rooms()) == []
    assert (await here.records.standing(ANN, "peak")).played == 1


async def test_a_room_whose_records_the_disk_refuses_to_the_end_stays_open_for_a_restart(here, alone):
    here.records.refuse(2)
    here.ask(alone, Leave(ANN))
    await alone.next(m.Left)
    await here.until_idle()
    assert (len(here.host), len(await here.journal.open_rooms())) == (0, 1)


# A fault.


async def test_a_room_with_a_fault_is_rebuilt_and_goes_on(here, brittle, brittle_pair, caplog):
    ann, ben = brittle_pair
    await here.flip(ann, 0)
    brittle.bad = {3}
    here.ask(ben, Play(BEN, 1, 0, "flip"))
    assert (await ben.next(m.Refused)).code == "unavailable"
    assert (await ben.table()).seq == 2
    assert here.house.rebuilt == 1
    assert "event=room-failed" in caplog.text
    brittle.bad = set()
    assert (await here.flip(ben, 0)).seq == 3


@pytest.mark.parametrize(
    ("flips", "bad", "blind", "log"),
    [
        pytest.param(0, {2}, 0, "room-failed", id="meets two faults in a row"),
        pytest.param(0, set(), math.inf, "room-not-rebuilt", id="cannot be shown"),
        pytest.param(1, {2, 3}, 0, "room-not-rebuilt", id="has a journal that no longer replays"),
    ],
)
async def test_a_room_rests_that(here, brittle, brittle_pair, caplog, flips, bad, blind, log):
    ann, ben = brittle_pair
    for ply in range(flips):
        await here.flip(ann, ply)
    stored = await here.entries()
    brittle.bad, brittle.blind = bad, blind
    for _ in range(2):
        here.ask(ben, Play(BEN, 1, 0, "flip"))
    assert (await ben.next(m.Refused)).code == "unavailable"
    for visitor in brittle_pair:
        assert (await visitor.next(m.Left)).reason == f"Table {CODE} will be back when the server is."
    await here.until_idle()
    assert (len(here.host), here.host.seats_of(ANN)) == (0, ())
    assert here.relisted[-1] == (CODE, None)
    assert (await here.entries())[: len(stored)] == stored
    assert f"event={log}" in caplog.text


async def test_two_faults_with_a_move_between_them_are_not_in_a_row(here, brittle, brittle_pair):
    ann, _ = brittle_pair
    for _ in range(3):
        brittle.bad = {2}
        here.ask(ann, Play(ANN, 1, 0, "flip"))
        await ann.next(m.Refused)
        here.ask(ann, Sit(ANN, "ann"))
        await ann.next(m.Entered)
    assert here.house.rebuilt == 3
    assert len(here.host) == 1


async def test_a_fault_touches_no_other_room(here, brittle):
    pair = await here.between(ANN, BEN, code="GOOD")
    cleo = await here.open(brittle.making("EVIL", CLEO, ANN))
    brittle.bad = {2}
    for ply in range(10):
        here.ask(cleo, Play(CLEO, 1, 0, "flip"), code="EVIL")
        for visitor in pair:
            await here.flip(visitor, ply, code="GOOD")
    await cleo.next(m.Left)
    assert not any(isinstance(event, m.Refused) for visitor in pair for event in visitor.heard)


async def test_everybody_whose_input_met_the_fault_is_told(here, brittle, brittle_pair):
    brittle.blind = 1
    for visitor in brittle_pair:
        here.ask(visitor, Play(visitor.player, 1, 0, "flip"))
    for visitor in brittle_pair:
        assert (await visitor.next(m.Refused)).code == "unavailable"
        assert (await visitor.table()).seq == 3


@pytest.fixture
async def half(here, brittle):
    """ann at a table for two whose game fails wherever a test says, and ben, who may sit down."""
    return await here.open(replace(brittle.making(CODE, ANN), chairs=(person(ANN), OpenSeat()))), here.visitor(BEN)


async def test_who_sat_down_in_what_met_a_fault_sits_in_the_room_that_is_rebuilt(here, brittle, half):
    ann, ben = half
    brittle.blind = 1
    here.ask(ann, Sit(ANN, "ann"))
    here.ask(ben, Sit(BEN, "ben"))
    assert (await ben.table()).seat == 1
    assert (here.house.rebuilt, here.host.seats_of(BEN)) == (1, (CODE,))
    assert (await ben.next(m.Presence)).present == (True, True)
    assert (await here.flip(ben, 0)).seq == 3


async def test_who_stood_up_in_what_met_a_fault_sits_in_the_room_that_is_rebuilt_no_more(here, brittle, half):
    ann, ben = half
    here.ask(ben, Sit(BEN, "ben"))
    await ben.table()
    brittle.blind = 1
    here.ask(ann, Sit(ANN, "ann"))
    here.ask(ben, Leave(BEN))
    await ann.table(phase="over")
    assert (here.house.rebuilt, here.host.seats_of(BEN)) == (1, ())


async def test_what_met_no_fault_yet_is_not_refused_with_what_the_disk_refuses(here, brittle, brittle_pair):
    ann, ben = brittle_pair
    brittle.bad = {3}
    here.journal.refuse(1)
    for visitor in brittle_pair:
        here.ask(visitor, Play(visitor.player, 1, 0, "flip"))
    assert (await ann.next(m.Refused)).retry_after_s == runner.RETRY_S
    await ben.table(ply=1)
    assert not any(isinstance(event, m.Refused) for event in ben.heard)


async def test_a_room_is_rebuilt_from_where_it_was_kept_last(here, brittle, brittle_pair):
    ann, ben = brittle_pair
    await here.flip(ann, 0)
    here.ask(ann, Resign(ANN))
    await ann.table(phase="over")
    here.ask(ann, Rematch(ANN))
    here.ask(ben, Rematch(BEN))
    await ann.table(number=2)
    await here.until_idle()
    brittle.bad = {2, 6}  # the first game's flip, which need not be replayed, and the next one
    here.ask(ann, Play(ANN, 2, 0, "flip"))
    await ann.next(m.Refused)
    assert (await ann.table()).number == 2


async def test_a_computer_on_turn_when_its_room_is_rebuilt_is_asked_again(here, brittle):
    making = replace(brittle.making(CODE, ANN), chairs=(person(ANN), Computer("flipper")))
    brittle.bad = {2}
    here.make(ann := here.visitor(ANN), making, ref=1)
    while not here.house.rebuilt:
        await ann.table()
    brittle.bad = set()
    assert (await ann.table(turn=(0,))).view["flipped"] == [False, True]


# Coming and going.


async def test_who_sits_down_is_told_so_and_sees_the_room(here):
    ann = await here.open(opened())
    ben = here.visitor(BEN)
    here.ask(ben, Sit(BEN, "ben"))
    assert await ben.next(m.Entered) == m.Entered(ref=7, room=CODE, seat=1)
    assert (await ben.table()).phase == "playing"
    assert here.host.seats_of(BEN) == (CODE,)
    assert (await ann.table()).phase == "playing"
    assert (await ann.next(m.Presence, lambda event: all(event.present))).watchers == 0


async def test_who_sits_down_at_a_game_that_begins_with_that_is_told_the_seat_after_moving_along(here, pair):
    ann, ben = pair
    here.ask(ann, Leave(ANN))
    await ben.table(phase="over")
    here.ask(ben, Rematch(BEN))
    here.ask(ann, Sit(ANN, "ann"))
    seat = (await ann.next(m.Entered, lambda entered: entered.ref == 7)).seat
    assert (await ann.table(number=2)).seat == seat == 1


@pytest.mark.parametrize("together", [False, True], ids=["after a game", "together with its end"])
async def test_who_sits_down_is_shown_how_the_dealing_came_out(here, pair, together):
    ann, ben = pair
    cleo = here.visitor(CLEO)
    asked = here.journal.asked
    await here.store(ann, Play(ANN, 1, 0, "flip"))
    here.ask(ann, Leave(ANN))
    if not together:
        here.journal.release()
        await ben.table(phase="over")
    here.ask(cleo, Sit(CLEO, "cleo"))
    here.journal.release()
    assert (await cleo.next(m.Deal)).stage == "over"
    assert here.journal.asked == asked + (2 if together else 3)


async def test_everyone_learns_that_a_computer_is_there_when_it_sits_down(here):
    ann = await here.open(opened())
    here.ask(ann, AddComputers(ANN, "flipper"))
    assert (await ann.next(m.Presence, lambda event: event.present == (True, True))).watchers == 0


async def test_who_sat_down_and_is_gone_already_keeps_the_seat_and_is_followed_by_nobody(here):
    ann = await here.open(opened())
    ben = Visitor(BEN)
    here.ask(ben, Sit(BEN, "ben"))
    await ann.table(phase="playing")
    assert here.host.seats_of(BEN) == (CODE,)
    assert ben.tables == []
    assert [event for event in ann.heard if isinstance(event, m.Presence)][-1].present == (True, False)


async def test_who_comes_back_while_the_seat_is_being_stored_follows_the_room_from_there(here):
    await here.open(opened())
    gone = here.visitor(BEN)
    here.ask(gone, Sit(BEN, "ben"))
    here.host.disconnect(gone)
    back = here.visitor(BEN)
    assert (await back.table()).phase == "playing"
    assert gone.tables == []


async def test_who_leaves_is_told_so_and_hears_no_more(here, pair):
    ann, ben = pair
    here.ask(ann, Leave(ANN))
    assert await ann.next(m.Left) == m.Left(room=CODE, reason=f"You left table {CODE}.")
    assert (await ben.table(phase="over")).ending.winners == (1,)
    assert not any(table.phase == "over" for table in ann.tables)
    assert here.host.seats_of(ANN) == ()


async def test_a_room_that_closes_tells_its_watchers(here):
    ann = await here.open(opened())
    cleo = here.watcher(CLEO)
    here.ask(ann, Leave(ANN))
    assert (await cleo.next(m.Left)).reason == f"Table {CODE} is closed."
    await here.until_idle()
    assert len(here.host) == 0
    assert list(await here.journal.open_rooms()) == []


async def test_what_is_in_line_when_the_room_closes_is_refused(here):
    ann = await here.open(opened())
    cleo = here.visitor(CLEO)
    await here.store(ann, Leave(ANN))
    here.ask(cleo, Sit(CLEO, "cleo"))
    here.journal.release()
    assert (await cleo.next(m.Refused)).code == "unknown-room"
