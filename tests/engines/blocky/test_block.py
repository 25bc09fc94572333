"""Blocks by example and by law: turning, exchanging, combining, addressing, and how they come about by chance."""

from __future__ import annotations

from collections import Counter
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engines.blocky.block import (
    COLOURS,
    DIVIDED,
    ODDS,
    Square,
    at,
    blocks,
    combine,
    grid,
    path_at,
    path_text,
    random_block,
    read,
    read_path,
    replace_block,
    rotate,
    smash_block,
    square,
    swap,
    text,
)
from engines.chance import Chance
from tests.support.games.boards import BOARDS, DEEPEST, A, B, board_of_cells, random_board

pytestmark = pytest.mark.slow

BOARD_A, BOARD_B = read(A), read(B)
BLOCKS = BOARDS.map(lambda drawn: drawn[1])


def columns(board, depth):
    """The board's cells from left to right, each column from the top down."""
    return " ".join("".join(map(str, column)) for column in zip(*grid(board, depth), strict=True))


# The rules' examples.


def test_the_parts_are_upper_right_upper_left_lower_left_and_lower_right():
    assert columns(BOARD_A, 2) == "2211 2211 1133 0333"


@pytest.mark.parametrize(
    ("changed", "expected"),
    [
        (swap(BOARD_A, horizontally=True), (2, (0, 1, 1, 3), 3, 1)),
        (swap(BOARD_A, horizontally=False), (3, 1, 2, (0, 1, 1, 3))),
        (rotate(at(BOARD_A, (0,)), clockwise=True), (1, 1, 3, 0)),
        (rotate(BOARD_B, clockwise=True), (2, 1, 3, ((1, 0, 2, 2), 1, 3, 0))),
        (rotate(BOARD_B, clockwise=False), (3, (3, 0, (2, 2, 1, 0), 1), 2, 1)),
    ],
    ids=[
        "a swap exchanges left and right",
        "a vertical swap exchanges above and below",
        "a quarter turn clockwise brings the upper left to the upper right",
        "whatever is in a block turns with it",
        "counter-clockwise as well",
    ],
)
def test_a_block_is_changed_as_in_the_rules_examples(changed, expected):
    assert changed == expected


# Turning and exchanging.


def test_a_swap_mirrors_nothing_inside():
    assert at(swap(BOARD_B, horizontally=True), (1,)) == at(BOARD_B, (0,))


@given(drawn=BLOCKS, clockwise=st.booleans())
def test_a_quarter_turn_there_and_back_changes_nothing(drawn, clockwise):
    assert rotate(rotate(drawn, clockwise=clockwise), clockwise=not clockwise) == drawn


@given(drawn=BOARDS)
def test_a_quarter_turn_turns_the_picture(drawn):
    depth, board = drawn
    rows = grid(board, depth)
    assert grid(rotate(board, clockwise=True), depth) == tuple(zip(*rows[::-1], strict=True))
    assert grid(rotate(board, clockwise=False), depth) == tuple(zip(*rows, strict=True))[::-1]


@given(drawn=BOARDS)
def test_a_swap_exchanges_the_halves_of_the_picture(drawn):
    depth, board = drawn
    rows, half = grid(board, depth), 1 << depth - 1
    assert grid(swap(board, horizontally=True), depth) == tuple((*row[half:], *row[:half]) for row in rows)
    assert grid(swap(board, horizontally=False), depth) == (*rows[half:], *rows[:half])


# Combining.


@pytest.mark.parametrize(
    ("parts", "colour"),
    [
        (at(BOARD_A, (0,)), 1),
        ((1, 1, 1, 1), 1),
        ((0, 0, 3, 0), 0),
        ((3, 2, 2, 1), 2),
        ((2, 0, 1, 2), 2),
        ((0, 1, 0, 1), None),
        ((3, 3, 2, 2), None),
        ((0, 1, 2, 3), None),
        ((1, 1, 1, (1, 1, 1, 1)), None),
        (1, None),
    ],
)
def test_four_parts_become_the_colour_that_most_of_them_have_and_no_colour_on_a_tie(parts, colour):
    assert combine(parts) == colour


# Addressing.


@pytest.mark.parametrize("depth", range(DEEPEST + 1))
def test_every_cell_lies_in_one_block_of_each_level(depth):
    board = board_of_cells(depth, lambda x, y: (x + y) % 4)
    for y in range(1 << depth):
        for x in range(1 << depth):
            for level in range(depth + 1):
                size = 1 << depth - level
                found = square(path_at(board, depth, x, y, level), depth)
                assert found == Square(x - x % size, y - y % size, size)


@given(drawn=BOARDS)
def test_a_block_owns_its_top_and_left_edges_and_not_those_of_its_neighbours(drawn):
    depth, board = drawn
    for path, _ in blocks(board):
        x, y, size = square(path, depth)
        inside = {(x, y), (x + size - 1, y), (x, y + size - 1), (x + size - 1, y + size - 1)}
        outside = {(x - 1, y), (x + size, y), (x, y - 1), (x, y + size)}
        assert {path_at(board, depth, *cell, len(path)) for cell in inside} == {path}
        for cell in outside:
            if all(0 <= place < 1 << depth for place in cell):
                assert path_at(board, depth, *cell, len(path)) != path


