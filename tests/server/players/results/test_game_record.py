"""A game that is over, between two of those who played it."""

from __future__ import annotations

import pytest

from tests.support.builders.game_records import ANN, BEN, CLEO, between


@pytest.mark.parametrize(
    ("winners", "score"),
    [((0,), 1.0), ((1,), 0.0), ((2,), 0.5), ((0, 1), 0.5), ((0, 2), 1.0), ((1, 2), 0.0), ((), 0.5)],
)
def test_who_alone_of_two_has_won_has_all_of_the_game_and_else_they_share_it(winners, score):
    game = between(ANN, BEN, CLEO, winners=winners)
    assert game.score(0, 1) == score
    assert game.score(1, 0) == 1 - score
