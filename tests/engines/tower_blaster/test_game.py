"""Tower Blaster as a value: who plays, how long a turn lasts, and what a seat does when its time is up."""

from __future__ import annotations

from engines.chance import Chance
from engines.tower_blaster.game import GAME
from engines.tower_blaster.view import Options, Place, Reject, Take
from tests.support.games.towers import play, table


def test_two_play():
    assert list(GAME.seats) == [2]


def test_a_turn_lasts_as_long_as_it_takes():
    assert GAME.move_time_s(Options()) is None


def test_a_seat_whose_time_is_up_draws_and_rejects_where_it_may():
    assert GAME.default(GAME.view(table(), 0)) == Take("pile")
    assert GAME.default(GAME.view(play(table(), "take pile"), 0)) == Reject()
    assert GAME.default(GAME.view(play(table(), "take discard"), 0)) == Place(10)


def test_the_computers_are_five_from_drawing_to_foreseeing():
    assert list(GAME.bots) == ["drawing", "tidy", "careful", "counting", "foreseeing"]


def test_a_deal_has_two_towers_of_ten_39_bricks_in_the_main_pile_and_one_turned_over():
    view = GAME.view(GAME.setup(Options(), 2, Chance.from_seed(bytes(32), "deal")), 0)
    assert (len(view.towers[0] or ()), view.towers[1], view.pile, view.discard) == (10, None, 39, 1)
