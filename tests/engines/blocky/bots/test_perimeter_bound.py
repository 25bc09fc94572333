"""Plans for the edge: they are worth what they say, and no short sequence of moves is worth more."""

from __future__ import annotations

import pytest

from engines.blocky.block import COLOURS, Block, Colour, blocks, smash_block
from engines.blocky.bots.perimeter_bound import ALL_SIDES, SMASHED, Prospects, best_alone
from engines.blocky.goals import planes, score
from engines.blocky.moves import Combine, Paint, Pass, Rotate, Smash, Swap, actions_at, apply_move, cost, refusal
from engines.chance import Chance
from tests.support.games.boards import board_of_chance
from tests.support.laws.depth import sample

pytestmark = pytest.mark.slow

NO_CHANCE = Chance(bytes(32))
BOARDS = [(depth, board_of_chance(number, depth=depth)) for number in range(6) for depth in (2, 3)]
"""Boards of cells, on which there's nothing to smash."""
EVERYDAY = 6
"""Three of each depth."""


def best_plan(board: Block, depth: int, colour: Colour, moves: int):
    return Prospects(colour, moves).plans(board, 1 << depth, ALL_SIDES)[-1]


def worth(board: Block, depth: int, colour: Colour) -> int:
    return score("perimeter", planes(board, depth)[colour], depth)


def made(board: Block, depth: int, colour: Colour, moves) -> int:
    """The score once all the moves are made, their costs taken off."""
    for move in moves:
        assert refusal(board, depth, colour, move) is None
        board = apply_move(board, depth, colour, move, NO_CHANCE)
    return worth(board, depth, colour) - sum(map(cost, moves))


def best_of_all(board: Block, depth: int, colour: Colour, moves: int, kinds) -> int:
    """The highest score that any sequence of that many moves of some kinds reaches."""
    if not moves:
        return worth(board, depth, colour)
    allowed = [
        move
        for path, _ in blocks(board)
        for move in actions_at(path)
        if isinstance(move, kinds) and refusal(board, depth, colour, move) is None
    ]
    after = ((move, apply_move(board, depth, colour, move, NO_CHANCE)) for move in allowed)
    reached = (best_of_all(then, depth, colour, moves - 1, kinds) - cost(move) for move, then in after)
    return max(reached, default=worth(board, depth, colour))


@pytest.mark.parametrize(("depth", "board"), BOARDS)
def test_one_move_is_planned_as_well_as_can_be(depth, board):
    for colour in COLOURS:
        kinds = (Rotate, Swap, Paint, Combine, Pass)
        best = max(worth(board, depth, colour), best_of_all(board, depth, colour, 1, kinds))
        assert best_plan(board, depth, colour, 1).score == best


@pytest.mark.parametrize("case", sample([*BOARDS[:4], *BOARDS[4::2]], 3))
def test_two_turns_and_swaps_are_planned_as_well_as_can_be(case):
    depth, board = case
    for colour in COLOURS[:2]:
        assert best_plan(board, depth, colour, 2).score >= best_of_all(board, depth, colour, 2, (Rotate, Swap))


@pytest.mark.parametrize("case", sample(BOARDS, EVERYDAY))
@pytest.mark.parametrize("moves", [1, 2, 3, 5, 9])
def test_a_plan_is_worth_what_it_says_and_has_no_more_moves_than_there_are(case, moves):
    depth, board = case
    for colour in COLOURS:
        plan = best_plan(board, depth, colour, moves)
        assert len(plan.moves) <= moves
        assert made(board, depth, colour, plan.moves) == plan.score


@pytest.mark.parametrize("case", sample(BOARDS, EVERYDAY))
def test_any_block_of_a_plan_may_be_begun_with(case):
    depth, board = case
    plan = best_plan(board, depth, 0, 5)
    first_on_its_block = {move.path: move for move in reversed(plan.moves)}.values()
    for move in first_on_its_block:
        after = apply_move(board, depth, 0, move, NO_CHANCE)
        assert best_plan(after, depth, 0, 4).score - cost(move) >= plan.score


def test_a_cell_is_painted_where_it_counts_twice_and_nowhere_else():
    board = ((1, 1, 1, 1), (1, 1, 1, 1), (1, 1, 1, 1), (1, 1, 1, 1))
    assert set(best_plan(board, 2, 0, 9).moves) == {Paint((part, part)) for part in range(4)}


def test_the_largest_block_of_another_colour_is_smashed_first():
    assert best_alone(((0, 0, 0, 1), (0, 0, 0, 0), 1, 0), 5, 0, 20) == Smash((2,))


def test_where_all_is_won_nothing_is_done():
    assert best_alone(((0, 0, 0, 0), 0, 0, 0), 2, 0, 20) == Pass()


@pytest.mark.parametrize(("size", "length"), [key for key in SMASHED if key[0] < 16])
def test_smashed_blocks_bring_on_average_what_is_written(size, length):
    level, samples = 6 - size.bit_length(), 150
    chance = Chance.from_seed(bytes(32), "smashed")
    shares = SMASHED[size, length]
    found = [0.0] * len(shares)
    for _ in range(samples):
        plans = Prospects(0, len(shares) - 1).plans(smash_block(level, 5, chance), size, (1, 3)[length - 1])
        for moves in range(len(shares)):
            found[moves] += plans[min(moves, len(plans) - 1)].score / size / length / samples
    # One block's share spreads by 0.3 or less, so that this is four standard errors.
    assert found == pytest.approx(shares, abs=0.1)
