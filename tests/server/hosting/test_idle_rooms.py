"""Rooms where nothing happens: they are put away, cleared when nobody comes any more, and listed all the while."""

from __future__ import annotations

import gc
import math
from typing import Any

import pytest

from protocol import messages as m
from server.hosting.inbox import INBOX_MAX
from server.hosting.runner import RoomRunner
from server.limits.settings import ServerLimits
from server.room import player_view, replay
from server.room.departures import FEW_MOVES
from server.room.inputs import CloseDeserted, Play, Resign, Tick
from server.room.match.occupants import Computer, OpenSeat
from tests.support.builders.rooms import ANN, BEN, CLEO, CODE, opened, person
from tests.support.fakes.running_rooms import World
from tests.support.fakes.visitors import Visitor

LIMITS = ServerLimits()


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


@pytest.mark.parametrize(("rooms", "is_lost"), [(10, True), (1, False)], ids=["its time is up", "to make room"])
async def test_who_walks_away_from_a_computer_at_a_serious_table_loses_when_its_time_is_up(here, rooms, is_lost):
    here.house.limits = ServerLimits(rooms=rooms)
    here.disconnect(await here.open(opened(person(ANN), Computer("flipper"), serious=True, auto_flip_s=0)))
    name = next(iter(await here.journal.open_rooms()))
    await here.until_idle()
    await later(here, LIMITS.deserted_s + 1 if is_lost else 1)
    assert len(here.host) == 0
    assert replay.unpack((await here.journal.read(name))[-1])[1] == CloseDeserted(is_lost=is_lost)


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


async def test_where_there_is_hardly_room_finished_games_go_although_somebody_stays_there(here):
    here.house.limits = ServerLimits(rooms=5)
    ann = await here.open(opened(*BOTH, auto_flip_s=0, code="LEFT"))
    here.ask(ann, Play(ANN, 1, 0, "flip"), "LEFT")
    await here.until_idle()
    here.disconnect(ann, here.visitor(BEN))
    for code in ("OVER", "LATE"):
        await later(here, 1)
        cleo = await here.open(opened(person(CLEO), person(ANN), auto_flip_s=0, code=code))
        await here.until_idle()
        here.ask(cleo, Resign(CLEO), code)
        await here.until_idle()
    await here.open(opened(person(CLEO), OpenSeat(), code="WAIT"))
    await here.until_idle()
    gone = set()
    for code, least in {"MORE": "OVER", "MOST": "LATE", "LAST": "LEFT"}.items():
        await here.open(opened(person(CLEO), OpenSeat(), code=code))
        await here.until_idle()
        await later(here, 1)
        gone.add(least)
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
