"""Tables imagined behind a view: secret colours are any that fit, and nothing else is left to imagine."""

from __future__ import annotations

from itertools import permutations

import pytest

from engines.blocky import rules
from engines.blocky.determinize import redeal
from engines.chance import Chance
from tests.support.games.boards import A, plain_score, play, table


def imagined(state, seat, times=60):
    """Some tables behind a seat's view."""
    view = rules.view(state, seat)
    tables = [redeal(view, Chance.from_seed(bytes(32), "imagined", number)) for number in range(times)]
    assert all(rules.view(other, seat) == view for other in tables)
    return tables


@pytest.mark.parametrize("seat", [0, 1, None])
def test_nothing_is_left_to_imagine_where_goals_are_open(seat):
    state = play(table(A), "combine 0", "smash 1", "pass")
    assert imagined(state, seat, 1) == [state]


def test_secret_colours_are_any_that_differ_from_each_other_and_from_ones_own():
    tables = imagined(table(colours=(2, 0, 1), goals="secret"), 0)
    assert {other.colours for other in tables} == {(2, *others) for others in permutations((0, 1, 3), 2)}


def test_a_spectator_imagines_any_colours():
    tables = imagined(table(colours=(2, 0), goals="secret"), None, 200)
    assert {other.colours for other in tables} == set(permutations(range(4), 2))


def test_a_colour_that_was_seen_in_a_paint_is_kept():
    state = play(table(colours=(2, 0, 1), goals="secret"), "pass", "paint 0.1", "pass")
    assert {other.colours for other in imagined(state, 0)} == {(2, 0, 1), (2, 0, 3)}


def test_a_colour_that_was_seen_is_kept_though_the_paint_was_taken_back():
    state = rules.takeback(play(table(colours=(2, 0), goals="secret"), "paint 0.1"), 0)
    assert {other.colours[0] for other in imagined(state, 1)} == {2}


def test_imagined_scores_are_those_of_imagined_colours():
    for other in imagined(play(table(colours=(2, 0), goals="secret"), "smash 1"), 1):
        assert other.scores == (plain_score("blob", other.board, 2, other.colours[0]) - 3, other.worth[1])


def test_nobody_imagines_what_the_moves_of_others_gained():
    state = play(table(colours=(1, 0), goals="secret"), "combine 0", "pass")
    (other,) = imagined(state, 1, 1)
    assert [made.gain for made in other.log] == [None, 0]
