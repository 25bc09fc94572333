"""The lobby is pushed to everyone who browses it, a few times a second at most."""

from __future__ import annotations

import asyncio

import pytest
from msgspec.structs import replace

from protocol import messages as m
from server.limits.settings import ServerLimits
from server.lobby import publisher
from server.lobby.listing import CreateRoom
from server.lobby.publisher import LobbyPublisher, MoveRate
from server.players.results.glicko2 import GlickoRating
from server.players.results.ratings import PlayerRating
from server.room.inputs import Open
from tests.support.builders.rooms import ANN, BEN, CLEO, begun, playing
from tests.support.fakes.visitors import Visitor
from tests.support.laws.steps import steps
from tests.support.processes.players import room_of


@pytest.fixture
async def open_publisher():
    return LobbyPublisher(ServerLimits())


def relist(open_publisher, room):
    open_publisher.relist(room.setting.code, room)


def browsing(open_publisher, player):
    visitor = Visitor(player)
    open_publisher.enter(visitor)
    return visitor


@pytest.mark.parametrize("unseen_s", [0.0, 2 * publisher.PUSH_EVERY_S])
async def test_who_enters_sees_the_lobby_at_once_though_nobody_looked_before(open_publisher, unseen_s):
    relist(open_publisher, begun())
    await asyncio.sleep(unseen_s)
    (seen,) = browsing(open_publisher, ANN).heard
    assert [listing.room for listing in seen.open] == ["KQFM"]


async def test_many_changes_at_once_are_one_push(open_publisher):
    ann = browsing(open_publisher, ANN)
    for number in range(100):
        relist(open_publisher, begun(code=f"AA{chr(65 + number // 26)}{chr(65 + number % 26)}"))
        open_publisher.add_player(number, str(number))
    seen = await ann.next(m.Lobby, lambda told: told.rooms == 100)
    assert seen.online == 100
    assert len(ann.heard) == 2


async def test_what_has_changed_is_known_to_whoever_asks_before_it_is_pushed(open_publisher):
    relist(open_publisher, begun(code="AAAA"))
    assert open_publisher.find_waiting_room(BEN, ("war",)) == "AAAA"
    relist(open_publisher, begun(code="BBBB"))
    open_publisher.relist("AAAA", None)
    assert open_publisher.find_waiting_room(BEN, ("war",)) == "BBBB"


async def test_who_has_left_is_told_nothing(open_publisher):
    ann, ben = browsing(open_publisher, ANN), browsing(open_publisher, BEN)
    open_publisher.leave(ann)
    open_publisher.leave(ann)
    for player, name in enumerate("abcde"):
        open_publisher.add_player(player, name)
    await ben.next(m.Lobby, lambda told: told.online == 5)
    assert len(ann.heard) == 1


async def test_a_slow_browser_keeps_the_newest_lobby_alone(open_publisher):
    ann, ben = Visitor(ANN), Visitor(BEN)
    ann.outbox.pause()
    for number in range(5):
        open_publisher.enter(ann)
        open_publisher.enter(ben)
        open_publisher.add_player(number, str(number))
        await ben.next(m.Lobby, lambda told, number=number: told.online == number + 1)
    ann.outbox.resume()
    assert [event.online for event in ann.heard] == [5]


async def test_a_room_asked_for_is_remembered_by_the_next_who_asks(open_publisher):
    create = room_of("war", "me", "open")
    made = open_publisher.create_room(CreateRoom(ANN, "ann", create, bytes(32)))
    assert isinstance(made, Open)
    relist(open_publisher, begun(code=made.code))
    assert open_publisher.find_waiting_room(BEN, ("war",)) == made.code


async def test_why_a_room_could_not_be_made_is_told_without_making_any(open_publisher):
    ann = Visitor(ANN)
    asked = room_of("whist", "me", "open")
    for answer in (open_publisher.plan_room, open_publisher.create_room):
        assert answer(CreateRoom(ANN, "ann", asked, bytes(32))).code == "unknown-game"
    assert isinstance(open_publisher.plan_room(CreateRoom(ANN, "ann", replace(asked, game="war"), bytes(32))), Open)
    open_publisher.enter(ann)
    assert ann.heard[0].rooms == 0


async def test_who_takes_another_name_stands_where_they_stood(open_publisher):
    open_publisher.add_player(ANN, "ann", is_bot=True)
    open_publisher.add_player(BEN, "ben")
    open_publisher.rename_player(ANN, "anna")
    open_publisher.rename_player(BEN, "benno")
    ann = browsing(open_publisher, ANN)
    assert (ann.heard[0].people, ann.heard[0].bots) == (("anna", "benno"), ("anna",))


