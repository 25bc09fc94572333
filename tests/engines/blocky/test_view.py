"""Blocky's options, and what follows from a view alone."""

from __future__ import annotations

import re

import pytest

from engines.blocky import rules
from engines.blocky.moves import Pass
from engines.blocky.view import MAX_MOVES, Options, is_over, lasting, lasting_through, legal, progress, text
from engines.chance import Chance
from engines.game import IllegalMoveError
from tests.support.games.boards import A, board_of_cells, board_of_chance, play, table


def test_a_table_has_four_levels_and_twenty_moves_open_goals_and_no_shared_wins_unless_told_otherwise():
    assert Options() == Options(depth=4, moves=20, goal="random", goals="open", ties="lowest_seat")


@pytest.mark.parametrize("depth", [2, 3, 4, 5])
@pytest.mark.parametrize("moves", [1, MAX_MOVES])
def test_a_board_may_have_two_to_five_levels_and_a_seat_one_to_a_hundred_moves(depth, moves):
    options = Options(depth=depth, moves=moves)
    assert (options.depth, options.moves) == (depth, moves)


@pytest.mark.parametrize(
    ("wrong", "why"),
    [({"depth": depth}, f"depth takes a whole number from 2 to 5, not {depth}.") for depth in (1, 6, -2)]
    + [({"moves": moves}, f"moves takes a whole number from 1 to 100, not {moves}.") for moves in (0, MAX_MOVES + 1)],
)
def test_any_other_option_is_refused_in_a_sentence(wrong, why):
    with pytest.raises(ValueError, match=f"^{why}$"):
        Options(**wrong)


# Legal moves.


def test_the_legal_moves_are_those_that_are_not_refused_and_to_pass():
    moves = legal(rules.view(table(A, colours=(1, 0)), 0))
    assert text(next(moves)) == "rotate counter-clockwise board", "they are found one by one"
    assert [text(move) for move in moves] == [
        "rotate clockwise board",
        "swap horizontally board",
        "swap vertically board",
        "rotate counter-clockwise 0",
        "rotate clockwise 0",
        "swap horizontally 0",
        "swap vertically 0",
        "combine 0",
        "paint 0.0",
        "paint 0.3",
        "smash 1",
        "smash 2",
        "smash 3",
        "pass",
    ]


def test_there_are_over_two_thousand_moves_on_a_board_of_cells_thrown_together():
    state = rules.begin(Options(depth=5), "blob", (0,), board_of_chance(0))
    assert 2000 < len(set(legal(rules.view(state, 0)))) < 1 + 7 * 1365


def test_what_is_legal_depends_on_the_colour_of_the_seat():
    for colour in range(4):
        view = rules.view(table(A, colours=(colour,)), 0)
        painted = {text(move) for move in legal(view)} & {f"paint 0.{part}" for part in range(4)}
        assert len(painted) == 4 - (0, 1, 1, 3).count(colour)


# The board and the end.


def test_a_board_of_cells_takes_less_than_two_thousand_letters():
    state = rules.begin(Options(depth=5), "blob", (0,), board_of_cells(5, lambda x, y: (x + y) % 4))
    assert len(rules.view(state, 0).board) == 4**5 + 2 * sum(4**level for level in range(5)) < 2000


def test_the_game_is_over_when_nobody_is_on_turn():
    assert not is_over(rules.view(table(moves=1), None))
    assert is_over(rules.view(play(table(moves=1), "pass", "pass"), None))


def test_how_far_a_game_is_is_told_by_the_moves_of_the_seat_on_turn():
    begun = rules.setup(Options(moves=20), 2, Chance(bytes(32)))
    assert progress(rules.view(begun, None)) == "0/20"
    later = rules.apply(rules.apply(begun, 0, Pass(), Chance(bytes(32))), 1, Pass(), Chance(bytes(32)))
    assert progress(rules.view(later, None)) == "1/20"


@pytest.mark.parametrize(
    ("moves", "seat", "reason"),
    [
        ((), 0, "You have no move to take back."),
        (("pass",), 0, None),
        (("pass",), 1, "You have no move to take back."),
        (("pass",), None, "You have no move to take back."),
        (("pass", "pass"), 0, "Too late: the next player has already moved."),
        (("pass", "pass"), 1, None),
        (("smash 1",), 0, "A smash can't be taken back: its colours have been seen."),
        (("pass", "pass", "pass", "pass"), 1, "The game is over."),
    ],
)
def test_the_newest_move_but_a_smash_may_be_taken_back_by_its_own_seat(moves, seat, reason):
    state = play(table(moves=2), *moves)
    assert lasting(rules.view(state, seat)) == reason
    if reason and seat is not None:
        with pytest.raises(IllegalMoveError, match=re.escape(reason)):
            rules.takeback(state, seat)


@pytest.mark.parametrize(
    ("moves", "seat", "reason"),
    [
        (("pass",), 1, "You have no move to take back."),
        (("pass", "pass"), 0, None),
        (("pass", "pass", "pass"), 1, None),
        (("pass", "smash 1"), 0, "A smash can't be taken back: its colours have been seen."),
        (("smash 1", "pass"), 0, "A smash can't be taken back: its colours have been seen."),
        (("smash 1", "pass"), 1, None),
        (("pass", "pass", "pass", "pass"), 1, "The game is over."),
    ],
)
def test_with_the_replies_to_it_a_move_may_be_taken_back_unless_one_of_them_was_a_smash(moves, seat, reason):
    state = play(table(moves=2), *moves)
    assert lasting_through(rules.view(state, seat)) == reason
    if reason:
        with pytest.raises(IllegalMoveError, match=re.escape(reason)):
            rules.takeback_through(state, seat)


def test_a_seat_that_gave_up_takes_nothing_back():
    state = rules.give_up(play(table(colours=(0, 1, 2)), "pass"), 0)
    assert lasting(rules.view(state, 0)) == "You have resigned."
