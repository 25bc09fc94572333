"""Who goes away in the middle of a game: how long the others wait, and what they may do then."""

from __future__ import annotations

import pytest

from server.room import disconnections
from server.room import step as rooms
from server.room.disconnections import RETURN_S
from server.room.inputs import (
    AnswerOffer,
    Away,
    Back,
    Claim,
    Leave,
    OfferDraw,
    Play,
    Rematch,
    Resign,
    Restart,
    Stranded,
    Tick,
)
from server.room.match.clock import ClockLimits
from server.room.match.match import GRACE_S
from server.room.outputs import AskComputer, ShowTable
from server.room.player_view import table
from tests.support.builders.rooms import (
    ANN,
    BEN,
    CLEO,
    after,
    begun,
    choose,
    climb,
    climbing,
    flip,
    person,
    play,
    playing,
    refusal,
)

WIN = "win"
COMPUTER = "computer"


pytestmark = pytest.mark.usefixtures("climb")


@pytest.fixture
def pair():
    """ann (on turn) and ben climb."""
    return climbing(ANN, BEN)


def overdue(room, player):
    """The room once somebody who is away has not come back in time."""
    return after(after(room, Away(player)), Tick(), at=GRACE_S)


@pytest.fixture
def late(pair):
    """ben has not come back in time."""
    return overdue(pair, BEN)


@pytest.fixture
def three():
    """ann and ben go on without cleo, who has not come back in time."""
    return overdue(climbing(ANN, BEN, CLEO), CLEO)


def seen_away(room, at):
    return [(each.seat, each.left_s) for each in table(room, 0, at).away]


# Going and coming.


def test_everyone_sees_who_is_away_and_how_long_they_have(pair):
    result = rooms.step(pair, 10.0, Away(BEN))
    assert result.outputs == (ShowTable(),)
    assert seen_away(result.room, 10.0) == [(1, GRACE_S)]
    assert seen_away(result.room, 25.0) == [(1, GRACE_S - 15.0)]


def test_who_is_back_is_away_no_longer(pair):
    room = after(pair, Away(BEN), Back(BEN))
    assert room.away == ()
    assert seen_away(room, 10.0) == []
    assert rooms.deadline(room) is None
    assert after(pair, Away(BEN), Resign(ANN), Back(BEN)).away == ()


def test_grace_is_for_a_whole_game_and_used_up_by_going_again_and_again(pair):
    room = after(after(pair, Away(BEN), at=0.0), Back(BEN), at=40.0)
    room = after(room, Away(BEN), at=100.0)
    assert seen_away(room, 100.0) == [(1, GRACE_S - 40.0)]
    assert rooms.deadline(room) == 100.0 + GRACE_S - 40.0


def test_while_nobody_is_there_to_wait_no_grace_is_used_up(pair):
    room = after(after(pair, Away(BEN), at=0.0), Away(ANN), at=10.0)
    assert rooms.deadline(room) is None
    room = after(room, Back(ANN), at=5000.0)
    assert seen_away(room, 5000.0) == [(1, GRACE_S - 10.0)]


def test_the_next_game_has_a_grace_of_its_own(pair):
    room = after(after(pair, Away(BEN)), Back(BEN), at=50.0)
    room = after(room, Resign(BEN), Rematch(ANN), Rematch(BEN), Away(BEN), at=60.0)
    assert seen_away(room, 60.0) == [(0, GRACE_S)]


@pytest.mark.parametrize(
    "room",
    [
        pytest.param(lambda: climbing(ANN), id="alone"),
        pytest.param(lambda: climbing(ANN, computers=2), id="among computers"),
        pytest.param(begun, id="before the game"),
        pytest.param(lambda: after(playing(), Resign(ANN)), id="after it"),
        pytest.param(lambda: after(climbing(ANN, BEN, CLEO), Resign(ANN), Resign(BEN)), id="once the others gave up"),
    ],
)
def test_where_nobody_else_plays_nobody_is_missed(room):
    room = room()
    assert disconnections.presence_inputs(room, lambda _: False) == ()
    assert not rooms.step(room, 0.0, Away(ANN)).record


