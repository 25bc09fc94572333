"""Blocky as a value: who plays, how long a turn lasts, and what a seat does when its time is up."""

from __future__ import annotations

from engines.blocky import rules
from engines.blocky.game import GAME
from engines.blocky.moves import Pass
from engines.blocky.view import Options
from engines.chance import Chance
from tests.support.games.boards import table


def test_one_to_four_play():
    assert list(GAME.seats) == [1, 2, 3, 4]


def test_a_turn_and_a_game_last_as_long_as_they_take():
    assert GAME.move_time_s(Options()) is None
    assert GAME.time_s(Options()) is None


def test_a_seat_whose_time_is_up_does_nothing():
    assert GAME.default(GAME.view(table(), 0)) == Pass()


def test_the_computers_are_five_from_random_to_the_strongest():
    assert list(GAME.bots) == ["random", "smart-2", "wise-4", "wise-20", "planner"]


def test_every_computer_is_told_about_in_a_sentence():
    assert list(GAME.levels) == list(GAME.bots)
    assert all(sentence[0].isupper() and sentence.endswith(".") for sentence in GAME.levels.values())


def test_people_sit_before_computers():
    assert not GAME.computers_begin


def test_moves_are_taken_back_and_seats_give_up_by_the_rules():
    assert GAME.takeback is rules.takeback
    assert GAME.give_up is rules.give_up
    assert GAME.final is rules.final


def test_a_usual_game_has_twenty_moves_on_sixteen_by_sixteen_cells():
    view = GAME.view(GAME.setup(Options(), 2, Chance.from_seed(bytes(32), "deal")), 0)
    assert (view.depth, view.moves, view.made) == (4, 20, (0, 0))
