"""Beside a name stands how well they play the game that a line is about, or the one of which that is known best."""

from protocol import messages as m
from server.players.results.glicko2 import GlickoRating
from server.players.results.rating_badges import best_rating, rating_in
from server.players.results.ratings import PlayerRating
from tests.support.builders.pasts import ANN, BEN

RANKS = {
    ANN: {
        "blocky": PlayerRating(GlickoRating(1489.6, 80.0), games=20),
        "tower_blaster": PlayerRating(GlickoRating(1611.2, 290.0), games=1),
    },
    BEN: {},
}


def test_a_rating_is_told_in_whole_points_of_the_game_that_is_asked_about():
    assert rating_in(RANKS, ANN, "blocky") == m.RatingBadge(game="blocky", rating=1490, provisional=False)
    assert rating_in(RANKS, ANN, "tower_blaster") == m.RatingBadge(game="tower_blaster", rating=1611, provisional=True)


def test_nothing_is_told_of_computers_of_who_is_not_here_and_before_the_first_rated_game():
    assert rating_in(RANKS, None, "blocky") is None
    assert rating_in(RANKS, 99, "blocky") is None
    assert rating_in(RANKS, BEN, "blocky") is None
    assert rating_in(RANKS, ANN, "war") is None


def test_a_person_goes_by_the_rating_that_is_known_best():
    assert best_rating(RANKS, ANN) == m.RatingBadge(game="blocky", rating=1490, provisional=False)
    assert best_rating(RANKS, BEN) is None
    assert best_rating(RANKS, 99) is None
