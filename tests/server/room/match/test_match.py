"""One game at a table: given a game being played, when something happens, then it is this game."""

from __future__ import annotations

from dataclasses import replace

import msgspec
import pytest

from engines.game import IllegalMoveError, Outcome, UnreadableMoveError
from server.room.match import match as matches
from server.room.match import offers
from server.room.match.clock import ClockLimits
from tests.support.builders.changed_games import with_rules
from tests.support.builders.matches import begun, give_up, heights, played, setting
from tests.support.games.climb import GAME, STIFF

# Time.


@pytest.mark.parametrize(
    ("options", "deadline", "ends"),
    [
        ({}, None, None),
        ({"move_s": 10}, 110.0, None),
        ({"game_s": 60}, None, 160.0),
        ({"move_s": 10, "game_s": 60}, 110.0, 160.0),
    ],
)
def test_a_game_begins_with_the_limits_of_its_options(options, deadline, ends):
    match = begun(setting(**options), 3, at=100.0)
    assert (match.deadline, match.ends) == (deadline, ends)


def test_a_game_that_does_not_know_what_to_do_when_its_time_is_up_has_no_limit():
    given = setting(STIFF, game_s=60)
    match = begun(given, 3)
    assert match.ends is None
    with pytest.raises(ValueError, match="may last for ever"):
        matches.end_on_time(given, match, 60.0)


def test_a_game_that_the_deal_decides_has_no_limits_nobody_on_turn_and_lasts_no_time():
    given = setting(with_rules(GAME, turn=lambda _: ()), move_s=10, game_s=60)
    match = begun(given, 2, at=100.0)
    assert (match.turn, match.deadline, match.ends, match.age_s(500.0)) == ((), None, None, 0.0)


def test_the_end_of_the_whole_games_time_does_not_move_with_the_moves():
    given = setting(move_s=10, game_s=60)
    match = played(given, begun(given, 2), "0 1", "1 1", at=8.0)
    assert (match.deadline, match.ends) == (18.0, 60.0)


def test_whoever_is_late_makes_the_default_move():
    given = setting(together=True, move_s=10)
    match = matches.play_defaults(given, begun(given, 4), 10.0)
    assert heights(match) == (1, 1, 1, 1)
    assert (match.plies, match.deadline) == ((1, 1, 1, 1), 20.0)


def test_a_default_move_that_ends_the_game_is_the_last():
    given = setting(together=True, steps=1, move_s=10)
    match = matches.play_defaults(given, begun(given, 4), 10.0)
    assert heights(match) == (1, 0, 0, 0)
    assert match.outcome == Outcome((1, 0, 0, 0), (0,), "The climb is over.")


def test_a_game_lasts_from_its_beginning_on():
    given = setting()
    match = begun(given, 2, at=100.0)
    assert [match.age_s(now) for now in (100.0, 107.5)] == [0.0, 7.5]
    moved = played(given, match, "0 1", at=103.0)
    asked = offers.make_offer(given, moved, 0, (0, 1), 104.0)
    back = offers.answer_offer(given, asked, 1, (0, 1), 105.0, agree=True)
    assert [each.age_s(110.0) for each in (moved, asked, back)] == [10.0] * 3


def test_a_game_that_is_over_lasted_until_its_end_however_that_came():
    given = setting(steps=2, game_s=60)
    match = begun(given, 2, at=100.0)
    ends = (
        played(given, match, "0 2", at=107.5),
        matches.play_defaults(setting(steps=1, move_s=5), begun(setting(steps=1, move_s=5), 2, at=100.0), 107.5),
        matches.end_on_time(given, match, 107.5),
        matches.give_up(given, match, 0, "ann resigned.", 107.5, goes_on=True),
        matches.give_up(setting(STIFF), begun(setting(STIFF), 2, at=100.0), 0, "So.", 107.5, goes_on=True),
    )
    assert [(over.outcome is not None, over.lasted_s, over.age_s(500.0)) for over in ends] == [(True, 7.5, 7.5)] * 5


def test_a_game_plays_on_from_its_beginning_when_one_has_given_up():
    given = setting()
    match = matches.give_up(given, begun(given, 3, at=100.0), 0, "ann resigned.", 107.5, goes_on=True)
    assert (match.lasted_s, match.age_s(110.0)) == (None, 10.0)


# Moves.


def test_a_move_counts_for_its_own_seat_and_hands_on_the_turn():
    given = setting()
    match = played(given, begun(given, 3), "0 2", "1 1")
    assert (match.plies, match.turn, heights(match)) == ((1, 1, 0), (2,), (2, 1, 0))


@pytest.mark.parametrize(("move", "error"), [("1 1", IllegalMoveError), ("0 3", UnreadableMoveError)])
def test_a_move_is_refused_by_the_games_rules(move, error):
    given = setting()
    with pytest.raises(error):
        played(given, begun(given, 2), move)


def test_the_state_is_not_in_a_sittings_repr():
    assert "heights" not in repr(begun(setting(), 2))


# Giving up.


@pytest.mark.parametrize(("seat", "deadline"), [(0, 14.0), (1, 10.0)])
def test_giving_up_gives_the_next_in_turn_time_and_who_is_on_turn_already_no_more(seat, deadline):
    given = setting(move_s=10, game_s=60)
    match = give_up(given, begun(given, 3), seat, at=4.0)
    assert (match.deadline, match.ends) == (deadline, 60.0)


def test_whatever_happens_the_sitting_before_is_as_it_was():
    given = setting(move_s=10)
    before = played(given, begun(given, 3), "0 1")
    kept = msgspec.structs.replace(before)
    offers.make_offer(given, before, 0, (0, 1), 5.0)
    offers.make_offer(given, before, 0, (0,), 5.0)
    give_up(given, before, 1)
    matches.play_defaults(given, before, 10.0)
    assert before == kept


# Time that is one's own.


def test_of_several_whose_time_is_up_the_first_has_lost():
    given = replace(setting(together=True), limits=ClockLimits(total_s=60, increment_s=5))
    match = played(given, begun(given, 2), "0 1", at=10.0)
    assert matches.flagged_seat(match, 59.0) is None
    assert matches.flagged_seat(match, 70.0) == 1
