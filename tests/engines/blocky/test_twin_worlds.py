"""Two games that differ in another seat's secret goal alone: nothing that is sent to the others tells them apart."""

from __future__ import annotations

from functools import cache

import msgspec
import pytest

from engines.blocky import rules
from engines.blocky.game import GAME
from engines.blocky.moves import Paint, actions_at, text
from engines.blocky.view import Options, legal, takes_back
from engines.chance import Chance
from engines.game import IllegalMoveError
from tests.support.games.boards import random_board

pytestmark = pytest.mark.slow

PAIRS = {
    "two seats": ((0, 1), (0, 2), (0, None)),
    "three seats": ((0, 1, 2), (0, 3, 2), (0, 2, None)),
    "two goals exchanged": ((0, 1, 2, 3), (0, 2, 1, 3), (0, 3, None)),
}
"""The seats' colours in both worlds, and who must not notice the difference."""

GAMES = range(6)


@pytest.fixture(params=GAMES)
def number(request):
    return request.param


@pytest.fixture(params=PAIRS.values(), ids=PAIRS)
def pair(request):
    return request.param


def worlds(pair, number):
    """The first states of two games that differ in the colours of some seats alone."""
    depth, kind = 2 + number % 3, ("blob", "perimeter")[number % 2]
    options = Options(depth=depth, moves=6, goals="secret")
    return [rules.begin(options, kind, colours, random_board(number, depth)) for colours in pair[:2]]


def seen(state, seat):
    """What is sent to whoever looks from a seat."""
    return msgspec.msgpack.encode(GAME.view(state, seat))


def chosen(states, observers, chooser):
    """A move that the seat on turn may make in both worlds and that does not show a colour that differs."""
    (seat,) = rules.turn(states[0])
    here, there = (list(legal(GAME.view(state, seat))) for state in states)
    shared = set(there)
    return seat, chooser.choice(
        [move for move in here if move in shared and (seat in observers or not isinstance(move, Paint))]
    )


def both(states, seat, move, number):
    """Both states after a move, made with the same chance."""
    return [GAME.apply(state, seat, move, Chance.from_seed(bytes(32), "apply", number)) for state in states]


@cache
def plies(pair, number):
    """Both games from their first states to their last ones, by the same moves."""
    played, chooser = [worlds(pair, number)], Chance.from_seed(bytes(32), "moves", number)
    while rules.turn(played[-1][0]):
        seat, move = chosen(played[-1], pair[2], chooser)
        played.append(both(played[-1], seat, move, len(played)))
    return played


def refused(state, seat, move):
    try:
        GAME.apply(state, seat, move, Chance(bytes(32)))
    except IllegalMoveError as refusal:
        return str(refusal)
    return None


def test_the_others_see_the_same_bytes_through_the_whole_game_until_the_end_shows_all(pair, number):
    *before, end = plies(pair, number)
    for first, second in before:
        for observer in pair[2]:
            assert seen(first, observer) == seen(second, observer)
        assert seen(first, 1) != seen(second, 1)
        assert first.costs == second.costs
    for observer in pair[2]:
        assert seen(end[0], observer) != seen(end[1], observer)
        assert GAME.view(end[0], observer).colours == pair[0]


def test_no_view_has_what_a_preview_for_another_seat_needs(pair, number):
    *before, _ = plies(pair, number)
    for state, _ in before:
        for observer in (*range(len(pair[0])), None):
            view = GAME.view(state, observer)
            for seat in range(len(pair[0])):
                assert (view.colours[seat] is None) == (view.scores[seat] is None) == (seat != observer)
            assert all((made.gain is None) == (made.seat != observer) for made in view.log)


def test_what_is_taken_back_tells_nothing_either(pair, number):
    *before, _ = plies(pair, number)
    for states in before[1:]:
        seat = states[0].log[-1].seat
        if takes_back(GAME.view(states[0], seat)):
            first, second = (GAME.takeback(state, seat) for state in states)
            assert all(seen(first, observer) == seen(second, observer) for observer in pair[2])


def test_a_seat_that_gives_up_shows_nothing_unless_that_ends_the_game(pair, number):
    *before, _ = plies(pair, number)
    for states in before:
        first, second = (GAME.give_up(state, 1) for state in states)
        over = len(pair[0]) == 2
        assert all((seen(first, observer) != seen(second, observer)) == over for observer in pair[2])


def test_all_that_is_tried_but_painting_is_accepted_or_refused_alike(pair, number):
    first, second = worlds(pair, number)
    first, second = (rules.apply(state, 0, GAME.read("pass"), Chance(bytes(32))) for state in (first, second))
    for path in ((), (0,), (1,), (2, 3), (0, 0, 0), (3, 1)):
        for move in actions_at(path)[:-1]:
            for seat in (0, 1):
                assert refused(first, seat, move) == refused(second, seat, move)


def test_a_paint_shows_its_colour_and_is_the_first_that_does(pair, number):
    first, second = (rules.apply(state, 0, GAME.read("pass"), Chance(bytes(32))) for state in worlds(pair, number))
    paints = [
        move
        for move in legal(GAME.view(first, 1))
        if isinstance(move, Paint) and refused(second, 1, move) is None and seen(first, 0) == seen(second, 0)
    ]
    for move in paints[:4]:
        after = both((first, second), 1, move, 0)
        for observer in pair[2]:
            assert seen(after[0], observer) != seen(after[1], observer)
            assert GAME.view(after[0], observer).painted[1] == pair[0][1]
            assert GAME.view(after[0], observer).colours[1] is None


@pytest.mark.parametrize("level", ["random", "smart-2", "wise-4"])
def test_a_computer_does_the_same_in_both_worlds(pair, number, level):
    *before, _ = plies(pair, number)
    for first, second in before:
        if rules.turn(first) == (0,):
            moves = {text(GAME.bots[level](GAME.view(state, 0), Chance(bytes(32)))) for state in (first, second)}
            assert len(moves) == 1


@pytest.mark.parametrize("times", range(3))
def test_a_world_imagined_behind_a_view_is_a_twin(pair, number, times):
    *before, _ = plies(pair, number)
    for state, _ in before:
        for observer in (*range(len(pair[0])), None):
            other = GAME.redeal(GAME.view(state, observer), Chance.from_seed(bytes(32), "twin", times))
            assert seen(other, observer) == seen(state, observer)
            assert seen(other, None) == seen(state, None)
