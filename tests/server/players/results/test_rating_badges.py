"""Beside a name stands how well they play the game that a line is about, or the one of which that is known best."""

from protocol import messages as m
from server.players.results.glicko2 import Rating
from server.players.results.rating_badges import best_known, in_game
from server.players.results.ratings import Rank
from tests.support.builders.pasts import ANN, BEN

RANKS = {
    ANN: {"blocky": Rank(Rating(1489.6, 80.0), games=20), "tower_blaster": Rank(Rating(1611.2, 290.0), games=1)},
    BEN: {},
}


def test_a_rating_is_told_in_whole_points_of_the_game_that_is_asked_about():
    assert in_game(RANKS, ANN, "blocky") == m.Repute(game="blocky", rating=1490, provisional=False)
    assert in_game(RANKS, ANN, "tower_blaster") == m.Repute(game="tower_blaster", rating=1611, provisional=True)


def test_nothing_is_told_of_computers_of_who_is_not_here_and_before_the_first_rated_game():
    assert in_game(RANKS, None, "blocky") is None
    assert in_game(RANKS, 99, "blocky") is None
    assert in_game(RANKS, BEN, "blocky") is None
    assert in_game(RANKS, ANN, "war") is None


def test_a_person_goes_by_the_rating_that_is_known_best():
    assert best_known(RANKS, ANN) == m.Repute(game="blocky", rating=1490, provisional=False)
    assert best_known(RANKS, BEN) is None
    assert best_known(RANKS, 99) is None
