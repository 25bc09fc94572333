"""The groups of a plane: as large after any change as they are when they are all counted again."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engines.blocky.block import COLOURS
from engines.blocky.bots.connected import Groups
from engines.blocky.bots.move_effects import whatifs
from engines.blocky.goals import planes, score
from tests.support.games.boards import BOARDS, DEEPEST, blocks_to, board_of_chance, random_board

pytestmark = pytest.mark.slow


def test_groups_are_found_the_largest_first():
    """Columns, left to right: 2211 2211 1133 0333, each top to bottom."""
    groups = Groups.of(planes(((0, 1, 1, 3), 2, 1, 3), 2)[1], 2)
    assert [size for size, _ in groups.sized] == [4, 2]
    assert sum(group for _, group in groups.sized) == groups.plane


def test_nothing_has_no_groups():
    groups = Groups.of(0, 2)
    assert groups.sized == ()
    assert groups.largest_after(0) == 0
    assert groups.largest_after(0b11) == 2


@given(st.integers(1, DEEPEST).flatmap(lambda depth: st.tuples(st.just(depth), blocks_to(depth), blocks_to(depth))))
def test_any_other_board_is_counted_as_if_for_the_first_time(sized):
    depth, board, other = sized
    for before, after in zip(planes(board, depth), planes(other, depth), strict=True):
        assert Groups.of(before, depth).largest_after(after) == score("blob", after, depth)


@given(BOARDS)
def test_an_unchanged_board_is_worth_what_it_was(sized):
    depth, board = sized
    for plane in planes(board, depth):
        assert Groups.of(plane, depth).largest_after(plane) == score("blob", plane, depth)


@pytest.mark.parametrize(
    "board",
    [*map(random_board, range(4)), board_of_chance(0), board_of_chance(1, colours=(0, 0, 0, 1))],
    ids=["0", "1", "2", "3", "cells", "large groups"],
)
def test_every_move_on_a_deep_board_is_counted_as_if_for_the_first_time(board):
    before = dict(zip(COLOURS, planes(board, DEEPEST), strict=True))
    groups = {colour: Groups.of(plane, DEEPEST) for colour, plane in before.items()}
    for _, after in whatifs(board, DEEPEST, 0, before):
        for colour, plane in after.items():
            assert groups[colour].largest_after(plane) == score("blob", plane, DEEPEST)
