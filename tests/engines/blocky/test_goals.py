"""What a board is worth: by example, and as a plain count cell by cell has it on boards that are hard to count."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engines.blocky.block import COLOURS, blocks, read, replace_block, rotate, square
from engines.blocky.goals import nearly_connected, planes, repaint, score
from tests.support.games.boards import (
    BOARDS,
    DEEPEST,
    A,
    blocks_to,
    board_of_cells,
    board_of_chance,
    plain_score,
    random_board,
)

pytestmark = pytest.mark.slow

KINDS = ("blob", "perimeter")
DEPTHS = range(DEEPEST + 1)


def scores(kind, board, depth):
    return tuple(score(kind, plane, depth) for plane in planes(board, depth))


def assert_counted_right(board, depth):
    for kind in KINDS:
        assert scores(kind, board, depth) == tuple(plain_score(kind, board, depth, colour) for colour in COLOURS)


# The rules' examples.


def test_board_a_is_worth_what_the_rules_say():
    assert scores("blob", read(A), 2) == (1, 4, 4, 5)
    assert scores("perimeter", read(A), 2) == (2, 5, 4, 5)


@pytest.mark.parametrize("depth", DEPTHS)
@pytest.mark.parametrize("colour", COLOURS)
def test_a_solid_board_is_worth_all_its_cells_or_all_its_edges(depth, colour):
    assert scores("blob", colour, depth)[colour] == 4**depth
    assert scores("perimeter", colour, depth)[colour] == 4 * 2**depth
    assert sum(scores("blob", colour, depth)) == 4**depth


def test_a_board_of_one_cell_has_four_sides():
    assert scores("perimeter", 2, 0) == (0, 0, 4, 0)


def test_corners_do_not_connect():
    assert scores("blob", (0, 1, 0, 1), 1) == (1, 1, 0, 0)
    assert scores("blob", (0, 1, (0, 1, 1, 1), 1), 2) == (4, 11, 0, 0)


def test_a_cell_in_a_corner_counts_twice_for_the_perimeter():
    assert scores("perimeter", ((1, 0, 0, 0), 0, 0, 0), 2)[1] == 2
    assert scores("perimeter", ((0, 1, 0, 0), 0, 0, 0), 2)[1] == 1
    assert scores("perimeter", ((0, 0, 1, 0), 0, 0, 0), 2)[1] == 0


def test_a_large_block_counts_by_its_cells_on_the_edge():
    assert scores("perimeter", (1, 0, 0, 0), 3)[1] == 8
    assert scores("perimeter", ((0, 1, 0, 0), 0, 0, 0), 3)[1] == 2


def test_the_right_edge_is_no_neighbour_of_the_left():
    board = board_of_cells(3, lambda x, y: 1 if (x, y) in ((7, 3), (0, 4)) else 0)
    assert scores("blob", board, 3) == (62, 1, 0, 0)


def test_a_colour_that_is_nowhere_is_worth_nothing():
    assert scores("blob", (1, 1, 1, 1), 4) == (0, 256, 0, 0)
    assert score("blob", 0, 5) == score("perimeter", 0, 5) == 0


# Against a plain count.


@given(drawn=BOARDS)
def test_any_board_is_worth_what_a_plain_count_finds(drawn):
    depth, board = drawn
    assert_counted_right(board, depth)


@pytest.mark.parametrize("number", range(100))
def test_a_board_as_games_begin_with_is_worth_what_a_plain_count_finds(number):
    depth = 2 + number % 4
    assert_counted_right(random_board(number, depth), depth)


@pytest.mark.parametrize(
    "colours", ["01", "0123", "001", "00123", "000000123", "0001", "0111"], ids=lambda colours: f"any of {colours}"
)
@pytest.mark.parametrize("depth", range(1, DEEPEST + 1))
def test_cells_thrown_together_are_worth_what_a_plain_count_finds(colours, depth):
    for number in range(5):
        assert_counted_right(board_of_chance(number, tuple(map(int, colours)), depth), depth)


def spiral(x, y):
    """One cell wide and wound around the middle as often as may be, with a wall between."""
    ring = min(x, y, 31 - x, 31 - y)
    gap = x == ring and y == ring + 1
    return 1 if gap != bool(ring % 2) else 0


# Each of them is tried in all four directions.
ADVERSARIAL = {
    "spiral": spiral,
    "comb": lambda x, y: int(x % 2 == 0 or y == 0),
    "serpentine": lambda x, y: int(y % 2 == 0 or x == (31 if y % 4 == 1 else 0)),
    "chequers": lambda x, y: (x + y) % 2,
    "dominoes": lambda x, y: (x // 2 + y) % 2,
    "corners of three": lambda x, y: int((x % 4, y % 3) in ((0, 0), (1, 0), (1, 1))),
    "stripes": lambda x, y: y % 4,
    "diagonals": lambda x, y: (x + y) % 4,
    "stairs": lambda x, y: int((x + y) % 5 < 2),
    "frame": lambda x, y: int(x in (0, 31) or y in (0, 31)),
    "frames": lambda x, y: min(x, y, 31 - x, 31 - y) % 2,
    "quarters that touch at corners": lambda x, y: (x // 16 + y // 16) % 2,
    "a square and a longer line": lambda x, y: int((x < 4 and y < 4) or y == 20),
    "a square and a larger net": lambda x, y: int((x < 8 and y < 8) or (x > 9 and (x % 2 or y % 2))),
    "all but one": lambda x, y: int((x, y) != (16, 15)),
    "crosses": lambda x, y: int((x % 4 == 1) + (y % 4 == 1) > 0 and (x // 4 + y // 4) % 2),
}


@pytest.mark.parametrize("colour_of", ADVERSARIAL.values(), ids=ADVERSARIAL)
def test_a_board_that_is_hard_to_count_is_worth_what_a_plain_count_finds(colour_of):
    board = board_of_cells(DEEPEST, colour_of)
    for clockwise in (True, False):
        assert_counted_right(rotate(board, clockwise=clockwise), DEEPEST)
    assert_counted_right(board, DEEPEST)
    assert_counted_right(rotate(rotate(board, clockwise=True), clockwise=True), DEEPEST)


# Planes.


@given(drawn=BOARDS)
def test_the_planes_share_no_cell_and_leave_none_out(drawn):
    depth, board = drawn
    found = planes(board, depth)
    assert sum(plane.bit_count() for plane in found) == 4**depth
    assert (found[0] | found[1] | found[2] | found[3]).bit_count() == 4**depth


@given(drawn=BOARDS, placed=blocks_to(2), chosen=st.integers(0, 10**6))
def test_painting_one_block_anew_gives_the_planes_of_the_board_with_that_block(drawn, placed, chosen):
    depth, board = drawn
    fitting = [path for path, _ in blocks(board) if depth - len(path) >= 2] or [()]
    path = fitting[chosen % len(fitting)]
    inside = placed if depth - len(path) >= 2 else 0
    changed = repaint(planes(board, depth), square(path, depth), inside, depth)
    assert changed == planes(replace_block(board, path, inside), depth)


# Nearly connected.


def test_cells_with_a_neighbour_in_common_are_nearly_connected():
    """Board A: colour 1 is in two groups of which a corner touches; colour 0 is one cell."""
    assert [nearly_connected(plane, 2) for plane in planes(read(A), 2)] == [1, 6, 4, 5]


def test_cells_are_not_nearly_connected_around_the_edge():
    board = board_of_cells(2, lambda x, y: 1 if (x, y) in ((3, 0), (0, 1), (0, 2)) else 0)
    assert nearly_connected(planes(board, 2)[1], 2) == 2


@given(BOARDS)
def test_nearly_connected_are_at_least_those_that_are_connected(sized):
    depth, board = sized
    for plane in planes(board, depth):
        assert score("blob", plane, depth) <= nearly_connected(plane, depth) <= plane.bit_count()
