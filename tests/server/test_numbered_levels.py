"""Levels that take a number: any of them is taken wherever a level is, and none leaves anything behind of its own."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from engines import catalog
from protocol import messages as m
from server.computers.players import ComputerPlayers, ThinkingLimits
from server.lobby.listing import CreateRoom, LobbyListing, plan_room
from server.players.results.results import GameEnd, game_record
from server.room import replay
from server.room.inputs import AddComputers, Away, Claim, Resign, Tick
from server.room.match.occupants import Computer, OpenSeat
from server.room.outputs import Refuse
from server.tools.offline.local_room import LocalRoom
from server.tools.offline.self_play import make_local_player, play
from tests.support.builders.rooms import ANN, BEN, after, begun, opened, person, refusal
from tests.support.processes.hosting import hosting
from tests.support.processes.players import sign_in

BLOCKY = catalog.find("blocky")
LEVELS = ("smart-1", "smart-2", "smart-25", "smart-999")
NO_LEVELS = ("smart", "smart-", "smart-0", "smart-02", "smart-1000", "smart--1", "smart-1 ", "smart-N", "wise-5")


def create(*seats: str, **changes) -> m.Create:
    return m.Create(
        ref=7, game="blocky", options={"depth": 2, "moves": 2}, seats=seats, listed=False, serious=False,
        watch="anyone", clock=m.NO_CLOCK, **changes,
    )  # fmt: skip


# Every place that takes a level.


@pytest.mark.parametrize("level", LEVELS)
def test_a_table_is_opened_with_any_of_them(level):
    asked = CreateRoom(ANN, "ann", create("me", f"computer:{level}", "computer:random", "open"), bytes(32))
    assert plan_room(LobbyListing(), asked).chairs[1:] == (Computer(level), Computer("random"), OpenSeat())


@pytest.mark.parametrize("level", NO_LEVELS)
def test_a_table_with_none_of_them_is_refused_and_it_is_said_which_there_are(level):
    refused = plan_room(LobbyListing(), CreateRoom(ANN, "ann", create("me", f"computer:{level}"), bytes(32)))
    assert isinstance(refused, Refuse)
    there_are = "random, smart-2, wise-4, wise-20, planner, smart-1 to 999"
    assert refused.text == f"There's no computer called {level!r}; choose from {there_are}."


@pytest.mark.parametrize("level", LEVELS)
def test_open_seats_are_filled_with_any_of_them(level):
    room = after(begun(person(ANN), OpenSeat(), OpenSeat(), game="blocky"), AddComputers(ANN, level))
    assert room.chairs == (person(ANN), Computer(level), Computer(level))


@pytest.mark.parametrize("level", NO_LEVELS)
def test_open_seats_are_filled_with_nobody_else(level):
    assert refusal(begun(person(ANN), OpenSeat(), game="blocky"), AddComputers(ANN, level)) == "bad-options"


@pytest.mark.parametrize(("level", "is_taken"), [("smart-25", True), ("smart-0", False)])
def test_any_of_them_plays_on_for_who_does_not_come_back(level, is_taken):
    room = after(begun(person(ANN), person(BEN), game="blocky"), Away(BEN))
    room = after(room, Tick(), at=1000.0)
    claim = Claim(ANN, "computer", level)
    if is_taken:
        assert after(room, claim, at=1000.0).sitting.stand_in(1).level == level
    else:
        assert refusal(room, claim, at=1000.0) == "bad-options"


def test_a_local_room_seats_any_of_them():
    (*_, table) = LocalRoom("bot", bytes(32)).answer(create("me", "computer:smart-25", "computer:smart-3"))
    assert [chair.name for chair in table.chairs] == ["bot", "smart-25", "smart-3"]


def test_they_play_each_other_without_a_server():
    players = [make_local_player(BLOCKY, level) for level in (*LEVELS[:3], "random")]
    played = play(BLOCKY, BLOCKY.rules.Options(depth=2, moves=3), players, bytes(32))
    assert played.outcome is not None
    assert [len(seconds) for seconds in played.seconds] == [3, 3, 3, 3]


async def test_they_play_with_people_and_others_in_four_seats_at_a_server():
    async with hosting() as hosted:
        ann = await sign_in(hosted.wires)
        table = await ann.ask(create("me", "computer:smart-25", "computer:random", "computer:smart-3"))
        while table.phase != "over":
            if table.seat in table.turn:
                ann.send(m.Play(room=table.room, number=table.number, ply=table.ply, move="pass"))
            table = await ann.next(m.Table)
        counted = set(hosted.server.computers.durations)
    assert [chair.name for chair in table.chairs] == ["ann", "smart-25", "random", "smart-3"]
    assert table.view["made"] == [2, 2, 2, 2]
    assert counted == {("blocky", "smart-N"), ("blocky", "random")}


# What is kept.


def test_a_stored_room_comes_back_with_them():
    making = opened(person(ANN), Computer("smart-25"), OpenSeat(), game="blocky", depth=2)
    filling = AddComputers(ANN, "smart-999")
    room, _ = replay.replay([replay.pack(0.0, making), replay.pack(1.0, filling)])
    assert room == after(begun(*making.chairs, game="blocky", depth=2), filling, at=1.0)
    assert room.chairs == (person(ANN), Computer("smart-25"), Computer("smart-999"))


@pytest.mark.parametrize(("level", "is_rated"), [("smart-2", True), ("planner", True), ("smart-25", False)])
def test_a_game_is_rated_against_a_level_whose_strength_was_measured(level, is_rated):
    room = begun(person(ANN), Computer(level), game="blocky", serious=True)
    moved = replace(room, sitting=replace(room.sitting, plies=(1, 1)))
    assert game_record(GameEnd("KQFM-1", moved, after(moved, Resign(ANN)), 1.0)).rated is is_rated


async def test_however_many_of_them_think_no_figure_is_kept_of_each():
    thinking = ComputerPlayers(ThinkingLimits(processes=1, pace_s=(0.0, 0.0)))
    try:
        for number in (1, 3, 500, 999):
            room = begun(Computer(f"smart-{number}"), person(ANN), game="blocky", depth=2)
            assert await thinking.think(room, 0, f"smart-{number}")
    finally:
        await thinking.aclose()
    assert [*thinking.durations] == [("blocky", "smart-N")]
    assert dict(thinking.durations["blocky", "smart-N"].totals()[0])["+Inf"] == 4