async def test_of_who_is_gone_nothing_is_shown(open_publisher):
    open_publisher.add_player(BEN, "ben", is_bot=True)
    open_publisher.set_rating(BEN, "war", PlayerRating(GlickoRating(1490.2, 80.0)))
    relist(open_publisher, playing())
    open_publisher.remove_player(BEN)
    open_publisher.remove_player(BEN)
    ann = browsing(open_publisher, ANN)
    seen = ann.heard[0]
    assert (seen.people, seen.bots, seen.ratings, seen.online) == ((), (), (), 0)
    assert seen.live[0].ratings == (None, None)


async def test_coming_and_going_and_taking_a_name_cost_the_same_among_many_as_among_few(open_publisher):
    def visit():
        open_publisher.add_player(ANN, "ann", is_bot=True)
        open_publisher.set_rating(ANN, "war", PlayerRating(GlickoRating(1490.2, 80.0)))
        open_publisher.rename_player(ANN, "anna")
        open_publisher.remove_player(ANN)

    visit()
    among_few = steps(visit)
    for player in range(100, 600):
        open_publisher.add_player(player, str(player))
    assert steps(visit) == among_few > 0


async def test_everybody_in_the_hall_hears_what_is_said_there(open_publisher):
    ann, ben, cleo = browsing(open_publisher, ANN), browsing(open_publisher, BEN), Visitor(CLEO)
    open_publisher.say(ann, "ann", "anyone for War?")
    open_publisher.say(cleo, "cleo", "not me")
    said = ["anyone for War?", "not me"]
    assert [[event.line.text for event in person.heard[1:]] for person in (ann, ben)] == [said, said]
    assert [event.line.yours for event in cleo.heard] == [True]


async def test_who_comes_to_the_hall_is_told_what_was_said_there(open_publisher):
    ann, ben = Visitor(ANN), Visitor(BEN)
    open_publisher.say(ann, "ann", "anyone for War?")
    open_publisher.enter(ben)
    _, talk = ben.heard
    assert [line.text for line in talk.lines] == ["anyone for War?"]


async def test_who_browses_sees_how_well_somebody_plays_as_soon_as_it_is_known(open_publisher):
    open_publisher.add_player(BEN, "ben")
    ann = browsing(open_publisher, ANN)
    open_publisher.set_rating(BEN, "war", PlayerRating(GlickoRating(1490.2, 80.0)))
    told = await ann.next(m.Lobby, lambda told: told.ratings != (None,))
    assert told.ratings == (m.RatingBadge(game="war", rating=1490, provisional=False),)


async def test_where_nothing_has_moved_no_game_is_looked_at_and_nothing_is_pushed(open_publisher):
    ann, looked = Visitor(ANN), []
    relist(open_publisher, playing())
    open_publisher.enter(ann)
    await ann.next(m.Lobby)
    await asyncio.sleep(2 * publisher.PUSH_EVERY_S)
    before = len(ann.heard)
    for _ in range(3):
        open_publisher.update_progress(0, looked.append)
        await asyncio.sleep(2 * publisher.PUSH_EVERY_S)
    assert (looked, len(ann.heard)) == ([], before)


async def test_a_game_that_is_not_in_memory_stands_as_it_was_known_last(open_publisher):
    relist(open_publisher, playing())
    ann = browsing(open_publisher, ANN)
    open_publisher.update_progress(8, {"KQFM": "3-1"}.get)
    open_publisher.update_progress(9, {}.get)
    told = await ann.next(m.Lobby, lambda told: told.moves == 9)
    assert [each.progress for each in told.live] == ["3-1"]


def rate_after(*looks: tuple[float, int]) -> MoveRate:
    rate = MoveRate()
    for at, moves in looks:
        rate = rate.with_count(at, moves)
    return rate


def test_before_the_second_look_nothing_is_known():
    assert (MoveRate().moves, rate_after((0.0, 12)).moves) == (0, 0)


def test_the_moves_of_the_last_minute_are_counted_and_no_others():
    looks = [(5.0 * step, 10 * step) for step in range(40)]
    assert rate_after(*looks[:4]).moves == 30
    assert rate_after(*looks).moves == 120


def test_where_nothing_moves_the_pace_goes_down_to_nothing():
    busy = [(5.0 * step, 10 * step) for step in range(13)]
    assert rate_after(*busy, (90.0, 120)).moves == 60
    assert rate_after(*busy, (90.0, 120), (120.0, 120)).moves == 0


def test_no_more_looks_are_remembered_than_a_minute_has():
    assert len(rate_after(*[(5.0 * step, step) for step in range(1000)]).samples) == 13
