"""How words move the mark."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from client.games.blocky.actions import moves_at
from client.games.blocky.selection import (
    WORDS,
    aim,
    first_selection,
    hinted_move,
    hinted_selection,
    selected_block,
    tried_move,
)
from engines.blocky.block import at, path_at, square
from engines.blocky.moves import Pass, Rotate
from engines.blocky.view import board_of, is_over
from tests.support.games.blocky_tables import TABLES, aimed, seen, state
from tests.support.games.boards import play

pytestmark = pytest.mark.slow

VIEW = seen(state())
"""Board B: of its 8 by 8 cells the upper right 4 by 4 are divided, and in that the upper left 2 by 2."""


def block(*words, view=VIEW):
    return selected_block(view, aimed(view, *words))


MARKED = {
    "the pointer marks the block of the level wanted": {
        "at 7 7": (3,),
        "at 4 0": (0,),
        "at 4 0, in": (0, 1),
        "at 4 0, in, in": (0, 1, 1),
    },
    "where the board is less deep the deepest block is marked and the level is remembered": {
        "at 4 0, in, in, at 0 0": (1,),
        "at 4 0, in, in, at 0 0, at 5 1": (0, 1, 3),
    },
    "the next smaller block is the one under the pointer": {
        "at 4 0, at 7 3, in": (0, 3),
        "at 4 0, at 4 1, in, in": (0, 1, 2),
    },
    "the wheel marks a smaller or a bigger block under the pointer": {
        "in 7 3": (0, 3),
        "in 4 1, in 4 1": (0, 1, 2),
        "in 4 1, in 4 1, out 4 1, out 4 1, out 4 1": (),
    },
    "a bigger block is bigger than the one that is seen to be marked": {"at 4 0, in, in, at 0 0, out": ()},
    "arrows go to the next block": {
        "right": (0,),
        "down": (2,),
        "right, in": (0, 1),
        "right, in, right": (0, 0),
        "right, in, down, right, up": (0, 0),
    },
    "arrows skip no smaller block behind a bigger one": {"at 4 0, in, in, at 0 0, right": (0, 1, 1)},
    "arrows come back to the corner of a block": {"right, left, right, in": (0, 1)},
    "arrows stay on the board": {"left": (1,), "up": (1,), "right, right, right": (0,), "down, down": (2,)},
    "with shift arrows go by single cells": {
        "at 4 0, in, in, right 1": (0, 1, 0),
        "at 4 0, in, in, down 1": (0, 1, 2),
        "at 4 0, in, in, right 2": (0, 0),
    },
    "a pinned block stays marked wherever the pointer goes": {"pin 4 0, at 0 7": (0,), "pin 4 0, in 0 7": (0, 1)},
    "a click elsewhere pins another block and a click on it lets it go": {
        "pin 4 0, pin 0 7": (2,),
        "pin 4 0, pin 4 0, at 0 7": (2,),
    },
    "arrows move what is pinned": {"pin 4 0, down": (3,)},
}
"""Words, and the path of the block that they mark."""


@pytest.mark.parametrize("claim", MARKED)
def test_words_move_the_mark(claim):
    assert {words: block(*words.split(", ")) for words in MARKED[claim]} == MARKED[claim]


@pytest.mark.parametrize(
    ("words", "is_pinned"),
    [
        (["pin 4 0", "pin 0 7"], True),
        (["pin 4 0", "pin 5 1"], False),
        (["hold 4 0"], True),
        (["hold 4 0", "hold 4 0"], True),
        (["pin 4 0", "down"], True),
    ],
)
def test_only_a_second_click_on_a_block_lets_it_go(words, is_pinned):
    assert aimed(VIEW, *words).is_pinned == is_pinned


@pytest.mark.parametrize(("words", "cell"), [(["right", "left"], (0, 0)), (["left 1"], (0, 0)), (["down 99"], (0, 7))])
def test_arrows_stop_at_a_blocks_corner_and_at_the_boards_edge(words, cell):
    assert aimed(VIEW, *words).cell == cell


def test_at_first_the_upper_left_quarter_is_marked():
    assert selected_block(VIEW, None) == (1,)
    assert first_selection(VIEW).square == square((1,), 3)


def test_a_pointer_that_moves_in_one_block_changes_nothing():
    mark = aimed(VIEW, "at 4 0")
    assert aim(VIEW, mark, "at 7 3") == mark
    assert aim(VIEW, mark, "at 3 3") != mark


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("in",), "The marked block has no parts."),
        (("out", "out"), "The whole board is marked."),
        (("at 8 0",), "There's no cell 8,0 on this board."),
        (("pin 0 8",), "There's no cell 0,8 on this board."),
        (("in 9 9",), "There's no cell 9,9 on this board."),
        *(
            ((words,), WORDS)
            for words in (
                "",
                "at",
                "at 1",
                "at x y",
                "at 1 2 3",
                "try",
                "try flying",
                "up x",
                "up 1 2",
                "sideways",
                "ask",
            )
        ),
    ],
)
def test_what_marks_nothing_says_so(words, sentence):
    with pytest.raises(ValueError, match=re.escape(sentence)):
        aimed(VIEW, *words)


def test_once_the_game_is_over_nothing_is_marked():
    with pytest.raises(ValueError, match="The game is over"):
        aimed(seen(play(state(moves=1), "pass", "pass")), "at 0 0")


def test_the_mark_outlives_moves():
    mark = aimed(VIEW, "at 4 0", "in", "in")
    after = seen(play(state(), "swap horizontally board"))
    assert selected_block(after, mark) == (0,)
    assert selected_block(seen(play(state(), "swap vertically 0")), mark) == (0, 1)


@given(TABLES, st.data())
def test_whatever_is_followed_a_block_of_the_board_is_marked(state, data):
    view = seen(state)
    if is_over(view):
        return
    side, mark = 1 << view.depth, None
    words = st.sampled_from(
        ("up", "down", "left", "right", "up 1", "left 3", "in", "out", "at", "pin", "hold", "in at")
    )
    for word in data.draw(st.lists(words, max_size=12)):
        x, y = data.draw(st.tuples(st.integers(0, side - 1), st.integers(0, side - 1)))
        pointed = {"at": f"at {x} {y}", "pin": f"pin {x} {y} 0 0", "hold": f"hold {x} {y}", "in at": f"in {x} {y}"}
        try:
            mark = aim(view, mark, pointed.get(word, word))
        except ValueError as error:
            assert str(error) in ("The marked block has no parts.", "The whole board is marked.")  # noqa: PT017
            continue
        path = selected_block(view, mark)
        at(board_of(view), path)
        assert path == path_at(board_of(view), view.depth, *mark.cell, mark.level)
        assert mark.square == square(path, view.depth)


def test_an_action_is_tried_on_the_marked_block_one_after_the_other_and_past_the_last_none():
    mark, tried = aimed(VIEW, "at 4 0"), []
    for _ in range(9):
        mark = aim(VIEW, mark, "next")
        tried.append(tried_move(VIEW, mark))
    assert tried == [*moves_at((0,)), None]
    assert tried_move(VIEW, aimed(VIEW, "at 4 0", "previous")) == Pass()
    assert tried_move(VIEW, aimed(VIEW, "at 4 0", "next", "previous")) is None


@pytest.mark.parametrize("words", ["back", "up", "at 7 7", "pin 4 0", "in"])
def test_other_words_try_nothing_any_more(words):
    mark = aimed(VIEW, "pin 4 0", "try rotate clockwise 0")
    assert tried_move(VIEW, mark) == Rotate((0,), clockwise=True)
    assert tried_move(VIEW, aim(VIEW, mark, words)) is None


def test_a_move_is_tried_in_one_position():
    mark = aimed(VIEW, "try rotate clockwise 0")
    assert tried_move(seen(play(state(), "rotate clockwise 0")), mark) is None


def test_a_hint_marks_its_block_and_the_pointer_leaves_that_alone():
    hint = hinted_selection(VIEW, aimed(VIEW, "pin 7 7"), "rotate clockwise 0.1")
    assert selected_block(VIEW, hint) == (0, 1)
    assert hinted_move(VIEW, hint) == Rotate((0, 1), clockwise=True)
    assert aim(VIEW, hint, "at 7 7") is hint


def test_to_pass_leaves_the_mark_where_it_is_and_a_hint_is_for_one_position():
    passing = hinted_selection(VIEW, aimed(VIEW, "at 7 7"), "pass")
    assert (selected_block(VIEW, passing), hinted_move(VIEW, passing)) == ((3,), Pass())
    later = seen(play(state(), "rotate clockwise 0", "pass"))
    assert hinted_move(later, hinted_selection(VIEW, None, "rotate clockwise 0")) is None


@pytest.mark.parametrize("words", ["up", "out", "pin 7 7", "hold 0 0", "in 7 3"])
def test_whoever_marks_another_block_lets_the_hint_go(words):
    assert hinted_move(VIEW, aim(VIEW, hinted_selection(VIEW, None, "rotate clockwise 0"), words)) is None
