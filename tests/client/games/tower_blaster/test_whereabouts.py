"""The map of all bricks: true in every position, and no more than everybody saw."""

import re

import pytest

from client.drawing.canvas import Canvas
from client.games.tower_blaster.bricks import HIDDEN, LIGHT, SOLID
from client.games.tower_blaster.whereabouts import map_rows, put_map
from tests.support.games.tower_tables import lines, scene, seen
from tests.support.games.towers import play, table
from tests.support.terminal.space_use import played

WIDTH = 44


def mapped(view, width=WIDTH):
    canvas = Canvas(width, map_rows(width))
    put_map(canvas, scene(view), 0, 0, width)
    return [line.strip("│ ") for line in lines(canvas.done())]


def signs(view):
    """By brick, the sign beside it; a space for none."""
    found = re.findall(rf"(\d+)([{SOLID}{LIGHT}{HIDDEN}]?)", "  ".join(mapped(view)[1:-2]))
    return {int(brick): sign for brick, sign in found}


def marked(view, sign):
    return {brick for brick, other in signs(view).items() if other == sign}


@pytest.mark.parametrize("width", [34, 38, 44, 60, 100, 200])
def test_every_brick_stands_there_once_and_all_rows_are_full(width):
    rows = [re.findall(r"\d+", line) for line in mapped(seen(table(), None), width)[1:-2]]
    assert [int(brick) for row in rows for brick in row] == list(range(1, 61))
    assert len({len(row) for row in rows}) == 1


@pytest.mark.parametrize("seat", [0, 1, None])
def test_a_sign_is_true_in_every_position_of_a_game(seat):
    first = seat or 0
    for state in played("tower_blaster", 2, "counting").states[:-1]:
        view = seen(state, seat)
        hands = [{state.hand} if state.mover == at and state.hand else set() for at in (first, 1 - first)]
        assert marked(view, SOLID) <= {*state.towers[first], *hands[0]}
        assert marked(view, LIGHT) <= {*state.towers[1 - first], *hands[1]}
        assert marked(view, HIDDEN) == set(state.discard)


def test_a_player_sees_where_their_own_bricks_are_and_a_spectator_those_that_everybody_saw_taken():
    after = play(table(), "take discard", "place 1")
    assert marked(seen(after, 1), SOLID) == set(after.towers[1])
    assert marked(seen(after, None), SOLID) == {1}
    assert marked(seen(after, 1), LIGHT) == {1}


def test_the_signs_are_explained():
    assert mapped(seen(table(), 1))[-2] == f"{SOLID} you  {LIGHT} careful  {HIDDEN} discarded"
