"""The moves of Blocky: their texts, what they cost, when they are allowed, and what they make of a board."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engines.blocky import block
from engines.blocky.block import at, blocks, grid, replace_block
from engines.blocky.moves import (
    Combine,
    Paint,
    Pass,
    Rotate,
    Smash,
    Swap,
    actions_at,
    apply_move,
    change_block,
    cost,
    read,
    refusal,
    text,
)
from engines.chance import Chance
from engines.game import UnreadableMoveError
from tests.support.games.boards import BOARDS, A, B

BOARD_A, BOARD_B = block.read(A), block.read(B)
MINE = 0


def refused(written, board=A, depth=2):
    return refusal(block.read(board), depth, MINE, read(written))


def made(written, board=A, depth=2):
    """The text of a board after an allowed move of a seat with colour 0."""
    before, move = block.read(board), read(written)
    assert refusal(before, depth, MINE, move) is None
    return block.text(apply_move(before, depth, MINE, move, Chance(bytes(32))))


# Texts.


@pytest.mark.parametrize(
    ("move", "written"),
    [
        (Rotate((0, 2, 1), clockwise=True), "rotate clockwise 0.2.1"),
        (Rotate((), clockwise=False), "rotate counter-clockwise board"),
        (Swap((0,), horizontally=True), "swap horizontally 0"),
        (Swap((), horizontally=False), "swap vertically board"),
        (Smash((0, 2)), "smash 0.2"),
        (Paint((0, 2, 1, 3)), "paint 0.2.1.3"),
        (Combine((1, 2)), "combine 1.2"),
        (Smash((0,) * 20), "smash " + ".".join("0" * 20)),
        (Pass(), "pass"),
    ],
)
def test_a_move_has_one_text(move, written):
    assert text(move) == written
    assert read(written) == move


@pytest.mark.parametrize(
    "written",
    ["", "pass 0", "Pass", "pass ", " pass", "rotate", "rotate 0", "rotate board", "rotate clockwise",
     "rotate clockwise 4", "rotate clockwise 0.", "rotate  clockwise 0", "clockwise 0", "swap 0", "swap board",
     "swap diagonally 0", "smash", "smash Board", "smash 0 1", "paint 0.-1", "paint ٣", "combine 0\n", "x" * 1000],
)  # fmt: skip
def test_any_other_text_is_no_move(written):
    with pytest.raises(
        UnreadableMoveError, match="is not a move of Blocky; a move is 'pass', or what to do and"
    ) as why:
        read(written)
    assert len(str(why.value)) < 200


def test_there_are_seven_things_to_do_with_a_block():
    assert [text(action) for action in actions_at((3, 1))] == [
        "rotate counter-clockwise 3.1",
        "rotate clockwise 3.1",
        "swap horizontally 3.1",
        "swap vertically 3.1",
        "smash 3.1",
        "combine 3.1",
        "paint 3.1",
    ]


@pytest.mark.parametrize(
    ("written", "points"),
    [("smash 0", 3), ("combine 0", 1), ("paint 0", 1), ("rotate clockwise 0", 0), ("rotate counter-clockwise 0", 0),
     ("swap horizontally 0", 0), ("swap vertically 0", 0), ("pass", 0)],
)  # fmt: skip
def test_a_smash_costs_three_combining_and_painting_one_and_the_rest_nothing(written, points):
    assert cost(read(written)) == points


# What is allowed.

UNDIVIDED = "Only a divided block can be turned."
NO_PARTS = "Only a divided block has halves to swap."
NOT_LOWEST = "Only a block of four of the smallest cells can be combined."
TIE = "No colour has most of the four cells, so they can't be combined."
DIVIDED = "Only a block of one colour can be smashed."
NO_CELL = "Only one of the smallest cells can be painted."


@pytest.mark.parametrize(
    ("what", "board", "reasons"),
    [
        ("rotate clockwise", A, {"board": None, "0": None, "1": UNDIVIDED, "0.1": UNDIVIDED}),
        ("rotate counter-clockwise", A, {"board": None, "0": None, "1": UNDIVIDED, "0.1": UNDIVIDED}),
        ("swap horizontally", A, {"board": None, "0": None, "1": NO_PARTS, "0.1": NO_PARTS}),
        ("swap vertically", A, {"board": None, "0": None, "1": NO_PARTS, "0.1": NO_PARTS}),
        ("smash", A, {"1": None, "0": DIVIDED, "board": DIVIDED, "0.1": "The smallest cells can't be smashed."}),
        ("smash", B, {"0.0": None}),
        ("paint", A, {"0.1": None, "0.0": "That cell is your colour already.", "1": NO_CELL, "board": NO_CELL}),
        ("paint", B, {"0.2": NO_CELL}),
        ("combine", A, {"0": None, "board": NOT_LOWEST, "1": NOT_LOWEST, "0.1": NOT_LOWEST}),
        ("combine", "((0101)213)", {"0": TIE}),
        ("combine", "((0123)213)", {"0": TIE}),
        ("combine", "((1111)213)", {"0": None}),
        ("combine", B, {"0": NOT_LOWEST}),
    ],
)
def test_a_move_is_allowed_on_the_blocks_that_the_rules_say(what, board, reasons):
    depth = 3 if board == B else 2
    assert {where: refused(f"{what} {where}", board, depth) for where in reasons} == reasons


def test_a_board_less_deep_than_its_table_has_nothing_to_combine():
    assert refused("combine 0", A, depth=3) == NOT_LOWEST


@pytest.mark.parametrize("what", ["rotate clockwise", "swap vertically", "smash", "paint", "combine"])
@pytest.mark.parametrize(
    ("where", "reason"),
    [
        ("1.0", "The upper right quarter of the upper left is not a block of its own."),
        ("0.1.2", "No block is as small as that."),
        ("0.0.0.0.0.0.0", "No block is as small as that."),
    ],
)
def test_a_block_that_is_not_there_cannot_be_moved(what, where, reason):
    assert refused(f"{what} {where}") == reason


@pytest.mark.parametrize("part", [4, -1])
def test_a_part_that_no_block_has_is_refused_too(part):
    assert refusal(BOARD_A, 2, MINE, Smash((part,))) == "A block has the parts 0 to 3."


def test_the_reason_is_short_however_deep_the_block_that_is_not_there():
    assert len(refused("smash " + ".".join("0" * 1000))) < 80


# What becomes of the board.


@pytest.mark.parametrize(
    ("written", "board"),
    [
        ("swap horizontally board", "(2(0113)31)"),
        ("swap vertically board", "(312(0113))"),
        ("rotate clockwise 0", "((1130)213)"),
        ("rotate counter-clockwise 0", "((3011)213)"),
        ("combine 0", "(1213)"),
        ("paint 0.3", "((0110)213)"),
    ],
)
def test_a_move_changes_its_block(written, board):
    assert made(written) == board


def test_a_smashed_block_is_divided_by_chance():
    before, move = block.read("(1213)"), Smash((2,))
    found = {apply_move(before, 3, MINE, move, Chance(bytes(32), number)) for number in range(30)}
    assert len(found) > 20
    for after in found:
        assert isinstance(at(after, (2,)), tuple)
        assert replace_block(after, (2,), 1) == before


@pytest.mark.slow
@given(drawn=BOARDS, chosen=st.integers(0, 10**6), seed=st.integers(0, 1000))
def test_an_allowed_move_keeps_every_cell_and_touches_nothing_but_its_block(drawn, chosen, seed):
    depth, board = drawn
    everything = list(blocks(board))
    path, inside = everything[chosen % len(everything)]
    for move in actions_at(path):
        if refusal(board, depth, MINE, move):
            continue
        after = apply_move(board, depth, MINE, move, Chance(bytes(32), seed))
        assert replace_block(after, path, inside) == board
        assert at(after, path) == change_block(inside, depth, MINE, move, Chance(bytes(32), seed)) != ()
        assert [len(row) for row in grid(after, depth)] == [1 << depth] * (1 << depth)
        assert max(len(path) for path, _ in blocks(after)) <= depth
        if isinstance(move, Rotate | Swap):
            assert _areas(after, depth) == _areas(board, depth)


def _areas(board, depth):
    return Counter(colour for row in grid(board, depth) for colour in row)
