"""War as a value: its table options and what a seat does when its time is up."""

from __future__ import annotations

from engines.chance import Chance
from engines.war.game import GAME
from engines.war.view import Flip, Options


def test_two_play():
    assert list(GAME.seats) == [2]


def test_a_card_flips_by_itself_after_the_time_of_the_options():
    assert GAME.move_time_s(Options(auto_flip_s=10)) == 10


def test_a_card_waits_for_its_player_when_that_time_is_zero():
    assert GAME.move_time_s(Options(auto_flip_s=0)) is None


def test_a_seat_whose_time_is_up_flips():
    state = GAME.setup(Options(), 2, Chance.from_seed(bytes(32), "deal"))
    assert GAME.default(GAME.view(state, 0)) == Flip()