def test_the_room_is_told_only_what_it_does_not_know_yet(pair):
    assert disconnections.presence_inputs(pair, {ANN}.__contains__) == (Away(BEN),)
    room = after(pair, Away(BEN))
    assert disconnections.presence_inputs(room, {ANN}.__contains__) == ()
    assert disconnections.presence_inputs(room, {ANN, BEN}.__contains__) == (Back(BEN),)
    assert not rooms.step(room, 0.0, Away(BEN)).record
    assert not rooms.step(pair, 0.0, Back(BEN)).record


def test_who_leaves_is_not_away(pair):
    room = climbing(ANN, BEN, CLEO)
    assert after(room, Away(BEN), Leave(BEN)).away == ()


# Claiming.


def test_before_the_grace_is_used_up_there_is_nothing_to_claim(pair):
    room = after(pair, Away(BEN))
    assert refusal(room, Claim(ANN, WIN, None), at=GRACE_S - 1) == "not-now"
    assert refusal(pair, Claim(ANN, WIN, None)) == "not-now"
    assert refusal(begun(), Claim(ANN, WIN, None)) == "not-now"


def test_once_it_is_everyone_is_shown_so_and_the_game_goes_on_unclaimed(late):
    assert seen_away(late, GRACE_S) == [(1, 0.0)]
    assert late.is_playing
    assert rooms.deadline(late) is None
    assert after(late, play(late, ANN, "1"), at=GRACE_S + 500.0).is_playing


def test_a_claimed_win_gives_the_game_up_for_who_is_away(late):
    over = after(late, Claim(ANN, WIN, None))
    assert (over.sitting.gave_up, over.sitting.reasons) == ((1,), ("stayed-away 1",))
    assert (over.phase, over.sitting.outcome.winners, over.won) == ("over", (0,), (1, 0))


def test_in_a_game_of_more_the_others_play_on(three):
    room = after(three, Claim(BEN, WIN, None))
    assert room.is_playing
    assert (room.sitting.gave_up, room.sitting.reasons) == ((2,), ("stayed-away 2",))


def test_the_first_claim_counts(three):
    assert refusal(after(three, Claim(BEN, COMPUTER, "plodder")), Claim(ANN, WIN, None)) == "not-now"


def test_only_who_plays_on_may_claim(late):
    over = after(climbing(ANN, BEN, CLEO), Resign(BEN), Away(CLEO))
    assert refusal(over, Claim(BEN, WIN, None)) == "not-now"
    assert refusal(late, Claim(CLEO, WIN, None)) == "not-seated"


def test_a_computer_plays_on_in_the_seat_of_who_is_away(late):
    moved = climb(late, ANN)
    result = rooms.step(moved, GRACE_S, Claim(ANN, COMPUTER, "plodder"))
    assert set(result.outputs) == {ShowTable(), AskComputer(1)}
    (away,) = table(result.room, 0, GRACE_S).away
    assert (away.seat, away.level, away.by) == (1, "plodder", 0)
    room = after(result.room, choose(result.room, 1))
    assert room.sitting.plies == (1, 1)
    assert room.chairs[1] == person(BEN)


def test_without_a_level_a_middle_one_plays_and_an_unknown_one_is_refused(late):
    room = after(late, Claim(ANN, COMPUTER, None))
    assert rooms.level_at(room, 1) in room.setting.game.bots.names
    assert refusal(late, Claim(ANN, COMPUTER, "grandmaster")) == "bad-options"


def test_who_comes_back_has_the_seat_again_and_the_computer_plays_no_more(late):
    room = after(climb(late, ANN), Claim(ANN, COMPUTER, "plodder"))
    thought = choose(room, 1)
    room = after(room, Back(BEN))
    assert table(room, 0, GRACE_S).away == ()
    assert refusal(room, thought) == "not-seated"
    assert after(room, play(room, BEN, "1")).sitting.plies == (1, 1)


def test_a_game_that_a_computer_wins_for_somebody_is_not_counted_as_theirs(late):
    room = after(late, Claim(ANN, COMPUTER, "plodder"), Resign(ANN))
    assert room.sitting.outcome.winners == (1,)
    assert room.won == (0, 0)