def test_a_level_deeper_than_the_board_there_gives_the_deepest_block_at_the_cell():
    assert path_at(BOARD_A, 2, 0, 3, 2) == (2,)
    assert path_at(BOARD_A, 2, 3, 0, 99) == (0, 0)
    assert path_at(1, 5, 31, 31, 5) == ()


@pytest.mark.parametrize(("x", "y"), [(-1, 0), (0, -1), (4, 0), (0, 4)])
def test_there_is_no_block_where_the_board_ends(x, y):
    with pytest.raises(LookupError, match="no unit cell"):
        path_at(BOARD_A, 2, x, y, 1)


@pytest.mark.parametrize("path", [(4,), (-1,), (0, 0, 0), (1, 0), (0, 1, 2, 0), (0, 1, -4)])
def test_there_is_no_block_at_a_path_that_leaves_the_board(path):
    with pytest.raises(LookupError):
        at(BOARD_B, path)
    with pytest.raises(LookupError):
        replace_block(BOARD_B, path, 0)


@given(drawn=BOARDS, placed=BLOCKS)
def test_a_block_that_is_put_somewhere_is_there_and_all_else_is_as_it_was(drawn, placed):
    _, board = drawn
    for path, was in blocks(board):
        changed = replace_block(board, path, placed)
        assert at(changed, path) == placed
        assert replace_block(changed, path, was) == board


@given(drawn=BLOCKS)
def test_every_block_is_found_once_and_before_its_parts(drawn):
    found = list(blocks(drawn))
    paths = [path for path, _ in found]
    assert paths == sorted(set(paths))
    assert all(at(drawn, path) == inside for path, inside in found)
    assert len(paths) == 1 + 4 * text(drawn).count("(")


# Texts.


@given(drawn=BLOCKS)
def test_a_board_is_read_back_from_its_text(drawn):
    assert read(text(drawn)) == drawn


@pytest.mark.parametrize(
    "written", ["", "4", "-1", "(012)", "(01234)", "((0123)", "0123)", "(0123))", "()", "12", "(0123)1", "(01 23)", "٣"]
)
def test_any_other_text_is_no_board(written):
    with pytest.raises(ValueError, match="is no board"):
        read(written)


@pytest.mark.parametrize(("path", "written"), [((), "board"), ((0,), "0"), ((0, 2, 1, 3, 0), "0.2.1.3.0")])
def test_a_path_has_one_text(path, written):
    assert path_text(path) == written
    assert read_path(written) == path


@pytest.mark.parametrize("written", ["", ".", "0.", ".0", "4", "0.4", "-1", "00", "0,1", "Board", " 0", "٣", "0..1"])
def test_any_other_text_is_no_path(written):
    with pytest.raises(ValueError, match="is no part of a block"):
        read_path(written)


# Chance.


def test_the_odds_to_be_divided_are_those_of_the_rules_to_ten_digits_and_the_same_everywhere():
    assert [int((Decimal(-level) / 4).exp() * ODDS) for level in range(DEEPEST)] == list(DIVIDED)


@pytest.mark.parametrize("level", range(DEEPEST))
def test_a_smash_divides_for_sure(level):
    for number in range(50):
        assert isinstance(smash_block(level, DEEPEST, Chance(bytes(32), number)), tuple)


@pytest.mark.parametrize("depth", range(DEEPEST + 1))
def test_a_block_at_the_maximum_depth_always_takes_a_colour(depth):
    for number in range(50):
        assert random_block(depth, depth, Chance(bytes(32), number)) in COLOURS
        assert all(len(path) <= depth for path, _ in blocks(random_block(0, depth, Chance(bytes(32), number))))


def test_a_board_may_happen_not_to_reach_its_maximum_depth():
    # All four parts of a board stay whole in 24 of 10,000 boards.
    assert {max(len(path) for path, _ in blocks(random_board(number, 2))) for number in range(3000)} == {1, 2}


BOARDS_MADE = 20_000


@pytest.fixture(scope="module")
def sample():
    """Of so many boards: how often a block of each level is divided and not, and how often it has each colour."""
    divided, coloured = Counter(), Counter()
    chance = Chance.from_seed(bytes(32), "sample")

    def look(inside, level):
        if isinstance(inside, int):
            coloured[level, inside] += 1
            return
        divided[level] += 1
        for part in inside:
            look(part, level + 1)

    for _ in range(BOARDS_MADE):
        look(smash_block(0, DEEPEST, chance), 0)
    return divided, coloured


@pytest.mark.thorough
@pytest.mark.parametrize("level", range(1, DEEPEST))
def test_as_many_blocks_of_a_level_are_divided_as_the_rules_say(sample, level):
    divided, coloured = sample
    plain = sum(coloured[level, colour] for colour in COLOURS)
    expected = (divided[level] + plain) * DIVIDED[level] / ODDS
    off = (divided[level] - expected) ** 2
    # The chi-square of one degree of freedom; one seed in a thousand would have more than 10.8.
    assert off / expected + off / (divided[level] + plain - expected) < 10.8


@pytest.mark.thorough
@pytest.mark.parametrize("level", range(1, DEEPEST + 1))
def test_the_colours_of_blocks_are_equally_frequent(sample, level):
    _, coloured = sample
    times = [coloured[level, colour] for colour in COLOURS]
    expected = sum(times) / len(times)
    # The chi-square of three degrees of freedom; one seed in a thousand would have more than 16.3.
    assert sum((found - expected) ** 2 for found in times) / expected < 16.3
