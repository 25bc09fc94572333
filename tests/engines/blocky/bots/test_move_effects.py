"""What moves would make of planes: exactly what the rules make of the board."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engines.blocky.block import COLOURS, Block, Colour, blocks, replace_block
from engines.blocky.bots.move_effects import whatifs, with_block
from engines.blocky.goals import planes
from engines.blocky.moves import Smash, actions_at, apply_move, refusal
from engines.chance import Chance
from tests.support.games.boards import BOARDS, DEEPEST, board_of_chance, random_board

pytestmark = pytest.mark.slow

NO_CHANCE = Chance(bytes(32))


def seen(board: Block, depth: int, colours=COLOURS):
    everything = planes(board, depth)
    return {colour: everything[colour] for colour in colours}


def plainly(board: Block, depth: int, target: Colour, colours=COLOURS):
    """The same by making every move on the board."""
    moves = [move for path, _ in blocks(board) for move in actions_at(path) if not isinstance(move, Smash)]
    allowed = [move for move in moves if refusal(board, depth, target, move) is None]
    after = {move: seen(apply_move(board, depth, target, move, NO_CHANCE), depth, colours) for move in allowed}
    return {move: planes for move, planes in after.items() if planes != seen(board, depth, colours)}


@given(BOARDS, st.sampled_from(COLOURS))
def test_every_move_makes_of_the_planes_what_it_makes_of_the_board(sized, target):
    depth, board = sized
    assert dict(whatifs(board, depth, target, seen(board, depth))) == plainly(board, depth, target)


@pytest.mark.parametrize("board", [random_board(0), board_of_chance(0)], ids=["random", "cells"])
def test_every_move_on_a_deep_board_makes_of_the_planes_what_it_makes_of_the_board(board):
    assert dict(whatifs(board, DEEPEST, 1, seen(board, DEEPEST))) == plainly(board, DEEPEST, 1)


def test_a_move_that_leaves_alone_what_is_looked_at_is_left_out():
    board = (0, 1, 1, (1, 2, 3, 2))
    found = dict(whatifs(board, 2, 0, seen(board, 2, (0,))))
    assert found == plainly(board, 2, 0, (0,))
    assert not any(move.path == (3,) for move in found)


@given(BOARDS, st.data())
def test_planes_are_looked_at_anew_only_where_a_block_was_replaced(sized, data):
    depth, board = sized
    path, _ = data.draw(st.sampled_from(list(blocks(board))))
    block = data.draw(st.sampled_from([0, 3]))
    after = replace_block(board, path, block)
    assert with_block(seen(board, depth, (1, 3)), depth, path, block) == seen(after, depth, (1, 3))