def test_who_is_played_for_is_not_asked_for_consent(three):
    room = after(three, Claim(ANN, COMPUTER, "plodder"))
    assert after(room, OfferDraw(ANN), AnswerOffer(BEN, agree=True)).sitting.drawn


def test_once_everybody_else_has_gone_or_given_up_the_game_is_over():
    room = overdue(climbing(ANN, BEN, CLEO, computers=1), CLEO)
    room = after(room, Claim(ANN, COMPUTER, "plodder"), Resign(BEN))
    assert room.is_playing
    assert after(room, Resign(ANN)).phase == "over"


# The clock.


def test_the_time_of_who_is_played_for_waits_for_them():
    room = after(climbing(ANN, BEN, limits=ClockLimits(total_s=100)), Away(BEN))
    room = after(room, Play(ANN, 1, 0, "1"), at=10.0)
    room = after(after(room, Tick(), at=GRACE_S), Claim(ANN, COMPUTER, "plodder"), at=GRACE_S)
    assert room.sitting.watches[1].total is None
    room = after(room, Back(BEN), at=1000.0)
    assert table(room, 1, 1000.0).totals[1] == pytest.approx(100.0 - (GRACE_S - 10.0))


def test_a_short_grace_is_the_makers_servers():
    room = after(climbing(ANN, BEN, grace_s=5.0), Away(BEN))
    assert rooms.deadline(room) == 5.0


# The server was gone.


def test_once_the_server_is_back_everybody_is_away_and_has_a_while_that_counts_for_nobody(pair):
    room = after(pair, Restart(), at=100.0)
    assert room.away == (ANN, BEN)
    assert rooms.deadline(room) is None
    room = after(room, Back(ANN), at=110.0)
    assert rooms.deadline(room) == 100.0 + RETURN_S + GRACE_S


def test_that_while_is_credited_to_the_clock_until_one_is_back():
    room = climbing(ANN, BEN, limits=ClockLimits(move_s=20, total_s=100))
    room = after(room, Restart(), at=10.0)
    assert rooms.deadline(room) == 10.0 + RETURN_S + 10.0
    room = after(room, Back(ANN), at=15.0)
    assert table(room, 0, 15.0).totals[0] == 90.0
    assert rooms.deadline(room) == 25.0


def test_whose_own_server_has_stopped_alone_loses_no_time_until_they_are_back():
    room = climbing(ANN, BEN, limits=ClockLimits(move_s=20, total_s=100))
    room = after(room, Stranded(ANN), at=10.0)
    assert room.away == (ANN,)
    assert rooms.deadline(room) == 10.0 + RETURN_S + 10.0
    room = after(room, Back(ANN), at=15.0)
    assert table(room, 0, 15.0).totals[0] == 90.0
    assert rooms.deadline(room) == 25.0
    assert rooms.deadline(after(room, Away(ANN), at=15.0)) == 25.0


def test_nobody_may_claim_sooner_for_it(pair):
    room = after(pair, Stranded(BEN), at=100.0)
    assert rooms.deadline(room) == 100.0 + RETURN_S + GRACE_S
    assert not rooms.step(room, 101.0, Away(BEN)).record


def test_who_plays_computers_by_the_clock_loses_none_either():
    room = climbing(ANN, computers=1, limits=ClockLimits(total_s=100))
    room = after(room, Stranded(ANN), at=10.0)
    assert rooms.deadline(room) == 10.0 + RETURN_S + 90.0
    assert not rooms.step(climbing(ANN, computers=1), 0.0, Stranded(ANN)).record


def test_a_restart_is_no_entry_where_nobody_is_missed_and_nothing_runs():
    assert not rooms.step(climbing(ANN), 0.0, Restart()).record
    assert not rooms.step(begun(), 0.0, Restart()).record
    assert rooms.step(playing(), 0.0, Restart()).record


def test_in_a_game_where_all_move_at_once_each_uses_their_own_time():
    room = playing(auto_flip_s=10)
    room = after(room, flip(room, ANN), at=4.0)
    assert [table(room, seat, 6.0).time_left_s for seat in (0, 1)] == [4.0, 4.0]
    room = after(room, flip(room, BEN), at=9.0)
    assert table(room, 0, 9.0).time_left_s == 10.0
