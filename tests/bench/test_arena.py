"""Matches between computer players."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

from bench.arena import Match, Pairing, match
from client.tally import Tally

SEED = bytes(32)
TOWER = Pairing("tower_blaster", {"turn_limit": 30}, ("drawing", "careful"))


def played(pairing: Pairing, games: int) -> Match:
    with ThreadPoolExecutor(1) as executor:
        return match(pairing, games, SEED, executor)


def test_every_game_of_a_match_is_counted() -> None:
    assert played(TOWER, 24).tally.games == 24


def test_a_match_can_be_played_again() -> None:
    first, again = played(TOWER, 6), played(TOWER, 6)
    assert (first.tally, first.moves) == (again.tally, again.moves)


def test_equal_players_fare_equally_since_every_deal_is_played_from_both_seats() -> None:
    tally = played(Pairing("war", {}, ("flipper", "flipper")), 20).tally
    assert tally.won == tally.lost


def test_the_first_level_is_the_one_that_is_counted_for() -> None:
    won = played(TOWER, 10).tally.lost
    assert won > played(Pairing(TOWER.game, TOWER.options, TOWER.levels[::-1]), 10).tally.lost


def test_matches_add_up() -> None:
    one = Match(Tally(1, 2, 3), (0.5, 1.0), (4, 5))
    assert one + one == Match(Tally(2, 4, 6), (1.0, 2.0), (8, 10))
