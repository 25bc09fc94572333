"""Ratings find out how well people play who play honestly, whatever keeps others from making theirs."""

from __future__ import annotations

from collections.abc import Iterable
from random import Random

import pytest

from server.players.results.game_record import RatedPlayer
from server.players.results.glicko2 import GlickoRating
from server.players.results.ratings import PlayerRating, rate_game
from tests.support.builders.game_records import between

STRONG, FIRST = 1, 100
"""A player of their own, and the first of many others."""


class Circle:
    """People who play as well as they do, and what they are rated for it."""

    def __init__(self, strengths: dict[int, float], seed: int) -> None:
        self.strengths = strengths
        self.ratings: dict[RatedPlayer, PlayerRating] = {}
        self._chance = Random(seed)

    def know(self, players: Iterable[int]) -> None:
        """Rate players as well as they play, as after many games."""
        for player in players:
            self.ratings[RatedPlayer(player)] = PlayerRating(GlickoRating(self.strengths[player], 70.0), games=80)

    def play(self, one: int, other: int) -> None:
        wins = 1 / (1 + 10 ** ((self.strengths[other] - self.strengths[one]) / 400))
        winner = 0 if self._chance.random() < wins else 1
        self.ratings |= rate_game(between(one, other, winners=(winner,)), self.ratings)

    def mix(self, games: int) -> None:
        """Have any two play, so many times."""
        for _ in range(games):
            self.play(*self._chance.sample(sorted(self.strengths), 2))

    def rating(self, player: int) -> PlayerRating:
        return self.ratings[RatedPlayer(player)]

    def value(self, player: int) -> float:
        return self.rating(player).rating.value

    def error(self) -> float:
        """By how much ratings miss, on average, what people are worth against each other."""
        missed = [self.value(player) - strength for player, strength in self.strengths.items()]
        middle = sum(missed) / len(missed)
        return sum(abs(each - middle) for each in missed) / len(missed)


@pytest.mark.parametrize("gap", [0.0, 200.0])
def test_two_friends_who_play_only_each_other_are_ranked_after_fifty_games_by_what_is_between_them(gap):
    found = []
    for seed in range(10):
        friends = Circle({1: 1500 + gap / 2, 2: 1500 - gap / 2}, seed)
        for _ in range(50):
            friends.play(1, 2)
        assert not any(friends.rating(player).is_provisional for player in (1, 2))
        found.append(friends.value(1) - friends.value(2))
    assert sum(found) / len(found) == pytest.approx(gap, abs=60)


def test_a_newcomer_among_people_who_are_known_is_known_in_the_end_and_changes_them_little():
    club = {FIRST + number: 1400.0 + 20 * number for number in range(10)}
    found = []
    for seed in range(10):
        circle = Circle({STRONG: 1750.0, **club}, seed)
        circle.know(club)
        for game in range(120):
            circle.play(STRONG, FIRST + game % 10)
        assert not circle.rating(STRONG).is_provisional
        assert sum(circle.value(each) - club[each] for each in club) / len(club) == pytest.approx(0, abs=30)
        found.append(circle.value(STRONG))
    assert sum(found) / len(found) == pytest.approx(1750, abs=80)


def test_a_strong_player_who_meets_many_newcomers_stays_what_they_are_while_those_become_known():
    chance = Random(5)
    newcomers = {FIRST + number: chance.gauss(1500, 200) for number in range(60)}
    circle = Circle({STRONG: 1900.0, **newcomers}, seed=5)
    circle.know([STRONG])
    for newcomer in newcomers:
        for _ in range(8):
            circle.play(STRONG, newcomer)
    assert circle.value(STRONG) == 1900
    assert circle.rating(STRONG).games == 80 + 8 * 60
    assert sum(map(circle.value, newcomers)) / 60 == pytest.approx(sum(newcomers.values()) / 60, abs=100)


def test_a_crowd_of_newcomers_who_play_one_another_are_ranked_after_sixty_games_each():
    for seed in range(5):
        chance = Random(seed)
        crowd = Circle({FIRST + number: chance.gauss(1500, 200) for number in range(20)}, seed)
        crowd.mix(600)
        assert sum(crowd.rating(player).is_provisional for player in crowd.strengths) <= 2
        assert crowd.error() < 90
